// SPDX-License-Identifier: MIT
/** Working memory of queries of bodies against walls that are shapes (src/kernel/walls). */
import { FLAT_CELLS } from '../../kernel/features/flat-layout.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import { POSE_STRIDE } from '../../kernel/layout.ts';
import { F, I } from '../../kernel/memory.ts';
import * as at from '../../kernel/walls/wall-layout.ts';
import { cos, sin } from '../../math/circular.ts';
import { IDENTITY_POSE } from '../../math/pose.ts';
import type { OwnedCells } from '../../shapes/kernel-memory/owned-cells.ts';
import { ReusableBlock, ReusableHalfSpace } from '../../shapes/kernel-memory/reusable-block.ts';
import { pointTopology, segmentTopology } from '../../shapes/polyhedral-topology.ts';
import { writePose } from '../kernel-query.ts';

export class WallQuery {
  /** Addresses of the body's pose in the wall's frame, which the caller writes, and of the contacts. */
  readonly pose: number;
  readonly contacts: number;
  readonly #work: number;

  /** `cells` own the memory, and have to be kept as long as the query. */
  constructor(cells: OwnedCells) {
    this.pose = cells.allocate(POSE_STRIDE);
    this.contacts = cells.allocate(at.AT_STRIDE * at.MOST_AT);
    this.#work = cells.allocate(at.WORK_FLAT + FLAT_CELLS);
    const work = this.#work;
    F.fill(0, work, work + at.WORK_FLAT);
    writePose(work + at.WORK_IDENTITY, IDENTITY_POSE);
    const origin = { x: 0, y: 0, z: 0 };
    I[2 * work + at.WORK_PLANE] = new ReusableHalfSpace(cells).address;
    I[2 * work + at.WORK_BALL] = new ReusableBlock(pointTopology(origin), cells).address;
    I[2 * work + at.WORK_ROD] = new ReusableBlock(segmentTopology(origin, { x: 0, y: 0, z: 1 }), cells).address;
    for (let k = 0; k <= at.CIRCLE_DIRECTIONS; k++) {
      const angle = (2 * Math.PI * (k % at.CIRCLE_DIRECTIONS)) / at.CIRCLE_DIRECTIONS;
      F[work + at.WORK_DIRECTIONS + 2 * k] = cos(angle);
      F[work + at.WORK_DIRECTIONS + 2 * k + 1] = sin(angle);
    }
  }

  /** Number of contacts of a block at `pose` with a wall, across gaps up to `reach`. */
  ask(engine: Kernel, wall: number, body: number, reach: number): number {
    return engine.bodyOnWall(wall, body, this.pose, reach, this.#work, this.contacts);
  }
}
