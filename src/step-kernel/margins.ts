// SPDX-License-Identifier: MIT
/**
 * How far each element, and the walls, may move before the rows are made anew: half the skin, and more for what is
 * fast, so that a few fast elements among many slow ones do not set the pace. A pair is listed when its gap is less
 * than both margins together.
 */
import { levelOf } from './grid.ts';
import { F, I } from './memory-views.ts';
import {
  ELEMENT_COUNT,
  HALF_SPACE,
  HALF_SPACE_ANGULAR_VELOCITY,
  HALF_SPACE_COUNT,
  HALF_SPACE_POINT,
  HALF_SPACE_STRIDE,
  HALF_SPACE_VELOCITY,
  LEVEL,
  LEVEL_COUNT,
  LEVEL_MARGIN,
  LEVEL_STRIDE,
  MARGIN_MOST,
  MESH,
  MESH_ANGULAR_VELOCITY,
  MESH_BOX,
  MESH_COUNT,
  MESH_POINT,
  MESH_POSITION,
  MESH_STRIDE,
  MESH_VELOCITY,
  MOTION,
  MOTION_STRIDE,
  POSITION,
  REFERENCE,
  SKIN,
  TIME_STEP,
  WALL_MARGIN,
  WALL_MARGIN_LEAST,
} from './step-layout.ts';

/**
 * Steps that a list is meant to last at the present velocities. Drums of spheres: 10 to 30 differ by a few per cent.
 */
const STEPS_OF_A_LIST: f64 = 20.0;
/** Of the radius, for margins above half the skin: rows grow with the cube of the distance. */
const MOST_OF_RADIUS: f64 = 0.5;
/** Part of the squared margin that elements may use up: a rounding error less than all of it. */
const USABLE_SQUARED: f64 = 1.0 - 2.0e-9;

/** @inline True when an element has moved by more than its margin; `reference` is the address of its reference. */
export function isBeyondMargin(reference: i32, squaredWay: f64): bool {
  return squaredWay > USABLE_SQUARED * F[reference + 3] * F[reference + 3];
}

/**
 * @inline Mark of a block: 1 if a body moved beyond a margin, 2 if one also travelled far in the step, -1 if one only
 * travelled far, otherwise 0.
 */
export function movedMark(isBeyond: bool, isFar: bool): f64 {
  if (isBeyond) return isFar ? 2.0 : 1.0;
  return isFar ? -1.0 : 0.0;
}

function lengthAt(at: i32): f64 {
  return Math.sqrt(F[at] * F[at] + F[at + 1] * F[at + 1] + F[at + 2] * F[at + 2]);
}

/** Distance of the farthest surface of an element from the point at F[point]. */
function farthestFrom(point: i32): f64 {
  const position: i32 = I[POSITION];
  const count: i32 = I[ELEMENT_COUNT];
  let most = 0.0;
  for (let e: i32 = 0; e < count; e++) {
    const p: i32 = position + 4 * e;
    const dx: f64 = F[p] - F[point];
    const dy: f64 = F[p + 1] - F[point + 1];
    const dz: f64 = F[p + 2] - F[point + 2];
    const far: f64 = Math.sqrt(dx * dx + dy * dy + dz * dz) + F[p + 3];
    if (far > most) most = far;
  }
  return most;
}

/** Speed of the fastest point of a wall, about. */
function wallSpeed(): f64 {
  let most = 0.0;
  for (let k: i32 = 0; k < I[HALF_SPACE_COUNT]; k++) {
    const wall: i32 = I[HALF_SPACE] + HALF_SPACE_STRIDE * k;
    const rate: f64 = lengthAt(wall + HALF_SPACE_ANGULAR_VELOCITY);
    let speed: f64 = lengthAt(wall + HALF_SPACE_VELOCITY);
    if (rate > 0.0) speed += rate * farthestFrom(wall + HALF_SPACE_POINT);
    if (speed > most) most = speed;
  }
  for (let k: i32 = 0; k < I[MESH_COUNT]; k++) {
    const mesh: i32 = I[MESH] + MESH_STRIDE * k;
    const dx: f64 = F[mesh + MESH_POSITION] - F[mesh + MESH_POINT];
    const dy: f64 = F[mesh + MESH_POSITION + 1] - F[mesh + MESH_POINT + 1];
    const dz: f64 = F[mesh + MESH_POSITION + 2] - F[mesh + MESH_POINT + 2];
    let far: f64 = dx * dx + dy * dy + dz * dz;
    for (let axis: i32 = 0; axis < 3; axis++) {
      const low: f64 = Math.abs(F[mesh + MESH_BOX + axis]);
      const high: f64 = Math.abs(F[mesh + MESH_BOX + 3 + axis]);
      far += low > high ? low * low : high * high;
    }
    const speed: f64 = lengthAt(mesh + MESH_VELOCITY) + lengthAt(mesh + MESH_ANGULAR_VELOCITY) * Math.sqrt(far);
    if (speed > most) most = speed;
  }
  return most;
}

/**
 * Writes positions and margins of all elements to REFERENCE, the margins of levels and walls; grids must be laid out.
 */
export function setMargins(): void {
  const position: i32 = I[POSITION];
  const motion: i32 = I[MOTION];
  const reference: i32 = I[REFERENCE];
  const levels: i32 = I[LEVEL] + LEVEL_MARGIN;
  const count: i32 = I[ELEMENT_COUNT];
  const least: f64 = 0.5 * F[SKIN];
  const time: f64 = STEPS_OF_A_LIST * F[TIME_STEP];
  for (let level: i32 = 0; level < I[LEVEL_COUNT]; level++) F[levels + LEVEL_STRIDE * level] = least;
  for (let e: i32 = 0; e < count; e++) {
    const p: i32 = position + 4 * e;
    const r: i32 = reference + 4 * e;
    const most: f64 = MOST_OF_RADIUS * F[p + 3];
    let margin: f64 = time * lengthAt(motion + MOTION_STRIDE * e);
    if (margin > most) margin = most;
    if (margin > F[MARGIN_MOST]) margin = F[MARGIN_MOST];
    if (margin < least) margin = least;
    F[r] = F[p];
    F[r + 1] = F[p + 1];
    F[r + 2] = F[p + 2];
    F[r + 3] = margin;
    const level: i32 = levels + LEVEL_STRIDE * levelOf(F[p + 3]);
    if (margin > F[level]) F[level] = margin;
  }
  let margin: f64 = time * wallSpeed();
  if (margin > F[MARGIN_MOST]) margin = F[MARGIN_MOST];
  F[WALL_MARGIN] = margin > F[WALL_MARGIN_LEAST] ? margin : F[WALL_MARGIN_LEAST];
}
