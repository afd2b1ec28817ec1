// SPDX-License-Identifier: MIT
/**
 * A second opinion on pairs apart: Wolfe's search for the point of least norm (doi:10.1007/BF01580381) in the
 * difference of the bodies, by brute force over the faces of the simplex. Slow and plain. It only proposes directions;
 * what counts is the gap along them, by the judge.
 */
import { inverseRotate, rotate } from '../../src/math/quaternion.ts';
import { add, cross, dot, length, negate, scale, subtract, type Vector3 } from '../../src/math/vector.ts';
import { gapAlong, type Pair } from './judge.ts';
import type { OutsideBody } from './outside-body.ts';

const STEP_LIMIT = 60;

/** Farthest point of the core, in the world, relative to the position of A. */
function supportOf(body: OutsideBody, at: Pair['poseA'], origin: Vector3, direction: Vector3): Vector3 {
  const { core } = body;
  const own = inverseRotate(at.orientation, direction);
  // The margin of spheres and capsules is judged apart: their cores are a point and a segment.
  let point: Vector3;
  if (core.kind === 'sphere') point = { x: 0, y: 0, z: 0 };
  else if (core.kind === 'capsule') point = { x: 0, y: 0, z: own.z < 0 ? -core.halfLength : core.halfLength };
  else point = core.support(own);
  return add(rotate(at.orientation, point), subtract(at.position, origin));
}

/** The point of b - a that is lowest along n, b and a from the cores. */
export function lowest(pair: Pair, n: Vector3): Vector3 {
  const origin = pair.poseA.position;
  return subtract(supportOf(pair.b, pair.poseB, origin, negate(n)), supportOf(pair.a, pair.poseA, origin, n));
}

/** Foot of the origin on the affine hull of up to three points, if it lies inside their simplex. */
function footOn(points: readonly Vector3[]): Vector3 | undefined {
  const [p, q, r] = points as [Vector3, Vector3?, Vector3?];
  if (q === undefined) return p;
  const u = subtract(q, p);
  if (r === undefined) {
    const t = -dot(p, u) / dot(u, u);
    return t >= 0 && t <= 1 ? add(p, scale(u, t)) : undefined;
  }
  const v = subtract(r, p);
  const n = cross(u, v);
  const nn = dot(n, n);
  if (!(nn > 0)) return undefined;
  const s = dot(cross(n, v), p) / nn;
  const t = dot(cross(u, n), p) / nn;
  if (!(s >= 0 && t >= 0 && s + t <= 1)) return undefined;
  return scale(n, dot(n, p) / nn);
}

/** Face of the simplex nearest to the origin and the foot on it; undefined when the origin is inside. */
function nearestFace(points: readonly Vector3[]): { readonly face: Vector3[]; readonly foot: Vector3 } | undefined {
  let best: { face: Vector3[]; foot: Vector3 } | undefined;
  for (let mask = 1; mask < 1 << points.length; mask++) {
    const face = points.filter((_, i) => mask & (1 << i));
    if (face.length > 3) continue;
    const foot = footOn(face);
    if (foot !== undefined && (best === undefined || length(foot) < length(best.foot))) best = { face, foot };
  }
  return best;
}

/** The largest gap that the search meets: a lower bound of the distance; minus infinity when the cores overlap. */
export function distanceFromOutside(pair: Pair): number {
  let points = [lowest(pair, { x: 1, y: 0, z: 0 })];
  let best = Number.NEGATIVE_INFINITY;
  let last = Number.POSITIVE_INFINITY;
  for (let step = 0; step < STEP_LIMIT; step++) {
    const nearest = nearestFace(points);
    const size = nearest === undefined ? 0 : length(nearest.foot);
    if (nearest === undefined || !(size > 0) || !(size < last)) break;
    last = size;
    const n = scale(nearest.foot, 1 / size);
    best = Math.max(best, gapAlong(pair, n.x, n.y, n.z));
    points = [...nearest.face, lowest(pair, n)];
  }
  return best;
}
