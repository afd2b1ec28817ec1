// SPDX-License-Identifier: MIT
/**
 * The elements of each block that may come to touch a mesh while the neighbour list lasts: those whose balls were
 * within the margins of it when the list was made, with the facets that they may touch. Looked up once a list and
 * block, from where elements and mesh were then, so that it does not matter when and by which thread.
 */

import { LISTED_STRIDE } from '../../kernel/mesh/mesh-layout.ts';
import { IDENTITY_POSE } from '../../math/pose.ts';
import { listNearFacets } from '../../narrow-phase/double-hierarchy/near-facets.ts';
import type { KernelName } from '../../narrow-phase/kernel-query.ts';
import type { MeshIndex } from '../../neighbours/mesh-bins.ts';
import * as layout from '../../step-kernel/step-layout.ts';
import { ClearanceGrid } from './clearance-grid.ts';
import { contactKernel } from './contact-kernel.ts';
import type { TouchWriter } from './touch-writer.ts';

/** Reaches are larger than needed, and clearances smaller, by this part: far more than rounding. */
export const SLACK = 1e-6;
/** Reach of the grid of clearances over that of the element it is made for: others may have more. */
const GRID_REACH = 1.5;

interface NearMeshOptions {
  /** Number of the mesh in the spec. */
  readonly mesh: number;
  readonly index: MeshIndex;
  readonly elements: 'spheres' | 'others';
  /** One side: centres as far behind a facet as the largest radius of the block still touch it. */
  readonly oneSided: boolean;
  readonly kernel: KernelName | undefined;
}

export class NearMesh {
  /** Elements near the mesh, from the number of each block's first element on. */
  elements = new Int32Array(0);
  readonly #options: NearMeshOptions;
  readonly #chosen: KernelName | undefined;
  /** Flag of the elements that are looked for: that of those which are not spheres, or 0. */
  readonly #kind: number;
  readonly #pose = newPose();
  readonly #centre = new Float64Array(3);
  readonly #oneSphere = new Float64Array(4);
  readonly #oneList = new Int32Array(LISTED_STRIDE);
  #grid: ClearanceGrid | undefined;
  #spheres = new Float64Array(0);
  #found = new Int32Array(0);
  /** How far each of the elements may move, together with the mesh, before it can touch. */
  #clearances = new Float64Array(0);
  #counts = new Int32Array(0);
  #largest = new Float64Array(0);
  /** Listed facets of each block's elements. */
  #lists: Int32Array[] = [];
  /** For which list each block was looked up. */
  #sorts = new Int32Array(0);

  constructor(options: NearMeshOptions) {
    this.#options = options;
    this.#kind = options.elements === 'others' ? layout.NOT_SPHERE : 0;
    this.#chosen = options.kernel;
  }

  /** How many of the block's elements are near. */
  countIn(block: number, writer: TouchWriter): number {
    const sort = writer.I[layout.SORT_COUNT];
    this.#makeRoom(writer.I);
    if (this.#sorts[block] !== sort) {
      this.#counts[block] = this.#lookUp(block, writer);
      this.#sorts[block] = sort;
    }
    return this.#counts[block];
  }

  /** Largest radius of the block's elements of this kind. */
  largestIn(block: number): number {
    return this.#largest[block];
  }

  /** Listed facets of the block's near elements, LISTED_STRIDE numbers each. */
  listsOf(block: number): Int32Array {
    return this.#lists[block];
  }

  /** Whether near element `k` of the block has not moved far enough to touch the mesh, which may have moved too. */
  isClear(k: number, { F, I, firstElement }: TouchWriter): boolean {
    const left = this.#clearances[firstElement + k] - F[layout.WALL_MOVED];
    if (!(left > 0)) return false;
    const element = this.elements[firstElement + k];
    const position = I[layout.POSITION] + 4 * element;
    const reference = I[layout.REFERENCE] + 4 * element;
    const dx = F[position] - F[reference];
    const dy = F[position + 1] - F[reference + 1];
    const dz = F[position + 2] - F[reference + 2];
    return dx * dx + dy * dy + dz * dz < left * left;
  }

  /**
   * The ball that near element `k` of the block does not leave while the list lasts, with all that it may touch: its
   * centre in the mesh's frame and its radius to `ball`.
   */
  readBall(block: number, k: number, { F, I, firstElement }: TouchWriter, ball: Float64Array): void {
    const element = this.elements[firstElement + k];
    const reference = I[layout.REFERENCE] + 4 * element;
    this.#readListPose(F, I);
    this.#toMesh(F[reference], F[reference + 1], F[reference + 2], ball);
    const radius = this.#options.oneSided ? this.#largest[block] : F[I[layout.POSITION] + 4 * element + 3];
    ball[3] = reachOf(radius, F[reference + 3], F);
  }

  /** Pose of the mesh when the list was made. */
  #readListPose(F: Float64Array, I: Int32Array): void {
    readPose(F, I[layout.MESH] + layout.MESH_STRIDE * this.#options.mesh + layout.MESH_LIST_POSITION, this.#pose);
  }

  /** A point of the world in the frame of the mesh when the list was made. */
  #toMesh(px: number, py: number, pz: number, into: Float64Array): void {
    const { position } = this.#pose;
    const { w, x, y, z } = this.#pose.orientation;
    const dx = px - position.x;
    const dy = py - position.y;
    const dz = pz - position.z;
    const tx = 2 * (z * dy - y * dz);
    const ty = 2 * (x * dz - z * dx);
    const tz = 2 * (y * dx - x * dy);
    into[0] = dx + w * tx + (z * ty - y * tz);
    into[1] = dy + w * ty + (x * tz - z * tx);
    into[2] = dz + w * tz + (y * tx - x * ty);
  }

  #makeRoom(I: Int32Array): void {
    const blocks = I[layout.BLOCK_COUNT];
    const size = I[layout.BLOCK_SIZE];
    if (this.elements.length >= blocks * size && this.#sorts.length >= blocks) return;
    this.elements = new Int32Array(blocks * size);
    this.#clearances = new Float64Array(blocks * size);
    this.#counts = new Int32Array(blocks);
    this.#largest = new Float64Array(blocks);
    this.#lists = Array.from({ length: blocks }, () => new Int32Array(0));
    this.#sorts = new Int32Array(blocks).fill(-1);
  }

  #lookUp(block: number, writer: TouchWriter): number {
    const { F, firstElement } = writer;
    const count = this.#gather(block, writer);
    if (count === 0) return 0;
    if (this.#found.length < LISTED_STRIDE * count) this.#found = new Int32Array(2 * LISTED_STRIDE * count);
    const { index, oneSided } = this.#options;
    const { elements } = this;
    const clearances = this.#clearances;
    const spheres = this.#spheres;
    // The answer takes the place of the reach, which the clearance holds meanwhile.
    for (let k = 0; k < count; k++) clearances[firstElement + k] = spheres[4 * k + 3];
    listNearFacets(contactKernel(this.#chosen), index, this.#pose, spheres, count, this.#found);
    const position = writer.I[layout.POSITION];
    const adhesion = F[layout.ADHESION_REACH];
    let near = 0;
    for (let k = 0; k < count; k++) {
      const distance = spheres[4 * k + 3];
      if (!(distance <= clearances[firstElement + k])) continue;
      const element = elements[firstElement + k];
      const radius = oneSided ? this.largestIn(block) : F[position + 4 * element + 3];
      elements[firstElement + near] = element;
      clearances[firstElement + near] = (distance - radius - adhesion) * (1 - SLACK);
      this.#found.copyWithin(LISTED_STRIDE * near, LISTED_STRIDE * k, LISTED_STRIDE * (k + 1));
      near++;
    }
    this.#keepLists(block, near);
    return near;
  }

  #keepLists(block: number, near: number): void {
    const length = LISTED_STRIDE * near;
    if (this.#lists[block].length < length) this.#lists[block] = new Int32Array(1.25 * length);
    const list = this.#lists[block];
    for (let c = 0; c < length; c++) list[c] = this.#found[c];
  }

  /**
   * Elements of the block that the grid of clearances does not rule out, with the way over which they may touch as
   * their radii.
   */
  #gather(block: number, { F, I, firstElement, endElement }: TouchWriter): number {
    const { mesh, oneSided } = this.#options;
    const room = 4 * (endElement - firstElement);
    if (this.#spheres.length < room) this.#spheres = new Float64Array(room);
    const spheres = this.#spheres;
    const address = I[layout.MESH] + layout.MESH_STRIDE * mesh;
    this.#readListPose(F, I);
    const centre = this.#centre;
    const positions = I[layout.POSITION];
    const motions = I[layout.MOTION];
    const references = I[layout.REFERENCE];
    let largest = 0;
    for (let e = firstElement; e < endElement; e++) {
      if (this.#isOfKind(I, motions + layout.MOTION_STRIDE * e)) {
        largest = Math.max(largest, F[positions + 4 * e + 3]);
      }
    }
    this.#largest[block] = largest;
    if (largest === 0) return 0;
    let count = 0;
    for (let e = firstElement; e < endElement; e++) {
      const motion = motions + layout.MOTION_STRIDE * e;
      if (!this.#isOfKind(I, motion)) continue;
      // Between two that no force moves there is none.
      if (F[motion + layout.INVERSE_MASS] === 0 && F[address + layout.MESH_INVERSE_MASS] === 0) continue;
      const reference = references + 4 * e;
      const radius = oneSided ? largest : F[positions + 4 * e + 3];
      const reach = reachOf(radius, F[reference + 3], F);
      this.#toMesh(F[reference], F[reference + 1], F[reference + 2], centre);
      const grid = this.#gridFor(reach, F, address + layout.MESH_BOX);
      const clearance = grid.at(centre[0], centre[1], centre[2]);
      if (clearance > reach) continue;
      spheres[4 * count] = F[reference];
      spheres[4 * count + 1] = F[reference + 1];
      spheres[4 * count + 2] = F[reference + 2];
      spheres[4 * count + 3] = reach;
      this.elements[firstElement + count] = e;
      count++;
    }
    return count;
  }

  #isOfKind(I: Int32Array, motion: number): boolean {
    const flags = I[2 * (motion + layout.MOTION_INTEGERS) + layout.FLAGS];
    return (flags & layout.NOT_SPHERE) === this.#kind;
  }

  #gridFor(reach: number, F: Float64Array, box: number): ClearanceGrid {
    if (this.#grid === undefined || this.#grid.reach <= reach) {
      const low = [...F.subarray(box, box + 3)];
      const high = [...F.subarray(box + 3, box + 6)];
      this.#grid = new ClearanceGrid(low, high, GRID_REACH * reach, (x, y, z, within) =>
        this.#nearest(x, y, z, within),
      );
    }
    return this.#grid;
  }

  #nearest(x: number, y: number, z: number, reach: number): number {
    const sphere = this.#oneSphere;
    sphere[0] = x;
    sphere[1] = y;
    sphere[2] = z;
    sphere[3] = reach;
    listNearFacets(contactKernel(this.#chosen), this.#options.index, IDENTITY_POSE, sphere, 1, this.#oneList);
    return sphere[3];
  }
}

/** Radius of the ball that an element with this margin does not leave while the list lasts, walls coming nearer. */
export function reachOf(radius: number, margin: number, F: Float64Array): number {
  return radius + (margin + F[layout.WALL_MARGIN] + F[layout.ADHESION_REACH]) * (1 + SLACK);
}

/** A pose that can be written to again and again. */
interface MutablePose {
  readonly position: { x: number; y: number; z: number };
  readonly orientation: { w: number; x: number; y: number; z: number };
}

/** Position and orientation that stand one after the other, to `into`. */
export function readPose(F: Float64Array, at: number, into: MutablePose = newPose()): MutablePose {
  const { position, orientation } = into;
  position.x = F[at];
  position.y = F[at + 1];
  position.z = F[at + 2];
  orientation.w = F[at + 3];
  orientation.x = F[at + 4];
  orientation.y = F[at + 5];
  orientation.z = F[at + 6];
  return into;
}

export function newPose(): MutablePose {
  return { position: { x: 0, y: 0, z: 0 }, orientation: { w: 1, x: 0, y: 0, z: 0 } };
}
