// SPDX-License-Identifier: MIT
/**
 * Surface of a convex body as a closed mesh, for pictures and files: exact for polyhedra, with corners on the surface
 * for curved bodies. These are covered by rings around z that end at two poles.
 */
import type { Vector3 } from '../math/vector.ts';
import type { ConvexHull } from '../meshes/convex-hull.ts';
import type { Profile, ProfilePiece, ProfilePoint } from './profile.ts';
import type { ConvexShape } from './shape.ts';

/** The surface of a shape as a mesh in its own frame; faces are counter-clockwise seen from outside. */
export interface SurfaceMesh {
  /** Flat x, y, z. */
  readonly vertices: Float64Array;
  /** One more than there are faces, into `faceVertices`. */
  readonly faceOffsets: Int32Array;
  readonly faceVertices: Int32Array;
}

/** Corners per ring: 24 look round and miss the radius by less than 1 %. */
const DEFAULT_SEGMENTS = 24;

/**
 * Surface of a body; `segments` is the number of corners around curved parts, at least 4. Points and segments have no
 * faces; a facet has two.
 */
export function surfaceMesh(shape: ConvexShape, segments = DEFAULT_SEGMENTS): SurfaceMesh {
  const count = Math.max(4, 2 * Math.ceil(segments / 2));
  return shape.surface(count);
}

export function surfaceOfHull({ vertices, faceOffsets, faceVertices }: ConvexHull): SurfaceMesh {
  return { vertices, faceOffsets, faceVertices };
}

/** Both sides of a polygon. */
export function surfaceOfFacet(corners: readonly Vector3[]): SurfaceMesh {
  const front = corners.map((_, i) => i);
  return joined(corners, [front, [...front].reverse()]);
}

/** From the lower pole to the upper. */
export function halfCircle(parts: number, radius: number): readonly ProfilePoint[] {
  return Array.from({ length: parts + 1 }, (_, i) => {
    const angle = Math.PI * (i / parts - 0.5);
    return [i === 0 || i === parts ? 0 : radius * Math.cos(angle), radius * Math.sin(angle)];
  });
}

/** A body of revolution about z: straight pieces as they are, arcs in steps of about the angle between two corners. */
export function surfaceOfProfile(segments: number, profile: Profile): SurfaceMesh {
  const points = profile.flatMap((piece) => [piece.from, ...innerPoints(piece, segments)]);
  return revolved(segments, [...points, (profile.at(-1) as ProfilePiece).to]);
}

function innerPoints({ from, to, arc }: ProfilePiece, segments: number): ProfilePoint[] {
  if (arc === undefined) return [];
  const angleOf = ([radius, height]: ProfilePoint): number => Math.atan2(height - arc.centre, radius);
  const [first, last] = [angleOf(from), angleOf(to)];
  const parts = Math.ceil((Math.abs(last - first) * segments) / (2 * Math.PI) - 1e-9);
  return Array.from({ length: parts - 1 }, (_, i) => {
    const angle = first + ((last - first) * (i + 1)) / parts;
    return [arc.radius * Math.cos(angle), arc.centre + arc.radius * Math.sin(angle)];
  });
}

/** A profile from pole to pole turned about z; a pole has radius 0. */
export function revolved(segments: number, profile: readonly ProfilePoint[]): SurfaceMesh {
  return globe(segments, profile.length - 1, (turn, i) => {
    const [radius, height] = profile[i] as readonly [number, number];
    return { x: radius * Math.cos(turn), y: radius * Math.sin(turn), z: height };
  });
}

const signedPower = (value: number, exponent: number): number => Math.sign(value) * Math.abs(value) ** exponent;

/** Eq. 1 of Peng & Hanley 2019 in angles: powers 2/n of sine and cosine, which crowd where the surface bends most. */
export function superellipsoid(segments: number, { x: a, y: b, z: c }: Vector3, n1: number, n2: number): SurfaceMesh {
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
export function surfaceBySupport(segments: number, shape: Pick<ConvexShape, 'support'>): SurfaceMesh {
  const rings = segments / 2;
  return globe(segments, rings, (turn, i) => {
    const latitude = Math.PI * (i / rings - 0.5);
    const width = i === 0 || i === rings ? 0 : Math.cos(latitude);
    return shape.support({ x: width * Math.cos(turn), y: width * Math.sin(turn), z: Math.sin(latitude) });
  });
}

/**
 * Mesh of a lower pole, rings of quadrilaterals and an upper pole. `pointAt` is called with ring 0 and `rings` for the
 * poles.
 */
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

/** The mesh of these corners and faces. */
export function joined(points: readonly Vector3[], faces: readonly (readonly number[])[]): SurfaceMesh {
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
