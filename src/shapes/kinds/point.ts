// SPDX-License-Identifier: MIT
/** A single point. Rounded, it is a ball anywhere in its frame. */
import { toTriple, type Vector3, type Vector3Like } from '../../math/vector.ts';
import { scaledDirection } from '../direction.ts';
import { type MassProperties, masslessProperties } from '../mass/mass-properties.ts';
import { readParameters, readVector } from '../parameters.ts';
import { type BoundingBox, markShapes, type ShapeQueries } from '../shape.ts';

export interface PointParameters {
  /** The origin when left out. */
  readonly position?: Vector3Like;
}

export class Point implements ShapeQueries {
  static {
    markShapes(Point);
  }

  readonly kind = 'point';
  readonly position: Vector3;

  constructor(parameters: PointParameters = {}, path = 'point') {
    const { position } = readParameters(parameters, path, [], ['position']);
    this.position = readVector(position === undefined ? [0, 0, 0] : position, `${path}.position`);
    Object.freeze(this);
  }

  boundingBox(): BoundingBox {
    return { min: { ...this.position }, max: { ...this.position } };
  }

  /** No volume, no inertia. */
  massProperties(): MassProperties {
    return masslessProperties(this.position);
  }

  support(direction: Vector3): Vector3 {
    scaledDirection(direction);
    return { ...this.position };
  }

  toJson() {
    return { point: { position: toTriple(this.position) } };
  }
}

/** A point, at the origin unless told. `path` is what error messages call it. */
export function point(parameters: PointParameters = {}, path = 'point'): Point {
  return new Point(parameters, path);
}
