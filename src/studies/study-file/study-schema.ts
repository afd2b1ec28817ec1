// SPDX-License-Identifier: MIT
/** Schema of a study file: scenes, parameters, points, seeds, constraints, results, calibration, Slurm. */
import { z } from 'zod';
import {
  choice,
  flag,
  integer,
  named,
  oneOf,
  optional,
  quantity,
  section,
  text,
  withDefault,
} from '../../scene/schema/fields.ts';
import { type Quantity, readAnyQuantity } from '../../scene/units/parse-quantity.ts';
import { slurmField } from './slurm-fields.ts';

const MOST_POINTS = 1_000_000;
const LARGEST_SEED = 2 ** 53 - 1;

/** A number with any unit, and its text. */
function anyQuantity(description: string) {
  return z
    .unknown()
    .transform((given, context): Quantity & { readonly text: string } => {
      const reading = readAnyQuantity(given);
      if (!('problem' in reading)) return { ...reading, text: String(given).trim() };
      context.addIssue({
        code: 'custom',
        message: given === undefined ? `missing; ${reading.problem}` : reading.problem,
      });
      return z.NEVER;
    })
    .meta({ description });
}

const names = (description: string) =>
  z.union([text(description), z.array(text(description)).min(1)]).meta({ description });

const rangeField = section(
  {
    from: anyQuantity('Lower end, included.'),
    to: anyQuantity('Upper end, included.'),
    steps: optional(
      integer({ description: 'Number of values in a grid, both ends included.', from: 2, to: MOST_POINTS }),
    ),
    scale: withDefault(
      choice(['linear', 'log'], 'Whether equal steps have equal differences or equal ratios.'),
      'linear',
    ),
    whole: withDefault(flag('Rounds values to integers.'), false),
  },
  'A range of numbers.',
);

const parameterField = section(
  {
    set: optional(
      names('Path of the scene, or several that get the same value, such as materials.glass.friction.'),
      'the variable of the scene that has the name of the parameter',
    ),
    values: optional(z.array(z.unknown()).min(1).meta({ description: 'Values, as in a scene.' })),
    range: optional(rangeField),
    scenes: optional(
      z.array(text('Name of a scene.')).min(1).meta({ description: 'Scenes in which it is set.' }),
      'all',
    ),
  },
  'A parameter: where it is set, and its values or its range.',
);

const pointsField = z.union([
  z.literal('grid'),
  oneOf(
    {
      latinHypercube: section(
        {
          count: integer({ description: 'Number of points.', from: 1, to: MOST_POINTS }),
          seed: withDefault(integer({ description: 'Seed of the sample.', from: 0, to: LARGEST_SEED }), 1),
        },
        'A Latin hypercube: each parameter has one value in each of `count` equal parts of its range.',
      ),
      sobol: section(
        {
          count: integer({
            description: 'Number of points; powers of 2 fill the space best.',
            from: 1,
            to: MOST_POINTS,
          }),
        },
        "The first points of Sobol's sequence.",
      ),
    },
    'Sampled points.',
  ),
  z.array(z.record(z.string(), z.unknown())).min(1).meta({ description: 'Points, each a value for every parameter.' }),
]);

const seedCount = integer({ description: 'Number of repetitions with the seeds 1, 2, 3…', from: 1, to: 100_000 });
const seedList = z.array(integer({ description: 'A seed.', from: 0, to: LARGEST_SEED })).min(1);
/** Not a union, whose message would not name the seed that is wrong. */
const seedsField = z.unknown().transform((given, context): number | number[] => {
  const read = Array.isArray(given) ? seedList.safeParse(given) : seedCount.safeParse(given);
  if (read.success) return read.data;
  for (const { path, message } of read.error.issues) context.addIssue({ code: 'custom', path: [...path], message });
  return z.NEVER;
});

const time = (description: string) => quantity('time', { description, from: 0 });

const resultField = section(
  {
    scene: optional(text('Name of the scene, if the study has several.')),
    column: optional(text('Column of a table that the run writes.')),
    table: optional(text('Table of this column.'), 'the table that has the column'),
    quantity: optional(text('Quantity that is measured from the trajectory, such as region.heap.angleOfRepose.mean.')),
    take: withDefault(
      choice(
        ['last', 'mean', 'minimum', 'maximum', 'deviation', 'slope'],
        'What is taken from the values over time; slope is that of a least-squares line, per second.',
      ),
      'last',
    ),
    at: optional(time('Takes the value at the row nearest to this time.')),
    from: optional(time('Start of the time range, included.'), 'the start of the run'),
    until: optional(time('End of the time range, included.'), 'the end of the run'),
    unit: optional(z.string().max(40).meta({ description: 'Unit in plots and reports.' }), 'that of the quantity'),
  },
  'A number measured from each run.',
);

const targetField = section(
  {
    value: anyQuantity('The measured value, in the unit of the result or with its unit.'),
    tolerance: anyQuantity('Its standard uncertainty, in the unit of the result or with its unit.'),
  },
  'A target of the calibration.',
);

const calibrationField = section(
  {
    targets: named(targetField, 'Measured values by the name of the result.'),
    budget: withDefault(integer({ description: 'Largest number of points.', from: 4, to: 1000 }), 40),
    start: optional(
      integer({ description: 'Number of space-filling points at the start.', from: 3, to: 1000 }),
      '4 for each parameter, and at least 6',
    ),
    batch: withDefault(
      integer({ description: 'Points that are chosen together and run side by side.', from: 1, to: 64 }),
      2,
    ),
  },
  'Finds the parameters for which the results have given values.',
);

export const studySchema = section(
  {
    title: optional(text('Title of the study.'), "the file's name"),
    scene: optional(text('Scene file, relative to the study.')),
    scenes: optional(named(text('Scene file, relative to the study.'), 'Scene files by name, in place of `scene`.')),
    set: withDefault(
      z
        .record(z.string().min(1), z.unknown())
        .meta({ description: 'Values for all runs, by path of the scene; `null` removes what stands there.' }),
      {},
      'none',
    ),
    parameters: named(parameterField, 'Parameters by name.'),
    points: withDefault(pointsField, 'grid'),
    constraints: withDefault(
      z.array(text('A comparison.')).meta({
        description: 'Comparisons of parameters, such as rolling < sliding; points that violate one are left out.',
      }),
      [],
      'none',
    ),
    seeds: optional(seedsField, 'the seed of the scene'),
    results: named(resultField, 'Results by name.'),
    calibration: optional(calibrationField, 'none'),
    slurm: optional(slurmField, 'all from the estimates of the scenes'),
  },
  'A study: runs of scenes with different parameters.',
);

export type StudyFields = z.output<typeof studySchema>;
export type ResultFields = StudyFields['results'][string];
