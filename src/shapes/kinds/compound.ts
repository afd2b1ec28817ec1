// SPDX-License-Identifier: MIT
/** Rigid assembly of convex pieces: clumps, concave bodies. Pieces may overlap. */
import { InvalidShapeError, UnsupportedPairError } from '../../errors.ts';
import { compose, type Pose, type PoseLike, pose, transformPoint } from '../../math/pose.ts';
import { inverseRotate } from '../../math/quaternion.ts';
import { rotateMatrix } from '../../math/symmetric-matrix.ts';
import { dot, toTriple, type Vector3, ZERO_VECTOR } from '../../math/vector.ts';
import type { ConvexHull } from '../../meshes/convex-hull.ts';
import { scaledDirection } from '../direction.ts';
import { type MassProperties, sumMassProperties } from '../mass/mass-properties.ts';
import { readParameters, refuse } from '../parameters.ts';
import {
  type BoundingBox,
  type ConvexShape,
  markShapes,
  requireShape,
  type Shape,
  type ShapeQueries,
} from '../shape.ts';
import type { ShapeForm } from '../shape-form.ts';
import { polyhedron } from './convex-polyhedron.ts';

/** A shape and its pose in the frame of a compound. */
export interface PieceParameters {
  /** Anything but a half-space; the pieces of a compound become pieces of this one. */
  readonly shape: Shape;
  /** Of the piece's frame in the compound's; the identity when left out. */
  readonly pose?: PoseLike;
}

/** One convex piece of a compound. */
export interface Piece {
  readonly shape: ConvexShape;
  readonly pose: Pose;
}

/** A rigid union of convex shapes; `compound` makes one. */
export class Compound implements ShapeQueries {
  static {
    markShapes(Compound, 'compound');
  }

  readonly kind = 'compound';
  readonly pieces: readonly Piece[];

  constructor(pieces: readonly PieceParameters[], path = 'compound') {
    if (!Array.isArray(pieces)) refuse('not-pieces', path, 'an array of pieces [{shape, pose}, ...]', pieces);
    if (pieces.length === 0) refuse('no-pieces', path, 'at least one piece', pieces);
    this.pieces = Object.freeze(pieces.flatMap((piece, i) => readPiece(piece, `${path}[${i}]`)));
    Object.freeze(this);
  }

  boundingBox(): BoundingBox {
    const along = (x: number, y: number, z: number): Vector3 => this.support({ x, y, z });
    return {
      min: { x: along(-1, 0, 0).x, y: along(0, -1, 0).y, z: along(0, 0, -1).z },
      max: { x: along(1, 0, 0).x, y: along(0, 1, 0).y, z: along(0, 0, 1).z },
    };
  }

  /** Sum over the pieces; overlaps count twice. */
  massProperties(): MassProperties {
    return sumMassProperties(
      this.pieces.map(({ shape, pose }) => {
        const { volume, centroid, inertia } = shape.massProperties();
        return {
          volume,
          centroid: transformPoint(pose, centroid),
          inertia: rotateMatrix(inertia, pose.orientation),
        };
      }),
    );
  }

  /**
   * The farthest support point of all pieces: that of the compound's convex hull.
   *
   * @throws RangeError for a direction that is zero or not finite.
   */
  support(direction: Vector3): Vector3 {
    const d = scaledDirection(direction);
    let best = ZERO_VECTOR;
    let farthest = -Infinity;
    for (const { shape, pose } of this.pieces) {
      const point = transformPoint(pose, shape.support(inverseRotate(pose.orientation, d)));
      const projection = dot(d, point);
      if (projection > farthest) {
        farthest = projection;
        best = point;
      }
    }
    return best;
  }

  kernelCore(): never {
    throw new UnsupportedPairError('compound-block', 'a compound has no block of its own: query its pieces');
  }

  toJson() {
    return {
      compound: this.pieces.map(({ shape, pose }) => ({
        shape: shape.toJson(),
        pose: {
          position: toTriple(pose.position),
          orientation: [pose.orientation.w, pose.orientation.x, pose.orientation.y, pose.orientation.z],
        },
      })),
    };
  }
}

/**
 * Convex pieces fixed to one frame. `path` is what error messages call it.
 *
 * @throws InvalidShapeError for no piece, or one that is a half-space; InvalidPoseError for the pose of a piece.
 *
 * @example
 * ```ts
 * import { compound, pose, sphere } from 'scree/contact';
 *
 * const knob = sphere({ radius: 1 });
 * const dumbbell = compound([
 *   { shape: knob, pose: { position: [-2, 0, 0] } },
 *   { shape: knob, pose: { position: [2, 0, 0] } },
 * ]);
 * console.log(dumbbell.boundingBox().max.x); // 3
 * ```
 */
export function compound(pieces: readonly PieceParameters[], path = 'compound'): Compound {
  return new Compound(pieces, path);
}

/**
 * A compound of polyhedra in the frame of their mesh, from what `convexDecomposition` returns.
 *
 * @throws InvalidShapeError for no piece, or one whose vertices lie in one plane.
 *
 * @example
 * ```ts
 * import { compoundOfPieces, convexDecomposition, layeredSolid } from 'scree/contact';
 *
 * const { vertices, facets } = layeredSolid(0, [
 *   { loops: [[[0, 0], [2, 0], [2, 1], [1, 1], [1, 2], [0, 2]]], to: 1 },
 * ]);
 * const bracket = compoundOfPieces(convexDecomposition({ vertices, facets }));
 * console.log(bracket.pieces.length); // 2
 * ```
 */
export function compoundOfPieces(given: { readonly pieces: readonly Pick<ConvexHull, 'vertices'>[] }): Compound {
  const pieces: unknown = given?.pieces;
  if (!Array.isArray(pieces)) refuse('not-pieces', 'pieces', 'an array of pieces [{vertices}, ...]', pieces);
  return compound(
    pieces.map((piece, i) => ({ shape: polyhedron({ vertices: piece?.vertices }, `pieces[${i}]`) })),
    'pieces',
  );
}

export const COMPOUND_FORM: ShapeForm = {
  read: (given, path, readShape) => {
    if (!Array.isArray(given)) refuse('not-pieces', path, 'an array of pieces [{"shape":…,"pose":…}, …]', given);
    const pieces = given.map((piece: unknown, i) => {
      const read = readParameters(piece, `${path}[${i}]`, ['shape'], ['pose']);
      return { ...read, shape: readShape(read.shape, `${path}[${i}].shape`) };
    });
    return compound(pieces as PieceParameters[], path);
  },
  example: [
    { shape: { box: { halfExtents: [1, 0.25, 0.25] } } },
    { shape: { box: { halfExtents: [0.25, 0.25, 1] } }, pose: { position: [-0.75, 0, 0.75] } },
  ],
};

function readPiece(value: unknown, path: string): Piece[] {
  const given = readParameters(value, path, ['shape'], ['pose']);
  const shape = requireShape(given.shape, `${path}.shape`);
  const placed = pose(given.pose as PoseLike | undefined, `${path}.pose`);
  if (shape.kind === 'halfSpace') {
    const message = `${path}.shape: a halfSpace is unbounded and cannot be a piece; make it a body of its own`;
    throw new InvalidShapeError('unbounded-piece', message, { path });
  }
  if (shape.kind !== 'compound') return [Object.freeze({ shape, pose: placed })];
  return shape.pieces.map((piece) => {
    const { position, orientation } = compose(placed, piece.pose);
    return Object.freeze({ shape: piece.shape, pose: pose({ position, orientation }, `${path}.pose`) });
  });
}
