// SPDX-License-Identifier: MIT
/**
 * Point and radii of curvature of a superquadric with exponents up to 2, by its normal. Where a coordinate vanishes,
 * such a surface bends without bound, and curvature as a function of the point is of no use. As functions of the normal
 * d the point and the radii of curvature are smooth: they are the gradient and the second derivatives of the support
 * function, which is the gauge of the dual superquadric with semi-axes 1/a, 1/b, 1/c and exponents n / (n - 1) >= 2
 * (docs/theory/rolling-ball.md).
 */
import { powerByHalves } from '../arithmetic/half-integer-power.ts';
import { portablePow } from '../arithmetic/portable-pow.ts';
import { inwardX, inwardY, inwardZ } from '../features/feature-pair.ts';
import {
  ELLIPSOID,
  PAIR_A,
  PAIR_B,
  RELATIVE_ORIGIN,
  SHAPE_INNER_HALVES,
  SHAPE_KIND,
  SHAPE_OUTER_HALVES,
  SHAPE_PARAMETERS,
  SMOOTH_A,
  SMOOTH_AXES,
  SMOOTH_B,
  SMOOTH_BEND,
  SMOOTH_CURVATURE,
  SMOOTH_NORMAL,
  SMOOTH_POINT,
  SUPERQUADRIC,
} from '../layout.ts';
import { F, I } from '../memory.ts';
import { dotAt, isSmooth, setBend, turnToFrame } from './smooth-body.ts';

/** True for ellipsoids and for superquadrics whose exponents are at most 2. */
function isPointed(s: i32): bool {
  const kind: i32 = I[2 * s + SHAPE_KIND];
  if (kind === ELLIPSOID) return true;
  return kind === SUPERQUADRIC && F[s + SHAPE_PARAMETERS + 3] <= 2.0 && F[s + SHAPE_PARAMETERS + 4] <= 2.0;
}

/** True for two bodies whose support points are smooth functions of the normal, at least one of them not smooth. */
export function isPointedPair(): bool {
  const a: i32 = I[PAIR_A];
  const b: i32 = I[PAIR_B];
  return isPointed(a) && isPointed(b) && !(isSmooth(a) && isSmooth(b));
}

/**
 * The point of block s with the outward unit normal d, to F[out + SMOOTH_POINT..], and its radii of curvature: along
 * tangents s, t they are d.(s t) + e (h.s)(h.t), six numbers, less (y.s)(y.t), y in place of the normal. Returns the
 * radius of the largest ball inside the body that touches the surface there: the ellipsoid around the centre with the
 * same point and normal lies inside, with the squared semi-axes x/d in each coordinate, and that ball's radius is the
 * least of them.
 */
export function pointAlong(s: i32, dx: f64, dy: f64, dz: f64, out: i32): f64 {
  const at: i32 = s + SHAPE_PARAMETERS;
  const round: bool = I[2 * s + SHAPE_KIND] === ELLIPSOID;
  const p: f64 = round ? 2.0 : F[at + 3] / (F[at + 3] - 1.0);
  const m: f64 = round ? 2.0 : F[at + 4] / (F[at + 4] - 1.0);
  const outer: i32 = I[2 * s + SHAPE_OUTER_HALVES];
  const inner: i32 = I[2 * s + SHAPE_INNER_HALVES];
  const a: f64 = F[at];
  const b: f64 = F[at + 1];
  const c: f64 = F[at + 2];
  const more: f64 = Math.abs(dx * a) > Math.abs(dy * b) ? Math.abs(dx * a) : Math.abs(dy * b);
  const unit: f64 = more > Math.abs(dz * c) ? more : Math.abs(dz * c);
  const sx: f64 = (dx * a) / unit;
  const sy: f64 = (dy * b) / unit;
  const sz: f64 = (dz * c) / unit;
  const u: f64 = Math.abs(sx);
  const v: f64 = Math.abs(sy);
  const w: f64 = Math.abs(sz);
  // As in gauge.ts: f is the power p of the support function, kx, ky, kz are its gradient over p and the coordinate.
  const axial: f64 = powerByHalves(w, outer, p - 2.0);
  let f: f64 = axial * w * w;
  let kx: f64 = 0.0;
  let ky: f64 = 0.0;
  let e: f64 = 0.0;
  let hx: f64 = 0.0;
  let hy: f64 = 0.0;
  if (p === m) {
    kx = powerByHalves(u, inner, m - 2.0);
    ky = powerByHalves(v, inner, m - 2.0);
    f += kx * u * u + ky * v * v;
  } else {
    const wide: bool = u >= v;
    const big: f64 = wide ? u : v;
    const ratio: f64 = big > 0.0 ? (wide ? v : u) / big : 0.0;
    const power: f64 = powerByHalves(ratio, inner, m - 2.0);
    const sum: f64 = 1.0 + power * ratio * ratio;
    const stretch: f64 = sum === 1.0 ? 1.0 : portablePow(sum, p / m - 1.0);
    const radial: f64 = powerByHalves(big, outer, p - 2.0) * stretch;
    kx = radial * (wide ? 1.0 : power);
    ky = radial * (wide ? power : 1.0);
    hx = (wide ? 1.0 : power * ratio) * (dx < 0.0 ? -a : a);
    hy = (wide ? power * ratio : 1.0) * (dy < 0.0 ? -b : b);
    f += radial * big * big * sum;
    e = ((p - m) * radial) / sum;
  }
  // f^(1/p - 1), and the support function over the unit.
  const level: f64 = p === 2.0 ? 1.0 / Math.sqrt(f) : portablePow(f, 1.0 / p - 1.0);
  const height: f64 = f * level;
  const bend: f64 = level / unit;
  const x: f64 = kx * sx * a * level;
  const y: f64 = ky * sy * b * level;
  const z: f64 = axial * sz * c * level;
  const part: f64 = Math.sqrt((p - 1.0) / (height * unit));
  F[out + SMOOTH_POINT] = x;
  F[out + SMOOTH_POINT + 1] = y;
  F[out + SMOOTH_POINT + 2] = z;
  F[out + SMOOTH_NORMAL] = part * x;
  F[out + SMOOTH_NORMAL + 1] = part * y;
  F[out + SMOOTH_NORMAL + 2] = part * z;
  const ballX: f64 = kx * a * a * bend;
  const ballY: f64 = ky * b * b * bend;
  const ballZ: f64 = axial * c * c * bend;
  F[out + SMOOTH_CURVATURE] = (m - 1.0) * ballX;
  F[out + SMOOTH_CURVATURE + 1] = (m - 1.0) * ballY;
  F[out + SMOOTH_CURVATURE + 2] = (p - 1.0) * ballZ;
  F[out + SMOOTH_CURVATURE + 3] = e * bend;
  F[out + SMOOTH_CURVATURE + 4] = hx;
  F[out + SMOOTH_CURVATURE + 5] = hy;
  const least: f64 = ballX < ballY ? ballX : ballY;
  return least < ballZ ? least : ballZ;
}

/** Moves both points to those along the unit normal n, from A to B; returns the sum of the radii of their balls. */
export function moveAlongNormal(nx: f64, ny: f64, nz: f64): f64 {
  const ballA: f64 = pointAlong(I[PAIR_A], nx, ny, nz, SMOOTH_A);
  const ballB: f64 = pointAlong(I[PAIR_B], inwardX(nx, ny, nz), inwardY(nx, ny, nz), inwardZ(nx, ny, nz), SMOOTH_B);
  turnToFrame(SMOOTH_B + SMOOTH_POINT);
  turnToFrame(SMOOTH_B + SMOOTH_NORMAL);
  for (let k: i32 = 0; k < 3; k++) F[SMOOTH_B + k] = F[SMOOTH_B + k] + F[RELATIVE_ORIGIN + k];
  return ballA + ballB;
}

/** Radii of curvature of the body at F[body..] on the two axes of SMOOTH_AXES, to SMOOTH_BEND. */
export function setRadii(body: i32): void {
  setBend(body);
  const g: f64 = dotAt(body + SMOOTH_NORMAL, SMOOTH_AXES);
  const h: f64 = dotAt(body + SMOOTH_NORMAL, SMOOTH_AXES + 3);
  F[SMOOTH_BEND] = F[SMOOTH_BEND] - g * g;
  F[SMOOTH_BEND + 1] = F[SMOOTH_BEND + 1] - g * h;
  F[SMOOTH_BEND + 2] = F[SMOOTH_BEND + 2] - h * h;
}
