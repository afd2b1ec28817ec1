// SPDX-License-Identifier: MIT
/** Materials, pairs of materials and contact laws. */
import { z } from 'zod';
import { choice, flag, optional, quantity, reference, section, text, withDefault } from './fields.ts';

const coefficient = (description: string) => quantity('number', { description, from: 0 });

/** The numbers of a contact: a material has them, a pair of materials overrides them. */
const contactNumbers = {
  youngsModulus: optional(
    quantity('pressure', { description: "Young's modulus; the hertz law needs it.", above: 0 }),
    'none',
  ),
  poissonsRatio: optional(
    quantity('number', { description: "Poisson's ratio; the hertz law needs it.", above: -1, to: 0.5 }),
    'none',
  ),
  stiffness: optional(
    quantity(['stiffness', 'volumeStiffness'], {
      description:
        'Normal stiffness: N/m for the linear law; N/m3, pressure by depth of a face, for overlap-volume; both need it.',
      above: 0,
    }),
    'none',
  ),
  tangentialStiffnessRatio: optional(
    quantity('number', { description: 'Tangential over normal stiffness, for the linear tangential law.', above: 0 }),
    '2/7',
  ),
  restitution: optional(
    quantity('number', {
      description: 'Coefficient of restitution: speed after over speed before a head-on impact.',
      above: 0,
      to: 1,
    }),
    '1',
  ),
  friction: optional(coefficient('Coefficient of sliding friction.'), '0'),
  staticFriction: optional(coefficient('Coefficient of friction before sliding.'), 'that of sliding'),
  rollingFriction: optional(coefficient('Rolling resistance: torque over normal force times effective radius.'), '0'),
  twistingFriction: optional(coefficient('Twisting resistance: torque over normal force times effective radius.'), '0'),
  cohesion: optional(
    quantity(['surfaceEnergy', 'pressure'], {
      description: 'Cohesion: energy of adhesion in J/m2 for jkr, attraction by contact area in Pa for sjkr.',
      from: 0,
    }),
    'none',
  ),
};

/** The same in a pair, where what is left out follows from the materials. */
const pairNumbers = fromMaterials(contactNumbers);

function fromMaterials<Fields extends Readonly<Record<string, z.ZodOptional>>>(fields: Fields): Fields {
  const entries = Object.entries(fields).map(([key, field]) => [
    key,
    optional(field.unwrap() as z.ZodType, 'from the materials'),
  ]);
  return Object.fromEntries(entries) as Fields;
}

type Frictions = { friction?: number | undefined; staticFriction?: number | undefined };
const staticIsNotBelowSliding = ({ friction, staticFriction }: Frictions): boolean =>
  staticFriction === undefined || friction === undefined || staticFriction >= friction;
const STATIC_BELOW_SLIDING = {
  error: 'expected static friction of at least the sliding friction',
  path: ['staticFriction'],
};

export const materialField = section(
  {
    density: quantity('density', { description: 'Mass by volume.', above: 0 }),
    ...contactNumbers,
    rigid: withDefault(
      flag('Taken as infinitely stiff: contacts have the softness of the other material alone.'),
      false,
    ),
  },
  'What bodies and walls are made of.',
).refine(staticIsNotBelowSliding, STATIC_BELOW_SLIDING);

/** Of contacts as events, with variable steps. */
const eventLawFields = {
  point: optional(
    section(
      {
        stiffness: quantity('stiffness', {
          description: 'Force by depth; with an exponent p a plain number, in N/m^p.',
          above: 0,
        }),
        exponent: withDefault(
          quantity('number', { description: 'F = stiffness * depth^exponent; 1.5 is the power of Hertz.', from: 1 }),
          1,
        ),
        dashpot: withDefault(
          quantity('dashpot', { description: 'A dashpot in place of restitution; it may pull.', from: 0 }),
          0,
        ),
      },
      'A spring at one point, for bodies with a smooth or pointed side.',
    ),
    'none',
  ),
  line: optional(
    section(
      { stiffness: quantity('pressure', { description: 'Force by depth and length.', above: 0 }) },
      'An elastic bed along the axis of a capsule.',
    ),
    'none',
  ),
  volume: optional(
    section(
      { stiffness: quantity('volumeStiffness', { description: 'Pressure by depth of a face.', above: 0 }) },
      'Energy of the common volume, for boxes, polyhedra and half-spaces.',
    ),
    'none',
  ),
  slowestImpact: optional(
    quantity('velocity', { description: 'Slower impacts are damped as one of this speed.', above: 0 }),
    '1 cm/s',
  ),
  damping: optional(
    quantity('slowness', {
      description: 'In place of restitution: the force is (1 + damping * speed of approach) times the elastic one.',
      from: 0,
    }),
    'from restitution',
  ),
  slipSpeed: optional(
    quantity('velocity', { description: 'Slip at which friction has 0.7 of its full size.', above: 0 }),
    '1 mm/s',
  ),
};

/** Keys of laws for variable steps. */
export const EVENT_LAW_KEYS = Object.keys(eventLawFields) as readonly (keyof typeof eventLawFields)[];
/** Those that say what a contact is; one of them is needed. */
export const EVENT_LAW_FORMS = ['point', 'line', 'volume'] as const;

export const lawField = section(
  {
    normal: optional(
      choice(
        ['linear', 'hertz', 'overlap-volume'],
        'Force along the normal; overlap-volume, from the common volume, is for boxes, polyhedra and half-spaces. Needed without a module.',
      ),
      'that of the module',
    ),
    tangential: optional(
      choice(['none', 'linear', 'mindlin', 'mindlin-incremental'], 'Force across the normal, capped by friction.'),
      'none',
    ),
    attraction: optional(
      choice(['allowed', 'cut'], 'Whether damping may pull two bodies together as they part.'),
      'cut',
    ),
    rolling: optional(choice(['none', 'model-a'], 'Resistance to rolling.'), 'none'),
    twisting: optional(choice(['none', 'model-a'], 'Resistance to twisting about the normal.'), 'none'),
    cohesion: optional(choice(['none', 'sjkr', 'jkr'], 'Attraction of surfaces.'), 'none'),
    module: optional(
      text('JavaScript module with a law of your own, relative to the scene; it is the whole law.'),
      'none',
    ),
    ...eventLawFields,
  },
  'Which forces a contact gives. With fixed steps: normal to module; with variable ones: rolling, twisting, and point to slipSpeed.',
)
  .refine((law) => law.normal ?? law.module ?? law.point ?? law.line ?? law.volume, {
    error: 'expected normal or module; with variable steps point, line or volume',
  })
  .refine((law) => law.module === undefined || Object.values(law).filter((each) => each !== undefined).length === 1, {
    error: 'expected nothing beside module, which is the whole law',
    path: ['module'],
  })
  .meta({ id: 'law' });

export const materialPairField = section(
  {
    materials: z
      .array(reference('Name of a material.'))
      .length(2)
      .meta({ description: 'The two materials, in any order; twice the same for its contacts with itself.' }),
    ...pairNumbers,
    law: optional(lawField, 'that of the scene'),
  },
  'Numbers for the contacts of two materials, instead of those that follow from each.',
).refine(staticIsNotBelowSliding, STATIC_BELOW_SLIDING);
