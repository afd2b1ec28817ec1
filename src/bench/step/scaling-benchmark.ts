// SPDX-License-Identifier: MIT
/**
 * Times packings of growing size: copies of one periodic packing side by side. The time per body should not depend on
 * their number.
 */
import { describeMachine, type Machine } from '../machine.ts';
import { timeInProcess } from '../process-timing.ts';
import { providePacking } from './settled-packing.ts';
import { type Outcome, PROGRAM, SCREE, type StepVariantResult, summarise, takeTurns } from './step-benchmark.ts';
import { createScene } from './step-scene.ts';
import type { StepTiming } from './time-steps.ts';

/** Copies along x and y: 30 000 to 1 080 000 spheres. */
const FULL_COPIES: readonly (readonly [number, number])[] = [
  [1, 1],
  [2, 2],
  [3, 4],
  [6, 6],
];
const QUICK_COPIES = FULL_COPIES.slice(0, 3);
/** Bodies times steps of one timing, about; and of the steps before. */
const WORK = 12e6;
const QUICK_WORK = 1e6;
const LEAST_STEPS = 10;
const WARM_UP_SHARE = 0.4;

interface ScalingOptions {
  readonly threads: readonly number[];
  readonly repetitions: number;
  readonly isQuick: boolean;
  readonly packings: string;
  readonly progress?: (line: string) => void;
}

export interface SizeResult {
  readonly count: number;
  readonly steps: number;
  readonly variants: readonly StepVariantResult[];
}

export interface ScalingResult {
  readonly machine: Machine;
  readonly repetitions: number;
  readonly sizes: readonly SizeResult[];
}

export async function benchmarkScaling(options: ScalingOptions): Promise<ScalingResult> {
  const { isQuick, repetitions, progress } = options;
  const scene = createScene('periodic', isQuick);
  const packingFile = providePacking(options.packings, scene, progress);
  const machine = describeMachine();
  const sizes = (isQuick ? QUICK_COPIES : FULL_COPIES).map(([copiesX, copiesY]) => {
    const count = scene.count * copiesX * copiesY;
    const steps = Math.max(LEAST_STEPS, Math.round((isQuick ? QUICK_WORK : WORK) / count));
    const warmUp = Math.max(LEAST_STEPS, Math.round(WARM_UP_SHARE * steps));
    const variants = options.threads.map((threads) => ({
      variant: SCREE,
      threads,
      time: () =>
        timeInProcess<StepTiming>(PROGRAM, [
          scene.name,
          isQuick ? 'quick' : 'full',
          packingFile,
          ...[threads, copiesX, copiesY, warmUp, steps].map(String),
        ]),
      outcomes: [] as Outcome[],
    }));
    return { count, steps, variants };
  });
  // All sizes take part in each repetition, because they are compared.
  for (let repetition = 1; repetition <= repetitions; repetition++) {
    for (const { count, variants } of sizes)
      await takeTurns(`${count}, ${repetition}/${repetitions}`, variants, 1, progress);
  }
  return {
    machine,
    repetitions,
    sizes: sizes.map(({ count, steps, variants }) => ({
      count,
      steps,
      variants: variants.map(({ variant, threads, outcomes }) => summarise(variant, threads, count, outcomes)),
    })),
  };
}
