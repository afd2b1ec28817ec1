// SPDX-License-Identifier: MIT
/**
 * Completes the last simplex of GJK to a tetrahedron around the origin (EPA step 1.b; TD assumes a tetrahedron, but GJK
 * may end on a point, segment or triangle that contains the origin). Points are added until the simplex has volume; it
 * stays smaller if the difference B - A is flat.
 */
import { cross, dot, length, negate, perpendicular, subtract, type Vector3 } from '../../math/vector.ts';
import { type DifferencePoint, type DifferenceSupport, direction } from '../gjk/difference-point.ts';
import { weightedSum } from '../gjk/johnson.ts';
import { signedVolumes } from '../gjk/signed-volumes.ts';

/** A simplex is solid if each further point is this many roundings of the coordinates off the flat of the others. */
const SOLID_IN_ROUNDINGS = 16;

const AXES: readonly Vector3[] = [
  { x: 1, y: 0, z: 0 },
  { x: 0, y: 1, z: 0 },
  { x: 0, y: 0, z: 1 },
];

/** Distance of a point from the flat through up to 3 points. */
function heightOver(flat: readonly Vector3[], point: Vector3): number {
  const [p, q, r] = flat as [Vector3, Vector3 | undefined, Vector3 | undefined];
  const from = subtract(point, p);
  if (q === undefined) return length(from);
  const along = direction(subtract(q, p));
  if (along === undefined) return 0;
  if (r === undefined) return length(cross(along, from));
  const normal = direction(cross(along, subtract(r, p)));
  return normal === undefined ? 0 : Math.abs(dot(normal, from));
}

/** Search directions for a point off the flat of a point, segment or triangle. */
function directionsOff(flat: readonly Vector3[]): readonly Vector3[] {
  const [p, q, r] = flat as [Vector3, Vector3 | undefined, Vector3 | undefined];
  if (q === undefined) return AXES.flatMap((axis) => [axis, negate(axis)]);
  const edge = direction(subtract(q, p));
  if (edge === undefined) return [];
  if (r === undefined) {
    const u = perpendicular(edge);
    const v = cross(edge, u);
    return [u, negate(u), v, negate(v)];
  }
  const normal = direction(cross(edge, subtract(r, p)));
  return normal === undefined ? [] : [normal, negate(normal)];
}

/** The largest solid part of a simplex that contains the origin within rounding. */
function solidPart(simplex: readonly DifferencePoint[], solid: number): readonly DifferencePoint[] {
  const points = simplex.map(({ w }) => w);
  const last = points[points.length - 1];
  if (simplex.length === 1) return simplex;
  const heights = points.map((point, i) =>
    heightOver(
      points.filter((_, k) => k !== i),
      point,
    ),
  );
  if (Math.min(...heights) > solid && length(subtract(last, points[0])) > 0) return simplex;
  // Flat: the face nearest the origin; of those that hold it the one whose smallest weight is largest.
  let best: readonly DifferencePoint[] = simplex.slice(1);
  let least = Infinity;
  let inside = -1;
  for (let left = 0; left < simplex.length; left++) {
    const face = simplex.filter((_, i) => i !== left);
    const corners = face.map(({ w }) => w);
    const weights = signedVolumes(corners);
    const missed = Math.max(solid, length(weightedSum(corners, weights)));
    const smallest = Math.min(...weights);
    if (missed < least || (missed === least && smallest > inside)) {
      least = missed;
      inside = smallest;
      best = face;
    }
  }
  return solidPart(best, solid);
}

/**
 * A solid tetrahedron with the origin inside or on it; fewer points if B - A is flat. Uses at most 12 support points.
 */
export function completeTetrahedron(
  simplex: readonly DifferencePoint[],
  support: DifferenceSupport,
  rounding: number,
): readonly DifferencePoint[] {
  const solid = SOLID_IN_ROUNDINGS * rounding;
  let points = solidPart(simplex, solid);
  while (points.length < 4) {
    const flat = points.map(({ w }) => w);
    let farthest: DifferencePoint | undefined;
    let height = solid;
    for (const off of directionsOff(flat)) {
      const found = support(off);
      const over = heightOver(flat, found.w);
      if (over > height) {
        height = over;
        farthest = found;
      }
    }
    if (farthest === undefined) return points;
    points = [...points, farthest];
  }
  return points;
}
