// SPDX-License-Identifier: MIT
/**
 * A convex body and the part of a mesh around it, along the mesh's axes with the body's position as origin: there coordinates are as
 * small as the body, wherever in the world the two are.
 */
import { inverseTransformPoint, type Pose, transformPoint } from '../../math/pose.ts';
import { conjugate, inverseRotate, multiply, normaliseQuaternion, rotate } from '../../math/quaternion.ts';
import { add, length, negate, scale, subtract, type Vector3, ZERO_VECTOR } from '../../math/vector.ts';
import { CONVEX_EDGE, REFLEX_EDGE } from '../../meshes/edge-kinds.ts';
import { facetsInBox } from '../../neighbours/facets-in-box.ts';
import type { MeshIndex } from '../../neighbours/mesh-bins.ts';
import { facet as facetShape } from '../../shapes/facet.ts';
import { segment } from '../../shapes/segment.ts';
import type { ConvexShape, Shape } from '../../shapes/shape.ts';
import { type Contact, chosenKernel, contact } from '../contact.ts';
import type { KernelName } from '../kernel-query.ts';
import { type BoundaryPatches, facetNormal } from './boundary-patches.ts';
import { ON_FACET_TOLERANCE } from './footprint-region.ts';
import { vertexOf } from './nodal-weights.ts';

/** Rounding of a few products, relative to the coordinates. */
const ROUNDING = 2 ** -50;

export interface BodyQuery {
  /** Contacts up to this distance are wanted. */
  readonly maxDistance: number;
  /** How far behind a one-sided facet the centre of a body may be; negative: facets have two sides. */
  readonly depth: number;
  readonly kernel?: KernelName | undefined;
}

const centres = new WeakMap<ConvexShape, Vector3>();

function centreOf(shape: ConvexShape): Vector3 {
  const found = centres.get(shape) ?? shape.massProperties().centroid;
  centres.set(shape, found);
  return found;
}

export class BodyAtMesh {
  readonly patches: BoundaryPatches;
  readonly query: BodyQuery;
  /** Facets whose boxes meet that of the body, in rising order. */
  readonly facets: readonly number[];
  /** Centre of mass; it says on which side of a facet the body is. */
  readonly centre: Vector3;
  /** Farthest that a point of the body's box is from the origin and from the centre, at most. */
  readonly size: number;
  readonly #index: MeshIndex;
  readonly #shape: ConvexShape;
  readonly #pose: Pose;
  readonly #poseOfMesh: Pose;
  readonly #origin: Vector3;
  readonly #vertices = new Map<number, Vector3>();
  readonly #shapes = new Map<number, Shape>();

  constructor(
    index: MeshIndex,
    patches: BoundaryPatches,
    poseOfMesh: Pose,
    shape: ConvexShape,
    poseOfBody: Pose,
    query: BodyQuery,
  ) {
    this.#index = index;
    this.patches = patches;
    this.query = query;
    this.#shape = shape;
    this.#poseOfMesh = poseOfMesh;
    this.#origin = inverseTransformPoint(poseOfMesh, poseOfBody.position);
    const turn = multiply(conjugate(poseOfMesh.orientation), poseOfBody.orientation);
    this.#pose = { position: ZERO_VECTOR, orientation: normaliseQuaternion(turn) };
    this.centre = transformPoint(this.#pose, centreOf(shape));
    const reach = (x: number, y: number, z: number): Vector3 =>
      rotate(this.#pose.orientation, shape.support(inverseRotate(this.#pose.orientation, { x, y, z })));
    const low = { x: reach(-1, 0, 0).x, y: reach(0, -1, 0).y, z: reach(0, 0, -1).z };
    const high = { x: reach(1, 0, 0).x, y: reach(0, 1, 0).y, z: reach(0, 0, 1).z };
    this.size = length(subtract(high, low)) + length(add(low, high)) / 2;
    this.facets = this.#facetsNear(low, high);
  }

  #facetsNear(low: Vector3, high: Vector3): readonly number[] {
    const { x, y, z } = this.#origin;
    const largest = Math.max(Math.abs(x), Math.abs(y), Math.abs(z));
    const more = this.query.maxDistance + ON_FACET_TOLERANCE * this.size + ROUNDING * (largest + this.size);
    const box = [
      ...[x + low.x - more, y + low.y - more, z + low.z - more],
      ...[x + high.x + more, y + high.y + more, z + high.z + more],
    ];
    const { kernel } = this.query;
    const found: number[] = [];
    facetsInBox(this.#index, box, found, chosenKernel(kernel === undefined ? undefined : { kernel }));
    return found;
  }

  /** Facets of a patch whose boxes meet that of the points; a slanting body can have its lowest point under facets beside it. */
  facetsUnder(points: readonly Vector3[], patch: number): readonly number[] {
    const ofAll = (pick: (...values: number[]) => number): Vector3 => ({
      x: pick(...points.map(({ x }) => x)),
      y: pick(...points.map(({ y }) => y)),
      z: pick(...points.map(({ z }) => z)),
    });
    return this.#facetsNear(ofAll(Math.min), ofAll(Math.max)).filter((f) => this.patches.patchOfFacet[f] === patch);
  }

  vertex(v: number): Vector3 {
    const found = this.#vertices.get(v) ?? subtract(vertexOf(this.patches.mesh, v), this.#origin);
    this.#vertices.set(v, found);
    return found;
  }

  /** Corners of a facet in order. */
  corners(f: number): Vector3[] {
    const { facetVertices, facetOffsets } = this.patches.mesh;
    return Array.from(facetVertices.subarray(facetOffsets[f], facetOffsets[f + 1]), (v) => this.vertex(v));
  }

  /** A facet as a shape; a sliver too thin for one is its longest side. */
  facetShape(f: number): Shape {
    const found = this.#shapes.get(f) ?? shapeOf(this.corners(f));
    this.#shapes.set(f, found);
    return found;
  }

  /** Contact of a shape, as A, with the body, as B, moved by `shift`. */
  contactWith(shape: Shape, manifold = false, shift: Vector3 = ZERO_VECTOR): Contact {
    const { kernel } = this.query;
    const placed = { position: shift, orientation: this.#pose.orientation };
    return contact(shape, {}, this.#shape, placed, { manifold, ...(kernel !== undefined && { kernel }) });
  }

  /** Is the flat end of a cylinder or cone what its manifold on a plane shows as four points of the rim? */
  get hasRoundFaces(): boolean {
    const core = this.#shape.kind === 'rounded' ? this.#shape.shape : this.#shape;
    return core.kind === 'cylinder' || core.kind === 'cone';
  }

  toMesh(point: Vector3): Vector3 {
    return add(point, this.#origin);
  }

  toWorld(point: Vector3): Vector3 {
    return transformPoint(this.#poseOfMesh, this.toMesh(point));
  }

  directionToWorld(direction: Vector3): Vector3 {
    return rotate(this.#poseOfMesh.orientation, direction);
  }

  /** May a contact with this normal at this point of the mesh be one of the body, by the side that its centre is on? */
  isOnSide(normal: Vector3, point: Vector3): boolean {
    const { x, y, z } = subtract(this.centre, point);
    const height = x * normal.x + y * normal.y + z * normal.z;
    return height >= -Math.max(0, this.query.depth) - ROUNDING * this.size;
  }
}

/**
 * Can the body be on the outer side of a feature whose normals lie between those of these facets, all convex seen from one side? Asked
 * before the queries, it spares most edges and vertices of a mesh that a large body covers.
 */
export function canBeOutside(
  body: BodyAtMesh,
  at: Vector3,
  kinds: readonly number[],
  facets: readonly number[],
): boolean {
  const isOf = (kind: number): boolean => kinds.every((each) => each === kind);
  const isConvex = isOf(CONVEX_EDGE);
  if (!isConvex && !isOf(REFLEX_EDGE)) return true;
  if (!isConvex && body.query.depth >= 0) return false;
  const { mesh } = body.patches;
  return facets.some((f) => body.isOnSide(isConvex ? facetNormal(mesh, f) : negate(facetNormal(mesh, f)), at));
}

function shapeOf(corners: readonly Vector3[]): Shape {
  try {
    return facetShape({ vertices: corners });
  } catch {
    let ends: readonly [Vector3, Vector3] = [corners[0] as Vector3, corners[1] as Vector3];
    corners.forEach((from, k) => {
      const to = corners[(k + 1) % corners.length] as Vector3;
      if (length(subtract(to, from)) > length(subtract(ends[1], ends[0]))) ends = [from, to];
    });
    return segment({ from: ends[0], to: ends[1] });
  }
}

/** Unit direction and length of the way from one point to another. */
export function wayBetween(from: Vector3, to: Vector3): { readonly direction: Vector3; readonly distance: number } {
  const way = subtract(to, from);
  const distance = length(way);
  return { direction: scale(way, 1 / distance), distance };
}
