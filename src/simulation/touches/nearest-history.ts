// SPDX-License-Identifier: MIT
/**
 * History of contacts of two bodies that may have several points: each point goes on from the nearest one that the pair
 * had in the last step. Corners of flat contacts split, merge and change their names as bodies slide; the displacement
 * of the bodies is the same for all of them.
 */
import * as layout from '../../step-kernel/step-layout.ts';
import type { TouchWriter } from './touch-writer.ts';

/** Periodic directions: the points of the last step may be an image away. */
function imageOffset(F: Float64Array, I: Int32Array, difference: number, axis: number): number {
  if (((I[layout.PERIODIC] >> axis) & 1) === 0) return difference;
  const size = F[layout.DOMAIN_MAX + axis] - F[layout.DOMAIN_MIN + axis];
  return difference - size * Math.round(difference / size);
}

function distanceSquared(F: Float64Array, I: Int32Array, a: number, b: number): number {
  let dx = F[a + layout.TOUCH_POINT] - F[b + layout.TOUCH_POINT];
  let dy = F[a + layout.TOUCH_POINT + 1] - F[b + layout.TOUCH_POINT + 1];
  let dz = F[a + layout.TOUCH_POINT + 2] - F[b + layout.TOUCH_POINT + 2];
  if (I[layout.PERIODIC] !== 0) {
    dx = imageOffset(F, I, dx, 0);
    dy = imageOffset(F, I, dy, 1);
    dz = imageOffset(F, I, dz, 2);
  }
  return dx * dx + dy * dy + dz * dz;
}

function isOf(I: Int32Array, touch: number, kind: number, partner: number, key: number): boolean {
  return (
    I[2 * touch + layout.TOUCH_KIND] === kind &&
    I[2 * touch + layout.TOUCH_PARTNER] === partner &&
    I[2 * touch + layout.TOUCH_KEY] === key
  );
}

/** True when a touch before this one, of the same partner, goes on from the same old one. */
function isTaken(taken: Int32Array, k: number, old: number): boolean {
  for (let j = 0; j < k; j++) if (taken[j] === old) return true;
  return false;
}

/** Law flags of the touch's two materials. */
function lawOf(I: Int32Array, touch: number): number {
  const materialOf = (e: number): number => {
    const motion = I[layout.MOTION] + layout.MOTION_STRIDE * e;
    return I[2 * (motion + layout.MOTION_INTEGERS) + layout.MATERIAL];
  };
  const partner = I[2 * touch + layout.TOUCH_PARTNER];
  const kind = I[2 * touch + layout.TOUCH_KIND];
  const wall = I[layout.HALF_SPACE] + layout.HALF_SPACE_STRIDE * partner;
  const mesh = I[layout.MESH] + layout.MESH_STRIDE * partner;
  const ofWall =
    kind === layout.TOUCH_MESH
      ? 2 * (mesh + layout.MESH_INTEGERS) + layout.MESH_MATERIAL
      : 2 * (wall + layout.HALF_SPACE_MATERIAL);
  const second = kind === layout.TOUCH_BODY ? materialOf(partner) : I[ofWall];
  const number = I[layout.MATERIAL_COUNT] * materialOf(I[2 * touch + layout.TOUCH_ELEMENT]) + second;
  return I[2 * (I[layout.LAW] + layout.LAW_STRIDE * number + layout.LAW_FLAGS)];
}

export class NearestHistory {
  #taken = new Int32Array(64);

  /** True when the open element had a touch with this partner in the last step. */
  has(writer: TouchWriter, kind: number, partner: number): boolean {
    for (let old = writer.oldFrom; old < writer.oldTo; old++) {
      if (isOf(writer.I, writer.oldAddress(old), kind, partner, 0)) return true;
    }
    return false;
  }

  /**
   * Hands the history of one partner over to the touches of the open element from number `first` on, all of which are
   * with this partner; `key` is that of the face of a mesh. Returns whether there was any.
   */
  inherit(writer: TouchWriter, first: number, kind: number, partner: number, key = 0): boolean {
    const { F, I, oldFrom, oldTo } = writer;
    let from = oldFrom;
    while (from < oldTo && !isOf(I, writer.oldAddress(from), kind, partner, key)) from++;
    if (from === oldTo) return false;
    let end = oldTo;
    while (!isOf(I, writer.oldAddress(end - 1), kind, partner, key)) end--;
    const count = writer.openCount - first;
    if (count === 1 && from + 1 === end) {
      writer.inherit(writer.addressOf(first), from);
      return true;
    }
    if (count > this.#taken.length) this.#taken = new Int32Array(2 * count);
    for (let k = 0; k < count; k++) {
      const touch = writer.addressOf(first + k);
      let nearest = -1;
      let least = Infinity;
      for (let old = from; old < end; old++) {
        const address = writer.oldAddress(old);
        if (!isOf(I, address, kind, partner, key)) continue;
        const squared = distanceSquared(F, I, touch, address);
        if (squared >= least) continue;
        least = squared;
        nearest = old;
      }
      const isShared = isTaken(this.#taken, k, nearest);
      this.#taken[k] = nearest;
      // A spring that holds a force and not a displacement must not be there twice.
      if (nearest < 0 || (isShared && (lawOf(I, touch) & layout.INCREMENTAL) !== 0)) continue;
      writer.inherit(touch, nearest);
      // The energy of the spring is handed over once; what a second one holds counts as lost by friction when it is
      // first computed, with its sign.
      if (isShared && (lawOf(I, touch) & layout.USER_LAW) === 0)
        F[touch + layout.TOUCH_HISTORY + layout.HISTORY_LAST] = 0;
    }
    return true;
  }
}
