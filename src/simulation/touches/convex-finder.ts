// SPDX-License-Identifier: MIT
/**
 * Touches of elements that are not spheres, with each other, with spheres and with half-spaces. The listed pairs of a
 * block whose balls meet are answered by the thread's contact kernel in batches; the overlap is the depth of the
 * minimum translation, the radius in the laws that of the spheres of equal volume, and the point divides the overlap as
 * it does for these. Where faces or edges lie flat on each other there is a touch for every corner of their common part
 * (src/kernel/features/flat-contact.ts). Warm starts are kept with the pairs in the simulation's memory, so that no bit
 * depends on which thread computed what.
 */
import { FLAT_DASHPOT, FLAT_OVERLAP, FLAT_SHARE, FLAT_STRIDE } from '../../kernel/features/flat-layout.ts';

import {
  RESULT_LOWER,
  RESULT_NORMAL,
  RESULT_POINT_ON_A,
  RESULT_STATUS,
  RESULT_UPPER,
  STATUS_BOUNDED,
} from '../../kernel/layout.ts';
import { F as K } from '../../kernel/memory.ts';
import type { KernelName } from '../../narrow-phase/kernel-query.ts';
import * as layout from '../../step-kernel/step-layout.ts';
import { BATCH, ConvexBatch, clearUntil, isNotSphere } from './convex-batch.ts';
import type { ConvexSpec } from './convex-shapes.ts';
import { NearestHistory } from './nearest-history.ts';
import type { TouchFinder } from './touch-finder.ts';
import { materialOfElement, materialOfWall, overlapStiffness } from './touch-materials.ts';
import type { TouchWriter } from './touch-writer.ts';

/** Of a gap between balls, what is left of it whatever the rounding. */
const BALL_SHARE = 0.999999;

export class ConvexFinder implements TouchFinder {
  readonly #batch: ConvexBatch;
  readonly #history = new NearestHistory();
  readonly #isMixed: boolean;
  #openElement = -1;

  /** `isMixed` when some pairs have the overlap-volume law: they are left to the OverlapFinder. */
  constructor(spec: ConvexSpec, isMixed = false, kernel?: KernelName) {
    this.#isMixed = isMixed;
    this.#batch = new ConvexBatch(spec, kernel);
  }

  find(block: number, writer: TouchWriter): void {
    const { F, I, firstElement, endElement } = writer;
    this.#openElement = -1;
    this.#batch.begin(F, I);
    forgetOldClear(F, I, block);
    for (let i = firstElement; i < endElement; i++) {
      this.#takeBodies(writer, i);
      if (isNotSphere(I, i)) this.#takeWalls(writer, i);
    }
    this.#answer(writer);
  }

  keep({ F, I }: TouchWriter): void {
    this.#batch.keep(F, I);
  }

  #takeBodies(writer: TouchWriter, i: number): void {
    const { F, I } = writer;
    const batch = this.#batch;
    const row = 2 * I[layout.ROW] + layout.ROW_INTEGERS * i;
    const cross = I[row + layout.ROW_CROSS];
    const end = I[row + layout.ROW_WALLS];
    const partners = 2 * I[layout.PARTNER];
    const position = I[layout.POSITION];
    const isPeriodic = I[layout.PERIODIC] !== 0;
    const isOther = isNotSphere(I, i);
    const clear = I[layout.CLEARANCE];
    const pathLengths = I[layout.PATH_LENGTH];
    const pathLength = F[pathLengths + i];
    const x = F[position + 4 * i];
    const y = F[position + 4 * i + 1];
    const z = F[position + 4 * i + 2];
    const reach = F[position + 4 * i + 3] + F[layout.ADHESION_REACH];
    for (let p = I[row + layout.ROW_FIRST]; p < end; p++) {
      const j = I[partners + p] & layout.PARTNER_MASK;
      if (pathLength + F[pathLengths + j] < F[clear + p]) continue;
      if (!isOther && !isNotSphere(I, j)) continue;
      let dx = F[position + 4 * j] - x;
      let dy = F[position + 4 * j + 1] - y;
      let dz = F[position + 4 * j + 2] - z;
      if (isPeriodic) {
        dx = nearestImage(F, I, dx, 0);
        dy = nearestImage(F, I, dy, 1);
        dz = nearestImage(F, I, dz, 2);
      }
      const within = reach + F[position + 4 * j + 3];
      const squared = dx * dx + dy * dy + dz * dz;
      if (!(squared < within * within)) {
        // Until then the balls are apart, and no query is due: whoever writes it, no bit of a step depends on it.
        F[clear + p] = clearUntil(F, I, i, j, (Math.sqrt(squared) - within) * BALL_SHARE);
        continue;
      }
      if (this.#isMixed && overlapStiffness(F, I, materialOfElement(I, i), materialOfElement(I, j)) > 0) continue;
      const slot = p < cross ? -1 : I[row + layout.ROW_SLOT] + p - cross;
      const k = batch.append(F, I, p, i, j, slot);
      batch.placeFirst(F, I, k, i, x, y, z);
      batch.radiiB[k] = batch.place(F, I, 2 * k + 1, j, x + dx, y + dy, z + dz);
      if (batch.count === BATCH) this.#answer(writer);
    }
  }

  #takeWalls(writer: TouchWriter, i: number): void {
    const { F, I } = writer;
    const batch = this.#batch;
    const row = 2 * I[layout.ROW] + layout.ROW_INTEGERS * i;
    const end = I[row + layout.ROW_END];
    const partners = 2 * I[layout.PARTNER];
    const at = I[layout.POSITION] + 4 * i;
    const x = F[at];
    const y = F[at + 1];
    const z = F[at + 2];
    for (let p = I[row + layout.ROW_WALLS]; p < end; p++) {
      const j = I[partners + p] & layout.PARTNER_MASK;
      const wall = I[layout.HALF_SPACE] + layout.HALF_SPACE_STRIDE * j;
      const height = F[wall] * x + F[wall + 1] * y + F[wall + 2] * z - F[wall + layout.HALF_SPACE_OFFSET];
      if (!(height < F[at + 3] + F[layout.ADHESION_REACH])) continue;
      if (this.#isMixed && overlapStiffness(F, I, materialOfElement(I, i), materialOfWall(I, j)) > 0) continue;
      const k = batch.append(F, I, p, i, j, -1);
      batch.placeFirst(F, I, k, i, x, y, z);
      batch.placeWall(k, j);
      if (batch.count === BATCH) this.#answer(writer);
    }
  }

  /** Answers the pairs of the batch and writes their touches. */
  #answer(writer: TouchWriter): void {
    const batch = this.#batch;
    const reach = writer.F[layout.ADHESION_REACH];
    if (batch.count === 0) return;
    batch.answer(writer.F, writer.I, reach);
    for (let k = 0; k < batch.count; k++) {
      const distance = K[batch.result(k)];
      if (distance < 0) this.#writePoints(writer, k, distance);
      else if (distance < reach && this.#hasTouched(writer, k)) this.#writePoints(writer, k, distance);
    }
    batch.count = 0;
  }

  #writePoints(writer: TouchWriter, k: number, distance: number): void {
    const batch = this.#batch;
    const kind = batch.isWall[k] === 1 ? layout.TOUCH_HALF_SPACE : layout.TOUCH_BODY;
    this.#open(writer, k);
    const first = writer.openCount;
    const corners = distance < 0 ? batch.flatCorners(k) : 0;
    for (let c = 0; c < corners; c++) {
      const corner = batch.flat + FLAT_STRIDE * c;
      const touch = this.#writeTouch(writer, k, kind, corner, K[corner + FLAT_OVERLAP]);
      writer.F[touch + layout.TOUCH_SHARE] = K[corner + FLAT_SHARE];
      writer.F[touch + layout.TOUCH_DASHPOT] = K[corner + FLAT_DASHPOT];
    }
    if (corners === 0) {
      const result = batch.result(k);
      this.#writeTouch(writer, k, kind, result + RESULT_POINT_ON_A, overlapOf(result));
    }
    this.#history.inherit(writer, first, kind, batch.partners[k]);
  }

  /** A touch at the point of the first body's surface that is at K[point..]. */
  #writeTouch(writer: TouchWriter, k: number, kind: number, point: number, overlap: number): number {
    const batch = this.#batch;
    const { F } = writer;
    const normal = batch.result(k) + RESULT_NORMAL;
    const a = batch.radiiA[k];
    const b = batch.radiiB[k];
    const under = kind === layout.TOUCH_BODY ? depthOfPoint(a, b, overlap) : overlap;
    const touch = writer.append(kind, batch.partners[k], batch.slots[k], 0, 0);
    for (let c = 0; c < 3; c++) {
      const n = K[normal + c];
      F[touch + layout.TOUCH_NORMAL + c] = n;
      F[touch + layout.TOUCH_POINT + c] = K[point + c] - under * n;
    }
    F[touch + layout.TOUCH_OVERLAP] = overlap;
    F[touch + layout.TOUCH_RADIUS] = kind === layout.TOUCH_BODY ? (a * b) / (a + b) : a;
    return touch;
  }

  #hasTouched(writer: TouchWriter, k: number): boolean {
    const batch = this.#batch;
    this.#open(writer, k);
    const kind = batch.isWall[k] === 1 ? layout.TOUCH_HALF_SPACE : layout.TOUCH_BODY;
    return this.#history.has(writer, kind, batch.partners[k]);
  }

  #open(writer: TouchWriter, k: number): void {
    const element = this.#batch.elements[k];
    if (this.#openElement === element) return;
    this.#openElement = element;
    writer.open(element);
  }
}

/** What is known of the block's pairs is good for one list. */
function forgetOldClear(F: Float64Array, I: Int32Array, block: number): void {
  const integers = 2 * (I[layout.BLOCK] + layout.BLOCK_STRIDE * block + layout.BLOCK_INTEGERS);
  if (I[integers + layout.BLOCK_CLEARANCE_SORT] === I[layout.SORT_COUNT]) return;
  I[integers + layout.BLOCK_CLEARANCE_SORT] = I[layout.SORT_COUNT];
  const first = I[layout.CLEARANCE] + block * I[layout.PAIRS_PER_BLOCK];
  F.fill(-1, first, first + I[integers + layout.BLOCK_PAIRS]);
}

/**
 * Depth of the contact point under the surface of the first of two spheres: on the plane in which they cut each other.
 */
function depthOfPoint(a: number, b: number, overlap: number): number {
  const distance = a + b - overlap;
  // Deeper than their radii, bodies have no such plane: half way.
  if (!(distance > 0)) return 0.5 * overlap;
  return a - 0.5 * (distance + ((a - b) * (a + b)) / distance);
}

/** Middle of the bounds where they did not close. */
function overlapOf(result: number): number {
  const distance = K[result];
  if (K[result + RESULT_STATUS] !== STATUS_BOUNDED) return -distance;
  const middle = 0.5 * (K[result + RESULT_LOWER] + K[result + RESULT_UPPER]);
  return middle < 0 ? -middle : -distance;
}

/** The shortest of a difference of coordinates and its images. */
export function nearestImage(F: Float64Array, I: Int32Array, difference: number, axis: number): number {
  if (((I[layout.PERIODIC] >> axis) & 1) === 0) return difference;
  const size = F[layout.DOMAIN_MAX + axis] - F[layout.DOMAIN_MIN + axis];
  if (difference > 0.5 * size) return difference - size;
  return difference < -0.5 * size ? difference + size : difference;
}
