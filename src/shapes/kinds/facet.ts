// SPDX-License-Identifier: MIT
/** A flat convex polygon in space, without thickness: a facet of a mesh, a wall. */
import { InvalidShapeError } from '../../errors.ts';
import { POLYHEDRON } from '../../kernel/layout.ts';
import {
  add,
  addScaled,
  cross,
  dot,
  largestComponent,
  length,
  normalise,
  scale,
  subtract,
  toTriple,
  type Vector3,
  type Vector3Like,
  ZERO_VECTOR,
} from '../../math/vector.ts';
import { type BoundingBall, ballOfPoints } from '../bounding-ball.ts';
import { scaledDirection } from '../direction.ts';
import { BlockHolder } from '../kernel-memory/block-holder.ts';
import { type KernelCore, polyhedralCore } from '../kernel-memory/kernel-core.ts';
import { type MassProperties, masslessProperties } from '../mass/mass-properties.ts';
import { roundedPolytopeMassProperties } from '../mass/rounded-polytope.ts';
import { readParameters, readVector, refuse, SMALLEST_SIZE } from '../parameters.ts';
import { facetTopology, type PolyhedralTopology } from '../polyhedral-topology.ts';
import { type BoundingBox, type ConvexShapeQueries, markShapes } from '../shape.ts';
import type { ShapeForm } from '../shape-form.ts';
import { type SurfaceMesh, surfaceOfFacet } from '../surface-mesh.ts';

/**
 * Allowed deviation of a vertex from the plane or outline, relative to the facet's size. Rotated vertices and files
 * with ten digits deviate by less.
 */
const FLATNESS_TOLERANCE = 1e-9;

/** Rounding of a coordinate and of a few products with it, relative to the largest coordinate. */
const ROUNDING_TOLERANCE = 8 * 2 ** -52;

/** Parameters of a facet. */
export interface FacetParameters {
  /** At least three, in order around the polygon, either way round. */
  readonly vertices: readonly Vector3Like[];
}

/** A flat convex polygon without thickness; `facet` makes one. */
export class Facet extends BlockHolder implements ConvexShapeQueries {
  static {
    markShapes(Facet, 'facet');
  }

  readonly kind = 'facet';
  readonly vertices: readonly Vector3[];
  /** The vertices without those on a straight line between their neighbours. */
  readonly loop: readonly Vector3[];
  /** Unit; the vertices run counter-clockwise about it. */
  readonly normal: Vector3;

  constructor(parameters: FacetParameters, path = 'facet') {
    super();
    const { vertices } = readParameters(parameters, path, ['vertices']);
    if (!Array.isArray(vertices))
      refuse('not-points', `${path}.vertices`, 'an array of points [[x, y, z], ...]', vertices);
    if (vertices.length < 3) {
      refuse('too-few-points', `${path}.vertices`, 'at least 3 vertices', vertices.length);
    }
    this.vertices = Object.freeze(vertices.map((vertex, i) => readVector(vertex, `${path}.vertices[${i}]`)));
    this.normal = Object.freeze(checkedNormal(this.vertices, `${path}.vertices`));
    this.loop = Object.freeze(cornersOf(this.vertices));
    Object.freeze(this);
  }

  boundingBox(): BoundingBox {
    const ofAll = (pick: (...values: number[]) => number): Vector3 => ({
      x: this.vertices.reduce((best, v) => pick(best, v.x), pick()),
      y: this.vertices.reduce((best, v) => pick(best, v.y), pick()),
      z: this.vertices.reduce((best, v) => pick(best, v.z), pick()),
    });
    return { min: ofAll(Math.min), max: ofAll(Math.max) };
  }

  /** No volume, no inertia; the centroid is that of the area. */
  massProperties(): MassProperties {
    const origin = this.vertices[0] ?? ZERO_VECTOR;
    let area = 0;
    let moment = ZERO_VECTOR;
    for (let i = 1; i + 1 < this.vertices.length; i++) {
      const a = subtract(this.vertices[i] ?? origin, origin);
      const b = subtract(this.vertices[i + 1] ?? origin, origin);
      const part = dot(cross(a, b), this.normal);
      area += part;
      moment = addScaled(moment, add(a, b), part / 3);
    }
    return masslessProperties(addScaled(origin, moment, 1 / area));
  }

  /**
   * Always a vertex; the first where several are equally far.
   *
   * @throws RangeError for a direction that is zero or not finite.
   */
  support(direction: Vector3): Vector3 {
    const d = scaledDirection(direction);
    let best = this.vertices[0] ?? ZERO_VECTOR;
    for (const vertex of this.vertices) {
      if (dot(d, vertex) > dot(d, best)) best = vertex;
    }
    return { ...best };
  }

  boundingBall(): BoundingBall {
    return ballOfPoints(this.vertices);
  }

  scaled(factor: number): Facet {
    return facet({ vertices: this.vertices.map((vertex) => scale(vertex, factor)) });
  }

  topology(): PolyhedralTopology {
    return facetTopology(this.vertices, this.normal);
  }

  kernelCore(): KernelCore {
    return polyhedralCore(POLYHEDRON, this.topology());
  }

  /** A facet is a polyhedron with two faces, back to back. */
  roundedMassProperties(radius: number): MassProperties {
    const count = this.loop.length;
    const front = Array.from({ length: count }, (_, i) => i);
    const edges = front.flatMap((i) => [i, (i + 1) % count, 0, 1]);
    const { x, y, z } = this.normal;
    const polytope = {
      vertices: Float64Array.from(this.loop.flatMap((v) => [v.x, v.y, v.z])),
      faceOffsets: Int32Array.of(0, count, 2 * count),
      faceVertices: Int32Array.from([...front, ...front.toReversed()]),
      facePlanes: Float64Array.of(x, y, z, 0, -x, -y, -z, 0),
      edges: Int32Array.from(edges),
    };
    return roundedPolytopeMassProperties(this.massProperties(), polytope, radius);
  }

  surface(): SurfaceMesh {
    return surfaceOfFacet(this.vertices);
  }

  toJson() {
    return { facet: { vertices: this.vertices.map(toTriple) } };
  }
}

/**
 * A flat convex polygon. `path` is what error messages call it.
 *
 * @throws InvalidShapeError for vertices that are not in one plane, repeat, or enclose no area.
 *
 * @example
 * ```ts
 * import { facet } from 'scree/contact';
 *
 * const plate = facet({ vertices: [[0, 0, 0], [1, 0, 0], [0, 1, 0]] });
 * console.log(plate.normal.z); // 1
 * ```
 */
export function facet(parameters: FacetParameters, path = 'facet'): Facet {
  return new Facet(parameters, path);
}

export const FACET_FORM: ShapeForm = {
  read: (given, path) => facet(given as FacetParameters, path),
  scene: {
    description: 'A planar convex polygon, for `rounded`: a plate.',
    fields: { vertices: { value: 'points', description: 'Corners in order.' } },
  },
  isThin: true,
};

/** Normal of the polygon; throws when it has no area, is not flat or not convex. */
function checkedNormal(vertices: readonly Vector3[], path: string): Vector3 {
  const count = vertices.length;
  const origin = vertices[0] ?? ZERO_VECTOR;
  // Relative to the first vertex.
  const local = vertices.map((vertex) => subtract(vertex, origin));
  const at = (i: number): Vector3 => local[i % count] ?? ZERO_VECTOR;
  const size = local.reduce((largest, v) => Math.max(largest, largestComponent(v)), 0);
  const tolerance = Math.max(FLATNESS_TOLERANCE * size, ROUNDING_TOLERANCE * largestComponent(origin));
  let sum = ZERO_VECTOR;
  for (let i = 1; i + 1 < count; i++) sum = add(sum, cross(at(i), at(i + 1)));
  if (!(size >= SMALLEST_SIZE && length(sum) > tolerance * size)) {
    const message = `${path}: expected a polygon with an area, but its vertices are collinear or its edges cross`;
    throw new InvalidShapeError('no-area', message, { path });
  }
  const normal = normalise(sum);
  const inward = (edge: Vector3): Vector3 => normalise(cross(normal, edge));
  for (let i = 0; i < count; i++) {
    const following = (i + 1) % count;
    const height = dot(normal, at(i));
    if (Math.abs(height) > tolerance) {
      const message = `${path}[${i}]: expected a flat polygon, but the vertex lies ${height} off its plane`;
      throw new InvalidShapeError('not-flat', message, { path, index: i, height });
    }
    const edge = subtract(at(following), at(i));
    if (!(length(edge) > tolerance) || (i > 0 && !(length(at(i)) > tolerance))) {
      const index = length(edge) > tolerance ? i : following;
      throw new InvalidShapeError('repeated-vertex', `${path}[${index}]: repeats another vertex; leave it out`, {
        path,
        index,
      });
    }
    // Turning left at every corner, in rising angle seen from the first vertex, all on one side of the first edge:
    // wound once and convex.
    const corner = dot(inward(edge), subtract(at(i + 2), at(i)));
    const fromFirst = -dot(inward(edge), at(i));
    const fromFirstEdge = dot(inward(at(1)), at(i));
    if (Math.min(corner, fromFirst, fromFirstEdge) < -tolerance) {
      const message =
        `${path}[${following}]: expected a convex polygon, vertices in order around it; split it into convex ` +
        'facets';
      throw new InvalidShapeError('not-convex', message, { path, index: following });
    }
  }
  return normal;
}

/** Leaves out the vertices on a straight line between their neighbours. */
function cornersOf(vertices: readonly Vector3[]): Vector3[] {
  const size = vertices.reduce((largest, v) => Math.max(largest, largestComponent(v)), 0);
  const corners = [...vertices];
  for (let i = 0; i < corners.length && corners.length > 3; ) {
    const vertex = corners[i] ?? ZERO_VECTOR;
    const before = corners.at(i - 1) ?? ZERO_VECTOR;
    const chord = subtract(corners[(i + 1) % corners.length] ?? ZERO_VECTOR, before);
    const height = length(cross(chord, subtract(vertex, before))) / length(chord);
    if (height <= ROUNDING_TOLERANCE * size) corners.splice(i, 1);
    else i++;
  }
  return corners;
}
