// SPDX-License-Identifier: MIT
/**
 * The surface of a convex body as a closed mesh, for pictures and files: exact for polyhedra, with corners on the
 * surface for curved bodies. Those are covered by rings around z, like the parallels of a globe, which close at two
 * poles.
 */
import type { Vector3 } from '../math/vector.ts';
import { type ConvexPolyhedron, polyhedron } from './kinds/convex-polyhedron.ts';
import type { ConvexShape } from './shape.ts';

/** Faces counter-clockwise seen from outside, in the shape's own frame. */
export interface SurfaceMesh {
  /** Flat x, y, z. */
  readonly vertices: Float64Array;
  /** One more than there are faces, into `faceVertices`. */
  readonly faceOffsets: Int32Array;
  readonly faceVertices: Int32Array;
}

/** Corners around a ring: a circle of 24 looks round, and misses its radius by less than 1 %. */
const DEFAULT_SEGMENTS = 24;

/**
 * The surface of a body; `segments` is the number of corners around it where it is curved, at least 4. Points, segments
 * and facets have no inside: their faces are none, none, and the two sides.
 */
export function surfaceMesh(shape: ConvexShape, segments = DEFAULT_SEGMENTS): SurfaceMesh {
  const count = Math.max(4, 2 * Math.ceil(segments / 2));
  switch (shape.kind) {
    case 'polyhedron':
      return surfaceOfHull(shape);
    case 'box':
      return surfaceOfHull(cornersOfBox(shape.halfExtents));
    case 'facet':
      return surfaceOfFacet(shape.vertices);
    case 'point':
    case 'segment':
      return joined([], []);
    case 'cylinder':
      return revolved(count, [
        [0, -shape.halfLength],
        [shape.radius, -shape.halfLength],
        [shape.radius, shape.halfLength],
        [0, shape.halfLength],
      ]);
    case 'cone':
      return revolved(count, [
        [0, 0],
        [shape.radius, 0],
        [0, shape.height],
      ]);
    case 'sphere':
      return revolved(count, halfCircle(count / 2, shape.radius));
    case 'capsule':
      return revolved(count, parted(halfCircle(2 * Math.ceil(count / 4), shape.radius), shape.halfLength));
    case 'ellipsoid':
      return superellipsoid(count, shape.semiAxes, 2, 2);
    case 'superquadric':
      return superellipsoid(count, shape.semiAxes, shape.n1, shape.n2);
    case 'rounded':
      return surfaceBySupport(count, shape);
  }
}

function cornersOfBox({ x, y, z }: Vector3): ConvexPolyhedron {
  const corners = [-1, 1].flatMap((i) => [-1, 1].flatMap((j) => [-1, 1].map((k) => [i * x, j * y, k * z] as const)));
  return polyhedron({ vertices: corners });
}

function surfaceOfHull({ hull }: ConvexPolyhedron): SurfaceMesh {
  const { vertices, faceOffsets, faceVertices } = hull;
  return { vertices, faceOffsets, faceVertices };
}

function surfaceOfFacet(corners: readonly Vector3[]): SurfaceMesh {
  const front = corners.map((_, i) => i);
  return joined(corners, [front, [...front].reverse()]);
}

type Profile = readonly (readonly [radius: number, height: number])[];

/** From the lower pole to the upper. */
function halfCircle(parts: number, radius: number): Profile {
  return Array.from({ length: parts + 1 }, (_, i) => {
    const angle = Math.PI * (i / parts - 0.5);
    return [i === 0 || i === parts ? 0 : radius * Math.cos(angle), radius * Math.sin(angle)];
  });
}

/** Cut at the middle, which both parts keep, and moved apart. */
function parted(profile: Profile, shift: number): Profile {
  const middle = (profile.length - 1) / 2;
  const lower = profile.slice(0, middle + 1).map(([radius, height]) => [radius, height - shift] as const);
  return [...lower, ...profile.slice(middle).map(([radius, height]) => [radius, height + shift] as const)];
}

/** A profile from pole to pole turned about z; a pole has radius 0. */
function revolved(segments: number, profile: Profile): SurfaceMesh {
  return globe(segments, profile.length - 1, (turn, i) => {
    const [radius, height] = profile[i] as readonly [number, number];
    return { x: radius * Math.cos(turn), y: radius * Math.sin(turn), z: height };
  });
}

const signedPower = (value: number, exponent: number): number => Math.sign(value) * Math.abs(value) ** exponent;

/** Eq. 1 of Peng & Hanley 2019 in angles: powers 2/n of sine and cosine, which crowd where the surface bends most. */
function superellipsoid(segments: number, { x: a, y: b, z: c }: Vector3, n1: number, n2: number): SurfaceMesh {
  const rings = segments / 2;
  return globe(segments, rings, (turn, i) => {
    const latitude = Math.PI * (i / rings - 0.5);
    const width = i === 0 || i === rings ? 0 : signedPower(Math.cos(latitude), 2 / n1);
    return {
      x: a * width * signedPower(Math.cos(turn), 2 / n2),
      y: b * width * signedPower(Math.sin(turn), 2 / n2),
      z: c * signedPower(Math.sin(latitude), 2 / n1),
    };
  });
}

/**
 * The farthest points along the normals of a globe: distinct for a rounded body, whose surface has one point for each
 * normal.
 */
function surfaceBySupport(segments: number, shape: ConvexShape): SurfaceMesh {
  const rings = segments / 2;
  return globe(segments, rings, (turn, i) => {
    const latitude = Math.PI * (i / rings - 0.5);
    const width = i === 0 || i === rings ? 0 : Math.cos(latitude);
    return shape.support({ x: width * Math.cos(turn), y: width * Math.sin(turn), z: Math.sin(latitude) });
  });
}

/** A pole below, rings of quadrilaterals, a pole above. `pointAt` is asked with ring 0 and `rings` for the poles. */
function globe(segments: number, rings: number, pointAt: (turn: number, ring: number) => Vector3): SurfaceMesh {
  const points: Vector3[] = [pointAt(0, 0)];
  for (let i = 1; i < rings; i++)
    for (let j = 0; j < segments; j++) points.push(pointAt((2 * Math.PI * j) / segments, i));
  points.push(pointAt(0, rings));
  const corner = (i: number, j: number): number => 1 + (i - 1) * segments + (j % segments);
  const faces: number[][] = [];
  for (let j = 0; j < segments; j++) {
    faces.push([0, corner(1, j + 1), corner(1, j)]);
    for (let i = 1; i + 1 < rings; i++)
      faces.push([corner(i, j), corner(i, j + 1), corner(i + 1, j + 1), corner(i + 1, j)]);
    faces.push([corner(rings - 1, j), corner(rings - 1, j + 1), points.length - 1]);
  }
  return joined(points, faces);
}

function joined(points: readonly Vector3[], faces: readonly (readonly number[])[]): SurfaceMesh {
  const faceOffsets = new Int32Array(faces.length + 1);
  faces.forEach((face, f) => {
    faceOffsets[f + 1] = faceOffsets[f] + face.length;
  });
  return {
    vertices: Float64Array.from(points.flatMap(({ x, y, z }) => [x, y, z])),
    faceOffsets,
    faceVertices: Int32Array.from(faces.flat()),
  };
}
