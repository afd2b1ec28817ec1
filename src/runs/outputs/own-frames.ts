// SPDX-License-Identifier: MIT
/**
 * Converts positions of bodies between the centre of mass, which simulations use, and the origin of the shape's own
 * frame, which pictures use.
 */
import { rotate } from '../../math/quaternion.ts';
import { type Vector3, ZERO_VECTOR } from '../../math/vector.ts';
import { clumpShape } from '../../simulation/bodies/clump-shape.ts';
import type { BodyShapeSpec } from '../../simulation/simulation-spec.ts';
import type { BodyView } from '../../simulation/views/simulation-views.ts';

/** Of each shape, in its own frame. */
export function centroidsOf(shapes: readonly BodyShapeSpec[] = []): Vector3[] {
  return shapes.map((shape) => {
    if ('sphere' in shape) return ZERO_VECTOR;
    if ('clump' in shape) return clumpShape(shape.clump.spheres).centroid;
    return ('convex' in shape ? shape.convex : shape.compound).massProperties().centroid;
  });
}

/** Positions of the shapes' own frames, flat; `centroids` has one for each shape, at size 1. */
export function ownPositions(bodies: BodyView, centroids: readonly Vector3[]): Float64Array {
  const { position, orientation, shape, scale } = bodies;
  const own = position.slice();
  for (let k = 0; k < bodies.count; k++) {
    const centroid = centroids[shape[k]];
    if (centroid.x === 0 && centroid.y === 0 && centroid.z === 0) continue;
    const [w = 1, x = 0, y = 0, z = 0] = orientation.subarray(4 * k, 4 * k + 4);
    const turned = rotate({ w, x, y, z }, centroid);
    const factor = scale[k];
    own[3 * k] = own[3 * k] - factor * turned.x;
    own[3 * k + 1] = own[3 * k + 1] - factor * turned.y;
    own[3 * k + 2] = own[3 * k + 2] - factor * turned.z;
  }
  return own;
}
