// SPDX-License-Identifier: MIT
/**
 * Contacts of a convex body with a wall that is a shape (docs/theory/shape-walls.md). From outside, a sphere, cylinder,
 * cone or box is a body like others. From inside, flat parts are half-spaces and curved ones are asked how far the body
 * reaches beyond them. Rims of sheets and the ring of a torus are circles.
 */
import { contactPair } from '../contact-pair.ts';
import { flatContact } from '../features/flat-contact.ts';
import { FLAT_DASHPOT, FLAT_OVERLAP, FLAT_SHARE, FLAT_STRIDE } from '../features/flat-layout.ts';
import {
  RESULT_DISTANCE,
  RESULT_NORMAL,
  RESULT_POINT_ON_A,
  RESULT_STATUS,
  SHAPE_CENTRE,
  SHAPE_EXTENT,
  SHAPE_MARGIN,
  SHAPE_PARAMETERS,
  SHAPE_RADIUS,
  SHAPE_Z,
  STATUS_FAR,
} from '../layout.ts';
import { F, I } from '../memory.ts';
import { bodyOnPlane } from '../mesh/body-on-plane.ts';
import { isSmooth } from '../smooth/smooth-body.ts';
import { overlapOf } from '../touch-batch.ts';
import { insideCurved, placeBody, shareOut } from './body-in-wall.ts';
import { sampleCircle, setBall, slopeAt, stationaryBetween } from './circle-search.ts';
import { heightOverSide, placeAlongSide, writeAt } from './sphere-on-wall.ts';
import {
  AT_DASHPOT,
  AT_OVERLAP,
  AT_SHARE,
  AT_STRIDE,
  CIRCLE_DIRECTIONS,
  OPEN_HIGH,
  OPEN_LOW,
  PART_BOX,
  PART_HIGH,
  PART_LOW,
  PART_SIDE,
  SHEET,
  SOLID_SHAPE,
  WALL_BLOCK,
  WALL_BOX,
  WALL_ENDLESS,
  WALL_FLIPPED,
  WALL_HALF,
  WALL_HIGH,
  WALL_KIND,
  WALL_LOW,
  WALL_OPEN,
  WALL_RADIUS,
  WALL_ROUND,
  WALL_SLANT,
  WALL_SOLID,
  WALL_TORUS,
  WALL_UPPER_RADIUS,
  WORK_ALONG,
  WORK_CIRCLE,
  WORK_FLAT,
  WORK_IDENTITY,
  WORK_ORIGIN,
  WORK_PLANE,
  WORK_POINT,
  WORK_POSE,
  WORK_RESULT,
  WORK_ROD,
} from './wall-layout.ts';
import { findWayBack, writeWayBack } from './way-past-rim.ts';

/** Appends the contacts of a body with a half-space through (x, y, z) whose normal n points to the free side. */
function takePlane(
  body: i32,
  p: i32,
  work: i32,
  nx: f64,
  ny: f64,
  nz: f64,
  offset: f64,
  reach: f64,
  out: i32,
  from: i32,
  part: i32,
): i32 {
  const plane: i32 = I[2 * work + WORK_PLANE];
  F[plane + SHAPE_PARAMETERS] = nx;
  F[plane + SHAPE_PARAMETERS + 1] = ny;
  F[plane + SHAPE_PARAMETERS + 2] = nz;
  F[plane + SHAPE_CENTRE] = nx * offset;
  F[plane + SHAPE_CENTRE + 1] = ny * offset;
  F[plane + SHAPE_CENTRE + 2] = nz * offset;
  const flat: i32 = work + WORK_FLAT;
  const found: i32 = bodyOnPlane(plane, work + WORK_IDENTITY, body, p, reach, work + WORK_RESULT, flat);
  let count: i32 = from;
  for (let k: i32 = 0; k < found; k++) {
    const at: i32 = flat + FLAT_STRIDE * k;
    const next: i32 = writeAt(out, count, F[at], F[at + 1], F[at + 2], -nx, -ny, -nz, F[at + FLAT_OVERLAP], part);
    if (next === count) return count;
    F[out + AT_STRIDE * count + AT_SHARE] = F[at + FLAT_SHARE];
    F[out + AT_STRIDE * count + AT_DASHPOT] = F[at + FLAT_DASHPOT];
    count = next;
  }
  return count;
}

/** Places the solid of a wall: a cylinder without ends beside the body, a cone with its wide end where it belongs. */
function placeSolid(wall: i32, work: i32): void {
  const pose: i32 = work + WORK_POSE;
  for (let k: i32 = 0; k < 7; k++) F[pose + k] = F[work + WORK_IDENTITY + k];
  if (I[2 * wall + WALL_KIND] !== WALL_ROUND) return;
  const isCone: bool = F[wall + WALL_RADIUS] !== F[wall + WALL_UPPER_RADIUS];
  if (!isCone) {
    const middle: f64 = 0.5 * (F[wall + WALL_LOW] + F[wall + WALL_HIGH]);
    F[pose + 2] = I[2 * wall + WALL_ENDLESS] !== 0 ? F[work + WORK_ORIGIN + 2] : middle;
    return;
  }
  if (I[2 * wall + WALL_FLIPPED] === 0) {
    F[pose + 2] = F[wall + WALL_LOW];
    return;
  }
  F[pose + 2] = F[wall + WALL_HIGH];
  F[pose + 3] = 0.0;
  F[pose + 4] = 1.0;
}

/** Whether a point of the wall's frame is between the ends of a round wall, as seen from its side. */
function isOnSide(wall: i32, x: f64, y: f64, z: f64): bool {
  const along: f64 = placeAlongSide(wall, Math.sqrt(x * x + y * y), z);
  return along >= 0.0 && along <= F[wall + WALL_SLANT];
}

/** Contacts from outside with the solid of a wall; of a sheet, with its side alone. */
function takeSolid(wall: i32, body: i32, p: i32, work: i32, reach: f64, out: i32, from: i32): i32 {
  const isSheet: bool = I[2 * wall + WALL_SOLID] === SHEET;
  const solid: i32 = I[2 * wall + WALL_BLOCK];
  const pose: i32 = work + WORK_POSE;
  const r: i32 = work + WORK_RESULT;
  const flat: i32 = work + WORK_FLAT;
  placeSolid(wall, work);
  contactPair(solid, pose, body, p, 0, reach, r);
  if (F[r + RESULT_STATUS] === STATUS_FAR || !(F[r + RESULT_DISTANCE] <= reach)) return from;
  const nx: f64 = F[r + RESULT_NORMAL];
  const ny: f64 = F[r + RESULT_NORMAL + 1];
  const nz: f64 = F[r + RESULT_NORMAL + 2];
  let count: i32 = from;
  if (F[r + RESULT_DISTANCE] < 0.0 && !isSmooth(solid) && !isSmooth(body)) {
    const corners: i32 = flatContact(body, p, solid, pose, -nx, -ny, -nz, flat);
    for (let k: i32 = 0; k < corners; k++) {
      const at: i32 = flat + FLAT_STRIDE * k;
      const overlap: f64 = F[at + FLAT_OVERLAP];
      const x: f64 = F[at] + overlap * nx;
      const y: f64 = F[at + 1] + overlap * ny;
      const z: f64 = F[at + 2] + overlap * nz;
      if (!findWayBack(wall, work, x, y, z, -nx, -ny, -nz, overlap)) continue;
      const next: i32 = writeWayBack(work, out, count, PART_SIDE);
      if (next === count) break;
      F[out + AT_STRIDE * count + AT_SHARE] = F[at + FLAT_SHARE];
      F[out + AT_STRIDE * count + AT_DASHPOT] = F[at + FLAT_DASHPOT];
      count = next;
    }
    if (corners > 0) return count;
  }
  const a: i32 = r + RESULT_POINT_ON_A;
  const overlap: f64 = overlapOf(r);
  if (overlap > 0.0) {
    if (!findWayBack(wall, work, F[a], F[a + 1], F[a + 2], -nx, -ny, -nz, overlap)) return count;
    return writeWayBack(work, out, count, PART_SIDE);
  }
  if (isSheet && !isOnSide(wall, F[a], F[a + 1], F[a + 2])) return count;
  return writeAt(out, count, F[a], F[a + 1], F[a + 2], -nx, -ny, -nz, overlap, PART_SIDE);
}

/** Writes the contact of the ball at WORK_POINT of a circle with the body, from the result of its query. */
function takeBall(work: i32, radius: f64, reach: f64, out: i32, count: i32, part: i32): i32 {
  const r: i32 = work + WORK_RESULT;
  if (!(F[r + RESULT_DISTANCE] < reach)) return count;
  const n: i32 = r + RESULT_NORMAL;
  const point: i32 = work + WORK_POINT;
  return writeAt(
    out,
    count,
    F[point] + radius * F[n],
    F[point + 1] + radius * F[n + 1],
    F[point + 2] + radius * F[n + 2],
    -F[n],
    -F[n + 1],
    -F[n + 2],
    overlapOf(r),
    part,
  );
}

/**
 * Asks again with a rod along the circle in place of the ball: under an edge of the body the ball leaves it through one
 * of the faces, while the circle leaves it across the edge.
 */
function askRod(body: i32, p: i32, work: i32, radius: f64): void {
  const rod: i32 = I[2 * work + WORK_ROD];
  const pose: i32 = work + WORK_POSE;
  const t: i32 = work + WORK_ALONG;
  // As long as the body: more would not meet it, and the circle bends away.
  const half: f64 = F[body + SHAPE_RADIUS] + F[body + SHAPE_MARGIN] + radius;
  F[rod + SHAPE_MARGIN] = radius;
  F[rod + SHAPE_RADIUS] = half;
  F[rod + SHAPE_EXTENT] = 2.0 * (half + radius);
  const ends: i32 = I[2 * rod + SHAPE_Z];
  for (let k: i32 = 0; k < 4; k++) F[ends + k] = k === 1 ? half : -half;
  for (let k: i32 = 0; k < 3; k++) F[pose + k] = F[work + WORK_POINT + k];
  // From the z axis to the tangent, which lies across it: half a turn about the direction between both.
  const x: f64 = F[t];
  const y: f64 = F[t + 1];
  const z: f64 = F[t + 2] + 1.0;
  const length: f64 = Math.sqrt(x * x + y * y + z * z);
  F[pose + 3] = 0.0;
  F[pose + 4] = x / length;
  F[pose + 5] = y / length;
  F[pose + 6] = z / length;
  contactPair(rod, pose, body, p, 0, Infinity, work + WORK_RESULT);
}

/** Contacts of a body with a tube of radius `tube`, which may be 0, around the circle at `level` of the axis. */
function takeCircle(
  wall: i32,
  body: i32,
  p: i32,
  work: i32,
  radius: f64,
  level: f64,
  tube: f64,
  reach: f64,
  out: i32,
  from: i32,
  part: i32,
): i32 {
  const circle: i32 = work + WORK_CIRCLE;
  const o: i32 = work + WORK_ORIGIN;
  for (let k: i32 = 0; k < 10; k++) F[circle + k] = 0.0;
  F[circle + 2] = level;
  F[circle + 3] = 1.0;
  F[circle + 7] = 1.0;
  F[circle + 9] = radius;
  const size: f64 = F[body + SHAPE_RADIUS] + F[body + SHAPE_MARGIN];
  // Before anything is asked: how near the circle comes to the ball around the body.
  const e: f64 = Math.sqrt(F[o] * F[o] + F[o + 1] * F[o + 1]);
  const across: f64 = e - radius;
  const up: f64 = F[o + 2] - level;
  const whole: f64 = size + tube + reach;
  if (across * across + up * up > whole * whole) return from;
  setBall(work, tube);
  const to: i32 = out + AT_STRIDE * from;
  let count: i32 = 0;
  const samples: i32 = sampleCircle(wall, body, p, work, F[o], F[o + 1], F[o + 2], whole);
  if (samples < 0) {
    for (let k: i32 = 0; k < 2; k++) {
      slopeAt(wall, body, p, work, k === 0 ? 1.0 : -1.0, 0.0);
      count = takeBall(work, tube, k === 0 ? reach : 0.0, to, count, part);
    }
  }
  for (let k: i32 = 0; k < CIRCLE_DIRECTIONS && samples > 0; k++) {
    const kind: i32 = stationaryBetween(wall, body, p, work, k);
    // Across a gap there is one contact, at the nearest point; farthest points are contacts while they overlap.
    if (kind === 0 || !(F[circle + 10] < (kind > 0 ? reach : 0.0))) continue;
    if (F[circle + 11] !== 0.0 && kind > 0) askRod(body, p, work, tube);
    count = takeBall(work, tube, reach, to, count, part);
  }
  shareOut(to, count);
  return from + count;
}

/** The face of a closed end of a sheet, from the side on which the body is. */
function takeEnd(wall: i32, body: i32, p: i32, work: i32, reach: f64, out: i32, from: i32, part: i32): i32 {
  const isLow: bool = part === PART_LOW;
  const radius: f64 = F[wall + (isLow ? WALL_RADIUS : WALL_UPPER_RADIUS)];
  const level: f64 = F[wall + (isLow ? WALL_LOW : WALL_HIGH)];
  if ((I[2 * wall + WALL_OPEN] & (isLow ? OPEN_LOW : OPEN_HIGH)) !== 0) {
    return takeCircle(wall, body, p, work, radius, level, 0.0, reach, out, from, part);
  }
  if (!(radius > 0.0)) return from;
  const sign: f64 = F[work + WORK_ORIGIN + 2] >= level ? 1.0 : -1.0;
  const count: i32 = takePlane(body, p, work, 0.0, 0.0, sign, sign * level, reach, out, from, part);
  const isOutside: bool = isLow ? sign < 0.0 : sign > 0.0;
  let kept: i32 = from;
  for (let k: i32 = from; k < count; k++) {
    const at: i32 = out + AT_STRIDE * k;
    if (F[at] * F[at] + F[at + 1] * F[at + 1] > radius * radius) {
      // Beyond the rim there is no face, but within the wall the corner between face and side is closed.
      const overlap: f64 = F[at + AT_OVERLAP];
      if (isOutside || !(overlap > 0.0)) continue;
      if (!findWayBack(wall, work, F[at], F[at + 1], F[at + 2], 0.0, 0.0, -sign, overlap)) continue;
      const share: f64 = F[at + AT_SHARE];
      const dashpot: f64 = F[at + AT_DASHPOT];
      writeWayBack(work, out, kept, part);
      F[out + AT_STRIDE * kept + AT_SHARE] = share;
      F[out + AT_STRIDE * kept + AT_DASHPOT] = dashpot;
    } else {
      for (let c: i32 = 0; c < AT_STRIDE; c++) F[out + AT_STRIDE * kept + c] = F[at + c];
    }
    kept++;
  }
  const hasCrossed: bool = kept === count;
  // A body over the rim from outside touches that.
  return hasCrossed || !isOutside ? kept : takeCircle(wall, body, p, work, radius, level, 0.0, reach, out, kept, part);
}

/** Contacts with a cylinder or cone that has an opening. */
function onSheet(wall: i32, body: i32, p: i32, work: i32, reach: f64, out: i32): i32 {
  const o: i32 = work + WORK_ORIGIN;
  const e: f64 = Math.sqrt(F[o] * F[o] + F[o + 1] * F[o + 1]);
  const isInside: bool = heightOverSide(wall, e, F[o + 2]) < 0.0;
  let count: i32 = isInside
    ? insideCurved(wall, body, work, reach, out, 0)
    : takeSolid(wall, body, p, work, reach, out, 0);
  count = takeEnd(wall, body, p, work, reach, out, count, PART_LOW);
  return takeEnd(wall, body, p, work, reach, out, count, PART_HIGH);
}

/** Contacts from inside a box: with its six sides. */
function insideBox(wall: i32, body: i32, p: i32, work: i32, reach: f64, out: i32): i32 {
  let count: i32 = 0;
  for (let k: i32 = 0; k < 6; k++) {
    const axis: i32 = k >> 1;
    const sign: f64 = (k & 1) === 0 ? 1.0 : -1.0;
    const nx: f64 = axis === 0 ? sign : 0.0;
    const ny: f64 = axis === 1 ? sign : 0.0;
    const nz: f64 = axis === 2 ? sign : 0.0;
    const half: f64 = F[wall + WALL_HALF + axis];
    count = takePlane(body, p, work, nx, ny, nz, -half, reach, out, count, PART_BOX + k);
  }
  return count;
}

/** Contacts from inside a closed cylinder or cone: with its side and its ends. */
function insideRound(wall: i32, body: i32, p: i32, work: i32, reach: f64, out: i32): i32 {
  let count: i32 = insideCurved(wall, body, work, reach, out, 0);
  if (I[2 * wall + WALL_ENDLESS] !== 0) return count;
  const low: f64 = F[wall + WALL_LOW];
  const high: f64 = F[wall + WALL_HIGH];
  if (F[wall + WALL_RADIUS] > 0.0) count = takePlane(body, p, work, 0.0, 0.0, 1.0, low, reach, out, count, PART_LOW);
  if (F[wall + WALL_UPPER_RADIUS] > 0.0)
    count = takePlane(body, p, work, 0.0, 0.0, -1.0, -high, reach, out, count, PART_HIGH);
  return count;
}

/**
 * Contacts of a convex body at pose p of the wall's frame, across gaps up to `reach`, to F[out + AT_STRIDE k..].
 * Returns how many. `work` is the address of the working memory (wall-layout.ts).
 */
export function bodyOnWall(wall: i32, body: i32, p: i32, reach: f64, work: i32, out: i32): i32 {
  const kind: i32 = I[2 * wall + WALL_KIND];
  const solid: i32 = I[2 * wall + WALL_SOLID];
  placeBody(body, p, work);
  if (kind === WALL_TORUS && solid === SOLID_SHAPE) {
    const ring: f64 = F[wall + WALL_RADIUS];
    return takeCircle(wall, body, p, work, ring, 0.0, F[wall + WALL_UPPER_RADIUS], reach, out, 0, PART_SIDE);
  }
  if (solid === SOLID_SHAPE) return takeSolid(wall, body, p, work, reach, out, 0);
  if (solid === SHEET) return onSheet(wall, body, p, work, reach, out);
  if (kind === WALL_BOX) return insideBox(wall, body, p, work, reach, out);
  if (kind === WALL_ROUND) return insideRound(wall, body, p, work, reach, out);
  return insideCurved(wall, body, work, reach, out, 0);
}
