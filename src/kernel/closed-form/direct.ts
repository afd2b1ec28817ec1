// SPDX-License-Identifier: MIT
/**
 * Pairs whose cores have a closed form: half-space against anything; points and segments (spheres, capsules) against
 * each other; point against box, cylinder, cone and tablet. The support value along the normal is the lower bound.
 * Where it does not meet the distance, the iterative path answers (contact-pair.ts).
 */

import { featureDimension } from '../features/feature.ts';
import {
  BOX,
  CLOSEST,
  CONE,
  CORE,
  CORE_LOWER,
  CORE_NORMAL,
  CORE_POINT,
  CORE_UPPER,
  CYLINDER,
  DIMENSION_A,
  DIMENSION_B,
  HALF_SPACE,
  PAIR_A,
  PAIR_B,
  PLACEMENT,
  RELATIVE,
  RELATIVE_ORIGIN,
  ROUNDING,
  SHAPE_KIND,
  SHAPE_PARAMETERS,
  SHAPE_VERTEX_COUNT,
  SHAPE_X,
  SHAPE_Y,
  SHAPE_Z,
  SUPPORT,
  TABLET,
} from '../layout.ts';
import { F, I } from '../memory.ts';
import { supportDifference } from '../support/minkowski-support.ts';
import { pointBox, pointCone, pointCylinder, pointTablet } from './direct-solids.ts';
import { halfSpaceFirst, halfSpaceSecond } from './half-space-contact.ts';

/** Closer than this many roundings the difference of two points has no direction. */
const TOUCH_IN_ROUNDINGS: f64 = 4.0;
/** Squares of shorter lengths underflow. */
const SHORTEST_LENGTH: f64 = 1.0e-140;

/** Dimensions of both features along the unit normal. */
export function setDimensions(nx: f64, ny: f64, nz: f64): void {
  I[DIMENSION_A] = featureDimension(I[PAIR_A], nx, ny, nz);
  I[DIMENSION_B] = featureDimension(
    I[PAIR_B],
    -(F[RELATIVE] * nx + F[RELATIVE + 3] * ny + F[RELATIVE + 6] * nz),
    -(F[RELATIVE + 1] * nx + F[RELATIVE + 4] * ny + F[RELATIVE + 7] * nz),
    -(F[RELATIVE + 2] * nx + F[RELATIVE + 5] * ny + F[RELATIVE + 8] * nz),
  );
}

function setNormal(nx: f64, ny: f64, nz: f64): void {
  F[CORE_NORMAL] = nx;
  F[CORE_NORMAL + 1] = ny;
  F[CORE_NORMAL + 2] = nz;
}

/** Core answer: distance along the unit normal in CORE_NORMAL, from the point in CORE_POINT. */
function answer(distance: f64): void {
  const nx: f64 = F[CORE_NORMAL];
  const ny: f64 = F[CORE_NORMAL + 1];
  const nz: f64 = F[CORE_NORMAL + 2];
  supportDifference(nx, ny, nz);
  const value: f64 = nx * F[SUPPORT] + ny * F[SUPPORT + 1] + nz * F[SUPPORT + 2];
  F[CORE] = distance;
  F[CORE_LOWER] = value;
  F[CORE_UPPER] = distance;
  setDimensions(nx, ny, nz);
}

function rotateToA(x: f64, y: f64, z: f64, out: i32): void {
  F[out] = F[RELATIVE] * x + F[RELATIVE + 1] * y + F[RELATIVE + 2] * z;
  F[out + 1] = F[RELATIVE + 3] * x + F[RELATIVE + 4] * y + F[RELATIVE + 5] * z;
  F[out + 2] = F[RELATIVE + 6] * x + F[RELATIVE + 7] * y + F[RELATIVE + 8] * z;
}

/** A point against a solid, in either order; the formula works in the solid's frame. */
function pointAgainstSolid(solidIsA: bool): void {
  const s: i32 = solidIsA ? I[PAIR_A] : I[PAIR_B];
  const tx: f64 = F[RELATIVE_ORIGIN];
  const ty: f64 = F[RELATIVE_ORIGIN + 1];
  const tz: f64 = F[RELATIVE_ORIGIN + 2];
  // The point is the origin of its own block.
  const x: f64 = solidIsA ? tx : -(F[RELATIVE] * tx + F[RELATIVE + 3] * ty + F[RELATIVE + 6] * tz);
  const y: f64 = solidIsA ? ty : -(F[RELATIVE + 1] * tx + F[RELATIVE + 4] * ty + F[RELATIVE + 7] * tz);
  const z: f64 = solidIsA ? tz : -(F[RELATIVE + 2] * tx + F[RELATIVE + 5] * ty + F[RELATIVE + 8] * tz);
  const kind: i32 = I[2 * s + SHAPE_KIND];
  const touch: f64 = touchLength();
  const p: i32 = s + SHAPE_PARAMETERS;
  const distance: f64 =
    kind === BOX
      ? pointBox(p, x, y, z, touch)
      : kind === CYLINDER
        ? pointCylinder(p, x, y, z, touch)
        : kind === TABLET
          ? pointTablet(p, x, y, z, touch)
          : pointCone(p, x, y, z, touch);
  // CLOSEST holds the solid's outward unit normal at the point of its surface nearest to (x, y, z).
  const nx: f64 = F[CLOSEST];
  const ny: f64 = F[CLOSEST + 1];
  const nz: f64 = F[CLOSEST + 2];
  if (solidIsA) {
    setNormal(nx, ny, nz);
    F[CORE_POINT] = x - distance * nx;
    F[CORE_POINT + 1] = y - distance * ny;
    F[CORE_POINT + 2] = z - distance * nz;
  } else {
    rotateToA(-nx, -ny, -nz, CORE_NORMAL);
    F[CORE_POINT] = 0.0;
    F[CORE_POINT + 1] = 0.0;
    F[CORE_POINT + 2] = 0.0;
  }
  answer(distance);
}

/** A unit vector perpendicular to (ux, uy, uz), which may be zero. */
function setPerpendicular(ux: f64, uy: f64, uz: f64): void {
  let x: f64 = 0.0;
  let y: f64 = 0.0;
  let z: f64 = 0.0;
  if (ux * ux <= uy * uy && ux * ux <= uz * uz) {
    y = -uz;
    z = uy;
  } else if (uy * uy <= uz * uz) {
    x = uz;
    z = -ux;
  } else {
    x = -uy;
    y = ux;
  }
  const length: f64 = Math.sqrt(x * x + y * y + z * z);
  if (length > 0.0) setNormal(x / length, y / length, z / length);
  else setNormal(1.0, 0.0, 0.0);
}

function clampUnit(t: f64): f64 {
  return t > 0.0 ? (t < 1.0 ? t : 1.0) : 0.0;
}

/** Handles two points whose difference is too short to be squared, but longer than rounding; false otherwise. */
function pointPoint(dx: f64, dy: f64, dz: f64): bool {
  const x: f64 = Math.abs(dx);
  const y: f64 = Math.abs(dy);
  const z: f64 = Math.abs(dz);
  const most: f64 = x > y ? (x > z ? x : z) : y > z ? y : z;
  if (!(most > roundingLength())) return false;
  const ux: f64 = dx / most;
  const uy: f64 = dy / most;
  const uz: f64 = dz / most;
  const length: f64 = Math.sqrt(ux * ux + uy * uy + uz * uz);
  setNormal(ux / length, uy / length, uz / length);
  answer(most * length);
  // The support value is the same length again, rounded once more.
  F[CORE_LOWER] = F[CORE];
  return true;
}

/** Closest points of two segments, either of which may be a point. */
function segmentSegment(): void {
  const a: i32 = 2 * I[PAIR_A];
  const b: i32 = 2 * I[PAIR_B];
  const ia: i32 = I[a + SHAPE_VERTEX_COUNT] - 1;
  const ib: i32 = I[b + SHAPE_VERTEX_COUNT] - 1;
  const px: f64 = F[I[a + SHAPE_X]];
  const py: f64 = F[I[a + SHAPE_Y]];
  const pz: f64 = F[I[a + SHAPE_Z]];
  const ux: f64 = F[I[a + SHAPE_X] + ia] - px;
  const uy: f64 = F[I[a + SHAPE_Y] + ia] - py;
  const uz: f64 = F[I[a + SHAPE_Z] + ia] - pz;
  const qx: f64 = F[I[b + SHAPE_X]];
  const qy: f64 = F[I[b + SHAPE_Y]];
  const qz: f64 = F[I[b + SHAPE_Z]];
  rotateToA(F[I[b + SHAPE_X] + ib] - qx, F[I[b + SHAPE_Y] + ib] - qy, F[I[b + SHAPE_Z] + ib] - qz, CLOSEST);
  const vx: f64 = F[CLOSEST];
  const vy: f64 = F[CLOSEST + 1];
  const vz: f64 = F[CLOSEST + 2];
  rotateToA(qx, qy, qz, CLOSEST);
  const rx: f64 = F[CLOSEST] + F[RELATIVE_ORIGIN] - px;
  const ry: f64 = F[CLOSEST + 1] + F[RELATIVE_ORIGIN + 1] - py;
  const rz: f64 = F[CLOSEST + 2] + F[RELATIVE_ORIGIN + 2] - pz;
  const uu: f64 = ux * ux + uy * uy + uz * uz;
  const vv: f64 = vx * vx + vy * vy + vz * vz;
  const uv: f64 = ux * vx + uy * vy + uz * vz;
  const ur: f64 = ux * rx + uy * ry + uz * rz;
  const vr: f64 = vx * rx + vy * ry + vz * rz;
  const cx: f64 = uy * vz - uz * vy;
  const cy: f64 = uz * vx - ux * vz;
  const cz: f64 = ux * vy - uy * vx;
  const cc: f64 = cx * cx + cy * cy + cz * cz;
  // The lines' closest parameter on A, clamped; then B's best answer to it, clamped; then A's best answer to that.
  const crossed: bool = cc > 1.0e-28 * uu * vv;
  let s: f64 = 0.0;
  if (crossed) s = clampUnit(((ry * vz - rz * vy) * cx + (rz * vx - rx * vz) * cy + (rx * vy - ry * vx) * cz) / cc);
  let t: f64 = vv > 0.0 ? (s * uv - vr) / vv : 0.0;
  const inner: bool = crossed && t > 0.0 && t < 1.0 && s > 0.0 && s < 1.0;
  if (!inner) {
    t = clampUnit(t);
    s = uu > 0.0 ? clampUnit((t * uv + ur) / uu) : 0.0;
    if (!crossed && uu > 0.0 && vv > 0.0) {
      // Parallel: the middle of the common part, where there is one, so that the point does not jump to an end.
      const s0: f64 = clampUnit(ur / uu);
      const s1: f64 = clampUnit((ur + uv) / uu);
      s = 0.5 * (s0 + s1);
      t = clampUnit((s * uv - vr) / vv);
    }
  }
  F[CORE_POINT] = px + s * ux;
  F[CORE_POINT + 1] = py + s * uy;
  F[CORE_POINT + 2] = pz + s * uz;
  let dx: f64 = rx + t * vx - s * ux;
  let dy: f64 = ry + t * vy - s * uy;
  let dz: f64 = rz + t * vz - s * uz;
  // Between the ends of a segment the difference is across it; what rounding has left along it would tilt a short one.
  if (s > 0.0 && s < 1.0) {
    const along: f64 = (dx * ux + dy * uy + dz * uz) / uu;
    dx -= along * ux;
    dy -= along * uy;
    dz -= along * uz;
  }
  if (t > 0.0 && t < 1.0) {
    const along: f64 = (dx * vx + dy * vy + dz * vz) / vv;
    dx -= along * vx;
    dy -= along * vy;
    dz -= along * vz;
  }
  const length: f64 = Math.sqrt(dx * dx + dy * dy + dz * dz);
  const touch: bool = !(length > touchLength());
  if (touch) {
    if (uu === 0.0 && vv === 0.0 && pointPoint(dx, dy, dz)) return;
    if (crossed) setCross(cx, cy, cz, cc, rx, ry, rz);
    else if (uu > vv) setPerpendicular(ux, uy, uz);
    else setPerpendicular(vx, vy, vz);
    answer(F[CORE_NORMAL] * dx + F[CORE_NORMAL + 1] * dy + F[CORE_NORMAL + 2] * dz);
    return;
  }
  setNormal(dx / length, dy / length, dz / length);
  answer(length);
  if (inner) {
    // Across both lines: the cross product is the better normal unless they are nearly parallel.
    const value: f64 = F[CORE_LOWER];
    setCross(cx, cy, cz, cc, dx, dy, dz);
    answer(length);
    if (F[CORE_LOWER] < value) {
      setNormal(dx / length, dy / length, dz / length);
      answer(length);
    }
  }
}

/** Differences shorter than this are rounding of the coordinates. */
function roundingLength(): f64 {
  return TOUCH_IN_ROUNDINGS * (F[ROUNDING] + F[PLACEMENT]);
}

/** Differences shorter than this have no direction: rounding, or squares that are no normal numbers. */
function touchLength(): f64 {
  const rounding: f64 = roundingLength();
  return rounding > SHORTEST_LENGTH ? rounding : SHORTEST_LENGTH;
}

/** The unit normal along c = u x v, on the side of r. */
function setCross(cx: f64, cy: f64, cz: f64, cc: f64, rx: f64, ry: f64, rz: f64): void {
  const scale: f64 = (cx * rx + cy * ry + cz * rz < 0.0 ? -1.0 : 1.0) / Math.sqrt(cc);
  setNormal(scale * cx, scale * cy, scale * cz);
}

function isPoint(s: i32): bool {
  return I[2 * s + SHAPE_VERTEX_COUNT] === 1;
}

function hasPointFormula(s: i32): bool {
  const kind: i32 = I[2 * s + SHAPE_KIND];
  return kind === BOX || kind === CYLINDER || kind === CONE || kind === TABLET;
}

/** Answers the placed pair if it has a closed form. */
export function directCore(): bool {
  const a: i32 = I[PAIR_A];
  const b: i32 = I[PAIR_B];
  if (I[2 * a + SHAPE_KIND] === HALF_SPACE) {
    halfSpaceFirst();
    return true;
  }
  if (I[2 * b + SHAPE_KIND] === HALF_SPACE) {
    halfSpaceSecond();
    return true;
  }
  const countA: i32 = I[2 * a + SHAPE_VERTEX_COUNT];
  const countB: i32 = I[2 * b + SHAPE_VERTEX_COUNT];
  if ((countA === 1 || countA === 2) && (countB === 1 || countB === 2)) {
    segmentSegment();
    return true;
  }
  if (isPoint(b) && hasPointFormula(a)) {
    pointAgainstSolid(true);
    return true;
  }
  if (isPoint(a) && hasPointFormula(b)) {
    pointAgainstSolid(false);
    return true;
  }
  return false;
}
