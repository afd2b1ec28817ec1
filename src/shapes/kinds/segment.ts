// SPDX-License-Identifier: MIT
/** A straight segment. Rounded, it is a capsule anywhere in its frame. */
import { distance, dot, interpolate, toTriple, type Vector3, type Vector3Like } from '../../math/vector.ts';
import { scaledDirection } from '../direction.ts';
import { type MassProperties, masslessProperties } from '../mass/mass-properties.ts';
import { readParameters, readVector, refuse, SMALLEST_SIZE } from '../parameters.ts';
import { type BoundingBox, markShapes, type ShapeQueries } from '../shape.ts';

export interface SegmentParameters {
  readonly from: Vector3Like;
  readonly to: Vector3Like;
}

export class Segment implements ShapeQueries {
  static {
    markShapes(Segment);
  }

  readonly kind = 'segment';
  readonly from: Vector3;
  readonly to: Vector3;

  constructor(parameters: SegmentParameters, path = 'segment') {
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

  /** One of the ends; `from` where both are equally far. */
  support(direction: Vector3): Vector3 {
    const d = scaledDirection(direction);
    return { ...(dot(d, this.to) > dot(d, this.from) ? this.to : this.from) };
  }

  toJson() {
    return { segment: { from: toTriple(this.from), to: toTriple(this.to) } };
  }
}

/** A straight segment between two points. `path` is what error messages call it. */
export function segment(parameters: SegmentParameters, path = 'segment'): Segment {
  return new Segment(parameters, path);
}
