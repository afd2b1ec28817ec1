// SPDX-License-Identifier: MIT
/**
 * The radius of a ball that rolls freely inside a superquadric or ellipsoid: no larger than the smallest radius of curvature of
 * its surface (Blaschke, Kreis und Kugel, 1916, section 24). Proven from below: both principal radii are functions of one
 * logarithm each, with bounded second derivatives, so a sample of them bounds their minimum (docs/theory/rolling-ball.md).
 */
import { portablePow } from '../kernel/portable-pow.ts';

/** Samples reach this far, as a logarithm, beyond where the terms of a sum are equal. */
const REACH = 4;
/** No more than exp(REACH). */
const SMALLEST_BEYOND = 54;
/**
 * Samples are a factor of 2 apart. A smallest value lies below the least sample by a factor of at most exp(-M ln(2)^2 / 8), M the
 * largest second derivative of the logarithm; beyond the samples by less. Rounded down, in order: M = 3/2, 9/4 and 1/2.
 */
const UPRIGHT_SHORTFALL = 0.913;
const LEVEL_SHORTFALL = 0.873;
const HEIGHT_SHORTFALL = 0.97;

/** Least value of f(u, v) over u = r / (1 + r), v = 1 / (1 + r) with the powers of 2 from exp(-reach) to exp(reach) as r. */
function leastSample(reach: number, f: (u: number, v: number) => number): number {
  let least = f(0.5, 0.5);
  const count = Math.ceil(reach / Math.LN2);
  let ratio = 1;
  for (let i = 0; i < count; i++) {
    ratio *= 2;
    const small = 1 / (1 + ratio);
    const large = ratio / (1 + ratio);
    least = Math.min(least, f(small, large), f(large, small));
  }
  return least;
}

/** |2 ln(x / y)|, rounded up generously: how far equal terms lie from equal u and v. */
function spreadOf(x: number, y: number): number {
  let ratio = x > y ? x / y : y / x;
  let spread = 2 * Math.LN2;
  for (; ratio > 2; ratio /= 2) spread += 2 * Math.LN2;
  return spread;
}

/** Largest distance from the centre of a point of |x/a|^m + |y/b|^m = 1, by Hoelder's inequality. */
function farthestOf(a: number, b: number, m: number): number {
  const large = Math.max(a, b);
  if (m === 2) return large;
  const power = (2 * m) / (m - 2);
  return large * portablePow(1 + portablePow(Math.min(a, b) / large, power), 1 / power);
}

/** Lower bound of the smallest radius of curvature of (|x/a|^m + |y/b|^m)^(p/m) + |z/c|^p = 1; 0 where p or m is below 2. */
export function rollingRadiusOfSuperquadric(a: number, b: number, c: number, p: number, m: number): number {
  if (p < 2 || m < 2) return 0;
  if (p === 2 && m === 2) return rollingRadiusOfEllipsoid(a, b, c);
  const k = 1 - 2 / p;
  const km = 1 - 2 / m;
  const near = Math.min(a, b);
  const far = farthestOf(a, b, m);
  // In planes through z: a superellipse with the half axes h and c, h from `near` to `far` by the azimuth.
  const upright = leastSample(REACH + Math.max(spreadOf(near, c), spreadOf(far, c)), (u, v) => {
    const radial = portablePow(u, 1 + k);
    const axial = portablePow(v, 1 + k);
    const h = Math.min(far, Math.max(near, c * Math.sqrt(radial / (2 * axial))));
    const x = radial * (c / h) * (c / h) + axial;
    // (radial / h^2 + axial / c^2)^(3/2) h^2 c^2, in units that neither overflow nor lose the small term.
    return (x * Math.sqrt(x) * h * (h / c)) / ((p - 1) * portablePow(u * v, k));
  });
  // Around z: the radius of the section at z = 0, of half width h, times the root of q = base + rise (h / c)^2, least at some height.
  // Below all samples q is 1, above them at least s^(2 k) (h / c)^2.
  const base = [1, 0];
  const rise = [0, portablePow(SMALLEST_BEYOND, 2 * k)];
  leastSample(REACH, (u, v) => {
    const s = v / u;
    const fall = portablePow(1 + s, 1 - k);
    base.push(1 / fall);
    return rise.push(portablePow(s, 1 + k) / fall);
  });
  const level = leastSample(REACH + spreadOf(a, b), (u, v) => {
    // x = a b / h^2; the section's radius of curvature is (a b / h^2)^(3/2) sqrt(a b) / ((m - 1) (u v)^km).
    const x = portablePow(u, 1 + km) * (b / a) + portablePow(v, 1 + km) * (a / b);
    const square = ((a / c) * (b / c)) / x;
    const q = base.reduce((least, value, i) => Math.min(least, value + (rise[i] as number) * square), Infinity);
    return (x * Math.sqrt(x) * Math.sqrt(a * b) * Math.sqrt(q)) / ((m - 1) * portablePow(u * v, km));
  });
  return Math.min(UPRIGHT_SHORTFALL * upright, LEVEL_SHORTFALL * HEIGHT_SHORTFALL * level);
}

/** Smallest radius of curvature: at the end of the longest axis, across it and the shortest. */
export function rollingRadiusOfEllipsoid(a: number, b: number, c: number): number {
  const least = Math.min(a, b, c);
  return least * (least / Math.max(a, b, c));
}
