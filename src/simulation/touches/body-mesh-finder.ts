// SPDX-License-Identifier: MIT
/**
 * Elements that are not spheres against one mesh: each step the tangent cones of its faces, edges and vertices
 * (src/narrow-phase/double-hierarchy) around those whose balls were near the mesh when the neighbour list was made. A
 * body that lies flat on a face, or over the rim of one, has a touch for every corner of what it rests on, as on a
 * half-space.
 */

import { FLAT_DASHPOT, FLAT_OVERLAP, FLAT_SHARE, FLAT_STRIDE } from '../../kernel/features/flat-layout.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import { DOMES, RESULT_POINT_ON_A, SHAPE_CENTRE, SHAPE_PARAMETERS } from '../../kernel/layout.ts';
import { F as K, I as KI } from '../../kernel/memory.ts';
import * as at from '../../kernel/mesh/boundary-layout.ts';
import { FEATURE_EDGE, FEATURE_FACET } from '../../kernel/mesh/mesh-layout.ts';
import { sin } from '../../math/circular.ts';
import type { Vector3 } from '../../math/vector.ts';
import {
  bodyMeshQuery,
  runBodyMesh,
  runFlatOnFace,
  settleMesh,
} from '../../narrow-phase/double-hierarchy/body-mesh-query.ts';
import { newBodyRecord } from '../../narrow-phase/double-hierarchy/body-record.ts';
import { type BoundaryPatches, boundaryPatches } from '../../narrow-phase/double-hierarchy/boundary-patches.ts';
import { placeOn } from '../../narrow-phase/double-hierarchy/facet-sides.ts';
import { type KernelBoundary, kernelBoundary } from '../../narrow-phase/double-hierarchy/kernel-boundary.ts';
import { indexOf } from '../../narrow-phase/double-hierarchy/sphere-batch.ts';
import { type KernelName, writePose } from '../../narrow-phase/kernel-query.ts';
import { evictCopyOf } from '../../neighbours/kernel-mesh-copies.ts';
import type { MeshIndex } from '../../neighbours/mesh-bins.ts';
import type { OwnedCells } from '../../shapes/kernel-memory/owned-cells.ts';
import * as layout from '../../step-kernel/step-layout.ts';
import { BodyMeshHistory, enlarged, hasCrossed } from './body-mesh-history.ts';
import { BodyOnPlane } from './body-on-plane.ts';
import { contactKernel } from './contact-kernel.ts';
import { ConvexShapes, type ConvexSpec } from './convex-shapes.ts';
import { type FinderMesh, FLAT_ANGLE } from './mesh-finder.ts';
import { MeshImages } from './mesh-images.ts';
import { NearFacetRecords } from './near-facet-records.ts';
import { NearMesh, newPose, readPose } from './near-mesh.ts';
import { PlaneRegions } from './plane-regions.ts';
import type { TouchFinder } from './touch-finder.ts';
import { fieldOnMesh } from './touch-materials.ts';
import type { TouchWriter } from './touch-writer.ts';

const POSE_CELLS = 7;

export class BodyMeshFinder implements TouchFinder {
  readonly #owned: OwnedCells;
  readonly #number: number;
  readonly #images: MeshImages;
  readonly #shifts: readonly Vector3[];
  readonly #index: MeshIndex;
  /**
   * Of each patch of the mesh with its images the least number that its facets have in the mesh alone: the same for all
   * images.
   */
  readonly #nameOfPatch: Int32Array;
  readonly #patches: BoundaryPatches;
  readonly #boundary: KernelBoundary;
  readonly #oneSided: boolean;
  readonly #kernel: KernelName | undefined;
  readonly #shapes: ConvexShapes;
  readonly #near: NearMesh;
  readonly #history: BodyMeshHistory;
  readonly #regions: PlaneRegions;
  readonly #onPlane: BodyOnPlane;
  readonly #cells: number;
  readonly #pose = newPose();
  /** Address of the query in the kernel's memory. */
  readonly #query = bodyMeshQuery();
  /** Per part: address of the record of its shape (body-record.ts); 0 before the first query. */
  readonly #records: Int32Array;
  /** A contact point in the world and in the mesh's frame, and the normal from the mesh to the body, in the world. */
  readonly #world = new Float64Array(3);
  readonly #own = new Float64Array(3);
  readonly #normal = new Float64Array(3);
  /** Size of the body over that of its shape, and radius of the ball of its volume: no numbers on the heap. */
  readonly #sizes = new Float64Array(2);
  readonly #nearFacets: NearFacetRecords;
  /** Patches of the open element whose flat contact has been written. */
  #flat = new Int32Array(16);
  #flatCount = 0;
  #openElement = -1;

  /** `number` is that of the mesh in the spec. */
  constructor(
    number: number,
    { mesh, oneSided, shifts, ownShifts }: FinderMesh,
    spec: ConvexSpec,
    cells: OwnedCells,
    kernel?: KernelName,
  ) {
    this.#cells = cells.allocate(POSE_CELLS);
    this.#owned = cells;
    this.#nearFacets = new NearFacetRecords(cells);
    this.#number = number;
    this.#images = new MeshImages(mesh, ownShifts, oneSided);
    this.#shifts = shifts;
    this.#index = indexOf(this.#images.mesh);
    this.#patches = boundaryPatches(this.#images.mesh, sin(FLAT_ANGLE));
    this.#nameOfPatch = namesOfPatches(
      this.#images,
      this.#patches,
      boundaryPatches(this.#images.alone, sin(FLAT_ANGLE)),
    );
    this.#boundary = kernelBoundary(this.#patches);
    this.#records = new Int32Array(spec.parts.reduce((sum, parts) => sum + parts.length, 0));
    this.#oneSided = oneSided;
    this.#kernel = kernel;
    this.#shapes = new ConvexShapes({ parts: spec.parts, halfSpaces: 0 }, cells);
    this.#near = new NearMesh({ mesh: number, index: this.#index, elements: 'others', oneSided, kernel });
    this.#regions = new PlaneRegions(this.#index, this.#patches, this.#near);
    this.#onPlane = new BodyOnPlane(this.#patches, this.#shapes, oneSided, cells);
    this.#history = new BodyMeshHistory(number);
  }

  free(): void {
    evictCopyOf(this.#index);
    this.#boundary.evict();
  }

  find(block: number, writer: TouchWriter): void {
    const count = this.#near.countIn(block, writer);
    if (count === 0) return;
    const { F, I } = writer;
    this.#openElement = -1;
    const engine = contactKernel(this.#kernel);
    settleMesh(this.#index, this.#boundary);
    this.#shapes.refresh(F, I);
    this.#regions.refresh(block, writer, count, engine);
    readPose(F, I[layout.MESH] + layout.MESH_STRIDE * this.#number + layout.MESH_POSITION, this.#pose);
    this.#onPlane.begin(engine, this.#pose);
    writePose(this.#query + at.QUERY_MESH_POSE, this.#pose);
    try {
      for (let k = 0; k < count; k++) this.#findNear(writer, block, k, engine);
    } finally {
      KI[DOMES] = 0;
    }
  }

  /** Writes the touches of number k of the block's elements near the mesh. */
  #findNear(writer: TouchWriter, block: number, k: number, engine: Kernel): void {
    const { F, I, firstElement } = writer;
    if (this.#near.isClear(k, writer)) return;
    const element = this.#near.elements[firstElement + k];
    const part = this.#shapes.partOf(I, element);
    // A polyhedron by the pressure-field law is for field-mesh-finder.ts.
    const isByField = fieldOnMesh(F, I, element, this.#number) !== 0;
    if (isByField && this.#shapes.hasField(part)) return;
    KI[DOMES] = isByField ? 1 : 0;
    const factor = this.#shapes.factorOf(F, I, element, part);
    this.#sizes[0] = factor;
    this.#sizes[1] = factor * this.#shapes.radiusOf(part);
    if (this.#regions.patches[firstElement + k] >= 0 && this.#writeOnPlane(writer, block, k, part, engine)) return;
    const near = this.#nearFacets.recordOf(firstElement + k, I[layout.SORT_COUNT], this.#near.elements.length);
    this.#findContacts(writer, element, part, near, engine);
  }

  /** Writes the touches of a body by a query against the mesh. */
  #findContacts(writer: TouchWriter, element: number, part: number, near: number, engine: Kernel): void {
    const { F, I } = writer;
    const query = this.#query;
    const position = I[layout.POSITION] + 4 * element;
    this.#shapes.writeElementPose(query + at.QUERY_WORLD_POSE, part, F, I, element);
    K[query + at.QUERY_REACH] = F[layout.ADHESION_REACH];
    // Centres behind a one-sided facet: bodies that are pressed through it, or that pass it from behind.
    K[query + at.QUERY_DEPTH] = this.#oneSided ? F[position + 3] : -1;
    K[query + at.QUERY_FACTOR] = this.#sizes[0];
    if (this.#records[part] === 0) this.#records[part] = newBodyRecord(this.#shapes.shapeOf(part), this.#owned);
    KI[2 * query + at.QUERY_SHAPE] = this.#records[part];
    KI[2 * query + at.QUERY_BODY] = this.#shapes.blockOfElement(part, F, I, element, 0);
    KI[2 * query + at.QUERY_NEAR] = near;
    runBodyMesh(engine, this.#boundary);
    const found = KI[2 * query + at.QUERY_KEPT_COUNT];
    if (found === 0) return;
    this.#open(writer, element);
    for (let k = 0; k < found; k++) {
      // Lists may move while the flat contact of another contact is found.
      const number = KI[KI[2 * query + at.QUERY_ORDER] + k];
      this.#write(writer, engine, KI[2 * query + at.QUERY_CONTACTS] + at.CONTACT_STRIDE * number);
    }
    this.#history.matchRest(writer, this.#sizes);
    if (this.#oneSided) this.#markPassing(writer);
  }

  /**
   * Writes the touches of a body to which the mesh is a half-space. False if it is for the general way: the body has
   * come through the face.
   */
  #writeOnPlane(writer: TouchWriter, block: number, k: number, part: number, engine: Kernel): boolean {
    const { F, I, firstElement } = writer;
    const near = firstElement + k;
    const element = this.#near.elements[near];
    const patch = this.#regions.patches[near];
    const onPlane = this.#onPlane;
    this.#shapes.writeElementPose(this.#cells, part, F, I, element);
    onPlane.place(this.#cells, part, this.#sizes, patch, this.#regions.corners, 3 * near);
    if (onPlane.isBehind) return false;
    const count = onPlane.find(F[layout.ADHESION_REACH]);
    if (count === 0) return true;
    this.#open(writer, element);
    const name = this.#nameOfPatch[patch];
    const { normal } = onPlane;
    // The general way pushes a body back that has come through.
    if (!this.#oneSided && hasCrossed(writer, name, normal)) return false;
    const first = writer.openCount;
    const key = 3 * name + FEATURE_FACET;
    const { own, world } = onPlane;
    let facet = -1;
    for (let corner = 0; corner < count; corner++) {
      const cells = onPlane.readPoint(corner);
      const last = this.#facetOfLast(writer, corner, key);
      facet =
        last >= 0 && placeOn(this.#images.mesh, last, own) > 0
          ? last
          : this.#regions.facetUnder(block, k, engine, own, this.#sizes, facet);
      const touch = this.#appendAt(writer, facet, key, world, own, normal);
      F[touch + layout.TOUCH_OVERLAP] = K[cells + FLAT_OVERLAP];
      F[touch + layout.TOUCH_RADIUS] = this.#sizes[1];
      F[touch + layout.TOUCH_SHARE] = K[cells + FLAT_SHARE];
      F[touch + layout.TOUCH_DASHPOT] = K[cells + FLAT_DASHPOT];
    }
    this.#history.inheritFace(writer, first, key);
    this.#history.matchRest(writer, this.#sizes);
    return true;
  }

  /**
   * The facet that corner number `corner` of the open element was on in the last step, if it was on the face with this
   * key; else -1. A point inside the sides of that facet is on no other.
   */
  #facetOfLast(writer: TouchWriter, corner: number, key: number): number {
    const old = writer.oldFrom + corner;
    if (old >= writer.oldTo) return -1;
    const touch = 2 * writer.oldAddress(old);
    return writer.I[touch + layout.TOUCH_KEY] === key ? writer.I[touch + layout.TOUCH_SLOT] : -1;
  }

  #open(writer: TouchWriter, element: number): void {
    if (this.#openElement === element) return;
    this.#openElement = element;
    writer.open(element);
    this.#history.begin();
    this.#flatCount = 0;
  }

  #write(writer: TouchWriter, engine: Kernel, contact: number): void {
    const { F } = writer;
    const query = this.#query;
    const plane = query + at.QUERY_PLANE_NORMAL;
    const through = query + at.QUERY_PLANE_CORNER;
    const feature = KI[2 * contact + at.CONTACT_FEATURE];
    const id = KI[2 * contact + at.CONTACT_FEATURE_ID];
    const facet = KI[2 * contact + at.CONTACT_FACET];
    const name = this.#nameOfPatch[this.#patches.patchOfFacet[facet]];
    for (let c = 0; c < 3; c++) {
      K[plane + c] = K[contact + at.CONTACT_NORMAL + c];
      K[through + c] = K[contact + at.CONTACT_POINT + c];
    }
    let overlap = -K[contact + at.CONTACT_DISTANCE];
    this.#turnToWorld(plane);
    if (!this.#oneSided && hasCrossed(writer, name, this.#normal)) {
      // A centre that has gone through a mesh with two sides is pushed back to the side that it came from.
      for (let c = 0; c < 3; c++) K[plane + c] = -K[plane + c];
      this.#askPlane(engine);
      overlap = -K[query + at.QUERY_RESULT];
      K.copyWithin(
        through,
        query + at.QUERY_RESULT + RESULT_POINT_ON_A,
        query + at.QUERY_RESULT + RESULT_POINT_ON_A + 3,
      );
    }
    // The plane of a face on which the body lies flat has the face's own normal.
    for (let c = 0; c < 3; c++) {
      this.#own[c] = K[through + c];
      this.#normal[c] = K[plane + c];
    }
    const first = writer.openCount;
    const patch = overlap > 0 ? engine.flatPatch(query, contact, this.#oneSided ? 1 : 0) : -1;
    if (patch >= 0) {
      if (this.#isFlatWritten(patch)) return;
      const isInCorner = (KI[2 * contact + at.CONTACT_FLAGS] & at.IS_IN_CORNER) !== 0;
      const corners = runFlatOnFace(engine, this.#boundary, patch, isInCorner);
      if (corners > 0) {
        this.#writeCorners(writer, corners, patch, facet);
        return;
      }
    }
    const key =
      feature === FEATURE_FACET
        ? 3 * name + FEATURE_FACET
        : 3 * (feature === FEATURE_EDGE ? this.#images.edgeOf(id) : this.#images.vertexOf(id)) + feature;
    for (let c = 0; c < 3; c++) {
      K[through + c] = this.#own[c];
      K[plane + c] = this.#normal[c];
    }
    this.#turnToWorld(plane);
    this.#placeInWorld(through);
    const touch = this.#appendAt(writer, facet, key, this.#world, this.#own, this.#normal);
    F[touch + layout.TOUCH_OVERLAP] = overlap;
    F[touch + layout.TOUCH_RADIUS] = this.#sizes[1];
    if (feature === FEATURE_FACET) this.#history.inheritFace(writer, first, key);
    else this.#history.leave(first);
  }

  /** Distance of the body from the plane of the query, to QUERY_RESULT. */
  #askPlane(engine: Kernel): void {
    const query = this.#query;
    const block = KI[2 * query + at.QUERY_PLANE_BLOCK];
    for (let c = 0; c < 3; c++) {
      K[block + SHAPE_PARAMETERS + c] = K[query + at.QUERY_PLANE_NORMAL + c];
      K[block + SHAPE_CENTRE + c] = K[query + at.QUERY_PLANE_CORNER + c];
    }
    const body = KI[2 * query + at.QUERY_BODY];
    const result = query + at.QUERY_RESULT;
    engine.contactPair(block, query + at.QUERY_IDENTITY, body, query + at.QUERY_POSE, 0, Infinity, result);
  }

  /** The direction of the query's frame at K[from..] in the world, to `#normal`. */
  #turnToWorld(from: number): void {
    const m = this.#query + at.QUERY_WORLD;
    for (let c = 0; c < 3; c++) {
      this.#normal[c] = K[m + 3 * c] * K[from] + K[m + 3 * c + 1] * K[from + 1] + K[m + 3 * c + 2] * K[from + 2];
    }
  }

  /** The point of the query's frame at K[from..] in the mesh's frame and in the world, to `#own` and `#world`. */
  #placeInWorld(from: number): void {
    const query = this.#query;
    const m = query + at.QUERY_WORLD;
    const own = this.#own;
    for (let c = 0; c < 3; c++) own[c] = K[from + c] + K[query + at.QUERY_ORIGIN + c];
    for (let c = 0; c < 3; c++) {
      this.#world[c] =
        K[m + 3 * c] * own[0] +
        K[m + 3 * c + 1] * own[1] +
        K[m + 3 * c + 2] * own[2] +
        K[query + at.QUERY_MESH_POSE + c];
    }
  }

  /** Writes the corners of a body that lies flat on the face of a patch; `facet` is one of it. */
  #writeCorners(writer: TouchWriter, count: number, patch: number, facet: number): void {
    const { F } = writer;
    const query = this.#query;
    const first = writer.openCount;
    const key = 3 * this.#nameOfPatch[patch] + FEATURE_FACET;
    const facets = KI[2 * query + at.QUERY_FEATURES];
    this.#turnToWorld(query + at.QUERY_PLANE_NORMAL);
    for (let k = 0; k < count; k++) {
      const corner = query + at.QUERY_FLAT + FLAT_STRIDE * k;
      const number = KI[facets + k];
      this.#placeInWorld(corner);
      const touch = this.#appendAt(writer, number < 0 ? facet : number, key, this.#world, this.#own, this.#normal);
      F[touch + layout.TOUCH_OVERLAP] = K[corner + FLAT_OVERLAP];
      F[touch + layout.TOUCH_RADIUS] = this.#sizes[1];
      F[touch + layout.TOUCH_SHARE] = K[corner + FLAT_SHARE];
      F[touch + layout.TOUCH_DASHPOT] = K[corner + FLAT_DASHPOT];
    }
    if (this.#flatCount === this.#flat.length) this.#flat = enlarged(this.#flat);
    this.#flat[this.#flatCount] = patch;
    this.#flatCount += 1;
    this.#history.inheritFace(writer, first, key);
  }

  #isFlatWritten(patch: number): boolean {
    for (let k = 0; k < this.#flatCount; k++) if (this.#flat[k] === patch) return true;
    return false;
  }

  /** Appends a touch at a point of the world and of the mesh's frame; the normal is that of the facet in the world. */
  #appendAt(
    writer: TouchWriter,
    facet: number,
    key: number,
    world: Float64Array,
    own: Float64Array,
    normal: Float64Array,
  ): number {
    const { F } = writer;
    const name = this.#nameOfPatch[this.#patches.patchOfFacet[facet]];
    const touch = writer.append(layout.TOUCH_MESH, this.#number, this.#images.facetOf(facet), key, name);
    const shift = this.#shifts[this.#images.imageOf(facet)];
    F[touch + layout.TOUCH_SHIFT] = shift.x;
    F[touch + layout.TOUCH_SHIFT + 1] = shift.y;
    F[touch + layout.TOUCH_SHIFT + 2] = shift.z;
    for (let c = 0; c < 3; c++) {
      F[touch + layout.TOUCH_POINT + c] = world[c];
      F[touch + layout.TOUCH_NORMAL + c] = -normal[c];
      F[touch + layout.TOUCH_OWN_POINT + c] = own[c];
    }
    return touch;
  }

  /** A new touch with the centre behind the facet: the body comes through from behind, and does so without a force. */
  #markPassing(writer: TouchWriter): void {
    const { F, I } = writer;
    const centre = this.#world;
    this.#placeInWorld(this.#query + at.QUERY_CENTRE);
    for (let k = 0; k < writer.openCount; k++) {
      const touch = writer.addressOf(k);
      const flags = 2 * touch + layout.TOUCH_FLAGS;
      const isNew = (I[flags] & (layout.TOUCHING | layout.SLIDING | layout.PASSING)) === 0;
      let behind = 0;
      for (let c = 0; c < 3; c++) {
        behind += (centre[c] - F[touch + layout.TOUCH_POINT + c]) * F[touch + layout.TOUCH_NORMAL + c];
      }
      if (isNew && behind > 0) I[flags] = I[flags] | layout.PASSING;
    }
  }
}

function namesOfPatches(images: MeshImages, all: BoundaryPatches, alone: BoundaryPatches): Int32Array {
  const names = new Int32Array(all.normals.length).fill(alone.normals.length);
  all.patchOfFacet.forEach((patch, facet) => {
    names[patch] = Math.min(names[patch], alone.patchOfFacet[images.facetOf(facet)]);
  });
  return names;
}
