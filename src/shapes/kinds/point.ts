// SPDX-License-Identifier: MIT
/** A single point. Rounded, it is a ball anywhere in its frame. */

import { POLYHEDRON } from '../../kernel/layout.ts';
import { scale, toTriple, type Vector3, type Vector3Like } from '../../math/vector.ts';
import type { BoundingBall } from '../bounding-ball.ts';
import { scaledDirection } from '../direction.ts';
import { BlockHolder } from '../kernel-memory/block-holder.ts';
import { type KernelCore, polyhedralCore } from '../kernel-memory/kernel-core.ts';
import { ballMassProperties, type MassProperties, masslessProperties } from '../mass/mass-properties.ts';
import { readParameters, readVector } from '../parameters.ts';
import { type PolyhedralTopology, pointTopology } from '../polyhedral-topology.ts';
import { type BoundingBox, type ConvexShapeQueries, markShapes } from '../shape.ts';
import type { ShapeForm } from '../shape-form.ts';
import { joined, type SurfaceMesh } from '../surface-mesh.ts';

/** Parameters of a point. */
export interface PointParameters {
  /** The origin when left out. */
  readonly position?: Vector3Like;
}

/** A single point; `point` makes one. */
export class Point extends BlockHolder implements ConvexShapeQueries {
  static {
    markShapes(Point, 'point');
  }

  readonly kind = 'point';
  readonly position: Vector3;

  constructor(parameters: PointParameters = {}, path = 'point') {
    super();
    const { position } = readParameters(parameters, path, [], ['position']);
    this.position = readVector(position === undefined ? [0, 0, 0] : position, `${path}.position`);
    Object.freeze(this);
  }

  boundingBox(): BoundingBox {
    return { min: { ...this.position }, max: { ...this.position } };
  }

  /** No volume, no inertia. */
  massProperties(): MassProperties {
    return masslessProperties(this.position);
  }

  support(direction: Vector3): Vector3 {
    scaledDirection(direction);
    return { ...this.position };
  }

  boundingBall(): BoundingBall {
    return { centre: this.position, radius: 0 };
  }

  scaled(factor: number): Point {
    return point({ position: scale(this.position, factor) });
  }

  topology(): PolyhedralTopology {
    return pointTopology(this.position);
  }

  kernelCore(): KernelCore {
    return polyhedralCore(POLYHEDRON, this.topology());
  }

  roundedMassProperties(radius: number): MassProperties {
    return ballMassProperties(radius, this.position);
  }

  surface(): SurfaceMesh {
    return joined([], []);
  }

  toJson() {
    return { point: { position: toTriple(this.position) } };
  }
}

/**
 * A point; default: the origin. `path` is what error messages call it.
 *
 * @throws InvalidShapeError that names the parameter, for one that is missing, unknown or out of range.
 *
 * @example
 * ```ts
 * import { distance, point, sphere } from 'scree/contact';
 *
 * console.log(distance(point(), {}, sphere({ radius: 1 }), { position: [3, 0, 0] })); // 2
 * ```
 */
export function point(parameters: PointParameters = {}, path = 'point'): Point {
  return new Point(parameters, path);
}

export const POINT_FORM: ShapeForm = {
  read: (given, path) => point(given as PointParameters, path),
  scene: {
    description: 'A point, for `rounded`.',
    fields: { position: { value: 'point', description: 'The point.' } },
  },
  isThin: true,
};
