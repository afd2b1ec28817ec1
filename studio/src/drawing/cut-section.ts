// SPDX-License-Identifier: MIT
/**
 * Faces that a cut plane leaves on convex bodies: every triangle of the surface that the plane crosses gives a segment
 * of the outline, and with a point inside a triangle of the face.
 */

/** A convex surface: 3 numbers a corner, 3 corners a triangle. */
export interface ConvexSurface {
  readonly positions: ArrayLike<number>;
  readonly triangles: ArrayLike<number>;
}

/** Triangles, 9 numbers each; grows by doubling. */
export class TriangleList {
  positions = new Float32Array(9 * 64);
  count = 0;

  add(source: ArrayLike<number>, from: number, x: number, y: number, z: number): void {
    if (9 * (this.count + 1) > this.positions.length) {
      const larger = new Float32Array(2 * this.positions.length);
      larger.set(this.positions);
      this.positions = larger;
    }
    const at = 9 * this.count++;
    this.positions.set([x, y, z], at);
    for (let k = 0; k < 6; k++) this.positions[at + 3 + k] = source[from + k];
  }
}

let heights = new Float64Array(0);
const outline: number[] = [];

/** Adds the face on the plane `normal . x = offset`, all in the frame of the surface. */
export function addSection(
  { positions, triangles }: ConvexSurface,
  [nx, ny, nz]: readonly [number, number, number],
  offset: number,
  into: TriangleList,
): void {
  const corners = positions.length / 3;
  if (heights.length < corners) heights = new Float64Array(corners);
  for (let k = 0; k < corners; k++) {
    heights[k] = nx * positions[3 * k] + ny * positions[3 * k + 1] + nz * positions[3 * k + 2] - offset;
  }
  outline.length = 0;
  for (let t = 0; t < triangles.length; t += 3) {
    let found = 0;
    for (let side = 0; side < 3; side++) {
      const [a, b] = [triangles[t + side], triangles[t + ((side + 1) % 3)]];
      const [before, after] = [heights[a], heights[b]];
      // Corners on the plane belong to its upper side, so that each triangle is crossed twice or not at all.
      if (before < 0 === after < 0) continue;
      const part = before / (before - after);
      for (let c = 0; c < 3; c++) {
        outline.push(positions[3 * a + c] + part * (positions[3 * b + c] - positions[3 * a + c]));
      }
      found++;
    }
    if (found === 1) outline.length -= 3;
  }
  const points = outline.length / 3;
  if (points < 3) return;
  let [x, y, z] = [0, 0, 0];
  for (let k = 0; k < outline.length; k += 3) {
    x += outline[k] / points;
    y += outline[k + 1] / points;
    z += outline[k + 2] / points;
  }
  for (let k = 0; k < outline.length; k += 6) into.add(outline, k, x, y, z);
}
