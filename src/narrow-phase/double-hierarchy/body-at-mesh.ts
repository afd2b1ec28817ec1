// SPDX-License-Identifier: MIT
/**
 * A convex body and the part of a mesh around it, in a frame along the mesh's axes with its origin at the body, so
 * coordinates are as small as the body. Features of the mesh are queried as blocks of the kernel's memory.
 */
import type { Kernel } from '../../kernel/kernel.ts';
import {
  POSE_STRIDE,
  RESULT_DIMENSION_B,
  RESULT_LOWER,
  RESULT_POINT_ON_A,
  RESULT_POINT_ON_B,
  RESULT_STATUS,
  RESULT_STRIDE,
  RESULT_UPPER,
  STATUS_FAR,
} from '../../kernel/layout.ts';
import { F } from '../../kernel/memory.ts';
import { inverseTransformPoint, type Pose, transformPoint } from '../../math/pose.ts';
import {
  conjugate,
  inverseRotate,
  multiply,
  normaliseQuaternion,
  type Quaternion,
  rotate,
} from '../../math/quaternion.ts';
import {
  add,
  addScaled,
  dot,
  largestComponent,
  length,
  scale,
  subtract,
  type Vector3,
  ZERO_VECTOR,
} from '../../math/vector.ts';
import { facetsInBox } from '../../neighbours/facets-in-box.ts';
import type { MeshIndex } from '../../neighbours/mesh-bins.ts';
import { kernelBlock } from '../../shapes/kernel-memory/kernel-block.ts';
import { allocateCells } from '../../shapes/kernel-memory/kernel-heap.ts';
import { isDisc } from '../../shapes/profile.ts';
import { type ConvexShape, type ConvexShapeQueries, sweptCoreOf } from '../../shapes/shape.ts';
import { type Contact, chosenKernel } from '../contact.ts';
import { type KernelName, queryPair, readContact, writePose } from '../kernel-query.ts';
import { readManifold } from '../manifold.ts';
import { type BoundaryPatches, facetNormal } from './boundary-patches.ts';
import { ON_FACET_TOLERANCE } from './facet-outlines.ts';
import { polygonAt } from './feature-blocks.ts';
import { MAY_BE_IN_CORNER, MAY_TOUCH, NearFeatures } from './near-features.ts';
import { vertexOf } from './nodal-weights.ts';
import { type CutBox, cutBoxOf, OrientedBox } from './oriented-box.ts';

/** Rounding of a few products, relative to the coordinates. */
const ROUNDING = 2 ** -50;

/**
 * Rounding from the world to a feature beside the body, relative to the coordinates and the reach of its cone: a dozen
 * sums and products each for the body's pose and the directions of the cone.
 */
const PLACEMENT_ALLOWANCE = 32 * 2 ** -52;

const IDENTITY: Pose = { position: ZERO_VECTOR, orientation: { w: 1, x: 0, y: 0, z: 0 } };
/** Addresses of the features' pose (the identity), the body's pose and the answer. */
const FEATURE_POSE = allocateCells(2 * POSE_STRIDE + RESULT_STRIDE);
const BODY_POSE = FEATURE_POSE + POSE_STRIDE;
const RESULT = BODY_POSE + POSE_STRIDE;
writePose(FEATURE_POSE, IDENTITY);

interface BodyQuery {
  /** Contacts up to this distance are reported. */
  readonly maxDistance: number;
  /** Largest distance of a body's centre behind a one-sided facet; negative: facets have two sides. */
  readonly depth: number;
  readonly kernel?: KernelName | undefined;
  /** A scaled copy of the shape: the factor, and its block in the kernel's memory. */
  readonly size?: { readonly factor: number; readonly block: () => number };
  /** What is known of the features around a body of a simulation, from an earlier step. */
  readonly near?: NearFeatures;
}

/** What a shape is asked for each time it is placed. */
interface KnownShape {
  readonly centre: Vector3;
  readonly box: CutBox;
  readonly hasRoundFaces: boolean;
}

const known = new WeakMap<ConvexShape, KnownShape>();

function knownOf(shape: ConvexShape): KnownShape {
  const found = known.get(shape) ?? {
    centre: shape.massProperties().centroid,
    box: cutBoxOf(shape),
    hasRoundFaces: (sweptCoreOf(shape).core as ConvexShapeQueries).profile?.().some(isDisc) ?? false,
  };
  known.set(shape, found);
  return found;
}

/** The box around the body that was made last is larger by this part of its size: far more than rounding. */
const BOX_SLACK = 1e-9;
const ownBox = new OrientedBox();
/** Facets and flags of the body of a simulation that was made last. */
const someFacets: number[] = [];
const someFlags: number[] = [];

function allFlags(count: number): number[] {
  return new Array<number>(count).fill(MAY_TOUCH | MAY_BE_IN_CORNER);
}

export class BodyAtMesh {
  readonly patches: BoundaryPatches;
  readonly query: BodyQuery;
  /** Facets whose boxes meet that of the body, in rising order. */
  readonly facets: readonly number[];
  /** What each of them may do; see near-features.ts. */
  readonly flags: readonly number[];
  /** Centre of mass; decides the side of a facet. */
  readonly centre: Vector3;
  /** True if a round flat end, as of a cylinder, can touch: its manifold on a plane has four points of the rim. */
  readonly hasRoundFaces: boolean;
  /** Largest distance of the body's box from the origin and from the centre. */
  readonly size: number;
  readonly #index: MeshIndex;
  readonly #shape: ConvexShape;
  readonly #engine: Kernel;
  readonly #pose: Pose;
  readonly #poseOfMesh: Pose;
  /** Origin of this frame in the mesh's frame. */
  readonly origin: Vector3;
  /** Orientation of the body in this frame. */
  readonly turn: Quaternion;
  readonly #low: Vector3;
  readonly #high: Vector3;
  /** Margin of the body's box for possible contacts. */
  readonly #more: number;

  constructor(
    index: MeshIndex,
    patches: BoundaryPatches,
    poseOfMesh: Pose,
    shape: ConvexShape,
    poseOfBody: Pose,
    query: BodyQuery,
  ) {
    const { kernel } = query;
    this.#engine = chosenKernel(kernel);
    this.#index = index;
    this.patches = patches;
    this.query = query;
    this.#shape = shape;
    this.#poseOfMesh = poseOfMesh;
    this.origin = inverseTransformPoint(poseOfMesh, poseOfBody.position);
    this.turn = normaliseQuaternion(multiply(conjugate(poseOfMesh.orientation), poseOfBody.orientation));
    this.#pose = { position: ZERO_VECTOR, orientation: this.turn };
    writePose(BODY_POSE, this.#pose);
    const factor = query.size?.factor ?? 1;
    const { centre, box, hasRoundFaces } = knownOf(shape);
    this.centre = transformPoint(this.#pose, scale(centre, factor));
    this.hasRoundFaces = hasRoundFaces;
    if (query.near === undefined) {
      const reach = (x: number, y: number, z: number): Vector3 =>
        scale(rotate(this.turn, shape.support(inverseRotate(this.turn, { x, y, z }))), factor);
      this.#low = { x: reach(-1, 0, 0).x, y: reach(0, -1, 0).y, z: reach(0, 0, -1).z };
      this.#high = { x: reach(1, 0, 0).x, y: reach(0, 1, 0).y, z: reach(0, 0, 1).z };
    } else {
      ownBox.place(box, factor, 0, this.origin, this.turn);
      this.#low = ownBox.lowest();
      this.#high = ownBox.highest();
    }
    this.size = length(subtract(this.#high, this.#low)) + length(add(this.#low, this.#high)) / 2;
    const rounding = ROUNDING * (largestComponent(this.origin) + this.size);
    this.#more = query.maxDistance + ON_FACET_TOLERANCE * this.size + rounding;
    const more = this.#more + BOX_SLACK * this.size;
    if (query.near === undefined) {
      this.facets = this.#facetsNear(this.#low, this.#high, this.#more);
      this.flags = allFlags(this.facets.length);
    } else {
      if (!query.near.isValid(this)) {
        const skin = NearFeatures.skinOf(this.size);
        ownBox.place(box, factor, more + skin, this.origin, this.turn);
        query.near.search(this, this.#facetsNear(this.#low, this.#high, this.#more + skin), this.size, skin);
      }
      this.facets = someFacets;
      this.flags = someFlags;
      this.#selectFacets(query.near);
    }
    ownBox.place(box, factor, more, this.origin, this.turn);
  }

  /** Writes those of the known facets whose boxes meet that of the body to `facets`, and their flags. */
  #selectFacets(near: NearFeatures): void {
    const { facetOffsets, facetVertices, vertices } = this.patches.mesh;
    const { x, y, z } = this.origin;
    const more = this.#more;
    const [lowX, lowY, lowZ] = [x + this.#low.x - more, y + this.#low.y - more, z + this.#low.z - more];
    const [highX, highY, highZ] = [x + this.#high.x + more, y + this.#high.y + more, z + this.#high.z + more];
    let count = 0;
    for (let k = 0; k < near.facetCount; k++) {
      const f = near.facets[k];
      // Beyond which of the six sides all corners are.
      let beyond = 63;
      for (let i = facetOffsets[f]; i < facetOffsets[f + 1] && beyond !== 0; i++) {
        const v = 3 * facetVertices[i];
        if (vertices[v] >= lowX) beyond &= ~1;
        if (vertices[v] <= highX) beyond &= ~2;
        if (vertices[v + 1] >= lowY) beyond &= ~4;
        if (vertices[v + 1] <= highY) beyond &= ~8;
        if (vertices[v + 2] >= lowZ) beyond &= ~16;
        if (vertices[v + 2] <= highZ) beyond &= ~32;
      }
      if (beyond !== 0) continue;
      someFacets[count] = f;
      someFlags[count] = near.flags[k];
      count++;
    }
    someFacets.length = count;
    someFlags.length = count;
  }

  /** The box along the body's own axes. Only until the next body is made. */
  get ownBox(): OrientedBox {
    return ownBox;
  }

  #facetsNear(low: Vector3, high: Vector3, more: number): readonly number[] {
    const { x, y, z } = this.origin;
    const found: number[] = [];
    const box = [
      x + low.x - more,
      y + low.y - more,
      z + low.z - more,
      x + high.x + more,
      y + high.y + more,
      z + high.z + more,
    ];
    facetsInBox(this.#index, box, found, this.#engine);
    return found;
  }

  /**
   * Facets of a patch whose boxes meet that of the points; a slanting body can have its lowest point under facets
   * beside it.
   */
  facetsUnder(points: readonly Vector3[], patch: number): readonly number[] {
    const { sizes, firstFacets } = this.patches;
    if (sizes[patch] === 1) return [firstFacets[patch]];
    const low = { x: Infinity, y: Infinity, z: Infinity };
    const high = { x: -Infinity, y: -Infinity, z: -Infinity };
    for (const { x, y, z } of points) {
      low.x = Math.min(low.x, x);
      low.y = Math.min(low.y, y);
      low.z = Math.min(low.z, z);
      high.x = Math.max(high.x, x);
      high.y = Math.max(high.y, y);
      high.z = Math.max(high.z, z);
    }
    return this.#facetsNear(low, high, this.#more).filter((f) => this.patches.patchOfFacet[f] === patch);
  }

  vertex(v: number): Vector3 {
    return subtract(vertexOf(this.patches.mesh, v), this.origin);
  }

  /** Corners of a facet in order. */
  corners(f: number): Vector3[] {
    const { facetVertices, facetOffsets } = this.patches.mesh;
    const corners: Vector3[] = [];
    for (let i = facetOffsets[f]; i < facetOffsets[f + 1]; i++) {
      corners.push(this.vertex(facetVertices[i]));
    }
    return corners;
  }

  /** Writes the corner nearest to the origin of the facets of a list, from number `begin` to `end`, to `into`. */
  readNearestCorner(facets: Int32Array, begin: number, end: number, into: { x: number; y: number; z: number }): void {
    const { facetVertices, facetOffsets, vertices } = this.patches.mesh;
    const { x, y, z } = this.origin;
    let best = -1;
    let least = Infinity;
    for (let k = begin; k < end; k++) {
      const f = facets[k];
      for (let i = facetOffsets[f]; i < facetOffsets[f + 1]; i++) {
        const v = facetVertices[i];
        const dx = vertices[3 * v] - x;
        const dy = vertices[3 * v + 1] - y;
        const dz = vertices[3 * v + 2] - z;
        const squared = dx * dx + dy * dy + dz * dz;
        if (squared >= least) continue;
        least = squared;
        best = v;
      }
    }
    into.x = vertices[3 * best] - x;
    into.y = vertices[3 * best + 1] - y;
    into.z = vertices[3 * best + 2] - z;
  }

  /** A facet as a block of the kernel's memory. */
  facetBlock(f: number): number {
    return polygonAt(this.corners(f), facetNormal(this.patches.mesh, f));
  }

  /**
   * Distance of the body from the block; Infinity if it is beyond `maxDistance`. `contactFound` returns the details.
   */
  distanceTo(block: number): number {
    return this.#ask(block, this.query.maxDistance);
  }

  /** True if the body is within `maxDistance` of the block. What overlaps needs no depth for that. */
  isWithinReach(block: number): boolean {
    const sign = this.#engine.intersectsPair(block, FEATURE_POSE, this.#block(), BODY_POSE, 0);
    if (sign === 1) return true;
    if (sign === 0 && this.query.maxDistance === 0) return false;
    return this.distanceTo(block) <= this.query.maxDistance;
  }

  /** True if the body overlaps or touches the block. */
  meets(block: number): boolean {
    const sign = this.#engine.intersectsPair(block, FEATURE_POSE, this.#block(), BODY_POSE, 0);
    return sign === 2 ? this.#ask(block, 0) <= 0 : sign === 1;
  }

  /** True if the body, moved by `shift`, is deeper in the block than `depth`. */
  isInside(block: number, shift: Vector3, depth: number): boolean {
    writePose(BODY_POSE, { position: shift, orientation: this.#pose.orientation });
    const distance = this.#ask(block, 0);
    writePose(BODY_POSE, this.#pose);
    return distance < -depth;
  }

  #block(): number {
    return this.query.size?.block() ?? kernelBlock(this.#shape);
  }

  #ask(block: number, maxDistance: number): number {
    queryPair(this.#engine, block, FEATURE_POSE, this.#block(), BODY_POSE, 0, maxDistance, RESULT);
    return F[RESULT + RESULT_STATUS] === STATUS_FAR ? Infinity : F[RESULT];
  }

  /** True if the body touches with a single point what `distanceTo` has found. */
  get isPointFound(): boolean {
    return F[RESULT + RESULT_DIMENSION_B] === 0;
  }

  /** Writes the foot of the body on the plane that `distanceTo` has found, and below it its lowest point. */
  readFoot(foot: Float64Array, lowest: Float64Array): void {
    for (let c = 0; c < 3; c++) {
      foot[c] = F[RESULT + RESULT_POINT_ON_A + c];
      lowest[c] = F[RESULT + RESULT_POINT_ON_B + c];
    }
  }

  /** True if a point is in the box around the body, or within reach of it. */
  boxHolds(p: Float64Array): boolean {
    const more = this.#more;
    return (
      p[0] >= this.#low.x - more &&
      p[0] <= this.#high.x + more &&
      p[1] >= this.#low.y - more &&
      p[1] <= this.#high.y + more &&
      p[2] >= this.#low.z - more &&
      p[2] <= this.#high.z + more
    );
  }

  /** The contact that `distanceTo` has found, with the feature as A and the body as B. */
  contactFound(): Contact {
    return readContact(RESULT);
  }

  /** Bounds of the distance of `distanceTo`, widened by the rounding of a feature at `at`. */
  boundsFound(at: Vector3): { readonly lower: number; readonly upper: number } {
    const scale = length(this.origin) + length(at) + reachFrom(this, at);
    const allowance = PLACEMENT_ALLOWANCE * scale;
    return {
      lower: F[RESULT + RESULT_LOWER] - allowance,
      upper: F[RESULT + RESULT_UPPER] + allowance,
    };
  }

  /** The contact of `distanceTo` with all corners of its manifold. */
  manifoldFound(): Contact {
    return { ...readContact(RESULT), manifold: readManifold(this.#engine, RESULT) };
  }

  /**
   * Corners of the flat contact with the block, along the normal from it to the body, written to `work`; see
   * `flatContact`.
   */
  flatAgainst(block: number, { x, y, z }: Vector3, work: number): number {
    return this.#engine.flatContact(this.#block(), BODY_POSE, block, FEATURE_POSE, -x, -y, -z, work);
  }

  toMesh(point: Vector3): Vector3 {
    return add(point, this.origin);
  }

  toWorld(point: Vector3): Vector3 {
    return transformPoint(this.#poseOfMesh, this.toMesh(point));
  }

  directionToWorld(direction: Vector3): Vector3 {
    return rotate(this.#poseOfMesh.orientation, direction);
  }

  /** True if a contact with this normal at this point is possible for the side of the body's centre. */
  isOnSide(normal: Vector3, point: Vector3): boolean {
    return this.isHeightOnSide(dot(subtract(this.centre, point), normal));
  }

  /** The same for the height of the body's centre over the plane with that normal. */
  isHeightOnSide(height: number): boolean {
    return height >= -Math.max(0, this.query.depth) - ROUNDING * this.size;
  }
}

/**
 * True if the body can be on the outer side of a feature whose normals lie between those of these facets, all convex
 * seen from one side. This test saves queries for most edges and vertices of a mesh that a large body covers.
 */
export function canBeOutside(
  body: BodyAtMesh,
  at: Vector3,
  isConvex: boolean,
  isReflex: boolean,
  facets: ArrayLike<number>,
  begin: number,
  end: number,
): boolean {
  if (!isConvex && !isReflex) return true;
  if (!isConvex && body.query.depth >= 0) return false;
  const { facetNormals } = body.patches.mesh;
  const sign = isConvex ? 1 : -1;
  const x = body.centre.x - at.x;
  const y = body.centre.y - at.y;
  const z = body.centre.z - at.z;
  for (let k = begin; k < end; k++) {
    const n = 3 * facets[k];
    if (body.isHeightOnSide(sign * (x * facetNormals[n] + y * facetNormals[n + 1] + z * facetNormals[n + 2]))) {
      return true;
    }
  }
  return false;
}

/** Length of tangent cones, so that the body cannot leave one at its far end. */
export function reachFrom(body: BodyAtMesh, at: Vector3): number {
  return REACH * (body.size + length(subtract(body.centre, at)) + body.query.maxDistance);
}

/** Length of cones relative to the body's largest distance from their tip. */
const REACH = 4;

/** The foot of the body's centre on the line from a point along a unit direction. */
export function footOn(body: BodyAtMesh, from: Vector3, along: Vector3): Vector3 {
  return addScaled(from, along, dot(subtract(body.centre, from), along));
}
