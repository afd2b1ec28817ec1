// SPDX-License-Identifier: MIT
/** All points within `radius` of a planar shape: the Minkowski sum with a disc. */
import type { Vector2 } from '../../math/planar-vector.ts';
import { readParameters, readSize } from '../parameters.ts';
import type { ShapeJson } from '../shape.ts';
import { disc } from './disc.ts';
import { unitPlanarDirection } from './planar-parameters.ts';
import {
  type AreaProperties,
  markPlanarShapes,
  type PlanarBoundingBox,
  type PlanarShape,
  type PlanarShapeQueries,
  requirePlanarShape,
} from './planar-shape.ts';
import { roundedEllipseArea, roundedPolygonArea } from './rounded-area.ts';

/** Parameters of a rounded planar shape. */
export interface RoundedPlanarParameters {
  /** Any planar shape; rounding a rounded shape adds the radii. */
  readonly shape: PlanarShape;
  readonly radius: number;
}

/** All points of the plane within a radius of a shape; `roundedPlanar` makes one. */
export class RoundedPlanar implements PlanarShapeQueries {
  static {
    markPlanarShapes(RoundedPlanar);
  }

  readonly kind = 'rounded';
  readonly shape: Exclude<PlanarShape, RoundedPlanar>;
  readonly radius: number;
  #areaProperties: AreaProperties | undefined;

  constructor(parameters: RoundedPlanarParameters, path = 'rounded') {
    const given = readParameters(parameters, path, ['shape', 'radius']);
    const shape = requirePlanarShape(given.shape, `${path}.shape`);
    const radius = readSize(given.radius, `${path}.radius`);
    this.shape = shape.kind === 'rounded' ? shape.shape : shape;
    this.radius = shape.kind === 'rounded' ? readSize(shape.radius + radius, `${path}.radius`) : radius;
    Object.freeze(this);
  }

  boundingBox(): PlanarBoundingBox {
    const { min, max } = this.shape.boundingBox();
    const r = this.radius;
    return { min: { x: min.x - r, y: min.y - r }, max: { x: max.x + r, y: max.y + r } };
  }

  areaProperties(): AreaProperties {
    this.#areaProperties ??= this.#integrate();
    return this.#areaProperties;
  }

  support(direction: Vector2): Vector2 {
    const { x, y } = this.shape.support(direction);
    const unit = unitPlanarDirection(direction);
    return { x: x + this.radius * unit.x, y: y + this.radius * unit.y };
  }

  toJson(): ShapeJson {
    return { rounded: { shape: this.shape.toJson(), radius: this.radius } };
  }

  #integrate(): AreaProperties {
    switch (this.shape.kind) {
      case 'disc':
        return disc({ radius: this.shape.radius + this.radius }).areaProperties();
      case 'ellipse':
        return roundedEllipseArea(this.shape.semiAxes, this.radius);
      case 'polygon':
        return roundedPolygonArea(this.shape, this.radius);
    }
  }
}

/**
 * All points within `radius` of a planar shape. `path` is what error messages call it.
 *
 * @throws InvalidShapeError that names the parameter, for one that is missing, unknown or out of range.
 *
 * @example
 * ```ts
 * import { polygon, roundedPlanar } from 'scree/contact';
 *
 * const square = polygon({ vertices: [[-1, -1], [1, -1], [1, 1], [-1, 1]] });
 * console.log(roundedPlanar({ shape: square, radius: 0.5 }).boundingBox().max.x); // 1.5
 * ```
 */
export function roundedPlanar(parameters: RoundedPlanarParameters, path = 'rounded'): RoundedPlanar {
  return new RoundedPlanar(parameters, path);
}
