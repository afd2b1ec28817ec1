// SPDX-License-Identifier: MIT
/** Circular cylinder along z, centred at the origin. */
import type { Vector3 } from '../../math/vector.ts';
import { planarDirection, scaledDirection } from '../direction.ts';
import { type MassProperties, symmetricMassProperties } from '../mass/mass-properties.ts';
import { readParameters, readSize } from '../parameters.ts';
import { type BoundingBox, markShapes, type ShapeQueries } from '../shape.ts';

export interface CylinderParameters {
  readonly radius: number;
  /** Half the length along z. */
  readonly halfLength: number;
}

export class Cylinder implements ShapeQueries {
  static {
    markShapes(Cylinder);
  }

  readonly kind = 'cylinder';
  readonly radius: number;
  readonly halfLength: number;

  constructor(parameters: CylinderParameters, path = 'cylinder') {
    const { radius, halfLength } = readParameters(parameters, path, ['radius', 'halfLength']);
    this.radius = readSize(radius, `${path}.radius`);
    this.halfLength = readSize(halfLength, `${path}.halfLength`);
    Object.freeze(this);
  }

  boundingBox(): BoundingBox {
    const r = this.radius;
    return { min: { x: -r, y: -r, z: -this.halfLength }, max: { x: r, y: r, z: this.halfLength } };
  }

  massProperties(): MassProperties {
    const volume = 2 * Math.PI * this.radius * this.radius * this.halfLength;
    const across = (volume * this.radius * this.radius) / 4;
    return symmetricMassProperties(volume, across, across, (volume * this.halfLength * this.halfLength) / 3);
  }

  /** Always on a rim. */
  support(direction: Vector3): Vector3 {
    const d = scaledDirection(direction);
    const across = planarDirection(d.x, d.y);
    return {
      x: this.radius * across.x,
      y: this.radius * across.y,
      z: d.z < 0 ? -this.halfLength : this.halfLength,
    };
  }

  toJson() {
    return { cylinder: { radius: this.radius, halfLength: this.halfLength } };
  }
}

/** A cylinder along z, centred at the origin. `path` is what error messages call it. */
export function cylinder(parameters: CylinderParameters, path = 'cylinder'): Cylinder {
  return new Cylinder(parameters, path);
}
