// SPDX-License-Identifier: MIT
/**
 * Tests whether points are inside a closed mesh, by the winding number along a ray upwards. Exact predicates decide
 * which facets the ray meets; a ray through an edge or a vertex counts as one shifted by an infinitesimal amount in x
 * and a much smaller one in y, so that neighbouring facets agree. A grid over x and y lists the facets of a ray.
 */
import { orient2d, orient3d } from 'robust-predicates';
import type { FacetList } from './facet-list.ts';

/** Triangles of a cell of the grid, on average over its cells. */
const TRIANGLES_PER_CELL = 2;
const MOST_CELLS_A_SIDE = 1024;

export class PointInMesh {
  readonly #vertices: Float64Array;
  /** Three vertices each; facets are convex, so that fans of triangles make them up. */
  readonly #triangles: Int32Array;
  readonly #cells: number;
  readonly #min: readonly [number, number];
  readonly #size: readonly [number, number];
  /** Triangles of cell c are #items[#starts[c]] to #items[#starts[c + 1] - 1]. */
  readonly #starts: Int32Array;
  readonly #items: Int32Array;

  constructor({ vertices, facetOffsets, facetVertices }: FacetList) {
    this.#vertices = vertices;
    const triangles: number[] = [];
    for (let f = 0; f + 1 < facetOffsets.length; f++) {
      for (let k = facetOffsets[f] + 1; k + 1 < facetOffsets[f + 1]; k++) {
        triangles.push(facetVertices[facetOffsets[f]], facetVertices[k], facetVertices[k + 1]);
      }
    }
    this.#triangles = Int32Array.from(triangles);
    const count = triangles.length / 3;
    this.#cells = Math.max(1, Math.min(MOST_CELLS_A_SIDE, Math.ceil(Math.sqrt(count / TRIANGLES_PER_CELL))));
    const bounds = [Infinity, Infinity, -Infinity, -Infinity];
    for (const v of facetVertices) {
      for (let axis = 0; axis < 2; axis++) {
        bounds[axis] = Math.min(bounds[axis], vertices[3 * v + axis]);
        bounds[axis + 2] = Math.max(bounds[axis + 2], vertices[3 * v + axis]);
      }
    }
    this.#min = [bounds[0], bounds[1]];
    this.#size = [(bounds[2] - bounds[0]) / this.#cells, (bounds[3] - bounds[1]) / this.#cells];
    this.#starts = new Int32Array(this.#cells * this.#cells + 1);
    for (let t = 0; t < count; t++) this.#eachCell(t, (cell) => (this.#starts[cell + 1] += 1));
    for (let c = 0; c < this.#cells * this.#cells; c++) this.#starts[c + 1] += this.#starts[c];
    this.#items = new Int32Array(this.#starts[this.#cells * this.#cells]);
    const next = this.#starts.slice();
    for (let t = 0; t < count; t++) this.#eachCell(t, (cell) => (this.#items[next[cell]++] = t));
  }

  /** True for a point inside, whichever side the facets' fronts are on; a point of the surface may count as either. */
  contains(x: number, y: number, z: number): boolean {
    const i = this.#cell(x, 0);
    const j = this.#cell(y, 1);
    if (i < 0 || j < 0 || i >= this.#cells || j >= this.#cells) return false;
    const cell = i * this.#cells + j;
    let winding = 0;
    for (let n = this.#starts[cell]; n < this.#starts[cell + 1]; n++)
      winding += this.#crossing(this.#items[n], x, y, z);
    return winding !== 0;
  }

  /** 1 or -1 if the ray upwards from the point crosses the triangle, by the side it comes from; else 0. */
  #crossing(t: number, x: number, y: number, z: number): number {
    const v = this.#vertices;
    const [a, b, c] = [3 * this.#triangles[3 * t], 3 * this.#triangles[3 * t + 1], 3 * this.#triangles[3 * t + 2]];
    const first = side(v, a, b, x, y);
    if (first !== side(v, b, c, x, y) || first !== side(v, c, a, x, y)) return 0;
    // Positive if the point is below the plane of a, b, c, seen counter-clockwise from above.
    const below = orient3d(v[a], v[a + 1], v[a + 2], v[b], v[b + 1], v[b + 2], v[c], v[c + 1], v[c + 2], x, y, z);
    return below * first > 0 ? first : 0;
  }

  #cell(value: number, axis: 0 | 1): number {
    const size = this.#size[axis];
    if (value < this.#min[axis] || value > this.#min[axis] + size * this.#cells) return -1;
    return size > 0 ? Math.min(this.#cells - 1, Math.floor((value - this.#min[axis]) / size)) : 0;
  }

  #eachCell(t: number, visit: (cell: number) => void): void {
    const range = (axis: 0 | 1): [number, number] => {
      let [least, most] = [Infinity, -Infinity];
      for (let k = 0; k < 3; k++) {
        const value = this.#vertices[3 * this.#triangles[3 * t + k] + axis];
        least = Math.min(least, value);
        most = Math.max(most, value);
      }
      // A neighbour more on either side, for rounding.
      return [Math.max(0, this.#cell(least, axis) - 1), Math.min(this.#cells - 1, this.#cell(most, axis) + 1)];
    };
    const [i0, i1] = range(0);
    const [j0, j1] = range(1);
    for (let i = i0; i <= i1; i++) for (let j = j0; j <= j1; j++) visit(i * this.#cells + j);
  }
}

/** Side of the directed line from a to b that the point is on, seen from above: 1 on the left, -1 on the right. */
function side(v: Float64Array, a: number, b: number, x: number, y: number): number {
  // robust-predicates counts clockwise as positive where y points up.
  const exact = -orient2d(v[a], v[a + 1], v[b], v[b + 1], x, y);
  if (exact !== 0) return exact > 0 ? 1 : -1;
  const rise = v[b + 1] - v[a + 1];
  // A shift in x moves the point to the right of a line that rises.
  if (rise !== 0) return rise > 0 ? -1 : 1;
  const run = v[b] - v[a];
  return run >= 0 ? 1 : -1;
}
