// SPDX-License-Identifier: MIT
/** A straight segment. Rounded, it is a capsule anywhere in its frame. */

import { POLYHEDRON } from '../../kernel/layout.ts';
import { addMatrices, diagonalMatrix, outerProduct } from '../../math/symmetric-matrix.ts';
import {
  addScaled,
  distance,
  dot,
  interpolate,
  normalise,
  scale,
  toTriple,
  type Vector3,
  type Vector3Like,
} from '../../math/vector.ts';
import { type BoundingBall, ballOfPoints } from '../bounding-ball.ts';
import { scaledDirection } from '../direction.ts';
import { BlockHolder } from '../kernel-memory/block-holder.ts';
import { type KernelCore, polyhedralCore } from '../kernel-memory/kernel-core.ts';
import { capsuleMassProperties, type MassProperties, masslessProperties } from '../mass/mass-properties.ts';
import { readParameters, readVector, refuse, SMALLEST_SIZE } from '../parameters.ts';
import { type PolyhedralTopology, segmentTopology } from '../polyhedral-topology.ts';
import { type BoundingBox, type ConvexShapeQueries, markShapes } from '../shape.ts';
import type { ShapeForm } from '../shape-form.ts';
import { joined, type SurfaceMesh } from '../surface-mesh.ts';

/** Ends of a segment. */
export interface SegmentParameters {
  readonly from: Vector3Like;
  readonly to: Vector3Like;
}

/** A straight line between two points; `segment` makes one. */
export class Segment extends BlockHolder implements ConvexShapeQueries {
  static {
    markShapes(Segment, 'segment');
  }

  readonly kind = 'segment';
  readonly from: Vector3;
  readonly to: Vector3;

  constructor(parameters: SegmentParameters, path = 'segment') {
    super();
    const { from, to } = readParameters(parameters, path, ['from', 'to']);
    this.from = readVector(from, `${path}.from`);
    this.to = readVector(to, `${path}.to`);
    const length = distance(this.from, this.to);
    if (!(length >= SMALLEST_SIZE)) {
      refuse('out-of-range', path, `two ends at least ${SMALLEST_SIZE} apart (or a point)`, length);
    }
    Object.freeze(this);
  }

  boundingBox(): BoundingBox {
    const { from: a, to: b } = this;
    return {
      min: { x: Math.min(a.x, b.x), y: Math.min(a.y, b.y), z: Math.min(a.z, b.z) },
      max: { x: Math.max(a.x, b.x), y: Math.max(a.y, b.y), z: Math.max(a.z, b.z) },
    };
  }

  /** No volume, no inertia; the centroid is the middle. */
  massProperties(): MassProperties {
    return masslessProperties(interpolate(this.from, this.to, 0.5));
  }

  /**
   * One of the ends; `from` where both are equally far.
   *
   * @throws RangeError for a direction that is zero or not finite.
   */
  support(direction: Vector3): Vector3 {
    const d = scaledDirection(direction);
    return { ...(dot(d, this.to) > dot(d, this.from) ? this.to : this.from) };
  }

  boundingBall(): BoundingBall {
    return ballOfPoints([this.from, this.to]);
  }

  scaled(factor: number): Segment {
    return segment({ from: scale(this.from, factor), to: scale(this.to, factor) });
  }

  topology(): PolyhedralTopology {
    return segmentTopology(this.from, this.to);
  }

  kernelCore(): KernelCore {
    return polyhedralCore(POLYHEDRON, this.topology());
  }

  /** A capsule turned from z to the segment's direction u: inertia across 1 + (along - across) u u^T. */
  roundedMassProperties(radius: number): MassProperties {
    const { volume, inertia } = capsuleMassProperties(radius, distance(this.from, this.to) / 2);
    const direction = normalise(addScaled(this.to, this.from, -1));
    const across = diagonalMatrix(inertia.xx, inertia.xx, inertia.xx);
    return {
      volume,
      centroid: this.massProperties().centroid,
      inertia: addMatrices(across, outerProduct(direction), inertia.zz - inertia.xx),
    };
  }

  surface(): SurfaceMesh {
    return joined([], []);
  }

  toJson() {
    return { segment: { from: toTriple(this.from), to: toTriple(this.to) } };
  }
}

/**
 * A straight segment between two points. `path` is what error messages call it.
 *
 * @throws InvalidShapeError that names the parameter, for one that is missing, unknown or out of range.
 *
 * @example
 * ```ts
 * import { distance, segment, sphere } from 'scree/contact';
 *
 * const wire = segment({ from: [0, 0, 0], to: [1, 0, 0] });
 * console.log(distance(wire, {}, sphere({ radius: 1 }), { position: [0.5, 0, 3] })); // 2
 * ```
 */
export function segment(parameters: SegmentParameters, path = 'segment'): Segment {
  return new Segment(parameters, path);
}

export const SEGMENT_FORM: ShapeForm = {
  read: (given, path) => segment(given as SegmentParameters, path),
  scene: {
    description: 'A segment, for `rounded`.',
    fields: {
      from: { value: 'point', description: 'One end.' },
      to: { value: 'point', description: 'The other end.' },
    },
  },
  isThin: true,
};
