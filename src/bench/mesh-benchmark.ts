// SPDX-License-Identifier: MIT
/**
 * Times spheres against meshes, each variant in its own process, and fits how the time grows with the number of facets.
 */
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { BenchmarkOptions } from './contact-benchmark.ts';
import { median } from './cpu-time.ts';
import { facetCountOf, sphereCountsOf } from './mesh-set.ts';
import { MESH_VARIANT_NAMES, type MeshTiming } from './mesh-variants.ts';
import { timeInProcess } from './process-timing.ts';

const PROGRAM = fileURLToPath(new URL(`./time-mesh-variant${extname(import.meta.url)}`, import.meta.url));

interface MeshVariantResult {
  readonly variant: string;
  readonly engine?: string;
  readonly missing?: string;
  /** Median per query. */
  readonly nanoseconds?: number;
  /** Facets within the radius per sphere. */
  readonly meeting?: number;
}

export interface MeshSetResult {
  readonly set: string;
  readonly facets: number;
  readonly spheres: number;
  readonly variants: readonly MeshVariantResult[];
}

function summarise(variant: string, timings: readonly MeshTiming[], spheres: number): MeshVariantResult {
  const measured = timings.flatMap((timing) => ('missing' in timing ? [] : [timing]));
  const missing = timings.find((timing) => 'missing' in timing);
  const last = measured.at(-1);
  if (last === undefined || (missing && 'missing' in missing)) {
    return { variant, missing: missing && 'missing' in missing ? missing.missing : 'not measured' };
  }
  return {
    variant,
    ...(last.engine && { engine: last.engine }),
    nanoseconds: median(measured.map(({ nanoseconds }) => nanoseconds)),
    meeting: last.meeting / spheres,
  };
}

/** Every set with each of its numbers of spheres. */
export async function benchmarkMeshes(options: BenchmarkOptions): Promise<readonly MeshSetResult[]> {
  const results: MeshSetResult[] = [];
  for (const set of options.sets) {
    const counts = sphereCountsOf(set).map((spheres) => Math.min(options.pairCount ?? Infinity, spheres));
    for (const spheres of new Set(counts)) results.push(await benchmarkMesh(set, spheres, options));
  }
  return results;
}

async function benchmarkMesh(set: string, spheres: number, options: BenchmarkOptions): Promise<MeshSetResult> {
  const { repetitions, budgetSeconds, progress } = options;
  const facets = facetCountOf(set);
  const name = `${set}, ${spheres} spheres`;
  progress?.(`${name}: ${facets} facets`);
  const timings = new Map<string, MeshTiming[]>(MESH_VARIANT_NAMES.map((variant) => [variant, []]));
  for (let repetition = 1; repetition <= repetitions; repetition++) {
    for (const [variant, times] of timings) {
      const timing = await timeInProcess<MeshTiming>(PROGRAM, [set, String(spheres), variant, String(budgetSeconds)]);
      times.push(timing);
      const outcome = 'missing' in timing ? timing.missing : `${timing.nanoseconds.toFixed(0)} ns`;
      progress?.(`${name}: ${repetition}/${repetitions} ${variant}: ${outcome}`);
    }
  }
  const variants = [...timings].map(([variant, times]) => summarise(variant, times, spheres));
  return { set, facets, spheres, variants };
}
