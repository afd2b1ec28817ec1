// SPDX-License-Identifier: MIT
/**
 * A convex body within a curved wall: where it reaches beyond the surface. The excursion is convex in the body for
 * spheres, cylinders and cones, so a polyhedron reaches farthest at vertices. The others are searched: rims of
 * cylinders and cones along their circles, smooth bodies by going to the farthest point along the gradient, again and
 * again. In a torus, whose inner side is no convex wall, edges of polyhedra are searched too.
 */
import {
  CONE,
  CYLINDER,
  LOCAL_POINT,
  SHAPE_CENTRE,
  SHAPE_EXTENT,
  SHAPE_KIND,
  SHAPE_MARGIN,
  SHAPE_NEIGHBOUR_OFFSETS,
  SHAPE_NEIGHBOURS,
  SHAPE_PARAMETERS,
  SHAPE_RADIUS,
  SHAPE_VERTEX_COUNT,
  SHAPE_X,
  SHAPE_Y,
  SHAPE_Z,
  TABLET,
} from '../layout.ts';
import { F, I } from '../memory.ts';
import { rotationMatrix } from '../relative-pose.ts';
import { isOnCap, support } from '../support/support.ts';
import { sampleCircle, slopeAt, stationaryBetween } from './circle-search.ts';
import { excursion } from './excursion.ts';
import { heightOverSide, placeAlongSide, writeAt } from './sphere-on-wall.ts';
import {
  AT_DASHPOT,
  AT_OVERLAP,
  AT_POINT,
  AT_SHARE,
  AT_STRIDE,
  CIRCLE_DIRECTIONS,
  PART_SIDE,
  SHEET,
  WALL_KIND,
  WALL_SLANT,
  WALL_SOLID,
  WALL_TORUS,
  WORK_CIRCLE,
  WORK_GRADIENT,
  WORK_ORIGIN,
  WORK_POINT,
  WORK_ROTATION,
  WORK_START,
} from './wall-layout.ts';
import { findWayBack, writeWayBack } from './way-past-rim.ts';

/** Steps of a search on a smooth body: a few where the body is much smaller than the wall. */
const MOST_STEPS: i32 = 300;
/** Change of a direction at which a search ends: the excursion is then exact to its square. */
const CLOSE: f64 = 1.0e-10;
/** Distance over the extent within which two points found are the same one. */
const SAME_POINT: f64 = 1.0e-5;
/** Springs that a body on a wall has at full stiffness; more of them share that of so many. */
const WHOLE_SPRINGS: f64 = 4.0;
/** Sine of the angle within which the band of a tablet lies on a wall with both its rims, as on a plane. */
const LEVEL: f64 = 0.05;

/** Places the block of a body at pose p in the wall's frame: rotation and origin. */
export function placeBody(body: i32, p: i32, work: i32): void {
  const m: i32 = work + WORK_ROTATION;
  rotationMatrix(p, m);
  const cx: f64 = F[body + SHAPE_CENTRE];
  const cy: f64 = F[body + SHAPE_CENTRE + 1];
  const cz: f64 = F[body + SHAPE_CENTRE + 2];
  for (let k: i32 = 0; k < 3; k++) {
    F[work + WORK_ORIGIN + k] = F[p + k] + (F[m + 3 * k] * cx + F[m + 3 * k + 1] * cy + F[m + 3 * k + 2] * cz);
  }
}

/** The point (x, y, z) of the body's block in the wall's frame, to F[to..]. */
function placePoint(work: i32, x: f64, y: f64, z: f64, to: i32): void {
  const m: i32 = work + WORK_ROTATION;
  for (let k: i32 = 0; k < 3; k++) {
    F[to + k] = F[work + WORK_ORIGIN + k] + (F[m + 3 * k] * x + F[m + 3 * k + 1] * y + F[m + 3 * k + 2] * z);
  }
}

/** Whether a point within the side of a sheet has that side before it. Of other walls the side has no end. */
function isBeforeSide(wall: i32, work: i32, point: i32): bool {
  if (I[2 * wall + WALL_SOLID] !== SHEET) return true;
  const x: f64 = F[point];
  const y: f64 = F[point + 1];
  const along: f64 = placeAlongSide(wall, Math.sqrt(x * x + y * y), F[point + 2]);
  if (!(along >= 0.0 && along <= F[wall + WALL_SLANT])) return false;
  const o: i32 = work + WORK_ORIGIN;
  return heightOverSide(wall, Math.sqrt(F[o] * F[o] + F[o + 1] * F[o + 1]), F[o + 2]) < 0.0;
}

/**
 * Takes the point at F[point..] of the core as a contact, if it reaches beyond the wall, or one across a gap within
 * `reach` if it is the nearest so far: that one is at the place of the first contact while there is no other.
 */
function takePoint(wall: i32, margin: f64, work: i32, point: i32, reach: f64, out: i32, count: i32): i32 {
  const gradient: i32 = work + WORK_GRADIENT;
  const beyond: f64 = excursion(wall, F[point], F[point + 1], F[point + 2], gradient);
  const overlap: f64 = beyond + margin;
  if (!(overlap > -reach)) return count;
  const nx: f64 = F[gradient];
  const ny: f64 = F[gradient + 1];
  const nz: f64 = F[gradient + 2];
  const x: f64 = F[point] - beyond * nx;
  const y: f64 = F[point + 1] - beyond * ny;
  const z: f64 = F[point + 2] - beyond * nz;
  const hasNone: bool = count === 0 || (count === 1 && !(F[out + AT_OVERLAP] > 0.0));
  if (overlap > 0.0) {
    if (!findWayBack(wall, work, x, y, z, nx, ny, nz, overlap)) return count;
    return writeWayBack(work, out, hasNone ? 0 : count, PART_SIDE);
  }
  if (!hasNone || !isBeforeSide(wall, work, point)) return count;
  if (count === 1 && !(overlap > F[out + AT_OVERLAP])) return count;
  return writeAt(out, 0, x, y, z, nx, ny, nz, overlap, PART_SIDE);
}

/** The point of the edge from vertex v to w that is farthest beyond a torus, if that is between them. */
function takeEdge(wall: i32, body: i32, v: i32, w: i32, work: i32, reach: f64, out: i32, count: i32): i32 {
  const gradient: i32 = work + WORK_GRADIENT;
  const x: i32 = I[2 * body + SHAPE_X];
  const y: i32 = I[2 * body + SHAPE_Y];
  const z: i32 = I[2 * body + SHAPE_Z];
  const point: i32 = work + WORK_POINT;
  placePoint(work, F[x + v], F[y + v], F[z + v], point);
  const px: f64 = F[point];
  const py: f64 = F[point + 1];
  const pz: f64 = F[point + 2];
  placePoint(work, F[x + w], F[y + w], F[z + w], point);
  const dx: f64 = F[point] - px;
  const dy: f64 = F[point + 1] - py;
  const dz: f64 = F[point + 2] - pz;
  const atEnd: f64 = excursion(wall, F[point], F[point + 1], F[point + 2], gradient);
  const downAtEnd: f64 = F[gradient] * dx + F[gradient + 1] * dy + F[gradient + 2] * dz;
  const atStart: f64 = excursion(wall, px, py, pz, gradient);
  const upAtStart: f64 = F[gradient] * dx + F[gradient + 1] * dy + F[gradient + 2] * dz;
  if (!(upAtStart > 0.0 && downAtEnd < 0.0)) return count;
  // No point of the edge is farther beyond than its ends are and half its length.
  const length: f64 = Math.sqrt(dx * dx + dy * dy + dz * dz);
  if (!(0.5 * (atStart + atEnd + length) + F[body + SHAPE_MARGIN] > -reach)) return count;
  let low: f64 = 0.0;
  let high: f64 = 1.0;
  for (let step: i32 = 0; step < 60; step++) {
    const middle: f64 = 0.5 * (low + high);
    if (!(middle > low && middle < high)) break;
    excursion(wall, px + middle * dx, py + middle * dy, pz + middle * dz, gradient);
    const up: f64 = F[gradient] * dx + F[gradient + 1] * dy + F[gradient + 2] * dz;
    if (up > 0.0) low = middle;
    else high = middle;
  }
  F[point] = px + low * dx;
  F[point + 1] = py + low * dy;
  F[point + 2] = pz + low * dz;
  return takePoint(wall, F[body + SHAPE_MARGIN], work, point, reach, out, count);
}

function takeEdges(wall: i32, body: i32, work: i32, reach: f64, out: i32, from: i32): i32 {
  const vertices: i32 = I[2 * body + SHAPE_VERTEX_COUNT];
  let count: i32 = from;
  if (vertices === 2) return takeEdge(wall, body, 0, 1, work, reach, out, count);
  const offsets: i32 = I[2 * body + SHAPE_NEIGHBOUR_OFFSETS];
  const neighbours: i32 = I[2 * body + SHAPE_NEIGHBOURS];
  for (let v: i32 = 0; v < vertices; v++) {
    const end: i32 = I[offsets + v + 1];
    for (let k: i32 = I[offsets + v]; k < end; k++) {
      const w: i32 = I[neighbours + k];
      if (w > v) count = takeEdge(wall, body, v, w, work, reach, out, count);
    }
  }
  return count;
}

/** Stationary points of the rim of radius `radius` at height z of the body's block. */
function takeRim(wall: i32, body: i32, radius: f64, z: f64, work: i32, reach: f64, out: i32, from: i32): i32 {
  const circle: i32 = work + WORK_CIRCLE;
  const m: i32 = work + WORK_ROTATION;
  const margin: f64 = F[body + SHAPE_MARGIN];
  placePoint(work, 0.0, 0.0, z, circle);
  for (let k: i32 = 0; k < 3; k++) {
    F[circle + 3 + k] = F[m + 3 * k];
    F[circle + 6 + k] = F[m + 3 * k + 1];
  }
  F[circle + 9] = radius;
  let count: i32 = from;
  // A ball about the centre that holds the whole circle.
  const samples: i32 = sampleCircle(wall, 0, 0, work, F[circle], F[circle + 1], F[circle + 2], 2.0 * radius);
  if (samples < 0) {
    for (let k: i32 = 0; k < 2; k++) {
      slopeAt(wall, 0, 0, work, k === 0 ? 1.0 : -1.0, 0.0);
      count = takePoint(wall, margin, work, work + WORK_POINT, reach, out, count);
    }
    return count;
  }
  for (let k: i32 = 0; k < CIRCLE_DIRECTIONS; k++) {
    if (stationaryBetween(wall, 0, 0, work, k) === 0) continue;
    if (body !== 0 && I[2 * body + SHAPE_KIND] === TABLET && !isOnBand(body, work, z)) continue;
    count = takePoint(wall, margin, work, work + WORK_POINT, reach, out, count);
  }
  return count;
}

/** Whether the rim of a tablet's band is farthest along the gradient, rather than a cap or the other rim. */
function isOnBand(body: i32, work: i32, z: f64): bool {
  const g: i32 = work + WORK_GRADIENT;
  const m: i32 = work + WORK_ROTATION;
  const up: f64 = F[m + 2] * F[g] + F[m + 5] * F[g + 1] + F[m + 8] * F[g + 2];
  const across: f64 = Math.sqrt(up < 1.0 && up > -1.0 ? 1.0 - up * up : 0.0);
  if (isOnCap(body + SHAPE_PARAMETERS, across, up)) return false;
  return Math.abs(up) <= LEVEL || up > 0.0 === z > 0.0;
}

/** The farthest core point along the direction at F[d..] of the wall's frame, to WORK_POINT. */
function farthestAlong(body: i32, work: i32, d: i32): void {
  const m: i32 = work + WORK_ROTATION;
  support(
    body,
    F[m] * F[d] + F[m + 3] * F[d + 1] + F[m + 6] * F[d + 2],
    F[m + 1] * F[d] + F[m + 4] * F[d + 1] + F[m + 7] * F[d + 2],
    F[m + 2] * F[d] + F[m + 5] * F[d + 1] + F[m + 8] * F[d + 2],
    0,
  );
  placePoint(work, F[LOCAL_POINT], F[LOCAL_POINT + 1], F[LOCAL_POINT + 2], work + WORK_POINT);
}

/**
 * Goes from the direction at WORK_START to the farthest point along it, on to the direction of the gradient there, and
 * so on, to a point of the body where the excursion is greatest nearby. Each step goes up where the wall is convex;
 * the ways form a geometric sequence, whose end is tried every three steps.
 */
function climb(wall: i32, body: i32, work: i32): void {
  const gradient: i32 = work + WORK_GRADIENT;
  const point: i32 = work + WORK_POINT;
  const d: i32 = work + WORK_START;
  let before: f64 = 0.0;
  let known: i32 = 0;
  farthestAlong(body, work, d);
  for (let step: i32 = 0; step < MOST_STEPS; step++) {
    const value: f64 = excursion(wall, F[point], F[point + 1], F[point + 2], gradient);
    const x: f64 = F[gradient] - F[d];
    const y: f64 = F[gradient + 1] - F[d + 1];
    const z: f64 = F[gradient + 2] - F[d + 2];
    const change: f64 = Math.sqrt(x * x + y * y + z * z);
    for (let k: i32 = 0; k < 3; k++) F[d + k] = F[gradient + k];
    if (change <= CLOSE) break;
    const ratio: f64 = known > 0 ? change / before : 1.0;
    known++;
    before = change;
    if (known >= 3 && ratio < 0.99) {
      const ahead: f64 = ratio / (1.0 - ratio);
      F[d + 3] = F[d] + ahead * x;
      F[d + 4] = F[d + 1] + ahead * y;
      F[d + 5] = F[d + 2] + ahead * z;
      farthestAlong(body, work, d + 3);
      if (excursion(wall, F[point], F[point + 1], F[point + 2], gradient) >= value) {
        const length: f64 = Math.sqrt(F[d + 3] * F[d + 3] + F[d + 4] * F[d + 4] + F[d + 5] * F[d + 5]);
        for (let k: i32 = 0; k < 3; k++) F[d + k] = F[d + 3 + k] / length;
        known = 0;
        continue;
      }
      known = 0;
    }
    farthestAlong(body, work, d);
  }
}

/** Points of a smooth body that are farthest beyond the wall, each nearby: from seven starts. */
function takeSmooth(wall: i32, body: i32, work: i32, reach: f64, out: i32, from: i32): i32 {
  const start: i32 = work + WORK_START;
  const o: i32 = work + WORK_ORIGIN;
  const m: i32 = work + WORK_ROTATION;
  const point: i32 = work + WORK_POINT;
  const gradient: i32 = work + WORK_GRADIENT;
  const isTablet: bool = I[2 * body + SHAPE_KIND] === TABLET;
  const same: f64 = SAME_POINT * F[body + SHAPE_EXTENT];
  let count: i32 = from;
  for (let k: i32 = 0; k < 7; k++) {
    if (k === 0) {
      excursion(wall, F[o], F[o + 1], F[o + 2], gradient);
      for (let c: i32 = 0; c < 3; c++) F[start + c] = F[gradient + c];
    } else {
      const axis: i32 = (k - 1) >> 1;
      const sign: f64 = (k & 1) === 1 ? 1.0 : -1.0;
      for (let c: i32 = 0; c < 3; c++) F[start + 6 + c] = sign * F[m + 3 * c + axis];
      farthestAlong(body, work, start + 6);
      excursion(wall, F[point], F[point + 1], F[point + 2], gradient);
      for (let c: i32 = 0; c < 3; c++) F[start + c] = F[gradient + c];
    }
    climb(wall, body, work);
    if (isTablet && !isCapPoint(body, work)) continue;
    // Where it would be written, unless one that is there is the same.
    const beyond: f64 = excursion(wall, F[point], F[point + 1], F[point + 2], gradient);
    if (isKnown(work, beyond, out, count, same)) continue;
    count = takePoint(wall, F[body + SHAPE_MARGIN], work, point, reach, out, count);
  }
  return count;
}

/** Whether the point that a climb on a tablet ended at is on a cap, and not on its band. */
function isCapPoint(body: i32, work: i32): bool {
  const g: i32 = work + WORK_START;
  const m: i32 = work + WORK_ROTATION;
  const up: f64 = F[m + 2] * F[g] + F[m + 5] * F[g + 1] + F[m + 8] * F[g + 2];
  const across: f64 = Math.sqrt(up < 1.0 && up > -1.0 ? 1.0 - up * up : 0.0);
  return isOnCap(body + SHAPE_PARAMETERS, across, up);
}

/** Whether one of the contacts is with the place of the wall nearest to WORK_POINT. */
function isKnown(work: i32, beyond: f64, out: i32, count: i32, same: f64): bool {
  const point: i32 = work + WORK_POINT;
  const g: i32 = work + WORK_GRADIENT;
  for (let k: i32 = 0; k < count; k++) {
    const at: i32 = out + AT_STRIDE * k + AT_POINT;
    const x: f64 = F[at] - (F[point] - beyond * F[g]);
    const y: f64 = F[at + 1] - (F[point + 1] - beyond * F[g + 1]);
    const z: f64 = F[at + 2] - (F[point + 2] - beyond * F[g + 2]);
    if (x * x + y * y + z * z <= same * same) return true;
  }
  return false;
}

/**
 * Contacts of the placed body with the curved surface of a wall from inside, from number `from` on. Returns how many
 * there are then.
 */
export function insideCurved(wall: i32, body: i32, work: i32, reach: f64, out: i32, from: i32): i32 {
  const o: i32 = work + WORK_ORIGIN;
  const margin: f64 = F[body + SHAPE_MARGIN];
  const middle: f64 = excursion(wall, F[o], F[o + 1], F[o + 2], work + WORK_GRADIENT);
  if (!(middle + F[body + SHAPE_RADIUS] + margin > -reach)) return from;
  const to: i32 = out + AT_STRIDE * from;
  const vertices: i32 = I[2 * body + SHAPE_VERTEX_COUNT];
  const kind: i32 = I[2 * body + SHAPE_KIND];
  const p: i32 = body + SHAPE_PARAMETERS;
  const point: i32 = work + WORK_POINT;
  let count: i32 = 0;
  if (vertices > 0) {
    const x: i32 = I[2 * body + SHAPE_X];
    const y: i32 = I[2 * body + SHAPE_Y];
    const z: i32 = I[2 * body + SHAPE_Z];
    for (let v: i32 = 0; v < vertices; v++) {
      placePoint(work, F[x + v], F[y + v], F[z + v], point);
      count = takePoint(wall, margin, work, point, reach, to, count);
    }
    if (I[2 * wall + WALL_KIND] === WALL_TORUS) count = takeEdges(wall, body, work, reach, to, count);
  } else if (kind === CYLINDER) {
    count = takeRim(wall, body, F[p], -F[p + 1], work, reach, to, count);
    count = takeRim(wall, body, F[p], F[p + 1], work, reach, to, count);
  } else if (kind === CONE) {
    count = takeRim(wall, body, F[p], -0.5 * F[p + 1], work, reach, to, count);
    placePoint(work, 0.0, 0.0, 0.5 * F[p + 1], point);
    count = takePoint(wall, margin, work, point, reach, to, count);
  } else {
    if (kind === TABLET) {
      count = takeRim(wall, body, F[p], -F[p + 1], work, reach, to, count);
      if (F[p + 1] > 0.0) count = takeRim(wall, body, F[p], F[p + 1], work, reach, to, count);
    }
    count = takeSmooth(wall, body, work, reach, to, count);
  }
  shareOut(to, count);
  return from + count;
}

/**
 * Gives the contacts their shares of springs and dashpots: 1 for up to four, less for more, by their effective number,
 * which does not jump when another one begins.
 */
export function shareOut(out: i32, count: i32): void {
  let sum: f64 = 0.0;
  let squares: f64 = 0.0;
  for (let k: i32 = 0; k < count; k++) {
    const overlap: f64 = F[out + AT_STRIDE * k + AT_OVERLAP];
    if (!(overlap > 0.0)) continue;
    sum += overlap;
    squares += overlap * overlap;
  }
  const number: f64 = squares > 0.0 ? (sum * sum) / squares : 1.0;
  const share: f64 = number > WHOLE_SPRINGS ? WHOLE_SPRINGS / number : 1.0;
  const dashpot: f64 = share / Math.sqrt(number * share);
  for (let k: i32 = 0; k < count; k++) {
    F[out + AT_STRIDE * k + AT_SHARE] = share;
    F[out + AT_STRIDE * k + AT_DASHPOT] = dashpot;
  }
}
