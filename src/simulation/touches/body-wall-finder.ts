// SPDX-License-Identifier: MIT
/**
 * Elements that are not spheres on a wall that is a shape (src/kernel/walls/body-on-wall.ts). Points of a body that
 * touch one part of the wall go on from the nearest of the last step, as on a half-space.
 */
import { F as K } from '../../kernel/memory.ts';
import { FEATURE_FACET } from '../../kernel/mesh/mesh-layout.ts';
import { AT_DASHPOT, AT_PART, AT_SHARE, AT_STRIDE } from '../../kernel/walls/wall-layout.ts';
import type { Vector3 } from '../../math/vector.ts';
import type { KernelName } from '../../narrow-phase/kernel-query.ts';
import { WallQuery } from '../../narrow-phase/walls/wall-query.ts';
import type { OwnedCells } from '../../shapes/kernel-memory/owned-cells.ts';
import * as layout from '../../step-kernel/step-layout.ts';
import { BodyMeshHistory } from './body-mesh-history.ts';
import { contactKernel } from './contact-kernel.ts';
import { ConvexShapes, type ConvexSpec } from './convex-shapes.ts';
import { type FinderWall, NearWall } from './near-wall.ts';
import type { TouchFinder } from './touch-finder.ts';
import type { TouchWriter } from './touch-writer.ts';
import { writeWallTouch } from './wall-finder.ts';

const POSE_CELLS = 7;

export class BodyWallFinder implements TouchFinder {
  readonly #number: number;
  readonly #near: NearWall;
  readonly #shifts: readonly Vector3[];
  readonly #ownShifts: readonly Vector3[];
  readonly #shapes: ConvexShapes;
  readonly #query: WallQuery;
  readonly #history: BodyMeshHistory;
  readonly #kernel: KernelName | undefined;
  readonly #cells: number;
  /** Size of the body over that of its shape, and radius of the ball of its volume: no numbers on the heap. */
  readonly #sizes = new Float64Array(2);
  #openElement = -1;

  /** `number` is that of the wall among the meshes of the spec. */
  constructor(number: number, wall: FinderWall, spec: ConvexSpec, cells: OwnedCells, kernel?: KernelName) {
    this.#query = new WallQuery(cells);
    this.#cells = cells.allocate(POSE_CELLS);
    this.#number = number;
    this.#near = new NearWall(number, wall, 'others', cells);
    this.#shifts = wall.shifts;
    this.#ownShifts = wall.ownShifts;
    this.#shapes = new ConvexShapes({ parts: spec.parts, halfSpaces: 0 }, cells);
    this.#history = new BodyMeshHistory(number);
    this.#kernel = kernel;
  }

  find(block: number, writer: TouchWriter): void {
    const near = this.#near;
    const count = near.countIn(block, writer);
    if (count === 0) return;
    const { F, I, firstElement } = writer;
    const engine = contactKernel(this.#kernel);
    this.#shapes.refresh(F, I);
    const wall = near.block.refresh();
    near.readPose(F, I);
    this.#openElement = -1;
    for (let k = 0; k < count; k++) {
      if (near.isClear(k, writer)) continue;
      const element = near.elements[firstElement + k];
      const part = this.#shapes.partOf(I, element);
      const factor = this.#shapes.factorOf(F, I, element, part);
      this.#sizes[0] = factor;
      this.#sizes[1] = factor * this.#shapes.radiusOf(part);
      const body = this.#shapes.blockOf(part, factor, 0);
      near.toWall(F, I[layout.POSITION] + 4 * element);
      const first = near.firstImage();
      this.#shapes.writeElementPose(this.#cells, part, F, I, element);
      near.toWall(K, this.#cells);
      for (let image = first; image < near.lastImage; image++) {
        this.#placeBody(this.#ownShifts[image]);
        const found = this.#query.ask(engine, wall, body, F[layout.ADHESION_REACH]);
        if (found > 0) this.#write(writer, element, image, found);
      }
      if (this.#openElement === element) this.#history.matchRest(writer, this.#sizes);
    }
  }

  /** Puts the pose of the body, whose origin is at the near wall's `point`, in the frame of an image of the wall. */
  #placeBody({ x, y, z }: Vector3): void {
    const to = this.#query.pose;
    const { point, pose } = this.#near;
    K[to] = point[0] - x;
    K[to + 1] = point[1] - y;
    K[to + 2] = point[2] - z;
    const { w: aw, x: ax, y: ay, z: az } = pose.orientation;
    const bw = K[this.#cells + 3];
    const bx = K[this.#cells + 4];
    const by = K[this.#cells + 5];
    const bz = K[this.#cells + 6];
    // The conjugate of the wall's orientation times the body's.
    const qw = aw * bw + ax * bx + ay * by + az * bz;
    const qx = aw * bx - ax * bw - ay * bz + az * by;
    const qy = aw * by + ax * bz - ay * bw - az * bx;
    const qz = aw * bz - ax * by + ay * bx - az * bw;
    const unit = 1 / Math.sqrt(qw * qw + qx * qx + qy * qy + qz * qz);
    K[to + 3] = unit * qw;
    K[to + 4] = unit * qx;
    K[to + 5] = unit * qy;
    K[to + 6] = unit * qz;
  }

  /** Writes the contacts, which come part by part of the wall. */
  #write(writer: TouchWriter, element: number, image: number, found: number): void {
    const { F } = writer;
    if (this.#openElement !== element) {
      this.#openElement = element;
      writer.open(element);
      this.#history.begin();
    }
    const { contacts } = this.#query;
    let first = writer.openCount;
    for (let k = 0; k < found; k++) {
      const at = contacts + AT_STRIDE * k;
      const part = K[at + AT_PART];
      const key = 3 * part + FEATURE_FACET;
      const touch = writer.append(layout.TOUCH_MESH, this.#number, -1, key, part);
      writeWallTouch(writer, touch, at, this.#near.pose, this.#ownShifts[image], this.#shifts[image]);
      F[touch + layout.TOUCH_RADIUS] = this.#sizes[1];
      F[touch + layout.TOUCH_SHARE] = K[at + AT_SHARE];
      F[touch + layout.TOUCH_DASHPOT] = K[at + AT_DASHPOT];
      if (k + 1 < found && K[at + AT_STRIDE + AT_PART] === part) continue;
      this.#history.inheritFace(writer, first, key);
      first = writer.openCount;
    }
  }
}
