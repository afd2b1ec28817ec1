// SPDX-License-Identifier: MIT
/**
 * Finds touches of polyhedra with each other and with half-spaces for laws with one touch a pair, whose query gives the
 * force, energy and torque of its spring. This file walks the neighbour list. The queries of the laws are in
 * overlap-finder.ts and pressure-finder.ts.
 */

import type { Kernel } from '../../kernel/kernel.ts';
import { POSE_STRIDE, RESULT_LOWER, RESULT_NORMAL, RESULT_STRIDE } from '../../kernel/layout.ts';
import { F as K } from '../../kernel/memory.ts';
import type { KernelName } from '../../narrow-phase/kernel-query.ts';
import type { OwnedCells } from '../../shapes/kernel-memory/owned-cells.ts';
import * as layout from '../../step-kernel/step-layout.ts';
import { contactKernel } from './contact-kernel.ts';
import { ConvexShapes, type ConvexSpec, isNotSphere, writePosition } from './convex-shapes.ts';
import { nearestImage } from './nearest-image.ts';
import { isClear, SEARCHED_GAP } from './pair-clearance.ts';
import type { TouchFinder } from './touch-finder.ts';
import { lawStiffness, materialOfElement, materialOfWall } from './touch-materials.ts';
import type { TouchWriter } from './touch-writer.ts';

/** The law of a finder. */
export interface SolidPairLaw {
  /** Its bit in the law table. */
  readonly bit: number;
  /** True if its query is faster with a normal near that of the answer. */
  readonly usesNormal: boolean;
  /**
   * Queries two blocks at the poses in the kernel's memory; returns whether they overlap. `guess` is the address of a
   * normal near that of the answer, 0 for none.
   */
  query(engine: Kernel, block: number, pose: number, other: number, otherPose: number, guess: number): boolean;
  /** Writes the answer to the touch; `smaller` is the smaller of the radii of spheres of equal volume. */
  write(F: Float64Array, touch: number, stiffness: number, smaller: number): void;
}

export class SolidPairFinder implements TouchFinder {
  readonly #engine: Kernel;
  readonly #law: SolidPairLaw;
  readonly #shapes: ConvexShapes;
  readonly #poseI: number;
  readonly #poseJ: number;
  readonly #result: number;
  readonly #guess: number;

  constructor(spec: ConvexSpec, law: SolidPairLaw, cells: OwnedCells, kernel?: KernelName) {
    this.#engine = contactKernel(kernel);
    this.#law = law;
    this.#shapes = new ConvexShapes(spec, cells);
    this.#poseI = cells.allocate(2 * POSE_STRIDE);
    this.#poseJ = this.#poseI + POSE_STRIDE;
    this.#result = cells.allocate(RESULT_STRIDE);
    this.#guess = cells.allocate(3);
  }

  find(_block: number, writer: TouchWriter): void {
    const { F, I, firstElement, endElement } = writer;
    const law = this.#law;
    this.#shapes.refresh(F, I);
    const rows = 2 * I[layout.ROW];
    const position = I[layout.POSITION];
    const partners = 2 * I[layout.PARTNER];
    for (let i = firstElement; i < endElement; i++) {
      if (!isNotSphere(I, i)) continue;
      const part = this.#shapes.partOf(I, i);
      if (!this.#shapes.hasField(part)) continue;
      const row = rows + layout.ROW_INTEGERS * i;
      const cross = I[row + layout.ROW_CROSS];
      const walls = I[row + layout.ROW_WALLS];
      const end = I[row + layout.ROW_END];
      const x = F[position + 4 * i];
      const y = F[position + 4 * i + 1];
      const z = F[position + 4 * i + 2];
      const radius = F[position + 4 * i + 3];
      const factor = this.#shapes.factorOf(F, I, i, part);
      const shape = this.#shapes.solidBlockOf(part, factor, 0);
      const size = factor * this.#shapes.radiusOf(part);
      let isPlaced = false;
      let found = 0;
      for (let p = I[row + layout.ROW_FIRST]; p < walls; p++) {
        const j = I[partners + p] & layout.PARTNER_MASK;
        if (isClear(F, I, p, i, j) || !isNotSphere(I, j)) continue;
        const other = position + 4 * j;
        const dx = nearestImage(F, I, F[other] - x, 0);
        const dy = nearestImage(F, I, F[other + 1] - y, 1);
        const dz = nearestImage(F, I, F[other + 2] - z, 2);
        const reach = radius + F[other + 3];
        if (!(dx * dx + dy * dy + dz * dz < reach * reach)) continue;
        const stiffness = lawStiffness(F, I, materialOfElement(I, i), materialOfElement(I, j), law.bit);
        if (stiffness === 0) continue;
        const partJ = this.#shapes.partOf(I, j);
        if (!this.#shapes.hasField(partJ)) continue;
        if (!isPlaced) {
          this.#shapes.writePose(this.#poseI, part, factor, F, I, i, x, y, z);
          writer.open(i);
        }
        isPlaced = true;
        const factorJ = this.#shapes.factorOf(F, I, j, partJ);
        this.#shapes.writePose(this.#poseJ, partJ, factorJ, F, I, j, x + dx, y + dy, z + dz);
        const shapeJ = this.#shapes.solidBlockOf(partJ, factorJ, 1);
        // A pair that did not touch in the last step is likely to be apart, and the search of its gap is cheaper.
        let guess = law.usesNormal ? this.#lastNormal(writer, layout.TOUCH_BODY, j) : 0;
        const isNew = law.usesNormal && guess === 0;
        if (isNew) guess = this.#result + RESULT_NORMAL;
        if (
          (isNew && this.#isApart(writer, p, i, j, shape, shapeJ)) ||
          !law.query(this.#engine, shape, this.#poseI, shapeJ, this.#poseJ, guess)
        ) {
          if (!isNew) this.#isApart(writer, p, i, j, shape, shapeJ);
          continue;
        }
        found++;
        const slot = p < cross ? -1 : I[row + layout.ROW_SLOT] + p - cross;
        const sizeJ = factorJ * this.#shapes.radiusOf(partJ);
        const touch = writer.append(layout.TOUCH_BODY, j, slot, 0, 0);
        law.write(F, touch, stiffness, size < sizeJ ? size : sizeJ);
        I[2 * touch + layout.TOUCH_FLAGS] = I[2 * touch + layout.TOUCH_FLAGS] | layout.GIVEN;
      }
      for (let p = walls; p < end; p++) {
        const k = I[partners + p] & layout.PARTNER_MASK;
        const wall = I[layout.HALF_SPACE] + layout.HALF_SPACE_STRIDE * k;
        const n = wall + layout.HALF_SPACE_NORMAL;
        const height = F[n] * x + F[n + 1] * y + F[n + 2] * z;
        if (!(height - F[wall + layout.HALF_SPACE_OFFSET] < radius)) continue;
        const stiffness = lawStiffness(F, I, materialOfElement(I, i), materialOfWall(I, k), law.bit);
        if (stiffness === 0) continue;
        if (!isPlaced) {
          this.#shapes.writePose(this.#poseI, part, factor, F, I, i, x, y, z);
          writer.open(i);
        }
        isPlaced = true;
        writePosition(this.#poseJ, 0, 0, 0);
        if (!law.query(this.#engine, shape, this.#poseI, this.#shapes.wallBlock(k), this.#poseJ, 0)) continue;
        found++;
        const touch = writer.append(layout.TOUCH_HALF_SPACE, k, -1, 0, 0);
        law.write(F, touch, stiffness, size);
        I[2 * touch + layout.TOUCH_FLAGS] = I[2 * touch + layout.TOUCH_FLAGS] | layout.GIVEN;
      }
      if (found > 0) writer.inheritByKeys();
    }
  }

  /** Address of the normal that the open element had on the partner in the last step, 0 for none. */
  #lastNormal(writer: TouchWriter, kind: number, partner: number): number {
    const { F, I } = writer;
    for (let k = writer.oldFrom; k < writer.oldTo; k++) {
      const old = writer.oldAddress(k);
      if (I[2 * old + layout.TOUCH_PARTNER] !== partner || I[2 * old + layout.TOUCH_KIND] !== kind) continue;
      for (let c = 0; c < 3; c++) K[this.#guess + c] = F[old + layout.TOUCH_NORMAL + c];
      return this.#guess;
    }
    return 0;
  }

  /** Whether pair p, of the elements i and j with the placed shapes, has a gap, which is noted. */
  #isApart(writer: TouchWriter, p: number, i: number, j: number, shape: number, other: number): boolean {
    const enough = SEARCHED_GAP * writer.F[layout.SKIN];
    this.#engine.contactPair(shape, this.#poseI, other, this.#poseJ, 0, enough, this.#result);
    const gap = K[this.#result + RESULT_LOWER];
    if (!(gap > 0)) return false;
    writer.kernel.noteGap(p, i, j, gap);
    return true;
  }
}
