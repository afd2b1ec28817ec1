// SPDX-License-Identifier: MIT
/**
 * The elements of each block that may come to touch a mesh while the neighbour list lasts: those whose balls were within the skin of it when the
 * list was made. Looked up once a list and block, from where elements and mesh were then, so that it does not matter when and by which thread.
 */
import type { Pose } from '../../math/pose.ts';
import { inverseRotate } from '../../math/quaternion.ts';
import { chosenKernel } from '../../narrow-phase/contact.ts';
import { readMeshOptions } from '../../narrow-phase/double-hierarchy/mesh-contact-options.ts';
import { answerSpheres, type MeshContactList } from '../../narrow-phase/double-hierarchy/sphere-batch.ts';
import type { KernelName } from '../../narrow-phase/kernel-query.ts';
import type { MeshIndex } from '../../neighbours/mesh-bins.ts';
import * as layout from '../../step-kernel/layout.ts';
import type { TouchWriter } from './touch-writer.ts';

/** Asks for everything within `reach` of the first `count` spheres, from both sides. */
export type NearQuery = (spheres: Float64Array, count: number, listPose: Pose, reach: number) => MeshContactList;

/** The query on a mesh's index, with its answer in `list`. */
export function nearQuery(index: MeshIndex, list: MeshContactList, kernel: KernelName | undefined): NearQuery {
  const options = Float64Array.from(readMeshOptions({}));
  const chosen = kernel && { kernel };
  return (spheres, count, pose, reach) => {
    options[0] = reach;
    answerSpheres(chosenKernel(chosen), index, pose, spheres, count, options, list);
    return list;
  };
}

export class NearMesh {
  /** Elements near the mesh, from the number of each block's first element on. */
  elements = new Int32Array(0);
  readonly #mesh: number;
  readonly #query: NearQuery;
  /** Flag of the elements that are looked for: that of those which are not spheres, or 0. */
  readonly #kind: number;
  #spheres = new Float64Array(0);
  #counts = new Int32Array(0);
  /** For which list each block was looked up. */
  #sorts = new Int32Array(0);

  /** `mesh` is the number of the mesh in the spec. Looks for spheres, or for all other elements. */
  constructor(mesh: number, which: 'spheres' | 'others', query: NearQuery) {
    this.#kind = which === 'others' ? layout.NOT_SPHERE : 0;
    this.#mesh = mesh;
    this.#query = query;
  }

  /** How many of the block's elements are near. */
  countIn(block: number, writer: TouchWriter): number {
    const sort = writer.I[layout.SORT_COUNT] as number;
    this.#makeRoom(writer.I);
    if (this.#sorts[block] !== sort) {
      this.#counts[block] = this.#lookUp(writer);
      this.#sorts[block] = sort;
    }
    return this.#counts[block] as number;
  }

  #makeRoom(I: Int32Array): void {
    const blocks = I[layout.BLOCK_COUNT] as number;
    const size = I[layout.BLOCK_SIZE] as number;
    if (this.elements.length >= blocks * size && this.#sorts.length >= blocks) return;
    this.elements = new Int32Array(blocks * size);
    this.#counts = new Int32Array(blocks);
    this.#sorts = new Int32Array(blocks).fill(-1);
    this.#spheres = new Float64Array(4 * size);
  }

  #lookUp({ F, I, firstElement, endElement }: TouchWriter): number {
    if (this.#spheres.length < 4 * (endElement - firstElement)) {
      this.#spheres = new Float64Array(4 * (endElement - firstElement));
    }
    const mesh = (I[layout.MESH] as number) + layout.MESH_STRIDE * this.#mesh;
    const pose = readPose(F, mesh + layout.MESH_LIST_PLACE);
    const skin = (F[layout.SKIN] as number) + (F[layout.ADHESION_REACH] as number);
    const elements = this.elements;
    let count = 0;
    for (let e = firstElement; e < endElement; e++) {
      const motion = (I[layout.MOTION] as number) + layout.MOTION_STRIDE * e;
      const flags = I[2 * (motion + layout.MOTION_INTEGERS) + layout.FLAGS] as number;
      if ((flags & layout.NOT_SPHERE) !== this.#kind) continue;
      // Between two that no force moves there is none.
      if (F[motion + layout.INVERSE_MASS] === 0 && F[mesh + layout.MESH_INVERSE_MASS] === 0) continue;
      const reference = (I[layout.REFERENCE] as number) + 3 * e;
      const radius = F[(I[layout.PLACE] as number) + 4 * e + 3] as number;
      if (!isNearBox(F, mesh + layout.MESH_BOX, pose, reference, radius + skin)) continue;
      for (let c = 0; c < 3; c++) this.#spheres[4 * count + c] = F[reference + c] as number;
      this.#spheres[4 * count + 3] = radius;
      elements[firstElement + count] = e;
      count++;
    }
    if (count === 0) return 0;
    const { offsets } = this.#query(this.#spheres, count, pose, skin);
    let near = 0;
    for (let k = 0; k < count; k++) {
      if (offsets[k] === offsets[k + 1]) continue;
      elements[firstElement + near] = elements[firstElement + k] as number;
      near++;
    }
    return near;
  }
}

/** A pose that can be written to again and again. */
export interface MutablePose {
  readonly position: { x: number; y: number; z: number };
  readonly orientation: { w: number; x: number; y: number; z: number };
}

/** Position and orientation that stand one after the other, to `into`. */
export function readPose(F: Float64Array, at: number, into: MutablePose = newPose()): MutablePose {
  const { position, orientation } = into;
  position.x = F[at] as number;
  position.y = F[at + 1] as number;
  position.z = F[at + 2] as number;
  orientation.w = F[at + 3] as number;
  orientation.x = F[at + 4] as number;
  orientation.y = F[at + 5] as number;
  orientation.z = F[at + 6] as number;
  return into;
}

export function newPose(): MutablePose {
  return { position: { x: 0, y: 0, z: 0 }, orientation: { w: 1, x: 0, y: 0, z: 0 } };
}

/** Whether the point at F[point] is within `reach` of the box, which is that of a mesh in its own frame. */
function isNearBox(F: Float64Array, box: number, pose: Pose, point: number, reach: number): boolean {
  const own = inverseRotate(pose.orientation, {
    x: (F[point] as number) - pose.position.x,
    y: (F[point + 1] as number) - pose.position.y,
    z: (F[point + 2] as number) - pose.position.z,
  });
  return (
    own.x >= (F[box] as number) - reach &&
    own.y >= (F[box + 1] as number) - reach &&
    own.z >= (F[box + 2] as number) - reach &&
    own.x <= (F[box + 3] as number) + reach &&
    own.y <= (F[box + 4] as number) + reach &&
    own.z <= (F[box + 5] as number) + reach
  );
}
