// SPDX-License-Identifier: MIT
/** Box along the axes, centred at the origin. */
import { negate, toTriple, type Vector3, type Vector3Like } from '../../math/vector.ts';
import { scaledDirection } from '../direction.ts';
import { type MassProperties, symmetricMassProperties } from '../mass/mass-properties.ts';
import { readParameters, readSize, readVector } from '../parameters.ts';
import { type BoundingBox, markShapes, type ShapeQueries } from '../shape.ts';

export interface BoxParameters {
  /** Half the edge lengths along x, y, z. */
  readonly halfExtents: Vector3Like;
}

export class Box implements ShapeQueries {
  static {
    markShapes(Box);
  }

  readonly kind = 'box';
  readonly halfExtents: Vector3;

  constructor(parameters: BoxParameters, path = 'box') {
    const { halfExtents } = readParameters(parameters, path, ['halfExtents']);
    this.halfExtents = readVector(halfExtents, `${path}.halfExtents`, readSize);
    Object.freeze(this);
  }

  boundingBox(): BoundingBox {
    return { min: negate(this.halfExtents), max: { ...this.halfExtents } };
  }

  massProperties(): MassProperties {
    const { x, y, z } = this.halfExtents;
    const volume = 8 * x * y * z;
    return symmetricMassProperties(volume, (volume * x * x) / 3, (volume * y * y) / 3, (volume * z * z) / 3);
  }

  /** Always a vertex; the positive side where a component of the direction is zero. */
  support(direction: Vector3): Vector3 {
    const d = scaledDirection(direction);
    const { x, y, z } = this.halfExtents;
    return { x: d.x < 0 ? -x : x, y: d.y < 0 ? -y : y, z: d.z < 0 ? -z : z };
  }

  toJson() {
    return { box: { halfExtents: toTriple(this.halfExtents) } };
  }
}

/** A box along the axes, centred at the origin. `path` is what error messages call it. */
export function box(parameters: BoxParameters, path = 'box'): Box {
  return new Box(parameters, path);
}
