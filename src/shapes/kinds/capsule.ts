// SPDX-License-Identifier: MIT
/** Points within `radius` of the segment from (0, 0, -halfLength) to (0, 0, halfLength). */

import { POLYHEDRON } from '../../kernel/layout.ts';
import { type Vector3, ZERO_VECTOR } from '../../math/vector.ts';
import { BALL_SLACK, type BoundingBall } from '../bounding-ball.ts';
import { unitDirection } from '../direction.ts';
import { BlockHolder } from '../kernel-memory/block-holder.ts';
import { type KernelCore, polyhedralCore, sweptKernelCore } from '../kernel-memory/kernel-core.ts';
import { capsuleMassProperties, type MassProperties } from '../mass/mass-properties.ts';
import { readParameters, readSize } from '../parameters.ts';
import { segmentTopology } from '../polyhedral-topology.ts';
import type { Profile, ProfilePoint } from '../profile.ts';
import { type BoundingBox, type ConvexShapeQueries, type GpuForm, markShapes, type SweptCore } from '../shape.ts';
import { HALF_LENGTH_FIELD, RADIUS_FIELD, type ShapeForm } from '../shape-form.ts';
import { halfCircle, revolved, type SurfaceMesh } from '../surface-mesh.ts';
import { segment } from './segment.ts';

/** Parameters of a capsule. */
export interface CapsuleParameters {
  readonly radius: number;
  /** Half the length of the axis, without the caps. */
  readonly halfLength: number;
}

/** A cylinder about the z axis with half balls at both ends, centred at the origin; `capsule` makes one. */
export class Capsule extends BlockHolder implements ConvexShapeQueries {
  static {
    markShapes(Capsule, 'capsule');
  }

  readonly kind = 'capsule';
  readonly radius: number;
  readonly halfLength: number;

  constructor(parameters: CapsuleParameters, path = 'capsule') {
    super();
    const { radius, halfLength } = readParameters(parameters, path, ['radius', 'halfLength']);
    this.radius = readSize(radius, `${path}.radius`);
    this.halfLength = readSize(halfLength, `${path}.halfLength`);
    Object.freeze(this);
  }

  boundingBox(): BoundingBox {
    const r = this.radius;
    const top = this.halfLength + r;
    return { min: { x: -r, y: -r, z: -top }, max: { x: r, y: r, z: top } };
  }

  massProperties(): MassProperties {
    return capsuleMassProperties(this.radius, this.halfLength);
  }

  support(direction: Vector3): Vector3 {
    const unit = unitDirection(direction);
    const r = this.radius;
    return { x: r * unit.x, y: r * unit.y, z: r * unit.z + (unit.z < 0 ? -this.halfLength : this.halfLength) };
  }

  boundingBall(): BoundingBall {
    return { centre: ZERO_VECTOR, radius: BALL_SLACK * (this.halfLength + this.radius) };
  }

  scaled(factor: number): Capsule {
    return capsule({ radius: factor * this.radius, halfLength: factor * this.halfLength });
  }

  sweptCore(): SweptCore {
    return {
      core: segment({ from: [0, 0, -this.halfLength], to: [0, 0, this.halfLength] }),
      margin: this.radius,
    };
  }

  kernelCore(): KernelCore {
    const axis = segmentTopology({ x: 0, y: 0, z: -this.halfLength }, { x: 0, y: 0, z: this.halfLength });
    return sweptKernelCore(polyhedralCore(POLYHEDRON, axis), this.radius);
  }

  profile(): Profile {
    const { radius, halfLength } = this;
    return [
      { from: [0, -halfLength - radius], to: [radius, -halfLength], arc: { centre: -halfLength, radius } },
      { from: [radius, -halfLength], to: [radius, halfLength] },
      { from: [radius, halfLength], to: [0, halfLength + radius], arc: { centre: halfLength, radius } },
    ];
  }

  roundedMassProperties(radius: number): MassProperties {
    return capsuleMassProperties(this.radius + radius, this.halfLength);
  }

  surface(segments: number): SurfaceMesh {
    return revolved(segments, parted(halfCircle(2 * Math.ceil(segments / 4), this.radius), this.halfLength));
  }

  gpuForm(): GpuForm {
    const { radius, halfLength } = this;
    return { frustum: { lower: 0, upper: 0, from: -halfLength, to: halfLength }, margin: radius };
  }

  toJson() {
    return { capsule: { radius: this.radius, halfLength: this.halfLength } };
  }
}

/**
 * A capsule along z, centred at the origin. `path` is what error messages call it.
 *
 * @throws InvalidShapeError that names the parameter, for one that is missing, unknown or out of range.
 *
 * @example
 * ```ts
 * import { capsule } from 'scree/contact';
 *
 * const pill = capsule({ radius: 0.003, halfLength: 0.005 });
 * console.log(pill.boundingBox().max.z); // 0.008
 * ```
 */
export function capsule(parameters: CapsuleParameters, path = 'capsule'): Capsule {
  return new Capsule(parameters, path);
}

export const CAPSULE_FORM: ShapeForm = {
  read: (given, path) => capsule(given as CapsuleParameters, path),
  scene: {
    description: 'Cylinder along z with hemispherical caps.',
    fields: { radius: RADIUS_FIELD, halfLength: HALF_LENGTH_FIELD },
  },
  example: { radius: 0.4, halfLength: 0.7 },
};

/** Cut at the middle, which both parts keep, and moved apart. */
function parted(profile: readonly ProfilePoint[], shift: number): readonly ProfilePoint[] {
  const middle = (profile.length - 1) / 2;
  const lower = profile.slice(0, middle + 1).map(([radius, height]) => [radius, height - shift] as const);
  return [...lower, ...profile.slice(middle).map(([radius, height]) => [radius, height + shift] as const)];
}
