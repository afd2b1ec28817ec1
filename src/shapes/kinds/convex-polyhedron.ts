// SPDX-License-Identifier: MIT
/** The convex hull of points, with its faces, edges and adjacency. */
import { InvalidShapeError, MeshError } from '../../errors.ts';
import { POLYHEDRON } from '../../kernel/layout.ts';
import { toTriple, type Vector3, type Vector3Like } from '../../math/vector.ts';
import { type ConvexHull, convexHull } from '../../meshes/convex-hull.ts';
import { massPropertiesOfPolyhedron } from '../../meshes/polyhedron-mass-properties.ts';
import { type BoundingBall, ballOfPoints } from '../bounding-ball.ts';
import { scaledDirection } from '../direction.ts';
import { BlockHolder } from '../kernel-memory/block-holder.ts';
import { type KernelCore, polyhedralCore } from '../kernel-memory/kernel-core.ts';
import type { MassProperties } from '../mass/mass-properties.ts';
import { roundedPolytopeMassProperties } from '../mass/rounded-polytope.ts';
import { isCoordinate, readCoordinate, readParameters, readVector, refuse, SMALLEST_SIZE } from '../parameters.ts';
import type { PolyhedralTopology } from '../polyhedral-topology.ts';
import { type BoundingBox, type ConvexShapeQueries, type GpuForm, markShapes } from '../shape.ts';
import type { ShapeForm } from '../shape-form.ts';
import { type SurfaceMesh, surfaceOfHull } from '../surface-mesh.ts';

/** Parameters of a convex polyhedron. */
export interface ConvexPolyhedronParameters {
  /** Any points, at least four and not all in one plane; a Float64Array holds x, y, z in turn. */
  readonly vertices: readonly Vector3Like[] | Float64Array;
}

/** The convex hull of points; `polyhedron` makes one. */
export class ConvexPolyhedron extends BlockHolder implements ConvexShapeQueries {
  static {
    markShapes(ConvexPolyhedron, 'polyhedron');
  }

  readonly kind = 'polyhedron';
  /** Shared, not copied: do not modify its arrays. */
  readonly hull: ConvexHull;
  #massProperties: MassProperties | undefined;
  #boundingBall: BoundingBall | undefined;

  /** `known` is the hull of the points, where it has been computed before. */
  constructor(parameters: ConvexPolyhedronParameters, path = 'polyhedron', known?: ConvexHull) {
    super();
    const { vertices } = readParameters(parameters, path, ['vertices']);
    this.hull = known ?? hullOf(readPoints(vertices, `${path}.vertices`), `${path}.vertices`);
    const { min, max } = this.boundingBox();
    const extent = Math.max(max.x - min.x, max.y - min.y, max.z - min.z);
    if (!(extent >= SMALLEST_SIZE)) refuse('out-of-range', `${path}.vertices`, `an extent >= ${SMALLEST_SIZE}`, extent);
    Object.freeze(this);
  }

  /** The extreme points, in the hull's order. */
  get vertices(): readonly Vector3[] {
    const flat = this.hull.vertices;
    return Array.from({ length: flat.length / 3 }, (_, i) => vertexOf(flat, i));
  }

  boundingBox(): BoundingBox {
    const min = [Infinity, Infinity, Infinity];
    const max = [-Infinity, -Infinity, -Infinity];
    const flat = this.hull.vertices;
    for (let i = 0; i < flat.length; i++) {
      const k = i % 3;
      const value = flat[i] ?? Number.NaN;
      min[k] = Math.min(min[k] ?? Infinity, value);
      max[k] = Math.max(max[k] ?? -Infinity, value);
    }
    return { min: vertexOf(min, 0), max: vertexOf(max, 0) };
  }

  massProperties(): MassProperties {
    const { vertices, faceOffsets, faceVertices } = this.hull;
    this.#massProperties ??= massPropertiesOfPolyhedron(vertices, faceOffsets, faceVertices);
    return this.#massProperties;
  }

  /**
   * Always a vertex; the first in the hull's order where several are equally far.
   *
   * @throws RangeError for a direction that is zero or not finite.
   */
  support(direction: Vector3): Vector3 {
    const d = scaledDirection(direction);
    const flat = this.hull.vertices;
    let best = 0;
    let farthest = -Infinity;
    for (let i = 0; i < flat.length; i += 3) {
      const projection = d.x * flat[i] + d.y * flat[i + 1] + d.z * flat[i + 2];
      if (projection > farthest) {
        farthest = projection;
        best = i / 3;
      }
    }
    return vertexOf(flat, best);
  }

  boundingBall(): BoundingBall {
    this.#boundingBall ??= ballOfPoints(this.vertices);
    return this.#boundingBall;
  }

  scaled(factor: number): ConvexPolyhedron {
    return polyhedron({ vertices: this.hull.vertices.map((x) => factor * x) });
  }

  topology(): PolyhedralTopology {
    return this.hull;
  }

  kernelCore(): KernelCore {
    return polyhedralCore(POLYHEDRON, this.hull);
  }

  roundedMassProperties(radius: number): MassProperties {
    return roundedPolytopeMassProperties(this.massProperties(), this.hull, radius);
  }

  surface(): SurfaceMesh {
    return surfaceOfHull(this.hull);
  }

  gpuForm(): GpuForm {
    return { polyhedron: this.hull };
  }

  toJson() {
    return { polyhedron: { vertices: this.vertices.map(toTriple) } };
  }
}

/**
 * The convex hull of points. `path` is what error messages call it.
 *
 * @throws InvalidShapeError for fewer than four points, or points that lie in one plane.
 * @example
 * ```ts
 * import { polyhedron } from 'scree/contact';
 *
 * const corner = polyhedron({ vertices: [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]] });
 * console.log(corner.massProperties().volume); // 0.16666666666666666
 * ```
 */
export function polyhedron(parameters: ConvexPolyhedronParameters, path = 'polyhedron'): ConvexPolyhedron {
  return new ConvexPolyhedron(parameters, path);
}

/** The polyhedron of a hull that has been computed, in another thread for example. */
export function polyhedronOfHull(hull: ConvexHull): ConvexPolyhedron {
  return new ConvexPolyhedron({ vertices: hull.vertices }, 'polyhedron', hull);
}

export const POLYHEDRON_FORM: ShapeForm = {
  read: (given, path) => polyhedron(given as ConvexPolyhedronParameters, path),
  example: {
    vertices: [
      [1, 0, 0],
      [-0.8, 0.2, 0],
      [0, 0.9, 0.1],
      [0.1, -0.8, 0.2],
      [0, 0, 0.9],
      [0.2, 0.1, -0.8],
      [0.6, 0.6, 0.4],
      [-0.4, -0.4, -0.5],
    ],
  },
};

function vertexOf(flat: ArrayLike<number>, index: number): Vector3 {
  return { x: flat[3 * index], y: flat[3 * index + 1], z: flat[3 * index + 2] };
}

function readPoints(value: unknown, path: string): Float64Array {
  if (value instanceof Float64Array) {
    if (value.length % 3 !== 0) refuse('not-triples', path, 'a multiple of 3 numbers', value.length);
    const wrong = value.findIndex((coordinate) => !isCoordinate(coordinate));
    if (wrong >= 0) readCoordinate(value[wrong], `${path}[${wrong}]`);
    return value.map((coordinate) => coordinate + 0);
  }
  if (!Array.isArray(value)) refuse('not-points', path, 'an array of points [[x, y, z], ...]', value);
  const flat = new Float64Array(3 * value.length);
  for (let i = 0; i < value.length; i++) {
    const given: unknown = value[i];
    // A million good points should not pay for the paths that only messages need.
    const isGood = Array.isArray(given) && given.length === 3 && given.every(isCoordinate);
    const triple = isGood ? given : toTriple(readVector(given, `${path}[${i}]`));
    for (let k = 0; k < 3; k++) flat[3 * i + k] = triple[k] + 0;
  }
  return flat;
}

function hullOf(points: Float64Array, path: string): ConvexHull {
  try {
    return convexHull(points);
  } catch (error) {
    if (!(error instanceof MeshError)) throw error;
    throw new InvalidShapeError(error.code, `${path}: ${error.message}`, error.details);
  }
}
