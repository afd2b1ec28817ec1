// SPDX-License-Identifier: MIT
/** Box along the axes, centred at the origin. */

import { BOX } from '../../kernel/layout.ts';
import { negate, scale, toTriple, type Vector3, type Vector3Like, ZERO_VECTOR } from '../../math/vector.ts';
import { BALL_SLACK, type BoundingBall, diagonal } from '../bounding-ball.ts';
import { scaledDirection } from '../direction.ts';
import { BlockHolder } from '../kernel-memory/block-holder.ts';
import { type KernelCore, polyhedralCore } from '../kernel-memory/kernel-core.ts';
import { type MassProperties, symmetricMassProperties } from '../mass/mass-properties.ts';
import { readParameters, readSize, readVector } from '../parameters.ts';
import { boxTopology, type PolyhedralTopology } from '../polyhedral-topology.ts';
import { type BoundingBox, type ConvexShapeQueries, type GpuForm, markShapes } from '../shape.ts';
import type { ShapeForm } from '../shape-form.ts';
import type { SurfaceMesh } from '../surface-mesh.ts';
import { polyhedron } from './convex-polyhedron.ts';

/** Parameters of a box. */
export interface BoxParameters {
  /** Half the edge lengths along x, y, z. */
  readonly halfExtents: Vector3Like;
}

/** A rectangular box, centred at the origin of its own frame; `box` makes one. */
export class Box extends BlockHolder implements ConvexShapeQueries {
  static {
    markShapes(Box, 'box');
  }

  readonly kind = 'box';
  readonly halfExtents: Vector3;

  constructor(parameters: BoxParameters, path = 'box') {
    super();
    const { halfExtents } = readParameters(parameters, path, ['halfExtents']);
    this.halfExtents = readVector(halfExtents, `${path}.halfExtents`, readSize);
    Object.freeze(this);
  }

  boundingBox(): BoundingBox {
    return { min: negate(this.halfExtents), max: { ...this.halfExtents } };
  }

  massProperties(): MassProperties {
    const { x, y, z } = this.halfExtents;
    const volume = 8 * x * y * z;
    return symmetricMassProperties(volume, (volume * x * x) / 3, (volume * y * y) / 3, (volume * z * z) / 3);
  }

  /**
   * Always a vertex; the positive side where a component of the direction is zero.
   *
   * @throws RangeError for a direction that is zero or not finite.
   */
  support(direction: Vector3): Vector3 {
    const d = scaledDirection(direction);
    const { x, y, z } = this.halfExtents;
    return { x: d.x < 0 ? -x : x, y: d.y < 0 ? -y : y, z: d.z < 0 ? -z : z };
  }

  boundingBall(): BoundingBall {
    const { x, y, z } = this.halfExtents;
    return { centre: ZERO_VECTOR, radius: BALL_SLACK * diagonal(diagonal(x, y), z) };
  }

  scaled(factor: number): Box {
    return box({ halfExtents: scale(this.halfExtents, factor) });
  }

  topology(): PolyhedralTopology {
    return boxTopology(this.halfExtents);
  }

  kernelCore(): KernelCore {
    return polyhedralCore(BOX, this.topology(), toTriple(this.halfExtents));
  }

  roundedMassProperties(radius: number): MassProperties {
    return roundedBoxMassProperties(this.halfExtents, radius);
  }

  surface(): SurfaceMesh {
    const { x, y, z } = this.halfExtents;
    const corners = [-1, 1].flatMap((i) => [-1, 1].flatMap((j) => [-1, 1].map((k) => [i * x, j * y, k * z] as const)));
    return polyhedron({ vertices: corners }).surface();
  }

  gpuForm(): GpuForm {
    return { polyhedron: this.topology() };
  }

  toJson() {
    return { box: { halfExtents: toTriple(this.halfExtents) } };
  }
}

/**
 * A box along the axes, centred at the origin. `path` is what error messages call it.
 *
 * @throws InvalidShapeError that names the parameter, for one that is missing, unknown or out of range.
 *
 * @example
 * ```ts
 * import { box } from 'scree/contact';
 *
 * const brick = box({ halfExtents: [0.12, 0.06, 0.03] });
 * console.log(brick.boundingBox().max.x); // 0.12
 * ```
 */
export function box(parameters: BoxParameters, path = 'box'): Box {
  return new Box(parameters, path);
}

export const BOX_FORM: ShapeForm = {
  read: (given, path) => box(given as BoxParameters, path),
  scene: {
    description: 'Box around the origin.',
    fields: { halfExtents: { value: 'sizes', description: 'Half lengths of the sides along x, y and z.' } },
  },
  example: { halfExtents: [1, 0.75, 0.5] },
};

/** Integrals over a ball of radius 1 in k dimensions: of 1, of |u| and of u^2 for one coordinate u. */
const BALL_INTEGRALS = [
  [1, 0, 0],
  [2, 1, 2 / 3],
  [Math.PI, 4 / 3, Math.PI / 4],
  [(4 / 3) * Math.PI, Math.PI / 2, (4 / 15) * Math.PI],
] as const;

/**
 * Steiner's parts of a box: for each subset of the axes, the points that lie outside the box along just these. Pushed
 * together, they are a ball in as many dimensions times the box in the others.
 */
function roundedBoxMassProperties(halfExtents: Vector3, radius: number): MassProperties {
  const half = [halfExtents.x, halfExtents.y, halfExtents.z];
  let volume = 0;
  const second = [0, 0, 0];
  for (let subset = 0; subset < 8; subset++) {
    const outside = half.map((_, axis) => ((subset >> axis) & 1) === 1);
    const dimension = outside.filter(Boolean).length;
    const [ball = 0, absolute = 0, square = 0] = BALL_INTEGRALS[dimension as 0 | 1 | 2 | 3];
    const scale = half.reduce((product, h, axis) => product * (outside[axis] ? radius : 2 * h), 1);
    volume += scale * ball;
    half.forEach((h, axis) => {
      const along = outside[axis] ? h * h * ball + radius * (2 * h * absolute + radius * square) : (ball * h * h) / 3;
      second[axis] = second[axis] + scale * along;
    });
  }
  return symmetricMassProperties(volume, second[0], second[1], second[2]);
}
