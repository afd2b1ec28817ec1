// SPDX-License-Identifier: MIT
/** The results of the scaling benchmark as Markdown. */
import { machineLine } from '../machine.ts';
import { count, markdownTable } from '../markdown-table.ts';
import type { ScalingResult, SizeResult } from './scaling-benchmark.ts';
import type { StepVariantResult } from './step-benchmark.ts';
import { speedUp } from './step-report.ts';

const fixed = (value: number | undefined): string => value?.toFixed(0) ?? '-';

/** Whether the state at the end has the bits of the first number of threads. */
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
    fixed(each.nanoseconds),
    each.fastest === undefined ? '-' : `${fixed(each.fastest)} to ${fixed(each.slowest)}`,
    speedUp(one, each),
    fixed(each.cpuNanoseconds),
    fixed(each.rebuilds),
    each.missing === undefined ? bitsOf(each, first) : '-',
  ]);
}

/** All bodies at once: what there is to say of a scene besides its times. */
function describeSize({ scene, title, count: bodies, variants }: SizeResult): string {
  const [first] = variants;
  const contacts = first?.contactsPerBody?.toFixed(2) ?? '-';
  return `- ${scene}: ${count(bodies)} ${title}; ${contacts} contacts and ${fixed(first?.bytesPerBody)} bytes a body`;
}

export function scalingReport({ machine, repetitions, steps, sizes }: ScalingResult): string {
  const missing = sizes.flatMap(({ scene, variants }) =>
    variants.flatMap((each) =>
      each.missing === undefined ? [] : `- ${scene}, ${each.threads} threads: ${each.missing}`,
    ),
  );
  return [
    '# Scaling',
    '',
    `${machineLine(machine)}. Median of ${repetitions} repetitions of ${steps} steps, wall clock.`,
    'Copies of settled packings side by side. `ns`: one body in one step; `speed-up`: how many times as fast as on',
    'one thread; `CPU ns`: CPU time of all threads; `lists`: neighbour-list rebuilds in the steps; `bits`: whether',
    'the state after the steps has the same bits as in the first row of the scene.',
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
