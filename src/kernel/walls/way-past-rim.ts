// SPDX-License-Identifier: MIT
/**
 * Depth of a body's point beyond the side of a sheet (docs/theory/shape-walls.md#rims-of-sheets). Near an open end the
 * shortest way back is past the rim: the point moves along the side until it is over the end, or the line from the
 * body's middle to the point slips off the rim. Each of the three ways is a length that ends at zero where the point no
 * longer counts, so the least of them has no jumps.
 */
import { F, I } from '../memory.ts';
import { heightOverSide, placeAlongSide, writeAt } from './sphere-on-wall.ts';
import {
  OPEN_HIGH,
  OPEN_LOW,
  SHEET,
  WALL_NORMAL,
  WALL_OPEN,
  WALL_SLANT,
  WALL_SOLID,
  WORK_ORIGIN,
  WORK_WAY,
} from './wall-layout.ts';

/** Steps of Newton's method on a convex function; each doubles the number of right digits. */
const MOST_STEPS: i32 = 60;
/** Ways shorter than this part of the distance from the middle to the point are rounding. */
const NO_WAY: f64 = 1.0e-12;

/** Writes a way: the point of the wall, the unit normal from the body into the wall, and the depth. */
function writeWay(work: i32, x: f64, y: f64, z: f64, nx: f64, ny: f64, nz: f64, depth: f64): void {
  const way: i32 = work + WORK_WAY;
  F[way] = x;
  F[way + 1] = y;
  F[way + 2] = z;
  F[way + 3] = nx;
  F[way + 4] = ny;
  F[way + 5] = nz;
  F[way + 6] = depth;
}

/** The way of the point (x, y, z) along the side over the end at `place`; `up` is 1 for the lower end, else -1. */
function takeEndWay(wall: i32, work: i32, x: f64, y: f64, z: f64, place: f64, up: f64): void {
  const e: f64 = Math.sqrt(x * x + y * y);
  const depth: f64 = up * (placeAlongSide(wall, e, z) - place);
  if (!(depth < F[work + WORK_WAY + 6])) return;
  const across: f64 = e > 0.0 ? (-up * F[wall + WALL_NORMAL + 1]) / e : 0.0;
  const nx: f64 = across * x;
  const ny: f64 = across * y;
  const nz: f64 = up * F[wall + WALL_NORMAL];
  writeWay(work, x - depth * nx, y - depth * ny, z - depth * nz, nx, ny, nz, depth);
}

/**
 * The way of the line through (x, y, z) of the side along the unit vector d off the rim at `place`, across both. Near
 * the line the rim is its tangent.
 */
function takeLineWay(
  wall: i32,
  work: i32,
  x: f64,
  y: f64,
  z: f64,
  dx: f64,
  dy: f64,
  dz: f64,
  place: f64,
  up: f64,
): void {
  const e: f64 = Math.sqrt(x * x + y * y);
  if (!(e > 0.0)) return;
  // Along the rim, and along the side away from it.
  const tx: f64 = -y / e;
  const ty: f64 = x / e;
  const ax: f64 = (-up * F[wall + WALL_NORMAL + 1] * x) / e;
  const ay: f64 = (-up * F[wall + WALL_NORMAL + 1] * y) / e;
  const az: f64 = up * F[wall + WALL_NORMAL];
  const above: f64 = up * (placeAlongSide(wall, e, z) - place);
  // d x t, whose length is the sine of the angle between line and rim.
  let nx: f64 = -dz * ty;
  let ny: f64 = dz * tx;
  let nz: f64 = dx * ty - dy * tx;
  const sine: f64 = Math.sqrt(nx * nx + ny * ny + nz * nz);
  if (!(sine > 0.0)) return;
  const across: f64 = (nx * ax + ny * ay + nz * az) / sine;
  const depth: f64 = above * Math.abs(across);
  if (!(depth < F[work + WORK_WAY + 6])) return;
  const sign: f64 = across < 0.0 ? -1.0 / sine : 1.0 / sine;
  nx *= sign;
  ny *= sign;
  nz *= sign;
  const cosine: f64 = dx * tx + dy * ty;
  const aside: f64 = (-above * (ax * dx + ay * dy + az * dz) * cosine) / (sine * sine);
  writeWay(work, x - above * ax + aside * tx, y - above * ay + aside * ty, z - above * az, nx, ny, nz, depth);
}

/**
 * Writes the contact of the point q of a body, which is `overlap` beyond the point of the wall's side at (x, y, z)
 * along n, to F[work + WORK_WAY..]: point, normal and depth, which is the least of the ways back. Returns false if q
 * does not count, because the way to it from the middle of the body leads past the side. Ends that are closed are
 * faces, and the side goes on beyond them.
 */
export function findWayBack(
  wall: i32,
  work: i32,
  x: f64,
  y: f64,
  z: f64,
  nx: f64,
  ny: f64,
  nz: f64,
  overlap: f64,
): bool {
  writeWay(work, x, y, z, nx, ny, nz, overlap);
  if (I[2 * wall + WALL_SOLID] !== SHEET) return true;
  const o: i32 = work + WORK_ORIGIN;
  const ox: f64 = F[o];
  const oy: f64 = F[o + 1];
  const oz: f64 = F[o + 2];
  const qx: f64 = x + overlap * nx;
  const qy: f64 = y + overlap * ny;
  const qz: f64 = z + overlap * nz;
  const middle: f64 = heightOverSide(wall, Math.sqrt(ox * ox + oy * oy), oz);
  const tip: f64 = heightOverSide(wall, Math.sqrt(qx * qx + qy * qy), qz);
  const isInside: bool = middle < 0.0;
  if (isInside === tip < 0.0) return false;
  const wx: f64 = qx - ox;
  const wy: f64 = qy - oy;
  const wz: f64 = qz - oz;
  const length: f64 = Math.sqrt(wx * wx + wy * wy + wz * wz);
  // Where the line crosses the side. The height over it is convex along the line, so that steps of Newton's method from
  // the outer end do not pass the crossing.
  const nr: f64 = F[wall + WALL_NORMAL];
  const na: f64 = F[wall + WALL_NORMAL + 1];
  let share: f64 = isInside ? 1.0 : 0.0;
  let cx: f64 = 0.0;
  let cy: f64 = 0.0;
  let cz: f64 = 0.0;
  for (let step: i32 = 0; step < MOST_STEPS; step++) {
    cx = ox + share * wx;
    cy = oy + share * wy;
    cz = oz + share * wz;
    const e: f64 = Math.sqrt(cx * cx + cy * cy);
    const slope: f64 = (nr * (cx * wx + cy * wy)) / e + na * wz;
    const next: f64 = share - heightOverSide(wall, e, cz) / slope;
    // At the crossing rounding decides on the direction.
    if (!(isInside ? next < share : next > share) || !(next >= 0.0 && next <= 1.0)) break;
    share = next;
  }
  const slant: f64 = F[wall + WALL_SLANT];
  const open: i32 = I[2 * wall + WALL_OPEN];
  const at: f64 = placeAlongSide(wall, Math.sqrt(cx * cx + cy * cy), cz);
  for (let k: i32 = 0; k < 2; k++) {
    const place: f64 = k === 0 ? 0.0 : slant;
    const up: f64 = k === 0 ? 1.0 : -1.0;
    if ((open & (k === 0 ? OPEN_LOW : OPEN_HIGH)) === 0) {
      // From outside the face of a closed end is a part of its own.
      if (!isInside && up * (at - place) < 0.0) return false;
      continue;
    }
    takeLineWay(wall, work, cx, cy, cz, wx / length, wy / length, wz / length, place, up);
    // From outside the ways over the ends are those out of the solid.
    if (isInside) takeEndWay(wall, work, qx, qy, qz, place, up);
  }
  return F[work + WORK_WAY + 6] > NO_WAY * length;
}

/** Writes the contact that `findWayBack` found as number `count`, and returns how many there are now. */
export function writeWayBack(work: i32, out: i32, count: i32, part: i32): i32 {
  const way: i32 = work + WORK_WAY;
  return writeAt(out, count, F[way], F[way + 1], F[way + 2], F[way + 3], F[way + 4], F[way + 5], F[way + 6], part);
}
