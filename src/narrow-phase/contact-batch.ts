// SPDX-License-Identifier: MIT
/**
 * Contacts of many pairs, from flat arrays to a flat array: one kernel call per chunk of pairs and no allocation per
 * pair. The answers are those of `contact`, to the bit.
 */

import { describeValue } from '../errors/refused-argument.ts';
import { InvalidOptionError, InvalidPoseError, UnsupportedPairError } from '../errors.ts';
import { BATCH_TEXT, type BatchKernel } from '../kernel/kernel.ts';
import {
  CACHE_STRIDE,
  POSE_STRIDE,
  RESULT_DIMENSION_A,
  RESULT_DIMENSION_B,
  RESULT_DISTANCE,
  RESULT_EPA_ITERATIONS,
  RESULT_GJK_ITERATIONS,
  RESULT_LOWER,
  RESULT_NORMAL,
  RESULT_POINT_ON_A,
  RESULT_POINT_ON_B,
  RESULT_REASON,
  RESULT_STATUS,
  RESULT_STRIDE,
  RESULT_UPPER,
} from '../kernel/layout.ts';
import { F, I } from '../kernel/memory.ts';
import { LARGEST_COORDINATE } from '../math/pose.ts';
import { normaliseQuaternion } from '../math/quaternion.ts';
import { kernelBlock } from '../shapes/kernel-memory/kernel-block.ts';
import { allocateCells, blockGeneration, freeCells } from '../shapes/kernel-memory/kernel-heap.ts';
import { requireShape, type Shape } from '../shapes/shape.ts';
import { chosenKernel } from './contact.ts';
import type { ContactCache } from './contact-cache.ts';
import { closeExactly, isOpen, type KernelName } from './kernel-query.ts';
import { cacheArgument, lengthArgument, optionsArgument } from './query-options.ts';

/**
 * Where the numbers of one answer stand in the array that `contactBatch` fills: pair i starts at `stride * i`. Vectors
 * take three numbers. `status` is 0 converged, 1 bounded, 2 unsupported, 3 proven farther apart than `maxDistance`
 * (then `distance` and `lower` are the proven gap, `upper` is Infinity and normal and points are zero); `reason` is 0
 * none, 1 deep, 2 thin, 3 iteration limit; dimensions are those of the touching features: 0 vertex, 1 edge, 2 face.
 */
export const BATCH_LAYOUT = Object.freeze({
  distance: RESULT_DISTANCE,
  normal: RESULT_NORMAL,
  pointOnA: RESULT_POINT_ON_A,
  pointOnB: RESULT_POINT_ON_B,
  lower: RESULT_LOWER,
  upper: RESULT_UPPER,
  status: RESULT_STATUS,
  reason: RESULT_REASON,
  dimensionA: RESULT_DIMENSION_A,
  dimensionB: RESULT_DIMENSION_B,
  gjkIterations: RESULT_GJK_ITERATIONS,
  epaIterations: RESULT_EPA_ITERATIONS,
  stride: RESULT_STRIDE,
});

/** Bodies, poses and pairs of one call of `contactBatch`. */
export interface ContactBatch {
  /** Per body; anything but compounds. */
  readonly shapes: readonly Shape[];
  /** Seven per body: position x, y, z and orientation w, x, y, z. */
  readonly poses: Float64Array;
  /** Two body numbers per pair: A and B. */
  readonly pairs: Int32Array;
  /** Warm starts, one per pair. */
  readonly cache?: ContactCache;
  /** Pairs proven farther apart are not answered and have status 3. Default: none. */
  readonly maxDistance?: number;
  readonly kernel?: KernelName;
  /** Filled and returned in place of a new array; at least `BATCH_LAYOUT.stride` numbers per pair. */
  readonly out?: Float64Array;
}

/** Pairs per kernel call: their answers take 128 KiB and stay in the second-level cache while they are copied. */
const CHUNK = 1024;
function refuse(code: string, path: string, problem: string): never {
  throw new InvalidOptionError(code, `contactBatch.${path}: ${problem}`);
}

const KEYS = ['shapes', 'poses', 'pairs', 'cache', 'maxDistance', 'kernel', 'out'] as const;

interface CheckedBatch extends Pick<ContactBatch, 'shapes' | 'poses' | 'pairs'> {
  readonly cache: ContactCache | undefined;
  readonly maxDistance: number;
  readonly kernel: unknown;
  readonly out: Float64Array | undefined;
}

/** Reads and checks every value of the batch once, before anything is written to the kernel's memory. */
function batchArgument(given: unknown): CheckedBatch {
  const {
    shapes,
    poses,
    pairs,
    kernel,
    out,
    cache: warm,
    maxDistance: most,
  } = optionsArgument(given === undefined ? null : given, KEYS, 'contactBatch');
  const expected = (what: string, value: unknown): string => `expected ${what}, got ${describeValue(value)}`;
  if (!Array.isArray(shapes)) refuse('not-an-array', 'shapes', expected('an array of shapes', shapes));
  if (!(poses instanceof Float64Array)) refuse('not-an-array', 'poses', expected('a Float64Array', poses));
  if (!(pairs instanceof Int32Array)) refuse('not-an-array', 'pairs', expected('an Int32Array', pairs));
  if (out !== undefined && !(out instanceof Float64Array))
    refuse('not-an-array', 'out', expected('a Float64Array', out));
  const cache = cacheArgument(warm, 'contactBatch.cache');
  const maxDistance = lengthArgument(most, 'contactBatch.maxDistance', Infinity);
  const bodies = shapes.length;
  const count = pairs.length / 2;
  if (poses.length !== POSE_STRIDE * bodies) {
    refuse('wrong-length', 'poses', `expected ${POSE_STRIDE} numbers per body, ${bodies} bodies, got ${poses.length}`);
  }
  if (!Number.isInteger(count)) refuse('wrong-length', 'pairs', `expected two numbers per pair, got ${pairs.length}`);
  for (let i = 0; i < pairs.length; i++) {
    const body = pairs[i];
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
  if (out !== undefined && out.length < BATCH_LAYOUT.stride * count) {
    refuse('wrong-length', 'out', `expected at least ${BATCH_LAYOUT.stride * count} numbers, got ${out.length}`);
  }
  return { shapes, poses, pairs, cache, maxDistance, kernel, out };
}

function refuseCompounds(shapes: readonly Shape[]): void {
  const k = shapes.findIndex((shape) => shape.kind === 'compound');
  if (k < 0) return;
  throw new UnsupportedPairError(
    'compound',
    `contactBatch.shapes[${k}]: a compound is not one convex body; ask contact() or compoundContacts(), or give ` +
      'its pieces as bodies',
  );
}

/** Cached blocks of the shapes of a repeated array: a look-up in a WeakMap costs as much as a short query. */
interface KnownBlocks {
  readonly generation: number;
  readonly shapes: readonly Shape[];
  readonly addresses: Int32Array;
}

const knownBlocks = new WeakMap<readonly Shape[], KnownBlocks>();

function isSame(a: readonly Shape[], b: readonly Shape[]): boolean {
  if (a.length !== b.length) return false;
  for (let k = 0; k < a.length; k++) if (a[k] !== b[k]) return false;
  return true;
}

/** The checked shapes; the same array if they have not changed since the last batch. */
function checkedShapes(given: readonly Shape[]): readonly Shape[] {
  const known = knownBlocks.get(given);
  if (known !== undefined && isSame(known.shapes, given)) return known.shapes;
  const shapes = [...given];
  for (let k = 0; k < shapes.length; k++) requireShape(shapes[k], `contactBatch.shapes[${k}]`);
  refuseCompounds(shapes);
  knownBlocks.set(given, { generation: -1, shapes, addresses: new Int32Array(shapes.length) });
  return shapes;
}

/** Addresses of the blocks of `shapes`, which are those of the array `given` as `checkedShapes` returned them. */
function blocksOf(given: readonly Shape[], shapes: readonly Shape[]): Int32Array {
  const known = knownBlocks.get(given);
  const generation = blockGeneration();
  if (known?.generation === generation && known.shapes === shapes) return known.addresses;
  const addresses = Int32Array.from(shapes, kernelBlock);
  knownBlocks.set(given, { generation, shapes, addresses });
  return addresses;
}

/** Makes the quaternion of body k unit; throws where its pose is not finite or the quaternion is zero. */
function repairPose(k: number, at: number): void {
  for (let i = 0; i < POSE_STRIDE; i++) {
    const value = F[at + i];
    if (Math.abs(value) <= LARGEST_COORDINATE) continue;
    throw new InvalidPoseError(
      'not-finite',
      `contactBatch.poses[${POSE_STRIDE * k + i}]: expected a finite number of at most ${LARGEST_COORDINATE} ` +
        `(body ${k}), got ${value}`,
    );
  }
  const [w, x, y, z] = F.subarray(at + 3, at + POSE_STRIDE) as unknown as [number, number, number, number];
  if (w === 0 && x === 0 && y === 0 && z === 0) {
    throw new InvalidPoseError(
      'zero-quaternion',
      `contactBatch.poses[${POSE_STRIDE * k + 3}]: expected a quaternion w, x, y, z other than zero (body ${k})`,
    );
  }
  const unit = normaliseQuaternion({ w, x, y, z });
  F.set([unit.w, unit.x, unit.y, unit.z], at + 3);
}

/** Writes the shapes' blocks from I[2 * shapesAt], their poses from F[posesAt]; each is checked once. */
export function placeBodies(
  engine: BatchKernel,
  blocks: Int32Array,
  poses: Float64Array,
  shapesAt: number,
  posesAt: number,
): void {
  I.set(blocks, 2 * shapesAt);
  F.set(poses, posesAt);
  const bodies = blocks.length;
  for (let k = 0; ; k++) {
    k = engine.firstUnfitPose(k, bodies, posesAt);
    if (k === bodies) return;
    repairPose(k, posesAt + POSE_STRIDE * k);
  }
}

/** Answers the pairs of polyhedra with open bounds again, exactly. */
function closeOpenPairs(
  engine: BatchKernel,
  count: number,
  pairsAt: number,
  shapesAt: number,
  posesAt: number,
  resultsAt: number,
): void {
  for (let i = 0; i < count; i++) {
    const a = I[2 * pairsAt + 2 * i];
    const b = I[2 * pairsAt + 2 * i + 1];
    const blockA = I[2 * shapesAt + a];
    const blockB = I[2 * shapesAt + b];
    const r = resultsAt + RESULT_STRIDE * i;
    if (!isOpen(blockA, blockB, r)) continue;
    closeExactly(engine, blockA, posesAt + POSE_STRIDE * a, blockB, posesAt + POSE_STRIDE * b, r);
  }
}

/**
 * Answers all pairs; see BATCH_LAYOUT for the array returned.
 *
 * World coordinates; A and B as given in `pairs`. Two half-spaces have status 2.
 *
 * @throws InvalidOptionError for arrays that do not fit together, InvalidShapeError for values that are no shapes,
 * UnsupportedPairError for compounds, InvalidPoseError for poses that are not finite or whose quaternion is zero.
 *
 * @example
 * ```ts
 * import { BATCH_LAYOUT, contactBatch, sphere } from 'scree/contact';
 *
 * const ball = sphere({ radius: 1 });
 * const poses = Float64Array.of(0, 0, 0, 1, 0, 0, 0, 3, 0, 0, 1, 0, 0, 0);
 * const answers = contactBatch({ shapes: [ball, ball], poses, pairs: Int32Array.of(0, 1) });
 * console.log(answers[BATCH_LAYOUT.distance]); // 1
 * ```
 */
export function contactBatch(batch: ContactBatch): Float64Array {
  const { shapes: given, poses, pairs, cache, maxDistance, kernel, out: into } = batchArgument(batch);
  const shapes = checkedShapes(given);
  const engine = chosenKernel(BATCH_TEXT, kernel, 'contactBatch.kernel');
  const blocks = blocksOf(given, shapes);
  const bodies = shapes.length;
  const count = pairs.length / 2;
  const out = into ?? new Float64Array(BATCH_LAYOUT.stride * count);
  const chunk = Math.min(CHUNK, count);
  const cells = bodies + POSE_STRIDE * bodies + chunk + RESULT_STRIDE * chunk;
  const shapesAt = allocateCells(cells);
  try {
    const posesAt = shapesAt + bodies;
    const pairsAt = posesAt + POSE_STRIDE * bodies;
    const resultsAt = pairsAt + chunk;
    placeBodies(engine, blocks, poses, shapesAt, posesAt);
    for (let first = 0; first < count; first += chunk) {
      const size = Math.min(chunk, count - first);
      I.set(pairs.subarray(2 * first, 2 * (first + size)), 2 * pairsAt);
      const caches = cache === undefined ? 0 : cache.address + CACHE_STRIDE * first;
      const open = engine.contactPairs(size, 2 * pairsAt, 2 * shapesAt, posesAt, caches, maxDistance, resultsAt);
      if (open > 0) closeOpenPairs(engine, size, pairsAt, shapesAt, posesAt, resultsAt);
      out.set(F.subarray(resultsAt, resultsAt + RESULT_STRIDE * size), RESULT_STRIDE * first);
    }
  } finally {
    freeCells(shapesAt, cells);
  }
  return out;
}
