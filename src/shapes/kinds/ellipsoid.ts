// SPDX-License-Identifier: MIT
/** (x/a)^2 + (y/b)^2 + (z/c)^2 <= 1 */
import { negate, toTriple, type Vector3, type Vector3Like } from '../../math/vector.ts';
import { scaledDirection, unitDirection } from '../direction.ts';
import { type MassProperties, symmetricMassProperties } from '../mass/mass-properties.ts';
import { readParameters, readSize, readVector } from '../parameters.ts';
import { type BoundingBox, markShapes, type ShapeQueries } from '../shape.ts';

export interface EllipsoidParameters {
  /** Along x, y, z. */
  readonly semiAxes: Vector3Like;
}

export class Ellipsoid implements ShapeQueries {
  static {
    markShapes(Ellipsoid);
  }

  readonly kind = 'ellipsoid';
  readonly semiAxes: Vector3;

  constructor(parameters: EllipsoidParameters, path = 'ellipsoid') {
    const { semiAxes } = readParameters(parameters, path, ['semiAxes']);
    this.semiAxes = readVector(semiAxes, `${path}.semiAxes`, readSize);
    Object.freeze(this);
  }

  boundingBox(): BoundingBox {
    return { min: negate(this.semiAxes), max: { ...this.semiAxes } };
  }

  massProperties(): MassProperties {
    const { x: a, y: b, z: c } = this.semiAxes;
    const volume = (4 / 3) * Math.PI * a * b * c;
    return symmetricMassProperties(volume, (volume * a * a) / 5, (volume * b * b) / 5, (volume * c * c) / 5);
  }

  support(direction: Vector3): Vector3 {
    const d = scaledDirection(direction);
    const { x: a, y: b, z: c } = this.semiAxes;
    // The ellipsoid is the unit ball stretched, and stretching moves the support direction the same way.
    const unit = unitDirection({ x: a * d.x, y: b * d.y, z: c * d.z });
    return { x: a * unit.x, y: b * unit.y, z: c * unit.z };
  }

  toJson() {
    return { ellipsoid: { semiAxes: toTriple(this.semiAxes) } };
  }
}

/** An ellipsoid along the axes, centred at the origin. `path` is what error messages call it. */
export function ellipsoid(parameters: EllipsoidParameters, path = 'ellipsoid'): Ellipsoid {
  return new Ellipsoid(parameters, path);
}
