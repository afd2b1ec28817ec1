// SPDX-License-Identifier: MIT
/**
 * Whether both contact points lie on their bodies. Features that face each other answer that at once; where they do not
 * (a fan of almost parallel edges, the flat side of a needle) the points are measured against the outlines.
 */
import type { PlacedCore, PlacedPair } from './placed-pair.ts';
import type { Touching } from './planar-features.ts';
import { heightAbove } from './point-against-polygon.ts';

/**
 * Distance of (x, y) from the outline of an ellipse, or a little more: the least of those along x, along y and to the
 * centre.
 */
function offEllipse(a: number, b: number, x: number, y: number): number {
  const u = Math.abs(x) / a;
  const v = Math.abs(y) / b;
  const alongY = u < 1 ? Math.abs(Math.abs(y) - b * Math.sqrt((1 - u) * (1 + u))) : Infinity;
  const alongX = v < 1 ? Math.abs(Math.abs(x) - a * Math.sqrt((1 - v) * (1 + v))) : Infinity;
  const stretch = Math.sqrt(u * u + v * v);
  const radially = stretch > 0 ? Math.sqrt(x * x + y * y) * Math.abs(1 - 1 / stretch) : Math.min(a, b);
  return Math.min(alongX, alongY, radially);
}

/** How far (x, y) is off the outline of a core whose outward normal there is the unit vector (nx, ny). */
function offOutline(body: PlacedCore, x: number, y: number, nx: number, ny: number): number {
  const { ellipse } = body.core;
  if (ellipse === undefined) return Math.abs(heightAbove(body, x, y));
  const { a, b, inset } = ellipse;
  const dx = x + inset * nx - body.x;
  const dy = y + inset * ny - body.y;
  return offEllipse(a, b, body.cosine * dx + body.sine * dy, body.cosine * dy - body.sine * dx);
}

/**
 * Whether the points of a contact along the unit vector (nx, ny) are within `tolerance` of the outlines of both cores.
 */
export function isOnBoth(
  { a, b }: PlacedPair,
  { pointOnA: { x, y }, miss }: Touching,
  along: { readonly nx: number; readonly ny: number; readonly distance: number },
  tolerance: number,
): boolean {
  if (miss <= tolerance) return true;
  const { nx, ny, distance } = along;
  return (
    offOutline(a, x, y, nx, ny) <= tolerance &&
    offOutline(b, x + distance * nx, y + distance * ny, -nx, -ny) <= tolerance
  );
}
