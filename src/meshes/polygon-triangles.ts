// SPDX-License-Identifier: MIT
/**
 * Cuts a polygon into triangles on its own corners, by ears (Meisters 1975, doi:10.2307/2319703), the best-shaped ear first: corners on a straight
 * side get triangles with an area, and a quad that is not flat is cut along the diagonal that makes the better triangles.
 */

/**
 * Three vertices a triangle, in the sense of the polygon. `corners` are vertices in order around it, `normal` about which they
 * run counter-clockwise. Undefined when the polygon crosses itself, so that no ear is left.
 */
export function trianglesOfPolygon(
  vertices: Float64Array,
  corners: ArrayLike<number>,
  normal: ArrayLike<number>,
): Int32Array | undefined {
  const { x, y } = projected(vertices, corners, normal);
  const remaining = Array.from({ length: corners.length }, (_, i) => i);
  const triangles = new Int32Array(3 * (corners.length - 2));
  for (let t = 0; t < triangles.length; t += 3) {
    const ear = bestEar(remaining, x, y);
    if (ear < 0) return undefined;
    const count = remaining.length;
    const loop = [remaining[(ear + count - 1) % count], remaining[ear], remaining[(ear + 1) % count]];
    for (let k = 0; k < 3; k++) triangles[t + k] = corners[loop[k] as number] as number;
    remaining.splice(ear, 1);
  }
  return triangles;
}

/** Corners seen along the normal, relative to the first: the coordinate in which the normal is longest is left out. */
function projected(
  vertices: Float64Array,
  corners: ArrayLike<number>,
  normal: ArrayLike<number>,
): { x: Float64Array; y: Float64Array } {
  let k = 0;
  for (let i = 1; i < 3; i++) if (Math.abs(normal[i] as number) > Math.abs(normal[k] as number)) k = i;
  const isFromBehind = (normal[k] as number) < 0;
  const u = (k + (isFromBehind ? 2 : 1)) % 3;
  const v = (k + (isFromBehind ? 1 : 2)) % 3;
  const x = new Float64Array(corners.length);
  const y = new Float64Array(corners.length);
  const origin = 3 * (corners[0] as number);
  for (let i = 0; i < corners.length; i++) {
    const at = 3 * (corners[i] as number);
    x[i] = (vertices[at + u] as number) - (vertices[origin + u] as number);
    y[i] = (vertices[at + v] as number) - (vertices[origin + v] as number);
  }
  return { x, y };
}

/** Twice the signed area of a triangle of corners. */
function doubleArea(x: Float64Array, y: Float64Array, a: number, b: number, c: number): number {
  const ax = x[a] as number;
  const ay = y[a] as number;
  return ((x[b] as number) - ax) * ((y[c] as number) - ay) - ((y[b] as number) - ay) * ((x[c] as number) - ax);
}

/** Position of the ear with the largest area for its longest side; -1 when there is none. */
function bestEar(remaining: readonly number[], x: Float64Array, y: Float64Array): number {
  const count = remaining.length;
  const at = (i: number): number => remaining[(i + count) % count] as number;
  const areas = remaining.map((_, i) => doubleArea(x, y, at(i - 1), at(i), at(i + 1)));
  const blocking = remaining.filter((_, i) => (areas[i] as number) <= 0);
  let best = -1;
  let bestShape = 0;
  for (let i = 0; i < count; i++) {
    const [a, b, c] = [at(i - 1), at(i), at(i + 1)];
    const longest = Math.max(sideSquared(x, y, a, b), sideSquared(x, y, b, c), sideSquared(x, y, c, a));
    const shape = (areas[i] as number) / longest;
    if (!(shape > bestShape)) continue;
    // Only a corner that does not turn left can lie in an ear.
    const isBlocked = blocking.some((p) => p !== a && p !== c && isInside(x, y, a, b, c, p));
    if (isBlocked) continue;
    best = i;
    bestShape = shape;
  }
  return best;
}

function sideSquared(x: Float64Array, y: Float64Array, a: number, b: number): number {
  return ((x[b] as number) - (x[a] as number)) ** 2 + ((y[b] as number) - (y[a] as number)) ** 2;
}

/** In the triangle or on the side from c to a, which the cut would run along; on the other two it is no harm. */
function isInside(x: Float64Array, y: Float64Array, a: number, b: number, c: number, p: number): boolean {
  return doubleArea(x, y, a, b, p) > 0 && doubleArea(x, y, b, c, p) > 0 && doubleArea(x, y, c, a, p) >= 0;
}
