// SPDX-License-Identifier: MIT
/**
 * Triangulates a polygon: a convex one by halving, others by ear clipping (Meisters 1975, doi:10.2307/2319703), the
 * best-shaped ear first. Corners on a straight side so get triangles with an area, and a non-planar quadrilateral is
 * cut along its shorter diagonal.
 */
import { atan2 } from '../math/circular.ts';

/**
 * Three vertices per triangle, in the sense of the polygon. `corners` run counter-clockwise about `normal`. Undefined
 * if the polygon self-intersects: its turning number is not one, or no ear is left.
 */
export function trianglesOfPolygon(
  vertices: Float64Array,
  corners: ArrayLike<number>,
  normal: ArrayLike<number>,
): Int32Array | undefined {
  const { x, y, z } = seenAlong(vertices, corners, normal);
  if (turnsOf(x, y) !== 1) return undefined;
  if (corners.length > 4 && isStrictlyConvex(x, y)) return halved(corners);
  const remaining = Array.from({ length: corners.length }, (_, i) => i);
  const triangles = new Int32Array(3 * (corners.length - 2));
  for (let t = 0; t < triangles.length; t += 3) {
    const ear = bestEar(remaining, x, y, z);
    if (ear < 0) return undefined;
    const count = remaining.length;
    const loop = [remaining[(ear + count - 1) % count], remaining[ear], remaining[(ear + 1) % count]];
    for (let k = 0; k < 3; k++) triangles[t + k] = corners[loop[k]];
    remaining.splice(ear, 1);
  }
  return triangles;
}

/** Fan of triangles from the first corner, whatever their area. */
export function fanOf(corners: ArrayLike<number>): Int32Array {
  const triangles = new Int32Array(3 * (corners.length - 2));
  for (let i = 0; i + 2 < corners.length; i++) {
    triangles[3 * i] = corners[0];
    triangles[3 * i + 1] = corners[i + 1];
    triangles[3 * i + 2] = corners[i + 2];
  }
  return triangles;
}

interface Points {
  readonly x: Float64Array;
  readonly y: Float64Array;
  readonly z: Float64Array;
}

/**
 * Corners relative to the first, with axes permuted so that z is the dominant axis of the normal and points along it.
 */
function seenAlong(vertices: Float64Array, corners: ArrayLike<number>, normal: ArrayLike<number>): Points {
  let k = 0;
  for (let i = 1; i < 3; i++) if (Math.abs(normal[i]) > Math.abs(normal[k])) k = i;
  const isFromBehind = normal[k] < 0;
  const u = (k + (isFromBehind ? 2 : 1)) % 3;
  const v = (k + (isFromBehind ? 1 : 2)) % 3;
  const x = new Float64Array(corners.length);
  const y = new Float64Array(corners.length);
  const z = new Float64Array(corners.length);
  const origin = 3 * corners[0];
  for (let i = 0; i < corners.length; i++) {
    const at = 3 * corners[i];
    x[i] = vertices[at + u] - vertices[origin + u];
    y[i] = vertices[at + v] - vertices[origin + v];
    z[i] = vertices[at + k] - vertices[origin + k];
  }
  return { x, y, z };
}

/** Turning number of the polygon: one unless it self-intersects. */
function turnsOf(x: Float64Array, y: Float64Array): number {
  const count = x.length;
  let angle = 0;
  for (let i = 0; i < count; i++) {
    const b = (i + 1) % count;
    const c = (i + 2) % count;
    const ux = x[b] - x[i];
    const uy = y[b] - y[i];
    const vx = x[c] - x[b];
    const vy = y[c] - y[b];
    angle += atan2(ux * vy - uy * vx, ux * vx + uy * vy);
  }
  return Math.round(angle / (2 * Math.PI));
}

/** For turning number one. */
function isStrictlyConvex(x: Float64Array, y: Float64Array): boolean {
  const count = x.length;
  for (let i = 0; i < count; i++) if (!(doubleArea(x, y, i, (i + 1) % count, (i + 2) % count) > 0)) return false;
  return true;
}

/** Triangulates a convex polygon by repeated halving, for caps with thousands of corners. */
function halved(corners: ArrayLike<number>): Int32Array {
  const triangles = new Int32Array(3 * (corners.length - 2));
  let at = 0;
  const cut = (first: number, last: number): void => {
    if (last - first < 2) return;
    const middle = (first + last) >> 1;
    for (const i of [first, middle, last]) triangles[at++] = corners[i];
    cut(first, middle);
    cut(middle, last);
  };
  cut(0, corners.length - 1);
  return triangles;
}

/** Twice the signed area of a triangle of corners. */
function doubleArea(x: Float64Array, y: Float64Array, a: number, b: number, c: number): number {
  const ax = x[a];
  const ay = y[a];
  return (x[b] - ax) * (y[c] - ay) - (y[b] - ay) * (x[c] - ax);
}

/** Position of the ear with the largest height over its longest side; -1 if there is none. */
function bestEar(remaining: readonly number[], x: Float64Array, y: Float64Array, z: Float64Array): number {
  const count = remaining.length;
  const at = (i: number): number => remaining[(i + count) % count];
  const areas = remaining.map((_, i) => doubleArea(x, y, at(i - 1), at(i), at(i + 1)));
  const blocking = remaining.filter((_, i) => areas[i] <= 0);
  let best = -1;
  let bestShape = 0;
  for (let i = 0; i < count; i++) {
    const [a, b, c] = [at(i - 1), at(i), at(i + 1)];
    if (!(areas[i] > 0)) continue;
    const shape = shapeOf({ x, y, z }, a, b, c);
    if (!(shape > bestShape)) continue;
    // Only a corner that does not turn left can lie in an ear.
    const isBlocked = blocking.some((p) => p !== a && p !== c && isInside(x, y, a, b, c, p));
    if (isBlocked) continue;
    best = i;
    bestShape = shape;
  }
  return best;
}

/**
 * Height over longest side of the triangle in space. For a non-planar quadrilateral, the shorter diagonal gives the
 * better ears.
 */
function shapeOf({ x, y, z }: Points, a: number, b: number, c: number): number {
  const areas = [doubleArea(x, y, a, b, c), doubleArea(y, z, a, b, c), doubleArea(z, x, a, b, c)] as const;
  // Scaled: the fourth powers of the smallest lengths would underflow.
  const scale = Math.max(...areas.map(Math.abs));
  const area = scale * Math.sqrt((areas[0] / scale) ** 2 + (areas[1] / scale) ** 2 + (areas[2] / scale) ** 2);
  const side = (p: number, q: number): number => (x[q] - x[p]) ** 2 + (y[q] - y[p]) ** 2 + (z[q] - z[p]) ** 2;
  return area / Math.max(side(a, b), side(b, c), side(c, a));
}

/** True if the point is in the triangle or on the side from c to a, the future cut; the other two sides do no harm. */
function isInside(x: Float64Array, y: Float64Array, a: number, b: number, c: number, p: number): boolean {
  return doubleArea(x, y, a, b, p) > 0 && doubleArea(x, y, b, c, p) > 0 && doubleArea(x, y, c, a, p) >= 0;
}
