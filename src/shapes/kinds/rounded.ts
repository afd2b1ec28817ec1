// SPDX-License-Identifier: MIT
/** All points within `radius` of a convex shape: the Minkowski sum with a ball. */

import { InvalidShapeError } from '../../errors.ts';
import { addScaled, type Vector3 } from '../../math/vector.ts';
import { BALL_SLACK, type BoundingBall } from '../bounding-ball.ts';
import { unitDirection } from '../direction.ts';
import { BlockHolder } from '../kernel-memory/block-holder.ts';
import { type KernelCore, sweptKernelCore } from '../kernel-memory/kernel-core.ts';
import type { MassProperties } from '../mass/mass-properties.ts';
import { readParameters, readSize } from '../parameters.ts';
import {
  type BoundingBox,
  type ConvexShape,
  type ConvexShapeQueries,
  type GpuForm,
  markShapes,
  requireShape,
  type ShapeJson,
  type SweptCore,
  sweptCoreOf,
} from '../shape.ts';
import type { ShapeForm } from '../shape-form.ts';
import { type SurfaceMesh, surfaceBySupport } from '../surface-mesh.ts';

/** Parameters of a rounded shape. */
export interface RoundedParameters {
  /** Any convex shape; rounding a rounded shape adds the radii. */
  readonly shape: ConvexShape;
  readonly radius: number;
}

/** All points within a radius of a convex shape; `rounded` makes one. */
export class Rounded extends BlockHolder implements ConvexShapeQueries {
  static {
    markShapes(Rounded, 'rounded');
  }

  readonly kind = 'rounded';
  readonly shape: Exclude<ConvexShape, Rounded>;
  readonly radius: number;
  #massProperties: MassProperties | undefined;

  constructor(parameters: RoundedParameters, path = 'rounded') {
    super();
    const given = readParameters(parameters, path, ['shape', 'radius']);
    const shape = requireShape(given.shape, `${path}.shape`);
    const radius = readSize(given.radius, `${path}.radius`);
    if (shape.kind === 'halfSpace') {
      throw new InvalidShapeError(
        'not-roundable',
        `${path}.shape: a rounded halfSpace is a halfSpace; move it instead: offset + ${radius} for its unit normal`,
      );
    }
    if (shape.kind === 'compound') {
      throw new InvalidShapeError('not-roundable', `${path}.shape: a compound is not convex; round its pieces instead`);
    }
    this.shape = shape.kind === 'rounded' ? shape.shape : shape;
    this.radius = shape.kind === 'rounded' ? readSize(shape.radius + radius, `${path}.radius`) : radius;
    Object.freeze(this);
  }

  boundingBox(): BoundingBox {
    const { min, max } = this.shape.boundingBox();
    const r = this.radius;
    return { min: { x: min.x - r, y: min.y - r, z: min.z - r }, max: { x: max.x + r, y: max.y + r, z: max.z + r } };
  }

  massProperties(): MassProperties {
    this.#massProperties ??= this.shape.roundedMassProperties(this.radius);
    return this.#massProperties;
  }

  support(direction: Vector3): Vector3 {
    return addScaled(this.shape.support(direction), unitDirection(direction), this.radius);
  }

  boundingBall(): BoundingBall {
    const { centre, radius } = this.shape.boundingBall();
    return { centre, radius: BALL_SLACK * (radius + this.radius) };
  }

  scaled(factor: number): Rounded {
    return rounded({ shape: this.shape.scaled(factor), radius: factor * this.radius });
  }

  sweptCore(): SweptCore {
    const { core, margin } = sweptCoreOf(this.shape);
    return { core, margin: margin + this.radius };
  }

  kernelCore(): KernelCore {
    return sweptKernelCore(this.shape.kernelCore(), this.radius, this.shape.kind);
  }

  roundedMassProperties(radius: number): MassProperties {
    return this.shape.roundedMassProperties(this.radius + radius);
  }

  surface(segments: number): SurfaceMesh {
    return surfaceBySupport(segments, this);
  }

  gpuForm(): GpuForm | string {
    const form = (this.shape as ConvexShapeQueries).gpuForm?.() ?? `rounded shapes of the kind ${this.shape.kind}`;
    return typeof form === 'string' ? form : { ...form, margin: (form.margin ?? 0) + this.radius };
  }

  toJson(): ShapeJson {
    return { rounded: { shape: this.shape.toJson(), radius: this.radius } };
  }
}

/**
 * All points within `radius` of a convex shape. `path` is what error messages call it.
 *
 * @throws InvalidShapeError for half-spaces and compounds, and for a radius that is not finite and > 0.
 *
 * @example
 * ```ts
 * import { box, rounded } from 'scree/contact';
 *
 * const pebble = rounded({ shape: box({ halfExtents: [1, 1, 1] }), radius: 0.1 });
 * console.log(pebble.boundingBox().max.x); // 1.1
 * ```
 */
export function rounded(parameters: RoundedParameters, path = 'rounded'): Rounded {
  return new Rounded(parameters, path);
}

export const ROUNDED_FORM: ShapeForm = {
  read: (given, path, readShape) => {
    const { shape, radius } = readParameters(given, path, ['shape', 'radius']);
    return rounded({ shape: readShape(shape, `${path}.shape`) as ConvexShape, radius: radius as number }, path);
  },
  example: { shape: { box: { halfExtents: [0.7, 0.5, 0.3] } }, radius: 0.2 },
};
