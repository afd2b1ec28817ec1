// SPDX-License-Identifier: MIT
/** `scree bench`: speed and accuracy compared with other engines on the same pairs and packings. */
import { writeFileSync } from 'node:fs';
import { Command, InvalidArgumentError } from 'commander';
import { benchmarkContacts } from '../../bench/contact-benchmark.ts';
import { MESH_SET_NAMES } from '../../bench/mesh-set.ts';
import { QUICK_PAIR_COUNT, SET_NAMES } from '../../bench/pair-set.ts';
import { reportText } from '../../bench/report.ts';
import { cliffBenchCommand, readCount, readPositive, scalingBenchCommand, stepBenchCommand } from './bench-step.ts';

const ALL_SETS: readonly string[] = [...SET_NAMES, ...MESH_SET_NAMES];

interface ContactBenchOptions {
  readonly sets: readonly string[];
  readonly reps: number;
  readonly budget: number;
  readonly pairs?: number;
  readonly quick?: true;
  readonly family: boolean;
  readonly json?: string;
}

const DETAILS = `
Sets: ${SET_NAMES.filter((name) => name.endsWith('_shallow'))
  .map((name) => name.slice(0, -'_shallow'.length))
  .join(', ')}, each _shallow, _deep, _near and _far; h8 alone means all four.
Spheres against meshes: ${MESH_SET_NAMES.join(', ')}; mesh alone means all.
The other engines are @dimforge/rapier3d-compat, jolt-physics and three-mesh-bvh, if they are installed.

Example: scree bench contact --quick --sets h16`;

function readSets(text: string): string[] {
  return text.split(',').flatMap((wanted) => {
    const found = ALL_SETS.filter((name) => name === wanted || name.startsWith(`${wanted}_`));
    if (found.length === 0) throw new InvalidArgumentError(`No set "${wanted}"; there are ${ALL_SETS.join(', ')}.`);
    return found;
  });
}

function contactBenchCommand(): Command {
  return new Command('contact')
    .description(
      'ns per contact query on sets of convex pairs, with wrong answers, and of spheres against meshes, as Markdown',
    )
    .option('--sets <names>', 'sets or families of sets, separated by commas (default: all)', readSets)
    .option('--reps <count>', 'repetitions; the median counts', readCount, 3)
    .option('--budget <seconds>', 'CPU time of each timing', readPositive, 0.1)
    .option('--pairs <count>', 'at most so many pairs or spheres of each set', readCount)
    .option('--quick', `one repetition, ${QUICK_PAIR_COUNT} pairs or spheres of each set`)
    .option('--no-family', 'leave out the columns of the other algorithms')
    .option('--json <file>', 'write the numbers to a file, too')
    .addHelpText('after', DETAILS)
    .action(async ({ sets = ALL_SETS, reps, budget, pairs, quick, family, json }: ContactBenchOptions) => {
      const pairCount = pairs ?? (quick ? QUICK_PAIR_COUNT : undefined);
      const result = await benchmarkContacts({
        sets,
        repetitions: quick ? 1 : reps,
        budgetSeconds: budget,
        family,
        ...(pairCount !== undefined && { pairCount }),
        progress: (line) => console.error(line),
      });
      if (json !== undefined) writeFileSync(json, `${JSON.stringify(result, undefined, 2)}\n`);
      console.log(reportText(result));
    });
}

export function benchCommand(): Command {
  return new Command('bench')
    .addCommand(contactBenchCommand())
    .addCommand(stepBenchCommand())
    .addCommand(scalingBenchCommand())
    .addCommand(cliffBenchCommand());
}
