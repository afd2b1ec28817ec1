// SPDX-License-Identifier: MIT
/** Ball about the origin. */
import { scale, type Vector3 } from '../../math/vector.ts';
import { unitDirection } from '../direction.ts';
import { type MassProperties, symmetricMassProperties } from '../mass/mass-properties.ts';
import { readParameters, readSize } from '../parameters.ts';
import { type BoundingBox, markShapes, type ShapeQueries } from '../shape.ts';

export interface SphereParameters {
  readonly radius: number;
}

export class Sphere implements ShapeQueries {
  static {
    markShapes(Sphere);
  }

  readonly kind = 'sphere';
  readonly radius: number;

  constructor(parameters: SphereParameters, path = 'sphere') {
    const { radius } = readParameters(parameters, path, ['radius']);
    this.radius = readSize(radius, `${path}.radius`);
    Object.freeze(this);
  }

  boundingBox(): BoundingBox {
    const r = this.radius;
    return { min: { x: -r, y: -r, z: -r }, max: { x: r, y: r, z: r } };
  }

  massProperties(): MassProperties {
    const r = this.radius;
    const volume = (4 / 3) * Math.PI * r * r * r;
    const second = (volume * r * r) / 5;
    return symmetricMassProperties(volume, second, second, second);
  }

  support(direction: Vector3): Vector3 {
    return scale(unitDirection(direction), this.radius);
  }

  toJson() {
    return { sphere: { radius: this.radius } };
  }
}

/** A ball about the origin. `path` is what error messages call it. */
export function sphere(parameters: SphereParameters, path = 'sphere'): Sphere {
  return new Sphere(parameters, path);
}
