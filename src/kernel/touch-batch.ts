// SPDX-License-Identifier: MIT
/**
 * Pairs of convex bodies of a simulation: answers to a batch of them, and their contact points. JavaScript calls
 * WebAssembly once a batch, and again behind a pair whose bounds stayed open.
 */
import { contactPair } from './contact-pair.ts';
import { flatContact, placedFlatContact } from './features/flat-contact.ts';
import { FLAT_DASHPOT, FLAT_LIMIT, FLAT_OVERLAP, FLAT_SHARE, FLAT_STRIDE } from './features/flat-layout.ts';
import {
  CACHE_STRIDE,
  DOMES,
  FLAT_COUNT,
  FLAT_NONE,
  FLAT_WORK,
  FOR_STEPS,
  RESULT_DISTANCE,
  RESULT_LOWER,
  RESULT_NORMAL,
  RESULT_POINT_ON_A,
  RESULT_STATUS,
  RESULT_STRIDE,
  RESULT_UPPER,
  SHAPE_EXTENT,
  SHAPE_HEADER,
  SHAPE_MARGIN,
  SHAPE_VERTEX_COUNT,
  STATUS_BOUNDED,
  STEP_REACH,
} from './layout.ts';
import { F, I } from './memory.ts';
import { writeScaledBlock } from './scaled-block.ts';
import { isSmooth } from './smooth/smooth-body.ts';
import { hasFlatPoints } from './support/domed-superquadric.ts';
import {
  ANSWER_DISTANCE,
  ANSWER_FIRST_POINT,
  ANSWER_LOWER,
  ANSWER_NORMAL,
  ANSWER_POINT_COUNT,
  ANSWER_STRIDE,
  ANSWER_WARM,
  ASKED_A,
  ASKED_B,
  ASKED_DOMES,
  ASKED_POSE_A,
  ASKED_POSE_B,
  ASKED_SIZE_A,
  ASKED_SIZE_B,
  ASKED_SPHERE,
  ASKED_STRIDE,
  ASKED_WALL,
  ASKED_WARM,
  BATCH_ANSWERS,
  BATCH_ASKED,
  BATCH_BLOCKS,
  BATCH_COPIES,
  BATCH_COPY_STRIDE,
  BATCH_FLAT,
  BATCH_OPEN,
  BATCH_POINTS,
  BATCH_RESULTS,
  BATCH_SHAPE_COUNT,
  BATCH_SHAPES,
  BATCH_SPHERES,
  BATCH_WALLS,
  BATCH_WORK,
  COPY_BLOCK,
  COPY_FACTOR,
  COPY_SHAPE,
} from './touch-batch-layout.ts';

/** Block of a body: number `slot` of the batch, two a pair. Spheres and other sizes have a block for each slot. */
function blockOf(batch: i32, code: i32, size: f64, slot: i32): i32 {
  if (code === ASKED_SPHERE) {
    const sphere: i32 = I[2 * batch + BATCH_SPHERES] + SHAPE_HEADER * slot;
    F[sphere + SHAPE_MARGIN] = size;
    F[sphere + SHAPE_EXTENT] = 2.0 * size;
    return sphere;
  }
  if (code <= ASKED_WALL) return I[2 * batch + BATCH_WALLS] + SHAPE_HEADER * (ASKED_WALL - code);
  const own: i32 = I[2 * I[2 * batch + BATCH_SHAPES] + code];
  if (size === 1.0) return own;
  const copy: i32 = I[2 * batch + BATCH_COPIES] + I[2 * batch + BATCH_COPY_STRIDE] * slot;
  if (I[2 * copy + COPY_SHAPE] !== code || F[copy + COPY_FACTOR] !== size) {
    writeScaledBlock(own, size, copy + COPY_BLOCK);
    I[2 * copy + COPY_SHAPE] = code;
    F[copy + COPY_FACTOR] = size;
  }
  return copy + COPY_BLOCK;
}

/**
 * The polyhedron that stands for shape number `code`, a cylinder, cone or tablet, where the other body has flat points:
 * what is domed touches polyhedra. Else the shape.
 */
function onFlatPoints(batch: i32, code: i32, other: i32): i32 {
  const count: i32 = I[2 * batch + BATCH_SHAPE_COUNT];
  if (code < 0 || other < 0 || code >= count || other >= count) return code;
  const blocks: i32 = 2 * I[2 * batch + BATCH_SHAPES];
  return I[blocks + count + code] !== 0 && hasFlatPoints(I[blocks + other]) ? count + code : code;
}

function isPolyhedron(s: i32): bool {
  return I[2 * s + SHAPE_VERTEX_COUNT] > 0;
}

/** Answers pair k of the batch; false if it is a pair of polyhedra whose bounds did not close. */
function ask(batch: i32, k: i32, maxDistance: f64): bool {
  const asked: i32 = batch + BATCH_ASKED + ASKED_STRIDE * k;
  const warm: i32 = batch + BATCH_ANSWERS + ANSWER_STRIDE * k + ANSWER_WARM;
  for (let c: i32 = 0; c < CACHE_STRIDE; c++) F[warm + c] = F[asked + ASKED_WARM + c];
  const blocks: i32 = 2 * (batch + BATCH_BLOCKS + k);
  I[DOMES] = I[2 * asked + ASKED_DOMES];
  if (I[DOMES] !== 0) {
    const first: i32 = I[2 * asked + ASKED_A];
    const second: i32 = I[2 * asked + ASKED_B];
    I[2 * asked + ASKED_A] = onFlatPoints(batch, first, second);
    I[2 * asked + ASKED_B] = onFlatPoints(batch, second, first);
  }
  const codeA: i32 = I[2 * asked + ASKED_A];
  const sizeA: f64 = F[asked + ASKED_SIZE_A];
  const before: i32 = asked - ASKED_STRIDE;
  const isAsBefore: bool = k > 0 && I[2 * before + ASKED_A] === codeA && F[before + ASKED_SIZE_A] === sizeA;
  const a: i32 = isAsBefore ? I[blocks - 2] : blockOf(batch, codeA, sizeA, 2 * k);
  const b: i32 = blockOf(batch, I[2 * asked + ASKED_B], F[asked + ASKED_SIZE_B], 2 * k + 1);
  I[blocks] = a;
  I[blocks + 1] = b;
  const r: i32 = batch + BATCH_RESULTS + RESULT_STRIDE * k;
  I[FLAT_COUNT] = 0;
  contactPair(a, asked + ASKED_POSE_A, b, asked + ASKED_POSE_B, warm, maxDistance, r);
  return F[r + RESULT_STATUS] !== STATUS_BOUNDED || !isPolyhedron(a) || !isPolyhedron(b);
}

/**
 * Overlap of a pair for a step. Where the bounds did not close, the middle of them if they prove an overlap. If not,
 * the bodies touch within the upper bound, while the lower one may be a whole body deep: no more than the upper one
 * counts.
 */
export function overlapOf(r: i32): f64 {
  const distance: f64 = F[r + RESULT_DISTANCE];
  if (F[r + RESULT_STATUS] !== STATUS_BOUNDED || !(distance < 0.0)) return -distance;
  const upper: f64 = F[r + RESULT_UPPER];
  if (upper < 0.0) return -0.5 * (F[r + RESULT_LOWER] + upper);
  return upper < -distance ? upper : -distance;
}

/**
 * Writes the contact points of the pair with the result r from `point` on and returns how many; `isPlaced` if it is the
 * pair that has been answered last.
 */
function writePoints(batch: i32, k: i32, r: i32, reach: f64, point: i32, isPlaced: bool): i32 {
  const distance: f64 = F[r + RESULT_DISTANCE];
  if (distance < 0.0) {
    const asked: i32 = batch + BATCH_ASKED + ASKED_STRIDE * k;
    const blocks: i32 = 2 * (batch + BATCH_BLOCKS + k);
    const nx: f64 = F[r + RESULT_NORMAL];
    const ny: f64 = F[r + RESULT_NORMAL + 1];
    const nz: f64 = F[r + RESULT_NORMAL + 2];
    const work: i32 = batch + BATCH_WORK;
    const a: i32 = I[blocks];
    const b: i32 = I[blocks + 1];
    if (isPlaced && isPolyhedron(a)) {
      const corners: i32 = I[FLAT_COUNT] === FLAT_NONE ? 0 : placedFlatContact(work, point);
      if (corners > 0) return corners;
    } else if (!isSmooth(a) && !isSmooth(b)) {
      const corners: i32 = flatContact(a, asked + ASKED_POSE_A, b, asked + ASKED_POSE_B, nx, ny, nz, work);
      for (let c: i32 = 0; c < FLAT_STRIDE * corners; c++) F[point + c] = F[work + c];
      if (corners > 0) return corners;
    }
  } else if (!(distance < reach)) return 0;
  for (let c: i32 = 0; c < 3; c++) F[point + c] = F[r + RESULT_POINT_ON_A + c];
  F[point + FLAT_OVERLAP] = overlapOf(r);
  F[point + FLAT_SHARE] = 1.0;
  F[point + FLAT_DASHPOT] = 1.0;
  return 1;
}

/**
 * Answers the batch's pairs from number `from` on and writes their contact points: of pairs that overlap, and one of
 * those whose gap is less than `reach`; those farther apart than `maxDistance` may be left open. Answers are good for a
 * step (FOR_STEPS): within 1e-9 of the size, and on flat faces any point of the contact. Returns the number of the
 * first pair that is left: its points may find no room, or it is a pair of polyhedra whose bounds did not close
 * (BATCH_OPEN). The caller then closes them in the pair's result and calls again.
 */
export function answerTouchBatch(batch: i32, from: i32, count: i32, maxDistance: f64, reach: f64): i32 {
  const open: i32 = 2 * batch + BATCH_OPEN;
  const isFirstClosed: bool = I[open] !== 0;
  let points: i32 = 0;
  let k: i32 = from;
  I[open] = 0;
  I[FOR_STEPS] = 1;
  I[FLAT_WORK] = batch + BATCH_WORK;
  F[STEP_REACH] = reach;
  for (; k < count && points <= BATCH_POINTS - FLAT_LIMIT; k++) {
    const isPlaced: bool = k > from || !isFirstClosed;
    if (isPlaced && !ask(batch, k, maxDistance)) {
      I[open] = 1;
      break;
    }
    const r: i32 = batch + BATCH_RESULTS + RESULT_STRIDE * k;
    const answer: i32 = batch + BATCH_ANSWERS + ANSWER_STRIDE * k;
    const written: i32 = writePoints(batch, k, r, reach, batch + BATCH_FLAT + FLAT_STRIDE * points, isPlaced);
    I[2 * answer + ANSWER_FIRST_POINT] = points;
    I[2 * answer + ANSWER_POINT_COUNT] = written;
    F[answer + ANSWER_DISTANCE] = F[r + RESULT_DISTANCE];
    F[answer + ANSWER_LOWER] = F[r + RESULT_LOWER];
    for (let c: i32 = 0; c < 3; c++) F[answer + ANSWER_NORMAL + c] = F[r + RESULT_NORMAL + c];
    points += written;
  }
  I[FOR_STEPS] = 0;
  I[FLAT_WORK] = 0;
  I[DOMES] = 0;
  F[STEP_REACH] = 0.0;
  return k;
}
