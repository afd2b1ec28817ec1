// SPDX-License-Identifier: MIT
/**
 * Closest point to the origin on a segment, triangle or tetrahedron by Voronoi regions. Returns the vertices that carry
 * the point as bits (1 = first, 2 = second, ...); the point goes to CLOSEST. On a face it is computed along the normal
 * or as a sum of vertices, whichever is more accurate.
 */
import { CLOSEST, EDGE_CANDIDATE, FACE_CANDIDATE, ROUNDING, WEIGHTS } from '../layout.ts';
import { F } from '../memory.ts';

/**
 * Squared sine below which three points count as collinear: 16 ulp of angle, where the cross product is all rounding.
 */
const COLLINEAR_SINE_SQUARED: f64 = 1.3e-29;
/**
 * A tetrahedron lower than this many roundings of the coordinates is flat: the side of the origin cannot be decided.
 */
const FLAT_IN_ROUNDINGS: f64 = 16.0;
/**
 * Square of a volume relative to edge times edge times distance: above, rounding does not change its sign, nor
 * flatness.
 */
const CLEAR_SQUARED: f64 = 1.0e-20;
/** The same for the origin's distance from a face. */
const SIDE_IN_ROUNDINGS: f64 = 2.0;

function keep(x: f64, y: f64, z: f64): f64 {
  F[CLOSEST] = x;
  F[CLOSEST + 1] = y;
  F[CLOSEST + 2] = z;
  return x * x + y * y + z * z;
}

export function closestOnSegment(ax: f64, ay: f64, az: f64, bx: f64, by: f64, bz: f64): i32 {
  const ux: f64 = bx - ax;
  const uy: f64 = by - ay;
  const uz: f64 = bz - az;
  const uu: f64 = ux * ux + uy * uy + uz * uz;
  const fromA: f64 = -(ax * ux + ay * uy + az * uz);
  if (!(fromA > 0.0)) {
    keep(ax, ay, az);
    F[WEIGHTS] = 1.0;
    return 1;
  }
  const fromB: f64 = bx * ux + by * uy + bz * uz;
  if (!(fromB > 0.0)) {
    keep(bx, by, bz);
    F[WEIGHTS] = 1.0;
    return 2;
  }
  // Measured from the nearer end, which loses less.
  if (fromA < fromB) {
    const t: f64 = fromA / uu;
    keep(ax + t * ux, ay + t * uy, az + t * uz);
    F[WEIGHTS] = 1.0 - t;
    F[WEIGHTS + 1] = t;
  } else {
    const t: f64 = fromB / uu;
    keep(bx - t * ux, by - t * uy, bz - t * uz);
    F[WEIGHTS] = t;
    F[WEIGHTS + 1] = 1.0 - t;
  }
  return 3;
}

/** Stores point and weights of the best edge (of a triangle) or face (of a tetrahedron) so far. */
function saveCandidate(at: i32): void {
  for (let k: i32 = 0; k < 3; k++) {
    F[at + k] = F[CLOSEST + k];
    F[at + 3 + k] = F[WEIGHTS + k];
  }
}

function restoreCandidate(at: i32): void {
  for (let k: i32 = 0; k < 3; k++) {
    F[CLOSEST + k] = F[at + k];
    F[WEIGHTS + k] = F[at + 3 + k];
  }
}

/** Squared distance of the point in CLOSEST. */
function closestSquared(): f64 {
  return F[CLOSEST] * F[CLOSEST] + F[CLOSEST + 1] * F[CLOSEST + 1] + F[CLOSEST + 2] * F[CLOSEST + 2];
}

export function closestOnTriangle(
  ax: f64,
  ay: f64,
  az: f64,
  bx: f64,
  by: f64,
  bz: f64,
  cx: f64,
  cy: f64,
  cz: f64,
): i32 {
  const ux: f64 = bx - ax;
  const uy: f64 = by - ay;
  const uz: f64 = bz - az;
  const vx: f64 = cx - ax;
  const vy: f64 = cy - ay;
  const vz: f64 = cz - az;
  const nx: f64 = uy * vz - uz * vy;
  const ny: f64 = uz * vx - ux * vz;
  const nz: f64 = ux * vy - uy * vx;
  const nn: f64 = nx * nx + ny * ny + nz * nz;
  const uu: f64 = ux * ux + uy * uy + uz * uz;
  const vv: f64 = vx * vx + vy * vy + vz * vz;
  const flat: bool = !(nn > COLLINEAR_SINE_SQUARED * uu * vv);
  // Signed areas of the origin's projection against each edge (positive inside).
  const overAB: f64 = ax * (uy * nz - uz * ny) + ay * (uz * nx - ux * nz) + az * (ux * ny - uy * nx);
  const overCA: f64 = -(ax * (vy * nz - vz * ny) + ay * (vz * nx - vx * nz) + az * (vx * ny - vy * nx));
  const ex: f64 = cx - bx;
  const ey: f64 = cy - by;
  const ez: f64 = cz - bz;
  const overBC: f64 = bx * (ey * nz - ez * ny) + by * (ez * nx - ex * nz) + bz * (ex * ny - ey * nx);
  if (!flat && overAB >= 0.0 && overBC >= 0.0 && overCA >= 0.0) {
    // Nearer than the triangle is high, its normal gives the better direction; farther, the weighted sum of its
    // vertices.
    const h: f64 = (nx * ax + ny * ay + nz * az) / nn;
    const longest: f64 = uu > vv ? uu : vv;
    const sum: f64 = overAB + overBC + overCA;
    const p: f64 = overBC / sum;
    const q: f64 = overCA / sum;
    const r: f64 = overAB / sum;
    F[WEIGHTS] = p;
    F[WEIGHTS + 1] = q;
    F[WEIGHTS + 2] = r;
    if (h * h * longest < 1.0) keep(h * nx, h * ny, h * nz);
    else keep(p * ax + q * bx + r * cx, p * ay + q * by + r * cy, p * az + q * bz + r * cz);
    return 7;
  }
  // Otherwise the closest point lies on an edge that the projection is outside of: mostly a single one.
  if (!flat) {
    if (overBC >= 0.0 && overCA >= 0.0) return closestOnSegment(ax, ay, az, bx, by, bz);
    if (overAB >= 0.0 && overCA >= 0.0) return 2 * closestOnSegment(bx, by, bz, cx, cy, cz);
    if (overAB >= 0.0 && overBC >= 0.0) {
      const m: i32 = closestOnSegment(ax, ay, az, cx, cy, cz);
      return m === 3 ? 5 : m === 2 ? 4 : 1;
    }
  }
  let best: f64 = 0.0;
  let mask: i32 = 0;
  if (flat || overAB < 0.0) {
    mask = closestOnSegment(ax, ay, az, bx, by, bz);
    best = closestSquared();
    saveCandidate(EDGE_CANDIDATE);
  }
  if (flat || overBC < 0.0) {
    const m: i32 = closestOnSegment(bx, by, bz, cx, cy, cz);
    const d: f64 = closestSquared();
    if (mask === 0 || d < best) {
      mask = 2 * m;
      best = d;
      saveCandidate(EDGE_CANDIDATE);
    }
  }
  if (flat || overCA < 0.0) {
    const m: i32 = closestOnSegment(ax, ay, az, cx, cy, cz);
    const d: f64 = closestSquared();
    if (mask === 0 || d < best) {
      mask = m === 3 ? 5 : m === 2 ? 4 : 1;
      saveCandidate(EDGE_CANDIDATE);
    }
  }
  restoreCandidate(EDGE_CANDIDATE);
  return mask;
}

/** 1 if the origin is beyond the plane of a, b, c as seen from d, or if that cannot be decided. */
function beyondFace(
  ax: f64,
  ay: f64,
  az: f64,
  bx: f64,
  by: f64,
  bz: f64,
  cx: f64,
  cy: f64,
  cz: f64,
  dx: f64,
  dy: f64,
  dz: f64,
): i32 {
  const ux: f64 = bx - ax;
  const uy: f64 = by - ay;
  const uz: f64 = bz - az;
  const vx: f64 = cx - ax;
  const vy: f64 = cy - ay;
  const vz: f64 = cz - az;
  const nx: f64 = uy * vz - uz * vy;
  const ny: f64 = uz * vx - ux * vz;
  const nz: f64 = ux * vy - uy * vx;
  const ex: f64 = dx - ax;
  const ey: f64 = dy - ay;
  const ez: f64 = dz - az;
  const inner: f64 = nx * ex + ny * ey + nz * ez;
  const origin: f64 = -(nx * ax + ny * ay + nz * az);
  const height: f64 = FLAT_IN_ROUNDINGS * F[ROUNDING];
  const nn: f64 = nx * nx + ny * ny + nz * nz;
  if (inner * inner <= height * height * nn) return 1;
  // Rounding tilts the plane of a narrow triangle, and the tilt moves it by the distance of the origin: then, too.
  const lever: f64 = (ax * ax + ay * ay + az * az) * (ux * ux + uy * uy + uz * uz + vx * vx + vy * vy + vz * vz);
  const unsure: f64 = SIDE_IN_ROUNDINGS * F[ROUNDING];
  if (origin * origin <= unsure * unsure * (nn + lever)) return 1;
  return inner > 0.0 ? (origin < 0.0 ? 1 : 0) : origin > 0.0 ? 1 : 0;
}

/** Bits 15 when the origin is inside; otherwise those of the face, edge or vertex that is closest. */
export function closestOnTetrahedron(
  ax: f64,
  ay: f64,
  az: f64,
  bx: f64,
  by: f64,
  bz: f64,
  cx: f64,
  cy: f64,
  cz: f64,
  dx: f64,
  dy: f64,
  dz: f64,
): i32 {
  // The origin seen from d is -d = p a' + q b' + r c' with a' = a - d...: the signs of p, q, r and 1 - p - q - r, each
  // times the volume, tell its side of every face. Where none is near zero this decides, at a third of the cost.
  const ux: f64 = ax - dx;
  const uy: f64 = ay - dy;
  const uz: f64 = az - dz;
  const vx: f64 = bx - dx;
  const vy: f64 = by - dy;
  const vz: f64 = bz - dz;
  const wx: f64 = cx - dx;
  const wy: f64 = cy - dy;
  const wz: f64 = cz - dz;
  const nx: f64 = uy * vz - uz * vy;
  const ny: f64 = uz * vx - ux * vz;
  const nz: f64 = ux * vy - uy * vx;
  const volume: f64 = nx * wx + ny * wy + nz * wz;
  const turn: f64 = volume < 0.0 ? 1.0 : -1.0;
  const r: f64 = turn * (nx * dx + ny * dy + nz * dz);
  const p: f64 = turn * ((vy * wz - vz * wy) * dx + (vz * wx - vx * wz) * dy + (vx * wy - vy * wx) * dz);
  const q: f64 = turn * ((wy * uz - wz * uy) * dx + (wz * ux - wx * uz) * dy + (wx * uy - wy * ux) * dz);
  const rest: f64 = -turn * volume - p - q - r;
  const edges: f64 = ux * ux + uy * uy + uz * uz + (vx * vx + vy * vy + vz * vz) + (wx * wx + wy * wy + wz * wz);
  const near: f64 = CLEAR_SQUARED * edges * edges * (edges + dx * dx + dy * dy + dz * dz);
  const clear: bool = p * p > near && q * q > near && r * r > near && rest * rest > near && volume * volume > near;
  let abc: i32 = rest < 0.0 ? 1 : 0;
  let abd: i32 = r < 0.0 ? 1 : 0;
  let acd: i32 = q < 0.0 ? 1 : 0;
  let bcd: i32 = p < 0.0 ? 1 : 0;
  if (!clear) {
    abc = beyondFace(ax, ay, az, bx, by, bz, cx, cy, cz, dx, dy, dz);
    abd = beyondFace(ax, ay, az, bx, by, bz, dx, dy, dz, cx, cy, cz);
    acd = beyondFace(ax, ay, az, cx, cy, cz, dx, dy, dz, bx, by, bz);
    bcd = beyondFace(bx, by, bz, cx, cy, cz, dx, dy, dz, ax, ay, az);
  }
  const candidates: i32 = abc + abd + acd + bcd;
  if (candidates === 0) return 15;
  let mask: i32 = 15;
  let best: f64 = 1.0e300;
  if (abc === 1) {
    mask = closestOnTriangle(ax, ay, az, bx, by, bz, cx, cy, cz);
    if (candidates === 1) return mask;
    best = closestSquared();
    saveCandidate(FACE_CANDIDATE);
  }
  if (abd === 1) {
    const m: i32 = closestOnTriangle(ax, ay, az, bx, by, bz, dx, dy, dz);
    const bits: i32 = (m & 3) | ((m & 4) << 1);
    if (candidates === 1) return bits;
    const d: f64 = closestSquared();
    if (d < best) {
      mask = bits;
      best = d;
      saveCandidate(FACE_CANDIDATE);
    }
  }
  if (acd === 1) {
    const m: i32 = closestOnTriangle(ax, ay, az, cx, cy, cz, dx, dy, dz);
    const bits: i32 = (m & 1) | ((m & 6) << 1);
    if (candidates === 1) return bits;
    const d: f64 = closestSquared();
    if (d < best) {
      mask = bits;
      best = d;
      saveCandidate(FACE_CANDIDATE);
    }
  }
  if (bcd === 1) {
    const m: i32 = closestOnTriangle(bx, by, bz, cx, cy, cz, dx, dy, dz);
    if (candidates === 1) return m << 1;
    const d: f64 = closestSquared();
    if (d < best) {
      mask = m << 1;
      saveCandidate(FACE_CANDIDATE);
    }
  }
  restoreCandidate(FACE_CANDIDATE);
  return mask;
}
