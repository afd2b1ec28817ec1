// SPDX-License-Identifier: MIT
/**
 * The inside-outside function of a superquadric, F = h^n1 + |z/c|^n1 - 1 with h = (|x/a|^n2 + |y/b|^n2)^(1/n2) (PHSQ
 * eq. 1), and its gauge g = (F + 1)^(1/n1), with first and second derivatives in the own frame. F is negative inside, 0
 * on the surface; g is a norm: 1 on the surface, homogeneous of degree 1, convex. F is written as in the paper and
 * saturates far away; g neither overflows nor flattens, which is what Newton's method needs.
 *
 * All powers are of ratios to the larger term. Parameters a, b, c, n1, n2 are read at an address: the block of a
 * superquadric has them at SHAPE_PARAMETERS. Exponents are those that shapes take, 1.01 to 100.
 */

import { portablePow } from '../arithmetic/portable-pow.ts';
import { SUPERQUADRIC_NORMS } from '../layout.ts';
import { F } from '../memory.ts';

const LARGEST: f64 = 1.7976931348623157e308;
/**
 * For exponents below 2 the second derivative across a plane of symmetry is infinite in that plane. Nearer to it than
 * this part of the whole, 2^-52, it is the one there: large, but finite.
 */
const SINGULAR_WITHIN: f64 = 2.220446049250313e-16;
/** Ratios whose squares underflow have no power above the second that matters. */
const SMALLEST_RATIO: f64 = 1.0e-150;

// What a planar norm N(s, t) leaves at its address, of s >= 0 and t >= 0; u = s/N, v = t/N.
const NORM: i32 = 0; // N
const SLOPE_S: i32 = 1; // dN/ds = u^(n-1)
const SLOPE_T: i32 = 2; // dN/dt = v^(n-1)
const POWER_S: i32 = 3; // u^(n-2)
const BEND_SS: i32 = 4; // N d2N/ds2
const BEND_ST: i32 = 5; // N d2N/dsdt, negative
const BEND_TT: i32 = 6; // N d2N/dt2
const OUTER: i32 = SUPERQUADRIC_NORMS + 8;

function saturated(x: f64): f64 {
  return x > LARGEST ? LARGEST : x < -LARGEST ? -LARGEST : x;
}

function signOf(x: f64): f64 {
  return x > 0.0 ? 1.0 : x < 0.0 ? -1.0 : 0.0;
}

/** (s^n + t^n)^(1/n) for s, t >= 0. */
function norm(s: f64, t: f64, n: f64): f64 {
  const larger: f64 = s > t ? s : t;
  if (!(larger > 0.0)) return 0.0;
  const ratio: f64 = (s > t ? t : s) / larger;
  return larger * portablePow(1.0 + portablePow(ratio, n), 1.0 / n);
}

/** The same with derivatives to F[out..]. At s = t = 0, where they have no value, those of the direction s = t. */
function normDerivatives(s: f64, t: f64, n: f64, out: i32): void {
  const larger: f64 = s > t ? s : t;
  const ratio: f64 = larger > 0.0 ? (s > t ? t : s) / larger : 1.0;
  // With R = ratio^n and S = (1 + R)^(1/n) the larger term is 1/S of the norm, the smaller ratio/S, and 1/S^n = 1/(1 +
  // R).
  const power: f64 = portablePow(ratio, n);
  const whole: f64 = 1.0 + power;
  const scale: f64 = portablePow(whole, 1.0 / n);
  const share: f64 = scale / whole;
  const slope: f64 = ratio > 0.0 ? power / ratio : 0.0;
  let bend: f64 = 1.0;
  if (n < 2.0 && ratio < SINGULAR_WITHIN) bend = portablePow(SINGULAR_WITHIN, n - 2.0);
  else if (n !== 2.0) bend = ratio > SMALLEST_RATIO ? power / (ratio * ratio) : 0.0;
  const factor: f64 = (n - 1.0) * share * share;
  const sIsLarger: bool = s > t;
  F[out + NORM] = larger * scale;
  F[out + SLOPE_S] = sIsLarger ? share : slope * share;
  F[out + SLOPE_T] = sIsLarger ? slope * share : share;
  F[out + POWER_S] = (sIsLarger ? 1.0 : bend) * scale * share;
  F[out + BEND_SS] = (sIsLarger ? power : bend) * factor;
  F[out + BEND_ST] = -slope * factor;
  F[out + BEND_TT] = (sIsLarger ? bend : power) * factor;
}

/** g of the point (x, y, z): 0 at the centre, 1 on the surface. */
export function superquadricGauge(p: i32, x: f64, y: f64, z: f64): f64 {
  const u: f64 = Math.abs(x / F[p]);
  const v: f64 = Math.abs(y / F[p + 1]);
  const w: f64 = Math.abs(z / F[p + 2]);
  if (F[p + 3] === 2.0 && F[p + 4] === 2.0) return ellipsoidGauge(u, v, w);
  return norm(norm(u, v, F[p + 4]), w, F[p + 3]);
}

function ellipsoidGauge(u: f64, v: f64, w: f64): f64 {
  let larger: f64 = u > v ? u : v;
  if (w > larger) larger = w;
  if (!(larger > 0.0)) return 0.0;
  return larger * Math.sqrt((u / larger) * (u / larger) + (v / larger) * (v / larger) + (w / larger) * (w / larger));
}

/** F of the point (x, y, z): -1 at the centre, 0 on the surface; the largest number where it is larger. */
export function superquadricFunction(p: i32, x: f64, y: f64, z: f64): f64 {
  const u: f64 = Math.abs(x / F[p]);
  const v: f64 = Math.abs(y / F[p + 1]);
  const w: f64 = Math.abs(z / F[p + 2]);
  const n1: f64 = F[p + 3];
  if (n1 === 2.0 && F[p + 4] === 2.0) return u * u + v * v + w * w - 1.0;
  return saturated(portablePow(norm(u, v, F[p + 4]), n1) + portablePow(w, n1) - 1.0);
}

/** From what an ellipsoid's gauge and g times its second derivatives are: no power is needed. */
function ellipsoidTerms(p: i32, x: f64, y: f64, z: f64, out: i32): void {
  const g: f64 = ellipsoidGauge(Math.abs(x / F[p]), Math.abs(y / F[p + 1]), Math.abs(z / F[p + 2]));
  const u: f64 = g > 0.0 ? x / F[p] / g : 0.0;
  const v: f64 = g > 0.0 ? y / F[p + 1] / g : 0.0;
  const w: f64 = g > 0.0 ? z / F[p + 2] / g : 0.0;
  F[out] = g;
  F[out + 1] = u / F[p];
  F[out + 2] = v / F[p + 1];
  F[out + 3] = w / F[p + 2];
  // 1 - u^2 would cancel. At the centre u = v = w = 0 and nothing is left, as of every gauge.
  F[out + 4] = (v * v + w * w) / (F[p] * F[p]);
  F[out + 5] = (-u * v) / (F[p] * F[p + 1]);
  F[out + 6] = (-u * w) / (F[p] * F[p + 2]);
  F[out + 7] = (u * u + w * w) / (F[p + 1] * F[p + 1]);
  F[out + 8] = (-v * w) / (F[p + 1] * F[p + 2]);
  F[out + 9] = (u * u + v * v) / (F[p + 2] * F[p + 2]);
}

/**
 * g, its gradient, and g times its second derivatives, all finite, to F[out..]. Zero gradient along axes the point is
 * not off.
 */
function gaugeTerms(p: i32, x: f64, y: f64, z: f64, out: i32): void {
  if (F[p + 3] === 2.0 && F[p + 4] === 2.0) {
    ellipsoidTerms(p, x, y, z, out);
    return;
  }
  const a: f64 = F[p];
  const b: f64 = F[p + 1];
  const c: f64 = F[p + 2];
  const inner: i32 = SUPERQUADRIC_NORMS;
  normDerivatives(Math.abs(x / a), Math.abs(y / b), F[p + 4], inner);
  normDerivatives(F[inner + NORM], Math.abs(z / c), F[p + 3], OUTER);
  const sx: f64 = signOf(x);
  const sy: f64 = signOf(y);
  const sz: f64 = signOf(z);
  const hu: f64 = F[inner + SLOPE_S];
  const hv: f64 = F[inner + SLOPE_T];
  const bend: f64 = F[OUTER + BEND_SS];
  // d2g/du2 = g_hh h_u^2 + g_h h_uu, and g_h h_uu = (h/g)^(n1-2) (h h_uu) / g: the h of the denominator is gone.
  const power: f64 = F[OUTER + POWER_S];
  F[out] = F[OUTER + NORM];
  F[out + 1] = (sx * F[OUTER + SLOPE_S] * hu) / a;
  F[out + 2] = (sy * F[OUTER + SLOPE_S] * hv) / b;
  F[out + 3] = (sz * F[OUTER + SLOPE_T]) / c;
  F[out + 4] = (power * F[inner + BEND_SS] + bend * hu * hu) / (a * a);
  F[out + 5] = (sx * sy * (power * F[inner + BEND_ST] + bend * hu * hv)) / (a * b);
  F[out + 6] = (sx * sz * F[OUTER + BEND_ST] * hu) / (a * c);
  F[out + 7] = (power * F[inner + BEND_TT] + bend * hv * hv) / (b * b);
  F[out + 8] = (sy * sz * F[OUTER + BEND_ST] * hv) / (b * c);
  F[out + 9] = F[OUTER + BEND_TT] / (c * c);
}

/**
 * g, its gradient and its second derivatives xx, xy, xz, yy, yz, zz to F[out..out+9]. At the centre, where the gauge
 * has a kink, all zero; on an axis where a second derivative depends on the side, that between the sides; for exponents
 * below 2 see SINGULAR_WITHIN.
 */
export function superquadricGaugeDerivatives(p: i32, x: f64, y: f64, z: f64, out: i32): void {
  gaugeTerms(p, x, y, z, out);
  const g: f64 = F[out];
  for (let k: i32 = 4; k < 10; k++) F[out + k] = g > 0.0 ? saturated(F[out + k] / g) : 0.0;
}

/** F, its gradient and its second derivatives in the same order; what is too large is the largest number. */
export function superquadricFunctionDerivatives(p: i32, x: f64, y: f64, z: f64, out: i32): void {
  gaugeTerms(p, x, y, z, out);
  const g: f64 = F[out];
  const n1: f64 = F[p + 3];
  const gx: f64 = F[out + 1];
  const gy: f64 = F[out + 2];
  const gz: f64 = F[out + 3];
  // F = g^n1 - 1: the slope has n1 g^(n1-1), the second derivatives n1 g^(n1-2) (g g'' + (n1 - 1) g' g'^T).
  const slope: f64 = saturated(n1 * portablePow(g, n1 - 1.0));
  const floored: f64 = n1 < 2.0 && g < SINGULAR_WITHIN ? SINGULAR_WITHIN : g;
  const bend: f64 = saturated(n1 * portablePow(floored, n1 - 2.0));
  F[out] = superquadricFunction(p, x, y, z);
  F[out + 1] = saturated(slope * gx);
  F[out + 2] = saturated(slope * gy);
  F[out + 3] = saturated(slope * gz);
  if (n1 === 2.0 && F[p + 4] === 2.0) {
    // The square of an ellipsoid's gauge is a quadratic form: exact, at the centre too.
    for (let k: i32 = 4; k < 10; k++) F[out + k] = 0.0;
    F[out + 4] = 2.0 / (F[p] * F[p]);
    F[out + 7] = 2.0 / (F[p + 1] * F[p + 1]);
    F[out + 9] = 2.0 / (F[p + 2] * F[p + 2]);
    return;
  }
  const rise: f64 = n1 - 1.0;
  // The gauge's slope at the centre depends on the side and is given as 0, but its square counts where the exponent is
  // 2.
  const along: f64 = F[OUTER + SLOPE_S];
  const ux: f64 = g > 0.0 ? gx : (along * F[SUPERQUADRIC_NORMS + SLOPE_S]) / F[p];
  const uy: f64 = g > 0.0 ? gy : (along * F[SUPERQUADRIC_NORMS + SLOPE_T]) / F[p + 1];
  const uz: f64 = g > 0.0 ? gz : F[OUTER + SLOPE_T] / F[p + 2];
  F[out + 4] = saturated(bend * (F[out + 4] + rise * ux * ux));
  F[out + 5] = saturated(bend * (F[out + 5] + rise * gx * gy));
  F[out + 6] = saturated(bend * (F[out + 6] + rise * gx * gz));
  F[out + 7] = saturated(bend * (F[out + 7] + rise * uy * uy));
  F[out + 8] = saturated(bend * (F[out + 8] + rise * gy * gz));
  F[out + 9] = saturated(bend * (F[out + 9] + rise * uz * uz));
}
