// SPDX-License-Identifier: MIT
/**
 * How many threads are fastest. They meet at barriers in every step, and share out blocks of elements: few elements make few blocks, and steps that
 * take less time than the barriers. The results have the same bits for any number (docs/decisions/0054).
 */
import { blockSizeFor } from './block-size.ts';
import { elementsOf } from './simulation-room.ts';
import type { SimulationSpec } from './simulation-spec.ts';
import { MOST_THREADS } from './step-loop.ts';
import { isNode } from './thread-data.ts';

/** `auto` is what is fastest for the bodies that there are. */
export type ThreadCount = number | 'auto';

/** How many bodies of a shape there are, or will be on average. */
export interface ShapeCount {
  readonly shape: string;
  readonly count: number;
}

/** A sphere in a dense bed, s in each step of one thread. */
const SPHERE_SECONDS = 0.12e-6;
/** A convex body, in spheres: 5 to 40 were seen, by how much its neighbours touch. */
const SPHERES_PER_CONVEX = 16;
/** The barriers of a step, s for each thread that meets there: 16 to 20 us were seen with two. */
const BARRIER_SECONDS = 10e-6;
/** More threads must be so much faster than fewer: a gain of a few per cent is no better than an estimate. */
const LEAST_GAIN = 1.1;

/** Processor cores that a program may use here. */
export function availableCores(): number {
  if (isNode()) return process.getBuiltinModule('node:os').availableParallelism();
  const { crossOriginIsolated, navigator } = globalThis as {
    readonly crossOriginIsolated?: boolean;
    readonly navigator?: { readonly hardwareConcurrency?: number };
  };
  // Threads share memory, which a page without the headers of isolation cannot.
  return crossOriginIsolated === true ? (navigator?.hardwareConcurrency ?? 1) : 1;
}

/** The number of threads that is fastest for so many bodies of each shape, on so many cores. */
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
  const blockSize = blockSizeFor(elements);
  const blocks = Math.ceil(elements / blockSize);
  // Of a step: the thread that has the most blocks, and the barriers.
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

/** Free bodies at the start, and those to come whose number is given. */
function expectedCounts({ bodies = [], insertions = [] }: SimulationSpec): ShapeCount[] {
  return [
    ...bodies.filter(({ fixed }) => !fixed).map(({ shape }) => ({ shape, count: 1 })),
    ...insertions.flatMap(({ count = 0, shapes: kinds }) => {
      const weights = kinds.reduce((total, { weight }) => total + weight, 0);
      return kinds.map(({ shape, weight }) => ({ shape, count: (count * weight) / weights }));
    }),
  ];
}

/** Threads of a simulation; `counts` where more is known of its bodies than the spec tells. */
export function threadsFor(
  spec: SimulationSpec,
  threads: ThreadCount = spec.threads ?? 1,
  counts: readonly ShapeCount[] = expectedCounts(spec),
): number {
  return threads === 'auto' ? fastestThreads(spec, counts, availableCores()) : threads;
}
