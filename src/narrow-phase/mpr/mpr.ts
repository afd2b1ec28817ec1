// SPDX-License-Identifier: MIT
/**
 * Improved Minkowski portal refinement (Neumayr & Otter 2017): signed distance from one portal, the triangle of A - B
 * through which the ray from its centre to the origin leaves. The sign is right, a gap has both bounds (their Theorem
 * 4.2), a depth is that along one plane and may be too large. Where the paper raises an error, ours continues:
 * coincident centres use another inner point, flat differences have edges as portals, and a stopped search keeps its
 * bounds. If a buried origin projects outside the portal, the depth is that of the portal's plane.
 */
import { add, dot, largestComponent, length, negate, scale, type Vector3 } from '../../math/vector.ts';
import type { ContactReason } from '../contact-result.ts';
import type { Answer, ContactAlgorithm, Search } from '../family/algorithm.ts';
import type { PlacedBody } from '../family/placed-body.ts';
import type { PortalStep, Trace, TracedPoint } from '../family/trace-step.ts';
import { flatAnswer } from './flat-portal.ts';
import { type Portal, type PortalEnd, type PortalWatch, portalNormal, refinedPortal } from './portal.ts';
import { fromPortal, upperOfPortal } from './portal-answer.ts';
import { type Difference, type DifferencePoint, differenceOf, seenTowards } from './portal-difference.ts';

const NAME = 'mpr';

/** Portals of each phase; curved pairs take some tens. */
const STEP_LIMIT = 500;

/** Centres closer than this fraction of the size coincide: the ray between them would be rounding. */
const COINCIDENT_TOLERANCE = 1e-12;

/** Inner point for coincident centres, as a fraction of the distance to the surface. */
const INNER_SHARE = 1e-3;

/** Rounding of support points and of the products that make bounds of them, relative to the size. */
const ROUNDING = 2 ** -48;

const AXES: readonly Vector3[] = [
  { x: 1, y: 0, z: 0 },
  { x: -1, y: 0, z: 0 },
  { x: 0, y: 1, z: 0 },
  { x: 0, y: -1, z: 0 },
  { x: 0, y: 0, z: 1 },
  { x: 0, y: 0, z: -1 },
];

/** Points of A - B, about the origin of the difference, as points of B - A in the frame of the pair. */
function tracedOf({ origin }: Difference): (point: DifferencePoint) => TracedPoint {
  return ({ r, onA, onB }) => ({ difference: negate(r), onA: add(origin, onA), onB: add(origin, onB) });
}

/** Reports every triangle with the point of the difference beyond it. */
function tracePortals(difference: Difference, trace: Trace, watch: PortalWatch): void {
  const { inner } = difference;
  const traced = tracedOf(difference);
  let step = 0;
  const show = (
    phase: PortalStep['phase'],
    corners: readonly DifferencePoint[],
    normal: Vector3,
    beyond: DifferencePoint,
    upper: number,
  ): void => {
    const distance = -dot(beyond.r, normal);
    const lower = Math.max(watch.bestGap, distance);
    trace({
      algorithm: NAME,
      step: step++,
      kind: 'portal',
      phase,
      normal,
      distance,
      lower,
      upper,
      points: corners.map(({ r }) => negate(r)),
      corners: corners.map(traced),
      inner: negate(inner),
      added: traced(beyond),
    });
  };
  watch.triangle = (triangle) => {
    const normal = portalNormal(triangle, inner) ?? scale(inner, -1 / length(inner));
    show('discovery', triangle, normal, difference.support(normal), upperOfPortal(inner, triangle, normal));
  };
  watch.portal = (portal, normal, beyond) => {
    const isTriangle = portal.length === 3;
    const upper = isTriangle ? upperOfPortal(inner, portal as Portal, normal) : length(beyond.r);
    show('refinement', portal, normal, beyond, upper);
  };
}

function newWatch(search: Search): PortalWatch {
  return {
    limit: search.iterationLimit ?? STEP_LIMIT,
    found: 0,
    refined: 0,
    bestGap: -Infinity,
    bestDirection: { x: 1, y: 0, z: 0 },
    bestPoint: undefined,
    triangle: () => undefined,
    portal: () => undefined,
  };
}

/** Coincident centres: another point inside, such that the ray points to the shallowest of six sides. */
function withoutCentres(difference: Difference): Difference {
  let best = difference;
  let depth = Infinity;
  for (const axis of AXES) {
    const height = dot(difference.support(axis).r, axis);
    const behind = difference.support(negate(axis));
    if (height < depth && length(behind.r) > 0) {
      depth = height;
      best = seenTowards(difference, behind, INNER_SHARE);
    }
  }
  return best;
}

/** Two points at one place: every direction is a normal. */
function atOrigin(difference: Difference): PortalEnd {
  const direction = { x: 1, y: 0, z: 0 };
  return { end: 'ray', point: difference.support(direction), direction, offset: 0 };
}

function solve(a: PlacedBody, b: PlacedBody, search: Search): Answer {
  const watch = newWatch(search);
  const given = differenceOf(a, b);
  const coincident = length(given.inner) <= COINCIDENT_TOLERANCE * given.size;
  const difference = coincident ? withoutCentres(given) : given;
  if (search.trace !== undefined) tracePortals(difference, search.trace, watch);
  const end: PortalEnd = length(difference.inner) > 0 ? refinedPortal(difference, watch) : atOrigin(difference);
  // A ray that meets the surface at a support point needs no portal: that point is the step.
  if (end.end === 'ray') watch.portal([end.point], end.direction, end.point);
  const thin = end.end === 'thin';
  const found = thin ? flatAnswer(difference, watch) : fromPortal(difference, end, watch);
  const rounding = ROUNDING * (given.size + largestComponent(given.origin));
  const lower = found.lower - rounding;
  const upper = found.upper + rounding;
  const why = thin ? 'thin' : coincident ? 'deep' : found.ended ? undefined : 'iteration-limit';
  // Bounds that meet prove the answer, however it was found.
  const reason: ContactReason | undefined = upper - lower <= 4 * rounding ? undefined : why;
  return {
    distance: found.distance,
    normal: found.normal,
    pointOnA: add(given.origin, found.onA),
    lower,
    upper,
    status: reason === undefined ? 'converged' : 'bounded',
    ...(reason !== undefined && { reason }),
    gjkIterations: watch.found,
    epaIterations: watch.refined,
  };
}

/** Any pair of convex bodies; rounded ones with their rounding, which is the paper's smoothing radius. */
export const mpr: ContactAlgorithm = Object.freeze({ name: NAME, onCores: false, bodies: 'convex', solve });
