// SPDX-License-Identifier: MIT
/**
 * Lower bounds of the distance to the surface of a mesh, in cells of the mesh's frame, computed on first use. Most
 * spheres are ruled out by one lookup.
 */

/** Cells along the longest side of the mesh's box. */
const CELLS_ALONG = 64;
const UNKNOWN = -1;

/**
 * Asks for the distance of the surface from a point in the mesh's frame: a lower bound, or anything above `reach` where
 * there is nothing within it.
 */
type NearestSurface = (x: number, y: number, z: number, reach: number) => number;

export class ClearanceGrid {
  /** Clearances above this are not told apart. */
  readonly reach: number;
  readonly #nearest: NearestSurface;
  readonly #origin: readonly [number, number, number];
  readonly #width: number;
  readonly #halfDiagonal: number;
  readonly #counts: readonly [number, number, number];
  readonly #cells: Float64Array;

  /** `low` and `high` are corners of a box around the mesh. */
  constructor(low: readonly number[], high: readonly number[], reach: number, nearest: NearestSurface) {
    const [x = 0, y = 0, z = 0] = low;
    const sides = [0, 1, 2].map((axis) => high[axis] - low[axis]);
    // Cells much smaller than the reach tell no more.
    this.#width = Math.max(Math.max(...sides) / CELLS_ALONG, reach / 4);
    // Rounding of the corners is far less than this.
    this.#halfDiagonal = 0.5 * Math.sqrt(3) * this.#width * (1 + 1e-6);
    const [nx = 1, ny = 1, nz = 1] = sides.map((side) => Math.floor((side + 2 * reach) / this.#width) + 1);
    this.#counts = [nx, ny, nz];
    this.#origin = [x - reach, y - reach, z - reach];
    this.#cells = new Float64Array(nx * ny * nz).fill(UNKNOWN);
    this.#nearest = nearest;
    this.reach = reach;
  }

  /** A distance, `reach` at most, within which there is nothing of the mesh around the point. */
  at(x: number, y: number, z: number): number {
    const width = this.#width;
    const origin = this.#origin;
    const counts = this.#counts;
    // Taken by number: taking them apart makes an iterator until the compiler has optimised it.
    const nx = counts[0];
    const ny = counts[1];
    const i = Math.floor((x - origin[0]) / width);
    const j = Math.floor((y - origin[1]) / width);
    const k = Math.floor((z - origin[2]) / width);
    // The grid is wider than the mesh by the reach.
    if (!(i >= 0 && j >= 0 && k >= 0 && i < nx && j < ny && k < counts[2])) return this.reach;
    const cell = i + nx * (j + ny * k);
    const known = this.#cells[cell];
    return known === UNKNOWN ? this.#lookUp(cell, i, j, k) : known;
  }

  #lookUp(cell: number, i: number, j: number, k: number): number {
    const origin = this.#origin;
    const width = this.#width;
    const half = this.#halfDiagonal;
    const distance = this.#nearest(
      origin[0] + (i + 0.5) * width,
      origin[1] + (j + 0.5) * width,
      origin[2] + (k + 0.5) * width,
      half + this.reach,
    );
    const clearance = Math.max(0, Math.min(this.reach, distance - half));
    this.#cells[cell] = clearance;
    return clearance;
  }
}
