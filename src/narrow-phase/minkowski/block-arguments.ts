// SPDX-License-Identifier: MIT
/** What the explicit constructions are given, checked at the door: polygons, polyhedra with an inside, finite points. */
import { isFiniteVector2, type Vector2, type Vector2Like, vector2 } from '../../math/planar-vector.ts';
import { isFiniteVector, type Vector3, type Vector3Like, vector3 } from '../../math/vector.ts';
import type { Box } from '../../shapes/box.ts';
import type { ConvexPolyhedron } from '../../shapes/convex-polyhedron.ts';
import { refuse } from '../../shapes/parameters.ts';
import type { Polygon } from '../../shapes/planar/polygon.ts';

/** The polyhedral bodies that have an inside. */
export type SolidPolyhedron = ConvexPolyhedron | Box;

function kindOf(value: unknown): unknown {
  return typeof value === 'object' && value !== null && 'kind' in value ? value.kind : value;
}

/** Throws an InvalidShapeError unless the value is a polygon. */
export function requirePolygon(value: Polygon, path: string): Polygon {
  const kind = kindOf(value);
  return kind === 'polygon' ? value : refuse('not-a-polygon', path, 'a polygon', kind);
}

/** Throws an InvalidShapeError unless the value is a polyhedron or a box. */
export function requireSolid<S extends SolidPolyhedron>(value: S, path: string): S {
  const kind = kindOf(value);
  return kind === 'polyhedron' || kind === 'box' ? value : refuse('not-a-solid', path, 'a polyhedron or a box', kind);
}

/** Throws an InvalidShapeError unless both coordinates are finite. */
export function requirePlanarPoint(like: Vector2Like, path: string): Vector2 {
  const point = vector2(like);
  return isFiniteVector2(point) ? point : refuse('not-finite', path, 'two finite numbers', `(${point.x}, ${point.y})`);
}

/** Throws an InvalidShapeError unless all coordinates are finite. */
export function requirePoint(like: Vector3Like, path: string): Vector3 {
  const point = vector3(like);
  const { x, y, z } = point;
  return isFiniteVector(point) ? point : refuse('not-finite', path, 'three finite numbers', `(${x}, ${y}, ${z})`);
}
