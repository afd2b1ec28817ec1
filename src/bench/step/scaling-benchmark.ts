// SPDX-License-Identifier: MIT
/**
 * Times large packings over the number of threads: copies of the settled packing of a scene side by side. The numbers
 * of threads take turns in each repetition, and their final states are compared bit by bit.
 */
import { describeMachine, type Machine } from '../machine.ts';
import { timeInProcess } from '../process-timing.ts';
import { machineSpeedUps } from './machine-scaling.ts';
import { providePacking } from './settled-packing.ts';
import { type Outcome, PROGRAM, SCREE, type StepVariantResult, summarise, takeTurns } from './step-benchmark.ts';
import { createScene } from './step-scene.ts';
import { tilingFor } from './tiled-packing.ts';
import type { StepTiming } from './time-steps.ts';

interface ScalingOptions {
  readonly scenes: readonly string[];
  /** Approximate numbers of bodies. */
  readonly bodies: readonly number[];
  readonly threads: readonly number[];
  readonly repetitions: number;
  /** Steps of each timing. */
  readonly steps: number;
  /** Steps before each timing. */
  readonly warmUpSteps: number;
  /** Uses copies of the small packings of quick benchmarks. */
  readonly isQuick: boolean;
  readonly packings: string;
  readonly progress?: (line: string) => void;
}

export interface SizeResult {
  readonly scene: string;
  readonly title: string;
  readonly count: number;
  readonly variants: readonly StepVariantResult[];
}

export interface ScalingResult {
  readonly machine: Machine;
  readonly repetitions: number;
  readonly steps: number;
  readonly threads: readonly number[];
  /** For each number of threads: what the machine gains if threads share nothing. */
  readonly machineSpeedUps: readonly number[];
  readonly sizes: readonly SizeResult[];
}

export async function benchmarkScaling(options: ScalingOptions): Promise<ScalingResult> {
  const { isQuick, repetitions, steps, warmUpSteps, progress } = options;
  const sizes = options.scenes.flatMap((name) => {
    const scene = createScene(name, isQuick);
    const packingFile = providePacking(options.packings, scene, progress);
    return options.bodies.map((bodies) => {
      const [copiesX, copiesY] = tilingFor(bodies, scene);
      const variants = options.threads.map((threads) => ({
        variant: SCREE,
        threads,
        time: () =>
          timeInProcess<StepTiming>(PROGRAM, [
            name,
            isQuick ? 'quick' : 'full',
            packingFile,
            ...[threads, copiesX, copiesY, warmUpSteps, steps].map(String),
          ]),
        outcomes: [] as Outcome[],
      }));
      return { scene: name, title: scene.title, count: scene.count * copiesX * copiesY, variants };
    });
  });
  const machine = describeMachine();
  const machineGains = await machineSpeedUps(options.threads);
  // All sizes take part in each repetition, because they are compared.
  for (let repetition = 1; repetition <= repetitions; repetition++) {
    for (const { scene, count, variants } of sizes)
      await takeTurns(`${scene}, ${count}, ${repetition}/${repetitions}`, variants, 1, progress);
  }
  return {
    machine,
    repetitions,
    steps,
    threads: options.threads,
    machineSpeedUps: machineGains,
    sizes: sizes.map(({ variants, ...size }) => ({
      ...size,
      variants: variants.map(({ variant, threads, outcomes }) => summarise(variant, threads, size.count, outcomes)),
    })),
  };
}
