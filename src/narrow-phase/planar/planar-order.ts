// SPDX-License-Identifier: MIT
/** An order of placed planar shapes that depends on them alone, so that swapping the bodies gives the same bits. */
import type { PlanarPose } from '../../math/planar-pose.ts';
import type { PlanarShape } from '../../shapes/planar/planar-shape.ts';

const KIND_ORDER = { disc: 0, ellipse: 1, polygon: 2, rounded: 3 } as const;

function compareCoordinates(p: Float64Array, q: Float64Array): number {
  if (p.length !== q.length) return p.length - q.length;
  for (let i = 0; i < p.length; i++) {
    const difference = p[i] - q[i];
    if (difference !== 0) return difference;
  }
  return 0;
}

function compareShapes(p: PlanarShape, q: PlanarShape): number {
  if (p === q) return 0;
  if (p.kind === 'polygon' && q.kind === 'polygon') return compareCoordinates(p.coordinates, q.coordinates);
  if (p.kind === 'disc' && q.kind === 'disc') return p.radius - q.radius;
  if (p.kind === 'ellipse' && q.kind === 'ellipse') {
    return p.semiAxes.x - q.semiAxes.x || p.semiAxes.y - q.semiAxes.y;
  }
  if (p.kind === 'rounded' && q.kind === 'rounded') return p.radius - q.radius || compareShapes(p.shape, q.shape);
  return KIND_ORDER[p.kind] - KIND_ORDER[q.kind];
}

/** > 0 when the second body comes first; 0 only for equal shapes in one place. */
export function comparePlanarBodies(a: PlanarShape, poseA: PlanarPose, b: PlanarShape, poseB: PlanarPose): number {
  return (
    compareShapes(a, b) ||
    poseA.angle - poseB.angle ||
    poseA.position.x - poseB.position.x ||
    poseA.position.y - poseB.position.y
  );
}
