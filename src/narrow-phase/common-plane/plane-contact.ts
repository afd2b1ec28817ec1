// SPDX-License-Identifier: MIT
/**
 * Contact from a common plane: the features of both bodies at the plane, projected along the normal, and the points
 * where they overlap. At the true normal they do overlap; at a local optimum they may miss each other.
 */
import { inverseTransformPoint } from '../../math/pose.ts';
import { addScaled, dot, interpolate, negate, type Vector3 } from '../../math/vector.ts';
import type { ContactReason } from '../contact-result.ts';
import type { Answer } from '../family/algorithm.ts';
import type { PlacedBody } from '../family/placed-body.ts';
import { meetingPoints, type PlanarPoint } from './planar-meeting.ts';
import { type ContactPlane, frameOf, type PlanePair, vertexOf } from './plane-gap.ts';

/** Rounding of poses, normals and dot products, relative to the largest coordinate: a few ulp each. */
const ROUNDING = 2 ** -48;

/** A facet has two faces, a body at least four. */
const FEWEST_FACES = 4;

/** How a search ended. */
interface PlaneSearch {
  readonly plane: ContactPlane;
  readonly planesTried: number;
  /** Reason why the search was stopped early; undefined if it converged. */
  readonly reason?: ContactReason;
  /** How far the normal may be from that of the feature it found, in radians. */
  readonly angleTolerance: number;
}

/** Vertices within a depth below the top of a body along a direction, projected along it. */
function feature(
  vertices: Float64Array,
  direction: Vector3,
  top: number,
  depth: number,
  u: Vector3,
  v: Vector3,
): PlanarPoint[] {
  const found: PlanarPoint[] = [];
  for (let i = 0; i < vertices.length / 3; i++) {
    const vertex = vertexOf(vertices, i);
    if (dot(vertex, direction) >= top - depth) found.push([dot(vertex, u), dot(vertex, v)]);
  }
  return found;
}

function reach(body: readonly Vector3[]): number {
  return body.reduce((most, p) => Math.max(most, Math.abs(p.x), Math.abs(p.y), Math.abs(p.z)), 0);
}

/** True if the point is inside a body with faces; bodies without volume (point, segment, facet) are ignored. */
function isWithin({ topology, pose }: PlacedBody, point: Vector3, tolerance: number): boolean {
  const planes = topology?.facePlanes;
  if (planes === undefined || planes.length < 4 * FEWEST_FACES) return true;
  const { x, y, z } = inverseTransformPoint(pose, point);
  for (let f = 0; f < planes.length; f += 4) {
    const height = planes[f] * x + planes[f + 1] * y + planes[f + 2] * z;
    if (height > planes[f + 3] + tolerance) return false;
  }
  return true;
}

/** A plane does not prove overlap: another plane may separate the bodies. A common point does. */
function haveCommonPoint({ bodyA, bodyB }: PlanePair, onA: Vector3, onB: Vector3, tolerance: number): boolean {
  return [interpolate(onA, onB, 0.5), onA, onB].some(
    (point) => isWithin(bodyA, point, tolerance) && isWithin(bodyB, point, tolerance),
  );
}

/**
 * The answer for a plane. Its gap is a lower bound of the signed distance; the distance of the two points is an upper
 * bound.
 */
export function planeAnswer(pair: PlanePair, found: PlaneSearch): Answer {
  const { normal, gap, vertexA, vertexB } = found.plane;
  const [u, v] = frameOf(normal);
  const inward = negate(normal);
  const topA = dot(vertexOf(pair.verticesA, vertexA), normal);
  const topB = dot(vertexOf(pair.verticesB, vertexB), inward);
  const depthA = found.angleTolerance * pair.bodyA.extent;
  const depthB = found.angleTolerance * pair.bodyB.extent;
  const featureA = feature(pair.verticesA, normal, topA, depthA, u, v);
  const featureB = feature(pair.verticesB, inward, topB, depthB, u, v);
  const [onA, onB] = meetingPoints(featureA, featureB);
  const acrossX = onB[0] - onA[0];
  const acrossY = onB[1] - onA[1];
  const apart = Math.sqrt(acrossX * acrossX + acrossY * acrossY + gap * gap);
  const { bodyA, bodyB } = pair;
  const rounding = ROUNDING * Math.max(pair.size, reach(bodyA.vertices ?? []), reach(bodyB.vertices ?? []));
  const lifted = addScaled(addScaled(addScaled(pair.origin, u, onA[0]), v, onA[1]), normal, topA);
  const tolerance = depthA + depthB + rounding;
  const proven = gap > 0 || haveCommonPoint(pair, lifted, addScaled(lifted, normal, gap), tolerance);
  const reason = found.reason ?? (proven ? undefined : 'local-optimum');
  return {
    distance: gap,
    normal,
    pointOnA: lifted,
    lower: gap - rounding,
    upper: apart + depthA + depthB + rounding,
    status: reason === undefined ? 'converged' : 'bounded',
    ...(reason !== undefined && { reason }),
    gjkIterations: found.planesTried,
    epaIterations: 0,
  };
}
