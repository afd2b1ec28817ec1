// SPDX-License-Identifier: MIT
/**
 * Mass properties of rounded shapes: closed forms where the offset body is made of simple parts, quadrature for the
 * curved cores.
 */

import { addMatrices, diagonalMatrix, outerProduct } from '../../math/symmetric-matrix.ts';
import { addScaled, distance, normalise, type Vector3, ZERO_VECTOR } from '../../math/vector.ts';
import type { Box } from '../kinds/box.ts';
import { capsuleMassProperties } from '../kinds/capsule.ts';
import type { Facet } from '../kinds/facet.ts';
import type { Segment } from '../kinds/segment.ts';
import type { ConvexShape } from '../shape.ts';
import { type MassProperties, symmetricMassProperties } from './mass-properties.ts';
import { roundedPolytopeMassProperties } from './rounded-polytope.ts';
import { roundedSuperquadricMassProperties } from './rounded-superquadric.ts';
import { roundedProfileMassProperties } from './solid-of-revolution.ts';

/** Of all points within `radius` of `core`, at unit density. */
export function roundedMassProperties(
  core: Exclude<ConvexShape, { readonly kind: 'rounded' }>,
  radius: number,
): MassProperties {
  switch (core.kind) {
    case 'sphere':
      return ballMassProperties(ZERO_VECTOR, core.radius + radius);
    case 'point':
      return ballMassProperties(core.position, radius);
    case 'capsule':
      return capsuleMassProperties(core.radius + radius, core.halfLength);
    case 'segment':
      return roundedSegmentMassProperties(core, radius);
    case 'box':
      return roundedBoxMassProperties(core, radius);
    case 'facet':
      return roundedFacetMassProperties(core, radius);
    case 'polyhedron':
      return roundedPolytopeMassProperties(core.massProperties(), core.hull, radius);
    case 'cylinder': {
      const { radius: r, halfLength: h } = core;
      return roundedProfileMassProperties(
        [
          [r, -h],
          [r, h],
        ],
        radius,
      );
    }
    case 'cone':
      return roundedProfileMassProperties(
        [
          [core.radius, 0],
          [0, core.height],
        ],
        radius,
      );
    case 'ellipsoid':
      return roundedSuperquadricMassProperties(core.semiAxes, 2, 2, core.massProperties(), radius);
    case 'superquadric':
      return roundedSuperquadricMassProperties(core.semiAxes, core.n1, core.n2, core.massProperties(), radius);
  }
}

function ballMassProperties(centroid: Vector3, radius: number): MassProperties {
  const volume = (4 / 3) * Math.PI * radius * radius * radius;
  const second = (volume * radius * radius) / 5;
  return { ...symmetricMassProperties(volume, second, second, second), centroid };
}

/** A capsule turned from z to the segment's direction u: inertia across 1 + (along - across) u u^T. */
function roundedSegmentMassProperties(core: Segment, radius: number): MassProperties {
  const { volume, inertia } = capsuleMassProperties(radius, distance(core.from, core.to) / 2);
  const direction = normalise(addScaled(core.to, core.from, -1));
  const across = diagonalMatrix(inertia.xx, inertia.xx, inertia.xx);
  return {
    volume,
    centroid: core.massProperties().centroid,
    inertia: addMatrices(across, outerProduct(direction), inertia.zz - inertia.xx),
  };
}

/** Integrals over a ball of radius 1 in k dimensions: of 1, of |u| and of u^2 for one coordinate u. */
const BALL_INTEGRALS = [
  [1, 0, 0],
  [2, 1, 2 / 3],
  [Math.PI, 4 / 3, Math.PI / 4],
  [(4 / 3) * Math.PI, Math.PI / 2, (4 / 15) * Math.PI],
] as const;

/**
 * Steiner's parts of a box: for each subset of the axes, the points that lie outside the box along just these. Pushed
 * together, they are a ball in as many dimensions times the box in the others.
 */
function roundedBoxMassProperties(core: Box, radius: number): MassProperties {
  const half = [core.halfExtents.x, core.halfExtents.y, core.halfExtents.z];
  let volume = 0;
  const second = [0, 0, 0];
  for (let subset = 0; subset < 8; subset++) {
    const outside = half.map((_, axis) => ((subset >> axis) & 1) === 1);
    const dimension = outside.filter(Boolean).length;
    const [ball = 0, absolute = 0, square = 0] = BALL_INTEGRALS[dimension as 0 | 1 | 2 | 3];
    const scale = half.reduce((product, h, axis) => product * (outside[axis] ? radius : 2 * h), 1);
    volume += scale * ball;
    half.forEach((h, axis) => {
      const along = outside[axis] ? h * h * ball + radius * (2 * h * absolute + radius * square) : (ball * h * h) / 3;
      second[axis] = (second[axis] ?? 0) + scale * along;
    });
  }
  return symmetricMassProperties(volume, second[0] ?? 0, second[1] ?? 0, second[2] ?? 0);
}

/** A facet is a polyhedron with two faces, back to back. */
function roundedFacetMassProperties(core: Facet, radius: number): MassProperties {
  const count = core.loop.length;
  const front = Array.from({ length: count }, (_, i) => i);
  const edges = front.flatMap((i) => [i, (i + 1) % count, 0, 1]);
  const { x, y, z } = core.normal;
  return roundedPolytopeMassProperties(
    core.massProperties(),
    {
      vertices: Float64Array.from(core.loop.flatMap((v) => [v.x, v.y, v.z])),
      faceOffsets: Int32Array.of(0, count, 2 * count),
      faceVertices: Int32Array.from([...front, ...front.toReversed()]),
      facePlanes: Float64Array.of(x, y, z, 0, -x, -y, -z, 0),
      edges: Int32Array.from(edges),
    },
    radius,
  );
}
