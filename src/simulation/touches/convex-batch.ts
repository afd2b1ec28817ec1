// SPDX-License-Identifier: MIT
/**
 * Pairs of bodies in a batch of a thread's contact kernel: poses and warm starts in, answers out. Nothing is allocated
 * for each pair.
 */
import { FLAT_CELLS } from '../../kernel/features/flat-layout.ts';

import type { Kernel } from '../../kernel/kernel.ts';
import { CACHE_STRIDE, POSE_STRIDE, RESULT_LOWER, RESULT_NORMAL, RESULT_STRIDE } from '../../kernel/layout.ts';
import { F as K, I as KI } from '../../kernel/memory.ts';
import { closeExactly, isOpen, type KernelName, kernelNamed } from '../../narrow-phase/kernel-query.ts';
import { allocateCells } from '../../shapes/kernel-memory/kernel-heap.ts';
import * as layout from '../../step-kernel/step-layout.ts';
import { ConvexShapes, type ConvexSpec, writePosition } from './convex-shapes.ts';

/** Pairs a batch: their poses, warm starts and answers stay in the second-level cache. */
export const BATCH = 256;

/** Pairs are queried up to a gap of this part of the skin, so that they need no query until they are nearer by it. */
const CLEARANCE = 0.1;
/** Rounding of a sum of two path lengths and a gap, relative to it. */
const ROUNDING = 2 ** -50;

export class ConvexBatch {
  readonly #engine: Kernel;
  readonly #shapes: ConvexShapes;
  // In the kernel's memory: blocks and poses of two bodies a pair, their numbers, warm starts, answers.
  readonly #blocks = allocateCells(BATCH);
  readonly #poses = allocateCells(2 * POSE_STRIDE * BATCH);
  readonly #pairs = allocateCells(BATCH);
  readonly #caches = allocateCells(CACHE_STRIDE * BATCH);
  readonly #results = allocateCells(RESULT_STRIDE * BATCH);
  /** Address of what `flatContact` writes. */
  readonly flat = allocateCells(FLAT_CELLS);
  readonly elements = new Int32Array(BATCH);
  readonly partners = new Int32Array(BATCH);
  readonly slots = new Int32Array(BATCH);
  /** 1 for pairs with a half-space. */
  readonly isWall = new Uint8Array(BATCH);
  /** Of the spheres that stand for the two bodies in laws. */
  readonly radiiA = new Float64Array(BATCH);
  readonly radiiB = new Float64Array(BATCH);
  count = 0;
  /** Warm starts of all pairs since `begin`. */
  #kept = new Float64Array(CACHE_STRIDE * BATCH);
  #keptPairs = new Int32Array(BATCH);
  /** CLEARANCE of each of them. */
  #keptClear = new Float64Array(BATCH);
  #keptCount = 0;

  constructor(spec: ConvexSpec, kernel?: KernelName) {
    const engine = kernelNamed(kernel);
    if (engine === undefined) throw new RangeError(`the contact kernel "${kernel}" is not available`);
    this.#engine = engine;
    this.#shapes = new ConvexShapes(spec, 2 * BATCH);
    for (let k = 0; k < 2 * BATCH; k++) KI[2 * this.#pairs + k] = k;
  }

  begin(F: Float64Array, I: Int32Array): void {
    this.#shapes.refresh(F, I);
    this.#keptCount = 0;
    this.count = 0;
  }

  /** Takes pair p of the list in, of element i with partner j; returns its number. Its bodies are placed next. */
  append(F: Float64Array, I: Int32Array, p: number, i: number, j: number, slot: number): number {
    const k = this.count;
    this.count += 1;
    this.elements[k] = i;
    this.partners[k] = j;
    this.slots[k] = slot;
    this.isWall[k] = 0;
    const from = I[layout.WARM] + layout.WARM_STRIDE * p;
    const to = this.#caches + CACHE_STRIDE * k;
    // One from before the last sort is of another pair.
    const isGood = I[2 * from + layout.WARM_SORT] === I[layout.SORT_COUNT];
    for (let c = 0; c < CACHE_STRIDE; c++) K[to + c] = isGood ? F[from + c] : 0;
    if (this.#keptCount + k === this.#keptPairs.length) this.#enlarge();
    this.#keptPairs[this.#keptCount + k] = p;
    return k;
  }

  /** Places element e as body b: 2 k or 2 k + 1 for pair k. Returns the radius that stands for its size. */
  place(F: Float64Array, I: Int32Array, b: number, e: number, x: number, y: number, z: number): number {
    const to = this.#poses + POSE_STRIDE * b;
    if (!isNotSphere(I, e)) {
      const radius = F[I[layout.POSITION] + 4 * e + 3];
      KI[2 * this.#blocks + b] = this.#shapes.sphereBlock(b, radius);
      writePosition(to, x, y, z);
      return radius;
    }
    const part = this.#shapes.partOf(I, e);
    const factor = this.#shapes.factorOf(F, I, e, part);
    KI[2 * this.#blocks + b] = this.#shapes.blockOf(part, factor, b);
    this.#shapes.writePose(to, part, factor, F, I, e, x, y, z);
    return factor * this.#shapes.radiusOf(part);
  }

  /** Places element i as the first body of pair k, as it was in the pair before where that is its own too. */
  placeFirst(F: Float64Array, I: Int32Array, k: number, i: number, x: number, y: number, z: number): void {
    if (k === 0 || this.elements[k - 1] !== i || !isNotSphere(I, i)) {
      this.radiiA[k] = this.place(F, I, 2 * k, i, x, y, z);
      return;
    }
    this.radiiA[k] = this.radiiA[k - 1];
    KI[2 * this.#blocks + 2 * k] = KI[2 * this.#blocks + 2 * k - 2];
    const to = this.#poses + 2 * POSE_STRIDE * k;
    for (let c = 0; c < POSE_STRIDE; c++) K[to + c] = K[to - 2 * POSE_STRIDE + c];
  }

  /** Lets half-space j be the second body of pair k. */
  placeWall(k: number, j: number): void {
    this.isWall[k] = 1;
    this.radiiB[k] = Infinity;
    KI[2 * this.#blocks + 2 * k + 1] = this.#shapes.wallBlock(j);
    writePosition(this.#poses + POSE_STRIDE * (2 * k + 1), 0, 0, 0);
  }

  /** Answers all pairs of the batch; those farther apart than `reach` may be left open. */
  answer(F: Float64Array, I: Int32Array, reach: number): void {
    const { count } = this;
    const engine = this.#engine;
    const open = engine.contactPairs(
      count,
      2 * this.#pairs,
      2 * this.#blocks,
      this.#poses,
      this.#caches,
      reach + CLEARANCE * F[layout.SKIN],
      this.#results,
      1,
    );
    if (open > 0) this.#closeOpen();
    for (let k = 0; k < count; k++) this.#keptClear[this.#keptCount + k] = this.#clearUntil(F, I, k, reach);
    const from = this.#caches;
    const to = CACHE_STRIDE * this.#keptCount;
    for (let c = 0; c < CACHE_STRIDE * count; c++) this.#kept[to + c] = K[from + c];
    this.#keptCount += count;
  }

  /** Sum of both path lengths up to which pair k stays farther apart than `reach`; -1 when that is not known. */
  #clearUntil(F: Float64Array, I: Int32Array, k: number, reach: number): number {
    const gap = K[this.result(k) + RESULT_LOWER] - reach;
    if (!(gap > 0) || this.isWall[k] === 1) return -1;
    return clearUntil(F, I, this.elements[k], this.partners[k], gap);
  }

  /** Address of the answer of pair k. */
  result(k: number): number {
    return this.#results + RESULT_STRIDE * k;
  }

  /** Corners of the flat contact of pair k, at `flat`; 0 where it has one point. */
  flatCorners(k: number): number {
    const n = this.result(k) + RESULT_NORMAL;
    return this.#engine.flatContact(
      KI[2 * this.#blocks + 2 * k],
      this.#poses + 2 * POSE_STRIDE * k,
      KI[2 * this.#blocks + 2 * k + 1],
      this.#poses + POSE_STRIDE * (2 * k + 1),
      K[n],
      K[n + 1],
      K[n + 2],
      this.flat,
    );
  }

  /** Writes the warm starts of the pairs since `begin` to the simulation's memory. */
  keep(F: Float64Array, I: Int32Array): void {
    const warm = I[layout.WARM];
    const clear = I[layout.CLEARANCE];
    const sort = I[layout.SORT_COUNT];
    for (let k = 0; k < this.#keptCount; k++) {
      const to = warm + layout.WARM_STRIDE * this.#keptPairs[k];
      for (let c = 0; c < CACHE_STRIDE; c++) F[to + c] = this.#kept[CACHE_STRIDE * k + c];
      I[2 * to + layout.WARM_SORT] = sort;
      F[clear + this.#keptPairs[k]] = this.#keptClear[k];
    }
  }

  /** The pairs of polyhedra whose bounds did not close, again and exactly. */
  #closeOpen(): void {
    for (let k = 0; k < this.count; k++) {
      const a = KI[2 * this.#blocks + 2 * k];
      const b = KI[2 * this.#blocks + 2 * k + 1];
      if (!isOpen(a, b, this.result(k))) continue;
      const pose = this.#poses + 2 * POSE_STRIDE * k;
      closeExactly(this.#engine, a, pose, b, pose + POSE_STRIDE, this.result(k));
    }
  }

  #enlarge(): void {
    const pairs = new Int32Array(2 * this.#keptPairs.length + BATCH);
    pairs.set(this.#keptPairs);
    this.#keptPairs = pairs;
    const kept = new Float64Array(CACHE_STRIDE * pairs.length);
    kept.set(this.#kept);
    this.#kept = kept;
    const clear = new Float64Array(pairs.length);
    clear.set(this.#keptClear);
    this.#keptClear = clear;
  }
}

/**
 * Sum of the path lengths of elements i and j up to which they stay apart if their gap is now `gap`; -1 for spheres,
 * which have no path length.
 */
export function clearUntil(F: Float64Array, I: Int32Array, i: number, j: number, gap: number): number {
  if (!(isNotSphere(I, i) && isNotSphere(I, j))) return -1;
  const pathLengths = I[layout.PATH_LENGTH];
  const sum = F[pathLengths + i] + F[pathLengths + j] + gap;
  return sum - ROUNDING * sum;
}

export function isNotSphere(I: Int32Array, e: number): boolean {
  const motion = I[layout.MOTION] + layout.MOTION_STRIDE * e;
  return (I[2 * (motion + layout.MOTION_INTEGERS) + layout.FLAGS] & layout.NOT_SPHERE) !== 0;
}
