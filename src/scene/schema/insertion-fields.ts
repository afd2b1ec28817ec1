// SPDX-License-Identifier: MIT
/** Schema of insertions: bodies that appear in a region, at once or during a run. */
import { z } from 'zod';
import { MOST_BODIES } from './body-fields.ts';
import {
  choice,
  flag,
  integer,
  oneOf,
  optional,
  pair,
  quantity,
  reference,
  section,
  vector,
  withDefault,
} from './fields.ts';

const factor = (description: string) => quantity('number', { description, above: 0 });
const point = (description: string) => vector('length', { description });

/** Ends of a distribution whose tails would not end. */
const ends = {
  min: factor('Smallest factor. By mass it decides how many bodies there are: small ones are many.'),
  max: factor('Largest factor.'),
};
const by = withDefault(
  choice(['number', 'volume', 'mass'], 'What the distribution counts: bodies, their volume, or their mass.'),
  'number',
);
const inOrder = ({ min, max }: { readonly min: number; readonly max: number }): boolean => min <= max;
const IN_ORDER = { error: 'expected min <= max', path: ['max'] };
const weibullKeys = {
  size: factor('Factor that 63 % of the bodies, or of their mass, are below.'),
  exponent: quantity('number', { description: 'Exponent: the larger, the narrower.', above: 0 }),
  ...ends,
};

const sizeDistribution = oneOf(
  {
    constant: factor('The factor.'),
    uniform: pair('number', { description: 'Smallest and largest factor.', above: 0 }).refine(
      ({ from, to }) => to >= from,
      { error: 'expected [smallest, largest]' },
    ),
    normal: section(
      {
        mean: factor('Mean factor.'),
        deviation: quantity('number', { description: 'Standard deviation of the factor.', from: 0 }),
        min: factor('Smallest factor; a smaller one is drawn again.'),
        max: factor('Largest factor; a larger one is drawn again.'),
      },
      'Normal distribution, truncated at both ends.',
    ).refine(({ mean, min, max }) => min <= mean && mean <= max, { error: 'expected min <= mean <= max' }),
    table: z
      .array(
        section(
          { size: factor('The factor.'), share: quantity('number', { description: 'Share by number.', from: 0 }) },
          'One size.',
        ),
      )
      .min(1)
      .meta({ description: 'Factors and their shares by number; the shares need not add up to 1.' })
      .refine((rows) => rows.some(({ share }) => share > 0), { error: 'expected a share > 0' }),
    logNormal: section(
      {
        median: factor('Factor that half of the bodies, or of their mass, are below.'),
        spread: quantity('number', { description: 'Geometric standard deviation.', from: 1 }),
        ...ends,
        by,
      },
      'Log-normal distribution, truncated at both ends.',
    )
      .refine(inOrder, IN_ORDER)
      .refine(({ median, min, max }) => min <= median && median <= max, { error: 'expected min <= median <= max' }),
    weibull: section({ ...weibullKeys, by }, 'Weibull distribution, truncated at both ends.').refine(inOrder, IN_ORDER),
    rosinRammler: section(weibullKeys, 'Rosin-Rammler distribution: the Weibull distribution, by mass.').refine(
      inOrder,
      IN_ORDER,
    ),
    sieves: z
      .array(
        section(
          {
            from: factor('Factor of the finer sieve.'),
            to: factor('Factor of the coarser sieve.'),
            share: quantity('number', { description: 'Share by mass.', from: 0 }),
          },
          'Sizes between two sieves.',
        ).refine(({ from, to }) => from <= to, { error: 'expected from <= to', path: ['to'] }),
      )
      .min(1)
      .meta({ description: 'A sieve analysis: shares by mass, which need not add up to 1.' })
      .refine((rows) => rows.some(({ share }) => share > 0), { error: 'expected a share > 0' }),
    samples: z
      .array(factor('A measured factor.'))
      .min(1)
      .meta({ description: 'Measured factors, each as frequent as it is listed.' }),
  },
  'Size factor of the shape.',
);

/** Regions of space that have a size. */
export const regionKinds = {
  box: section(
    { min: point('Corner with the smallest coordinates.'), max: point('Corner with the largest coordinates.') },
    'Box along the axes.',
  ).refine(({ min, max }) => min.x <= max.x && min.y <= max.y && min.z <= max.z, {
    error: 'expected min <= max in x, y and z',
  }),
  cylinder: section(
    {
      from: point('Centre of one end.'),
      to: point('Centre of the other end.'),
      radius: quantity('length', { description: 'Radius.', above: 0 }),
    },
    'Cylinder between two points.',
  ).refine(({ from, to }) => from.x !== to.x || from.y !== to.y || from.z !== to.z, {
    error: 'expected two different ends',
  }),
  sphere: section(
    { centre: point('Centre.'), radius: quantity('length', { description: 'Radius.', above: 0 }) },
    'Ball.',
  ),
};

const insertionRegions = {
  ...regionKinds,
  tube: section(
    {
      from: point('Centre of one end.'),
      to: point('Centre of the other end.'),
      innerRadius: quantity('length', { description: 'Radius of the hole along the axis.', above: 0 }),
      radius: quantity('length', { description: 'Outer radius.', above: 0 }),
    },
    'Hollow cylinder, such as the space around a shaft.',
  )
    .refine(({ from, to }) => from.x !== to.x || from.y !== to.y || from.z !== to.z, {
      error: 'expected two different ends',
    })
    .refine(({ innerRadius, radius }) => innerRadius < radius, { error: 'expected innerRadius < radius' }),
};

const region = oneOf(
  insertionRegions,
  'Region of the centres of mass of the new bodies; bodies may extend beyond it. Required without `fill`.',
);

const fillField = section(
  {
    region: oneOf(
      {
        ...insertionRegions,
        mesh: reference('Name of a closed mesh of the scene, at its pose at the start.', 'meshes'),
      },
      'Region that holds the whole bodies. Sides at a periodic boundary are open; walls and bodies of the scene are kept ' +
        'clear of.',
    ),
    fraction: quantity('number', {
      description:
        'Volume of the bodies divided by that of the region, reached to within half a body. Equal spheres jam at about ' +
        '0.64, less between walls.',
      above: 0,
      to: 1,
    }),
  },
  'Packs a region densely before the first step, at random orientations, by growth without friction.',
);

/** Keys that a fill excludes. */
const AMOUNTS = ['count', 'mass', 'porosity', 'rate', 'massRate', 'until'] as const;

export const insertionField = section(
  {
    shapes: z
      .array(
        section(
          {
            shape: reference('Name of a shape.', 'shapes'),
            material: reference('Name of a material.', 'materials'),
            weight: withDefault(
              quantity('number', { description: 'Share among the shapes, counted as weightsBy says.', above: 0 }),
              1,
            ),
            scale: optional(sizeDistribution, '1'),
          },
          'One kind of body.',
        ),
      )
      .min(1)
      .meta({ description: 'Kinds of bodies that are inserted.' }),
    weightsBy: optional(
      choice(
        ['number', 'volume', 'mass'],
        'What the weights of the shapes count: bodies, their volume, or their mass.',
      ),
      'number',
    ),
    region: optional(region, '**required**, unless there is `fill`'),
    fill: optional(fillField, 'random positions'),
    follows: optional(
      reference('Name of a half-space or mesh that the region goes along with, from its place at the start.'),
      'it stays where it is',
    ),
    count: optional(
      integer({
        description: 'Number of bodies, all at once; with a rate or mass rate, the largest number.',
        from: 1,
        to: MOST_BODIES,
      }),
      'no end',
    ),
    mass: optional(
      quantity('mass', {
        description: 'Total mass to within half a body, all at once; with a rate or mass rate, the largest mass.',
        above: 0,
      }),
      'no end',
    ),
    porosity: optional(
      quantity('number', {
        description:
          'Fills the region, all at once, until 1 - solid volume / volume of the region is at most this. A body ' +
          'counts if its centre of mass is in the region.',
        above: 0,
        to: 1,
      }),
      'none',
    ),
    rate: optional(quantity('frequency', { description: 'Bodies per second.', above: 0 }), 'all at once'),
    massRate: optional(
      quantity('massRate', { description: 'Mass per second, to within half a body at any time.', above: 0 }),
      'all at once',
    ),
    onFull: withDefault(
      choice(['stop', 'accept'], 'What happens if not all bodies of an insertion at once find a free place.'),
      'stop',
    ),
    from: withDefault(quantity('time', { description: 'Time of the first insertion.', from: 0 }), 0),
    until: optional(
      quantity('time', { description: 'End time: no body is inserted at this time or later.', above: 0 }),
      'the end of the run',
    ),
    velocity: optional(vector('velocity', { description: 'Initial velocity of the bodies.' }), 'at rest'),
    randomOrientation: withDefault(flag('Whether bodies have random orientations.'), false),
    places: withDefault(
      choice(
        ['balls', 'shapes'],
        'What decides whether a place is free: balls around the parts of bodies, or their true shapes, which fit more ' +
          'densely and take longer.',
      ),
      'balls',
    ),
    attempts: withDefault(
      integer({
        description: 'Number of random positions that are tried for a body before it waits.',
        from: 1,
        to: 1_000_000,
      }),
      100,
    ),
  },
  'Adds bodies in a region, at positions without contacts.',
)
  .refine((fields) => ['count', 'mass', 'porosity', 'rate', 'massRate', 'fill'].some((key) => key in fields), {
    error: 'expected count, mass, porosity, rate, massRate or fill',
  })
  .refine(({ region: centres, fill }) => (centres === undefined) !== (fill === undefined), {
    error: 'expected either region, or fill with a region of its own',
    path: ['region'],
  })
  .refine((fields) => fields.fill === undefined || AMOUNTS.every((key) => fields[key] === undefined), {
    error: 'expected no count, mass, porosity, rate, massRate or until beside fill: its fraction is the amount',
    path: ['fill'],
  })
  .refine(({ fill, from }) => fill === undefined || from === 0, {
    error: 'expected 0 with fill, which packs before the first step',
    path: ['from'],
  })
  .refine(({ rate, massRate }) => rate === undefined || massRate === undefined, {
    error: 'expected either rate or massRate, not both',
    path: ['massRate'],
  })
  .refine(({ porosity, rate, massRate }) => porosity === undefined || (rate ?? massRate) === undefined, {
    error: 'expected no rate or massRate with a porosity, which is reached at once',
    path: ['porosity'],
  })
  .refine(({ from, until }) => until === undefined || until > from, {
    error: 'expected an end after the beginning',
    path: ['until'],
  });
