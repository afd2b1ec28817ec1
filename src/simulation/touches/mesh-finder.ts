// SPDX-License-Identifier: MIT
/**
 * Spheres against one mesh: each step the Double Hierarchy Method (Santasusana et al. 2016, doi:10.1007/s40571-016-0109-4) on the spheres
 * that were near the mesh when the neighbour list was made; all others cost nothing.
 */
import { FEATURE_EDGE, FEATURE_FACET } from '../../kernel/mesh-layout.ts';
import type { Vector3 } from '../../math/vector.ts';
import { coplanarPatches, edgeKinds } from '../../meshes/edge-kinds.ts';
import type { FacetMesh } from '../../meshes/facet-mesh.ts';
import { chosenKernel } from '../../narrow-phase/contact.ts';
import { readMeshOptions } from '../../narrow-phase/double-hierarchy/mesh-contact-options.ts';
import {
  answerSpheres,
  indexOf,
  MESH_CONTACT_LAYOUT,
  MeshContactList,
} from '../../narrow-phase/double-hierarchy/sphere-batch.ts';
import type { KernelName } from '../../narrow-phase/kernel-query.ts';
import type { MeshIndex } from '../../neighbours/mesh-bins.ts';
import * as layout from '../../step-kernel/layout.ts';
import { MeshHistory } from './mesh-history.ts';
import { MeshImages } from './mesh-images.ts';
import { NearMesh, nearQuery, newPose, readPose } from './near-mesh.ts';
import type { TouchFinder } from './touch-finder.ts';
import type { TouchWriter } from './touch-writer.ts';

/**
 * Facets that are flatter against each other, in radians, are one contact and one face to friction. Vertices rounded to single
 * precision, as in STL files, make angles of this size, and two contacts instead of one would double the force.
 */
export const FLAT_ANGLE = 1e-3;

export interface FinderMesh {
  readonly mesh: FacetMesh;
  readonly oneSided: boolean;
  /** Ways to its periodic images, in the world and in its own frame; the first is that to itself, zero. */
  readonly shifts: readonly Vector3[];
  readonly ownShifts: readonly Vector3[];
}

export class MeshFinder implements TouchFinder {
  readonly #number: number;
  readonly #images: MeshImages;
  readonly #shifts: readonly Vector3[];
  readonly #index: MeshIndex;
  readonly #oneSided: boolean;
  readonly #kernel: { readonly kernel: KernelName } | undefined;
  readonly #patchOfFacet: Int32Array;
  readonly #near: NearMesh;
  readonly #history: MeshHistory;
  readonly #list = new MeshContactList();
  readonly #pose = newPose();
  readonly #options = Float64Array.from(readMeshOptions({ coplanarAngle: FLAT_ANGLE }));
  #spheres = new Float64Array(0);

  /** `number` is that of the mesh in the spec. */
  constructor(number: number, { mesh, oneSided, shifts, ownShifts }: FinderMesh, kernel?: KernelName) {
    this.#number = number;
    this.#images = new MeshImages(mesh, ownShifts, oneSided);
    this.#shifts = shifts;
    this.#index = indexOf(this.#images.mesh);
    this.#oneSided = oneSided;
    this.#kernel = kernel && { kernel };
    const tolerance = Math.sin(FLAT_ANGLE);
    const { alone } = this.#images;
    this.#patchOfFacet = coplanarPatches(alone, edgeKinds(alone, { tolerance }), { tolerance }).patchOfFacet;
    this.#history = new MeshHistory(oneSided);
    this.#near = new NearMesh(number, 'spheres', nearQuery(this.#index, this.#list, kernel));
  }

  find(block: number, writer: TouchWriter): void {
    const count = this.#near.countIn(block, writer);
    if (count === 0) return;
    this.#query(count, writer);
    const { offsets } = this.#list;
    for (let k = 0; k < count; k++) {
      if (offsets[k] === offsets[k + 1]) continue;
      writer.open(this.#near.elements[writer.firstElement + k] as number);
      const radius = this.#spheres[4 * k + 3] as number;
      for (let i = offsets[k] as number; i < (offsets[k + 1] as number); i++) this.#write(i, radius, writer);
      this.#history.handOver(writer, radius);
    }
  }

  /** Contacts of the block's near elements as they are now. */
  #query(count: number, { F, I, firstElement }: TouchWriter): void {
    if (this.#spheres.length < 4 * count) this.#spheres = new Float64Array(8 * count);
    const spheres = this.#spheres;
    const place = I[layout.PLACE] as number;
    let largest = 0;
    for (let k = 0; k < count; k++) {
      const from = place + 4 * (this.#near.elements[firstElement + k] as number);
      for (let c = 0; c < 4; c++) spheres[4 * k + c] = F[from + c] as number;
      largest = Math.max(largest, F[from + 3] as number);
    }
    const mesh = (I[layout.MESH] as number) + layout.MESH_STRIDE * this.#number;
    readPose(F, mesh + layout.MESH_PLACE, this.#pose);
    const options = this.#options;
    options[0] = F[layout.ADHESION_REACH] as number;
    // Centres behind a one-sided facet: pressed through it, or on their way through from behind.
    if (this.#oneSided) options[2] = largest;
    answerSpheres(chosenKernel(this.#kernel), this.#index, this.#pose, spheres, count, options, this.#list);
  }

  /** Writes contact `i` of the list as a touch of the open element. */
  #write(i: number, radius: number, writer: TouchWriter): void {
    const { F } = writer;
    const { values } = this.#list;
    const { stride, facet, feature, featureId, point, normal, distance } = MESH_CONTACT_LAYOUT;
    const at = stride * i;
    const overlap = -(values[at + distance] as number);
    // The depth of a query is that of its largest sphere.
    if (overlap > 2 * radius) return;
    const images = this.#images;
    const facetOfAll = values[at + facet] as number;
    const facetNumber = images.facetOf(facetOfAll);
    const patch = this.#patchOfFacet[facetNumber] as number;
    const kind = values[at + feature] as number;
    const id = values[at + featureId] as number;
    const named = kind === FEATURE_FACET ? patch : kind === FEATURE_EDGE ? images.edgeOf(id) : images.vertexOf(id);
    const touch = writer.append(layout.TOUCH_MESH, this.#number, facetNumber, 3 * named + kind, patch);
    const shift = this.#shifts[images.imageOf(facetOfAll)] as Vector3;
    F[touch + layout.TOUCH_SHIFT] = shift.x;
    F[touch + layout.TOUCH_SHIFT + 1] = shift.y;
    F[touch + layout.TOUCH_SHIFT + 2] = shift.z;
    const px = values[at + point] as number;
    const py = values[at + point + 1] as number;
    const pz = values[at + point + 2] as number;
    F[touch + layout.TOUCH_POINT] = px;
    F[touch + layout.TOUCH_POINT + 1] = py;
    F[touch + layout.TOUCH_POINT + 2] = pz;
    for (let c = 0; c < 3; c++) F[touch + layout.TOUCH_NORMAL + c] = -(values[at + normal + c] as number);
    F[touch + layout.TOUCH_OVERLAP] = overlap;
    F[touch + layout.TOUCH_RADIUS] = radius;
    writeOwnPoint(F, touch + layout.TOUCH_OWN_POINT, this.#pose, px, py, pz);
  }
}

/** The point in the frame of the pose: conjugate turn of the way from its origin. */
function writeOwnPoint(
  F: Float64Array,
  at: number,
  { position, orientation: { w, x, y, z } }: ReturnType<typeof newPose>,
  px: number,
  py: number,
  pz: number,
): void {
  const dx = px - position.x;
  const dy = py - position.y;
  const dz = pz - position.z;
  const tx = 2 * (z * dy - y * dz);
  const ty = 2 * (x * dz - z * dx);
  const tz = 2 * (y * dx - x * dy);
  F[at] = dx + w * tx + (z * ty - y * tz);
  F[at + 1] = dy + w * ty + (x * tz - z * tx);
  F[at + 2] = dz + w * tz + (y * tx - x * ty);
}
