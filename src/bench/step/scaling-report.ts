// SPDX-License-Identifier: MIT
/** The results of the scaling benchmark as Markdown. */
import { machineLine } from '../machine.ts';
import { count, markdownTable } from '../markdown-table.ts';
import type { ScalingResult, SizeResult } from './scaling-benchmark.ts';
import type { StepVariantResult } from './step-benchmark.ts';
import { fixed, speedUp } from './step-report.ts';

/** Whether the final state has the same bits as on the first number of threads. */
function bitsOf({ stateHash }: StepVariantResult, first: StepVariantResult | undefined): string {
  if (stateHash === undefined || first?.stateHash === undefined) return 'differ';
  return stateHash === first.stateHash ? 'same' : 'differ';
}

function rowsOf({ scene, count: bodies, variants }: SizeResult): string[][] {
  const [first] = variants;
  const one = variants.find(({ threads }) => threads === 1);
  return variants.map((each) => [
    `${scene}, ${count(bodies)}`,
    String(each.threads),
    fixed(each.nanoseconds, 0),
    each.fastest === undefined ? '-' : `${fixed(each.fastest, 0)} to ${fixed(each.slowest, 0)}`,
    speedUp(one, each),
    fixed(each.cpuNanoseconds, 0),
    fixed(each.rebuilds, 0),
    each.missing === undefined ? bitsOf(each, first) : '-',
  ]);
}

/** Bodies, contacts and memory of a scene. */
function describeSize({ scene, title, count: bodies, variants }: SizeResult): string {
  const [first] = variants;
  const contacts = fixed(first?.contactsPerBody, 2);
  const bytes = fixed(first?.bytesPerBody, 0);
  return `- ${scene}: ${count(bodies)} ${title}; ${contacts} contacts and ${bytes} bytes a body`;
}

/** What the machine itself gains, so that the table can be compared with it. */
function describeGains({ threads, machineSpeedUps }: ScalingResult): string {
  // The number of threads in brackets.
  const gains = machineSpeedUps.map((gain, k) => `${gain.toFixed(1)} (${threads[k]})`);
  return `Arithmetic without shared data has the speed-ups ${gains.join(', ')} on this machine.`;
}

export function scalingReport(result: ScalingResult): string {
  const { machine, repetitions, steps, sizes } = result;
  const missing = sizes.flatMap(({ scene, variants }) =>
    variants.flatMap((each) =>
      each.missing === undefined ? [] : `- ${scene}, ${each.threads} threads: ${each.missing}`,
    ),
  );
  return [
    '# Scaling',
    '',
    `${machineLine(machine)}. Median of ${repetitions} repetitions of ${steps} steps, wall clock.`,
    'Copies of settled packings side by side. `ns`: time of one body in one step; `speed-up`: time on one thread over',
    'this time; `CPU ns`: CPU time of all threads; `lists`: neighbour-list rebuilds in the steps; `bits`: whether the',
    'state after the steps has the same bits as in the first row of the scene.',
    '',
    describeGains(result),
    '',
    ...sizes.map(describeSize),
    ...missing,
    '',
    markdownTable([
      ['scene, bodies', 'threads', 'ns', 'range', 'speed-up', 'CPU ns', 'lists', 'bits'],
      ...sizes.flatMap(rowsOf),
    ]),
    '',
  ].join('\n');
}
