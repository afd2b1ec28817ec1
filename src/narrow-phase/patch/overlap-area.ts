// SPDX-License-Identifier: MIT
/**
 * The area that two planar bodies share, and how it changes as B moves: the energy of a contact after Feng and Owen (2004)
 * and its force. A is cut by the lines of B's edges (Sutherland and Hodgman 1974, doi:10.1145/360767.360802); the area is an
 * integral along the boundary of what is left, and the gradient that of B's outward normal over B's part of it.
 */
import { UnsupportedPairError } from '../../errors.ts';
import { type PlanarPoseLike, planarPose } from '../../math/planar-pose.ts';
import { length2, type Vector2 } from '../../math/planar-vector.ts';
import type { Disc } from '../../shapes/planar/disc.ts';
import type { PlanarShape } from '../../shapes/planar/planar-shape.ts';
import type { Polygon } from '../../shapes/planar/polygon.ts';
import { discPolygonOverlap, lensOverlap } from './disc-overlap.ts';

export interface OverlapArea {
  readonly area: number;
  /** Derivative of the area by the position of B; by that of A it is the opposite. */
  readonly gradient: Vector2;
}

/** Corners this many roundings of the coordinates off a line lie on it. */
const ON_LINE_IN_ROUNDINGS = 16;

/** Whether `overlapArea` knows the pair: polygons and discs. */
export function hasOverlapArea(a: PlanarShape, b: PlanarShape): boolean {
  return [a, b].every(({ kind }) => kind === 'polygon' || kind === 'disc');
}

/**
 * The area common to `a` at `poseA` and `b` at `poseB` with its gradient; 0 for bodies apart. Polygons and discs; throws an
 * UnsupportedPairError for others. Where edges coincide the area has a kink, and the gradient is between both sides'.
 */
export function overlapArea(a: PlanarShape, poseA: PlanarPoseLike, b: PlanarShape, poseB: PlanarPoseLike): OverlapArea {
  const placedA = planarPose(poseA);
  const placedB = planarPose(poseB);
  const t = { x: placedB.position.x - placedA.position.x, y: placedB.position.y - placedA.position.y };
  if (isPolygon(a) && isPolygon(b)) {
    return polygonOverlap(placed(a, placedA.angle, 0, 0), placed(b, placedB.angle, t.x, t.y));
  }
  if (isDisc(a) && isDisc(b)) return lensOverlap(a.radius, b.radius, t);
  if (isPolygon(a) && isDisc(b)) {
    const { area, gradient } = discPolygonOverlap(b.radius, placed(a, placedA.angle, -t.x, -t.y));
    return { area, gradient: { x: 0 - gradient.x, y: 0 - gradient.y } };
  }
  if (isDisc(a) && isPolygon(b)) return discPolygonOverlap(a.radius, placed(b, placedB.angle, t.x, t.y));
  throw new UnsupportedPairError(
    'unsupported-pair',
    `overlapArea: ${a.kind} against ${b.kind} is not supported; polygons and discs are`,
  );
}

const isPolygon = (shape: PlanarShape): shape is Polygon => shape.kind === 'polygon';
const isDisc = (shape: PlanarShape): shape is Disc => shape.kind === 'disc';

function placed(shape: Polygon, angle: number, tx: number, ty: number): readonly Vector2[] {
  const c = Math.cos(angle);
  const s = Math.sin(angle);
  return shape.vertices.map(({ x, y }) => ({ x: c * x - s * y + tx, y: s * x + c * y + ty }));
}

/** A corner of the common part; `isB` tells whose boundary the edge from it to the next runs along. */
interface LabelledCorner extends Vector2 {
  readonly isB: boolean;
}

/** What lies left of the line from p to q. Corners within the tolerance of it count as on it, and stay. */
function clipped(
  corners: readonly LabelledCorner[],
  p: Vector2,
  q: Vector2,
  tolerance: number,
): readonly LabelledCorner[] {
  const size = length2(q.x - p.x, q.y - p.y);
  const ux = (q.x - p.x) / size;
  const uy = (q.y - p.y) / size;
  const heights = corners.map(({ x, y }) => {
    const height = uy * (x - p.x) - ux * (y - p.y);
    return Math.abs(height) <= tolerance ? 0 : height;
  });
  if (!heights.some((height) => height > 0)) return corners;
  const kept: LabelledCorner[] = [];
  corners.forEach((from, i) => {
    const next = (i + 1) % corners.length;
    const to = corners[next] as LabelledCorner;
    const here = heights[i] as number;
    const there = heights[next] as number;
    const part = here / (here - there);
    const cut = (isB: boolean): LabelledCorner => ({
      x: from.x + part * (to.x - from.x),
      y: from.y + part * (to.y - from.y),
      isB,
    });
    if (here <= 0) kept.push(from);
    if (here <= 0 && there > 0) kept.push(cut(true));
    if (here > 0 && there <= 0) kept.push(cut(from.isB));
  });
  return kept;
}

function polygonOverlap(a: readonly Vector2[], b: readonly Vector2[]): OverlapArea {
  let largest = 0;
  for (const { x, y } of [...a, ...b]) largest = Math.max(largest, Math.abs(x), Math.abs(y));
  const tolerance = ON_LINE_IN_ROUNDINGS * 2 ** -52 * largest;
  let common: readonly LabelledCorner[] = a.map((corner) => ({ ...corner, isB: false }));
  b.forEach((p, i) => {
    common = clipped(common, p, b[(i + 1) % b.length] as Vector2, tolerance);
  });
  const [origin] = common;
  let doubled = 0;
  let gx = 0;
  let gy = 0;
  common.forEach((from, i) => {
    const to = common[(i + 1) % common.length] as LabelledCorner;
    if (origin !== undefined) {
      doubled += (from.x - origin.x) * (to.y - origin.y) - (from.y - origin.y) * (to.x - origin.x);
    }
    if (from.isB) {
      gx += to.y - from.y;
      gy -= to.x - from.x;
    }
  });
  return { area: Math.max(0, doubled / 2), gradient: { x: gx, y: gy } };
}
