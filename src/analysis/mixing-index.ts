// SPDX-License-Identifier: MIT
/**
 * Lacey's mixing index (J. Appl. Chem. 4, 1954): M = (s0^2 - s^2) / (s0^2 - sr^2), with the variance s^2 of the
 * fraction of a kind between cells: 0 if no cell is mixed, about 1 for a random mixture. Cells are weighted by their
 * content, so sr^2 is the expectation of s^2 over all random distributions of the same bodies; by mass it follows
 * Poole, Taylor & Wall (1964). With more than two kinds the variances are summed.
 */
import { type GranularState, vectorAt } from './granular-state.ts';
import { type AnalysisRegion, bodiesIn } from './region.ts';
import { sortedSum } from './sorted-sum.ts';

/** Cells and kinds of bodies for Lacey's mixing index. */
export interface MixingOptions {
  /** Cells along x, y and z of the region's box. */
  readonly cells: readonly [number, number, number];
  /** The property that distinguishes kinds of bodies. */
  readonly by: 'material' | 'shape';
  /** Whether a body counts as one or by its mass. */
  readonly weight: 'number' | 'mass';
  /** Cells with fewer bodies are left out. */
  readonly fewest: number;
}

export const DEFAULT_MIXING: MixingOptions = { cells: [5, 5, 5], by: 'material', weight: 'number', fewest: 5 };

/** Lacey's mixing index, 0 segregated and 1 mixed, with the variances it comes from. */
export interface Mixing {
  readonly index: number;
  /** Variances: as it is, not mixed at all, mixed by chance. */
  readonly variance: number;
  readonly segregated: number;
  readonly random: number;
  /** Cells that count. */
  readonly cells: number;
}

function cellIndex(at: number, low: number, high: number, count: number): number {
  const k = Math.floor((count * (at - low)) / (high - low));
  return Math.min(count - 1, Math.max(0, k));
}

/** Undefined when fewer than two cells count, or all bodies in them are of one kind. */
export function mixingIndex(state: GranularState, region: AnalysisRegion, options: MixingOptions): Mixing | undefined {
  const { bodies } = state;
  const { min, max } = region;
  const [nx, ny, nz] = options.cells;
  const kindOf = options.by === 'material' ? bodies.material : bodies.shape;
  const cells = new Map<number, number[]>();
  for (const k of bodiesIn(state, region)) {
    const { x, y, z } = vectorAt(bodies.position, k);
    const cell =
      cellIndex(x, min.x, max.x, nx) + nx * (cellIndex(y, min.y, max.y, ny) + ny * cellIndex(z, min.z, max.z, nz));
    const rows = cells.get(cell);
    if (rows === undefined) cells.set(cell, [k]);
    else rows.push(k);
  }
  const counted = [...cells.values()].filter((rows) => rows.length >= options.fewest);
  const rows = counted.flat();
  const kinds = [...new Set(rows.map((k) => kindOf[k]))].sort((a, b) => a - b);
  if (counted.length < 2 || kinds.length < 2) return undefined;
  const weightOf = (k: number): number => (options.weight === 'mass' ? bodies.mass[k] : 1);
  const sum = (of: readonly number[], value: (k: number) => number): number => sortedSum(Float64Array.from(of, value));
  const total = sum(rows, weightOf);
  let [variance, segregated, random] = [0, 0, 0];
  for (const kind of kinds) {
    const own = (k: number): number => (kindOf[k] === kind ? weightOf(k) : 0);
    const share = sum(rows, own) / total;
    const spread = counted.map((cell) => {
      const held = sum(cell, weightOf);
      return held * (sum(cell, own) / held - share) ** 2;
    });
    variance += sortedSum(Float64Array.from(spread)) / total;
    const limit = share * (1 - share);
    segregated += limit;
    // Mean weight of a body of the kind and of one of the others, as a body drawn by weight has it.
    const drawn = (isKind: boolean): number => {
      const of = rows.filter((k) => (kindOf[k] === kind) === isKind);
      return sum(of, (k) => weightOf(k) ** 2) / sum(of, weightOf);
    };
    const body = (1 - share) * drawn(true) + share * drawn(false);
    random += (limit * body * (counted.length - 1)) / (total - body);
  }
  // One body a cell on average: by chance it is as well mixed as not at all.
  if (!(segregated > random)) return undefined;
  return {
    index: (segregated - variance) / (segregated - random),
    variance,
    segregated,
    random,
    cells: counted.length,
  };
}
