// SPDX-License-Identifier: MIT
/** Circular cone along z: base of `radius` at z = 0, apex at z = height. */

import { CONE } from '../../kernel/layout.ts';
import { diagonalMatrix } from '../../math/symmetric-matrix.ts';
import { type Vector3, ZERO_VECTOR } from '../../math/vector.ts';
import { BALL_SLACK, type BoundingBall, diagonal } from '../bounding-ball.ts';
import { planarDirection, scaledDirection } from '../direction.ts';
import { BlockHolder } from '../kernel-memory/block-holder.ts';
import { curvedCore, type KernelCore } from '../kernel-memory/kernel-core.ts';
import type { MassProperties } from '../mass/mass-properties.ts';
import { roundedProfileMassProperties } from '../mass/solid-of-revolution.ts';
import { readParameters, readSize } from '../parameters.ts';
import { type Profile, straightProfile } from '../profile.ts';
import { type BoundingBox, type ConvexShapeQueries, type GpuForm, markShapes } from '../shape.ts';
import { RADIUS_FIELD, type ShapeForm } from '../shape-form.ts';
import { type SurfaceMesh, surfaceOfProfile } from '../surface-mesh.ts';

/** Parameters of a cone. */
export interface ConeParameters {
  /** Of the base. */
  readonly radius: number;
  readonly height: number;
}

/** A circular cone about the z axis; `cone` makes one. */
export class Cone extends BlockHolder implements ConvexShapeQueries {
  static {
    markShapes(Cone, 'cone');
  }

  readonly kind = 'cone';
  readonly radius: number;
  readonly height: number;

  constructor(parameters: ConeParameters, path = 'cone') {
    super();
    const { radius, height } = readParameters(parameters, path, ['radius', 'height']);
    this.radius = readSize(radius, `${path}.radius`);
    this.height = readSize(height, `${path}.height`);
    Object.freeze(this);
  }

  boundingBox(): BoundingBox {
    const r = this.radius;
    return { min: { x: -r, y: -r, z: 0 }, max: { x: r, y: r, z: this.height } };
  }

  massProperties(): MassProperties {
    const rSquared = this.radius * this.radius;
    const volume = (Math.PI * rSquared * this.height) / 3;
    const across = volume * (0.15 * rSquared + 0.0375 * this.height * this.height);
    return {
      volume,
      centroid: { x: 0, y: 0, z: this.height / 4 },
      inertia: diagonalMatrix(across, across, 0.3 * volume * rSquared),
    };
  }

  /**
   * The apex or a point of the rim.
   *
   * @throws RangeError for a direction that is zero or not finite.
   */
  support(direction: Vector3): Vector3 {
    const d = scaledDirection(direction);
    const across = planarDirection(d.x, d.y);
    if (this.height * d.z > this.radius * across.length) return { x: 0, y: 0, z: this.height };
    return { x: this.radius * across.x, y: this.radius * across.y, z: 0 };
  }

  /** The ball through apex and rim, unless that of the base is large enough. */
  boundingBall(): BoundingBall {
    const { radius, height } = this;
    if (height <= radius) return { centre: ZERO_VECTOR, radius: BALL_SLACK * radius };
    const z = ((height - radius) * (height + radius)) / (2 * height);
    return { centre: { x: 0, y: 0, z }, radius: BALL_SLACK * (height - z) };
  }

  scaled(factor: number): Cone {
    return cone({ radius: factor * this.radius, height: factor * this.height });
  }

  /** Its block begins at half height. */
  kernelCore(): KernelCore {
    const { radius, height } = this;
    const centre = { x: 0, y: 0, z: height / 2 };
    return curvedCore(CONE, Math.max(2 * radius, height), diagonal(radius, height / 2), [radius, height], centre);
  }

  profile(): Profile {
    return straightProfile([
      [0, 0],
      [this.radius, 0],
      [0, this.height],
    ]);
  }

  roundedMassProperties(radius: number): MassProperties {
    return roundedProfileMassProperties(this.profile(), radius);
  }

  surface(segments: number): SurfaceMesh {
    return surfaceOfProfile(segments, this.profile());
  }

  gpuForm(): GpuForm {
    return { frustum: { lower: this.radius, upper: 0, from: 0, to: this.height } };
  }

  toJson() {
    return { cone: { radius: this.radius, height: this.height } };
  }
}

/**
 * A cone along z, base at z = 0, apex at z = height. `path` is what error messages call it.
 *
 * @throws InvalidShapeError that names the parameter, for one that is missing, unknown or out of range.
 *
 * @example
 * ```ts
 * import { cone } from 'scree/contact';
 *
 * const tip = cone({ radius: 0.5, height: 1 });
 * console.log(tip.massProperties().centroid.z); // 0.25
 * ```
 */
export function cone(parameters: ConeParameters, path = 'cone'): Cone {
  return new Cone(parameters, path);
}

export const CONE_FORM: ShapeForm = {
  read: (given, path) => cone(given as ConeParameters, path),
  scene: {
    description: 'Cone with its base at z = 0 and its apex at z = height.',
    fields: { radius: RADIUS_FIELD, height: { value: 'size', description: 'Height.' } },
  },
  example: { radius: 0.75, height: 1.25 },
};
