// SPDX-License-Identifier: MIT
/**
 * Spheres against one mesh: each step the Double Hierarchy Method (Santasusana et al. 2016,
 * doi:10.1007/s40571-016-0109-4) on the spheres that were near the mesh when the neighbour list was made; all others
 * cost nothing.
 */

import {
  FEATURE_EDGE,
  FEATURE_FACET,
  LISTED_STRIDE,
  MESH_CONTACT_DISTANCE,
  MESH_CONTACT_FACET,
  MESH_CONTACT_FEATURE,
  MESH_CONTACT_FEATURE_ID,
  MESH_CONTACT_NORMAL,
  MESH_CONTACT_POINT,
  MESH_CONTACT_STRIDE,
} from '../../kernel/mesh/mesh-layout.ts';
import { sin } from '../../math/circular.ts';
import type { Vector3 } from '../../math/vector.ts';
import { coplanarPatches, edgeKinds } from '../../meshes/edge-kinds.ts';
import type { FacetMesh } from '../../meshes/facet-mesh.ts';
import { readMeshOptions } from '../../narrow-phase/double-hierarchy/mesh-contact-options.ts';
import { answerSpheres, indexOf, MeshContactList } from '../../narrow-phase/double-hierarchy/sphere-batch.ts';
import type { KernelName } from '../../narrow-phase/kernel-query.ts';
import { evictCopyOf } from '../../neighbours/kernel-mesh-copies.ts';
import type { MeshIndex } from '../../neighbours/mesh-bins.ts';
import type { WallShapeSpec } from '../../shapes/walls/wall-shape.ts';
import * as layout from '../../step-kernel/step-layout.ts';
import { contactKernel } from './contact-kernel.ts';
import { MeshHistory } from './mesh-history.ts';
import { MeshImages } from './mesh-images.ts';
import { NearMesh, newPose, readPose } from './near-mesh.ts';
import type { TouchFinder } from './touch-finder.ts';
import type { TouchWriter } from './touch-writer.ts';

/**
 * Facets that are flatter against each other, in radians, are one contact and one face to friction. Vertices rounded to
 * single precision, as in STL files, make angles of this size, and two contacts instead of one would double the force.
 */
export const FLAT_ANGLE = 1e-3;

export interface FinderMesh {
  readonly mesh: FacetMesh;
  /** The wall is this shape and not the facets. */
  readonly shape?: WallShapeSpec;
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
  readonly #kernel: KernelName | undefined;
  readonly #patchOfFacet: Int32Array;
  readonly #near: NearMesh;
  readonly #history: MeshHistory;
  readonly #list = new MeshContactList();
  readonly #pose = newPose();
  readonly #options = Float64Array.from(readMeshOptions({ coplanarAngle: FLAT_ANGLE }));
  /** Elements that are asked for, their spheres and their listed facets. */
  #asked = new Int32Array(0);
  #spheres = new Float64Array(0);
  #lists = new Int32Array(0);

  /** `number` is that of the mesh in the spec. */
  constructor(number: number, { mesh, oneSided, shifts, ownShifts }: FinderMesh, kernel?: KernelName) {
    this.#number = number;
    this.#images = new MeshImages(mesh, ownShifts, oneSided);
    this.#shifts = shifts;
    this.#index = indexOf(this.#images.mesh);
    this.#oneSided = oneSided;
    this.#kernel = kernel;
    const tolerance = sin(FLAT_ANGLE);
    const { alone } = this.#images;
    this.#patchOfFacet = coplanarPatches(alone, edgeKinds(alone, { tolerance }), { tolerance }).patchOfFacet;
    this.#history = new MeshHistory(oneSided);
    this.#near = new NearMesh({ mesh: number, index: this.#index, elements: 'spheres', oneSided, kernel });
  }

  free(): void {
    evictCopyOf(this.#index);
  }

  find(block: number, writer: TouchWriter): void {
    const count = this.#near.countIn(block, writer);
    if (count === 0) return;
    const asked = this.#query(block, count, writer);
    if (asked === 0) return;
    const { offsets } = this.#list;
    for (let k = 0; k < asked; k++) {
      const first = offsets[k];
      const end = offsets[k + 1];
      if (first === end) continue;
      writer.open(this.#asked[k]);
      const radius = this.#spheres[4 * k + 3];
      for (let i = first; i < end; i++) this.#write(i, radius, writer);
      this.#history.handOver(writer, radius);
    }
  }

  /** Contacts of those of the block's near elements that may touch, as they are now. Returns how many these are. */
  #query(block: number, count: number, writer: TouchWriter): number {
    const { F, I, firstElement } = writer;
    if (this.#asked.length < count) this.#makeRoom(2 * count);
    const spheres = this.#spheres;
    const lists = this.#near.listsOf(block);
    const position = I[layout.POSITION];
    let asked = 0;
    for (let k = 0; k < count; k++) {
      if (this.#near.isClear(k, writer)) continue;
      const element = this.#near.elements[firstElement + k];
      const from = position + 4 * element;
      spheres[4 * asked] = F[from];
      spheres[4 * asked + 1] = F[from + 1];
      spheres[4 * asked + 2] = F[from + 2];
      spheres[4 * asked + 3] = F[from + 3];
      const listed = LISTED_STRIDE * k;
      for (let c = 0; c <= lists[listed] || c === 0; c++) {
        this.#lists[LISTED_STRIDE * asked + c] = lists[listed + c];
      }
      this.#asked[asked] = element;
      asked++;
    }
    if (asked === 0) return 0;
    const mesh = I[layout.MESH] + layout.MESH_STRIDE * this.#number;
    readPose(F, mesh + layout.MESH_POSITION, this.#pose);
    const options = this.#options;
    options[0] = F[layout.ADHESION_REACH];
    // Centres behind a one-sided facet: pressed through it, or on their way through from behind.
    if (this.#oneSided) options[2] = this.#near.largestIn(block);
    const engine = contactKernel(this.#kernel);
    answerSpheres(engine, this.#index, this.#pose, spheres, asked, options, this.#list, this.#lists);
    return asked;
  }

  #makeRoom(count: number): void {
    this.#asked = new Int32Array(count);
    this.#spheres = new Float64Array(4 * count);
    this.#lists = new Int32Array(LISTED_STRIDE * count);
  }

  /** Writes contact `i` of the list as a touch of the open element. */
  #write(i: number, radius: number, writer: TouchWriter): void {
    const { F } = writer;
    const { values } = this.#list;
    const at = MESH_CONTACT_STRIDE * i;
    const overlap = -values[at + MESH_CONTACT_DISTANCE];
    // The depth of a query is that of its largest sphere.
    if (overlap > 2 * radius) return;
    const images = this.#images;
    const facetOfAll = values[at + MESH_CONTACT_FACET];
    const facetNumber = images.facetOf(facetOfAll);
    const patch = this.#patchOfFacet[facetNumber];
    const kind = values[at + MESH_CONTACT_FEATURE];
    const id = values[at + MESH_CONTACT_FEATURE_ID];
    const named = kind === FEATURE_FACET ? patch : kind === FEATURE_EDGE ? images.edgeOf(id) : images.vertexOf(id);
    const touch = writer.append(layout.TOUCH_MESH, this.#number, facetNumber, 3 * named + kind, patch);
    const shift = this.#shifts[images.imageOf(facetOfAll)];
    F[touch + layout.TOUCH_SHIFT] = shift.x;
    F[touch + layout.TOUCH_SHIFT + 1] = shift.y;
    F[touch + layout.TOUCH_SHIFT + 2] = shift.z;
    const px = values[at + MESH_CONTACT_POINT];
    const py = values[at + MESH_CONTACT_POINT + 1];
    const pz = values[at + MESH_CONTACT_POINT + 2];
    F[touch + layout.TOUCH_POINT] = px;
    F[touch + layout.TOUCH_POINT + 1] = py;
    F[touch + layout.TOUCH_POINT + 2] = pz;
    F[touch + layout.TOUCH_NORMAL] = -values[at + MESH_CONTACT_NORMAL];
    F[touch + layout.TOUCH_NORMAL + 1] = -values[at + MESH_CONTACT_NORMAL + 1];
    F[touch + layout.TOUCH_NORMAL + 2] = -values[at + MESH_CONTACT_NORMAL + 2];
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
