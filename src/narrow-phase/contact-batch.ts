// SPDX-License-Identifier: MIT
/**
 * Many pairs at once, from flat arrays to a flat array: one crossing into the kernel per chunk of pairs and nothing
 * allocated per pair. The answers are those of `contact`, to the bit.
 */
import { InvalidOptionError, InvalidPoseError, UnsupportedPairError } from '../errors.ts';
import type { Kernel } from '../kernel/kernel.ts';
import { CACHE_STRIDE, POSE_STRIDE, RESULT_CODES, RESULT_STRIDE, RESULT_UPPER, STATUS_FAR } from '../kernel/layout.ts';
import { F, I } from '../kernel/memory.ts';
import { LARGEST_COORDINATE } from '../math/pose.ts';
import { normaliseQuaternion } from '../math/quaternion.ts';
import { kernelBlock } from '../shapes/kernel-block.ts';
import { allocateCells, blockGeneration, freeCells } from '../shapes/kernel-heap.ts';
import type { Shape } from '../shapes/shape.ts';
import { chosenKernel } from './contact.ts';
import type { ContactCache } from './contact-cache.ts';
import { closeExactly, isOpen, type KernelName } from './kernel-query.ts';

/**
 * Where the numbers of one answer stand in the array that `contactBatch` fills: pair i starts at `stride * i`. Vectors take three
 * numbers. `status` is 0 converged, 1 bounded, 2 unsupported, 3 proven farther apart than `maxDistance` (then `distance`
 * and `lower` are the proven gap, `upper` is Infinity and normal and points are zero); `reason` is 0 none, 1 deep, 2 thin,
 * 3 iteration limit; dimensions are those of the touching features: 0 vertex, 1 edge, 2 face.
 */
export const BATCH_LAYOUT = Object.freeze({
  distance: 0,
  normal: 1,
  pointOnA: 4,
  pointOnB: 7,
  lower: 10,
  upper: 11,
  status: 12,
  reason: 13,
  dimensionA: 14,
  dimensionB: 15,
  gjkIterations: 16,
  epaIterations: 17,
  stride: 18,
});

export interface ContactBatch {
  /** Per body; anything but compounds. */
  readonly shapes: readonly Shape[];
  /** Seven per body: position x, y, z and orientation w, x, y, z. */
  readonly poses: Float64Array;
  /** Two body numbers per pair: A and B. */
  readonly pairs: Int32Array;
  /** Warm starts, one per pair. */
  readonly cache?: ContactCache;
  /** Pairs proven farther apart are left unanswered, with status 3. Default: none. */
  readonly maxDistance?: number;
  readonly kernel?: KernelName;
  /** Filled and returned in place of a new array; at least `BATCH_LAYOUT.stride` numbers per pair. */
  readonly out?: Float64Array;
}

/** Pairs per crossing: their answers take 128 KiB, which stay in the second-level cache while they are copied out. */
const CHUNK = 1024;
const FLOATS = RESULT_CODES;
const INTEGERS = 6;

function refuse(code: string, path: string, problem: string): never {
  throw new InvalidOptionError(code, `contactBatch.${path}: ${problem}`);
}

function checkBatch({ shapes, poses, pairs, cache, maxDistance, out }: ContactBatch): void {
  const bodies = shapes.length;
  const count = pairs.length / 2;
  if (poses.length !== POSE_STRIDE * bodies) {
    refuse('wrong-length', 'poses', `expected ${POSE_STRIDE} numbers per body, ${bodies} bodies, got ${poses.length}`);
  }
  if (!Number.isInteger(count)) refuse('wrong-length', 'pairs', `expected two numbers per pair, got ${pairs.length}`);
  for (let i = 0; i < pairs.length; i++) {
    const body = pairs[i] as number;
    if (!(body >= 0 && body < bodies))
      refuse('no-such-body', `pairs[${i}]`, `expected 0 to ${bodies - 1}, got ${body}`);
  }
  if (cache !== undefined && cache.size < count) {
    refuse(
      'cache-too-small',
      'cache',
      `expected room for ${count} pairs, got ${cache.size}: new ContactCache(${count})`,
    );
  }
  if (maxDistance !== undefined && !(maxDistance >= 0)) {
    refuse('out-of-range', 'maxDistance', `expected a number >= 0, got ${maxDistance}`);
  }
  if (out !== undefined && out.length < BATCH_LAYOUT.stride * count) {
    refuse('wrong-length', 'out', `expected at least ${BATCH_LAYOUT.stride * count} numbers, got ${out.length}`);
  }
}

function refuseCompounds(shapes: readonly Shape[]): void {
  const k = shapes.findIndex((shape) => shape.kind === 'compound');
  if (k < 0) return;
  throw new UnsupportedPairError(
    'compound',
    `contactBatch.shapes[${k}]: a compound is not one convex body; ask contact() or compoundContacts(), or give its pieces as bodies`,
  );
}

/** Blocks of the shapes of an array that is given again and again: a look-up in a WeakMap costs as much as a short query. */
interface KnownBlocks {
  readonly generation: number;
  readonly shapes: readonly Shape[];
  readonly addresses: readonly number[];
}

const knownBlocks = new WeakMap<readonly Shape[], KnownBlocks>();

function blocksOf(shapes: readonly Shape[]): readonly number[] {
  const known = knownBlocks.get(shapes);
  const generation = blockGeneration();
  if (
    known?.generation === generation &&
    known.shapes.length === shapes.length &&
    known.shapes.every((shape, k) => shape === shapes[k])
  ) {
    return known.addresses;
  }
  const addresses = shapes.map(kernelBlock);
  knownBlocks.set(shapes, { generation, shapes: [...shapes], addresses });
  return addresses;
}

/** Writes the shapes' blocks from I[2 * shapesAt], their poses from F[posesAt]; each is checked once. */
function placeBodies({ shapes, poses }: ContactBatch, shapesAt: number, posesAt: number): void {
  refuseCompounds(shapes);
  const addresses = blocksOf(shapes);
  for (let k = 0; k < shapes.length; k++) {
    I[2 * shapesAt + k] = addresses[k] as number;
    const from = POSE_STRIDE * k;
    const at = posesAt + from;
    for (let i = 0; i < POSE_STRIDE; i++) {
      const value = poses[from + i] as number;
      if (!(Math.abs(value) <= LARGEST_COORDINATE)) {
        throw new InvalidPoseError(
          'not-finite',
          `contactBatch.poses[${from + i}]: expected a finite number of at most ${LARGEST_COORDINATE} (body ${k}), got ${value}`,
        );
      }
      F[at + i] = value;
    }
    const w = F[at + 3] as number;
    const x = F[at + 4] as number;
    const y = F[at + 5] as number;
    const z = F[at + 6] as number;
    if (w === 0 && x === 0 && y === 0 && z === 0) {
      throw new InvalidPoseError(
        'zero-quaternion',
        `contactBatch.poses[${from + 3}]: expected a quaternion w, x, y, z other than zero (body ${k})`,
      );
    }
    const unit = normaliseQuaternion({ w, x, y, z });
    F[at + 3] = unit.w;
    F[at + 4] = unit.x;
    F[at + 5] = unit.y;
    F[at + 6] = unit.z;
  }
}

/** Copies `count` answers from the kernel's layout to ours. */
function copyOut(results: number, count: number, out: Float64Array, to: number): void {
  for (let i = 0; i < count; i++) {
    const r = results + RESULT_STRIDE * i;
    const o = to + BATCH_LAYOUT.stride * i;
    for (let k = 0; k < FLOATS; k++) out[o + k] = F[r + k] as number;
    for (let k = 0; k < INTEGERS; k++) out[o + FLOATS + k] = I[2 * (r + RESULT_CODES) + k] as number;
    const status = I[2 * (r + RESULT_CODES)] as number;
    if (status === STATUS_FAR) out[o + RESULT_UPPER] = Infinity;
  }
}

/**
 * Answers all pairs; see BATCH_LAYOUT for the array returned.
 *
 * World coordinates; A and B as given in `pairs`. Throws on arrays that do not fit together, poses that are not finite and
 * compounds. Two half-spaces have status 2.
 */
export function contactBatch(batch: ContactBatch): Float64Array {
  const engine: Kernel = chosenKernel(batch.kernel === undefined ? undefined : { kernel: batch.kernel });
  checkBatch(batch);
  const { shapes, pairs, cache } = batch;
  const bodies = shapes.length;
  const count = pairs.length / 2;
  const out = batch.out ?? new Float64Array(BATCH_LAYOUT.stride * count);
  const chunk = Math.min(CHUNK, count);
  const cells = bodies + POSE_STRIDE * bodies + chunk + RESULT_STRIDE * chunk;
  const shapesAt = allocateCells(cells);
  try {
    const posesAt = shapesAt + bodies;
    const pairsAt = posesAt + POSE_STRIDE * bodies;
    const resultsAt = pairsAt + chunk;
    placeBodies(batch, shapesAt, posesAt);
    for (let first = 0; first < count; first += chunk) {
      const size = Math.min(chunk, count - first);
      for (let i = 0; i < 2 * size; i++) I[2 * pairsAt + i] = pairs[2 * first + i] as number;
      const caches = cache === undefined ? 0 : cache.address + CACHE_STRIDE * first;
      const maxDistance = batch.maxDistance ?? Infinity;
      engine.contactPairs(size, 2 * pairsAt, 2 * shapesAt, posesAt, caches, maxDistance, resultsAt);
      for (let i = 0; i < size; i++) {
        const a = pairs[2 * (first + i)] as number;
        const b = pairs[2 * (first + i) + 1] as number;
        const blockA = I[2 * shapesAt + a] as number;
        const blockB = I[2 * shapesAt + b] as number;
        const r = resultsAt + RESULT_STRIDE * i;
        if (isOpen(blockA, blockB, r)) {
          closeExactly(engine, blockA, posesAt + POSE_STRIDE * a, blockB, posesAt + POSE_STRIDE * b, r);
        }
      }
      copyOut(resultsAt, size, out, BATCH_LAYOUT.stride * first);
    }
  } finally {
    freeCells(shapesAt, cells);
  }
  return out;
}
