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
        'Normal stiffness: N/m for the linear law; N/m3, pressure divided by depth of a face, for overlap-volume. Both laws need it.',
      above: 0,
    }),
    'none',
  ),
  tangentialStiffnessRatio: optional(
    quantity('number', {
      description: 'Tangential stiffness divided by normal stiffness, for the linear tangential law.',
      above: 0,
    }),
    '2/7',
  ),
  restitution: optional(
    quantity('number', {
      description: 'Coefficient of restitution: speed after divided by speed before a head-on impact.',
      above: 0,
      to: 1,
    }),
    '1',
  ),
  friction: optional(coefficient('Coefficient of sliding friction.'), '0'),
  staticFriction: optional(coefficient('Coefficient of static friction.'), 'the sliding friction'),
  rollingFriction: optional(coefficient('Rolling resistance: torque / (normal force * effective radius).'), '0'),
  twistingFriction: optional(coefficient('Twisting resistance: torque / (normal force * effective radius).'), '0'),
  cohesion: optional(
    quantity(['surfaceEnergy', 'pressure'], {
      description: 'Cohesion: work of adhesion in J/m2 for jkr, attraction per contact area in Pa for sjkr.',
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
    density: quantity('density', { description: 'Density.', above: 0 }),
    ...contactNumbers,
    rigid: withDefault(
      flag('Whether the material is infinitely stiff: only the other material of a contact deforms.'),
      false,
    ),
  },
  'Material of bodies and walls.',
).refine(staticIsNotBelowSliding, STATIC_BELOW_SLIDING);

/** Of contacts as events, with variable steps. */
const eventLawFields = {
  point: optional(
    section(
      {
        stiffness: quantity('stiffness', {
          description: 'Force divided by depth; with an exponent p a plain number, in N/m^p.',
          above: 0,
        }),
        exponent: withDefault(
          quantity('number', { description: 'F = stiffness * depth^exponent; 1.5 is the exponent of Hertz.', from: 1 }),
          1,
        ),
        dashpot: withDefault(
          quantity('dashpot', {
            description: 'Coefficient of a dashpot instead of restitution; its force may be attractive.',
            from: 0,
          }),
          0,
        ),
      },
      'A spring at one point, for bodies with smooth or pointed sides.',
    ),
    'none',
  ),
  line: optional(
    section(
      { stiffness: quantity('pressure', { description: 'Force divided by depth and length.', above: 0 }) },
      'An elastic foundation along the axis of a capsule.',
    ),
    'none',
  ),
  volume: optional(
    section(
      { stiffness: quantity('volumeStiffness', { description: 'Pressure divided by depth of a face.', above: 0 }) },
      'An energy that depends on the common volume, for bodies with flat or straight sides.',
    ),
    'none',
  ),
  slowestImpact: optional(
    quantity('velocity', { description: 'Slower impacts have the damping of an impact at this speed.', above: 0 }),
    '1 cm/s',
  ),
  damping: optional(
    quantity('slowness', {
      description: 'Instead of restitution: the force is (1 + damping * speed of approach) times the elastic force.',
      from: 0,
    }),
    'from restitution',
  ),
  slipSpeed: optional(
    quantity('velocity', { description: 'Slip speed at which friction has 0.7 of its full value.', above: 0 }),
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
        'Normal force; overlap-volume is for boxes, polyhedra and half-spaces. Required without a module.',
      ),
      'that of the module',
    ),
    tangential: optional(
      choice(['none', 'linear', 'mindlin', 'mindlin-incremental'], 'Tangential force, limited by friction.'),
      'none',
    ),
    attraction: optional(
      choice(['allowed', 'cut'], 'Whether damping may make the normal force attractive during separation.'),
      'cut',
    ),
    rolling: optional(choice(['none', 'model-a'], 'Rolling resistance.'), 'none'),
    twisting: optional(choice(['none', 'model-a'], 'Twisting resistance, about the normal.'), 'none'),
    cohesion: optional(choice(['none', 'sjkr', 'jkr'], 'Cohesion model.'), 'none'),
    module: optional(
      text('JavaScript module with a user-defined law, relative to the scene; it is the whole law.'),
      'none',
    ),
    ...eventLawFields,
  },
  'The contact law. The keys normal to module are for fixed steps; rolling, twisting, and point to slipSpeed are for variable steps.',
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
      .meta({ description: 'The two materials, in any order; the same one twice for its contacts with itself.' }),
    ...pairNumbers,
    law: optional(lawField, 'that of the scene'),
  },
  'Parameters for the contacts of two materials, instead of those that follow from the materials.',
).refine(staticIsNotBelowSliding, STATIC_BELOW_SLIDING);
