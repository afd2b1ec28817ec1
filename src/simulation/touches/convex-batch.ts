// SPDX-License-Identifier: MIT
/**
 * A batch of pairs of convex bodies between the memory of a simulation and that of a thread's contact kernel, which
 * WebAssembly cannot see at once: copied there as a whole, answered, and copied back. Nothing is done a pair here but
 * for those whose bounds stayed open.
 */

import { FLAT_STRIDE } from '../../kernel/features/flat-layout.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import { RESULT_STRIDE, SHAPE_HEADER } from '../../kernel/layout.ts';
import { F as K, I as KI } from '../../kernel/memory.ts';
import { scaledBlockCells } from '../../kernel/scaled-block.ts';
import * as contact from '../../kernel/touch-batch-layout.ts';
import { closeExactly, type KernelName } from '../../narrow-phase/kernel-query.ts';
import { kernelBlock } from '../../shapes/kernel-memory/kernel-block.ts';
import type { OwnedCells } from '../../shapes/kernel-memory/owned-cells.ts';
import { sphere } from '../../shapes/kinds/sphere.ts';
import * as batch from '../../step-kernel/convex-batch-layout.ts';
import { contactKernel } from './contact-kernel.ts';
import { ConvexShapes, type ConvexSpec } from './convex-shapes.ts';

/** Views of a region are there for every so many pairs and points: a view made for each copy would be garbage. */
const PAIRS_SHIFT = 4;
const POINTS_SHIFT = 6;
const PAIRS_A_VIEW = 1 << PAIRS_SHIFT;
const POINTS_A_VIEW = 1 << POINTS_SHIFT;
const BATCH_VIEWS = batch.BATCH_PAIRS >> PAIRS_SHIFT;
const POINT_VIEWS = batch.BATCH_POINTS >> POINTS_SHIFT;
/** Two bodies a pair. */
const BODIES = 2 * batch.BATCH_PAIRS;

export class ConvexBatch {
  readonly #engine: Kernel;
  readonly #shapes: ConvexShapes;
  readonly #sphere = sphere({ radius: 1 });
  readonly #cells: OwnedCells;
  readonly #own: number;
  readonly #spheres: number;
  readonly #answers: readonly Float64Array[];
  readonly #points: readonly Float64Array[];
  #copyCells = 0;
  // Of the simulation's memory: the batch of this thread, and views of it.
  #F: Float64Array = new Float64Array(0);
  #at = 0;
  #asked: readonly Float64Array[] = [];
  #kept: Float64Array = this.#F;

  constructor(spec: ConvexSpec, cells: OwnedCells, kernel?: KernelName) {
    this.#engine = contactKernel(kernel);
    this.#cells = cells;
    this.#shapes = new ConvexShapes(spec, cells);
    this.#own = cells.allocate(contact.BATCH_CELLS);
    this.#spheres = cells.allocate(SHAPE_HEADER * BODIES);
    const answers = this.#own + contact.BATCH_ANSWERS;
    this.#answers = viewsOf(K, answers, batch.ANSWER_STRIDE * PAIRS_A_VIEW, BATCH_VIEWS);
    this.#points = viewsOf(K, this.#own + contact.BATCH_FLAT, FLAT_STRIDE * POINTS_A_VIEW, POINT_VIEWS);
    KI[2 * this.#own + contact.BATCH_SHAPES] = this.#shapes.blocks;
    KI[2 * this.#own + contact.BATCH_SHAPE_COUNT] = this.#shapes.count;
    KI[2 * this.#own + contact.BATCH_WALLS] = this.#shapes.wallBlock(0);
    KI[2 * this.#own + contact.BATCH_SPHERES] = this.#spheres;
  }

  /** Begins a block, with the batch at address `at` of the simulation's memory. */
  begin(F: Float64Array, I: Int32Array, at: number): void {
    if (this.#shapes.refresh(F, I)) this.#register();
    if (this.#F === F && this.#at === at) return;
    this.#F = F;
    this.#at = at;
    this.#asked = viewsOf(F, at + batch.BATCH_ASKED, batch.ASKED_STRIDE * PAIRS_A_VIEW, BATCH_VIEWS);
    this.#kept = F.subarray(at + batch.BATCH_LISTED, at + batch.BATCH_FLAT);
  }

  /** All blocks have been written anew. */
  #register(): void {
    this.#shapes.registerSolids();
    const point = kernelBlock(this.#sphere);
    for (let k = 0; k < BODIES; k++) K.copyWithin(this.#spheres + SHAPE_HEADER * k, point, point + SHAPE_HEADER);
    this.#forgetCopies();
  }

  #forgetCopies(): void {
    if (this.#copyCells === 0) return;
    const copies = KI[2 * this.#own + contact.BATCH_COPIES];
    for (let k = 0; k < BODIES; k++) KI[2 * (copies + this.#copyCells * k) + contact.COPY_SHAPE] = -1;
  }

  /** Makes room for copies of the shapes in other sizes. */
  #makeCopies(): void {
    const cells = contact.COPY_BLOCK + this.#shapes.mostCells(scaledBlockCells);
    if (cells <= this.#copyCells) return;
    if (this.#copyCells > 0) this.#cells.free(KI[2 * this.#own + contact.BATCH_COPIES]);
    this.#copyCells = cells;
    KI[2 * this.#own + contact.BATCH_COPIES] = this.#cells.allocate(cells * BODIES);
    KI[2 * this.#own + contact.BATCH_COPY_STRIDE] = cells;
    this.#forgetCopies();
  }

  /** Takes the first `count` pairs over. */
  take(count: number, isScaled: boolean): void {
    if (isScaled) this.#makeCopies();
    K.set(this.#asked[(count - 1) >> PAIRS_SHIFT], this.#own + contact.BATCH_ASKED);
    KI[2 * this.#own + contact.BATCH_OPEN] = 0;
  }

  /**
   * Answers the pairs from `from` on, as many as contact points find room for, and brings answers and points back;
   * returns the number behind them. Pairs farther apart than `maxDistance` may be left open.
   */
  answer(from: number, count: number, maxDistance: number, reach: number): number {
    const end = this.#engine.answerTouchBatch(this.#own, from, count, maxDistance, reach);
    if (end > from) {
      this.#F.set(this.#answers[(end - 1) >> PAIRS_SHIFT], this.#at + batch.BATCH_ANSWERS);
      const last = 2 * (this.#own + contact.BATCH_ANSWERS + batch.ANSWER_STRIDE * (end - 1));
      const points = KI[last + batch.ANSWER_FIRST_POINT] + KI[last + batch.ANSWER_POINT_COUNT];
      if (points > 0) this.#F.set(this.#points[(points - 1) >> POINTS_SHIFT], this.#at + batch.BATCH_FLAT);
    }
    if (KI[2 * this.#own + contact.BATCH_OPEN] !== 0) this.#closeOpen(end);
    return end;
  }

  /** Sets what is to be kept of the batch aside, and puts it back. */
  saveKept(to: Float64Array): void {
    to.set(this.#kept);
  }

  restoreKept(from: Float64Array): void {
    this.#kept.set(from);
  }

  /** A pair of polyhedra whose bounds did not close, once more and exactly. */
  #closeOpen(k: number): void {
    const blocks = 2 * (this.#own + contact.BATCH_BLOCKS + k);
    const result = this.#own + contact.BATCH_RESULTS + RESULT_STRIDE * k;
    const asked = this.#own + contact.BATCH_ASKED + contact.ASKED_STRIDE * k;
    const [a, b] = [KI[blocks], KI[blocks + 1]];
    closeExactly(this.#engine, a, asked + contact.ASKED_POSE_A, b, asked + contact.ASKED_POSE_B, result);
  }
}

/** Views of the first 1, 2, ... times `cells` cells from `at` on. */
function viewsOf(F: Float64Array, at: number, cells: number, count: number): Float64Array[] {
  return Array.from({ length: count }, (_, k) => F.subarray(at, at + cells * (k + 1)));
}
