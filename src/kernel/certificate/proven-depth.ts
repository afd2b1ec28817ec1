// SPDX-License-Identifier: MIT
/**
 * Bounds the depth where EPA does not converge: where all directions, or all directions across an axis, are equally
 * deep. The difference D then contains a ball with the sum of the radii of balls inside the two bodies; for cylinders,
 * cones and segments with parallel axes, D is a body of revolution with a polygonal profile.
 */

import { portablePow } from '../arithmetic/portable-pow.ts';
import {
  BALL_A,
  BALL_B,
  CLOSEST,
  CONE,
  CORE_LOWER,
  CORE_NORMAL,
  CORE_POINT,
  CORE_POINT_B,
  CORE_UPPER,
  CYLINDER,
  ELLIPSOID,
  LOCAL_POINT,
  PAIR_A,
  PAIR_B,
  POLYHEDRON,
  RELATIVE,
  RELATIVE_ORIGIN,
  ROUNDING,
  SHAPE_KIND,
  SHAPE_PARAMETERS,
  SHAPE_RADIUS,
  SHAPE_VERTEX_COUNT,
  SHAPE_X,
  SHAPE_Y,
  SHAPE_Z,
  SUPERQUADRIC,
  SUPPORT,
  SUPPORT_ON_A,
  TABLET,
} from '../layout.ts';
import { F, I } from '../memory.ts';
import { EPSILON, fromBlockOfB, toBlockOfB } from '../relative-pose.ts';
import { valueAlong } from '../smooth/normal-newton.ts';
import { setAt } from '../support/flatness.ts';
import { isOnCap, SHORTEST_DIRECTION } from '../support/support.ts';

/** Axes that differ by this many units of rounding are parallel; what that may cost the depth, in roundings. */
const PARALLEL_IN_UNITS: f64 = 4.0;
const PARALLEL_COST_IN_ROUNDINGS: f64 = 8.0;

/**
 * Radius of the largest circle around the origin in |x/a|^n + |y/b|^n <= 1; the direction in which it touches, in the
 * first quadrant, goes to LOCAL_POINT. For n < 2 the curve is nearest to the origin between its axes (smallest dual
 * norm over unit vectors).
 */
function thinnestOf(a: f64, b: f64, n: f64): f64 {
  const isFirst: bool = a < b;
  const small: f64 = isFirst ? a : b;
  const s: f64 = (2.0 * n) / (2.0 - n);
  const power: f64 = n < 2.0 ? portablePow(small / (isFirst ? b : a), s) : 0.0;
  const sum: f64 = 1.0 + power;
  const towards: f64 = 1.0 / Math.sqrt(sum);
  const aside: f64 = Math.sqrt(power / sum);
  F[LOCAL_POINT] = isFirst ? towards : aside;
  F[LOCAL_POINT + 1] = isFirst ? aside : towards;
  return n < 2.0 ? small * portablePow(sum, -1.0 / s) : small;
}

/** Height of the top of a tablet's cap: half its band, plus r^2 / (R + q) above the rim. */
function apexOf(p: i32): f64 {
  return F[p + 1] + (F[p] * F[p]) / (F[p + 2] + F[p + 3]);
}

/**
 * Radius of the largest ball around the block's origin in a curved body; a direction in which it touches goes to
 * LOCAL_POINT. 0 for other bodies and if unknown: the ball is then the point of setInnerPoint.
 */
function ballIn(s: i32): f64 {
  const kind: i32 = I[2 * s + SHAPE_KIND];
  const p: i32 = s + SHAPE_PARAMETERS;
  if (kind === CYLINDER) {
    const isRound: bool = F[p] < F[p + 1];
    setAt(LOCAL_POINT, isRound ? 1.0 : 0.0, 0.0, isRound ? 0.0 : 1.0);
    return isRound ? F[p] : F[p + 1];
  }
  if (kind === TABLET) {
    const apex: f64 = apexOf(p);
    const isRound: bool = F[p] < apex;
    setAt(LOCAL_POINT, isRound ? 1.0 : 0.0, 0.0, isRound ? 0.0 : 1.0);
    return isRound ? F[p] : apex;
  }
  if (kind !== ELLIPSOID && kind !== SUPERQUADRIC) return 0.0;
  // Two nested superellipses, as in support.ts.
  const across: f64 = thinnestOf(F[p], F[p + 1], kind === ELLIPSOID ? 2.0 : F[p + 4]);
  const x: f64 = F[LOCAL_POINT];
  const y: f64 = F[LOCAL_POINT + 1];
  const radius: f64 = thinnestOf(across, F[p + 2], kind === ELLIPSOID ? 2.0 : F[p + 3]);
  setAt(LOCAL_POINT, F[LOCAL_POINT] * x, F[LOCAL_POINT] * y, F[LOCAL_POINT + 1]);
  return radius;
}

/**
 * Accepts the unit normal as EPA's answer if the depth along it is smaller and the points match: the support points, or
 * those of the inner balls with these radii, which are points of the bodies along any normal.
 */
function tryNormal(nx: f64, ny: f64, nz: f64, ofA: f64, ofB: f64, allowed: f64): void {
  const value: f64 = valueAlong(nx, ny, nz);
  if (!(value > F[CORE_LOWER])) return;
  const reach: f64 = ofA + ofB + value;
  const ballX: f64 = F[BALL_B] - F[BALL_A] - reach * nx;
  const ballY: f64 = F[BALL_B + 1] - F[BALL_A + 1] - reach * ny;
  const ballZ: f64 = F[BALL_B + 2] - F[BALL_A + 2] - reach * nz;
  const isOfBalls: bool = ballX * ballX + ballY * ballY + ballZ * ballZ <= allowed * allowed;
  const missX: f64 = F[SUPPORT] - value * nx;
  const missY: f64 = F[SUPPORT + 1] - value * ny;
  const missZ: f64 = F[SUPPORT + 2] - value * nz;
  if (!isOfBalls && !(missX * missX + missY * missY + missZ * missZ <= allowed * allowed)) return;
  F[CORE_LOWER] = value;
  setAt(CORE_NORMAL, nx, ny, nz);
  for (let k: i32 = 0; k < 3; k++) {
    const onA: f64 = F[SUPPORT_ON_A + k];
    F[CORE_POINT + k] = isOfBalls ? F[BALL_A + k] + ofA * F[CORE_NORMAL + k] : onA;
    F[CORE_POINT_B + k] = isOfBalls ? F[BALL_B + k] - ofB * F[CORE_NORMAL + k] : onA + F[SUPPORT + k];
  }
}

/** The same with n or -n, whichever points to B. */
function tryTowardsB(x: f64, y: f64, z: f64, ofA: f64, ofB: f64, allowed: f64): void {
  const turn: f64 = x * F[RELATIVE_ORIGIN] + y * F[RELATIVE_ORIGIN + 1] + z * F[RELATIVE_ORIGIN + 2] < 0.0 ? -1.0 : 1.0;
  tryNormal(turn * x, turn * y, turn * z, ofA, ofB, allowed);
}

function takeUpper(upper: f64): void {
  if (upper < F[CORE_UPPER]) F[CORE_UPPER] = upper;
}

/**
 * Writes a point of the body, in the frame of its block, to F[out..]: the origin if it is inside, for points and
 * segments the one nearest to (x, y, z), for other polyhedra the mean of the vertices. Returns its rounding error.
 */
function setInnerPoint(s: i32, x: f64, y: f64, z: f64, out: i32): f64 {
  setAt(out, 0.0, 0.0, 0.0);
  if (I[2 * s + SHAPE_KIND] !== POLYHEDRON) return 0.0;
  const count: i32 = I[2 * s + SHAPE_VERTEX_COUNT];
  const atX: i32 = I[2 * s + SHAPE_X];
  const atY: i32 = I[2 * s + SHAPE_Y];
  const atZ: i32 = I[2 * s + SHAPE_Z];
  if (count > 2) {
    const number: f64 = count;
    const part: f64 = 1.0 / number;
    for (let i: i32 = 0; i < count; i++) {
      setAt(out, F[out] + part * F[atX + i], F[out + 1] + part * F[atY + i], F[out + 2] + part * F[atZ + i]);
    }
    return EPSILON * number * F[s + SHAPE_RADIUS];
  }
  const ux: f64 = F[atX + count - 1] - F[atX];
  const uy: f64 = F[atY + count - 1] - F[atY];
  const uz: f64 = F[atZ + count - 1] - F[atZ];
  const uu: f64 = ux * ux + uy * uy + uz * uz;
  let t: f64 = uu > 0.0 ? ((x - F[atX]) * ux + (y - F[atY]) * uy + (z - F[atZ]) * uz) / uu : 0.0;
  t = t > 0.0 ? (t < 1.0 ? t : 1.0) : 0.0;
  setAt(out, F[atX] + t * ux, F[atY] + t * uy, F[atZ] + t * uz);
  return 0.0;
}

function useBalls(allowed: f64): void {
  const ofA: f64 = ballIn(I[PAIR_A]);
  const ax: f64 = F[LOCAL_POINT];
  const ay: f64 = F[LOCAL_POINT + 1];
  const az: f64 = F[LOCAL_POINT + 2];
  const ofB: f64 = ballIn(I[PAIR_B]);
  const bx: f64 = F[LOCAL_POINT];
  const by: f64 = F[LOCAL_POINT + 1];
  const bz: f64 = F[LOCAL_POINT + 2];
  // One of the two is curved and has its point at the origin of its block: the other's is as near to that as it knows
  // to be.
  const costA: f64 = setInnerPoint(
    I[PAIR_A],
    F[RELATIVE_ORIGIN],
    F[RELATIVE_ORIGIN + 1],
    F[RELATIVE_ORIGIN + 2],
    CLOSEST,
  );
  setAt(BALL_A, F[CLOSEST], F[CLOSEST + 1], F[CLOSEST + 2]);
  toBlockOfB(0.0, 0.0, 0.0, CLOSEST);
  const costB: f64 = setInnerPoint(I[PAIR_B], F[CLOSEST], F[CLOSEST + 1], F[CLOSEST + 2], CLOSEST);
  fromBlockOfB(F[CLOSEST], F[CLOSEST + 1], F[CLOSEST + 2], BALL_B);
  const x: f64 = F[BALL_B] - F[BALL_A];
  const y: f64 = F[BALL_B + 1] - F[BALL_A + 1];
  const z: f64 = F[BALL_B + 2] - F[BALL_A + 2];
  const depth: f64 = ofA + ofB - Math.sqrt(x * x + y * y + z * z) - costA - costB;
  if (!(depth > 0.0)) return;
  takeUpper(-depth);
  if (ofA > 0.0) tryTowardsB(ax, ay, az, ofA, ofB, allowed);
  if (ofB > 0.0) tryTowardsB(turnedX(bx, by, bz), turnedY(bx, by, bz), turnedZ(bx, by, bz), ofA, ofB, allowed);
}

/** A vector of B's block in the frame. */
function turnedX(x: f64, y: f64, z: f64): f64 {
  return F[RELATIVE] * x + F[RELATIVE + 1] * y + F[RELATIVE + 2] * z;
}
function turnedY(x: f64, y: f64, z: f64): f64 {
  return F[RELATIVE + 3] * x + F[RELATIVE + 4] * y + F[RELATIVE + 5] * z;
}
function turnedZ(x: f64, y: f64, z: f64): f64 {
  return F[RELATIVE + 6] * x + F[RELATIVE + 7] * y + F[RELATIVE + 8] * z;
}

/**
 * True for a body of revolution about the z axis of its block with a polygonal profile, or for a tablet with two arcs.
 */
function isTurned(s: i32): bool {
  const kind: i32 = I[2 * s + SHAPE_KIND];
  return kind === CYLINDER || kind === CONE || kind === TABLET;
}

/** Largest u r + v z over the profile, u >= 0. */
function profileAlong(s: i32, u: f64, v: f64): f64 {
  const p: i32 = s + SHAPE_PARAMETERS;
  if (I[2 * s + SHAPE_KIND] === CYLINDER) return u * F[p] + Math.abs(v) * F[p + 1];
  if (I[2 * s + SHAPE_KIND] === TABLET) {
    const up: f64 = Math.abs(v);
    if (!isOnCap(p, u, up)) return u * F[p] + up * F[p + 1];
    // (R - q v) as r^2 and the rest, so that flat caps keep their digits.
    const beyond: f64 = (F[p] * F[p] + F[p + 3] * F[p + 3] * u * u) / (F[p + 2] + F[p + 3] * up);
    return up * F[p + 1] + beyond;
  }
  const apex: f64 = 0.5 * v * F[p + 1];
  const rim: f64 = u * F[p] - apex;
  return apex > rim ? apex : rim;
}

/**
 * Depth along the normal of one edge of the profile of D, outward by u from the axis and by v along that of body
 * `first`. The other body is `aside` of it: one of revolution `low` up along it, or where `second` is none a segment
 * from `low` to `high`.
 */
function depthAlong(first: i32, second: i32, u: f64, v: f64, aside: f64, low: f64, high: f64): f64 {
  const own: f64 = profileAlong(first, u, v) - u * aside;
  if (second === 0) return own - (v < 0.0 ? v * high : v * low);
  const turn: f64 = F[RELATIVE + 8] < 0.0 ? -1.0 : 1.0;
  return own + profileAlong(second, u, -turn * v) - v * low;
}

/**
 * Uses the smallest depth along the edges of the profile of D as a bound, if the origin is in D, and the normal of that
 * edge on the side of the other body, which is at (x, y) from the axis in the block of `first`.
 */
function useProfile(first: i32, second: i32, x: f64, y: f64, low: f64, high: f64): void {
  const aside: f64 = Math.sqrt(x * x + y * y);
  let outward: f64 = 1.0;
  let up: f64 = 0.0;
  let depth: f64 = depthAlong(first, second, 1.0, 0.0, aside, low, high);
  const caps: f64 = depthAlong(first, second, 0.0, 1.0, aside, low, high);
  const bases: f64 = depthAlong(first, second, 0.0, -1.0, aside, low, high);
  if (caps < depth) {
    depth = caps;
    outward = 0.0;
    up = 1.0;
  }
  if (bases < depth) {
    depth = bases;
    outward = 0.0;
    up = -1.0;
  }
  // The sides of cones: the first's points up along its axis, the second's down it as seen from D.
  for (let k: i32 = 0; k < 2; k++) {
    const s: i32 = k === 0 ? first : second;
    if (s === 0 || I[2 * s + SHAPE_KIND] !== CONE) continue;
    const radius: f64 = F[s + SHAPE_PARAMETERS];
    const height: f64 = F[s + SHAPE_PARAMETERS + 1];
    const slant: f64 = Math.sqrt(radius * radius + height * height);
    const down: bool = k === 1 && F[RELATIVE + 8] > 0.0;
    const u: f64 = height / slant;
    const v: f64 = (down ? -radius : radius) / slant;
    const side: f64 = depthAlong(first, second, u, v, aside, low, high);
    if (side < depth) {
      depth = side;
      outward = u;
      up = v;
    }
  }
  for (let k: i32 = 0; k < 4; k++) {
    const s: i32 = k < 2 ? first : second;
    if (s === 0 || I[2 * s + SHAPE_KIND] !== TABLET) continue;
    // The cap's centre in D; the other body is at one of its corners there.
    const side: f64 = (k & 1) === 0 ? 1.0 : -1.0;
    const turn: f64 = F[RELATIVE + 8] < 0.0 ? -1.0 : 1.0;
    const centre: f64 = side * (F[s + SHAPE_PARAMETERS + 1] - F[s + SHAPE_PARAMETERS + 3]);
    const other: i32 = k < 2 ? second : first;
    const corners: i32 = other === 0 ? 1 : 4;
    for (let c: i32 = 0; c < corners; c++) {
      const r: f64 = other === 0 ? 0.0 : cornerRadius(other, c);
      const z: f64 = other === 0 ? 0.0 : cornerHeight(other, c);
      const at: f64 =
        k < 2 ? centre - (other === 0 ? (side > 0.0 ? low : high) : low + turn * z) : z - turn * centre - low;
      const du: f64 = aside - r;
      const dv: f64 = -at;
      const length: f64 = Math.sqrt(du * du + dv * dv);
      if (!(du >= 0.0) || !(length > SHORTEST_DIRECTION)) continue;
      const arc: f64 = depthAlong(first, second, du / length, dv / length, aside, low, high);
      if (arc < depth) {
        depth = arc;
        outward = du / length;
        up = dv / length;
      }
    }
  }
  // Outside D the planes of the edges are nearer than its corners: no bound of the distance.
  if (!(depth > 0.0)) return;
  takeUpper(PARALLEL_COST_IN_ROUNDINGS * F[ROUNDING] - depth);
  const hasSide: bool = aside > SHORTEST_DIRECTION;
  if (first === I[PAIR_A])
    takeNormal(hasSide ? (outward * x) / aside : outward, hasSide ? (outward * y) / aside : 0.0, up);
  else takeNormalOfB(hasSide ? (outward * x) / aside : outward, hasSide ? (outward * y) / aside : 0.0, up);
}

/**
 * Corners of the profile of a body of revolution that arcs of the other's may be around in D: rims, apex, centres of
 * caps; by number.
 */
function cornerRadius(s: i32, c: i32): f64 {
  const isRim: bool = c < 2 && !(I[2 * s + SHAPE_KIND] === CONE && c === 1);
  return isRim ? F[s + SHAPE_PARAMETERS] : 0.0;
}

function cornerHeight(s: i32, c: i32): f64 {
  const p: i32 = s + SHAPE_PARAMETERS;
  const side: f64 = (c & 1) === 0 ? -1.0 : 1.0;
  if (I[2 * s + SHAPE_KIND] === CONE) return 0.5 * side * F[p + 1];
  return c < 2 ? side * F[p + 1] : side * (F[p + 1] - F[p + 3]);
}

/** Accepts the normal if the depth along it is smaller; polish.ts finds the points on its lines. */
function takeNormal(x: f64, y: f64, z: f64): void {
  const value: f64 = valueAlong(x, y, z);
  if (!(value > F[CORE_LOWER])) return;
  F[CORE_LOWER] = value;
  setAt(CORE_NORMAL, x, y, z);
}

/** The same for a direction out of B, in its block. */
function takeNormalOfB(x: f64, y: f64, z: f64): void {
  takeNormal(-turnedX(x, y, z), -turnedY(x, y, z), -turnedZ(x, y, z));
}

/** Vertex i of the polyhedron, in the frame of the other body's block, to CLOSEST. */
function setVertexBeside(solidIsA: bool, i: i32): void {
  const s: i32 = solidIsA ? I[PAIR_B] : I[PAIR_A];
  const x: f64 = F[I[2 * s + SHAPE_X] + i];
  const y: f64 = F[I[2 * s + SHAPE_Y] + i];
  const z: f64 = F[I[2 * s + SHAPE_Z] + i];
  if (!solidIsA) toBlockOfB(x, y, z, CLOSEST);
  else fromBlockOfB(x, y, z, CLOSEST);
}

/**
 * A segment or point in a cylinder or tablet, far from its caps: the ball around the place of the axis that is as high
 * as the segment's point nearest to it. It is left towards that point, or across the segment where that meets the axis.
 */
function useBallBeside(solidIsA: bool, allowed: f64): void {
  const solid: i32 = solidIsA ? I[PAIR_A] : I[PAIR_B];
  const other: i32 = solidIsA ? I[PAIR_B] : I[PAIR_A];
  const count: i32 = I[2 * other + SHAPE_VERTEX_COUNT];
  const solidKind: i32 = I[2 * solid + SHAPE_KIND];
  if ((solidKind !== CYLINDER && solidKind !== TABLET) || I[2 * other + SHAPE_KIND] !== POLYHEDRON || count > 2) return;
  setVertexBeside(solidIsA, 0);
  const x: f64 = F[CLOSEST];
  const y: f64 = F[CLOSEST + 1];
  const z: f64 = F[CLOSEST + 2];
  setVertexBeside(solidIsA, count - 1);
  const ux: f64 = F[CLOSEST] - x;
  const uy: f64 = F[CLOSEST + 1] - y;
  const across: f64 = Math.sqrt(ux * ux + uy * uy);
  const isTilted: bool = across > F[ROUNDING];
  const s: f64 = isTilted ? -(x * ux + y * uy) / (across * across) : 0.5;
  const t: f64 = s > 0.0 ? (s < 1.0 ? s : 1.0) : 0.0;
  const px: f64 = x + t * ux;
  const py: f64 = y + t * uy;
  const pz: f64 = z + t * (F[CLOSEST + 2] - z);
  const radius: f64 = F[solid + SHAPE_PARAMETERS];
  const aside: f64 = Math.sqrt(px * px + py * py);
  const end: f64 = solidKind === TABLET ? apexOf(solid + SHAPE_PARAMETERS) : F[solid + SHAPE_PARAMETERS + 1];
  if (!(radius <= end - Math.abs(pz)) || !(aside < radius)) return;
  takeUpper(aside - radius);
  const isCrossed: bool = isTilted && s > 0.0 && s < 1.0;
  const side: f64 = (px * uy - py * ux < 0.0 ? -1.0 : 1.0) / across;
  const hasSide: bool = aside > SHORTEST_DIRECTION;
  const nx: f64 = isCrossed ? side * uy : hasSide ? px / aside : 1.0;
  const ny: f64 = isCrossed ? -side * ux : hasSide ? py / aside : 0.0;
  setBall(solidIsA ? BALL_A : BALL_B, solidIsA, 0.0, 0.0, pz);
  setBall(solidIsA ? BALL_B : BALL_A, solidIsA, px, py, pz);
  if (solidIsA) tryNormal(nx, ny, 0.0, radius, 0.0, allowed);
  else tryNormal(-turnedX(nx, ny, 0.0), -turnedY(nx, ny, 0.0), -turnedZ(nx, ny, 0.0), 0.0, radius, allowed);
}

/** A point of the cylinder's block, in the frame, to F[out..]. */
function setBall(out: i32, solidIsA: bool, x: f64, y: f64, z: f64): void {
  if (solidIsA) setAt(out, x, y, z);
  else fromBlockOfB(x, y, z, out);
}

/** A segment or point along the axis of a cylinder or cone, in any description. */
function useSegment(solidIsA: bool): void {
  const solid: i32 = solidIsA ? I[PAIR_A] : I[PAIR_B];
  const other: i32 = solidIsA ? I[PAIR_B] : I[PAIR_A];
  const count: i32 = I[2 * other + SHAPE_VERTEX_COUNT];
  if (!isTurned(solid) || I[2 * other + SHAPE_KIND] !== POLYHEDRON || count > 2) return;
  setVertexBeside(solidIsA, 0);
  const x: f64 = F[CLOSEST];
  const y: f64 = F[CLOSEST + 1];
  const z: f64 = F[CLOSEST + 2];
  setVertexBeside(solidIsA, count - 1);
  const tilt: f64 = Math.abs(F[CLOSEST] - x) + Math.abs(F[CLOSEST + 1] - y);
  if (tilt > PARALLEL_IN_UNITS * F[ROUNDING]) return;
  const end: f64 = F[CLOSEST + 2];
  useProfile(solid, 0, x, y, z < end ? z : end, z < end ? end : z);
}

function useProfiles(): void {
  const tilt: f64 = Math.abs(F[RELATIVE + 2]) + Math.abs(F[RELATIVE + 5]);
  if (isTurned(I[PAIR_A]) && isTurned(I[PAIR_B])) {
    if (tilt > PARALLEL_IN_UNITS * EPSILON) return;
    useProfile(
      I[PAIR_A],
      I[PAIR_B],
      F[RELATIVE_ORIGIN],
      F[RELATIVE_ORIGIN + 1],
      F[RELATIVE_ORIGIN + 2],
      F[RELATIVE_ORIGIN + 2],
    );
    return;
  }
  useSegment(true);
  useSegment(false);
}

/**
 * Brings the bounds of overlapping bodies together where D is known; on entry CORE is EPA's, whose last normal need not
 * be its best. Points may miss distance times normal by `allowed`.
 */
export function proveDepth(allowed: f64): void {
  F[CORE_LOWER] = valueAlong(F[CORE_NORMAL], F[CORE_NORMAL + 1], F[CORE_NORMAL + 2]);
  useBalls(allowed);
  useBallBeside(true, allowed);
  useBallBeside(false, allowed);
  useProfiles();
}
