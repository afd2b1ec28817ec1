// SPDX-License-Identifier: MIT
/**
 * The features that touch and the contact point: a corner is its own; two parallel edges touch along their common part, and
 * its centroid is the point (Feng and Tan 2019, section 4.3), so it does not jump from end to end.
 */
import { length2, type Vector2 } from '../../math/planar-vector.ts';
import type { CorePoint, PlacedCore, PlacedPair } from './placed-pair.ts';
import type { PlanarContactType } from './planar-contact-result.ts';

/** First and last vertex of an edge, counter-clockwise; twice the same for a corner. */
export type Feature = readonly [number, number];

export interface Touching {
  /** On the core of A, in the frame of the pair. */
  readonly pointOnA: Vector2;
  readonly type: PlanarContactType;
}

/** Vertices this many roundings below the farthest one belong to the feature: a turned edge is as straight as that. */
const FEATURE_IN_ROUNDINGS = 8;
/** Cores this near touch, as far as float64 can tell; then a corner at the end of an edge meets a corner. */
const TOUCHING_IN_ROUNDINGS = 16;

/** The corner or edge of a core that is farthest along the unit vector (dx, dy), within rounding. */
export function featureAlong(body: PlacedCore, dx: number, dy: number, rounding: number): Feature | undefined {
  if (body.vertexCount === 0) return undefined;
  const { index } = body.support(dx, dy);
  if (body.vertexCount === 1) return [index, index];
  const level = (j: number): number => {
    const e = body.between(index, j);
    const drop = -(dx * e.x + dy * e.y);
    return drop <= FEATURE_IN_ROUNDINGS * rounding ? length2(e.x, e.y) : 0;
  };
  const next = level(body.next(index));
  const before = level(body.before(index));
  if (next === 0 && before === 0) return [index, index];
  return next >= before ? [index, body.next(index)] : [body.before(index), index];
}

/** The parts of a body's feature that matter below; a smooth point of an ellipse is a corner. */
interface Ends {
  readonly first: CorePoint;
  readonly last: CorePoint;
  readonly isEdge: boolean;
}

function endsOf(body: PlacedCore, feature: Feature | undefined, dx: number, dy: number): Ends {
  const first = feature === undefined ? body.support(dx, dy) : body.vertex(feature[0]);
  const isEdge = feature !== undefined && feature[0] !== feature[1];
  return { first, last: isEdge ? body.vertex(feature[1]) : first, isEdge };
}

/** Contact point and type of two features along the unit vector n, at the signed distance of the cores. */
export function touching(
  pair: PlacedPair,
  featureA: Feature | undefined,
  featureB: Feature | undefined,
  n: { readonly nx: number; readonly ny: number },
  distance: number,
): Touching {
  const { nx, ny } = n;
  const a = endsOf(pair.a, featureA, nx, ny);
  const b = endsOf(pair.b, featureB, -nx, -ny);
  const pointOnA = contactPoint(a, b, nx, ny, distance);
  const pointOnB = { x: pointOnA.x + distance * nx, y: pointOnA.y + distance * ny };
  const isTouching = Math.abs(distance) <= TOUCHING_IN_ROUNDINGS * pair.rounding;
  const near = TOUCHING_IN_ROUNDINGS * pair.rounding;
  const isEdge = (ends: Ends, p: Vector2): boolean =>
    ends.isEdge && !(isTouching && Math.min(distanceOf(ends.first, p), distanceOf(ends.last, p)) <= near);
  const edges = (isEdge(a, pointOnA) ? 1 : 0) + (isEdge(b, pointOnB) ? 1 : 0);
  return { pointOnA, type: edges === 0 ? 'v-v' : edges === 1 ? 'v-e' : 'e-e' };
}

function distanceOf(p: Vector2, q: Vector2): number {
  return length2(p.x - q.x, p.y - q.y);
}

function contactPoint(a: Ends, b: Ends, nx: number, ny: number, distance: number): Vector2 {
  if (!a.isEdge) return { x: a.first.x, y: a.first.y };
  const onB = { x: b.first.x - distance * nx, y: b.first.y - distance * ny };
  if (!b.isEdge) return onB;
  // Along the edge of A; that of B runs the other way.
  const tx = -ny;
  const ty = nx;
  const start = a.first.x * tx + a.first.y * ty;
  const end = a.last.x * tx + a.last.y * ty;
  const from = Math.max(start, b.last.x * tx + b.last.y * ty);
  const to = Math.min(end, b.first.x * tx + b.first.y * ty);
  const part = Math.max(0, Math.min(1, ((from + to) / 2 - start) / (end - start)));
  return { x: a.first.x + part * (a.last.x - a.first.x), y: a.first.y + part * (a.last.y - a.first.y) };
}
