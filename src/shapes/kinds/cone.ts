// SPDX-License-Identifier: MIT
/** Circular cone along z: base of `radius` at z = 0, apex at z = height. */
import { diagonalMatrix } from '../../math/symmetric-matrix.ts';
import type { Vector3 } from '../../math/vector.ts';
import { planarDirection, scaledDirection } from '../direction.ts';
import type { MassProperties } from '../mass/mass-properties.ts';
import { readParameters, readSize } from '../parameters.ts';
import { type BoundingBox, markShapes, type ShapeQueries } from '../shape.ts';

export interface ConeParameters {
  /** Of the base. */
  readonly radius: number;
  readonly height: number;
}

export class Cone implements ShapeQueries {
  static {
    markShapes(Cone);
  }

  readonly kind = 'cone';
  readonly radius: number;
  readonly height: number;

  constructor(parameters: ConeParameters, path = 'cone') {
    const { radius, height } = readParameters(parameters, path, ['radius', 'height']);
    this.radius = readSize(radius, `${path}.radius`);
    this.height = readSize(height, `${path}.height`);
    Object.freeze(this);
  }

  boundingBox(): BoundingBox {
    const r = this.radius;
    return { min: { x: -r, y: -r, z: 0 }, max: { x: r, y: r, z: this.height } };
  }

  massProperties(): MassProperties {
    const rSquared = this.radius * this.radius;
    const volume = (Math.PI * rSquared * this.height) / 3;
    const across = volume * (0.15 * rSquared + 0.0375 * this.height * this.height);
    return {
      volume,
      centroid: { x: 0, y: 0, z: this.height / 4 },
      inertia: diagonalMatrix(across, across, 0.3 * volume * rSquared),
    };
  }

  /** The apex or a point of the rim. */
  support(direction: Vector3): Vector3 {
    const d = scaledDirection(direction);
    const across = planarDirection(d.x, d.y);
    if (this.height * d.z > this.radius * across.length) return { x: 0, y: 0, z: this.height };
    return { x: this.radius * across.x, y: this.radius * across.y, z: 0 };
  }

  toJson() {
    return { cone: { radius: this.radius, height: this.height } };
  }
}

/** A cone along z, base at z = 0, apex at z = height. `path` is what error messages call it. */
export function cone(parameters: ConeParameters, path = 'cone'): Cone {
  return new Cone(parameters, path);
}
