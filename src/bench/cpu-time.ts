// SPDX-License-Identifier: MIT
/**
 * CPU time of one variant on one set: repeats passes over all pairs until the time budget is used, after a warm-up for
 * the just-in-time compilers, whose threads count too. Wall time on a shared machine would include the work of others.
 */
import type { PreparedVariant } from './scree-variants.ts';

const FEWEST_PASSES = 3;
/** Budgets spent before timing begins: at 0.5 s the kernel's TypeScript and WebAssembly are fully compiled. */
const WARM_UP_BUDGETS = 5;
/** A budget is overrun by slow passes at most this many times. */
const LONGEST_OVERRUN = 10;

export function cpuSeconds(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const upper = sorted[sorted.length >> 1] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[(sorted.length >> 1) - 1] ?? upper)) / 2;
}

/** Median nanoseconds per pair. */
export function measureVariant(
  variant: Pick<PreparedVariant, 'pass'>,
  pairCount: number,
  budgetSeconds: number,
): number {
  let warmUp = 0;
  do warmUp += cpuSeconds(() => variant.pass());
  while (warmUp < WARM_UP_BUDGETS * budgetSeconds);
  // The clock ticks in microseconds: short passes are timed several at once.
  const probe = cpuSeconds(() => variant.pass());
  const passes = Math.max(1, Math.ceil(1e-3 / Math.max(probe, 1e-6)));
  const times: number[] = [];
  let total = 0;
  while (times.length < FEWEST_PASSES || total < budgetSeconds) {
    const seconds = cpuSeconds(() => {
      for (let i = 0; i < passes; i++) variant.pass();
    });
    total += seconds;
    times.push((seconds / passes / pairCount) * 1e9);
    if (total > LONGEST_OVERRUN * budgetSeconds) break;
  }
  return median(times);
}
