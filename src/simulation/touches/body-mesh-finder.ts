// SPDX-License-Identifier: MIT
/**
 * Elements that are not spheres against one mesh: each step the tangent cones of its faces, edges and vertices
 * (src/narrow-phase/double-hierarchy) around those whose balls were near the mesh when the neighbour list was made. A
 * body that lies flat on a face, or over the rim of one, has a touch for every corner of what it rests on, as on a
 * half-space.
 */

import { FLAT_SINE } from '../../kernel/features/flat-contact.ts';
import { FLAT_DASHPOT, FLAT_OVERLAP, FLAT_SHARE } from '../../kernel/features/flat-layout.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import { F as K } from '../../kernel/memory.ts';
import { sin } from '../../math/circular.ts';
import { dot, negate, subtract, type Vector3 } from '../../math/vector.ts';
import { chosenKernel } from '../../narrow-phase/contact.ts';
import { BodyAtMesh } from '../../narrow-phase/double-hierarchy/body-at-mesh.ts';
import { featureContacts } from '../../narrow-phase/double-hierarchy/body-mesh-contacts.ts';
import { type BoundaryPatches, boundaryPatches } from '../../narrow-phase/double-hierarchy/boundary-patches.ts';
import { featureKey } from '../../narrow-phase/double-hierarchy/contact-matching.ts';
import { planeAt } from '../../narrow-phase/double-hierarchy/feature-blocks.ts';
import type { FeatureContact } from '../../narrow-phase/double-hierarchy/feature-contact.ts';
import { type FaceSide, type FlatCorner, flatCorners } from '../../narrow-phase/double-hierarchy/flat-corners.ts';
import { NearFeatures } from '../../narrow-phase/double-hierarchy/near-features.ts';
import { indexOf } from '../../narrow-phase/double-hierarchy/sphere-batch.ts';
import type { KernelName } from '../../narrow-phase/kernel-query.ts';
import type { MeshIndex } from '../../neighbours/mesh-bins.ts';
import { allocateCells } from '../../shapes/kernel-memory/kernel-heap.ts';
import * as layout from '../../step-kernel/step-layout.ts';
import { BodyMeshHistory, hasCrossed } from './body-mesh-history.ts';
import { BodyOnPlane } from './body-on-plane.ts';
import { ConvexShapes, type ConvexSpec } from './convex-shapes.ts';
import { type FinderMesh, FLAT_ANGLE } from './mesh-finder.ts';
import { MeshImages } from './mesh-images.ts';
import { NearMesh, newPose, readPose } from './near-mesh.ts';
import { PlaneRegions } from './plane-regions.ts';
import type { TouchFinder } from './touch-finder.ts';
import type { TouchWriter } from './touch-writer.ts';

const FLAT_COSINE = Math.sqrt(1 - FLAT_SINE * FLAT_SINE);
const POSE_CELLS = 7;

export class BodyMeshFinder implements TouchFinder {
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
  readonly #oneSided: boolean;
  readonly #kernel: KernelName | undefined;
  readonly #shapes: ConvexShapes;
  readonly #near: NearMesh;
  readonly #history: BodyMeshHistory;
  readonly #regions: PlaneRegions;
  readonly #onPlane: BodyOnPlane;
  readonly #cells = allocateCells(POSE_CELLS);
  readonly #pose = newPose();
  readonly #poseOfBody = newPose();
  /** Patches of the open element whose flat contact has been written. */
  readonly #flat: number[] = [];
  readonly #features = new Map<number, NearFeatures>();
  /** The neighbour list that these are of. */
  #sort = -1;
  #openElement = -1;

  /** `number` is that of the mesh in the spec. */
  constructor(
    number: number,
    { mesh, oneSided, shifts, ownShifts }: FinderMesh,
    spec: ConvexSpec,
    kernel?: KernelName,
  ) {
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
    this.#oneSided = oneSided;
    this.#kernel = kernel;
    this.#shapes = new ConvexShapes({ parts: spec.parts, halfSpaces: 0 });
    this.#near = new NearMesh({ mesh: number, index: this.#index, elements: 'others', oneSided, kernel });
    this.#regions = new PlaneRegions(this.#index, this.#patches, this.#near);
    this.#onPlane = new BodyOnPlane(this.#patches, this.#shapes, oneSided);
    this.#history = new BodyMeshHistory(number);
  }

  find(block: number, writer: TouchWriter): void {
    const count = this.#near.countIn(block, writer);
    if (count === 0) return;
    const { F, I, firstElement } = writer;
    this.#openElement = -1;
    const engine = chosenKernel(this.#kernel);
    this.#shapes.refresh(F, I);
    this.#regions.refresh(block, writer, count, engine);
    readPose(F, I[layout.MESH] + layout.MESH_STRIDE * this.#number + layout.MESH_POSITION, this.#pose);
    this.#onPlane.begin(engine, this.#pose);
    for (let k = 0; k < count; k++) {
      if (this.#near.isClear(k, writer)) continue;
      const element = this.#near.elements[firstElement + k];
      const part = this.#shapes.partOf(I, element);
      const factor = this.#shapes.factorOf(F, I, element, part);
      if (this.#regions.patches[firstElement + k] >= 0 && this.#writeOnPlane(writer, block, k, part, factor, engine))
        continue;
      const body = this.#bodyAt(writer, element, part, factor, this.#featuresOf(writer, firstElement + k));
      const found = featureContacts(body);
      if (found.length === 0) continue;
      const radius = factor * this.#shapes.radiusOf(part);
      this.#open(writer, element);
      for (const contact of found) this.#write(writer, body, contact, radius);
      this.#history.matchRest(writer, radius);
      if (this.#oneSided) this.#markPassing(writer, body);
    }
  }

  /**
   * Writes the touches of a body to which the mesh is a half-space. False if it is for the general way: the body has
   * come through the face.
   */
  #writeOnPlane(writer: TouchWriter, block: number, k: number, part: number, factor: number, engine: Kernel): boolean {
    const { F, I, firstElement } = writer;
    const at = firstElement + k;
    const element = this.#near.elements[at];
    const patch = this.#regions.patches[at];
    const onPlane = this.#onPlane;
    const position = I[layout.POSITION] + 4 * element;
    this.#shapes.writePose(this.#cells, part, factor, F, I, element, F[position], F[position + 1], F[position + 2]);
    onPlane.place(this.#cells, part, factor, patch, this.#regions.corners, 3 * at);
    if (onPlane.isBehind) return false;
    const count = onPlane.find(F[layout.ADHESION_REACH]);
    if (count === 0) return true;
    this.#open(writer, element);
    const name = this.#nameOfPatch[patch];
    const { normal } = onPlane;
    // The general way pushes a body back that has come through.
    if (!this.#oneSided && hasCrossed(writer, name, -normal[0], -normal[1], -normal[2])) return false;
    const radius = factor * this.#shapes.radiusOf(part);
    const first = writer.openCount;
    const key = featureKey('f', 0, name);
    const { own, world } = onPlane;
    let facet = -1;
    for (let corner = 0; corner < count; corner++) {
      const cells = onPlane.readPoint(corner);
      facet = this.#regions.facetUnder(block, k, engine, own, radius, facet);
      const touch = this.#appendAt(writer, facet, key, world, own, normal, K[cells + FLAT_OVERLAP], radius);
      F[touch + layout.TOUCH_SHARE] = K[cells + FLAT_SHARE];
      F[touch + layout.TOUCH_DASHPOT] = K[cells + FLAT_DASHPOT];
    }
    this.#history.inheritFace(writer, first, key);
    this.#history.matchRest(writer, radius);
    return true;
  }

  /** What is known of the features around a near element since the neighbour list was made. */
  #featuresOf({ I }: TouchWriter, at: number): NearFeatures {
    if (this.#sort !== I[layout.SORT_COUNT]) {
      this.#sort = I[layout.SORT_COUNT];
      this.#features.clear();
    }
    const known = this.#features.get(at);
    if (known !== undefined) return known;
    const made = new NearFeatures();
    this.#features.set(at, made);
    return made;
  }

  #bodyAt({ F, I }: TouchWriter, element: number, part: number, factor: number, near: NearFeatures): BodyAtMesh {
    const position = I[layout.POSITION] + 4 * element;
    const [x, y, z, reach] = [F[position], F[position + 1], F[position + 2], F[position + 3]] as [
      number,
      number,
      number,
      number,
    ];
    this.#shapes.writePose(this.#cells, part, factor, F, I, element, x, y, z);
    readPose(K, this.#cells, this.#poseOfBody);
    return new BodyAtMesh(this.#index, this.#patches, this.#pose, this.#shapes.shapeOf(part), this.#poseOfBody, {
      maxDistance: F[layout.ADHESION_REACH],
      // Centres behind a one-sided facet: pressed through it, or on their way through from behind.
      depth: this.#oneSided ? reach : -1,
      kernel: this.#kernel,
      near,
      ...(factor !== 1 && { size: { factor, block: () => this.#shapes.blockOf(part, factor, 0) } }),
    });
  }

  #open(writer: TouchWriter, element: number): void {
    if (this.#openElement === element) return;
    this.#openElement = element;
    writer.open(element);
    this.#history.begin();
    this.#flat.length = 0;
  }

  #write(writer: TouchWriter, body: BodyAtMesh, contact: FeatureContact, radius: number): void {
    const { feature, featureId, facet } = contact;
    const name = this.#nameOfPatch[this.#patches.patchOfFacet[facet]];
    let { normal, point } = contact;
    let overlap = -contact.distance;
    const into = body.directionToWorld(negate(normal));
    if (!this.#oneSided && hasCrossed(writer, name, into.x, into.y, into.z)) {
      // A centre that has gone through a mesh with two sides is pushed back to the side that it came from.
      normal = negate(normal);
      overlap = -body.distanceTo(planeAt(normal, point));
      point = body.contactFound().pointOnA;
    }
    const first = writer.openCount;
    const face = overlap > 0 ? this.#flatFace(contact, normal) : undefined;
    if (face !== undefined) {
      if (this.#flat.includes(face.patch)) return;
      if (this.#writeCorners(writer, body, face, facet, radius)) return;
    }
    const images = this.#images;
    const id = feature === 'e' ? images.edgeOf(featureId) : images.vertexOf(featureId);
    const key = featureKey(feature, id, name);
    this.#append(writer, body, facet, key, point, normal, overlap, radius);
    if (feature === 'f') this.#history.inheritFace(writer, first, key);
    else this.#history.leave(first);
  }

  /** Writes the corners of a body that lies flat on a face; `facet` is one of it. Returns false when there are none. */
  #writeCorners(writer: TouchWriter, body: BodyAtMesh, face: FaceSide, facet: number, radius: number): boolean {
    const corners = flatCorners(body, face);
    if (corners.length === 0) return false;
    this.#writeEach(writer, body, face, corners, facet, radius);
    return true;
  }

  #writeEach(
    writer: TouchWriter,
    body: BodyAtMesh,
    face: FaceSide,
    corners: readonly FlatCorner[],
    facet: number,
    radius: number,
  ): void {
    const first = writer.openCount;
    const key = featureKey('f', facet, this.#nameOfPatch[face.patch]);
    for (const corner of corners) {
      const number = corner.facet < 0 ? facet : corner.facet;
      const touch = this.#append(writer, body, number, key, corner.point, face.normal, corner.overlap, radius);
      writer.F[touch + layout.TOUCH_SHARE] = corner.share;
      writer.F[touch + layout.TOUCH_DASHPOT] = corner.dashpot;
    }
    this.#flat.push(face.patch);
    this.#history.inheritFace(writer, first, key);
  }

  /**
   * The face on which a body may lie flat that touches with this normal: the one that is touched, or one at the touched
   * edge or vertex.
   */
  #flatFace({ patches, point, isInCorner = false }: FeatureContact, normal: Vector3): FaceSide | undefined {
    let best: FaceSide | undefined;
    let most = FLAT_COSINE;
    for (const patch of patches) {
      const front = this.#patches.normals[patch];
      const cosine = dot(front, normal);
      const along = this.#oneSided ? cosine : Math.abs(cosine);
      if (!(along >= most) || (best !== undefined && along === most)) continue;
      most = along;
      best = { patch, normal: cosine < 0 ? negate(front) : front, through: point, isInCorner };
    }
    return best;
  }

  #append(
    writer: TouchWriter,
    body: BodyAtMesh,
    facet: number,
    key: number,
    point: Vector3,
    normal: Vector3,
    overlap: number,
    radius: number,
  ): number {
    const at = body.toWorld(point);
    const own = body.toMesh(point);
    const out = body.directionToWorld(normal);
    return this.#appendAt(
      writer,
      facet,
      key,
      [at.x, at.y, at.z],
      [own.x, own.y, own.z],
      [out.x, out.y, out.z],
      overlap,
      radius,
    );
  }

  /** Appends a touch at a point of the world and of the mesh's frame; the normal is that of the facet in the world. */
  #appendAt(
    writer: TouchWriter,
    facet: number,
    key: number,
    at: ArrayLike<number>,
    own: ArrayLike<number>,
    normal: ArrayLike<number>,
    overlap: number,
    radius: number,
  ): number {
    const { F } = writer;
    const name = this.#nameOfPatch[this.#patches.patchOfFacet[facet]];
    const touch = writer.append(layout.TOUCH_MESH, this.#number, this.#images.facetOf(facet), key, name);
    const shift = this.#shifts[this.#images.imageOf(facet)];
    F[touch + layout.TOUCH_SHIFT] = shift.x;
    F[touch + layout.TOUCH_SHIFT + 1] = shift.y;
    F[touch + layout.TOUCH_SHIFT + 2] = shift.z;
    for (let c = 0; c < 3; c++) {
      F[touch + layout.TOUCH_POINT + c] = at[c];
      F[touch + layout.TOUCH_NORMAL + c] = -normal[c];
      F[touch + layout.TOUCH_OWN_POINT + c] = own[c];
    }
    F[touch + layout.TOUCH_OVERLAP] = overlap;
    F[touch + layout.TOUCH_RADIUS] = radius;
    return touch;
  }

  /** A new touch with the centre behind the facet: the body comes through from behind, and does so without a force. */
  #markPassing(writer: TouchWriter, body: BodyAtMesh): void {
    const { F, I } = writer;
    const centre = body.toWorld(body.centre);
    for (let k = 0; k < writer.openCount; k++) {
      const touch = writer.addressOf(k);
      const flags = 2 * touch + layout.TOUCH_FLAGS;
      const isNew = (I[flags] & (layout.TOUCHING | layout.SLIDING | layout.PASSING)) === 0;
      const behind = dot(
        subtract(centre, vectorAt(F, touch + layout.TOUCH_POINT)),
        vectorAt(F, touch + layout.TOUCH_NORMAL),
      );
      if (isNew && behind > 0) I[flags] = I[flags] | layout.PASSING;
    }
  }
}

function vectorAt(F: Float64Array, at: number): Vector3 {
  return { x: F[at], y: F[at + 1], z: F[at + 2] };
}

function namesOfPatches(images: MeshImages, all: BoundaryPatches, alone: BoundaryPatches): Int32Array {
  const names = new Int32Array(all.normals.length).fill(alone.normals.length);
  all.patchOfFacet.forEach((patch, facet) => {
    names[patch] = Math.min(names[patch], alone.patchOfFacet[images.facetOf(facet)]);
  });
  return names;
}
