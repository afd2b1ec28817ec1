// SPDX-License-Identifier: MIT
/** (x/a)^2 + (y/b)^2 <= 1 */
import { toPair, type Vector2, type Vector2Like } from '../../math/planar-vector.ts';
import { readParameters, readSize } from '../parameters.ts';
import { readPlanarVector, unitPlanarDirection } from './planar-parameters.ts';
import {
  type AreaProperties,
  markPlanarShapes,
  type PlanarBoundingBox,
  type PlanarShapeQueries,
  symmetricAreaProperties,
} from './planar-shape.ts';

/** Parameters of an ellipse. */
export interface EllipseParameters {
  /** Along x and y. */
  readonly semiAxes: Vector2Like;
}

/** An ellipse along the axes, centred at the origin; `ellipse` makes one. */
export class Ellipse implements PlanarShapeQueries {
  static {
    markPlanarShapes(Ellipse);
  }

  readonly kind = 'ellipse';
  readonly semiAxes: Vector2;

  constructor(parameters: EllipseParameters, path = 'ellipse') {
    const { semiAxes } = readParameters(parameters, path, ['semiAxes']);
    this.semiAxes = readPlanarVector(semiAxes, `${path}.semiAxes`, readSize);
    Object.freeze(this);
  }

  boundingBox(): PlanarBoundingBox {
    const { x, y } = this.semiAxes;
    return { min: { x: -x, y: -y }, max: { x, y } };
  }

  areaProperties(): AreaProperties {
    const { x: a, y: b } = this.semiAxes;
    const area = Math.PI * a * b;
    return symmetricAreaProperties(area, (area * a * a) / 4, (area * b * b) / 4);
  }

  support(direction: Vector2): Vector2 {
    const { x: a, y: b } = this.semiAxes;
    const d = unitPlanarDirection(direction);
    // The ellipse is the unit disc stretched, and stretching moves the support direction the same way.
    const unit = unitPlanarDirection({ x: a * d.x, y: b * d.y });
    return { x: a * unit.x, y: b * unit.y };
  }

  toJson() {
    return { ellipse: { semiAxes: toPair(this.semiAxes) } };
  }
}

/**
 * An ellipse along the axes, centred at the origin. `path` is what error messages call it.
 *
 * @throws InvalidShapeError that names the parameter, for one that is missing, unknown or out of range.
 *
 * @example
 * ```ts
 * import { ellipse } from 'scree/contact';
 *
 * console.log(ellipse({ semiAxes: [2, 1] }).boundingBox().max.x); // 2
 * ```
 */
export function ellipse(parameters: EllipseParameters, path = 'ellipse'): Ellipse {
  return new Ellipse(parameters, path);
}
