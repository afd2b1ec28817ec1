// SPDX-License-Identifier: MIT
/** An order of placed planar shapes that depends on them alone, so that swapping the bodies gives the same bits. */
import type { PlanarPose } from '../../math/planar-pose.ts';
import type { PlanarShape } from '../../shapes/planar/planar-shape.ts';

const KIND_ORDER = ['disc', 'ellipse', 'polygon', 'rounded'];

function numbersOf(shape: PlanarShape): ArrayLike<number> {
  switch (shape.kind) {
    case 'disc':
      return [shape.radius];
    case 'ellipse':
      return [shape.semiAxes.x, shape.semiAxes.y];
    case 'polygon':
      return shape.coordinates;
    case 'rounded':
      return [shape.radius];
  }
}

function compareNumbers(p: ArrayLike<number>, q: ArrayLike<number>): number {
  if (p.length !== q.length) return p.length - q.length;
  for (let i = 0; i < p.length; i++) {
    const difference = (p[i] as number) - (q[i] as number);
    if (difference !== 0) return difference;
  }
  return 0;
}

function compareShapes(p: PlanarShape, q: PlanarShape): number {
  if (p === q) return 0;
  const kinds = KIND_ORDER.indexOf(p.kind) - KIND_ORDER.indexOf(q.kind) || compareNumbers(numbersOf(p), numbersOf(q));
  if (kinds !== 0) return kinds;
  return p.kind === 'rounded' && q.kind === 'rounded' ? compareShapes(p.shape, q.shape) : 0;
}

/** > 0 when the second body comes first; 0 only for equal shapes in one place. */
export function comparePlanarBodies(a: PlanarShape, poseA: PlanarPose, b: PlanarShape, poseB: PlanarPose): number {
  const { position: p, angle: u } = poseA;
  const { position: q, angle: v } = poseB;
  return compareShapes(a, b) || compareNumbers([u, p.x, p.y], [v, q.x, q.y]);
}
