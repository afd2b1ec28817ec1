// SPDX-License-Identifier: MIT
/** Circular cylinder along z, centred at the origin. */

import { CYLINDER } from '../../kernel/layout.ts';
import { type Vector3, ZERO_VECTOR } from '../../math/vector.ts';
import { BALL_SLACK, type BoundingBall, diagonal } from '../bounding-ball.ts';
import { planarDirection, scaledDirection } from '../direction.ts';
import { BlockHolder } from '../kernel-memory/block-holder.ts';
import { curvedCore, type KernelCore } from '../kernel-memory/kernel-core.ts';
import { type MassProperties, symmetricMassProperties } from '../mass/mass-properties.ts';
import { roundedProfileMassProperties } from '../mass/solid-of-revolution.ts';
import { readParameters, readSize } from '../parameters.ts';
import { type Profile, straightProfile } from '../profile.ts';
import { type BoundingBox, type ConvexShapeQueries, type GpuForm, markShapes } from '../shape.ts';
import { HALF_LENGTH_FIELD, RADIUS_FIELD, type ShapeForm } from '../shape-form.ts';
import { type SurfaceMesh, surfaceOfProfile } from '../surface-mesh.ts';

/** Parameters of a cylinder. */
export interface CylinderParameters {
  readonly radius: number;
  /** Half the length along z. */
  readonly halfLength: number;
}

/** A circular cylinder about the z axis, centred at the origin; `cylinder` makes one. */
export class Cylinder extends BlockHolder implements ConvexShapeQueries {
  static {
    markShapes(Cylinder, 'cylinder');
  }

  readonly kind = 'cylinder';
  readonly radius: number;
  readonly halfLength: number;

  constructor(parameters: CylinderParameters, path = 'cylinder') {
    super();
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

  /**
   * Always on a rim.
   *
   * @throws RangeError for a direction that is zero or not finite.
   */
  support(direction: Vector3): Vector3 {
    const d = scaledDirection(direction);
    const across = planarDirection(d.x, d.y);
    return {
      x: this.radius * across.x,
      y: this.radius * across.y,
      z: d.z < 0 ? -this.halfLength : this.halfLength,
    };
  }

  boundingBall(): BoundingBall {
    return { centre: ZERO_VECTOR, radius: BALL_SLACK * diagonal(this.radius, this.halfLength) };
  }

  scaled(factor: number): Cylinder {
    return cylinder({ radius: factor * this.radius, halfLength: factor * this.halfLength });
  }

  kernelCore(): KernelCore {
    const { radius, halfLength } = this;
    return curvedCore(CYLINDER, 2 * Math.max(radius, halfLength), diagonal(radius, halfLength), [radius, halfLength]);
  }

  profile(): Profile {
    const { radius: r, halfLength: h } = this;
    return straightProfile([
      [0, -h],
      [r, -h],
      [r, h],
      [0, h],
    ]);
  }

  roundedMassProperties(radius: number): MassProperties {
    return roundedProfileMassProperties(this.profile(), radius);
  }

  surface(segments: number): SurfaceMesh {
    return surfaceOfProfile(segments, this.profile());
  }

  gpuForm(): GpuForm {
    const { radius, halfLength } = this;
    return { frustum: { lower: radius, upper: radius, from: -halfLength, to: halfLength } };
  }

  toJson() {
    return { cylinder: { radius: this.radius, halfLength: this.halfLength } };
  }
}

/**
 * A cylinder along z, centred at the origin. `path` is what error messages call it.
 *
 * @throws InvalidShapeError that names the parameter, for one that is missing, unknown or out of range.
 *
 * @example
 * ```ts
 * import { cylinder } from 'scree/contact';
 *
 * const drum = cylinder({ radius: 0.5, halfLength: 0.1 });
 * console.log(drum.support({ x: 1, y: 0, z: 0 }).x); // 0.5
 * ```
 */
export function cylinder(parameters: CylinderParameters, path = 'cylinder'): Cylinder {
  return new Cylinder(parameters, path);
}

export const CYLINDER_FORM: ShapeForm = {
  read: (given, path) => cylinder(given as CylinderParameters, path),
  scene: { description: 'Cylinder along z.', fields: { radius: RADIUS_FIELD, halfLength: HALF_LENGTH_FIELD } },
  example: { radius: 0.6, halfLength: 0.75 },
};
