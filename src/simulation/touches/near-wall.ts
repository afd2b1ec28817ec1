// SPDX-License-Identifier: MIT
/**
 * The elements of each block that may touch a wall that is a shape before the next neighbour-list rebuild: those whose
 * balls were within the margins of it at the last rebuild. Searched once for each list and block, from the positions at
 * the rebuild, so the result does not depend on the time of the search or on the thread.
 */
import { F as K } from '../../kernel/memory.ts';
import { sphereOnWall } from '../../kernel/walls/sphere-on-wall.ts';
import { AT_OVERLAP, AT_STRIDE, MOST_AT } from '../../kernel/walls/wall-layout.ts';
import type { Vector3 } from '../../math/vector.ts';
import type { OwnedCells } from '../../shapes/kernel-memory/owned-cells.ts';
import { WallBlock } from '../../shapes/walls/wall-block.ts';
import type { WallShapeSpec } from '../../shapes/walls/wall-shape.ts';
import * as layout from '../../step-kernel/step-layout.ts';
import { newPose, reachOf, readPose, SLACK } from './near-mesh.ts';
import type { TouchWriter } from './touch-writer.ts';

/** A wall as its finders see it. */
export interface FinderWall {
  readonly shape: WallShapeSpec;
  /** Ways to its images that are other walls, in the world and in its own frame; the first is that to itself, zero. */
  readonly shifts: readonly Vector3[];
  readonly ownShifts: readonly Vector3[];
}

export class NearWall {
  /** Elements near the wall, from the number of each block's first element on. */
  elements = new Int32Array(0);
  /** The wall and its contacts in the kernel's memory. */
  readonly block: WallBlock;
  readonly contacts: number;
  /** A point in the wall's frame, written by `toWall`. */
  readonly point = new Float64Array(3);
  readonly #number: number;
  readonly #kind: number;
  readonly #isNearestOnly: boolean;
  readonly #ownShifts: readonly Vector3[];
  readonly #pose = newPose();
  /** How far each of the elements may move, together with the wall, before it can touch. */
  #clearances = new Float64Array(0);
  #counts = new Int32Array(0);
  /** For which list each block was looked up. */
  #sorts = new Int32Array(0);

  /** `number` is that of the wall among the meshes of the spec. */
  constructor(number: number, wall: FinderWall, elements: 'spheres' | 'others', cells: OwnedCells) {
    this.contacts = cells.allocate(AT_STRIDE * MOST_AT);
    this.#number = number;
    this.#kind = elements === 'others' ? layout.NOT_SPHERE : 0;
    this.#ownShifts = wall.ownShifts;
    this.#isNearestOnly = wall.shape.side === 'inside' && wall.shape.open === undefined;
    this.block = new WallBlock(wall.shape, cells);
  }

  /** How many of the block's elements are near. */
  countIn(block: number, writer: TouchWriter): number {
    const sort = writer.I[layout.SORT_COUNT];
    this.#makeRoom(writer.I);
    if (this.#sorts[block] !== sort) {
      this.#counts[block] = this.#lookUp(writer);
      this.#sorts[block] = sort;
    }
    return this.#counts[block];
  }

  /** Whether near element `k` of the block has not moved far enough to touch the wall, which may have moved too. */
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

  /** Reads the pose of the wall: the present one, or that when the list was made. */
  readPose(F: Float64Array, I: Int32Array, isOfList = false): void {
    const offset = isOfList ? layout.MESH_LIST_POSITION : layout.MESH_POSITION;
    readPose(F, I[layout.MESH] + layout.MESH_STRIDE * this.#number + offset, this.#pose);
  }

  get pose(): ReturnType<typeof newPose> {
    return this.#pose;
  }

  /** The point at F[at..] in the frame of the wall, whose pose has been read, to `point`. */
  toWall(F: Float64Array, at: number): void {
    const { position } = this.#pose;
    const { w, x, y, z } = this.#pose.orientation;
    const dx = F[at] - position.x;
    const dy = F[at + 1] - position.y;
    const dz = F[at + 2] - position.z;
    const tx = 2 * (z * dy - y * dz);
    const ty = 2 * (x * dz - z * dx);
    const tz = 2 * (y * dx - x * dy);
    const { point } = this;
    point[0] = dx + w * tx + (z * ty - y * tz);
    point[1] = dy + w * ty + (x * tz - z * tx);
    point[2] = dz + w * tz + (y * tx - x * ty);
  }

  /**
   * The images that a body about `point` may touch: all, or, where everything outside the wall is solid, that around
   * the body alone. Returns the number of the first and leaves one behind the last at `lastImage`.
   */
  firstImage(): number {
    this.lastImage = this.#ownShifts.length;
    if (!this.#isNearestOnly || this.#ownShifts.length === 1) return 0;
    let nearest = 0;
    let least = Infinity;
    for (let k = 0; k < this.#ownShifts.length; k++) {
      const { x, y, z } = this.#ownShifts[k];
      const dx = this.point[0] - x;
      const dy = this.point[1] - y;
      const dz = this.point[2] - z;
      const squared = dx * dx + dy * dy + dz * dz;
      if (squared < least) {
        least = squared;
        nearest = k;
      }
    }
    this.lastImage = nearest + 1;
    return nearest;
  }

  lastImage = 0;

  #makeRoom(I: Int32Array): void {
    const blocks = I[layout.BLOCK_COUNT];
    const size = I[layout.BLOCK_SIZE];
    if (this.elements.length >= blocks * size && this.#sorts.length >= blocks) return;
    this.elements = new Int32Array(blocks * size);
    this.#clearances = new Float64Array(blocks * size);
    this.#counts = new Int32Array(blocks);
    this.#sorts = new Int32Array(blocks).fill(-1);
  }

  #lookUp({ F, I, firstElement, endElement }: TouchWriter): number {
    const mesh = I[layout.MESH] + layout.MESH_STRIDE * this.#number;
    const wall = this.block.refresh();
    this.readPose(F, I, true);
    let count = 0;
    for (let e = firstElement; e < endElement; e++) {
      const motion = I[layout.MOTION] + layout.MOTION_STRIDE * e;
      const flags = I[2 * (motion + layout.MOTION_INTEGERS) + layout.FLAGS];
      if ((flags & layout.NOT_SPHERE) !== this.#kind) continue;
      // Between two that no force moves there is none.
      if (F[motion + layout.INVERSE_MASS] === 0 && F[mesh + layout.MESH_INVERSE_MASS] === 0) continue;
      const reference = I[layout.REFERENCE] + 4 * e;
      const radius = F[I[layout.POSITION] + 4 * e + 3];
      this.toWall(F, reference);
      const gap = this.#gap(wall);
      if (!(gap <= reachOf(radius, F[reference + 3], F))) continue;
      this.elements[firstElement + count] = e;
      this.#clearances[firstElement + count] = (gap - radius - F[layout.ADHESION_REACH]) * (1 - SLACK);
      count++;
    }
    return count;
  }

  /** Distance of `point` from the nearest of the wall's images; negative within what is solid. */
  #gap(wall: number): number {
    let gap = Infinity;
    const { point } = this;
    for (let i = this.firstImage(); i < this.lastImage; i++) {
      const { x, y, z } = this.#ownShifts[i];
      const found = sphereOnWall(wall, point[0] - x, point[1] - y, point[2] - z, 0, Infinity, this.contacts);
      for (let k = 0; k < found; k++) gap = Math.min(gap, -K[this.contacts + AT_STRIDE * k + AT_OVERLAP]);
    }
    return gap;
  }
}
