// SPDX-License-Identifier: MIT
/** Schema of materials, pairs of materials and contact laws. */
import { z } from 'zod';
import {
  CONTACT_NUMBERS,
  LAW_KEYS,
  LAW_PARTS,
  NORMAL_LAWS,
  type NumberDescription,
} from '../../contact-laws/law-descriptions.ts';
import type { ContactNumber } from '../../contact-laws/law-spec.ts';
import { type Quantity, readAnyQuantity } from '../units/parse-quantity.ts';
import { choice, flag, named, optional, quantity, reference, section, text, withDefault } from './fields.ts';

/** The field of a number of materials. */
function numberField({ description, dimension, range, standard }: NumberDescription) {
  return optional(quantity(dimension, { description, ...range }), standard);
}

/** The numbers of a contact: a material has them, a pair of materials overrides them. */
const contactNumbers = Object.fromEntries(
  Object.entries(CONTACT_NUMBERS).map(([name, number]) => [name, numberField(number)]),
) as Record<ContactNumber, ReturnType<typeof numberField>>;

/** The same in a pair, where missing numbers follow from the materials. */
const pairNumbers = withWords(contactNumbers, 'from the materials');

function withWords<Fields extends Readonly<Record<string, z.ZodOptional>>>(fields: Fields, words: string): Fields {
  const entries = Object.entries(fields).map(([key, field]) => [key, optional(field.unwrap() as z.ZodType, words)]);
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
    properties: optional(
      named(
        z
          .unknown()
          .transform((given, context): Quantity => {
            const reading = readAnyQuantity(given);
            if (!('problem' in reading)) return reading;
            context.addIssue({ code: 'custom', message: reading.problem });
            return z.NEVER;
          })
          .meta({ description: 'A number, with or without a unit.', type: ['number', 'string'], 'x-unit': 'any' }),
        'Numbers of your own by name, such as a charge, for expressions of force fields.',
      ),
      'none',
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
      'An elastic foundation along the axis of a capsule or tablet.',
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

/** Values that a law may have for one of its keys. */
function namesOf<Name extends string>(parts: Readonly<Record<Name, unknown>>): [Name, ...Name[]] {
  return Object.keys(parts) as [Name, ...Name[]];
}

/** Parts of a law for fixed steps, by the words for a part that is left out. */
const lawParts = (missing: { readonly normal: string; readonly attraction: string; readonly others: string }) => ({
  normal: optional(choice(namesOf(NORMAL_LAWS), LAW_KEYS.normal), missing.normal),
  tangential: optional(choice(namesOf(LAW_PARTS.tangential), LAW_KEYS.tangential), missing.others),
  attraction: optional(choice(['allowed', 'cut'], LAW_KEYS.attraction), missing.attraction),
  rolling: optional(choice(namesOf(LAW_PARTS.rolling), LAW_KEYS.rolling), missing.others),
  twisting: optional(choice(namesOf(LAW_PARTS.twisting), LAW_KEYS.twisting), missing.others),
  cohesion: optional(choice(namesOf(LAW_PARTS.cohesion), LAW_KEYS.cohesion), missing.others),
});

/** Parts of a law that a stage changes. */
export const lawPartFields = lawParts({ normal: 'unchanged', attraction: 'unchanged', others: 'unchanged' });

export const lawField = section(
  {
    ...lawParts({ normal: 'that of the module', attraction: 'cut', others: 'none' }),
    module: optional(
      text('JavaScript module with a user-defined law, relative to the scene; it is the whole law.'),
      'none',
    ),
    ...eventLawFields,
  },
  'The contact law. The keys normal to module are for fixed steps; rolling, twisting, and point to slipSpeed ' +
    'are for variable steps.',
)
  .refine((law) => law.normal ?? law.module ?? law.point ?? law.line ?? law.volume, {
    error: 'expected normal or module; with variable steps point, line or volume',
  })
  .refine((law) => law.module === undefined || Object.values(law).filter((each) => each !== undefined).length === 1, {
    error: 'expected nothing beside module, which is the whole law',
    path: ['module'],
  })
  .meta({ id: 'law' });

const twoMaterials = z
  .array(reference('Name of a material.', 'materials'))
  .length(2)
  .meta({ description: 'The two materials, in any order; the same one twice for its contacts with itself.' });

/** Numbers of a material that a stage changes. */
export const materialNumbersField = section(withWords(contactNumbers, 'unchanged'), 'Numbers of a material.').refine(
  staticIsNotBelowSliding,
  STATIC_BELOW_SLIDING,
);

/** Numbers of a pair that a stage changes. */
export const pairNumbersField = section(
  { materials: twoMaterials, ...withWords(contactNumbers, 'unchanged') },
  'Numbers for the contacts of two materials.',
).refine(staticIsNotBelowSliding, STATIC_BELOW_SLIDING);

export const materialPairField = section(
  {
    materials: twoMaterials,
    ...pairNumbers,
    law: optional(lawField, 'that of the scene'),
  },
  'Parameters for the contacts of two materials, instead of those that follow from the materials.',
).refine(staticIsNotBelowSliding, STATIC_BELOW_SLIDING);
