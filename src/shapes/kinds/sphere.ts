// SPDX-License-Identifier: MIT
/** Ball about the origin. */

import { POLYHEDRON } from '../../kernel/layout.ts';
import { scale, type Vector3, ZERO_VECTOR } from '../../math/vector.ts';
import type { BoundingBall } from '../bounding-ball.ts';
import { unitDirection } from '../direction.ts';
import { BlockHolder } from '../kernel-memory/block-holder.ts';
import { type KernelCore, polyhedralCore, sweptKernelCore } from '../kernel-memory/kernel-core.ts';
import { ballMassProperties, type MassProperties } from '../mass/mass-properties.ts';
import { readParameters, readSize } from '../parameters.ts';
import { pointTopology } from '../polyhedral-topology.ts';
import { type BoundingBox, type ConvexShapeQueries, markShapes, type SweptCore } from '../shape.ts';
import { RADIUS_FIELD, type ShapeForm } from '../shape-form.ts';
import { halfCircle, revolved, type SurfaceMesh } from '../surface-mesh.ts';
import { point } from './point.ts';

/** Parameters of a sphere. */
export interface SphereParameters {
  readonly radius: number;
}

/** A ball, centred at the origin of its own frame; `sphere` makes one. */
export class Sphere extends BlockHolder implements ConvexShapeQueries {
  static {
    markShapes(Sphere, 'sphere');
  }

  readonly kind = 'sphere';
  readonly radius: number;

  constructor(parameters: SphereParameters, path = 'sphere') {
    super();
    const { radius } = readParameters(parameters, path, ['radius']);
    this.radius = readSize(radius, `${path}.radius`);
    Object.freeze(this);
  }

  boundingBox(): BoundingBox {
    const r = this.radius;
    return { min: { x: -r, y: -r, z: -r }, max: { x: r, y: r, z: r } };
  }

  massProperties(): MassProperties {
    return ballMassProperties(this.radius);
  }

  support(direction: Vector3): Vector3 {
    return scale(unitDirection(direction), this.radius);
  }

  boundingBall(): BoundingBall {
    return { centre: ZERO_VECTOR, radius: this.radius };
  }

  scaled(factor: number): Sphere {
    return sphere({ radius: factor * this.radius });
  }

  sweptCore(): SweptCore {
    return { core: point({ position: [0, 0, 0] }), margin: this.radius };
  }

  kernelCore(): KernelCore {
    return sweptKernelCore(polyhedralCore(POLYHEDRON, pointTopology(ZERO_VECTOR)), this.radius);
  }

  roundedMassProperties(radius: number): MassProperties {
    return ballMassProperties(this.radius + radius);
  }

  surface(segments: number): SurfaceMesh {
    return revolved(segments, halfCircle(segments / 2, this.radius));
  }

  gpuForm(): string {
    return 'a sphere as `convex`: write it as `sphere`';
  }

  toJson() {
    return { sphere: { radius: this.radius } };
  }
}

/**
 * A ball about the origin. `path` is what error messages call it.
 *
 * @throws InvalidShapeError that names the parameter, for one that is missing, unknown or out of range.
 *
 * @example
 * ```ts
 * import { sphere } from 'scree/contact';
 *
 * const ball = sphere({ radius: 0.5 });
 * console.log(ball.massProperties().volume.toFixed(4)); // 0.5236
 * ```
 */
export function sphere(parameters: SphereParameters, path = 'sphere'): Sphere {
  return new Sphere(parameters, path);
}

export const SPHERE_FORM: ShapeForm = {
  read: (given, path) => sphere(given as SphereParameters, path),
  scene: { description: 'Sphere around the origin.', fields: { radius: RADIUS_FIELD } },
  example: { radius: 0.75 },
};
