// SPDX-License-Identifier: MIT
/** Checks the arguments of explicit constructions: polygons, polyhedra with volume, finite points. */
import { InvalidShapeError } from '../../errors.ts';
import { planarVectorArgument, type Vector2 } from '../../math/planar-vector.ts';
import { LARGEST_COORDINATE } from '../../math/pose.ts';
import { type Vector3, vectorArgument } from '../../math/vector.ts';
import type { Box } from '../../shapes/kinds/box.ts';
import type { ConvexPolyhedron } from '../../shapes/kinds/convex-polyhedron.ts';
import { refuse } from '../../shapes/parameters.ts';
import { requirePlanarShape } from '../../shapes/planar/planar-shape.ts';
import type { Polygon } from '../../shapes/planar/polygon.ts';
import { requireShape } from '../../shapes/shape.ts';

/** Polyhedral bodies with volume. */
export type SolidPolyhedron = ConvexPolyhedron | Box;

/** Throws an InvalidShapeError unless the value is a polygon. */
export function requirePolygon(value: unknown, path: string): Polygon {
  const shape = requirePlanarShape(value, path);
  return shape.kind === 'polygon' ? shape : refuse('not-a-polygon', path, 'a polygon', shape.kind);
}

/** Throws an InvalidShapeError unless the value is a polyhedron or a box. */
export function requireSolid(value: unknown, path: string): SolidPolyhedron {
  const shape = requireShape(value, path);
  if (shape.kind === 'polyhedron' || shape.kind === 'box') return shape;
  return refuse('not-a-solid', path, 'a polyhedron or a box', shape.kind);
}

/** Throws an InvalidShapeError unless the value is a polyhedron. */
export function requirePolyhedron(value: unknown, path: string): ConvexPolyhedron {
  const shape = requireShape(value, path);
  return shape.kind === 'polyhedron' ? shape : refuse('not-a-polyhedron', path, 'a polyhedron', shape.kind);
}

/** Throws an InvalidShapeError unless both coordinates are finite. */
export function requirePlanarPoint(like: unknown, path: string): Vector2 {
  return planarVectorArgument(like, path, InvalidShapeError, LARGEST_COORDINATE);
}

/** Throws an InvalidShapeError unless all coordinates are finite. */
export function requirePoint(like: unknown, path: string): Vector3 {
  return vectorArgument(like, path, InvalidShapeError, LARGEST_COORDINATE);
}
