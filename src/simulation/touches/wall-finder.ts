// SPDX-License-Identifier: MIT
/**
 * Spheres on a wall that is a shape, each step in closed form (src/kernel/walls/sphere-on-wall.ts). The wall is one of
 * the meshes in the memory of the simulation: motion, load and contact history are as there.
 */
import { F as K } from '../../kernel/memory.ts';
import { FEATURE_FACET } from '../../kernel/mesh/mesh-layout.ts';
import { sphereOnWall } from '../../kernel/walls/sphere-on-wall.ts';
import { AT_NORMAL, AT_OVERLAP, AT_PART, AT_POINT, AT_STRIDE } from '../../kernel/walls/wall-layout.ts';
import type { Vector3 } from '../../math/vector.ts';
import type { OwnedCells } from '../../shapes/kernel-memory/owned-cells.ts';
import * as layout from '../../step-kernel/step-layout.ts';
import { MeshHistory } from './mesh-history.ts';
import { type FinderWall, NearWall } from './near-wall.ts';
import type { TouchFinder } from './touch-finder.ts';
import type { TouchWriter } from './touch-writer.ts';

export class WallFinder implements TouchFinder {
  readonly #number: number;
  readonly #near: NearWall;
  readonly #shifts: readonly Vector3[];
  readonly #ownShifts: readonly Vector3[];
  readonly #history: MeshHistory;

  /** `number` is that of the wall among the meshes of the spec. */
  constructor(number: number, wall: FinderWall, cells: OwnedCells) {
    this.#number = number;
    this.#near = new NearWall(number, wall, 'spheres', cells);
    this.#shifts = wall.shifts;
    this.#ownShifts = wall.ownShifts;
    // A sheet pushes a centre that has come through back to its side, as a mesh with two sides does.
    this.#history = new MeshHistory(false, wall.shape.open === undefined);
  }

  find(block: number, writer: TouchWriter): void {
    const near = this.#near;
    const count = near.countIn(block, writer);
    if (count === 0) return;
    const { F, I, firstElement } = writer;
    const wall = near.block.refresh();
    const { contacts, point } = near;
    near.readPose(F, I);
    for (let k = 0; k < count; k++) {
      if (near.isClear(k, writer)) continue;
      const element = near.elements[firstElement + k];
      const position = I[layout.POSITION] + 4 * element;
      const radius = F[position + 3];
      near.toWall(F, position);
      let isOpen = false;
      const first = near.firstImage();
      for (let image = first; image < near.lastImage; image++) {
        const { x, y, z } = this.#ownShifts[image];
        const px = point[0] - x;
        const py = point[1] - y;
        const pz = point[2] - z;
        const found = sphereOnWall(wall, px, py, pz, radius, F[layout.ADHESION_REACH], contacts);
        if (found === 0) continue;
        if (!isOpen) writer.open(element);
        isOpen = true;
        for (let c = 0; c < found; c++) {
          const at = contacts + AT_STRIDE * c;
          const key = 3 * K[at + AT_PART] + FEATURE_FACET;
          const touch = writer.append(layout.TOUCH_MESH, this.#number, -1, key, K[at + AT_PART]);
          writeWallTouch(writer, touch, at, near.pose, this.#ownShifts[image], this.#shifts[image]);
          F[touch + layout.TOUCH_RADIUS] = radius;
        }
      }
      if (isOpen) this.#history.handOver(writer, radius);
    }
  }
}

/** Writes point, normal, overlap and image of the contact at K[at..] of a wall at this pose. */
export function writeWallTouch(
  { F }: TouchWriter,
  touch: number,
  at: number,
  { position, orientation: { w, x, y, z } }: NearWall['pose'],
  ownShift: Vector3,
  shift: Vector3,
): void {
  const ox = K[at + AT_POINT] + ownShift.x;
  const oy = K[at + AT_POINT + 1] + ownShift.y;
  const oz = K[at + AT_POINT + 2] + ownShift.z;
  F[touch + layout.TOUCH_OWN_POINT] = ox;
  F[touch + layout.TOUCH_OWN_POINT + 1] = oy;
  F[touch + layout.TOUCH_OWN_POINT + 2] = oz;
  let tx = 2 * (y * oz - z * oy);
  let ty = 2 * (z * ox - x * oz);
  let tz = 2 * (x * oy - y * ox);
  F[touch + layout.TOUCH_POINT] = ox + w * tx + (y * tz - z * ty) + position.x;
  F[touch + layout.TOUCH_POINT + 1] = oy + w * ty + (z * tx - x * tz) + position.y;
  F[touch + layout.TOUCH_POINT + 2] = oz + w * tz + (x * ty - y * tx) + position.z;
  const nx = K[at + AT_NORMAL];
  const ny = K[at + AT_NORMAL + 1];
  const nz = K[at + AT_NORMAL + 2];
  tx = 2 * (y * nz - z * ny);
  ty = 2 * (z * nx - x * nz);
  tz = 2 * (x * ny - y * nx);
  F[touch + layout.TOUCH_NORMAL] = nx + w * tx + (y * tz - z * ty);
  F[touch + layout.TOUCH_NORMAL + 1] = ny + w * ty + (z * tx - x * tz);
  F[touch + layout.TOUCH_NORMAL + 2] = nz + w * tz + (x * ty - y * tx);
  F[touch + layout.TOUCH_OVERLAP] = K[at + AT_OVERLAP];
  F[touch + layout.TOUCH_SHIFT] = shift.x;
  F[touch + layout.TOUCH_SHIFT + 1] = shift.y;
  F[touch + layout.TOUCH_SHIFT + 2] = shift.z;
}
