// SPDX-License-Identifier: MIT
/**
 * A tiny sphere sliding inside a box along its top towards an edge (Neumayr & Otter 2017, Figs. 6 and 7). The depth of
 * portal refinement jumps where the ray from the box's centre passes the edge: before, it leaves through the top,
 * after, through the end, which is farther. The jump is as wide as the sphere's own rounding; with the box's edges
 * rounded, so that the overlap stays within the two radii, the depth is continuous and so is the true normal. It is not
 * exact: the ray still meets the rounded edge before the true normal does.
 */
import type { PoseLike } from '../../math/pose.ts';
import { box } from '../../shapes/kinds/box.ts';
import { rounded } from '../../shapes/kinds/rounded.ts';
import { type Sphere, sphere } from '../../shapes/kinds/sphere.ts';
import type { ConvexShape } from '../../shapes/shape.ts';

/** Half the sides of the box; rounded or not, it reaches this far. */
export const SLIDING_BOX = Object.freeze({ x: 2, y: 1, z: 1 });
export const SLIDING_RADIUS = 0.001;
/** Height of the sphere's centre: 0.049 below the top, so that the depth is 0.05 under it. */
export const SLIDING_HEIGHT = 0.951;
/** Radius that cures the jump: with the sphere's it exceeds the depth. */
export const SMOOTHING_RADIUS = 0.06;
/** Where the ray from the box's centre to the sphere's passes the edge of the sharp box. */
export const JUMP_AT = SLIDING_HEIGHT * (SLIDING_BOX.x / SLIDING_BOX.z);

interface SlidingPair {
  readonly a: ConvexShape;
  readonly b: Sphere;
  readonly poseB: PoseLike;
}

/** The box, of which the outermost `smoothing` are rounded, and the sphere at x; the box is at the origin. */
export function slidingPair(x: number, smoothing = 0): SlidingPair {
  const { x: hx, y: hy, z: hz } = SLIDING_BOX;
  const core = box({ halfExtents: [hx - smoothing, hy - smoothing, hz - smoothing] });
  return {
    a: smoothing > 0 ? rounded({ shape: core, radius: smoothing }) : core,
    b: sphere({ radius: SLIDING_RADIUS }),
    poseB: { position: [x, 0, SLIDING_HEIGHT] },
  };
}
