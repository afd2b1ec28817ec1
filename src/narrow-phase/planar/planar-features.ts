// SPDX-License-Identifier: MIT
/**
 * The features that touch and the contact point: a corner is its own; two parallel edges touch along their common part,
 * and its centroid is the point (Feng and Tan 2019, section 4.3), so it does not jump from end to end.
 */
import { length2, type Vector2 } from '../../math/planar-vector.ts';
import type { CorePoint, PlacedCore, PlacedPair } from './placed-pair.ts';
import type { PlanarContactType } from './planar-contact-result.ts';

/**
 * First and last vertex of an edge, counter-clockwise; twice the same for a corner. Others between are level with it.
 */
type Feature = readonly [number, number];

/** Of A and of B; undefined for a smooth point. */
type FeaturePair = readonly [Feature | undefined, Feature | undefined];

export interface Touching {
  /** On the core of A, in the frame of the pair. */
  readonly pointOnA: Vector2;
  readonly type: PlanarContactType;
  /** How far the features miss each other along the tangent; 0 where they face each other, as they must. */
  readonly miss: number;
}

/** Vertices this many roundings below the farthest one belong to the feature: a turned edge is as straight as that. */
const FEATURE_IN_ROUNDINGS = 8;
/**
 * An edge as short as those roundings is one only where it lies square to the direction: its own ends know how it runs.
 */
const STEEPEST_EDGE = 1e-3;
/** Cores this close touch within float64 accuracy; then a corner at the end of an edge meets a corner. */
const TOUCHING_IN_ROUNDINGS = 16;

/**
 * From a vertex over all that are level with it within rounding: a vertex within rounding of an edge does not end it.
 */
function levelWalk(body: PlacedCore, start: number, isForward: boolean, n: Vector2, rounding: number): number {
  let last = start;
  for (let count = 1; count < body.vertexCount; count++) {
    const next = isForward ? body.next(last) : body.before(last);
    const whole = body.between(start, next);
    const step = body.between(last, next);
    const drop = -(n.x * step.x + n.y * step.y);
    // Onwards along the tangent: the far side of a needle comes back, and may be level too.
    const onwards = (isForward ? 1 : -1) * (n.x * step.y - n.y * step.x);
    const isLevel = onwards > 0 && drop <= STEEPEST_EDGE * onwards;
    if (!(isLevel && -(n.x * whole.x + n.y * whole.y) <= FEATURE_IN_ROUNDINGS * rounding)) break;
    last = next;
  }
  return last;
}

/** The corner or edge of a core that is farthest along the unit vector n, within rounding. */
function featureAlong(body: PlacedCore, n: Vector2, rounding: number): Feature | undefined {
  if (body.vertexCount === 0) return undefined;
  const index = body.supportIndex(n.x, n.y);
  if (body.vertexCount === 1) return [index, index];
  return [levelWalk(body, index, false, n, rounding), levelWalk(body, index, true, n, rounding)];
}

export function featuresAlong({ a, b, rounding }: PlacedPair, nx: number, ny: number): FeaturePair {
  return [featureAlong(a, { x: nx, y: ny }, rounding), featureAlong(b, { x: -nx, y: -ny }, rounding)];
}

/** The parts of a body's feature that matter below; a smooth point of an ellipse is a corner. */
interface Ends {
  readonly first: CorePoint;
  readonly last: CorePoint;
  readonly isEdge: boolean;
  /** Radius of curvature: the point moves by this times what rounding turns the normal by. 0 at a corner. */
  readonly radius: number;
}

function endsOf(body: PlacedCore, feature: Feature | undefined, dx: number, dy: number): Ends {
  if (feature === undefined) {
    const point = body.support(dx, dy);
    return { first: point, last: point, isEdge: false, radius: body.curvatureRadius(dx, dy) };
  }
  const first = body.vertex(feature[0]);
  if (feature[0] === feature[1]) return { first, last: first, isEdge: false, radius: 0 };
  return { first, last: body.vertex(feature[1]), isEdge: true, radius: Infinity };
}

/** Contact point and type of two features along the unit vector (nx, ny), at the signed distance of the cores. */
export function touching(pair: PlacedPair, features: FeaturePair, nx: number, ny: number, distance: number): Touching {
  const a = endsOf(pair.a, features[0], nx, ny);
  const b = endsOf(pair.b, features[1], -nx, -ny);
  const near = TOUCHING_IN_ROUNDINGS * pair.rounding;
  const { x, y, miss } = contactPoint(a, b, nx, ny, distance);
  let edges = (a.isEdge ? 1 : 0) + (b.isEdge ? 1 : 0);
  if (edges > 0 && Math.abs(distance) <= near) {
    if (isAtEnd(a, x, y, near)) edges--;
    if (isAtEnd(b, x + distance * nx, y + distance * ny, near)) edges--;
  }
  return { pointOnA: { x, y }, type: edges === 0 ? 'v-v' : edges === 1 ? 'v-e' : 'e-e', miss };
}

/** Whether (x, y) is within `near` of an end of the edge, if it is one. */
function isAtEnd({ first, last, isEdge }: Ends, x: number, y: number, near: number): boolean {
  return isEdge && Math.min(length2(first.x - x, first.y - y), length2(last.x - x, last.y - y)) <= near;
}

interface FacingPoint {
  readonly x: number;
  readonly y: number;
  readonly miss: number;
}

function contactPoint(a: Ends, b: Ends, nx: number, ny: number, distance: number): FacingPoint {
  if (a.isEdge && b.isEdge) return sharedMiddle(a, b, nx, ny);
  // On the flat side of an ellipse rounding moves the support point far; where the other body is sharper its point is
  // sure.
  const isOnA = a.radius <= b.radius;
  const sharp = isOnA ? a : b;
  const other = isOnA ? b : a;
  const { x, y } = sharp.first;
  const shift = shiftOnto(other, x, y, nx, ny);
  // Against an edge the flat side of an ellipse is moved to where the edge is.
  const move = other.isEdge && sharp.radius > 0 ? shift : 0;
  const gap = isOnA ? 0 : distance;
  return { x: x - move * ny - gap * nx, y: y + move * nx - gap * ny, miss: Math.abs(shift) };
}

/** How far (x, y) must move along the tangent (-ny, nx) to lie beside the feature; 0 where it does. */
function shiftOnto({ first, last }: Ends, x: number, y: number, nx: number, ny: number): number {
  const toFirst = nx * (first.y - y) - ny * (first.x - x);
  const toLast = nx * (last.y - y) - ny * (last.x - x);
  return Math.max(Math.min(toFirst, toLast), Math.min(0, Math.max(toFirst, toLast)));
}

/** The middle of what two edges share, on that of A; that of B runs the other way. */
function sharedMiddle(a: Ends, b: Ends, nx: number, ny: number): FacingPoint {
  const { x, y } = a.first;
  const ex = a.last.x - x;
  const ey = a.last.y - y;
  const length = nx * ey - ny * ex;
  const from = Math.max(0, nx * (b.last.y - y) - ny * (b.last.x - x));
  const to = Math.min(length, nx * (b.first.y - y) - ny * (b.first.x - x));
  // An edge whose ends rounding has brought together is its middle.
  const part = length > 0 ? Math.max(0, Math.min(1, (from + to) / (2 * length))) : 0.5;
  return { x: x + part * ex, y: y + part * ey, miss: Math.max(0, from - to) };
}
