// SPDX-License-Identifier: MIT
/** Mass properties at unit density, and the moments from which they are computed. */
import {
  addMatrices,
  diagonalMatrix,
  outerProduct,
  type SymmetricMatrix3,
  trace,
  ZERO_MATRIX,
} from '../../math/symmetric-matrix.ts';
import { add, addScaled, lengthSquared, scale, type Vector3, ZERO_VECTOR } from '../../math/vector.ts';

/** Volume, centroid and inertia of a shape at density 1, in powers of its unit of length. */
export interface MassProperties {
  readonly volume: number;
  /** In the own frame. */
  readonly centroid: Vector3;
  /**
   * About the centroid, along the own axes; the off-diagonal entries are those of the tensor, xy = -integral of x y.
   */
  readonly inertia: SymmetricMatrix3;
}

/** Volume, first and second moments (integrals of 1, x and x x^T) about some reference point. */
export interface Moments {
  readonly volume: number;
  readonly first: Vector3;
  readonly second: SymmetricMatrix3;
}

/** Inertia tr(M) 1 - M from second moments M, and the other way round: second moments are tr(I)/2 1 - I. */
export function inertiaFromSecondMoments(m: SymmetricMatrix3): SymmetricMatrix3 {
  return { xx: m.yy + m.zz, yy: m.xx + m.zz, zz: m.xx + m.yy, xy: -m.xy, xz: -m.xz, yz: -m.yz };
}

export function secondMomentsFromInertia(inertia: SymmetricMatrix3): SymmetricMatrix3 {
  const half = trace(inertia) / 2;
  return addMatrices(diagonalMatrix(half, half, half), inertia, -1);
}

/** Moves moments about `reference` to the centroid. */
export function massPropertiesFromMoments(moments: Moments, reference: Vector3): MassProperties {
  const offset = scale(moments.first, 1 / moments.volume);
  const second = addMatrices(moments.second, outerProduct(offset), -moments.volume);
  return {
    volume: moments.volume,
    centroid: add(reference, offset),
    inertia: inertiaFromSecondMoments(second),
  };
}

/** A body symmetric about its three coordinate planes, from its volume and the integrals of x^2, y^2, z^2. */
export function symmetricMassProperties(volume: number, xx: number, yy: number, zz: number): MassProperties {
  return { volume, centroid: ZERO_VECTOR, inertia: diagonalMatrix(yy + zz, xx + zz, xx + yy) };
}

/** A ball around a point. */
export function ballMassProperties(radius: number, centroid = ZERO_VECTOR): MassProperties {
  const volume = (4 / 3) * Math.PI * radius * radius * radius;
  const second = (volume * radius * radius) / 5;
  return { ...symmetricMassProperties(volume, second, second, second), centroid };
}

/** Cylinder and two half balls, whose centroids lie 3/8 of the radius beyond the ends. */
export function capsuleMassProperties(radius: number, halfLength: number): MassProperties {
  const squared = radius * radius;
  const trunk = 2 * Math.PI * squared * halfLength;
  const ball = (4 / 3) * Math.PI * squared * radius;
  const across = trunk * (squared / 4) + ball * (squared / 5);
  const along =
    trunk * ((halfLength * halfLength) / 3) + ball * (squared / 5 + halfLength * (halfLength + 0.75 * radius));
  return symmetricMassProperties(trunk + ball, across, across, along);
}

/** A set without volume: point, segment, facet. */
export function masslessProperties(centroid: Vector3): MassProperties {
  return { volume: 0, centroid, inertia: ZERO_MATRIX };
}

/** Inertia of the same body about a point at `offset` from its centroid (parallel axes). */
export function shiftInertia(inertia: SymmetricMatrix3, volume: number, offset: Vector3): SymmetricMatrix3 {
  const d = volume * lengthSquared(offset);
  return addMatrices(addMatrices(inertia, diagonalMatrix(d, d, d)), outerProduct(offset), -volume);
}

/**
 * Sum of bodies placed in one frame. Where bodies overlap the common part counts twice.
 * When none has volume the centroid is the mean of theirs.
 */
export function sumMassProperties(bodies: readonly MassProperties[]): MassProperties {
  const volume = bodies.reduce((sum, body) => sum + body.volume, 0);
  let centroid = ZERO_VECTOR;
  for (const body of bodies) {
    centroid = addScaled(centroid, body.centroid, volume > 0 ? body.volume / volume : 1 / bodies.length);
  }
  let inertia = ZERO_MATRIX;
  for (const body of bodies) {
    const offset = addScaled(body.centroid, centroid, -1);
    inertia = addMatrices(inertia, shiftInertia(body.inertia, body.volume, offset));
  }
  return { volume, centroid, inertia };
}
