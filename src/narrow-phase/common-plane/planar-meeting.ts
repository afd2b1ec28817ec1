// SPDX-License-Identifier: MIT
/** Common point of two convex sets in a plane: the centroid of their overlap, or their closest points. */

export type PlanarPoint = readonly [number, number];

/** Twice the area of the triangle, positive when it runs counter-clockwise. */
function turn(a: PlanarPoint, b: PlanarPoint, c: PlanarPoint): number {
  return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
}

/**
 * Corners of the hull, counter-clockwise (Andrew's monotone chain); one or two if the points coincide or are collinear.
 */
function hullOf(points: readonly PlanarPoint[]): PlanarPoint[] {
  const sorted = [...points].sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  const chain = (ordered: readonly PlanarPoint[]): PlanarPoint[] => {
    const corners: PlanarPoint[] = [];
    for (const point of ordered) {
      while (corners.length > 1) {
        const last = corners.length - 1;
        if (turn(corners[last - 1], corners[last], point) > 0) break;
        corners.pop();
      }
      corners.push(point);
    }
    return corners.slice(0, -1);
  };
  const hull = [...chain(sorted), ...chain(sorted.reverse())];
  return hull.length > 0 ? hull : sorted.slice(0, 1);
}

/** The part of a point, segment or polygon inside a polygon, corners in order (Sutherland & Hodgman 1974). */
function clip(subject: readonly PlanarPoint[], window: readonly PlanarPoint[]): PlanarPoint[] {
  let kept = [...subject];
  window.forEach((from, i) => {
    const to = window[(i + 1) % window.length];
    const inside: PlanarPoint[] = [];
    kept.forEach((p, k) => {
      const q = kept[(k + 1) % kept.length];
      const sideP = turn(from, to, p);
      const sideQ = turn(from, to, q);
      if (sideP >= 0) inside.push(p);
      if (sideP > 0 !== sideQ > 0 && sideP !== 0 && sideQ !== 0) {
        const t = sideP / (sideP - sideQ);
        inside.push([p[0] + t * (q[0] - p[0]), p[1] + t * (q[1] - p[1])]);
      }
    });
    kept = inside;
  });
  return kept;
}

function mean(points: readonly PlanarPoint[]): PlanarPoint {
  const sum = points.reduce((s, p) => [s[0] + p[0], s[1] + p[1]], [0, 0]);
  return [sum[0] / points.length, sum[1] / points.length];
}

/** Centroid of the hull of corners, with duplicates allowed; without area, the midpoint of its ends. */
function centroid(corners: readonly PlanarPoint[]): PlanarPoint {
  const polygon = hullOf(corners);
  const middle = mean(polygon);
  if (polygon.length < 3) return middle;
  let area = 0;
  let x = 0;
  let y = 0;
  polygon.forEach((p, i) => {
    const q = polygon[(i + 1) % polygon.length];
    const weight = turn(middle, p, q);
    area += weight;
    x += (weight * (p[0] + q[0] - 2 * middle[0])) / 3;
    y += (weight * (p[1] + q[1] - 2 * middle[1])) / 3;
  });
  const inside: PlanarPoint = [middle[0] + x / area, middle[1] + y / area];
  return Number.isFinite(inside[0]) && Number.isFinite(inside[1]) ? inside : middle;
}

function closestOnSegment(p: PlanarPoint, from: PlanarPoint, to: PlanarPoint): PlanarPoint {
  const x = to[0] - from[0];
  const y = to[1] - from[1];
  const squared = x * x + y * y;
  const t = squared > 0 ? ((p[0] - from[0]) * x + (p[1] - from[1]) * y) / squared : 0;
  const clamped = Math.min(1, Math.max(0, t));
  return [from[0] + clamped * x, from[1] + clamped * y];
}

/** The corner of P and the point on the outline of Q that are closest, and their squared distance. */
function closestCorner(p: readonly PlanarPoint[], q: readonly PlanarPoint[]): [PlanarPoint, PlanarPoint, number] {
  let best: [PlanarPoint, PlanarPoint, number] = [p[0], q[0], Infinity];
  for (const corner of p) {
    q.forEach((from, i) => {
      const on = closestOnSegment(corner, from, q[(i + 1) % q.length]);
      const squared = (corner[0] - on[0]) ** 2 + (corner[1] - on[1]) ** 2;
      if (squared < best[2]) best = [corner, on, squared];
    });
  }
  return best;
}

/** The point where two segments cross. */
function crossing(p: readonly PlanarPoint[], q: readonly PlanarPoint[]): PlanarPoint | undefined {
  const [a, b] = p as [PlanarPoint, PlanarPoint];
  const [c, d] = q as [PlanarPoint, PlanarPoint];
  const atA = turn(c, d, a);
  const atB = turn(c, d, b);
  if (atA > 0 === atB > 0 || turn(a, b, c) > 0 === turn(a, b, d) > 0) return undefined;
  const t = atA / (atA - atB);
  return [a[0] + t * (b[0] - a[0]), a[1] + t * (b[1] - a[1])];
}

/**
 * A point of the hull of `p` and a point of the hull of `q`: the same one, in the middle of the overlap, where the
 * hulls overlap, and the closest two where they do not. Neither may be empty.
 */
export function meetingPoints(
  p: readonly PlanarPoint[],
  q: readonly PlanarPoint[],
): readonly [PlanarPoint, PlanarPoint] {
  const hullP = hullOf(p);
  const hullQ = hullOf(q);
  const overlap = hullQ.length > 2 ? clip(hullP, hullQ) : hullP.length > 2 ? clip(hullQ, hullP) : [];
  if (overlap.length > 0) {
    const middle = centroid(overlap);
    return [middle, middle];
  }
  if (hullP.length === 2 && hullQ.length === 2) {
    const middle = crossing(hullP, hullQ);
    if (middle !== undefined) return [middle, middle];
  }
  const fromP = closestCorner(hullP, hullQ);
  const fromQ = closestCorner(hullQ, hullP);
  return fromP[2] <= fromQ[2] ? [fromP[0], fromP[1]] : [fromQ[1], fromQ[0]];
}
