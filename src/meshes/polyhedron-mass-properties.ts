// SPDX-License-Identifier: MIT
/**
 * Volume, centroid and inertia of a closed polygon mesh: sums over tetrahedra from a point inside, with the exact
 * polynomial integrals over each (Tonon 2005, doi:10.3844/jmssp.2005.8.11, for the second moments). The volumes of the
 * tetrahedra are taken in double-double arithmetic, so that thin plates and needles keep their digits, and the second
 * moments are taken about the centroid at once instead of being moved there.
 */

import { MeshError } from '../errors.ts';
import { roundLog2 } from '../math/elementary.ts';
import type { SymmetricMatrix3 } from '../math/symmetric-matrix.ts';
import type { Vector3 } from '../math/vector.ts';
import { tripleProduct } from './precise-vectors.ts';
import { scaleByPowerOfTwo } from './prepared-points.ts';

export interface PolyhedronMassProperties {
  readonly volume: number;
  readonly centroid: Vector3;
  /** About the centroid, unit density; the off-diagonal entries are those of the tensor, xy = -integral of x y. */
  readonly inertia: SymmetricMatrix3;
}

/**
 * Mass properties at unit density of the mesh with `vertices` (flat x, y, z) and the loops
 * `faceVertices[faceOffsets[f] .. faceOffsets[f + 1])`, counter-clockwise from outside. Faces need not be convex; the
 * mesh must be closed. Throws `MeshError` 'no-volume' when the volume is not positive.
 */
export function massPropertiesOfPolyhedron(
  vertices: ArrayLike<number>,
  faceOffsets: ArrayLike<number>,
  faceVertices: ArrayLike<number>,
): PolyhedronMassProperties {
  const { points, exponent, mean } = scaledPoints(vertices);
  const first = [0, 0, 0];
  let sixVolumes = 0;
  forEachTriangle(faceOffsets, faceVertices, (a, b, c) => {
    const product = tripleProduct(points, a, b, c, mean);
    sixVolumes += product;
    for (let k = 0; k < 3; k++) {
      first[k] =
        at(first, k) +
        product * (at(points, 3 * a + k) + at(points, 3 * b + k) + at(points, 3 * c + k) - 3 * at(mean, k));
    }
  });
  if (!(sixVolumes > 0)) {
    const volume = scaleByPowerOfTwo(sixVolumes / 6, 3 * exponent);
    throw new MeshError(
      'no-volume',
      `mesh: expected a positive volume, got ${volume}; close the mesh and order each face counter-clockwise ` +
        'from outside',
      { volume },
    );
  }
  // The centroid of a tetrahedron is a quarter of the sum of its corners.
  const centre = mean.map((value, k) => value + at(first, k) / (4 * sixVolumes));
  const m = secondMoments(points, faceOffsets, faceVertices, centre);
  const restored = (value: number, power: number): number => scaleByPowerOfTwo(value, power * exponent);
  return {
    volume: restored(sixVolumes / 6, 3),
    centroid: { x: restored(at(centre, 0), 1), y: restored(at(centre, 1), 1), z: restored(at(centre, 2), 1) },
    inertia: {
      xx: restored(at(m, 3) + at(m, 5), 5),
      yy: restored(at(m, 0) + at(m, 5), 5),
      zz: restored(at(m, 0) + at(m, 3), 5),
      xy: restored(-at(m, 1), 5),
      xz: restored(-at(m, 2), 5),
      yz: restored(-at(m, 4), 5),
    },
  };
}

/** Integrals of xx, xy, xz, yy, yz, zz about `centre`. */
function secondMoments(
  points: ArrayLike<number>,
  faceOffsets: ArrayLike<number>,
  faceVertices: ArrayLike<number>,
  centre: readonly number[],
): number[] {
  const moments = [0, 0, 0, 0, 0, 0];
  forEachTriangle(faceOffsets, faceVertices, (a, b, c) => {
    const product = tripleProduct(points, a, b, c, centre);
    let entry = 0;
    for (let i = 0; i < 3; i++) {
      const ai = at(points, 3 * a + i) - at(centre, i);
      const bi = at(points, 3 * b + i) - at(centre, i);
      const ci = at(points, 3 * c + i) - at(centre, i);
      for (let j = i; j < 3; j++) {
        const aj = at(points, 3 * a + j) - at(centre, j);
        const bj = at(points, 3 * b + j) - at(centre, j);
        const cj = at(points, 3 * c + j) - at(centre, j);
        const sum = (ai + bi + ci) * (aj + bj + cj) + ai * aj + bi * bj + ci * cj;
        moments[entry] = at(moments, entry) + (product / 120) * sum;
        entry++;
      }
    }
  });
  return moments;
}

/** Scaled by a power of two to an extent of order one, so that fifth powers neither overflow nor underflow. */
function scaledPoints(vertices: ArrayLike<number>): { points: Float64Array; exponent: number; mean: number[] } {
  let extent = 0;
  for (let i = 3; i < vertices.length; i++) extent = Math.max(extent, Math.abs(at(vertices, i) - at(vertices, i % 3)));
  const exponent = extent > 0 && Number.isFinite(extent) ? roundLog2(extent) : 0;
  const points = Float64Array.from(vertices, (value) => scaleByPowerOfTwo(value, -exponent));
  const count = points.length / 3;
  const mean = [0, 0, 0];
  for (let i = 0; i < points.length; i++) mean[i % 3] = at(mean, i % 3) + (at(points, i) - at(points, i % 3)) / count;
  return { points, exponent, mean: mean.map((value, k) => value + at(points, k)) };
}

/** Fans each face into triangles from its first vertex. */
function forEachTriangle(
  faceOffsets: ArrayLike<number>,
  faceVertices: ArrayLike<number>,
  visit: (a: number, b: number, c: number) => void,
): void {
  for (let f = 0; f + 1 < faceOffsets.length; f++) {
    const begin = at(faceOffsets, f);
    const end = at(faceOffsets, f + 1);
    for (let i = begin + 1; i + 1 < end; i++)
      visit(at(faceVertices, begin), at(faceVertices, i), at(faceVertices, i + 1));
  }
}

function at(values: ArrayLike<number>, index: number): number {
  return values[index] ?? Number.NaN;
}
