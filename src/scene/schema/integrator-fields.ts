// SPDX-License-Identifier: MIT
/** How a scene is taken through time: fixed steps, or variable ones with contacts as events. */
import { z } from 'zod';
import { choice, integer, optional, quantity, section, withDefault } from './fields.ts';

/** Of the whole run. */
export const DEFAULT_MOST_STEPS = 1_000_000;

const stormField = section(
  {
    events: optional(integer({ description: 'So many beginnings and ends of one contact …', from: 2, to: 1e6 }), '20'),
    within: optional(
      quantity('time', { description: '… within this time end the run.', above: 0 }),
      '1e-9 of the duration',
    ),
    mostEvents: optional(
      integer({ description: 'More of one contact end it however long they took.', from: 1, to: 2 ** 31 - 1 }),
      '100000',
    ),
  },
  'When a contact that begins and ends without end is given up.',
);

const variableField = section(
  {
    tolerance: withDefault(
      quantity('number', {
        description: 'Error of one step, relative to body sizes and typical speeds.',
        from: 1e-13,
        to: 0.1,
      }),
      1e-6,
    ),
    method: withDefault(
      choice(
        ['auto', 'explicit', 'stiff'],
        'Dormand-Prince 5(4), Radau IIA 5, or in each island the stiff one while something touches, with up to 30 bodies.',
      ),
      'auto',
    ),
    islands: withDefault(
      choice(
        ['separate', 'one'],
        'Whether bodies that are apart from others take steps of their own; with joints or springs all take the same.',
      ),
      'separate',
    ),
    longestStep: optional(quantity('time', { description: 'Longest step.', above: 0 }), 'as long as the error allows'),
    mostSteps: withDefault(
      integer({ description: 'More steps of any one body end the run.', from: 1, to: 2 ** 31 - 1 }),
      DEFAULT_MOST_STEPS,
    ),
    speed: optional(
      quantity('velocity', { description: 'Typical speed, by which errors of velocities are measured.', above: 0 }),
      'from speeds at the start, gravity and body sizes',
    ),
    query: withDefault(
      choice(['default', 'mpr'], 'Where distances come from: the default query, or Minkowski portal refinement.'),
      'default',
    ),
    functions: withDefault(
      integer({ description: 'Zero-crossing functions of an island at first, n_z.', from: 1, to: 1e6 }),
      100,
    ),
    overflow: withDefault(
      choice(['enlarge', 'stop'], 'What happens when more pairs touch: n_z grows, or the run ends.'),
      'enlarge',
    ),
    hysteresis: optional(
      quantity('length', { description: 'Gap at which a contact ends.', above: 0 }),
      'the tolerance times the size of the smallest body',
    ),
    reach: optional(
      quantity('length', { description: 'Pairs nearer than this are watched.', above: 0 }),
      'the diameter of the largest body',
    ),
    storm: optional(stormField, 'chosen by the program'),
  },
  'Variable steps with error control, which stop at every beginning and end of a contact.',
);

/** Fixed steps are those of `time`. */
export const integratorField = z
  .union([
    choice(['fixed', 'variable'], 'The kind of steps.'),
    section({ variable: variableField }, 'Variable steps with options.'),
  ])
  .transform((given) => {
    if (given === 'fixed') return undefined;
    return given === 'variable' ? variableField.parse({}) : given.variable;
  })
  .meta({
    description:
      'How the scene is taken through time: `fixed` steps, `variable` ones, or `{ variable: { … } }` with options.',
  });

export type VariableFields = z.output<typeof variableField>;
