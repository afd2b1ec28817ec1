// SPDX-License-Identifier: MIT
/** The results of the scaling benchmark as Markdown. */
import { machineLine } from '../machine.ts';
import { count, markdownTable } from '../markdown-table.ts';
import type { ScalingResult, SizeResult } from './scaling-benchmark.ts';
import type { StepVariantResult } from './step-benchmark.ts';
import { speedUp } from './step-report.ts';

function resultOf({ variants }: SizeResult, threads: number): StepVariantResult | undefined {
  return variants.find((each) => each.threads === threads);
}

/** Cost of a body relative to that in the smallest packing. */
function relativeCost(result: StepVariantResult | undefined, base: StepVariantResult | undefined): string {
  if (result?.nanoseconds === undefined || base?.nanoseconds === undefined) return '-';
  return (result.nanoseconds / base.nanoseconds).toFixed(2);
}

export function scalingReport({ machine, repetitions, sizes }: ScalingResult): string {
  const [smallest] = sizes;
  const threads = smallest?.variants.map((each) => each.threads) ?? [];
  const missing = sizes.flatMap(({ count: bodies, variants }) =>
    variants.flatMap((each) =>
      each.missing === undefined ? [] : `- ${count(bodies)}, ${each.threads} threads: ${each.missing}`,
    ),
  );
  return [
    '# Scaling',
    '',
    `${machineLine(machine)}. Median of ${repetitions} repetitions, wall clock.`,
    'Copies of a settled bed of spheres on a floor, side by side, repeated along x and y. `ns`: one body in one ' +
      'step; `x`: the same over that of the',
    'smallest bed, 1 where the cost of a body does not depend on their number; `speed-up`: how many times as ' +
      'fast as on one thread.',
    ...missing,
    '',
    markdownTable([
      [
        'spheres',
        'steps',
        ...threads.flatMap((n) => [`ns, ${n}`, `x, ${n}`, ...(n > 1 ? [`speed-up, ${n}`] : [])]),
        'lists',
        'bytes a body',
      ],
      ...sizes.map((size) => [
        count(size.count),
        String(size.steps),
        ...threads.flatMap((n) => [
          resultOf(size, n)?.nanoseconds?.toFixed(0) ?? '-',
          relativeCost(resultOf(size, n), smallest && resultOf(smallest, n)),
          ...(n > 1 ? [speedUp(resultOf(size, 1), resultOf(size, n))] : []),
        ]),
        size.variants[0]?.rebuilds?.toFixed(0) ?? '-',
        size.variants[0]?.bytesPerBody?.toFixed(0) ?? '-',
      ]),
    ]),
    '',
  ].join('\n');
}
