// SPDX-License-Identifier: MIT
/**
 * Common area of two planar bodies and its gradient with the position of B: contact energy and force after Feng and
 * Owen (2004). The smaller body is clipped by the edges of the other (Sutherland and Hodgman 1974,
 * doi:10.1145/360767.360802); the area is an integral along the boundary of the result, the gradient that of B's
 * outward normal over B's part of it.
 */

import { UnsupportedPairError } from '../../errors.ts';
import { cos, sin } from '../../math/circular.ts';
import { type PlanarPoseLike, planarPoseArgument } from '../../math/planar-pose.ts';
import { length2, type Vector2 } from '../../math/planar-vector.ts';
import type { Disc } from '../../shapes/planar/disc.ts';
import { type PlanarShape, requirePlanarShape } from '../../shapes/planar/planar-shape.ts';
import type { Polygon } from '../../shapes/planar/polygon.ts';
import { comparePlanarBodies } from '../planar/planar-order.ts';
import { discPolygonOverlap, lensOverlap } from './disc-overlap.ts';

/** The common area of two planar shapes, and how it changes with their poses. */
export interface OverlapArea {
  readonly area: number;
  /** Derivative of the area by the position of B; by that of A it is the opposite. */
  readonly gradient: Vector2;
}

/** Corners this many roundings of the coordinates off a line lie on it. */
const ON_LINE_IN_ROUNDINGS = 16;

/**
 * True if `overlapArea` supports the pair: polygons and discs.
 *
 * @throws InvalidShapeError for values that are no planar shapes.
 *
 * @example
 * ```ts
 * import { disc, ellipse, hasOverlapArea } from 'scree/contact';
 *
 * console.log(hasOverlapArea(disc({ radius: 1 }), ellipse({ semiAxes: [2, 1] }))); // false
 * ```
 */
export function hasOverlapArea(a: PlanarShape, b: PlanarShape): boolean {
  return [requirePlanarShape(a, 'a'), requirePlanarShape(b, 'b')].every(
    ({ kind }) => kind === 'polygon' || kind === 'disc',
  );
}

/**
 * The area common to `a` at `poseA` and `b` at `poseB` with its gradient; 0 for bodies apart. Polygons and discs. Where
 * edges coincide the area has a kink, and the gradient is between both sides'.
 *
 * @throws UnsupportedPairError for other shapes than polygons and discs; InvalidShapeError or InvalidPoseError for
 * arguments that are none of these.
 *
 * @example
 * ```ts
 * import { disc, overlapArea } from 'scree/contact';
 *
 * const ball = disc({ radius: 1 });
 * console.log(overlapArea(ball, {}, ball, { position: [3, 0] }).area); // 0
 * ```
 */
export function overlapArea(a: PlanarShape, poseA: PlanarPoseLike, b: PlanarShape, poseB: PlanarPoseLike): OverlapArea {
  requirePlanarShape(a, 'a');
  requirePlanarShape(b, 'b');
  const placedA = planarPoseArgument(poseA, 'poseA');
  const placedB = planarPoseArgument(poseB, 'poseB');
  const t = { x: placedB.position.x - placedA.position.x, y: placedB.position.y - placedA.position.y };
  if (isPolygon(a) && isPolygon(b)) {
    // The smaller one is cut: within rounding of the larger one's coordinates, a thin one's own lines are all the same.
    const order = a.areaProperties().area - b.areaProperties().area || comparePlanarBodies(a, placedA, b, placedB);
    if (order <= 0) return polygonOverlap(placed(a, placedA.angle, 0, 0), placed(b, placedB.angle, t.x, t.y));
    return exchanged(polygonOverlap(placed(b, placedB.angle, 0, 0), placed(a, placedA.angle, -t.x, -t.y)));
  }
  if (isDisc(a) && isDisc(b)) return lensOverlap(a.radius, b.radius, t);
  if (isPolygon(a) && isDisc(b)) {
    return exchanged(discPolygonOverlap(b.radius, placed(a, placedA.angle, -t.x, -t.y)));
  }
  if (isDisc(a) && isPolygon(b)) return discPolygonOverlap(a.radius, placed(b, placedB.angle, t.x, t.y));
  throw new UnsupportedPairError(
    'unsupported-pair',
    `overlapArea: ${a.kind} against ${b.kind} is not supported; polygons and discs are`,
  );
}

function exchanged({ area, gradient }: OverlapArea): OverlapArea {
  return { area, gradient: { x: 0 - gradient.x, y: 0 - gradient.y } };
}

const isPolygon = (shape: PlanarShape): shape is Polygon => shape.kind === 'polygon';
const isDisc = (shape: PlanarShape): shape is Disc => shape.kind === 'disc';

function placed(shape: Polygon, angle: number, tx: number, ty: number): readonly Vector2[] {
  const c = cos(angle);
  const s = sin(angle);
  return shape.vertices.map(({ x, y }) => ({ x: c * x - s * y + tx, y: s * x + c * y + ty }));
}

/**
 * Corners of the common part, the first `count` of each list; `isB` is true if the edge to the next corner belongs to
 * B.
 */
interface Outline {
  readonly x: number[];
  readonly y: number[];
  readonly isB: boolean[];
  count: number;
}

function addCorner(outline: Outline, x: number, y: number, isB: boolean): void {
  outline.x[outline.count] = x;
  outline.y[outline.count] = y;
  outline.isB[outline.count] = isB;
  outline.count++;
}

/** Height of every corner above the line from p to q, 0 within the tolerance of it, and the largest. */
function setHeights(heights: number[], { x, y, count }: Outline, p: Vector2, q: Vector2, tolerance: number): number {
  const size = length2(q.x - p.x, q.y - p.y);
  const ux = (q.x - p.x) / size;
  const uy = (q.y - p.y) / size;
  let largest = -Infinity;
  for (let i = 0; i < count; i++) {
    const height = uy * (x[i] - p.x) - ux * (y[i] - p.y);
    heights[i] = Math.abs(height) <= tolerance ? 0 : height;
    if (height > largest) largest = height;
  }
  return largest;
}

/** What lies below the line that the heights are above; corners on it stay. */
function cut({ x, y, isB, count }: Outline, heights: readonly number[], kept: Outline): void {
  kept.count = 0;
  for (let i = 0; i < count; i++) {
    const next = i + 1 === count ? 0 : i + 1;
    const fromX = x[i];
    const fromY = y[i];
    const label = isB[i];
    const here = heights[i];
    const there = heights[next];
    if (here <= 0) addCorner(kept, fromX, fromY, label);
    if (here > 0 === there > 0) continue;
    const part = here / (here - there);
    const atX = fromX + part * (x[next] - fromX);
    const atY = fromY + part * (y[next] - fromY);
    addCorner(kept, atX, atY, here > 0 ? label : true);
  }
}

function polygonOverlap(a: readonly Vector2[], b: readonly Vector2[]): OverlapArea {
  let largest = 0;
  let common: Outline = { x: [], y: [], isB: [], count: 0 };
  for (const { x, y } of a) {
    addCorner(common, x, y, false);
    largest = Math.max(largest, Math.abs(x), Math.abs(y));
  }
  for (const { x, y } of b) largest = Math.max(largest, Math.abs(x), Math.abs(y));
  const tolerance = ON_LINE_IN_ROUNDINGS * 2 ** -52 * largest;
  let spare: Outline = { x: [], y: [], isB: [], count: 0 };
  const heights: number[] = [];
  b.forEach((p, i) => {
    const highest = setHeights(heights, common, p, b[(i + 1) % b.length], tolerance);
    if (!(highest > tolerance)) return;
    cut(common, heights, spare);
    [common, spare] = [spare, common];
  });
  const { x, y, isB, count } = common;
  let doubled = 0;
  let gx = 0;
  let gy = 0;
  for (let i = 0; i < count; i++) {
    const next = i + 1 === count ? 0 : i + 1;
    const fromX = x[i] - x[0];
    const fromY = y[i] - y[0];
    const toX = x[next] - x[0];
    const toY = y[next] - y[0];
    doubled += fromX * toY - fromY * toX;
    if (isB[i]) {
      gx += toY - fromY;
      gy -= toX - fromX;
    }
  }
  return { area: Math.max(0, doubled / 2), gradient: { x: gx, y: gy } };
}
