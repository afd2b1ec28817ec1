// SPDX-License-Identifier: MIT
/**
 * Interface of planar shapes, and their union. Planar shapes live in a world with two coordinates and touch each other
 * only, never bodies in space.
 */
import type { Vector2 } from '../../math/planar-vector.ts';
import { refuse } from '../parameters.ts';
import type { ShapeJson } from '../shape.ts';
import type { Disc } from './disc.ts';
import type { Ellipse } from './ellipse.ts';
import type { Polygon } from './polygon.ts';
import type { RoundedPlanar } from './rounded-planar.ts';

/** Any shape of the plane. */
export type PlanarShape = Polygon | Disc | Ellipse | RoundedPlanar;

/**
 * Name of a kind of planar shape.
 *
 * @example
 * ```ts no-run
 * import { disc, type PlanarShape, type PlanarShapeKind } from 'scree/contact';
 *
 * const plate: PlanarShape = disc({ radius: 1 });
 * const kind: PlanarShapeKind = plate.kind;
 * ```
 */
export type PlanarShapeKind = PlanarShape['kind'];

/** Also the names in the JSON form, in the order in which messages list them. */
export const PLANAR_SHAPE_KINDS: readonly PlanarShapeKind[] = Object.freeze(['polygon', 'disc', 'ellipse', 'rounded']);

/** Smallest box along the axes around a planar shape. */
export interface PlanarBoundingBox {
  readonly min: Vector2;
  readonly max: Vector2;
}

/** Area, centroid and second moments of a planar shape, in powers of its unit of length. */
export interface AreaProperties {
  readonly area: number;
  readonly centroid: Vector2;
  /** Integrals of x^2, y^2 and x y over the area, about the centroid along the own axes. */
  readonly secondMoment: { readonly xx: number; readonly yy: number; readonly xy: number };
  /** Integral of r^2 about the centroid: the moment of inertia at unit density, xx + yy. */
  readonly polarMoment: number;
}

/** What every planar shape class implements. */
export interface PlanarShapeQueries {
  readonly kind: PlanarShapeKind;
  /** Smallest box along the own axes. */
  boundingBox(): PlanarBoundingBox;
  areaProperties(): AreaProperties;
  /**
   * A point of the shape farthest along `direction`, of any length but zero.
   *
   * @throws RangeError for a direction that is zero or not finite.
   */
  support(direction: Vector2): Vector2;
  /** The JSON form that `planarShapeFromJson` reads back to an equal shape. */
  toJson(): ShapeJson;
}

/** Area properties of a shape that is symmetric about both own axes. */
export function symmetricAreaProperties(area: number, xx: number, yy: number): AreaProperties {
  return { area, centroid: { x: 0, y: 0 }, secondMoment: { xx, yy, xy: 0 }, polarMoment: xx + yy };
}

/** Mark on the prototype of every planar shape class; see `markShapes`. */
const PLANAR_SHAPE = Symbol.for('scree.planar-shape');

/** Marks the instances of a class as planar shapes for queries. */
export function markPlanarShapes(shapes: { readonly prototype: object }): void {
  Object.defineProperty(shapes.prototype, PLANAR_SHAPE, { value: true });
}

/** Throws an InvalidShapeError unless a constructor of Scree made the value; other objects are unchecked. */
export function requirePlanarShape(value: unknown, path: string): PlanarShape {
  if ((value as { readonly [PLANAR_SHAPE]?: unknown } | null | undefined)?.[PLANAR_SHAPE] === true) {
    return value as PlanarShape;
  }
  return refuse('not-a-planar-shape', path, 'a planar shape made by polygon(), disc(), ...', value);
}
