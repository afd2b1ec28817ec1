// SPDX-License-Identifier: MIT
/**
 * Weights of a facet's vertices at a point of it: they sum to 1 and their mean of the vertices is the point, so forces
 * shared out by them keep force and moment. Triangles have area coordinates (Santasusana et al. 2016, eq. 26); eq. 28
 * for quadrilaterals misses the point unless they are parallelograms, so polygons take eq. 32 (Meyer et al. 2002),
 * divided by its sum.
 */
import { InvalidOptionError } from '../../errors.ts';
import {
  cross,
  dot,
  lengthSquared,
  subtract,
  type Vector3,
  type Vector3Like,
  vectorArgument,
} from '../../math/vector.ts';
import { type FacetMesh, requireFacet, requireMesh } from '../../meshes/facet-mesh.ts';

/** A corner that turns by less than this angle is a point of a straight side and carries nothing. */
const STRAIGHT_SINE = 1e-9;
/** A point this close to a side, as a part of the areas that it makes with the others, lies on it. */
const ON_SIDE = 1e-13;

export function vertexOf({ vertices }: FacetMesh, v: number): Vector3 {
  return { x: vertices[3 * v], y: vertices[3 * v + 1], z: vertices[3 * v + 2] };
}

function clamp(value: number): number {
  return value < 0 ? 0 : value > 1 ? 1 : value;
}

/**
 * Weights of the vertices of facet `f`, in their order, at a point of the facet in the mesh's own frame.
 *
 * @throws MeshError unless `facetMesh` made the mesh, InvalidOptionError for a facet that it does not have.
 *
 * @example
 * ```ts
 * import { facetMesh, nodalWeights } from 'scree/contact';
 *
 * const floor = facetMesh({ vertices: [[0, 0, 0], [1, 0, 0], [0, 1, 0]], facets: [[0, 1, 2]] });
 * console.log(nodalWeights(floor, 0, [0.25, 0.25, 0])); // [ 0.5, 0.25, 0.25 ]
 * ```
 */
export function nodalWeights(mesh: FacetMesh, facet: number, point: Vector3Like): number[] {
  const f = requireFacet(facet, requireMesh(mesh), 'facet');
  return weightsOnFacet(mesh, f, vectorArgument(point, 'point', InvalidOptionError));
}

/** The same without a check of arguments. */
export function weightsOnFacet(mesh: FacetMesh, f: number, point: Vector3): number[] {
  const corners = Array.from(mesh.facetVertices.subarray(mesh.facetOffsets[f], mesh.facetOffsets[f + 1]), (v) =>
    subtract(vertexOf(mesh, v), point),
  );
  if (corners.length === 3) return triangleWeights(corners as [Vector3, Vector3, Vector3]);
  const [x = 0, y = 0, z = 0] = mesh.facetNormals.subarray(3 * f, 3 * f + 3);
  return polygonWeights(corners, { x, y, z });
}

/** Weights at a point of the side of facet `f` from corner `k` to the next. */
export function edgeWeights(mesh: FacetMesh, f: number, k: number, point: Vector3): number[] {
  const begin = mesh.facetOffsets[f];
  const count = mesh.facetOffsets[f + 1] - begin;
  const next = (k + 1) % count;
  const a = subtract(vertexOf(mesh, mesh.facetVertices[begin + k]), point);
  const b = subtract(vertexOf(mesh, mesh.facetVertices[begin + next]), point);
  return onSide(count, k, next, a, b);
}

/** Eq. 30: linear along the side from corner `i` at `a` to `j` at `b`, the point being the origin. */
function onSide(count: number, i: number, j: number, a: Vector3, b: Vector3): number[] {
  const side = subtract(b, a);
  const weights = new Array<number>(count).fill(0);
  weights[j] = clamp(-dot(a, side) / lengthSquared(side));
  weights[i] = 1 - weights[j];
  return weights;
}

/**
 * Eq. 26 along the longest side: the weight of the opposite corner is its fraction of the height, and the rest is
 * shared along the side. In a sliver the ratio of areas is rounding, but its error moves the mean only across the
 * sliver.
 */
function triangleWeights(corners: readonly [Vector3, Vector3, Vector3]): number[] {
  const lengths = corners.map((corner, k) => lengthSquared(subtract(corners[(k + 1) % 3], corner)));
  const k = lengths.indexOf(Math.max(...lengths));
  const [a, b, c] = [0, 1, 2].map((i) => corners[(k + i) % 3]) as [Vector3, Vector3, Vector3];
  const side = subtract(b, a);
  const area = cross(side, subtract(c, a));
  const lengthOfSide = lengthSquared(side);
  const along = clamp(-dot(a, side) / lengthOfSide);
  const foot = clamp(dot(subtract(c, a), side) / lengthOfSide);
  // No more than leaves something to the two other corners.
  const most = Math.min(foot > 0 ? along / foot : 1, foot < 1 ? (1 - along) / (1 - foot) : 1);
  const part = Math.min(clamp(-dot(cross(side, a), area) / lengthSquared(area)), most);
  const atB = Math.min(Math.max(0, along - part * foot), 1 - part);
  const weights = [0, 0, 0];
  weights[(k + 2) % 3] = part;
  weights[(k + 1) % 3] = atB;
  weights[k] = 1 - part - atB;
  return weights;
}

/**
 * Eq. 32 in areas: the cotangents at a corner sum to the area of the corner's triangle over those that its two sides
 * make with the point (times the squared distance). The corners are relative to the point.
 */
function polygonWeights(corners: readonly Vector3[], normal: Vector3): number[] {
  const count = corners.length;
  const doubleArea = (a: Vector3, b: Vector3): number => dot(normal, cross(a, b));
  const turning = corners.flatMap((corner, k) => {
    const before = subtract(corner, corners[(k + count - 1) % count]);
    const after = subtract(corners[(k + 1) % count], corner);
    const size = Math.sqrt(lengthSquared(before) * lengthSquared(after));
    return doubleArea(before, after) > STRAIGHT_SINE * size ? [k] : [];
  });
  const at = (i: number): Vector3 => corners[turning[(i + turning.length) % turning.length]];
  const areas = turning.map((_, i) => doubleArea(at(i), at(i + 1)));
  const largest = Math.max(...areas);
  const smallest = Math.min(...areas);
  if (smallest <= ON_SIDE * largest) {
    const i = areas.indexOf(smallest);
    return onSide(count, turning[i], turning[(i + 1) % turning.length], at(i), at(i + 1));
  }
  const weights = new Array<number>(count).fill(0);
  let sum = 0;
  turning.forEach((k, i) => {
    const before = areas[(i + areas.length - 1) % areas.length];
    const ear = doubleArea(subtract(at(i), at(i - 1)), subtract(at(i + 1), at(i)));
    const weight = (ear / before) * (largest / areas[i]);
    weights[k] = weight;
    sum += weight;
  });
  return weights.map((weight) => weight / sum);
}
