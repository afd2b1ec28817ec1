// SPDX-License-Identifier: MIT
/**
 * Normal and curvature of ellipsoids and of superquadrics with exponents from 2 on, through the gauge: the number by
 * which a point must be divided to lie on the surface. That of (|x/a|^m + |y/b|^m)^(p/m) + |z/c|^p = 1 is a norm in the
 * plane inside another one, N(N(x/a, y/b; m), z/c; p), so both levels share one formula and its two powers
 * (docs/theory/rolling-ball.md).
 */

import { portablePow } from '../arithmetic/portable-pow.ts';
import {
  ELLIPSOID,
  GAUGE_NORM,
  SHAPE_KIND,
  SHAPE_PARAMETERS,
  SMOOTH_CURVATURE,
  SMOOTH_NORMAL,
  SMOOTH_POINT,
} from '../layout.ts';
import { F, I } from '../memory.ts';

/**
 * The norm N = (u^m + v^m)^(1/m) of u, v >= 0, m >= 2, to GAUGE_NORM: N, its two derivatives, u/N, v/N, and the (m -
 * 2)th powers of these two. Scaled by the larger one, so nothing overflows; at the origin the direction is taken to be
 * u's.
 */
function planarNorm(u: f64, v: f64, m: f64): void {
  const first: bool = u >= v;
  const big: f64 = first ? u : v;
  const ratio: f64 = big > 0.0 ? (first ? v : u) / big : 0.0;
  const power: f64 = m === 2.0 ? 1.0 : portablePow(ratio, m - 2.0);
  const sum: f64 = 1.0 + power * ratio * ratio;
  // N / big; its mth power is the sum.
  const stretch: f64 = m === 2.0 ? Math.sqrt(sum) : sum === 1.0 ? 1.0 : portablePow(sum, 1.0 / m);
  const steep: f64 = stretch / sum;
  const bent: f64 = steep * stretch;
  const hat: f64 = 1.0 / stretch;
  const flat: f64 = power * ratio * steep;
  F[GAUGE_NORM] = big * stretch;
  F[GAUGE_NORM + 1] = first ? steep : flat;
  F[GAUGE_NORM + 2] = first ? flat : steep;
  F[GAUGE_NORM + 3] = first ? hat : ratio * hat;
  F[GAUGE_NORM + 4] = first ? ratio * hat : hat;
  F[GAUGE_NORM + 5] = first ? bent : power * bent;
  F[GAUGE_NORM + 6] = first ? power * bent : bent;
}

/**
 * The point of the surface of block s on the ray through (x, y, z) to F[out + SMOOTH_POINT..], its outward unit normal
 * and two vectors k, l such that the curvature along tangents s, t is (k.s)(k.t) + (l.s)(l.t). Returns the gauge of (x,
 * y, z); where it is not above 0 nothing else means anything.
 */
export function gauge(s: i32, x: f64, y: f64, z: f64, out: i32): f64 {
  const at: i32 = s + SHAPE_PARAMETERS;
  const round: bool = I[2 * s + SHAPE_KIND] === ELLIPSOID;
  const p: f64 = round ? 2.0 : F[at + 3];
  const m: f64 = round ? 2.0 : F[at + 4];
  const ia: f64 = (x < 0.0 ? -1.0 : 1.0) / F[at];
  const ib: f64 = (y < 0.0 ? -1.0 : 1.0) / F[at + 1];
  const ic: f64 = (z < 0.0 ? -1.0 : 1.0) / F[at + 2];
  planarNorm(x * ia, y * ib, m);
  const psiX: f64 = F[GAUGE_NORM + 1] * ia;
  const psiY: f64 = F[GAUGE_NORM + 2] * ib;
  const hatX: f64 = F[GAUGE_NORM + 3] * ib;
  const hatY: f64 = F[GAUGE_NORM + 4] * ia;
  const across: f64 = (m - 1.0) * F[GAUGE_NORM + 5] * F[GAUGE_NORM + 6];
  planarNorm(F[GAUGE_NORM], z * ic, p);
  const value: f64 = F[GAUGE_NORM];
  const radial: f64 = F[GAUGE_NORM + 1];
  const hatPsi: f64 = F[GAUGE_NORM + 3] * ic;
  const hatZ: f64 = F[GAUGE_NORM + 4];
  const gx: f64 = radial * psiX;
  const gy: f64 = radial * psiY;
  const gz: f64 = F[GAUGE_NORM + 2] * ic;
  const slope: f64 = Math.sqrt(gx * gx + gy * gy + gz * gz);
  const k: f64 = Math.sqrt((across * F[GAUGE_NORM + 5]) / slope);
  const l: f64 = Math.sqrt(((p - 1.0) * F[GAUGE_NORM + 5] * F[GAUGE_NORM + 6]) / slope);
  F[out + SMOOTH_POINT] = x / value;
  F[out + SMOOTH_POINT + 1] = y / value;
  F[out + SMOOTH_POINT + 2] = z / value;
  F[out + SMOOTH_NORMAL] = gx / slope;
  F[out + SMOOTH_NORMAL + 1] = gy / slope;
  F[out + SMOOTH_NORMAL + 2] = gz / slope;
  F[out + SMOOTH_CURVATURE] = -k * hatY;
  F[out + SMOOTH_CURVATURE + 1] = k * hatX;
  F[out + SMOOTH_CURVATURE + 2] = 0.0;
  F[out + SMOOTH_CURVATURE + 3] = -l * hatZ * psiX;
  F[out + SMOOTH_CURVATURE + 4] = -l * hatZ * psiY;
  F[out + SMOOTH_CURVATURE + 5] = l * hatPsi;
  return value;
}
