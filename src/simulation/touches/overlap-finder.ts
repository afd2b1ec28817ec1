// SPDX-License-Identifier: MIT
/**
 * Touches of polyhedra, with each other and with half-spaces, by the volume that they share: pairs of materials with
 * the overlap-volume law (src/contact-laws/overlap-volume-law.ts). One touch a pair; force, energy and torque of its
 * spring are given with it, and follow from the energy alone, so that nothing jumps where the features that touch change.
 */
import { overlapEnergy, overlapForce, referenceArea } from '../../contact-laws/overlap-volume-law.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import { POSE_STRIDE } from '../../kernel/layout.ts';
import { F as K } from '../../kernel/memory.ts';
import {
  OVERLAP_GRADIENT,
  OVERLAP_MOMENT,
  OVERLAP_POINT,
  OVERLAP_VOLUME,
} from '../../kernel/overlap/overlap-layout.ts';
import { type KernelName, kernelNamed } from '../../narrow-phase/kernel-query.ts';
import { OVERLAP_RESULT, queryOverlap } from '../../narrow-phase/patch/overlap-query.ts';
import { allocateCells } from '../../shapes/kernel-memory/kernel-heap.ts';
import * as layout from '../../step-kernel/step-layout.ts';
import { isNotSphere } from './convex-batch.ts';
import { nearestImage } from './convex-finder.ts';
import { ConvexShapes, type ConvexSpec, writePosition } from './convex-shapes.ts';
import type { TouchFinder } from './touch-finder.ts';
import { materialOfElement, materialOfWall, overlapStiffness } from './touch-materials.ts';
import type { TouchWriter } from './touch-writer.ts';

/** Reference area of a body over the square of the radius of the sphere of equal volume. */
const AREA_OF_RADIUS = referenceArea((4 / 3) * Math.PI, Infinity);

export class OverlapFinder implements TouchFinder {
  readonly #engine: Kernel;
  readonly #shapes: ConvexShapes;
  readonly #poseI = allocateCells(2 * POSE_STRIDE);
  readonly #poseJ = this.#poseI + POSE_STRIDE;

  constructor(spec: ConvexSpec, kernel?: KernelName) {
    const engine = kernelNamed(kernel);
    if (engine === undefined) throw new RangeError(`kernel ${kernel} is not available`);
    this.#engine = engine;
    this.#shapes = new ConvexShapes(spec, 0);
  }

  find(_block: number, writer: TouchWriter): void {
    const { F, I, firstElement, endElement } = writer;
    this.#shapes.refresh(F, I);
    const rows = 2 * I[layout.ROW];
    const position = I[layout.POSITION];
    const partners = 2 * I[layout.PARTNER];
    for (let i = firstElement; i < endElement; i++) {
      if (!isNotSphere(I, i)) continue;
      const row = rows + layout.ROW_INTEGERS * i;
      const cross = I[row + layout.ROW_CROSS];
      const walls = I[row + layout.ROW_WALLS];
      const end = I[row + layout.ROW_END];
      const x = F[position + 4 * i];
      const y = F[position + 4 * i + 1];
      const z = F[position + 4 * i + 2];
      const radius = F[position + 4 * i + 3];
      const part = this.#shapes.partOf(I, i);
      const factor = this.#shapes.factorOf(F, I, i, part);
      const block = this.#shapes.blockOf(part, factor, 0);
      const size = factor * this.#shapes.radiusOf(part);
      let isPlaced = false;
      let isOpen = false;
      for (let p = I[row + layout.ROW_FIRST]; p < walls; p++) {
        const j = I[partners + p] & layout.PARTNER_MASK;
        if (!isNotSphere(I, j)) continue;
        const other = position + 4 * j;
        const dx = nearestImage(F, I, F[other] - x, 0);
        const dy = nearestImage(F, I, F[other + 1] - y, 1);
        const dz = nearestImage(F, I, F[other + 2] - z, 2);
        const reach = radius + F[other + 3];
        if (!(dx * dx + dy * dy + dz * dz < reach * reach)) continue;
        const stiffness = overlapStiffness(F, I, materialOfElement(I, i), materialOfElement(I, j));
        if (stiffness === 0) continue;
        if (!isPlaced) this.#shapes.writePose(this.#poseI, part, factor, F, I, i, x, y, z);
        isPlaced = true;
        const partJ = this.#shapes.partOf(I, j);
        const factorJ = this.#shapes.factorOf(F, I, j, partJ);
        this.#shapes.writePose(this.#poseJ, partJ, factorJ, F, I, j, x + dx, y + dy, z + dz);
        queryOverlap(this.#engine, block, this.#poseI, this.#shapes.blockOf(partJ, factorJ, 1), this.#poseJ);
        if (K[OVERLAP_RESULT + OVERLAP_VOLUME] === 0) continue;
        if (!isOpen) writer.open(i);
        isOpen = true;
        const slot = p < cross ? -1 : I[row + layout.ROW_SLOT] + p - cross;
        const sizeJ = factorJ * this.#shapes.radiusOf(partJ);
        const touch = writer.append(layout.TOUCH_BODY, j, slot, 0, 0);
        this.#write(F, I, touch, stiffness, size < sizeJ ? size : sizeJ);
      }
      for (let p = walls; p < end; p++) {
        const k = I[partners + p] & layout.PARTNER_MASK;
        const wall = I[layout.HALF_SPACE] + layout.HALF_SPACE_STRIDE * k;
        const n = wall + layout.HALF_SPACE_NORMAL;
        const height = F[n] * x + F[n + 1] * y + F[n + 2] * z;
        if (!(height - F[wall + layout.HALF_SPACE_OFFSET] < radius)) continue;
        const stiffness = overlapStiffness(F, I, materialOfElement(I, i), materialOfWall(I, k));
        if (stiffness === 0) continue;
        if (!isPlaced) this.#shapes.writePose(this.#poseI, part, factor, F, I, i, x, y, z);
        isPlaced = true;
        writePosition(this.#poseJ, 0, 0, 0);
        queryOverlap(this.#engine, block, this.#poseI, this.#shapes.wallBlock(k), this.#poseJ);
        if (K[OVERLAP_RESULT + OVERLAP_VOLUME] === 0) continue;
        if (!isOpen) writer.open(i);
        isOpen = true;
        const touch = writer.append(layout.TOUCH_HALF_SPACE, k, -1, 0, 0);
        this.#write(F, I, touch, stiffness, size);
      }
      if (isOpen) writer.inheritByKeys();
    }
  }

  /**
   * From the kernel's answer to the touch: point, normal, overlap; force, energy and moment of the spring. Its radius
   * is that of a disc of its area.
   */
  #write(F: Float64Array, I: Int32Array, touch: number, stiffness: number, smaller: number): void {
    const s = OVERLAP_RESULT + OVERLAP_GRADIENT;
    const volume = K[OVERLAP_RESULT + OVERLAP_VOLUME];
    const sx = K[s];
    const sy = K[s + 1];
    const sz = K[s + 2];
    const size = Math.sqrt(sx * sx + sy * sy + sz * sz);
    const area = AREA_OF_RADIUS * smaller * smaller;
    const pressure = (stiffness * volume) / area;
    // A body inside another feels no force, but the energy is there, and the overlap tells that something is wrong.
    const mean = size > 0 ? volume / size : Infinity;
    const most = Math.sqrt(area);
    for (let c = 0; c < 3; c++) {
      F[touch + layout.TOUCH_POINT + c] = K[OVERLAP_RESULT + OVERLAP_POINT + c];
      F[touch + layout.TOUCH_NORMAL + c] = size > 0 ? -K[s + c] / size : c === 2 ? 1 : 0;
      F[touch + layout.TOUCH_MOMENT + c] = pressure * K[OVERLAP_RESULT + OVERLAP_MOMENT + c];
    }
    F[touch + layout.TOUCH_OVERLAP] = mean < most ? mean : most;
    F[touch + layout.TOUCH_RADIUS] = Math.sqrt(size / Math.PI);
    F[touch + layout.TOUCH_SPRING] = overlapForce(stiffness, area, volume, size);
    F[touch + layout.TOUCH_ELASTIC] = overlapEnergy(stiffness, area, volume);
    I[2 * touch + layout.TOUCH_FLAGS] = I[2 * touch + layout.TOUCH_FLAGS] | layout.GIVEN;
  }
}
