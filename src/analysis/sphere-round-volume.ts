// SPDX-License-Identifier: MIT
/**
 * Volume of the intersection of a ball with another ball, in closed form, and with a cylinder, by Gauss quadrature
 * between the heights where the type of section changes.
 */
import { integrate } from '../math/quadrature.ts';
import { addScaled, dot, length, subtract, type Vector3 } from '../math/vector.ts';
import type { CylinderBounds } from './region.ts';

/** m3 */
export function sphereSphereVolume(centre: Vector3, radius: number, other: Vector3, otherRadius: number): number {
  const d = length(subtract(other, centre));
  if (d >= radius + otherRadius) return 0;
  const smaller = Math.min(radius, otherRadius);
  if (d <= Math.abs(radius - otherRadius)) return (4 / 3) * Math.PI * smaller * smaller * smaller;
  const room = radius + otherRadius - d;
  const difference = radius - otherRadius;
  return (Math.PI * room * room * (d * d + 2 * d * (radius + otherRadius) - 3 * difference * difference)) / (12 * d);
}

/** Area that two discs have in common, their centres being d apart. */
export function discDiscArea(a: number, b: number, d: number): number {
  if (!(a > 0 && b > 0) || d >= a + b) return 0;
  const smaller = Math.min(a, b);
  if (d <= Math.abs(a - b)) return Math.PI * smaller * smaller;
  const onA = (d * d + a * a - b * b) / (2 * d);
  const onB = d - onA;
  const half = Math.sqrt(Math.max(0, (a - onA) * (a + onA)));
  return a * a * Math.atan2(half, onA) + b * b * Math.atan2(half, onB) - d * half;
}

/** Panels are halved until the halves agree with the whole to a tenth of this, of the ball's volume. */
export const SPHERE_CYLINDER_ACCURACY = 1e-12;
const ORDER = 16;
const DEEPEST_HALVING = 40;

function halved(f: (t: number) => number, a: number, b: number, whole: number, agreement: number, depth = 0): number {
  const middle = 0.5 * (a + b);
  const below = integrate(f, a, middle, ORDER);
  const above = integrate(f, middle, b, ORDER);
  if (Math.abs(below + above - whole) <= agreement || depth >= DEEPEST_HALVING) return below + above;
  return halved(f, a, middle, below, agreement, depth + 1) + halved(f, middle, b, above, agreement, depth + 1);
}

/** m3; to `SPHERE_CYLINDER_ACCURACY` of the ball's volume. */
export function sphereCylinderVolume(
  centre: Vector3,
  radius: number,
  { from, axis, height, radius: rim }: CylinderBounds,
): number {
  const start = subtract(centre, from);
  const middle = dot(start, axis);
  const d = length(addScaled(start, axis, -middle));
  const low = Math.max(0, middle - radius);
  const high = Math.min(height, middle + radius);
  if (!(high > low) || d >= radius + rim) return 0;
  // The section is a whole disc of the ball, a lens, or the whole disc of the cylinder; it changes where these radii
  // are met.
  const breaks = [Math.abs(rim - d), rim + d].flatMap((section) => {
    const squared = radius * radius - section * section;
    return squared > 0 ? [middle - Math.sqrt(squared), middle + Math.sqrt(squared)] : [];
  });
  const heights = [low, ...[...breaks, middle].filter((t) => t > low && t < high).sort((a, b) => a - b), high];
  const section = (t: number): number => {
    const squared = (radius - (t - middle)) * (radius + (t - middle));
    return squared > 0 ? discDiscArea(Math.sqrt(squared), rim, d) : 0;
  };
  const agreement = 0.1 * SPHERE_CYLINDER_ACCURACY * radius * radius * radius;
  let volume = 0;
  for (let k = 0; k + 1 < heights.length; k++) {
    const a = heights[k];
    const b = heights[k + 1];
    // Stretched at both ends, where the area goes with the power 3/2 of the distance.
    const place = (u: number): number => 0.5 * (a + b) + 0.25 * (b - a) * u * (3 - u * u);
    const stretched = (u: number): number => 0.75 * (b - a) * (1 - u * u) * section(place(u));
    volume += halved(stretched, -1, 1, integrate(stretched, -1, 1, ORDER), agreement);
  }
  return volume;
}
