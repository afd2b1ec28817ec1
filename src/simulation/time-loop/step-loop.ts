// SPDX-License-Identifier: MIT
/**
 * The time loop that every thread runs: neighbour-list rebuild when due, forces block by block, barrier, motion block
 * by block, barrier. Free threads take the next block; the result does not depend on which thread computes a block.
 */

import type { StepKernel } from '../../step-kernel/step-kernel.ts';
import * as layout from '../../step-kernel/step-layout.ts';
import { blockSizeFor } from '../threads/block-size.ts';
import type { TouchFinders } from '../touches/touch-finder.ts';
import { failedBlock, markCarried, mostRoomNeeded } from '../touches/touch-room.ts';

export { MOST_THREADS } from '../../step-kernel/step-layout.ts';

/** Why the loop ended. */
export const DONE = 0;
export const CELLS_FULL = 1;
export const PAIRS_FULL = 2;
export const SLOTS_FULL = 3;
export const ESCAPED = 4;
export const NOT_FINITE = 5;
export const TOO_DEEP = 6;
/** Some blocks lack room for their touches: the forces of the next step are not complete. */
export const TOUCHES_FULL = 7;
/** A law of the user's own gave no finite force: nothing has moved. */
export const LAW_FAILED = 8;
/** The step is done, and some bodies are in outlets. */
export const IN_OUTLETS = 9;
/** The step is done, but a body may have passed through something. */
export const PASSED_THROUGH = 10;
/** A rebuild of the list has too few spare cells for the pairs that touch. */
export const SPARE_FULL = 11;
/** The step is done, and bonds have broken in it. */
export const BONDS_BROKEN = 12;

/** Queues of blocks: forces, motion, rows, clumps. */
const QUEUE_NUMBERS = [0, 1, 2, 3];
/** Stages of a sort after the new order is known (sortShare of the kernel). */
const SORT_STAGES = [1, 2, 3, 4];

/** Part of their margin that walls may use up: a rounding error less than all of it. */
const USABLE_MARGIN = 1 - 1e-9;
const SPINS = 200;
/** How often a waiting thread checks whether another has failed. */
const PATIENCE_MS = 500;

export interface LoopThread {
  readonly kernel: StepKernel;
  readonly F: Float64Array;
  readonly I: Int32Array;
  readonly thread: number;
  readonly threads: number;
  /** The thread's own finders of touches, if the simulation has any. */
  readonly touches?: Pick<TouchFinders, 'bind' | 'step'> | undefined;
  /**
   * Gives prescribed bodies the velocity of the next displacement, after the forces; thread 0 only. `step` counts from
   * 1 within this call.
   */
  readonly steer?: ((step: number) => void) | undefined;
  /** Time of the forces of a step, where fields act; `step` is counted as above. Thread 0 only. */
  readonly timeOf?: ((step: number) => number) | undefined;
  /** Moves half-spaces and meshes to the end of the step; thread 0 only. Returns a status. */
  readonly afterStep?: (step: number) => number;
  /** Whether `afterStep` reads bodies: then all threads must have moved theirs before; thread 0 only. */
  readonly readsBodies?: boolean;
  /** Whether a wall travelled far in the last step; `step` is counted as above. Thread 0 only. */
  readonly haveWallsTravelled?: (() => boolean) | undefined;
  /**
   * Checks bodies that travelled far in the last step and returns a status. Thread 0 only, and only if something
   * travelled far.
   */
  readonly checkTravel?: (step: number) => number;
  /** Checks the elements before they are sorted; thread 0 only. Returns a status. */
  readonly beforeSort?: () => number;
  /** Gives the bonds the new numbers of their elements, before the rows are made; thread 0 only. */
  readonly afterSort?: (() => void) | undefined;
}

/**
 * Runs up to `count` steps; layout.STEPS_DONE says how many. Every thread of the simulation must call it with the same
 * count.
 */
export function runSteps(loop: LoopThread, count: number): number {
  const { F, I, thread } = loop;
  loop.touches?.bind(F, I);
  if (thread === 0) {
    I[layout.STEPS_DONE] = 0;
    I[layout.AFTER_STEP_READS_BODIES] = loop.readsBodies ? 1 : 0;
    I[layout.IS_STEERED] = loop.steer === undefined ? 0 : 1;
    Atomics.store(I, layout.STATUS, DONE);
    for (const queue of QUEUE_NUMBERS) resetQueue(loop, queue);
  }
  barrier(loop);
  let status = DONE;
  for (let step = 1; step <= count && status === DONE; step++) {
    if (I[layout.HALF_DONE] === 0 && isListDue(loop)) status = makeList(loop);
    if (status === DONE) status = oneStep(loop, step);
  }
  barrier(loop);
  return status;
}

function oneStep(loop: LoopThread, step: number): number {
  const { I, kernel, thread, touches } = loop;
  const isHalfDone = I[layout.HALF_DONE] !== 0;
  const hasBonds = at(I, layout.BOND_COUNT) > 0;
  if (loop.timeOf !== undefined) loop.F[layout.FIELD_TIME] = loop.timeOf(step);
  if (hasBonds && !isHalfDone) shareOfBonds(loop);
  if (!isHalfDone) for (let b = take(loop, 0); b >= 0; b = take(loop, 0)) blockForces(loop, b);
  barrier(loop);
  if (thread === 0) resetQueue(loop, 0);
  if (touches !== undefined && !isHalfDone) {
    if (failedBlock(I) >= 0) return LAW_FAILED;
    if (mostRoomNeeded(I) > 0) {
      if (thread === 0) I[layout.HALF_DONE] = 1;
      return TOUCHES_FULL;
    }
  }
  if (I[layout.IS_STEERED] !== 0) {
    loop.steer?.(step);
    barrier(loop);
  }
  const hasLoads = I[layout.HAS_LOADS] !== 0;
  for (let b = take(loop, 1); b >= 0; b = take(loop, 1)) {
    if (hasBonds) {
      kernel.gatherBonds(b, at(I, layout.FORCE));
      if (b === 0) kernel.gatherWallBonds(false);
    }
    if (hasLoads) kernel.fieldLoads(b, thread, false);
    kernel.integrateBlock(b);
  }
  if (at(I, layout.BODY_COUNT) > 0) {
    barrier(loop);
    for (let b = take(loop, 3); b >= 0; b = take(loop, 3)) {
      if (hasLoads) kernel.fieldBodyLoads(b, thread, false);
      kernel.integrateClumps(b);
    }
  }
  if (I[layout.AFTER_STEP_READS_BODIES] !== 0) barrier(loop);
  if (thread === 0) {
    I[layout.STEPS_DONE] = step;
    I[layout.HALF_DONE] = 0;
    I[layout.STATUS_AFTER] = loop.afterStep?.(step) ?? DONE;
    I[layout.WALLS_TRAVELLED] = loop.haveWallsTravelled?.() ? 1 : 0;
  }
  // Before the barrier: after it a faster thread may already compute the next forces, which overwrite the overlaps.
  const isBreaking = I[layout.BOND_BREAKING] !== 0;
  const isDeep = largestOfBlocks(loop.F, I, layout.BLOCK_OVERLAP) > at(loop.F, layout.OVERLAP_LIMIT);
  barrier(loop);
  if (thread === 0) {
    resetQueue(loop, 1);
    resetQueue(loop, 3);
  }
  if (hasBadElements(loop)) return NOT_FINITE;
  if (isDeep) return TOO_DEEP;
  if (I[layout.WALLS_TRAVELLED] !== 0 || haveBodiesTravelled(loop)) {
    if (thread === 0) I[layout.STATUS_TRAVEL] = loop.checkTravel?.(step) ?? DONE;
    barrier(loop);
    if (I[layout.STATUS_TRAVEL] !== DONE) return at(I, layout.STATUS_TRAVEL);
  }
  const after = at(I, layout.STATUS_AFTER);
  return after === DONE && isBreaking ? BONDS_BROKEN : after;
}

/** Each thread computes its share of the bonds; each bond writes to cells of its own alone. */
function shareOfBonds({ I, kernel, thread, threads }: LoopThread): void {
  const count = at(I, layout.BOND_COUNT);
  kernel.bondForces(shareStart(thread, threads, count), shareStart(thread + 1, threads, count), false);
}

/** Forces of the pairs and touches of a block. */
function blockForces(loop: LoopThread, block: number): void {
  pairForces(loop, block);
  loop.touches?.step(block);
}

/** Forces of the pairs of a block; those of its touches are added to them. */
export function pairForces({ I, kernel }: Pick<LoopThread, 'I' | 'kernel'>, block: number): void {
  const choice = I[layout.PAIR_LOOP];
  if (choice === layout.PAIRS_HERTZ_MINDLIN) kernel.pairsHertzMindlin(block);
  else if (choice === layout.PAIRS_LINEAR) kernel.pairsLinear(block);
  else if (choice === layout.PAIRS_ANY_LAW) kernel.pairsAnyLaw(block);
  else kernel.pairsAnyElement(block);
}

/** True when some element may have come within reach of another that is not in its row. The same for every thread. */
export function isListDue({ F, I }: Pick<LoopThread, 'F' | 'I'>): boolean {
  if (I[layout.LIST_INVALID] !== 0) return true;
  if (at(F, layout.WALL_MOVED) > USABLE_MARGIN * at(F, layout.WALL_MARGIN)) return true;
  return largestOfBlocks(F, I, layout.BLOCK_MOVED) > 0 || largestOfClumps(F, I) > 0;
}

/** Rebuilds the list, with all threads together. */
export function makeList(loop: LoopThread): number {
  const { I, kernel, thread, threads } = loop;
  // Sorting changes blocks and margins, by which the others may still be finding out whether a list is due.
  barrier(loop);
  kernel.sortShare(0, thread, threads);
  barrier(loop);
  if (thread === 0) {
    const found = loop.beforeSort?.() ?? DONE;
    const ordered = found === DONE ? kernel.orderElements(threads) : found;
    if (ordered === DONE) kernel.listTouches();
    Atomics.store(I, layout.STATUS, ordered);
  }
  barrier(loop);
  const ordered = Atomics.load(I, layout.STATUS);
  if (ordered !== DONE) return ordered;
  for (const stage of SORT_STAGES) {
    kernel.sortShare(stage, thread, threads);
    barrier(loop);
  }
  if (thread === 0) {
    kernel.endSort();
    loop.afterSort?.();
    shareOutBlocks(loop);
    markCarried(loop);
    for (const queue of QUEUE_NUMBERS) resetQueue(loop, queue);
  }
  barrier(loop);
  kernel.moveTouches(1, thread, threads);
  for (let b = take(loop, 2); b >= 0; b = take(loop, 2)) kernel.makeRows(b);
  barrier(loop);
  if (thread === 0) Atomics.store(I, layout.STATUS, kernel.linkSlots());
  barrier(loop);
  return Atomics.load(I, layout.STATUS);
}

/** Size and number of blocks and their room for pairs: functions of the elements alone. */
export function shareOutBlocks({ I }: Pick<LoopThread, 'I'>): void {
  const size = blockSizeFor(at(I, layout.ELEMENT_COUNT), I[layout.PAIR_LOOP] !== layout.PAIRS_ANY_ELEMENT);
  const count = Math.ceil(at(I, layout.ELEMENT_COUNT) / size);
  I[layout.BLOCK_SIZE] = size;
  I[layout.BLOCK_COUNT] = count;
  I[layout.PAIRS_PER_BLOCK] = count === 0 ? 0 : Math.floor(at(I, layout.PAIR_CAPACITY) / count);
  I[layout.TOUCHES_PER_BLOCK] = count === 0 ? 0 : Math.floor(at(I, layout.TOUCH_CAPACITY) / count);
}

function hasBadElements({ I }: LoopThread): boolean {
  for (let b = 0; b < at(I, layout.BLOCK_COUNT); b++) {
    const block = at(I, layout.BLOCK) + layout.BLOCK_STRIDE * b;
    if (I[2 * (block + layout.BLOCK_INTEGERS) + layout.BLOCK_BAD] !== 0) return true;
  }
  for (let b = 0; b < at(I, layout.BODY_BLOCK_COUNT); b++) {
    const block = at(I, layout.BODY_BLOCK) + layout.BODY_BLOCK_STRIDE * b;
    if (I[2 * (block + layout.BODY_BLOCK_BAD)] !== 0) return true;
  }
  return false;
}

/** Whether a body travelled far in the last step (see movedMark of the kernel). The same for every thread. */
function haveBodiesTravelled({ F, I }: LoopThread): boolean {
  const first = at(I, layout.BLOCK) + layout.BLOCK_MOVED;
  for (let b = 0; b < at(I, layout.BLOCK_COUNT); b++) {
    const mark = at(F, first + layout.BLOCK_STRIDE * b);
    if (mark < 0 || mark > 1) return true;
  }
  const clumps = at(I, layout.BODY_BLOCK) + layout.BODY_BLOCK_MOVED;
  for (let b = 0; b < at(I, layout.BODY_BLOCK_COUNT); b++) {
    const mark = at(F, clumps + layout.BODY_BLOCK_STRIDE * b);
    if (mark < 0 || mark > 1) return true;
  }
  return false;
}

export function largestOfBlocks(F: Float64Array, I: Int32Array, offset: number): number {
  const first = at(I, layout.BLOCK) + offset;
  let largest = 0;
  for (let b = 0; b < at(I, layout.BLOCK_COUNT); b++) {
    const value = at(F, first + layout.BLOCK_STRIDE * b);
    if (value > largest) largest = value;
  }
  return largest;
}

function largestOfClumps(F: Float64Array, I: Int32Array): number {
  const first = at(I, layout.BODY_BLOCK) + layout.BODY_BLOCK_MOVED;
  let largest = 0;
  for (let b = 0; b < at(I, layout.BODY_BLOCK_COUNT); b++) {
    largest = Math.max(largest, at(F, first + layout.BODY_BLOCK_STRIDE * b));
  }
  return largest;
}

/** Each thread starts on its own share, whose data stay in its cache, and then helps the others. */
function take({ I, thread, threads }: LoopThread, queue: number): number {
  const blocks = blocksOf(I, queue);
  for (let k = 0; k < threads; k++) {
    const owner = (thread + k) % threads;
    const end = shareStart(owner + 1, threads, blocks);
    const cell = layout.QUEUES + layout.MOST_THREADS * queue + owner;
    if (Atomics.load(I, cell) >= end) continue;
    const block = Atomics.add(I, cell, 1);
    if (block < end) return block;
  }
  return -1;
}

function resetQueue({ I, threads }: LoopThread, queue: number): void {
  const blocks = blocksOf(I, queue);
  for (let t = 0; t < threads; t++)
    Atomics.store(I, layout.QUEUES + layout.MOST_THREADS * queue + t, shareStart(t, threads, blocks));
}

function blocksOf(I: Int32Array, queue: number): number {
  return at(I, queue === 3 ? layout.BODY_BLOCK_COUNT : layout.BLOCK_COUNT);
}

function shareStart(thread: number, threads: number, blocks: number): number {
  return Math.floor((thread * blocks) / threads);
}

/** Waits until all threads have arrived: spins briefly, then sleeps. */
function barrier({ I, threads }: LoopThread): void {
  if (threads === 1) return;
  const generation = Atomics.load(I, layout.BARRIER_GENERATION);
  if (Atomics.add(I, layout.BARRIER_ARRIVED, 1) === threads - 1) {
    Atomics.store(I, layout.BARRIER_ARRIVED, 0);
    Atomics.add(I, layout.BARRIER_GENERATION, 1);
    Atomics.notify(I, layout.BARRIER_GENERATION);
    return;
  }
  for (let spin = 0; spin < SPINS; spin++) {
    if (Atomics.load(I, layout.BARRIER_GENERATION) !== generation) return;
  }
  while (Atomics.load(I, layout.BARRIER_GENERATION) === generation) {
    Atomics.wait(I, layout.BARRIER_GENERATION, generation, PATIENCE_MS);
    if (Atomics.load(I, layout.THREAD_FAILED) !== 0) throw new Error('a thread of the simulation has failed');
  }
}

function at(view: Float64Array | Int32Array, index: number): number {
  return view[index];
}
