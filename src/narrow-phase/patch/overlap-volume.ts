// SPDX-License-Identifier: MIT
/**
 * The volume that two bodies share, and how it changes as B moves: the energy of a contact after Feng, Han and Owen
 * (2012) and its force. Polyhedra and half-spaces are answered by the kernel; two spheres by the closed form of their
 * lens.
 */
import { F } from '../../kernel/memory.ts';
import {
  OVERLAP_GRADIENT,
  OVERLAP_MOMENT,
  OVERLAP_POINT,
  OVERLAP_VOLUME,
} from '../../kernel/overlap/overlap-layout.ts';
import type { PoseLike } from '../../math/pose.ts';
import { addScaled, length, subtract, type Vector3, ZERO_VECTOR } from '../../math/vector.ts';
import type { Shape } from '../../shapes/shape.ts';
import { POSE_A, POSE_B, vectorAt } from '../kernel-query.ts';
import { halfChord } from './disc-overlap.ts';
import { OVERLAP_RESULT, queryOverlap } from './overlap-query.ts';
import { isSolidPair, pairArguments, placeSolids, type SolidPairOptions } from './solid-pair.ts';

/** The common volume of two polyhedra, and how it changes with their poses. */
export interface OverlapVolume {
  readonly volume: number;
  /** Derivative of the volume by the position of B; by that of A it is the opposite. */
  readonly gradient: Vector3;
  /** On the line along which a force from the volume acts, beside the common part; the origin where there is none. */
  readonly point: Vector3;
  /**
   * Derivative of the volume by a rotation of B about the point: along the gradient, wherever the line passes by the
   * common part.
   */
  readonly moment: Vector3;
}

const NONE: OverlapVolume = Object.freeze({
  volume: 0,
  gradient: ZERO_VECTOR,
  point: ZERO_VECTOR,
  moment: ZERO_VECTOR,
});

/**
 * True if `overlapVolume` supports the pair: polyhedra and boxes, one of them and a half-space, or two spheres.
 *
 * @throws InvalidShapeError for values that are no shapes.
 *
 * @example
 * ```ts
 * import { box, cone, hasOverlapVolume } from 'scree/contact';
 *
 * console.log(hasOverlapVolume(box({ halfExtents: [1, 1, 1] }), cone({ radius: 1, height: 1 }))); // false
 * ```
 */
export function hasOverlapVolume(a: Shape, b: Shape): boolean {
  return isSolidPair(a, b) || (a.kind === 'sphere' && b.kind === 'sphere');
}

const QUERY = {
  name: 'overlapVolume',
  supports: hasOverlapVolume,
  supported: 'polyhedra and boxes are, also against a half-space, and two spheres',
};

/**
 * The volume common to `a` at `poseA` and `b` at `poseB` with its derivatives; all 0 for bodies apart or touching.
 * Polyhedra and boxes, one of them and a half-space, and two spheres. Where faces coincide the volume has a kink, and
 * the gradient is between both sides'. World coordinates; exchanging the bodies turns the signs of gradient and moment.
 *
 * @throws UnsupportedPairError for other pairs; InvalidShapeError, InvalidPoseError or InvalidOptionError for arguments
 * that are none of these.
 *
 * @example
 * ```ts
 * import { box, overlapVolume } from 'scree/contact';
 *
 * const cube = box({ halfExtents: [1, 1, 1] });
 * console.log(overlapVolume(cube, {}, cube, { position: [1.5, 0, 0] }).volume); // 2
 * ```
 */
export function overlapVolume(
  a: Shape,
  poseA: PoseLike,
  b: Shape,
  poseB: PoseLike,
  options?: SolidPairOptions,
): OverlapVolume {
  const { engine, placedA, placedB } = pairArguments(QUERY, a, poseA, b, poseB, options);
  if (a.kind === 'sphere' && b.kind === 'sphere') {
    return lensVolume(a.radius, b.radius, placedA.position, subtract(placedB.position, placedA.position));
  }
  const { blockA, blockB } = placeSolids(a, placedA, b, placedB);
  queryOverlap(engine, blockA, POSE_A, blockB, POSE_B);
  return {
    volume: F[OVERLAP_RESULT + OVERLAP_VOLUME],
    gradient: vectorAt(OVERLAP_RESULT + OVERLAP_GRADIENT),
    point: vectorAt(OVERLAP_RESULT + OVERLAP_POINT),
    moment: vectorAt(OVERLAP_RESULT + OVERLAP_MOMENT),
  };
}

/** Two balls, radii r (A) and R (B), that of A at c, the centre of B at t from it. */
function lensVolume(r: number, R: number, c: Vector3, t: Vector3): OverlapVolume {
  const d = length(t);
  if (!(d < r + R)) return NONE;
  const smaller = Math.min(r, R);
  if (d <= Math.abs(r - R)) {
    const point = r < R ? c : addScaled(c, t, 1);
    return { ...NONE, volume: (4 / 3) * Math.PI * smaller * smaller * smaller, point };
  }
  const depth = r + R - d;
  const difference = r - R;
  const volume = ((Math.PI * depth * depth) / 12) * (d + 2 * (r + R) - 3 * difference * (difference / d));
  const h = halfChord(r, R, d);
  const area = Math.PI * h * h;
  const n = { x: t.x / d, y: t.y / d, z: t.z / d };
  // The plane of the common circle: (d^2 + r^2 - R^2) / (2 d) from the centre of A.
  const point = addScaled(c, n, (d + (r + R) * (difference / d)) / 2);
  return { volume, gradient: { x: -area * n.x, y: -area * n.y, z: -area * n.z }, point, moment: ZERO_VECTOR };
}
