// SPDX-License-Identifier: MIT
/**
 * The number of threads that is expected to be the fastest, by a model of the cost of a step. Threads share blocks of
 * elements and wait at barriers in every step. With few elements there are few blocks, and a step takes less time than
 * the barriers. The results have the same bits for any number (docs/decisions/0044). A simulation starts with this
 * number and then measures (thread-pace.ts).
 */

import { countOf } from '../bodies/body-groups.ts';
import type { SimulationSpec } from '../simulation-spec.ts';
import { elementsOf } from '../time-loop/simulation-room.ts';
import { MOST_THREADS } from '../time-loop/step-loop.ts';
import { blockSizeFor } from './block-size.ts';
import { isNode } from './thread-data.ts';

/** `auto` is the fastest number for the bodies of the simulation. */
export type ThreadCount = number | 'auto';

/** Number of bodies of a shape, present or as the mean over a run. */
interface ShapeCount {
  readonly shape: string;
  readonly count: number;
}

/** Time of one thread for a sphere of a dense packing in a step, s. */
const SPHERE_SECONDS = 0.12e-6;
/** Cost of a convex body in spheres. Measured: 5 to 40, depending on its contacts. */
const SPHERES_PER_CONVEX = 16;
/** Time of the barriers of a step for each thread, s. Measured with two threads: 16 to 20 us in total. */
const BARRIER_SECONDS = 10e-6;
/** More threads must be faster by this factor: a gain of a few per cent is within the error of the model. */
const LEAST_GAIN = 1.1;

/** Most threads that this program may use: one for each core; 1 where threads cannot share memory or wait. */
export function mostThreads(): number {
  return Math.min(MOST_THREADS, availableCores());
}

function availableCores(): number {
  if (isNode()) return process.getBuiltinModule('node:os').availableParallelism();
  const { crossOriginIsolated, document, navigator } = globalThis as {
    readonly crossOriginIsolated?: boolean;
    readonly document?: object;
    readonly navigator?: { readonly hardwareConcurrency?: number };
  };
  // Threads share memory, which only a cross-origin isolated page may do, and wait, which only its workers may do.
  return crossOriginIsolated === true && document === undefined ? (navigator?.hardwareConcurrency ?? 1) : 1;
}

/** Fastest number of threads for the given numbers of bodies and cores. */
export function fastestThreads(
  { shapes = [] }: Pick<SimulationSpec, 'shapes'>,
  counts: readonly ShapeCount[],
  cores: number,
): number {
  const kinds = new Map(shapes.map((shape) => [shape.name, shape]));
  let elements = 0;
  let work = 0;
  for (const { shape: name, count } of counts) {
    const shape = kinds.get(name);
    if (shape === undefined) continue;
    const own = count * elementsOf(shape);
    elements += own;
    work += 'sphere' in shape || 'clump' in shape ? own : SPHERES_PER_CONVEX * own;
  }
  const blockSize = blockSizeFor(elements, work === elements);
  const blocks = Math.ceil(elements / blockSize);
  // Time of a step: the thread with the most blocks, plus the barriers.
  const secondsOf = (threads: number): number => {
    if (threads === 1) return SPHERE_SECONDS * work;
    const share = Math.min(1, (blockSize * Math.ceil(blocks / threads)) / elements);
    return SPHERE_SECONDS * work * share + BARRIER_SECONDS * threads;
  };
  let best = 1;
  for (let threads = 2; threads <= Math.min(MOST_THREADS, cores, blocks); threads++) {
    if (LEAST_GAIN * secondsOf(threads) < secondsOf(best)) best = threads;
  }
  return best;
}

/** Free bodies at the start, and inserted bodies if their number is given. */
function expectedCounts({ bodies = [], insertions = [] }: SimulationSpec): ShapeCount[] {
  return [
    ...bodies.filter(({ fixed }) => !fixed).map((entry) => ({ shape: entry.shape, count: countOf(entry) })),
    ...insertions.flatMap(({ count = 0, shapes: kinds }) => {
      const weights = kinds.reduce((total, { weight }) => total + weight, 0);
      return kinds.map(({ shape, weight }) => ({ shape, count: (count * weight) / weights }));
    }),
  ];
}

/** Number of threads of a simulation. `counts` replaces the numbers of bodies that follow from the spec. */
export function threadsFor(
  spec: SimulationSpec,
  threads: ThreadCount = spec.threads ?? 1,
  counts: readonly ShapeCount[] = expectedCounts(spec),
): number {
  return threads === 'auto' ? fastestThreads(spec, counts, availableCores()) : threads;
}
