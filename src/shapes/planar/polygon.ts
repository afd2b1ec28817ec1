// SPDX-License-Identifier: MIT
/** The convex hull of points in the plane. */
import { InvalidShapeError } from '../../errors.ts';
import { length2, type Vector2, type Vector2Like } from '../../math/planar-vector.ts';
import { isCoordinate, readCoordinate, readParameters, refuse, SMALLEST_SIZE } from '../parameters.ts';
import { readPlanarVector, unitPlanarDirection } from './planar-parameters.ts';
import {
  type AreaProperties,
  markPlanarShapes,
  type PlanarBoundingBox,
  type PlanarShapeQueries,
} from './planar-shape.ts';
import { doubleArea, planarHull } from './polygon-hull.ts';
import { farthestVertex } from './polygon-support.ts';

/** Parameters of a polygon. */
export interface PolygonParameters {
  /** Any points, at least three and not all on one line; a Float64Array holds x, y in turn. */
  readonly vertices: readonly Vector2Like[] | Float64Array;
}

/**
 * A set narrower than this fraction of its extent (8 units in the last place) is flat: rotating a line rounds its
 * points by a few units, so such a set cannot be distinguished from one without area. As for polyhedra.
 */
export const FLAT_TOLERANCE = 2 ** -49;

/** The convex hull of points in the plane; `polygon` makes one. */
export class Polygon implements PlanarShapeQueries {
  static {
    markPlanarShapes(Polygon);
  }

  readonly kind = 'polygon';
  /** x, y of the corners in turn, counter-clockwise from the lowest x (then y). Shared, not copied: do not modify. */
  readonly coordinates: Float64Array;
  #areaProperties: AreaProperties | undefined;

  constructor(parameters: PolygonParameters, path = 'polygon') {
    const { vertices } = readParameters(parameters, path, ['vertices']);
    this.coordinates = cornersOf(readPoints(vertices, `${path}.vertices`), `${path}.vertices`);
    Object.freeze(this);
  }

  /** The corners, counter-clockwise from the lowest x (then y). */
  get vertices(): readonly Vector2[] {
    const xy = this.coordinates;
    return Array.from({ length: xy.length / 2 }, (_, i) => vertexOf(xy, i));
  }

  boundingBox(): PlanarBoundingBox {
    return boxOf(this.coordinates);
  }

  areaProperties(): AreaProperties {
    this.#areaProperties ??= areaPropertiesOf(this.coordinates);
    return this.#areaProperties;
  }

  /**
   * Always a vertex.
   *
   * @throws RangeError for a direction that is zero or not finite.
   */
  support(direction: Vector2): Vector2 {
    const { x, y } = unitPlanarDirection(direction);
    return vertexOf(this.coordinates, farthestVertex(this.coordinates, x, y));
  }

  toJson() {
    return { polygon: { vertices: this.vertices.map(({ x, y }) => [x, y]) } };
  }
}

/**
 * The convex hull of points in the plane. `path` is what error messages call it.
 *
 * @throws InvalidShapeError for fewer than three points, or points that lie on one line.
 *
 * @example
 * ```ts
 * import { polygon } from 'scree/contact';
 *
 * const triangle = polygon({ vertices: [[0, 0], [1, 0], [0, 1]] });
 * console.log(triangle.areaProperties().area); // 0.5
 * ```
 */
export function polygon(parameters: PolygonParameters, path = 'polygon'): Polygon {
  return new Polygon(parameters, path);
}

function vertexOf(xy: Float64Array, index: number): Vector2 {
  return { x: xy[2 * index], y: xy[2 * index + 1] };
}

function boxOf(xy: Float64Array): PlanarBoundingBox {
  let [left, low, right, high] = [Infinity, Infinity, -Infinity, -Infinity];
  for (let i = 0; i < xy.length; i += 2) {
    const x = xy[i];
    const y = xy[i + 1];
    if (x < left) left = x;
    if (x > right) right = x;
    if (y < low) low = y;
    if (y > high) high = y;
  }
  return { min: { x: left, y: low }, max: { x: right, y: high } };
}

function readPoints(value: unknown, path: string): Float64Array {
  if (value instanceof Float64Array) {
    if (value.length % 2 !== 0) refuse('not-pairs', path, 'a multiple of 2 numbers', value.length);
    const wrong = value.findIndex((coordinate) => !isCoordinate(coordinate));
    if (wrong >= 0) readCoordinate(value[wrong], `${path}[${wrong}]`);
    return value.map((coordinate) => coordinate + 0);
  }
  if (!Array.isArray(value)) refuse('not-points', path, 'an array of points [[x, y], ...]', value);
  const flat = new Float64Array(2 * value.length);
  value.forEach((given: unknown, i) => {
    const { x, y } = readPlanarVector(given, `${path}[${i}]`);
    flat[2 * i] = x;
    flat[2 * i + 1] = y;
  });
  return flat;
}

function cornersOf(points: Float64Array, path: string): Float64Array {
  const count = points.length / 2;
  if (count < 3) refuse('too-few-points', path, 'at least 3 points', count);
  const hull = planarHull(points);
  const { min, max } = boxOf(points);
  const extent = Math.max(max.x - min.x, max.y - min.y);
  const width = widthOf(points, hull);
  if (!(width > FLAT_TOLERANCE * extent)) {
    const problem = extent === 0 ? 'all coincide' : `lie on one line (width ${width} of extent ${extent})`;
    throw new InvalidShapeError('flat', `${path}: the ${count} points ${problem}; a polygon needs an area`, {
      path,
      count,
      extent,
      width,
    });
  }
  if (!(extent >= SMALLEST_SIZE)) refuse('out-of-range', path, `an extent >= ${SMALLEST_SIZE}`, extent);
  return Float64Array.from(hull.flatMap((i) => [points[2 * i], points[2 * i + 1]]));
}

/** Largest distance of a corner from the line through the first corner and the one farthest from it. */
function widthOf(points: Float64Array, hull: readonly number[]): number {
  const first = hull[0];
  let far = first;
  let length = 0;
  for (const i of hull) {
    const reach = length2(points[2 * i] - points[2 * first], points[2 * i + 1] - points[2 * first + 1]);
    if (reach > length) {
      length = reach;
      far = i;
    }
  }
  let left = 0;
  let right = 0;
  for (const i of hull) {
    const height = length > 0 ? doubleArea(points, first, far, i) / length : 0;
    left = Math.max(left, height);
    right = Math.max(right, -height);
  }
  return left + right;
}

/** Sums over the fan of triangles from the first corner, whose areas are accurate for needles too. */
function areaPropertiesOf(xy: Float64Array): AreaProperties {
  const first = vertexOf(xy, 0);
  const count = xy.length / 2;
  let doubled = 0;
  let mx = 0;
  let my = 0;
  for (let i = 1; i + 1 < count; i++) {
    const weight = doubleArea(xy, 0, i, i + 1);
    doubled += weight;
    mx += weight * (xy[2 * i] - first.x + (xy[2 * i + 2] - first.x));
    my += weight * (xy[2 * i + 1] - first.y + (xy[2 * i + 3] - first.y));
  }
  const cx = mx / (3 * doubled);
  const cy = my / (3 * doubled);
  let [xx, yy, xyMoment] = [0, 0, 0];
  for (let i = 1; i + 1 < count; i++) {
    const weight = doubleArea(xy, 0, i, i + 1) / 24;
    const corners = [0, i, i + 1].map((k) => ({
      x: xy[2 * k] - first.x - cx,
      y: xy[2 * k + 1] - first.y - cy,
    }));
    const [p, q, r] = corners as [Vector2, Vector2, Vector2];
    const sx = p.x + q.x + r.x;
    const sy = p.y + q.y + r.y;
    // Integral over a triangle: area/12 times the sum of squares of the corners and of their sum.
    xx += weight * (p.x * p.x + q.x * q.x + r.x * r.x + sx * sx);
    yy += weight * (p.y * p.y + q.y * q.y + r.y * r.y + sy * sy);
    xyMoment += weight * (p.x * p.y + q.x * q.y + r.x * r.y + sx * sy);
  }
  return {
    area: doubled / 2,
    centroid: { x: first.x + cx, y: first.y + cy },
    secondMoment: { xx, yy, xy: xyMoment },
    polarMoment: xx + yy,
  };
}
