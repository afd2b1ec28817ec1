// SPDX-License-Identifier: MIT
/** All points within `radius` of a convex shape: the Minkowski sum with a ball. */

import { InvalidShapeError } from '../../errors.ts';
import { addScaled, type Vector3 } from '../../math/vector.ts';
import { unitDirection } from '../direction.ts';
import type { MassProperties } from '../mass/mass-properties.ts';
import { roundedMassProperties } from '../mass/rounded-mass-properties.ts';
import { readParameters, readSize } from '../parameters.ts';
import {
  type BoundingBox,
  type ConvexShape,
  markShapes,
  requireShape,
  type ShapeJson,
  type ShapeQueries,
} from '../shape.ts';

export interface RoundedParameters {
  /** Any convex shape; rounding a rounded shape adds the radii. */
  readonly shape: ConvexShape;
  readonly radius: number;
}

export class Rounded implements ShapeQueries {
  static {
    markShapes(Rounded);
  }

  readonly kind = 'rounded';
  readonly shape: Exclude<ConvexShape, Rounded>;
  readonly radius: number;
  #massProperties: MassProperties | undefined;

  constructor(parameters: RoundedParameters, path = 'rounded') {
    const given = readParameters(parameters, path, ['shape', 'radius']);
    const shape = requireShape(given.shape, `${path}.shape`);
    const radius = readSize(given.radius, `${path}.radius`);
    if (shape.kind === 'halfSpace') {
      throw new InvalidShapeError(
        'not-roundable',
        `${path}.shape: a rounded halfSpace is a halfSpace; move it instead: offset + ${radius} for its unit normal`,
      );
    }
    if (shape.kind === 'compound') {
      throw new InvalidShapeError('not-roundable', `${path}.shape: a compound is not convex; round its pieces instead`);
    }
    this.shape = shape.kind === 'rounded' ? shape.shape : shape;
    this.radius = shape.kind === 'rounded' ? readSize(shape.radius + radius, `${path}.radius`) : radius;
    Object.freeze(this);
  }

  boundingBox(): BoundingBox {
    const { min, max } = this.shape.boundingBox();
    const r = this.radius;
    return { min: { x: min.x - r, y: min.y - r, z: min.z - r }, max: { x: max.x + r, y: max.y + r, z: max.z + r } };
  }

  massProperties(): MassProperties {
    this.#massProperties ??= roundedMassProperties(this.shape, this.radius);
    return this.#massProperties;
  }

  support(direction: Vector3): Vector3 {
    return addScaled(this.shape.support(direction), unitDirection(direction), this.radius);
  }

  toJson(): ShapeJson {
    return { rounded: { shape: this.shape.toJson(), radius: this.radius } };
  }
}

/** All points within `radius` of a convex shape. `path` is what error messages call it. */
export function rounded(parameters: RoundedParameters, path = 'rounded'): Rounded {
  return new Rounded(parameters, path);
}
