// SPDX-License-Identifier: MIT
/**
 * Spheres against one mesh: each step the Double Hierarchy Method (Santasusana et al. 2016, doi:10.1007/s40571-016-0109-4) on the spheres
 * that were near the mesh when the neighbour list was made; all others cost nothing. Friction goes on from facet to facet.
 */
import { inverseRotate } from '../../math/quaternion.ts';
import { coplanarPatches } from '../../meshes/edge-kinds.ts';
import type { FacetMesh } from '../../meshes/facet-mesh.ts';
import { MATCHING_ANGLE, matchContacts } from '../../narrow-phase/double-hierarchy/contact-matching.ts';
import {
  MESH_CONTACT_LAYOUT,
  MeshContactList,
  sphereMeshContacts,
} from '../../narrow-phase/double-hierarchy/sphere-batch.ts';
import type { KernelName } from '../../narrow-phase/kernel-query.ts';
import * as layout from '../../step-kernel/layout.ts';
import type { TouchFinder } from './touch-finder.ts';
import type { TouchWriter } from './touch-writer.ts';

/** How far a contact may move in a step and still be the same, over the sphere's radius: far more than stable steps allow. */
const SLIDE = 0.1;

const LEAST_COSINE = Math.cos(MATCHING_ANGLE);

export interface FinderMesh {
  readonly mesh: FacetMesh;
  readonly oneSided: boolean;
}

/** Contacts as `matchContacts` takes them; arrays that grow. */
class Matchable {
  count = 0;
  features = new Int32Array(8);
  patches = new Int32Array(8);
  points = new Float64Array(24);
  normals = new Float64Array(24);

  /** Makes room and sets the count. */
  begin(count: number): void {
    this.count = count;
    if (count <= this.features.length) return;
    this.features = new Int32Array(2 * count);
    this.patches = new Int32Array(2 * count);
    this.points = new Float64Array(6 * count);
    this.normals = new Float64Array(6 * count);
  }

  read(k: number, F: Float64Array, I: Int32Array, touch: number): void {
    this.features[k] = I[2 * touch + layout.TOUCH_KEY] as number;
    this.patches[k] = I[2 * touch + layout.TOUCH_PARTNER_KEY] as number;
    for (let c = 0; c < 3; c++) {
      this.points[3 * k + c] = F[touch + layout.TOUCH_OWN_POINT + c] as number;
      this.normals[3 * k + c] = F[touch + layout.TOUCH_NORMAL + c] as number;
    }
  }
}

export class MeshFinder implements TouchFinder {
  readonly #number: number;
  readonly #mesh: FacetMesh;
  readonly #oneSided: boolean;
  readonly #kernel: KernelName | undefined;
  readonly #patchOfFacet: Int32Array;
  readonly #list = new MeshContactList();
  readonly #old = new Matchable();
  readonly #new = new Matchable();
  #matches = new Int32Array(8);
  #spheres = new Float64Array(0);
  /** Elements near the mesh, from the first element of each block on; how many; and for which list they were looked up. */
  #near = new Int32Array(0);
  #nearCounts = new Int32Array(0);
  #nearSorts = new Int32Array(0);

  /** `number` is that of the mesh in the spec. */
  constructor(number: number, { mesh, oneSided }: FinderMesh, kernel?: KernelName) {
    this.#number = number;
    this.#mesh = mesh;
    this.#oneSided = oneSided;
    this.#kernel = kernel;
    this.#patchOfFacet = coplanarPatches(mesh).patchOfFacet;
  }

  find(block: number, writer: TouchWriter): void {
    const { F, I } = writer;
    const near = this.#nearIn(block, writer);
    if (near === 0) return;
    const place = I[layout.PLACE] as number;
    for (let k = 0; k < near; k++) {
      const from = place + 4 * (this.#near[writer.firstElement + k] as number);
      for (let c = 0; c < 4; c++) this.#spheres[4 * k + c] = F[from + c] as number;
    }
    const mesh = (I[layout.MESH] as number) + layout.MESH_STRIDE * this.#number;
    const reach = F[layout.ADHESION_REACH] as number;
    const pose = poseAt(F, mesh + layout.MESH_PLACE);
    this.#query(pose, near, reach, this.#oneSided ? 'one' : 'two');
    const { values, offsets } = this.#list;
    const { stride, facet, feature, featureId, point, normal, distance } = MESH_CONTACT_LAYOUT;
    for (let k = 0; k < near; k++) {
      const begin = offsets[k] as number;
      const end = offsets[k + 1] as number;
      if (begin === end) continue;
      writer.open(this.#near[writer.firstElement + k] as number);
      for (let i = begin; i < end; i++) {
        const at = stride * i;
        const facetNumber = values[at + facet] as number;
        const patch = this.#patchOfFacet[facetNumber] as number;
        const kind = values[at + feature] as number;
        const key = 3 * (kind === 2 ? patch : (values[at + featureId] as number)) + kind;
        const touch = writer.append(layout.TOUCH_MESH, this.#number, facetNumber, key, patch);
        for (let c = 0; c < 3; c++) {
          F[touch + layout.TOUCH_POINT + c] = values[at + point + c] as number;
          F[touch + layout.TOUCH_NORMAL + c] = -(values[at + normal + c] as number);
        }
        F[touch + layout.TOUCH_OVERLAP] = -(values[at + distance] as number);
        F[touch + layout.TOUCH_RADIUS] = this.#spheres[4 * k + 3] as number;
        writeOwnPoint(F, touch, mesh);
      }
      this.#inherit(writer, this.#spheres[4 * k + 3] as number);
    }
  }

  /** Hands history over within the open element. */
  #inherit(writer: TouchWriter, radius: number): void {
    const { F, I, oldFrom, oldTo } = writer;
    const oldCount = oldTo - oldFrom;
    if (oldCount === 0) return;
    const count = writer.openCount;
    if (count === 1 && oldCount === 1 && continues(F, I, writer.oldAddress(oldFrom), writer.addressOf(0))) {
      writer.inherit(writer.addressOf(0), oldFrom);
      return;
    }
    this.#old.begin(oldCount);
    for (let k = 0; k < oldCount; k++) this.#old.read(k, F, I, writer.oldAddress(oldFrom + k));
    this.#new.begin(count);
    for (let k = 0; k < count; k++) this.#new.read(k, F, I, writer.addressOf(k));
    if (count > this.#matches.length) this.#matches = new Int32Array(2 * count);
    matchContacts(this.#old, this.#new, { maxDistance: SLIDE * radius }, this.#matches);
    for (let k = 0; k < count; k++) {
      const match = this.#matches[k] as number;
      if (match >= 0) writer.inherit(writer.addressOf(k), oldFrom + match);
    }
  }

  /** Contacts of the first `count` spheres. */
  #query(pose: ReturnType<typeof poseAt>, count: number, maxDistance: number, sides: 'one' | 'two'): void {
    const options = this.#kernel === undefined ? { sides, maxDistance } : { sides, maxDistance, kernel: this.#kernel };
    sphereMeshContacts(this.#mesh, pose, this.#spheres.subarray(0, 4 * count), options, this.#list);
  }

  /** Number of the block's elements that may come to touch the mesh while the neighbour list lasts; looked up once a list. */
  #nearIn(block: number, writer: TouchWriter): number {
    const { I } = writer;
    const sort = I[layout.SORT_COUNT] as number;
    this.#makeRoom(I);
    if (this.#nearSorts[block] !== sort) {
      this.#nearCounts[block] = this.#lookUpNear(writer);
      this.#nearSorts[block] = sort;
    }
    return this.#nearCounts[block] as number;
  }

  #makeRoom(I: Int32Array): void {
    const blocks = I[layout.BLOCK_COUNT] as number;
    const size = I[layout.BLOCK_SIZE] as number;
    if (this.#nearSorts.length < blocks) {
      this.#nearCounts = new Int32Array(2 * blocks);
      this.#nearSorts = new Int32Array(2 * blocks);
      this.#near = new Int32Array(0);
    }
    if (this.#near.length < blocks * size) {
      this.#near = new Int32Array(blocks * size);
      this.#nearSorts.fill(-1);
    }
    if (this.#spheres.length < 4 * size) this.#spheres = new Float64Array(4 * size);
  }

  /** From where elements and mesh were when the list was made, so that it does not matter when this is asked. */
  #lookUpNear(writer: TouchWriter): number {
    const { F, I, firstElement, endElement } = writer;
    const mesh = (I[layout.MESH] as number) + layout.MESH_STRIDE * this.#number;
    const skin = (F[layout.SKIN] as number) + (F[layout.ADHESION_REACH] as number);
    let count = 0;
    for (let e = firstElement; e < endElement; e++) {
      const motion = (I[layout.MOTION] as number) + layout.MOTION_STRIDE * e;
      const flags = I[2 * (motion + layout.MOTION_INTEGERS) + layout.FLAGS] as number;
      if ((flags & layout.NOT_SPHERE) !== 0 || F[motion + layout.INVERSE_MASS] === 0) continue;
      const reference = (I[layout.REFERENCE] as number) + 3 * e;
      const radius = F[(I[layout.PLACE] as number) + 4 * e + 3] as number;
      if (!isNearBox(F, mesh, reference, radius + skin)) continue;
      for (let c = 0; c < 3; c++) this.#spheres[4 * count + c] = F[reference + c] as number;
      this.#spheres[4 * count + 3] = radius;
      this.#near[firstElement + count] = e;
      count++;
    }
    if (count === 0) return 0;
    // From both sides: a centre behind a one-sided facet may come to its front.
    this.#query(poseAt(F, mesh + layout.MESH_LIST_PLACE), count, skin, 'two');
    let near = 0;
    for (let k = 0; k < count; k++) {
      if (this.#list.offsets[k] === this.#list.offsets[k + 1]) continue;
      this.#near[firstElement + near] = this.#near[firstElement + k] as number;
      near++;
    }
    return near;
  }
}

/** The same feature, hence the same face or edge, with a normal that has turned little. */
function continues(F: Float64Array, I: Int32Array, old: number, touch: number): boolean {
  if (I[2 * old + layout.TOUCH_KEY] !== I[2 * touch + layout.TOUCH_KEY]) return false;
  let product = 0;
  for (let c = 0; c < 3; c++) {
    product += (F[old + layout.TOUCH_NORMAL + c] as number) * (F[touch + layout.TOUCH_NORMAL + c] as number);
  }
  return product >= LEAST_COSINE;
}

function poseAt(F: Float64Array, at: number) {
  return {
    position: { x: F[at] as number, y: F[at + 1] as number, z: F[at + 2] as number },
    orientation: {
      w: F[at + 3] as number,
      x: F[at + 4] as number,
      y: F[at + 5] as number,
      z: F[at + 6] as number,
    },
  };
}

/** Whether a point is within `reach` of the mesh's box, in its pose when the list was made. */
function isNearBox(F: Float64Array, mesh: number, point: number, reach: number): boolean {
  const { position, orientation } = poseAt(F, mesh + layout.MESH_LIST_PLACE);
  const own = inverseRotate(orientation, {
    x: (F[point] as number) - position.x,
    y: (F[point + 1] as number) - position.y,
    z: (F[point + 2] as number) - position.z,
  });
  const box = mesh + layout.MESH_BOX;
  return (
    own.x >= (F[box] as number) - reach &&
    own.y >= (F[box + 1] as number) - reach &&
    own.z >= (F[box + 2] as number) - reach &&
    own.x <= (F[box + 3] as number) + reach &&
    own.y <= (F[box + 4] as number) + reach &&
    own.z <= (F[box + 5] as number) + reach
  );
}

function writeOwnPoint(F: Float64Array, touch: number, mesh: number): void {
  const { position, orientation } = poseAt(F, mesh + layout.MESH_PLACE);
  const own = inverseRotate(orientation, {
    x: (F[touch + layout.TOUCH_POINT] as number) - position.x,
    y: (F[touch + layout.TOUCH_POINT + 1] as number) - position.y,
    z: (F[touch + layout.TOUCH_POINT + 2] as number) - position.z,
  });
  F[touch + layout.TOUCH_OWN_POINT] = own.x;
  F[touch + layout.TOUCH_OWN_POINT + 1] = own.y;
  F[touch + layout.TOUCH_OWN_POINT + 2] = own.z;
}
