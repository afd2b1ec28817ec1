// SPDX-License-Identifier: MIT
/**
 * A depth that is proven without a polytope. EPA proves one by a polytope inside the difference D, which never ends where every
 * direction, or every one across an axis, is as deep: bodies on one another. There D is known: around the difference of the centres it
 * holds a ball as large as those inside the two bodies together; and where the axes of cylinders, cones and segments are
 * parallel it is a body of revolution whose profile is a polygon.
 */
import { setAt } from './flatness.ts';
import {
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
  ROUNDING,
  SHAPE_KIND,
  SHAPE_PARAMETERS,
  SHAPE_VERTEX_COUNT,
  SHAPE_X,
  SHAPE_Y,
  SHAPE_Z,
  SUPERQUADRIC,
  SUPPORT,
} from './layout.ts';
import { F, I } from './memory.ts';
import { valueAlong } from './newton.ts';
import { portablePow } from './portable-pow.ts';
import { EPSILON } from './relative-pose.ts';

/** Axes that differ by this many units of rounding are parallel; what that may cost the depth, in roundings. */
const PARALLEL_IN_UNITS: f64 = 4.0;
const PARALLEL_COST_IN_ROUNDINGS: f64 = 8.0;

/**
 * The largest circle around the origin in |x/a|^n + |y/b|^n <= 1: its radius; where it touches, as a unit direction in the first
 * quadrant, to LOCAL_POINT. For n < 2 the curve is nearest to the origin between its axes (least dual norm over unit vectors).
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

/** Radius of the largest ball around the block's origin in the body, 0 if it is not known; a direction in which it touches to LOCAL_POINT. */
function ballIn(s: i32): f64 {
  const kind: i32 = I[2 * s + SHAPE_KIND];
  const p: i32 = s + SHAPE_PARAMETERS;
  if (kind === CYLINDER) {
    const isRound: bool = F[p] < F[p + 1];
    setAt(LOCAL_POINT, isRound ? 1.0 : 0.0, 0.0, isRound ? 0.0 : 1.0);
    return isRound ? F[p] : F[p + 1];
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

/** Takes the unit normal n or -n, whichever is towards B, as EPA's answer if the bodies are less deep along it and the points are where it says. */
function tryNormal(x: f64, y: f64, z: f64, allowed: f64): void {
  const turn: f64 = x * F[RELATIVE + 9] + y * F[RELATIVE + 10] + z * F[RELATIVE + 11] < 0.0 ? -1.0 : 1.0;
  const value: f64 = valueAlong(turn * x, turn * y, turn * z);
  const missX: f64 = F[SUPPORT] - value * turn * x;
  const missY: f64 = F[SUPPORT + 1] - value * turn * y;
  const missZ: f64 = F[SUPPORT + 2] - value * turn * z;
  const missSquared: f64 = missX * missX + missY * missY + missZ * missZ;
  if (!(value > F[CORE_LOWER]) || !(missSquared <= allowed * allowed)) return;
  F[CORE_LOWER] = value;
  setAt(CORE_NORMAL, turn * x, turn * y, turn * z);
  for (let k: i32 = 0; k < 3; k++) {
    F[CORE_POINT + k] = F[SUPPORT + 3 + k];
    F[CORE_POINT_B + k] = F[SUPPORT + 3 + k] + F[SUPPORT + k];
  }
}

function takeUpper(upper: f64): void {
  if (upper < F[CORE_UPPER]) F[CORE_UPPER] = upper;
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
  const x: f64 = F[RELATIVE + 9];
  const y: f64 = F[RELATIVE + 10];
  const z: f64 = F[RELATIVE + 11];
  const depth: f64 = ofA + ofB - Math.sqrt(x * x + y * y + z * z);
  if (!(depth > 0.0)) return;
  takeUpper(-depth);
  if (ofA > 0.0) tryNormal(ax, ay, az, allowed);
  if (ofB > 0.0) {
    tryNormal(
      F[RELATIVE] * bx + F[RELATIVE + 1] * by + F[RELATIVE + 2] * bz,
      F[RELATIVE + 3] * bx + F[RELATIVE + 4] * by + F[RELATIVE + 5] * bz,
      F[RELATIVE + 6] * bx + F[RELATIVE + 7] * by + F[RELATIVE + 8] * bz,
      allowed,
    );
  }
}

/** True for a body of revolution about its z axis whose profile is a polygon. */
function isTurned(s: i32): bool {
  const kind: i32 = I[2 * s + SHAPE_KIND];
  if (kind === CYLINDER || kind === CONE) return true;
  const count: i32 = I[2 * s + SHAPE_VERTEX_COUNT];
  if (kind !== POLYHEDRON || count > 2) return false;
  const x: i32 = I[2 * s + SHAPE_X];
  const y: i32 = I[2 * s + SHAPE_Y];
  const i: i32 = count - 1;
  return F[x] === 0.0 && F[y] === 0.0 && F[x + i] === 0.0 && F[y + i] === 0.0;
}

/** Largest u r + v z over the profile, u >= 0. */
function profileAlong(s: i32, u: f64, v: f64): f64 {
  const kind: i32 = I[2 * s + SHAPE_KIND];
  const p: i32 = s + SHAPE_PARAMETERS;
  if (kind === CYLINDER) return u * F[p] + Math.abs(v) * F[p + 1];
  if (kind === CONE) {
    const apex: f64 = 0.5 * v * F[p + 1];
    const rim: f64 = u * F[p] - apex;
    return apex > rim ? apex : rim;
  }
  const z: i32 = I[2 * s + SHAPE_Z];
  const first: f64 = v * F[z];
  const last: f64 = v * F[z + I[2 * s + SHAPE_VERTEX_COUNT] - 1];
  return first > last ? first : last;
}

/** Depth along the normal of one edge of the profile of D, outward by u from the axis and by v along A's. */
function depthAlong(u: f64, v: f64, aside: f64, up: f64): f64 {
  const turn: f64 = F[RELATIVE + 8] < 0.0 ? -1.0 : 1.0;
  return profileAlong(I[PAIR_A], u, v) + profileAlong(I[PAIR_B], u, -turn * v) - u * aside - v * up;
}

function useProfiles(): void {
  const a: i32 = I[PAIR_A];
  const b: i32 = I[PAIR_B];
  const tilt: f64 = Math.abs(F[RELATIVE + 2]) + Math.abs(F[RELATIVE + 5]);
  if (!isTurned(a) || !isTurned(b) || tilt > PARALLEL_IN_UNITS * EPSILON) return;
  const aside: f64 = Math.sqrt(F[RELATIVE + 9] * F[RELATIVE + 9] + F[RELATIVE + 10] * F[RELATIVE + 10]);
  const up: f64 = F[RELATIVE + 11];
  let depth: f64 = depthAlong(1.0, 0.0, aside, up);
  const caps: f64 = depthAlong(0.0, 1.0, aside, up);
  const bases: f64 = depthAlong(0.0, -1.0, aside, up);
  if (caps < depth) depth = caps;
  if (bases < depth) depth = bases;
  // The sides of cones: A's points up along its axis, B's down it as seen from D.
  for (let k: i32 = 0; k < 2; k++) {
    const s: i32 = k === 0 ? a : b;
    if (I[2 * s + SHAPE_KIND] !== CONE) continue;
    const radius: f64 = F[s + SHAPE_PARAMETERS];
    const height: f64 = F[s + SHAPE_PARAMETERS + 1];
    const slant: f64 = Math.sqrt(radius * radius + height * height);
    const down: bool = k === 1 && F[RELATIVE + 8] > 0.0;
    const side: f64 = depthAlong(height / slant, (down ? -radius : radius) / slant, aside, up);
    if (side < depth) depth = side;
  }
  takeUpper(PARALLEL_COST_IN_ROUNDINGS * F[ROUNDING] - depth);
}

/**
 * Brings the bounds of overlapping bodies together where D is known; on entry CORE is EPA's, whose last normal need not be its best. Points may miss
 * distance times normal by `allowed`.
 */
export function proveDepth(allowed: f64): void {
  F[CORE_LOWER] = valueAlong(F[CORE_NORMAL], F[CORE_NORMAL + 1], F[CORE_NORMAL + 2]);
  useBalls(allowed);
  useProfiles();
}
