// SPDX-License-Identifier: MIT
/** Calibrates the frictions of the silo and the heap, with runs that are made once for each point and seed. */
import { calibrate } from '../../calibration/calibrate.ts';
import type { CalibrationAnswer } from '../../calibration/calibration-answer.ts';
import type { CalibrationTarget } from '../../calibration/calibration-spec.ts';
import type { BodySpec } from '../../simulation/simulation-spec.ts';
import { type Frictions, heapAngle, type Rig, settledPacking, siloRate } from './silo-and-heap.ts';

export const NAMES = ['sliding', 'rolling'] as const;
/** What someone takes who knows nothing of the grains: from polished beads to angular sand. */
export const RANGES = { sliding: [0.1, 0.6], rolling: [0, 0.25] } as const;
/** Degrees and kg/s. */
export const RESULTS = ['angle', 'rate'] as const;
export type ResultName = (typeof RESULTS)[number];

export interface RigSizes {
  readonly heap: Rig;
  readonly silo: Rig;
}

interface Packings {
  readonly heap: readonly BodySpec[];
  readonly silo: readonly BodySpec[];
}

/** A friction from its share of the range. */
export function frictionAt(name: keyof Frictions, share: number): number {
  const [low, high] = RANGES[name];
  return low + share * (high - low);
}

export class RigRuns {
  readonly #sizes: RigSizes;
  readonly #progress: (line: string) => void;
  readonly #packings = new Map<number, Packings>();
  readonly #done = new Map<string, Record<ResultName, number>>();

  constructor(sizes: RigSizes, progress: (line: string) => void) {
    this.#sizes = sizes;
    this.#progress = progress;
  }

  /** Pairs of runs so far. */
  get count(): number {
    return this.#done.size;
  }

  /** Number of grains of a heap and of a silo. */
  grains(seed: number): { readonly heap: number; readonly silo: number } {
    const { heap, silo } = this.#packing(seed);
    return { heap: heap.length, silo: silo.length };
  }

  measure(frictions: Frictions, seed: number): Record<ResultName, number> {
    const key = `${frictions.sliding} ${frictions.rolling} ${seed}`;
    const known = this.#done.get(key);
    if (known !== undefined) return known;
    const { heap, silo } = this.#packing(seed);
    const measured = {
      angle: heapAngle(this.#sizes.heap, heap, frictions),
      rate: siloRate(this.#sizes.silo, silo, frictions),
    };
    this.#done.set(key, measured);
    const [sliding, rolling] = [frictions.sliding.toFixed(3), frictions.rolling.toFixed(3)];
    this.#progress(
      `sliding ${sliding}, rolling ${rolling}, seed ${seed}: ${measured.angle.toFixed(2)} degrees, ` +
        `${measured.rate.toFixed(3)} kg/s`,
    );
    return measured;
  }

  /** Mean over seeds, and the variance of that mean; undefined for one seed. */
  mean(frictions: Frictions, seeds: readonly number[], result: ResultName): { mean: number; variance?: number } {
    const values = seeds.map((seed) => this.measure(frictions, seed)[result]);
    const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
    if (values.length < 2) return { mean };
    const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
    return { mean, variance: squares / (values.length - 1) / values.length };
  }

  #packing(seed: number): Packings {
    const known = this.#packings.get(seed);
    if (known !== undefined) return known;
    const made = { heap: settledPacking(this.#sizes.heap, seed), silo: settledPacking(this.#sizes.silo, seed) };
    this.#packings.set(seed, made);
    return made;
  }
}

interface Task {
  readonly targets: readonly (CalibrationTarget & { readonly result: ResultName })[];
  /** Seed of the first packing. Each point has packings of its own, so that no chance is common to all points. */
  readonly firstSeed: number;
  /** Packings of a point. */
  readonly repeats: number;
  readonly start: number;
  readonly budget: number;
}

/** The answer has shares of RANGES. */
export async function calibrateFrictions(
  runs: RigRuns,
  { targets, firstSeed, repeats, start, budget }: Task,
): Promise<CalibrationAnswer> {
  const variances: number[][] = targets.map(() => []);
  let asked = 0;
  const answer = await calibrate({
    dimensions: NAMES.length,
    spec: { targets, start, budget, batch: 1 },
    isAllowed: () => true,
    evaluate: async (points) => {
      const results = points.map(([sliding = 0, rolling = 0]) => {
        const frictions = { sliding: frictionAt('sliding', sliding), rolling: frictionAt('rolling', rolling) };
        const own = Array.from({ length: repeats }, (_, k) => firstSeed + asked * repeats + k);
        asked++;
        return targets.map(({ result }, k) => {
          const { mean, variance } = runs.mean(frictions, own, result);
          if (variance !== undefined) variances[k]?.push(variance);
          return mean;
        });
      });
      const noise = variances.map((all) =>
        all.length === 0 ? undefined : all.reduce((sum, value) => sum + value, 0) / all.length,
      );
      return { results, noise };
    },
  });
  if (answer === undefined) throw new RangeError(`a calibration with ${budget} points has no answer`);
  return answer;
}
