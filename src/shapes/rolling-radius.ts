// SPDX-License-Identifier: MIT
/**
 * Radius of a ball that rolls freely inside a superquadric or ellipsoid: at most the smallest radius of curvature of
 * its surface (Blaschke, Kreis und Kugel, 1916, section 24). It is a proven lower bound: the largest curvature is a
 * maximum of sums of positive terms with small log-curvature, so samples bound it (docs/theory/rolling-ball.md).
 */
import { portablePow } from '../kernel/arithmetic/portable-pow.ts';
import type { ConvexShape } from './shape.ts';

/**
 * Samples are a factor of the square root of 2 apart, and reach this far as a logarithm beyond where two terms of a sum
 * are equal.
 */
const REACH = 6;
/**
 * The largest curvature is above the largest sample by a factor of at most exp(M d^2 / 2), d = ln(2) / 4 half the way
 * between two samples and M = 41/4 the most that a logarithm bends; beyond the samples by less. Rounded down.
 */
const SHORTFALL = 0.857;
/** More slender bodies are skipped: their balls are too small to be useful and need many samples. */
const LARGEST_ASPECT = 1e3;

/**
 * Smallest radius of curvature of an ellipsoid: at the end of the longest axis, in the plane of it and the shortest.
 */
export function rollingRadiusOfEllipsoid(a: number, b: number, c: number): number {
  const least = Math.min(a, b, c);
  return least * (least / Math.max(a, b, c));
}

/**
 * Lower bound of the smallest radius of curvature of (|x/a|^m + |y/b|^m)^(p/m) + |z/c|^p = 1; 0 where none is known.
 */
export function rollingRadiusOfSuperquadric(a: number, b: number, c: number, p: number, m: number): number {
  if (p < 2 || m < 2) return 0;
  if (p === 2 && m === 2) return rollingRadiusOfEllipsoid(a, b, c);
  const unit = Math.max(a, b, c);
  if (unit > LARGEST_ASPECT * Math.min(a, b, c)) return 0;
  return (SHORTFALL * unit) / largestCurvature(a / unit, b / unit, c / unit, p, m);
}

/**
 * Radius of a ball that rolls freely inside a convex shape, a lower bound of its radii of curvature; 0 for shapes with
 * edges, or if none is known.
 */
export function rollingRadius(shape: ConvexShape): number {
  const { rolling, margin } = shape.kernelCore();
  return rolling + margin;
}

/** u = 1 / (1 + r) and v = r / (1 + r) for r in powers of the square root of 2, with u^power and v^power. */
interface Sample {
  readonly u: number;
  readonly v: number;
  readonly uPower: number;
  readonly vPower: number;
}

function samplesOf(reach: number, power: number): Sample[] {
  const samples: Sample[] = [];
  const count = Math.ceil(reach / (Math.LN2 / 2));
  let ratio = 1;
  for (let i = 0; i <= count; i++) {
    const u = 1 / (1 + ratio);
    const v = ratio / (1 + ratio);
    const sample = { u, v, uPower: portablePow(u, power), vPower: portablePow(v, power) };
    samples.push(sample);
    if (i > 0) samples.push({ u: v, v: u, uPower: sample.vPower, vPower: sample.uPower });
    ratio *= Math.SQRT2;
  }
  return samples;
}

/** |2 ln(x / y)|, rounded up to whole steps of 2 ln 2. */
function spreadOf(x: number, y: number): number {
  let spread = 0;
  for (let ratio = x > y ? x / y : y / x; ratio > 1; ratio /= 2) spread += 2 * Math.LN2;
  return spread;
}

/**
 * Largest sample of an upper bound of the curvature. A point of the surface is (x/a)^m = u, (y/b)^m = v in its section,
 * which is scaled by U^(1/p), with (z/c)^p = V: u + v = 1, U + V = 1.
 */
function largestCurvature(a: number, b: number, c: number, p: number, m: number): number {
  // The section's normal is at the distance h from the axis, from the smaller of a and b to less than their root of
  // squares.
  const near = Math.min(a, b);
  const far = Math.sqrt(a * a + b * b);
  const heights = samplesOf(REACH + Math.max(spreadOf(near, c), spreadOf(far, c)), 2 - 2 / p);
  let largest = 0;
  for (const { u, v, uPower, vPower } of samplesOf(REACH + spreadOf(a, b), 2 - 2 / m)) {
    // 1 / h^2; the tangent of the angle between the section's normal and the ray to the point, or more.
    const steep = uPower / (a * a) + vPower / (b * b);
    const lean = Math.max((a / b) * u * Math.sqrt(vPower / uPower), (b / a) * v * Math.sqrt(uPower / vPower));
    const section = ((m - 1) * uPower * vPower) / (u * v * steep * a * a * b * b);
    for (const { u: U, v: V, uPower: radial, vPower: axial } of heights) {
      const slopeSquared = radial * steep + axial / (c * c);
      const slope = Math.sqrt(slopeSquared);
      const around = ((radial / U) * section) / slope;
      const upright = ((((p - 1) * radial * axial) / (U * V)) * steep) / (c * c * slope * slopeSquared);
      const mixed = (lean * lean * axial) / (c * c * slopeSquared);
      const trace = around * (1 + mixed) + upright;
      const root = Math.sqrt(Math.max(0, trace * trace - 4 * around * upright));
      largest = Math.max(largest, (trace + root) / 2);
    }
  }
  return largest;
}
