// SPDX-License-Identifier: MIT
/**
 * Mass properties of a rounded convex polyhedron, exactly, by Steiner's dissection: the core, a prism on every face, a
 * wedge of a cylinder along every edge, a sector of a ball at every vertex (Schneider, Convex Bodies, section 4.2;
 * moments by elementary integration).
 */
import { atan2, cos, sin } from '../../math/circular.ts';
import { power } from '../../math/elementary.ts';
import { addMatrices, diagonalMatrix, outerProduct, type SymmetricMatrix3 } from '../../math/symmetric-matrix.ts';
import { add, addScaled, cross, dot, length, scale, subtract, type Vector3, ZERO_VECTOR } from '../../math/vector.ts';
import type { ConvexHull } from '../../meshes/convex-hull.ts';
import { type MassProperties, massPropertiesFromMoments, secondMomentsFromInertia } from './mass-properties.ts';

/** The part of a hull that is needed here. */
type PolytopeSurface = Pick<ConvexHull, 'vertices' | 'faceOffsets' | 'faceVertices' | 'facePlanes' | 'edges'>;

class MomentSum {
  volume = 0;
  first = ZERO_VECTOR;
  second: SymmetricMatrix3;

  constructor(volume: number, second: SymmetricMatrix3) {
    this.volume = volume;
    this.second = second;
  }

  /** A part of `weight` whose points are centre + spread: first moments and products of the spread with the centre. */
  add(weight: number, first: Vector3, second: SymmetricMatrix3): void {
    this.volume += weight;
    this.first = add(this.first, first);
    this.second = addMatrices(this.second, second);
  }
}

/** `core`: mass properties of the polyhedron itself (zero volume for a facet). */
export function roundedPolytopeMassProperties(
  core: MassProperties,
  surface: PolytopeSurface,
  radius: number,
): MassProperties {
  // About the core's centroid, so that a body far from its origin loses no digits.
  const reference = core.centroid;
  const count = surface.vertices.length / 3;
  const vertices = Array.from({ length: count }, (_, i) => subtract(tripleAt(surface.vertices, 3 * i), reference));
  const vertexAt = (i: number): Vector3 => vertices[i] ?? ZERO_VECTOR;
  const sum = new MomentSum(core.volume, secondMomentsFromInertia(core.inertia));

  const solidAngles = new Float64Array(count).fill(2 * Math.PI);
  for (let face = 0; face + 1 < surface.faceOffsets.length; face++) {
    const loop = surface.faceVertices.subarray(surface.faceOffsets[face], surface.faceOffsets[face + 1]);
    addPrism(sum, Array.from(loop, vertexAt), tripleAt(surface.facePlanes, 4 * face), radius);
    loop.forEach((vertex, i) => {
      const before = subtract(vertexAt(loop.at(i - 1) ?? 0), vertexAt(vertex));
      const after = subtract(vertexAt(loop[(i + 1) % loop.length]), vertexAt(vertex));
      // Gauss-Bonnet: the normals at a vertex cover 2 pi less the angles of its faces.
      solidAngles[vertex] = solidAngles[vertex] - angleBetween(before, after);
    });
  }

  const meanNormals = vertices.map(() => ZERO_VECTOR);
  for (let edge = 0; edge < surface.edges.length; edge += 4) {
    const [v0 = 0, v1 = 0, left = 0, right = 0] = surface.edges.subarray(edge, edge + 4);
    const a = vertexAt(v0);
    const b = vertexAt(v1);
    const normal = tripleAt(surface.facePlanes, 4 * left);
    const angle = angleBetween(normal, tripleAt(surface.facePlanes, 4 * right));
    const along = scale(subtract(b, a), 1 / length(subtract(b, a)));
    addWedge(sum, a, b, normal, cross(along, normal), angle, radius);
    // Integral of the normals at a vertex: half the sum of angle times direction over its edges, pointing away from the
    // body.
    meanNormals[v0] = addScaled(meanNormals[v0] ?? ZERO_VECTOR, along, -angle / 2);
    meanNormals[v1] = addScaled(meanNormals[v1] ?? ZERO_VECTOR, along, angle / 2);
  }

  vertices.forEach((vertex, i) => {
    addSector(sum, vertex, solidAngles[i], meanNormals[i] ?? ZERO_VECTOR, radius);
  });
  // The sectors make up one ball, so of their spread only this sum is needed.
  const ball = (4 / 15) * Math.PI * power(radius, 5);
  sum.add(0, ZERO_VECTOR, diagonalMatrix(ball, ball, ball));
  return massPropertiesFromMoments(sum, reference);
}

/** Points p + t n, p on the polygon, 0 <= t <= radius. */
function addPrism(sum: MomentSum, polygon: readonly Vector3[], normal: Vector3, radius: number): void {
  const origin = polygon[0] ?? ZERO_VECTOR;
  const offset = scale(normal, radius / 2);
  for (let i = 1; i + 1 < polygon.length; i++) {
    const b = polygon[i] ?? origin;
    const c = polygon[i + 1] ?? origin;
    const area = dot(cross(subtract(b, origin), subtract(c, origin)), normal) / 2;
    const volume = area * radius;
    const corners = add(add(origin, b), c);
    const middle = add(scale(corners, 1 / 3), offset);
    // Second moments of a triangle: area/12 (sum of corners squared + square of their sum), moved by the mean offset,
    // plus the spread in t.
    const flat = [origin, b, c]
      .map((v) => outerProduct(add(v, offset), volume / 12))
      .reduce((a, m) => addMatrices(a, m), outerProduct(middle, (9 / 12) * volume));
    const spread = outerProduct(normal, (volume * radius * radius) / 12);
    sum.add(volume, scale(middle, volume), addMatrices(flat, spread));
  }
}

/** Points p + t u, p on the edge, 0 <= t <= radius, u turning by `angle` from `normal` towards `outward`. */
function addWedge(
  sum: MomentSum,
  a: Vector3,
  b: Vector3,
  normal: Vector3,
  outward: Vector3,
  angle: number,
  radius: number,
): void {
  const edgeLength = length(subtract(b, a));
  const sine = sin(angle);
  const cosine = cos(angle);
  const squared = radius * radius;
  const volume = (edgeLength * angle * squared) / 2;
  const middle = scale(add(a, b), 0.5);
  const mean = scale(addScaled(scale(normal, sine), outward, 1 - cosine), (edgeLength * squared * radius) / 3);
  // Along the edge: length/12 (b - a)^2 about the middle. Across: integrals of cos^2, sin^2 and sin cos over the angle,
  // times r^4 / 4.
  const along = addMatrices(outerProduct(middle, volume), outerProduct(subtract(b, a), volume / 12));
  const weight = (edgeLength * squared * squared) / 4;
  const across = addMatrices(
    addMatrices(
      outerProduct(normal, (weight * (angle + sine * cosine)) / 2),
      outerProduct(outward, (weight * (angle - sine * cosine)) / 2),
    ),
    symmetricProduct(normal, outward),
    (weight * sine * sine) / 2,
  );
  sum.add(
    volume,
    add(scale(middle, volume), mean),
    addMatrices(addMatrices(along, across), symmetricProduct(middle, mean)),
  );
}

/**
 * Points v + t n, 0 <= t <= radius, n over the normals of the vertex; the part quadratic in n is left to the caller.
 */
function addSector(sum: MomentSum, vertex: Vector3, solidAngle: number, meanNormal: Vector3, radius: number): void {
  const volume = (solidAngle * power(radius, 3)) / 3;
  const mean = scale(meanNormal, power(radius, 4) / 4);
  sum.add(
    volume,
    add(scale(vertex, volume), mean),
    addMatrices(outerProduct(vertex, volume), symmetricProduct(vertex, mean)),
  );
}

/** a b^T + b a^T */
function symmetricProduct(a: Vector3, b: Vector3): SymmetricMatrix3 {
  return {
    xx: 2 * a.x * b.x,
    yy: 2 * a.y * b.y,
    zz: 2 * a.z * b.z,
    xy: a.x * b.y + a.y * b.x,
    xz: a.x * b.z + a.z * b.x,
    yz: a.y * b.z + a.z * b.y,
  };
}

function angleBetween(a: Vector3, b: Vector3): number {
  return atan2(length(cross(a, b)), dot(a, b));
}

function tripleAt(flat: Float64Array, start: number): Vector3 {
  return { x: flat[start], y: flat[start + 1], z: flat[start + 2] };
}
