// SPDX-License-Identifier: MIT
/** Disc centred at the origin. */
import type { Vector2 } from '../../math/planar-vector.ts';
import { readParameters, readSize } from '../parameters.ts';
import { unitPlanarDirection } from './planar-parameters.ts';
import {
  type AreaProperties,
  markPlanarShapes,
  type PlanarBoundingBox,
  type PlanarShapeQueries,
  symmetricAreaProperties,
} from './planar-shape.ts';

/** Parameters of a disc. */
export interface DiscParameters {
  readonly radius: number;
}

/** A disc, centred at the origin of its own frame; `disc` makes one. */
export class Disc implements PlanarShapeQueries {
  static {
    markPlanarShapes(Disc);
  }

  readonly kind = 'disc';
  readonly radius: number;

  constructor(parameters: DiscParameters, path = 'disc') {
    const { radius } = readParameters(parameters, path, ['radius']);
    this.radius = readSize(radius, `${path}.radius`);
    Object.freeze(this);
  }

  boundingBox(): PlanarBoundingBox {
    const r = this.radius;
    return { min: { x: -r, y: -r }, max: { x: r, y: r } };
  }

  areaProperties(): AreaProperties {
    const squared = this.radius * this.radius;
    const area = Math.PI * squared;
    return symmetricAreaProperties(area, (area * squared) / 4, (area * squared) / 4);
  }

  support(direction: Vector2): Vector2 {
    const unit = unitPlanarDirection(direction);
    return { x: this.radius * unit.x, y: this.radius * unit.y };
  }

  toJson() {
    return { disc: { radius: this.radius } };
  }
}

/**
 * A disc centred at the origin. `path` is what error messages call it.
 *
 * @throws InvalidShapeError that names the parameter, for one that is missing, unknown or out of range.
 *
 * @example
 * ```ts
 * import { disc } from 'scree/contact';
 *
 * console.log(disc({ radius: 1 }).areaProperties().area); // 3.141592653589793
 * ```
 */
export function disc(parameters: DiscParameters, path = 'disc'): Disc {
  return new Disc(parameters, path);
}
