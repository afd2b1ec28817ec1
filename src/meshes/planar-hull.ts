// SPDX-License-Identifier: MIT
/** A plane convex polygon in space, from its vertices in order: checked, without straight or repeated vertices. */

import { MeshError } from '../errors.ts';
import { atan2 } from '../math/circular.ts';
import { roundLog2 } from '../math/elementary.ts';
import type { Vector3 } from '../math/vector.ts';
import { addCross } from './precise-vectors.ts';
import { scaleByPowerOfTwo } from './prepared-points.ts';

export interface PlanarPolygon {
  /** Indices of the corners, in the given order, from the lowest. */
  readonly loop: Int32Array;
  /** Unit; the loop runs counter-clockwise about it. */
  readonly normal: Vector3;
}

/**
 * How far vertices may lie off the plane, relative to the polygon's extent. Coordinates written to a file with ten
 * digits are off by less; what is off by more is another shape.
 */
export const PLANAR_TOLERANCE = 1e-9;

/**
 * A corner that deviates from the chord of its neighbours by less than this part of the extent is straight: the
 * rounding of a rotated polygon, a few units in the last place.
 */
export const STRAIGHT_TOLERANCE = 2 ** -49;

/**
 * Checks the polygon `points` (flat x, y, z; in order, either way round). Throws `MeshError`: 'too-few-points',
 * 'not-triples', 'not-finite', 'no-area' (collinear), 'not-planar', 'not-convex' (reflex corner, crossing edges, or
 * vertices out of order).
 */
export function planarPolygon(points: ArrayLike<number>): PlanarPolygon {
  const { local, extent } = scaledToFirst(points);
  const count = local.length / 3;
  const loop = withoutStraight(local, extent);
  const sum = new Float64Array(3);
  for (let i = 1; i + 1 < loop.length; i++) addCross(local, loop[0], loop[i], loop[i + 1], sum);
  const area = lengthOf(sum);
  if (loop.length < 3 || !(area > STRAIGHT_TOLERANCE * extent * extent)) {
    throw new MeshError(
      'no-area',
      `the ${count} vertices lie on one line or their edges cross; use segment for a line`,
      {
        count,
      },
    );
  }
  const normal = { x: sum[0] / area, y: sum[1] / area, z: sum[2] / area };
  for (let i = 0; i < count; i++) {
    const height =
      (normal.x * at(local, 3 * i) + normal.y * at(local, 3 * i + 1) + normal.z * at(local, 3 * i + 2)) / extent;
    if (Math.abs(height) > PLANAR_TOLERANCE) {
      throw new MeshError(
        'not-planar',
        `vertices[${i}]: lies ${height.toExponential(2)} of the extent off the plane (allowed ${PLANAR_TOLERANCE}); split the polygon`,
        { index: i, height },
      );
    }
  }
  checkConvex(local, loop, normal);
  const lowest = loop.indexOf(Math.min(...loop));
  return { loop: Int32Array.from([...loop.slice(lowest), ...loop.slice(0, lowest)]), normal };
}

/** Every corner turns left, and the turns add up to one revolution. */
function checkConvex(x: Float64Array, loop: readonly number[], normal: Vector3): void {
  let revolution = 0;
  for (let i = 0; i < loop.length; i++) {
    const a = loop[(i + loop.length - 1) % loop.length];
    const b = loop[i];
    const c = loop[(i + 1) % loop.length];
    const cross = new Float64Array(3);
    addCross(x, a, b, c, cross);
    const sine = normal.x * at(cross, 0) + normal.y * at(cross, 1) + normal.z * at(cross, 2);
    let cosine = 0;
    for (let k = 0; k < 3; k++) cosine += (at(x, 3 * b + k) - at(x, 3 * a + k)) * (at(x, 3 * c + k) - at(x, 3 * b + k));
    revolution += atan2(sine, cosine);
    if (!(sine > 0)) throw notConvex(b);
  }
  // A star polygon turns left everywhere too, but more than once round.
  if (revolution > 3 * Math.PI) throw notConvex(loop[0]);
}

function notConvex(index: number): MeshError {
  return new MeshError(
    'not-convex',
    `vertices[${index}]: expected a convex polygon with its vertices in order; split it into convex polygons`,
    { index },
  );
}

/** Removes vertices that repeat their neighbour or lie on the chord of their neighbours, until none does. */
function withoutStraight(x: Float64Array, extent: number): number[] {
  const loop = Array.from({ length: x.length / 3 }, (_, i) => i);
  for (let i = 0, unchanged = 0; loop.length >= 3 && unchanged < loop.length; ) {
    const a = loop[(i + loop.length - 1) % loop.length];
    const c = loop[(i + 1) % loop.length];
    if (distanceToChord(x, loop[i], a, c) <= STRAIGHT_TOLERANCE * extent) {
      loop.splice(i, 1);
      unchanged = 0;
    } else {
      i++;
      unchanged++;
    }
    if (i >= loop.length) i = 0;
  }
  return loop;
}

function distanceToChord(x: Float64Array, p: number, a: number, b: number): number {
  let squared = 0;
  let along = 0;
  for (let k = 0; k < 3; k++) {
    const u = at(x, 3 * b + k) - at(x, 3 * a + k);
    squared += u * u;
    along += u * (at(x, 3 * p + k) - at(x, 3 * a + k));
  }
  const part = squared > 0 ? Math.min(1, Math.max(0, along / squared)) : 0;
  const off = [0, 1, 2].map((k) => at(x, 3 * p + k) - at(x, 3 * a + k) - part * (at(x, 3 * b + k) - at(x, 3 * a + k)));
  return lengthOf(off);
}

/** Coordinates relative to the first vertex, scaled by a power of two to an extent of order one. */
function scaledToFirst(points: ArrayLike<number>): { local: Float64Array; extent: number } {
  if (points.length % 3 !== 0 || points.length < 9) {
    throw new MeshError(
      points.length % 3 === 0 ? 'too-few-points' : 'not-triples',
      `vertices: expected x, y, z of at least 3 vertices, got ${points.length} numbers`,
      { length: points.length },
    );
  }
  let largest = 0;
  for (let i = 0; i < points.length; i++) {
    if (!Number.isFinite(points[i])) {
      const index = Math.floor(i / 3);
      const message = `vertices[${index}].${'xyz'[i % 3]}: expected a finite number, got ${points[i]}`;
      throw new MeshError('not-finite', message, { index });
    }
    largest = Math.max(largest, Math.abs(at(points, i) - at(points, i % 3)));
  }
  const exponent = largest > 0 && Number.isFinite(largest) ? roundLog2(largest) : 0;
  const local = Float64Array.from(points, (value, i) => scaleByPowerOfTwo(value - at(points, i % 3), -exponent));
  return { local, extent: scaleByPowerOfTwo(largest, -exponent) };
}

/** Of a vector whose components are of order one. */
function lengthOf(vector: ArrayLike<number>): number {
  const [x, y, z] = [at(vector, 0), at(vector, 1), at(vector, 2)];
  return Math.sqrt(x * x + y * y + z * z);
}

function at(values: ArrayLike<number>, index: number): number {
  return values[index] ?? Number.NaN;
}
