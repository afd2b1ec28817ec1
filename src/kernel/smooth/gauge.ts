// SPDX-License-Identifier: MIT
/**
 * Normal and curvature of ellipsoids and of superquadrics with exponents >= 2 through the gauge: the factor by which a
 * point must be divided to lie on the surface. They are those of f = (u^m + v^m)^(p/m) + w^p with u = |x/a|, v = |y/b|,
 * w = |z/c|, which is the pth power of the gauge (docs/theory/rolling-ball.md).
 */

import { powerByHalves } from '../arithmetic/half-integer-power.ts';
import { portablePow } from '../arithmetic/portable-pow.ts';
import {
  ELLIPSOID,
  SHAPE_INNER_HALVES,
  SHAPE_KIND,
  SHAPE_OUTER_HALVES,
  SHAPE_PARAMETERS,
  SMOOTH_CURVATURE,
  SMOOTH_NORMAL,
  SMOOTH_POINT,
} from '../layout.ts';
import { F, I } from '../memory.ts';

/**
 * Largest of u, v and w without scaling: on the surface it is 1/2 to 1, and nothing overflows up to the power 100 of
 * the upper limit.
 */
const LEAST_UNSCALED: f64 = 0.4;
const MOST_UNSCALED: f64 = 1.5;
/** Within this of 1 the root of f is a series of five terms: the sixth is below 2.3e-19. */
const NEAR_ONE: f64 = 1.0e-3;
const THIRD: f64 = 0.3333333333333333;

/** f^(-1/p) for f > 0. */
function inverseRoot(f: f64, p: f64): f64 {
  const e: f64 = f - 1.0;
  if (e < NEAR_ONE && e > -NEAR_ONE) {
    const a: f64 = 1.0 / p;
    const tail: f64 = 1.0 - 0.25 * (a + 3.0) * e * (1.0 - 0.2 * (a + 4.0) * e);
    return 1.0 - a * e * (1.0 - 0.5 * (a + 1.0) * e * (1.0 - THIRD * (a + 2.0) * e * tail));
  }
  if (p === 2.0) return 1.0 / Math.sqrt(f);
  if (p === 4.0) return 1.0 / Math.sqrt(Math.sqrt(f));
  if (p === 8.0) return 1.0 / Math.sqrt(Math.sqrt(Math.sqrt(f)));
  return portablePow(f, -1.0 / p);
}

/**
 * The point of the surface of block s on the ray through (x, y, z) to F[out + SMOOTH_POINT..], its outward unit normal
 * and six numbers d, e, h such that the curvature along tangents s, t is d.(s t) + e (h.s)(h.t), in the frame of the
 * block. Returns the gauge of (x, y, z); where it is not above 0 nothing else means anything.
 */
export function gauge(s: i32, x: f64, y: f64, z: f64, out: i32): f64 {
  const at: i32 = s + SHAPE_PARAMETERS;
  const round: bool = I[2 * s + SHAPE_KIND] === ELLIPSOID;
  const p: f64 = round ? 2.0 : F[at + 3];
  const m: f64 = round ? 2.0 : F[at + 4];
  const outer: i32 = I[2 * s + SHAPE_OUTER_HALVES];
  const inner: i32 = I[2 * s + SHAPE_INNER_HALVES];
  // Signs are those of x, y and z throughout: a branch on them would be mispredicted every other time.
  const ia: f64 = 1.0 / F[at];
  const ib: f64 = 1.0 / F[at + 1];
  const ic: f64 = 1.0 / F[at + 2];
  let sx: f64 = x * ia;
  let sy: f64 = y * ib;
  let sz: f64 = z * ic;
  let u: f64 = Math.abs(sx);
  let v: f64 = Math.abs(sy);
  let w: f64 = Math.abs(sz);
  let unit: f64 = 1.0;
  // Their mean is below the largest.
  if (!(u + v + w > 3.0 * LEAST_UNSCALED && u < MOST_UNSCALED && v < MOST_UNSCALED && w < MOST_UNSCALED)) {
    const more: f64 = u >= v ? u : v;
    const most: f64 = more > w ? more : w;
    if (!(most > LEAST_UNSCALED && most < MOST_UNSCALED)) {
      if (!(most > 0.0)) return 0.0;
      unit = most;
      sx /= most;
      sy /= most;
      sz /= most;
      u /= most;
      v /= most;
      w /= most;
    }
  }
  // f and its first and second derivatives over p.
  const axial: f64 = powerByHalves(w, outer, p - 2.0);
  let f: f64 = axial * w * w;
  let gx: f64 = 0.0;
  let gy: f64 = 0.0;
  let dx: f64 = 0.0;
  let dy: f64 = 0.0;
  let e: f64 = 0.0;
  let hx: f64 = 0.0;
  let hy: f64 = 0.0;
  if (p === m) {
    const along: f64 = powerByHalves(u, inner, m - 2.0);
    const across: f64 = powerByHalves(v, inner, m - 2.0);
    gx = along * sx * ia;
    gy = across * sy * ib;
    f += along * u * u + across * v * v;
    dx = (m - 1.0) * along * (ia * ia);
    dy = (m - 1.0) * across * (ib * ib);
  } else {
    // Scaled by the larger of u and v: their powers alone may underflow where those of the norm do not.
    const wide: bool = u >= v;
    const big: f64 = wide ? u : v;
    const ratio: f64 = big > 0.0 ? (wide ? v : u) / big : 0.0;
    const power: f64 = powerByHalves(ratio, inner, m - 2.0);
    const sum: f64 = 1.0 + power * ratio * ratio;
    const stretch: f64 = sum === 1.0 ? 1.0 : portablePow(sum, p / m - 1.0);
    const radial: f64 = powerByHalves(big, outer, p - 2.0) * stretch;
    hx = (wide ? 1.0 : power * ratio) * (x < 0.0 ? -ia : ia);
    hy = (wide ? power * ratio : 1.0) * (y < 0.0 ? -ib : ib);
    gx = radial * big * hx;
    gy = radial * big * hy;
    f += radial * big * big * sum;
    dx = (m - 1.0) * radial * (wide ? 1.0 : power) * (ia * ia);
    dy = (m - 1.0) * radial * (wide ? power : 1.0) * (ib * ib);
    e = ((p - m) * radial) / sum;
  }
  const gz: f64 = axial * sz * ic;
  const slope: f64 = Math.sqrt(gx * gx + gy * gy + gz * gz);
  // f is homogeneous: on the surface the normal is the same, and the curvature 1 / t times as large.
  const t: f64 = inverseRoot(f, p);
  const place: f64 = unit === 1.0 ? t : t / unit;
  const value: f64 = 1.0 / t;
  const level: f64 = 1.0 / slope;
  const bend: f64 = value * level;
  F[out + SMOOTH_POINT] = x * place;
  F[out + SMOOTH_POINT + 1] = y * place;
  F[out + SMOOTH_POINT + 2] = z * place;
  F[out + SMOOTH_NORMAL] = gx * level;
  F[out + SMOOTH_NORMAL + 1] = gy * level;
  F[out + SMOOTH_NORMAL + 2] = gz * level;
  F[out + SMOOTH_CURVATURE] = dx * bend;
  F[out + SMOOTH_CURVATURE + 1] = dy * bend;
  F[out + SMOOTH_CURVATURE + 2] = (p - 1.0) * axial * (ic * ic) * bend;
  F[out + SMOOTH_CURVATURE + 3] = e * bend;
  F[out + SMOOTH_CURVATURE + 4] = hx;
  F[out + SMOOTH_CURVATURE + 5] = hy;
  return unit * value;
}
