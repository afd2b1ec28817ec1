// SPDX-License-Identifier: MIT
/** Lengths and planes of meshes and walls in fixed-point numbers, in a lattice in their own frame. */
import type { Vector3 } from '../../math/vector.ts';
import type { FacetMesh } from '../../meshes/facet-mesh.ts';
import { FINER } from '../kernels/mesh-geometry.ts';

export const QUANTA = 2 ** 30;
/** Along each axis: products of integers with remainders must fit into a word. */
export const MOST_CELLS = 16384;

/** A mesh or wall in its own frame. */
export interface LatticePlace {
  readonly name: string;
  readonly material: number;
  /** Lower corner of the lattice. */
  readonly low: readonly [number, number, number];
  /** Bounds of all vertices, images too; of a wall that is a shape, of its picture. */
  readonly box: { readonly min: readonly number[]; readonly max: readonly number[] };
  /** Ways to its images in the world; the first is zero. */
  readonly shifts: readonly Vector3[];
}

/** Bounds of the vertices of all facets. */
export function boundsOf({ vertices, facetVertices }: FacetMesh): { min: number[]; max: number[] } {
  const min = [Infinity, Infinity, Infinity];
  const max = [-Infinity, -Infinity, -Infinity];
  for (const v of facetVertices) {
    for (let axis = 0; axis < 3; axis++) {
      const x = vertices[3 * v + axis];
      if (x < min[axis]) min[axis] = x;
      if (x > max[axis]) max[axis] = x;
    }
  }
  return { min, max };
}

/**
 * Writes the plane normal.x = offset of a lattice with cells of `size` m, as three vectors of four words; both arrays
 * are views of the same.
 */
export function writePlane(
  floats: Float32Array,
  whole: Int32Array,
  at: number,
  normal: ArrayLike<number>,
  sizes: readonly number[],
  offset: number,
  unit: number,
): void {
  for (let k = 0; k < 3; k++) {
    const exact = (normal[k] * sizes[k]) / unit;
    const high = Math.round(exact);
    floats[at + k] = normal[k];
    whole[at + 4 + k] = high;
    whole[at + 8 + k] = Math.round((exact - high) * FINER);
  }
  floats[at + 3] = offset;
  writeOffset(whole, at + 7, at + 11, offset / unit);
}

/** Integer quanta modulo 2^32, and the remainder. */
export function writeOffset(whole: Int32Array, high: number, low: number, quanta: number): void {
  const rounded = Math.round(quanta);
  whole[high] = wrapped(rounded);
  whole[low] = Math.round((quanta - rounded) * FINER);
}

/** An integer of any size, modulo 2^32. */
function wrapped(x: number): number {
  return (x - 2 ** 32 * Math.floor(x / 2 ** 32)) | 0;
}
