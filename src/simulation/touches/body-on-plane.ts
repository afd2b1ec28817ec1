// SPDX-License-Identifier: MIT
/**
 * A body over a plane face of a mesh that does not end near it, in a frame along the mesh's axes with its origin at the
 * body: places both in the kernel's memory and reads the contact points. Nothing is allocated for a body.
 */
import { FLAT_CELLS, FLAT_STRIDE } from '../../kernel/features/flat-layout.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import { POSE_STRIDE, RESULT_STRIDE } from '../../kernel/layout.ts';
import { F as K } from '../../kernel/memory.ts';
import { IDENTITY_POSE, type Pose } from '../../math/pose.ts';
import type { BoundaryPatches } from '../../narrow-phase/double-hierarchy/boundary-patches.ts';
import { writePose } from '../../narrow-phase/kernel-query.ts';
import type { OwnedCells } from '../../shapes/kernel-memory/owned-cells.ts';
import { ReusableHalfSpace } from '../../shapes/kernel-memory/reusable-block.ts';
import type { ConvexShapes } from './convex-shapes.ts';

export class BodyOnPlane {
  /** True if the body's centre is behind a face with one side. */
  isBehind = false;
  /** Of the face on the side of the body, in the world. */
  readonly normal = new Float64Array(3);
  /** The point read last, in the world and in the mesh's frame. */
  readonly world = new Float64Array(3);
  readonly own = new Float64Array(3);
  readonly #patches: BoundaryPatches;
  readonly #shapes: ConvexShapes;
  readonly #oneSided: boolean;
  /** Addresses of the plane's pose (the identity), the body's pose, the answer and the contact points. */
  readonly #planePose: number;
  readonly #bodyPose: number;
  readonly #result: number;
  readonly #points: number;
  readonly #plane: ReusableHalfSpace;
  /** A point of the plane and its normal on the side of the body: arrays, as numbers of objects are on the heap. */
  readonly #through = new Float64Array(3);
  readonly #side = new Float64Array(3);
  /** From the mesh's frame to the world, by rows; the mesh's position and the body's there. */
  readonly #rotation = new Float64Array(9);
  readonly #position = new Float64Array(3);
  readonly #origin = new Float64Array(3);
  #engine: Kernel | undefined;
  #pose: Pose = IDENTITY_POSE;
  #block = 0;

  constructor(patches: BoundaryPatches, shapes: ConvexShapes, oneSided: boolean, cells: OwnedCells) {
    this.#planePose = cells.allocate(2 * POSE_STRIDE + RESULT_STRIDE + FLAT_CELLS);
    this.#bodyPose = this.#planePose + POSE_STRIDE;
    this.#result = this.#bodyPose + POSE_STRIDE;
    this.#points = this.#result + RESULT_STRIDE;
    this.#plane = new ReusableHalfSpace(cells);
    this.#patches = patches;
    this.#shapes = shapes;
    this.#oneSided = oneSided;
    writePose(this.#planePose, IDENTITY_POSE);
  }

  /** Begins a block, with the mesh at this pose. */
  begin(engine: Kernel, pose: Pose): void {
    this.#engine = engine;
    this.#pose = pose;
    const { w, x, y, z } = pose.orientation;
    const m = this.#rotation;
    m[0] = 1 - 2 * (y * y + z * z);
    m[1] = 2 * (x * y - w * z);
    m[2] = 2 * (x * z + w * y);
    m[3] = 2 * (x * y + w * z);
    m[4] = 1 - 2 * (x * x + z * z);
    m[5] = 2 * (y * z - w * x);
    m[6] = 2 * (x * z - w * y);
    m[7] = 2 * (y * z + w * x);
    m[8] = 1 - 2 * (x * x + y * y);
    this.#position[0] = pose.position.x;
    this.#position[1] = pose.position.y;
    this.#position[2] = pose.position.z;
  }

  /**
   * Places a part whose pose in the world is at `cells`, and the plane of a patch through a corner of the mesh. The
   * first of `sizes` is the factor on the part's size.
   */
  place(cells: number, part: number, sizes: Float64Array, patch: number, corners: Float64Array, corner: number): void {
    const factor = sizes[0];
    const m = this.#rotation;
    const origin = this.#origin;
    const dx = K[cells] - this.#position[0];
    const dy = K[cells + 1] - this.#position[1];
    const dz = K[cells + 2] - this.#position[2];
    for (let c = 0; c < 3; c++) origin[c] = m[c] * dx + m[3 + c] * dy + m[6 + c] * dz;
    const { w: aw, x: ax, y: ay, z: az } = this.#pose.orientation;
    const bw = K[cells + 3];
    const bx = K[cells + 4];
    const by = K[cells + 5];
    const bz = K[cells + 6];
    // The conjugate of the mesh's orientation times the body's.
    const qw = aw * bw + ax * bx + ay * by + az * bz;
    const qx = aw * bx - ax * bw - ay * bz + az * by;
    const qy = aw * by + ax * bz - ay * bw - az * bx;
    const qz = aw * bz - ax * by + ay * bx - az * bw;
    const unit = 1 / Math.sqrt(qw * qw + qx * qx + qy * qy + qz * qz);
    const to = this.#bodyPose;
    K[to] = 0;
    K[to + 1] = 0;
    K[to + 2] = 0;
    K[to + 3] = unit * qw;
    K[to + 4] = unit * qx;
    K[to + 5] = unit * qy;
    K[to + 6] = unit * qz;
    this.#block = this.#shapes.blockOf(part, factor, 0);
    for (let c = 0; c < 3; c++) this.#through[c] = corners[corner + c] - origin[c];
    this.#chooseSide(part, sizes, patch);
  }

  /** The side of the plane that the body's centre of mass is on; of facets with one side their front. */
  #chooseSide(part: number, sizes: Float64Array, patch: number): void {
    const front = this.#patches.normals[patch];
    const through = this.#through;
    const q = this.#bodyPose;
    // The centre's height: the normal is turned to the body's frame, where the centre is known.
    const w = K[q + 3];
    const tx = 2 * (K[q + 6] * front.y - K[q + 5] * front.z);
    const ty = 2 * (K[q + 4] * front.z - K[q + 6] * front.x);
    const tz = 2 * (K[q + 5] * front.x - K[q + 4] * front.y);
    const nx = front.x + w * tx + (K[q + 6] * ty - K[q + 5] * tz);
    const ny = front.y + w * ty + (K[q + 4] * tz - K[q + 6] * tx);
    const nz = front.z + w * tz + (K[q + 5] * tx - K[q + 4] * ty);
    const { centroids } = this.#shapes;
    const along = nx * centroids[3 * part] + ny * centroids[3 * part + 1] + nz * centroids[3 * part + 2];
    const height = sizes[0] * along - (front.x * through[0] + front.y * through[1] + front.z * through[2]);
    this.isBehind = this.#oneSided && height < 0;
    const sign = height < 0 && !this.#oneSided ? -1 : 1;
    const side = this.#side;
    side[0] = sign * front.x;
    side[1] = sign * front.y;
    side[2] = sign * front.z;
    const m = this.#rotation;
    for (let c = 0; c < 3; c++) this.normal[c] = m[3 * c] * side[0] + m[3 * c + 1] * side[1] + m[3 * c + 2] * side[2];
  }

  /** Number of contact points of the placed body, up to a gap of `reach`. */
  find(reach: number): number {
    const plane = this.#plane.set(this.#side, this.#through);
    const result = this.#result;
    return (
      this.#engine?.bodyOnPlane(plane, this.#planePose, this.#block, this.#bodyPose, reach, result, this.#points) ?? 0
    );
  }

  /** Reads contact point k to `own` and `world`; returns the address of its overlap and shares (flat-layout.ts). */
  readPoint(k: number): number {
    const at = this.#points + FLAT_STRIDE * k;
    const { own, world } = this;
    const m = this.#rotation;
    for (let c = 0; c < 3; c++) own[c] = K[at + c] + this.#origin[c];
    for (let c = 0; c < 3; c++) {
      world[c] = m[3 * c] * own[0] + m[3 * c + 1] * own[1] + m[3 * c + 2] * own[2] + this.#position[c];
    }
    return at;
  }
}
