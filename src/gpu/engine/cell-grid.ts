// SPDX-License-Identifier: MIT
/** The cell grid on the GPU, and positions as fixed-point numbers: 2^30 quanta a cell, modulo four cells. */
import { SceneError } from '../../errors.ts';
import type { Vector3 } from '../../math/vector.ts';
import { RADIUS_PARTS } from '../kernels/fixed-point-overlap.ts';

/** Bits of a cell's coordinates in one word. */
const MOST_CELLS: readonly [number, number, number] = [1023, 1023, 2047];
const QUANTA = 2 ** 30;
const AXES = ['x', 'y', 'z'] as const;

export interface Box {
  readonly min: Vector3;
  readonly max: Vector3;
  readonly periodic: readonly [boolean, boolean, boolean];
}

export class CellGrid {
  readonly origin: readonly [number, number, number];
  readonly cells: readonly [number, number, number];
  /** m, per axis. */
  readonly size: readonly [number, number, number];
  readonly periodic: readonly [boolean, boolean, boolean];
  /** m a quantum of the widest axis: radii and distances are counted in it. */
  readonly unit: number;

  /**
   * Cells at least `least` wide, the reach of the widest pair. Periodic directions have a multiple of four cells, so
   * that quanta wrap where the domain does.
   */
  constructor(box: Box, least: number) {
    const perAxis = AXES.map((axis, k) => {
      const from = box.min[axis];
      const extent = box.max[axis] - from;
      const isPeriodic = box.periodic[k] === true;
      const count = isPeriodic ? 4 * Math.floor(extent / (4 * least)) : Math.max(1, Math.ceil(extent / least));
      if (isPeriodic && count < 4) {
        throw new SceneError(
          'domain-too-small',
          `domain.${axis}: ${extent} m is less than four cells of ${least} m, which periodic directions need on ` +
            'the GPU; make the domain larger or run with --device cpu',
        );
      }
      const most = MOST_CELLS[k];
      if (count > most) {
        throw new SceneError(
          'domain-too-large',
          `domain.${axis}: ${extent} m is ${count} cells of ${least} m, more than ${most}; make the domain ` +
            'smaller or run with --device cpu',
        );
      }
      return { from, count, size: isPeriodic ? extent / count : least };
    });
    const three = <T>(pick: (axis: (typeof perAxis)[number]) => T): [T, T, T] => {
      const [x, y, z] = perAxis.map(pick);
      return [x, y, z];
    };
    this.origin = three(({ from }) => from);
    this.cells = three(({ count }) => count);
    this.size = three(({ size }) => size);
    this.periodic = box.periodic;
    this.unit = Math.max(...this.size) / QUANTA;
  }

  get cellCount(): number {
    return this.cells[0] * this.cells[1] * this.cells[2];
  }

  /** m a quantum. */
  get quantum(): [number, number, number] {
    return [this.size[0] / QUANTA, this.size[1] / QUANTA, this.size[2] / QUANTA];
  }

  /** The part of `unit` that a quantum of each axis is, over 2^32; 0 for the whole. */
  get ratio(): [number, number, number] {
    const widest = Math.max(...this.size);
    const [x, y, z] = this.size.map((size) => Math.round((size / widest) * 2 ** 32) % 2 ** 32);
    return [x ?? 0, y ?? 0, z ?? 0];
  }

  /** What a quantum of the widest axis is above one of each axis, over 2^-30. */
  get wider(): [number, number, number] {
    const widest = Math.max(...this.size);
    const [x, y, z] = this.size.map((size) => Math.round((widest / size - 1) * QUANTA));
    return [x ?? 0, y ?? 0, z ?? 0];
  }

  /** A radius as a whole number, and back. */
  radiusWord(radius: number): number {
    return Math.round((RADIUS_PARTS * radius) / this.unit);
  }

  radiusOf(word: number): number {
    return (word * this.unit) / RADIUS_PARTS;
  }

  /**
   * Writes the position of the point at `at` of `points` to `words`, and returns the word of its cell; -1 for a point
   * outside.
   */
  pack(points: Float64Array, at: number, words: Uint32Array, to: number): number {
    let packed = 0;
    for (let axis = 0; axis < 3; axis++) {
      const size = this.size[axis];
      const along = (points[at + axis] - this.origin[axis]) / size;
      const count = this.cells[axis];
      let cell = Math.floor(along);
      let quanta = Math.round((along - cell) * QUANTA);
      if (quanta === QUANTA) {
        quanta = 0;
        cell++;
      }
      if (this.periodic[axis] === true) cell = ((cell % count) + count) % count;
      if (!(cell >= 0 && cell < count)) return -1;
      words[to + axis] = ((cell & 3) * QUANTA + quanta) >>> 0;
      packed += cell * (axis === 0 ? 1 : axis === 1 ? 2 ** 10 : 2 ** 20);
    }
    return packed >>> 0;
  }

  /** The inverse of `pack`: the position in quanta lies within two cells of its cell. */
  unpack(words: Uint32Array, from: number, cellWord: number, points: Float64Array, at: number): void {
    for (let axis = 0; axis < 3; axis++) {
      const c = axis === 2 ? cellWord >>> 20 : (cellWord >>> (10 * axis)) & 1023;
      const quanta = (words[from + axis] - Math.imul(c & 3, QUANTA)) | 0;
      points[at + axis] = this.origin[axis] + (c + quanta / QUANTA) * this.size[axis];
    }
  }
}
