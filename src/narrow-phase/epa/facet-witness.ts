// SPDX-License-Identifier: MIT
/**
 * Points of the bodies that correspond to the nearest point of a facet of B - A (TD eq. 6 to 10, EPA eq. 13 and 14).
 * The weights are ratios of areas in the plane, which stay defined if the plane contains the origin; TD's determinants
 * vanish there. The last triangle of a facet need not contain the projection of the origin; then the whole facet is
 * searched.
 */
import { cross, dot, scale, subtract, type Vector3 } from '../../math/vector.ts';
import type { PlacedBody } from '../family/placed-body.ts';
import { type DifferencePoint, type DifferenceSupport, smallerExtent } from '../gjk/difference-point.ts';
import { gjkDistance } from '../gjk/gjk-distance.ts';
import { weightedSum } from '../gjk/johnson.ts';
import { signedVolumes } from '../gjk/signed-volumes.ts';

/** A vertex belongs to the facet when it is this close to the supporting plane, relative to the smaller body ... */
const FACET_TOLERANCE = 1e-12;
/** ... or within this many roundings of the coordinates. */
const FACET_IN_ROUNDINGS = 8;
/** Weights down to this are rounded zeros. */
const WEIGHT_TOLERANCE = 1e-12;
/** A facet has few vertices; GJK in its plane needs no more steps. */
const WITNESS_STEP_LIMIT = 64;

/** Weights of a point of a triangle's plane as ratios of areas; undefined for a triangle without area. */
export function areaWeights(
  triangle: readonly Vector3[],
  normal: Vector3,
  point: Vector3,
): readonly number[] | undefined {
  const [p, q, r] = triangle.map((corner) => subtract(corner, point)) as [Vector3, Vector3, Vector3];
  const areas = [dot(normal, cross(q, r)), dot(normal, cross(r, p)), dot(normal, cross(p, q))];
  const whole = areas[0] + areas[1] + areas[2];
  const weights = areas.map((area) => area / whole);
  return weights.every(Number.isFinite) ? weights : undefined;
}

function farthestVertices(
  { vertices = [] }: PlacedBody,
  n: Vector3,
  tolerance: number,
): { point: Vector3; vertex: number }[] {
  const heights = vertices.map((vertex) => dot(vertex, n));
  const least = Math.max(...heights) - tolerance;
  return vertices.flatMap((point, vertex) => (heights[vertex] >= least ? [{ point, vertex }] : []));
}

/** Support of the facet of B - A along the normal from A to B, projected to its plane and relative to `foot`. */
function facetSupport(a: PlacedBody, b: PlacedBody, n: Vector3, foot: Vector3, rounding: number): DifferenceSupport {
  const tolerance = FACET_TOLERANCE * smallerExtent(a, b) + FACET_IN_ROUNDINGS * rounding;
  const onA = farthestVertices(a, n, tolerance);
  const onB = farthestVertices(b, scale(n, -1), tolerance);
  const top = (list: typeof onA, d: Vector3): (typeof onA)[number] =>
    list.reduce((best, each) => (dot(each.point, d) > dot(best.point, d) ? each : best));
  return (d) => {
    const p = top(onA, scale(d, -1));
    const q = top(onB, d);
    const from = subtract(subtract(q.point, p.point), foot);
    const w = subtract(from, scale(n, dot(n, from)));
    return { w, onA: p.point, onB: q.point, vertexA: p.vertex, vertexB: q.vertex };
  };
}

/** Point of A for the point of one triangle nearest to the projection of the origin on its plane. */
export function triangleWitness(triangle: readonly DifferencePoint[], normal: Vector3, distance: number): Vector3 {
  const foot = scale(normal, distance);
  const nearest = signedVolumes(triangle.map(({ w }) => subtract(w, foot)));
  return weightedSum(
    triangle.map(({ onA }) => onA),
    nearest,
  );
}

/**
 * Point of A for the projection of the origin on the supporting plane; that of B is `distance` times the normal away.
 */
export function facetWitness(
  triangle: readonly DifferencePoint[],
  normal: Vector3,
  distance: number,
  a: PlacedBody,
  b: PlacedBody,
  rounding: number,
): Vector3 {
  const foot = scale(normal, distance);
  const corners = triangle.map(({ w }) => w);
  const onA = triangle.map((corner) => corner.onA);
  const weights = triangle.length === 3 ? areaWeights(corners, normal, foot) : undefined;
  if (weights?.every((weight) => weight >= -WEIGHT_TOLERANCE)) return weightedSum(onA, weights);
  if (a.vertices !== undefined && b.vertices !== undefined) {
    const found = gjkDistance({
      support: facetSupport(a, b, normal, foot, rounding),
      start:
        corners[0] !== undefined && dot(corners[0], corners[0]) > 0 ? subtract(corners[0], foot) : { x: 1, y: 0, z: 0 },
      subDistance: signedVolumes,
      rounding,
      stepLimit: WITNESS_STEP_LIMIT,
      algorithm: 'facet',
    });
    return weightedSum(
      found.simplex.map((corner) => corner.onA),
      found.weights,
    );
  }
  return triangleWitness(triangle, normal, distance);
}
