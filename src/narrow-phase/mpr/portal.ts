// SPDX-License-Identifier: MIT
/**
 * Portal refinement (Snethen 2008; Neumayr & Otter 2017, eq. 6 to 13): a triangle of support points of A - B through
 * which the ray from a point inside to the origin leaves, moved outwards until it lies on the surface. All tolerances
 * are angles or shares of the size, where the paper compares lengths, areas and volumes with one number.
 */
import { cross, dot, length, negate, perpendicular, scale, subtract, type Vector3 } from '../../math/vector.ts';
import type { Difference, DifferencePoint } from './portal-difference.ts';

/** Offsets below this share of the size are zero: support points of curved bodies are good to some ulp of it. */
export const FLAT_TOLERANCE = 1e-13;

/** The ray may pass outside a portal by this angle; the rounding of its normals. */
const RAY_TOLERANCE = 2 ** -52;

/** TC2: the surface is this close to the portal, relative to the distance that is sought ... */
const DISTANCE_TOLERANCE = 1e-10;
/** ... or to the size, where the distance is so small that rounding ends the search. */
const SURFACE_TOLERANCE = 8 * 2 ** -53;

export type Portal = readonly [DifferencePoint, DifferencePoint, DifferencePoint];

export type PortalEnd =
  /** TC1: the support point along the ray is on the ray, but for an offset within rounding. */
  | { readonly end: 'ray'; readonly point: DifferencePoint; readonly direction: Vector3; readonly offset: number }
  /**
   * TC2, or the last portal before the limit of steps: no point of A - B is beyond `height` along the portal's normal.
   */
  | {
      readonly end: 'portal' | 'limit';
      readonly portal: Portal;
      readonly normal: Vector3;
      /** Of the portal's plane above the origin, and of the farthest point of A - B. */
      readonly portalHeight: number;
      readonly height: number;
    }
  /** No portal exists (A - B is flat) or none was found. */
  | { readonly end: 'thin' | 'lost' };

/** Counts and observes the steps; the best plane of all directions tried. */
export interface PortalWatch {
  readonly limit: number;
  found: number;
  refined: number;
  /**
   * Largest lower bound of the signed distance that a direction has given, and that direction with its support point.
   */
  bestGap: number;
  bestDirection: Vector3;
  bestPoint: DifferencePoint | undefined;
  /** Sees every triangle of the first phase, and every portal of the second with the point beyond it. */
  triangle(triangle: Portal): void;
  portal(portal: readonly DifferencePoint[], normal: Vector3, beyond: DifferencePoint): void;
}

/** A support point of the difference, whose plane is kept if it is the best so far. */
export function support(difference: Difference, direction: Vector3, watch: PortalWatch): DifferencePoint {
  const point = difference.support(direction);
  const gap = -dot(point.r, direction);
  if (gap > watch.bestGap) {
    watch.bestGap = gap;
    watch.bestDirection = direction;
    watch.bestPoint = point;
  }
  return point;
}

/**
 * Normal of the plane through the inner point and two others. The corners of a late portal nearly coincide, as seen
 * from the inner point: their difference is taken first, or the product would be that of two vectors that are parallel
 * to rounding.
 */
export function sideNormal(inner: Vector3, p: DifferencePoint, q: DifferencePoint): Vector3 {
  return cross(subtract(p.r, inner), subtract(q.r, p.r));
}

/** The portal's unit normal away from the inner point, from its two shorter edges; nothing where it has no area. */
export function portalNormal([p1, p2, p3]: Portal, inner: Vector3): Vector3 | undefined {
  const edges = [subtract(p2.r, p1.r), subtract(p3.r, p2.r), subtract(p1.r, p3.r)] as const;
  const [l1, l2, l3] = [length(edges[0]), length(edges[1]), length(edges[2])];
  const longest = l1 >= l2 && l1 >= l3 ? 0 : l2 >= l3 ? 1 : 2;
  const u = edges[((longest + 1) % 3) as 0];
  const v = edges[((longest + 2) % 3) as 0];
  const normal = cross(u, v);
  const area = length(normal);
  if (!(area > RAY_TOLERANCE * length(u) * length(v))) return undefined;
  const unit = scale(normal, 1 / area);
  return dot(unit, subtract(p1.r, inner)) < 0 ? negate(unit) : unit;
}

/** Eq. 7 and 8: the support point along the ray; and eq. 9: two more that make a triangle with it. */
function firstTriangle(difference: Difference, watch: PortalWatch): PortalEnd | Portal {
  const { inner, size } = difference;
  const flat = FLAT_TOLERANCE * size;
  const e1 = scale(inner, -1 / length(inner));
  const p1 = support(difference, e1, watch);
  const n2 = cross(e1, p1.r);
  const offset = length(n2);
  const onRay: PortalEnd | undefined = offset <= flat ? { end: 'ray', point: p1, direction: e1, offset } : undefined;
  if (onRay !== undefined && dot(p1.r, e1) <= 0) return onRay;
  // A depth along the ray is one only if the bodies have thickness to its sides, which any side will show.
  const e2 = onRay === undefined ? scale(n2, 1 / offset) : perpendicular(e1);
  const along1 = subtract(p1.r, inner);
  let p2 = support(difference, e2, watch);
  let n3 = sideNormal(inner, p1, p2);
  // A support point level with the inner point, on this side and on the other: the bodies have no thickness along e2.
  if (length(n3) <= flat * length(along1)) {
    p2 = support(difference, negate(e2), watch);
    n3 = sideNormal(inner, p1, p2);
    if (length(n3) <= flat * length(along1)) return { end: 'thin' };
  }
  const towards = dot(n3, inner) > 0 ? -1 : 1;
  const e3 = scale(n3, towards / length(n3));
  const offPlane = (point: DifferencePoint): number => Math.abs(dot(subtract(point.r, inner), e3));
  let p3 = support(difference, e3, watch);
  if (offPlane(p3) <= flat) {
    p3 = support(difference, negate(e3), watch);
    if (offPlane(p3) <= flat) return { end: 'thin' };
  }
  if (onRay !== undefined) return onRay;
  // Counter-clockwise as seen from the inner point outwards is what the side tests of eq. 10 and 13 take for granted.
  return dot(sideNormal(inner, p1, p2), subtract(p3.r, inner)) < 0 ? [p2, p1, p3] : [p1, p2, p3];
}

function isPortal(found: PortalEnd | Portal): found is Portal {
  return Array.isArray(found);
}

/** Eq. 10: turns the triangle about the inner point until the ray passes through it. */
function findPortal(difference: Difference, watch: PortalWatch): PortalEnd | Portal {
  const { inner } = difference;
  const found = firstTriangle(difference, watch);
  if (!isPortal(found)) return found;
  let [p1, p2, p3] = found;
  const distance = length(inner);
  for (;;) {
    watch.found++;
    watch.triangle([p1, p2, p3]);
    const outside13 = sideNormal(inner, p1, p3);
    const outside32 = sideNormal(inner, p3, p2);
    const replaces2 = dot(outside13, inner) < -RAY_TOLERANCE * length(outside13) * distance;
    const replaces1 = !replaces2 && dot(outside32, inner) < -RAY_TOLERANCE * length(outside32) * distance;
    if (!replaces2 && !replaces1) return [p1, p2, p3];
    if (watch.found >= watch.limit) return { end: 'lost' };
    const outward = replaces2 ? outside13 : outside32;
    if (replaces2) p2 = p3;
    else p1 = p3;
    p3 = support(difference, scale(outward, 1 / length(outward)), watch);
  }
}

/**
 * Eq. 13: which corner the new point replaces. The ray leaves through the triangle of corners i, i + 1 and the new
 * point where it is inside both new sides; the one where it is most clearly so, since rounding may deny all three.
 */
function nextPortal([p1, p2, p3]: Portal, p4: DifferencePoint, inner: Vector3): Portal {
  const side = (p: DifferencePoint): number => dot(sideNormal(inner, p, p4), inner);
  const [s1, s2, s3] = [side(p1), side(p2), side(p3)];
  const keeps12 = Math.min(s1, -s2);
  const keeps23 = Math.min(s2, -s3);
  const keeps31 = Math.min(s3, -s1);
  if (keeps12 >= keeps23 && keeps12 >= keeps31) return [p1, p2, p4];
  return keeps23 >= keeps31 ? [p4, p2, p3] : [p1, p4, p3];
}

/** Eq. 11 to 13: the portal on the surface of A - B through which the ray from the inner point to the origin leaves. */
export function refinedPortal(difference: Difference, watch: PortalWatch): PortalEnd {
  const { inner, size } = difference;
  const found = findPortal(difference, watch);
  if (!isPortal(found)) return found;
  let portal = found;
  let normal = portalNormal(portal, inner);
  let last: PortalEnd = { end: 'lost' };
  while (normal !== undefined) {
    const p4 = support(difference, normal, watch);
    const height = dot(p4.r, normal);
    const portalHeight = dot(portal[0].r, normal);
    watch.portal(portal, normal, p4);
    const beyond = Math.abs(height - portalHeight);
    const done = beyond <= Math.max(DISTANCE_TOLERANCE * Math.abs(portalHeight), SURFACE_TOLERANCE * size);
    last = { end: done ? 'portal' : 'limit', portal, normal, portalHeight, height };
    if (done || watch.refined >= watch.limit) return last;
    watch.refined++;
    portal = nextPortal(portal, p4, inner);
    normal = portalNormal(portal, inner);
  }
  return last;
}
