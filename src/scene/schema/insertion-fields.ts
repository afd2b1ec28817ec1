// SPDX-License-Identifier: MIT
/** Bodies that appear in a region, at once or in the course of a run. */
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
        min: factor('Smallest factor; smaller ones are drawn again.'),
        max: factor('Largest factor; larger ones are drawn again.'),
      },
      'Normal distribution, cut at both ends.',
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
  },
  "Factor on the shape's size.",
);

/** Regions of space that have a size. */
export const regionKinds = {
  box: section({ min: point('Lowest corner.'), max: point('Highest corner.') }, 'Box along the axes.').refine(
    ({ min, max }) => min.x <= max.x && min.y <= max.y && min.z <= max.z,
    { error: 'expected min <= max in x, y and z' },
  ),
  cylinder: section(
    {
      from: point('Middle of one end.'),
      to: point('Middle of the other end.'),
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

const region = oneOf(
  {
    ...regionKinds,
    tube: section(
      {
        from: point('Middle of one end.'),
        to: point('Middle of the other end.'),
        innerRadius: quantity('length', { description: 'Radius of the hole along the axis.', above: 0 }),
        radius: quantity('length', { description: 'Outer radius.', above: 0 }),
      },
      'Cylinder with a hole along its axis, as around a shaft.',
    )
      .refine(({ from, to }) => from.x !== to.x || from.y !== to.y || from.z !== to.z, {
        error: 'expected two different ends',
      })
      .refine(({ innerRadius, radius }) => innerRadius < radius, { error: 'expected innerRadius < radius' }),
  },
  'Where the centres of mass appear; bodies may reach beyond it.',
);

export const insertionField = section(
  {
    shapes: z
      .array(
        section(
          {
            shape: reference('Name of a shape.'),
            material: reference('Name of a material.'),
            weight: withDefault(quantity('number', { description: 'Share by number among the shapes.', above: 0 }), 1),
            scale: optional(sizeDistribution, 'size as defined'),
          },
          'One kind of body.',
        ),
      )
      .min(1)
      .meta({ description: 'What is inserted.' }),
    region,
    count: optional(
      integer({
        description: 'Number of bodies, all at once; with a rate or mass rate, the most that are inserted.',
        from: 1,
        to: MOST_BODIES,
      }),
      'no end',
    ),
    mass: optional(
      quantity('mass', {
        description:
          'Mass of all bodies to within half a body, all at once; with a rate or mass rate, the most that is inserted.',
        above: 0,
      }),
      'no end',
    ),
    porosity: optional(
      quantity('number', {
        description:
          'Bodies come, all at once, until 1 - solid volume / volume of the region is at most this; bodies count where their centres are.',
        above: 0,
        to: 1,
      }),
      'none',
    ),
    rate: optional(quantity('frequency', { description: 'Bodies a second.', above: 0 }), 'all at once'),
    massRate: optional(
      quantity('massRate', { description: 'Mass a second, to within half a body at any time.', above: 0 }),
      'all at once',
    ),
    onFull: withDefault(
      choice(['stop', 'accept'], 'What happens when bodies that should come all at once do not all find a place.'),
      'stop',
    ),
    from: withDefault(quantity('time', { description: 'Time of the first.', from: 0 }), 0),
    until: optional(
      quantity('time', { description: 'Nothing appears at this time or later.', above: 0 }),
      'the end of the run',
    ),
    velocity: optional(vector('velocity', { description: 'Velocity of the bodies as they appear.' }), 'at rest'),
    randomOrientation: withDefault(flag('Whether bodies are turned at random.'), false),
    attempts: withDefault(
      integer({ description: 'Random places tried for a body before it has to wait.', from: 1, to: 1_000_000 }),
      100,
    ),
  },
  'Bodies that appear in a region without touching others.',
)
  .refine((fields) => ['count', 'mass', 'porosity', 'rate', 'massRate'].some((key) => key in fields), {
    error: 'expected count, mass, porosity, rate or massRate',
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
