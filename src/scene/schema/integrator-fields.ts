// SPDX-License-Identifier: MIT
/** Schema of the time integration: fixed steps, or variable steps with contacts as events. */
import { z } from 'zod';
import { choice, integer, optional, quantity, section, withDefault } from './fields.ts';

/** Of the whole run. */
const DEFAULT_MOST_STEPS = 1_000_000;

const stormField = section(
  {
    events: optional(
      integer({
        description: 'The run ends if one contact begins or ends this number of times within `within`.',
        from: 2,
        to: 1e6,
      }),
      '20',
    ),
    within: optional(quantity('time', { description: 'Time for `events`.', above: 0 }), '1e-9 of the duration'),
    mostEvents: optional(
      integer({
        description: 'A larger number of events of one contact ends the run, whatever time they take.',
        from: 1,
        to: 2 ** 31 - 1,
      }),
      '100000',
    ),
  },
  'Limits for a contact that begins and ends again and again.',
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
        'explicit: Dormand-Prince 5(4). stiff: Radau IIA 5. auto: in each island of up to 30 bodies, stiff ' +
          'while there are contacts, otherwise explicit.',
      ),
      'auto',
    ),
    islands: withDefault(
      choice(
        ['separate', 'one'],
        'separate: bodies that are far from others take their own steps. one: all bodies take the same steps, ' +
          'as they always do with joints or springs.',
      ),
      'separate',
    ),
    longestStep: optional(quantity('time', { description: 'Longest step.', above: 0 }), 'as long as the error allows'),
    mostSteps: withDefault(
      integer({ description: 'Largest number of steps of any one body; more end the run.', from: 1, to: 2 ** 31 - 1 }),
      DEFAULT_MOST_STEPS,
    ),
    speed: optional(
      quantity('velocity', { description: 'Typical speed; the errors of velocities are relative to it.', above: 0 }),
      'from initial speeds, gravity and body sizes',
    ),
    query: withDefault(
      choice(['default', 'mpr'], 'Distance query: the default query, or Minkowski portal refinement.'),
      'default',
    ),
    functions: withDefault(
      integer({ description: 'Initial number of zero-crossing functions of an island, n_z.', from: 1, to: 1e6 }),
      100,
    ),
    overflow: withDefault(
      choice(['enlarge', 'stop'], 'What happens if more pairs touch: n_z grows, or the run ends.'),
      'enlarge',
    ),
    hysteresis: optional(
      quantity('length', { description: 'Gap at which a contact ends.', above: 0 }),
      'the tolerance times the size of the smallest body',
    ),
    reach: optional(
      quantity('length', { description: 'Pairs with a smaller distance are monitored.', above: 0 }),
      'the diameter of the largest body',
    ),
    storm: optional(stormField, 'chosen by the program'),
  },
  'Variable steps with error control; a step ends at every beginning and end of a contact.',
);

/** Fixed steps are those of `time`. */
export const integratorField = z
  .union([
    choice(['fixed', 'variable'], 'Kind of time step.'),
    section({ variable: variableField }, 'Variable steps with options.'),
  ])
  .transform((given) => {
    if (given === 'fixed') return undefined;
    return given === 'variable' ? variableField.parse({}) : given.variable;
  })
  .meta({
    description: 'Time integration: `fixed` steps, `variable` steps, or `{ variable: { … } }` with options.',
  });

export type VariableFields = z.output<typeof variableField>;
