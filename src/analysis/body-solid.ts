// SPDX-License-Identifier: MIT
/**
 * The solid of a body: a ball, balls that may overlap, or convex polyhedra. Curved pieces are replaced by inscribed
 * polyhedra, whose missing volume is known.
 */
import { transformPoint } from '../math/pose.ts';
import { length, subtract, type Vector3, vector3, ZERO_VECTOR } from '../math/vector.ts';
import { polyhedron } from '../shapes/kinds/convex-polyhedron.ts';
import type { ConvexShape } from '../shapes/shape.ts';
import { surfaceMesh } from '../shapes/surface-mesh.ts';
import { clumpShape } from '../simulation/bodies/clump-shape.ts';
import type { BodyShapeSpec } from '../simulation/simulation-spec.ts';
import { type Loops, loopsVolume } from './clipped-polyhedron.ts';

interface SolidBall {
  readonly centre: Vector3;
  readonly radius: number;
}

export interface SolidPiece {
  readonly loops: Loops;
  /** Of the true piece. */
  readonly volume: number;
  /** Of the polyhedron, which lies within it. */
  readonly inscribed: number;
  readonly ball: SolidBall;
}

/** About the centre of mass, along the shape's own axes, at size 1. */
export interface Solid {
  readonly volume: number;
  /** In the shape's own frame. */
  readonly centroid: Vector3;
  readonly radius: number;
  readonly ball?: SolidBall;
  readonly balls?: readonly SolidBall[];
  readonly pieces?: readonly SolidPiece[];
}

/** Corners around a curved piece: the polyhedron misses less than 1 % of a ball's volume. */
const SEGMENTS = 48;

function ballAt(centre: Vector3, radius: number): SolidBall {
  return { centre, radius };
}

function pieceOf(shape: ConvexShape, place: (point: Vector3) => Vector3): SolidPiece {
  const { vertices } = surfaceMesh(shape, SEGMENTS);
  // The hull, since quadrilaterals on a curved body need not be flat.
  const { hull } = polyhedron({ vertices });
  const pointAt = (k: number): Vector3 =>
    place({
      x: hull.vertices[3 * k],
      y: hull.vertices[3 * k + 1],
      z: hull.vertices[3 * k + 2],
    });
  const loops = Array.from(hull.faceOffsets.subarray(1), (end, f) =>
    Array.from(hull.faceVertices.subarray(hull.faceOffsets[f], end), pointAt),
  );
  const { volume, centroid } = shape.massProperties();
  const middle = place(centroid);
  const reach = Math.max(...loops.flat().map((point) => length(subtract(point, middle))));
  const isFlat = shape.kind === 'box' || shape.kind === 'polyhedron';
  const inscribed = isFlat ? volume : Math.min(volume, loopsVolume(loops));
  return { loops, volume, inscribed, ball: ballAt(middle, reach) };
}

/** The solid of a shape of a simulation. */
export function solidOf(shape: BodyShapeSpec): Solid {
  if ('sphere' in shape) {
    const { radius } = shape.sphere;
    const volume = (4 / 3) * Math.PI * radius * radius * radius;
    return { volume, centroid: ZERO_VECTOR, radius, ball: ballAt(ZERO_VECTOR, radius) };
  }
  if ('clump' in shape) {
    const { volume, centroid, radius } = clumpShape(shape.clump.spheres);
    const balls = shape.clump.spheres.map((sphere) =>
      ballAt(subtract(vector3(sphere.centre), centroid), sphere.radius),
    );
    return { volume, centroid, radius, balls };
  }
  const body = 'convex' in shape ? shape.convex : shape.compound;
  const { volume, centroid } = body.massProperties();
  const pieces =
    body.kind === 'compound'
      ? body.pieces.map((piece) => pieceOf(piece.shape, (p) => subtract(transformPoint(piece.pose, p), centroid)))
      : [pieceOf(body, (p) => subtract(p, centroid))];
  const radius = Math.max(...pieces.map(({ ball }) => length(ball.centre) + ball.radius));
  return { volume, centroid, radius, pieces };
}
