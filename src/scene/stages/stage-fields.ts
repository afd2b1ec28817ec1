// SPDX-License-Identifier: MIT
/**
 * Schema of stages: how long each lasts, and what it changes when it begins. Keys of further changes belong under
 * `set`.
 */

import { z } from 'zod';
import { stageBondField } from '../schema/bond-fields.ts';
import {
  choice,
  named,
  optional,
  quantity,
  quantityOrWord,
  section,
  text,
  vector,
  withDefault,
} from '../schema/fields.ts';
import { forceFieldField } from '../schema/force-field-fields.ts';
import { lawPartFields, materialNumbersField, pairNumbersField } from '../schema/material-fields.ts';
import { motionField, servoField, surfaceField } from '../schema/pose-fields.ts';
import { STEPS_BETWEEN_CHECKS } from './stage-spec.ts';

const bound = (which: string) =>
  z
    .union([z.number(), text('A number with a unit.')])
    .meta({ description: `The stage ends when the quantity is ${which} this value, in the unit of the quantity.` });

const condition = section(
  {
    quantity: text('Name of a quantity of tables with one column, such as energy.kinetic or servo.top.force.'),
    below: optional(bound('below'), 'none'),
    above: optional(bound('above'), 'none'),
    every: optional(
      quantity('time', { description: 'Time between two checks, from the beginning of the stage.', above: 0 }),
      `${STEPS_BETWEEN_CHECKS} time steps`,
    ),
  },
  'A condition on a quantity, checked at fixed time steps.',
).refine(({ below, above }) => (below === undefined) !== (above === undefined), {
  error: 'expected either below or above',
});

const orNone = <Field extends z.ZodType>(field: Field, description: string) =>
  z.union([z.literal('none'), field]).meta({ description, 'x-range': '`none`, or a mapping' });

const wallField = section(
  {
    motion: optional(
      orNone(motionField, 'Prescribed motion from where the wall is; its times count from the beginning of the stage.'),
      'unchanged',
    ),
    servo: optional(orNone(servoField, 'Servo; its times count from the beginning of the stage.'), 'unchanged'),
    surface: optional(
      orNone(surfaceField, 'Moving surface; its times count from the beginning of the stage.'),
      'unchanged',
    ),
  },
  'How a wall moves from now on; one of the three replaces the others.',
);

const setField = section(
  {
    timeStep: optional(
      quantityOrWord('time', 'auto', {
        description:
          'Time step from the beginning of the stage on; auto is `time.fraction` of the critical step of the stages ' +
          'that have it.',
        above: 0,
      }),
      'unchanged',
    ),
    gravity: optional(vector('acceleration', { description: 'Gravitational acceleration.' }), 'unchanged'),
    damping: optional(
      section(
        {
          global: optional(quantity('number', { description: 'As in the scene.', from: 0, to: 1 }), 'unchanged'),
          viscous: optional(quantity('frequency', { description: 'As in the scene.', from: 0 }), 'unchanged'),
        },
        'Global damping.',
      ),
      'unchanged',
    ),
    materials: optional(named(materialNumbersField, 'Numbers of materials, by name.'), 'unchanged'),
    pairs: optional(
      z.array(pairNumbersField).meta({ description: 'Numbers of pairs of materials, in any order.' }),
      'unchanged',
    ),
    law: optional(section(lawPartFields, 'Parts of the contact law of the scene.'), 'unchanged'),
    halfSpaces: optional(named(wallField, 'Motions of half-spaces, by name.'), 'unchanged'),
    meshes: optional(named(wallField, 'Motions of meshes, by name.'), 'unchanged'),
    outlets: optional(
      named(choice(['open', 'closed'], 'Whether the outlet removes bodies.'), 'Outlets by name.'),
      'unchanged',
    ),
    bonds: optional(named(stageBondField, 'Rules of bonds by name.'), 'unchanged'),
    fields: optional(
      named(
        orNone(forceFieldField, 'A force field that replaces the one of this name or is added, or `none`: it ends.'),
        'Force fields by name.',
      ),
      'unchanged',
    ),
    outputs: optional(
      named(
        quantity('time', { description: 'Interval of simulated time.', above: 0 }),
        'Intervals of outputs from the beginning of the stage: tables by name, vtk, trajectory, contacts, forceChains.',
      ),
      'unchanged',
    ),
  },
  'What changes when the stage begins. Everything else carries on, as set by the scene and the stages before.',
);

const stage = section(
  {
    duration: optional(quantity('time', { description: 'Duration of the stage.', above: 0 }), 'none, with `until`'),
    until: optional(condition, 'none, with `duration`'),
    atLeast: optional(
      quantity('time', { description: 'Shortest duration of a stage with a condition.', from: 0 }),
      'to the first check',
    ),
    atMost: optional(
      quantity('time', { description: 'Longest duration of a stage with a condition.', above: 0 }),
      '**required** with `until`',
    ),
    onTimeout: withDefault(
      choice(
        ['continue', 'stop'],
        'What happens when the longest duration ends before the condition holds: the next stage begins, with a ' +
          'warning, or the run ends with an error.',
      ),
      'continue',
    ),
    set: optional(setField, 'nothing'),
  },
  'A stage: a duration or a condition, and what changes when it begins.',
)
  .refine(({ duration, until }) => (duration === undefined) !== (until === undefined), {
    error: 'expected either duration or until',
  })
  .refine(({ until, atMost }) => (until === undefined) === (atMost === undefined), {
    error: 'expected until and atMost together: a condition that never holds must end some time',
    path: ['atMost'],
  })
  .refine(({ until, atLeast }) => until !== undefined || atLeast === undefined, {
    error: 'expected only with until; a stage with a duration lasts just as long',
    path: ['atLeast'],
  })
  .refine(({ atLeast = 0, atMost = Infinity }) => atLeast < atMost, {
    error: 'expected a shortest duration below the longest',
    path: ['atLeast'],
  });

export const stagesField = named(stage, 'Stages of the run by name, in their order.');
export type StageFields = z.output<typeof stage>;
