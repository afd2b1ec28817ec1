// SPDX-License-Identifier: MIT
/**
 * Times every variant on every set. Each variant runs in its own process, so that no engine runs in code that the
 * compiler optimised for another. The variants of a set alternate over the repetitions, so that a temporary load on the
 * machine affects all of them.
 */

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { median } from './cpu-time.ts';
import { describeMachine, type Machine } from './machine.ts';
import { benchmarkMeshes, type MeshSetResult } from './mesh-benchmark.ts';
import { MESH_SET_NAMES } from './mesh-set.ts';
import { createPairSet, pairCountOf } from './pair-set.ts';
import { timeInProcess } from './process-timing.ts';
import { wrongAnswers } from './score.ts';
import { FAMILY_NAMES, isTimedOn, type Timing, VARIANT_NAMES } from './variants.ts';

const PROGRAM = fileURLToPath(new URL(`./time-one-variant${extname(import.meta.url)}`, import.meta.url));

export interface BenchmarkOptions {
  readonly sets: readonly string[];
  readonly repetitions: number;
  readonly budgetSeconds: number;
  /** Pairs or spheres per set; default: those of the full set. */
  readonly pairCount?: number;
  /** The algorithms of the family too, once each. */
  readonly family?: boolean;
  readonly progress?: (line: string) => void;
}

export interface VariantResult {
  readonly variant: string;
  readonly engine?: string;
  /** Why there are no numbers. */
  readonly missing?: string;
  /** Median, smallest and largest over the repetitions, per query. */
  readonly nanoseconds?: number;
  readonly fastest?: number;
  readonly slowest?: number;
  /** Answers that are wrong, and those between 1e-6 and 1e-3 of the size off. */
  readonly wrong?: number;
  readonly rough?: number;
}

export interface SetResult {
  readonly set: string;
  readonly pairs: number;
  readonly variants: readonly VariantResult[];
}

export interface BenchmarkResult {
  readonly machine: Machine;
  readonly repetitions: number;
  readonly budgetSeconds: number;
  readonly sets: readonly SetResult[];
  /** Spheres against meshes. */
  readonly meshes: readonly MeshSetResult[];
}

function summarise(variant: string, timings: readonly Timing[]): VariantResult {
  const missing = timings.find((timing) => 'missing' in timing);
  if (missing && 'missing' in missing) return { variant, missing: missing.missing };
  const measured = timings.flatMap((timing) => ('missing' in timing ? [] : [timing]));
  const times = measured.map(({ nanoseconds }) => nanoseconds);
  const last = measured.at(-1);
  if (last === undefined) return { variant, missing: 'not measured' };
  return {
    variant,
    ...(last.engine && { engine: last.engine }),
    nanoseconds: median(times),
    fastest: Math.min(...times),
    slowest: Math.max(...times),
    wrong: wrongAnswers(last),
    rough: last.rough,
  };
}

export async function benchmarkContacts(options: BenchmarkOptions): Promise<BenchmarkResult> {
  const { sets, repetitions, budgetSeconds, progress } = options;
  const machine = describeMachine();
  const folder = mkdtempSync(join(tmpdir(), 'scree-bench-'));
  try {
    const results: SetResult[] = [];
    for (const name of sets.filter((each) => !MESH_SET_NAMES.includes(each))) {
      const pairs = Math.min(options.pairCount ?? Infinity, pairCountOf(name));
      progress?.(`${name}: ${pairs} pairs`);
      const setFile = join(folder, `${name}.json`);
      writeFileSync(setFile, JSON.stringify(createPairSet(name, pairs)));
      const timings = new Map<string, Timing[]>(
        [...VARIANT_NAMES, ...(options.family ? FAMILY_NAMES : [])]
          .filter((variant) => isTimedOn(variant, name))
          .map((variant) => [variant, []]),
      );
      for (let repetition = 1; repetition <= repetitions; repetition++) {
        for (const [variant, times] of timings) {
          if (repetition > 1 && FAMILY_NAMES.includes(variant)) continue;
          const timing = await timeInProcess<Timing>(PROGRAM, [setFile, variant, String(budgetSeconds)]);
          times.push(timing);
          const outcome = 'missing' in timing ? timing.missing : `${timing.nanoseconds.toFixed(0)} ns`;
          progress?.(`${name}: ${repetition}/${repetitions} ${variant}: ${outcome}`);
        }
      }
      rmSync(setFile);
      results.push({ set: name, pairs, variants: [...timings].map(([variant, times]) => summarise(variant, times)) });
    }
    const meshes = await benchmarkMeshes({
      ...options,
      sets: sets.filter((each) => MESH_SET_NAMES.includes(each)),
    });
    return { machine, repetitions, budgetSeconds, sets: results, meshes };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
