// SPDX-License-Identifier: MIT
/** (x/a)^2 + (y/b)^2 + (z/c)^2 <= 1 */

import { ELLIPSOID } from '../../kernel/layout.ts';
import { negate, scale, toTriple, type Vector3, type Vector3Like, ZERO_VECTOR } from '../../math/vector.ts';
import type { BoundingBall } from '../bounding-ball.ts';
import { scaledDirection, unitDirection } from '../direction.ts';
import { BlockHolder } from '../kernel-memory/block-holder.ts';
import { curvedCore, type KernelCore } from '../kernel-memory/kernel-core.ts';
import { type MassProperties, symmetricMassProperties } from '../mass/mass-properties.ts';
import { roundedSuperquadricMassProperties } from '../mass/rounded-superquadric.ts';
import { readParameters, readSize, readVector } from '../parameters.ts';
import { rollingRadiusOfEllipsoid } from '../rolling-radius.ts';
import { type BoundingBox, type ConvexShapeQueries, type GpuForm, markShapes } from '../shape.ts';
import { SEMI_AXES_FIELD, type ShapeForm } from '../shape-form.ts';
import { type SurfaceMesh, superellipsoid } from '../surface-mesh.ts';

/** Parameters of an ellipsoid. */
export interface EllipsoidParameters {
  /** Along x, y, z. */
  readonly semiAxes: Vector3Like;
}

/** An ellipsoid along the axes, centred at the origin; `ellipsoid` makes one. */
export class Ellipsoid extends BlockHolder implements ConvexShapeQueries {
  static {
    markShapes(Ellipsoid, 'ellipsoid');
  }

  readonly kind = 'ellipsoid';
  readonly semiAxes: Vector3;

  constructor(parameters: EllipsoidParameters, path = 'ellipsoid') {
    super();
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

  boundingBall(): BoundingBall {
    const { x, y, z } = this.semiAxes;
    return { centre: ZERO_VECTOR, radius: Math.max(x, y, z) };
  }

  scaled(factor: number): Ellipsoid {
    return ellipsoid({ semiAxes: scale(this.semiAxes, factor) });
  }

  kernelCore(): KernelCore {
    const { x, y, z } = this.semiAxes;
    const longest = Math.max(x, y, z);
    return {
      ...curvedCore(ELLIPSOID, 2 * longest, longest, [x, y, z]),
      rolling: rollingRadiusOfEllipsoid(x, y, z),
    };
  }

  roundedMassProperties(radius: number): MassProperties {
    return roundedSuperquadricMassProperties(this.semiAxes, 2, 2, this.massProperties(), radius);
  }

  surface(segments: number): SurfaceMesh {
    return superellipsoid(segments, this.semiAxes, 2, 2);
  }

  gpuForm(): GpuForm {
    const { x, y, z } = this.semiAxes;
    return { superquadric: { semiAxes: this.semiAxes, n1: 2, n2: 2, inradius: Math.min(x, y, z) } };
  }

  toJson() {
    return { ellipsoid: { semiAxes: toTriple(this.semiAxes) } };
  }
}

/**
 * An ellipsoid along the axes, centred at the origin. `path` is what error messages call it.
 *
 * @throws InvalidShapeError that names the parameter, for one that is missing, unknown or out of range.
 *
 * @example
 * ```ts
 * import { ellipsoid } from 'scree/contact';
 *
 * console.log(ellipsoid({ semiAxes: [3, 2, 1] }).support({ x: 0, y: 0, z: 1 }).z); // 1
 * ```
 */
export function ellipsoid(parameters: EllipsoidParameters, path = 'ellipsoid'): Ellipsoid {
  return new Ellipsoid(parameters, path);
}

export const ELLIPSOID_FORM: ShapeForm = {
  read: (given, path) => ellipsoid(given as EllipsoidParameters, path),
  scene: { description: 'Ellipsoid.', fields: { semiAxes: SEMI_AXES_FIELD } },
  example: { semiAxes: [1, 0.75, 0.5] },
};
