// SPDX-License-Identifier: MIT
/** `scree compare`: compares two runs and finds where they diverge. */
import { Command, InvalidArgumentError } from 'commander';
import { ScreeError } from '../../errors.ts';
import type { Comparison } from '../../runs/compare/compare-recordings.ts';
import type { Difference } from '../../runs/compare/compare-states.ts';
import { formatCount } from '../../scene/format-quantity.ts';
import { errorJson } from '../terminal/error-json.ts';
import { failureMessage, isSystemError } from '../terminal/exit-code.ts';
import { TextOutput } from '../terminal/text-output.ts';

/** As `diff` does it. */
const EXIT_EQUAL = 0;
const EXIT_DIFFERENT = 1;
const EXIT_TROUBLE = 2;

const DETAILS = `
Looks at the moments that both runs have, the frames of their trajectories (float32) and their checkpoints (float64), in
the order of time, and stops at the first at which a body is elsewhere, moves otherwise, or is in one of the runs only.
Bodies are matched by their ids. Output intervals and time steps of the runs may differ.
Exit codes, as for diff: 0 the runs agree at all common moments, 1 they part, 2 they cannot be compared, or agree where
a damaged trajectory can be read.

Example: scree compare runs/one-thread runs/two-threads`;

function readTolerance(text: string): number {
  const value = Number(text);
  if (text.trim() !== '' && value >= 0 && Number.isFinite(value)) return value;
  throw new InvalidArgumentError('Expected a number >= 0, such as 1e-9.');
}

function differenceText({ id, quantity, values: [a, b] }: Difference, names: readonly [string, string]): string {
  if (quantity === 'presence') return `body ${id} is in ${a === undefined ? names[1] : names[0]} only`;
  return `body ${id} ${quantity}: ${a} and ${b}, difference ${Math.abs((a as number) - (b as number))}`;
}

function comparisonText(
  { part, agree, common, compared, alone, problems }: Comparison,
  names: readonly [string, string],
): string {
  const left = alone.some((count) => count > 0) ? `; moments of one run only: ${alone[0]} and ${alone[1]}` : '';
  if (part === undefined) {
    const agreed = problems.length === 0 ? `all ${formatCount(common)}` : `the ${formatCount(compared)} readable`;
    return (
      `${names.join(' and ')} agree at ${agreed} common moments, up to step ${agree?.step}, time ${agree?.time} ` +
      `s${left}\n`
    );
  }
  const { first, largest, differing, bodies } = part.differences;
  const step = part.steps[0] === part.steps[1] ? `step ${part.steps[0]}` : `steps ${part.steps.join(' and ')}`;
  const before =
    agree === undefined
      ? 'they agree at no moment before'
      : `they agree up to step ${agree.step}, time ${agree.time} s`;
  return [
    `${names.join(' and ')} part at ${step}, time ${part.time} s ` +
      `(${part.kind === 'frame' ? 'frames of the trajectories, float32' : 'checkpoints, float64'})`,
    `  first     ${differenceText(first, names)}`,
    `  largest   ${differenceText(largest, names)}`,
    `  bodies    ${formatCount(differing)} of ${formatCount(bodies)} differ`,
    `  before    ${before}`,
    `  compared  ${formatCount(compared)} of ${formatCount(common)} common moments${left}\n`,
  ].join('\n');
}

interface CompareOptions {
  readonly tolerance: number;
  readonly json?: true;
}

async function compare(a: string, b: string, { tolerance, json }: CompareOptions, command: Command): Promise<void> {
  const { compareRuns } = await import('../../runs/compare/compare-runs.ts');
  const output = new TextOutput(process.stdout);
  try {
    const comparison = await compareRuns(a, b, tolerance);
    const text = json ? `${JSON.stringify({ runs: [a, b], ...comparison })}\n` : comparisonText(comparison, [a, b]);
    await output.write(text);
    for (const problem of comparison.problems) console.error(`scree: ${problem}`);
    // Runs with lost frames may differ in these frames.
    const isKnown = comparison.problems.length === 0;
    process.exitCode = comparison.part !== undefined ? EXIT_DIFFERENT : isKnown ? EXIT_EQUAL : EXIT_TROUBLE;
  } catch (error) {
    if (!(error instanceof ScreeError || isSystemError(error))) throw error;
    if (json) await output.write(`${JSON.stringify(errorJson(error))}\n`);
    console.error(failureMessage(error, command.optsWithGlobals().verbose === true));
    process.exitCode = EXIT_TROUBLE;
  }
}

export function compareCommand(): Command {
  return new Command('compare')
    .argument('<a>', 'folder of a run')
    .argument('<b>', 'folder of another run')
    .option(
      '--tolerance <ratio>',
      'differences up to this part of the largest number of a quantity do not count',
      readTolerance,
      0,
    )
    .option('--json', 'one JSON object instead of lines: where the runs agree and part; or error')
    .addHelpText('after', DETAILS)
    .action(compare);
}
