// SPDX-License-Identifier: MIT
/**
 * Contact history of bodies on a mesh: corners of a body on a face continue from the nearest corner on that face, all
 * other touches as those of spheres (`TouchMatching`).
 */
import * as layout from '../../step-kernel/step-layout.ts';
import { LEAST_COSINE, TouchMatching } from './mesh-history.ts';
import type { TouchWriter } from './touch-writer.ts';

export class BodyMeshHistory {
  readonly #number: number;
  readonly #matching = new TouchMatching();
  /** Numbers of the touches that are left to match. */
  #oldLeft = new Int32Array(16);
  #newLeft = new Int32Array(16);
  #leftCount = 0;

  /** `number` is that of the mesh in the spec. */
  constructor(number: number) {
    this.#number = number;
  }

  /** Begins the touches of an element that has been opened. */
  begin(): void {
    this.#leftCount = 0;
  }

  /**
   * Hands the history of the face over to the touches of the open element from number `first` on, all of which are with
   * that face.
   */
  inheritFace(writer: TouchWriter, first: number, key: number): void {
    if (writer.inheritNearest(first, layout.TOUCH_MESH, this.#number, key)) return;
    for (let k = first; k < writer.openCount; k++) this.leave(k);
  }

  /** Leaves touch k of the open element to `matchRest`. */
  leave(k: number): void {
    if (this.#leftCount === this.#newLeft.length) this.#newLeft = enlarged(this.#newLeft);
    this.#newLeft[this.#leftCount] = k;
    this.#leftCount += 1;
  }

  /**
   * Matches the remaining touches with the remaining ones of the last step; the second of `sizes` is the body's radius.
   */
  matchRest(writer: TouchWriter, sizes: Float64Array): void {
    const count = this.#leftCount;
    if (count === 0) return;
    let oldCount = 0;
    for (let old = writer.oldFrom; old < writer.oldTo; old++) {
      if (writer.isTaken(old)) continue;
      if (oldCount === this.#oldLeft.length) this.#oldLeft = enlarged(this.#oldLeft);
      this.#oldLeft[oldCount] = old;
      oldCount++;
    }
    if (oldCount === 0) return;
    const matching = this.#matching;
    matching.begin(oldCount, count);
    for (let k = 0; k < oldCount; k++) matching.old.read(k, writer, writer.oldAddress(this.#oldLeft[k]));
    for (let k = 0; k < count; k++) matching.new.read(k, writer, writer.addressOf(this.#newLeft[k]));
    matching.radius[0] = sizes[1];
    matching.match();
    for (let k = 0; k < count; k++) {
      const match = matching.matches[k];
      if (match < 0) continue;
      writer.inherit(writer.addressOf(this.#newLeft[k]), this.#oldLeft[match]);
    }
  }
}

/**
 * True if the open element touched this patch in the last step only from the side opposite to `normal`, which points
 * from the mesh to the body.
 */
export function hasCrossed(writer: TouchWriter, patch: number, normal: Float64Array): boolean {
  const { F, I } = writer;
  let isCrossed = false;
  for (let old = writer.oldFrom; old < writer.oldTo; old++) {
    const touch = writer.oldAddress(old);
    if (I[2 * touch + layout.TOUCH_PARTNER_KEY] !== patch) continue;
    const n = touch + layout.TOUCH_NORMAL;
    const cosine = -(normal[0] * F[n] + normal[1] * F[n + 1] + normal[2] * F[n + 2]);
    if (cosine >= LEAST_COSINE) return false;
    if (cosine <= -LEAST_COSINE) isCrossed = true;
  }
  return isCrossed;
}

export function enlarged(numbers: Int32Array): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(2 * numbers.length);
  larger.set(numbers);
  return larger;
}
