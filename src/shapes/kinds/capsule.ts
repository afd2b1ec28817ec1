// SPDX-License-Identifier: MIT
/** Points within `radius` of the segment from (0, 0, -halfLength) to (0, 0, halfLength). */
import type { Vector3 } from '../../math/vector.ts';
import { unitDirection } from '../direction.ts';
import { type MassProperties, symmetricMassProperties } from '../mass/mass-properties.ts';
import { readParameters, readSize } from '../parameters.ts';
import { type BoundingBox, markShapes, type ShapeQueries } from '../shape.ts';

export interface CapsuleParameters {
  readonly radius: number;
  /** Half the length of the axis, without the caps. */
  readonly halfLength: number;
}

export class Capsule implements ShapeQueries {
  static {
    markShapes(Capsule);
  }

  readonly kind = 'capsule';
  readonly radius: number;
  readonly halfLength: number;

  constructor(parameters: CapsuleParameters, path = 'capsule') {
    const { radius, halfLength } = readParameters(parameters, path, ['radius', 'halfLength']);
    this.radius = readSize(radius, `${path}.radius`);
    this.halfLength = readSize(halfLength, `${path}.halfLength`);
    Object.freeze(this);
  }

  boundingBox(): BoundingBox {
    const r = this.radius;
    const top = this.halfLength + r;
    return { min: { x: -r, y: -r, z: -top }, max: { x: r, y: r, z: top } };
  }

  massProperties(): MassProperties {
    return capsuleMassProperties(this.radius, this.halfLength);
  }

  support(direction: Vector3): Vector3 {
    const unit = unitDirection(direction);
    const r = this.radius;
    return { x: r * unit.x, y: r * unit.y, z: r * unit.z + (unit.z < 0 ? -this.halfLength : this.halfLength) };
  }

  toJson() {
    return { capsule: { radius: this.radius, halfLength: this.halfLength } };
  }
}

/** A capsule along z, centred at the origin. `path` is what error messages call it. */
export function capsule(parameters: CapsuleParameters, path = 'capsule'): Capsule {
  return new Capsule(parameters, path);
}

/** Cylinder and two half balls, whose centroids lie 3/8 of the radius beyond the ends. */
export function capsuleMassProperties(radius: number, halfLength: number): MassProperties {
  const squared = radius * radius;
  const trunk = 2 * Math.PI * squared * halfLength;
  const ball = (4 / 3) * Math.PI * squared * radius;
  const across = trunk * (squared / 4) + ball * (squared / 5);
  const along =
    trunk * ((halfLength * halfLength) / 3) + ball * (squared / 5 + halfLength * (halfLength + 0.75 * radius));
  return symmetricMassProperties(trunk + ball, across, across, along);
}
