// SPDX-License-Identifier: MIT
/**
 * Broad phase: sort and sweep over boxes enlarged by a margin, repeated when a piece has moved by the margin. A step
 * evaluates distances about ten times while most bodies hardly move. Pairs beyond the reach are skipped, so results do
 * not depend on when the list was built.
 */
import { transformPoint } from '../math/pose.ts';
import { inverseRotate } from '../math/quaternion.ts';
import { addScaled, dot, type Vector3, ZERO_VECTOR } from '../math/vector.ts';
import { BoxSweep } from '../neighbours/box-sweep.ts';
import type { ContactPieces } from './contact-pieces.ts';

const AXES: readonly Vector3[] = [
  { x: 1, y: 0, z: 0 },
  { x: 0, y: 1, z: 0 },
  { x: 0, y: 0, z: 1 },
];
/** Margin of the list relative to the reach. */
const MARGIN = 0.5;

export class NearPairs {
  readonly #pieces: ContactPieces;
  readonly #reach: number;
  readonly #margin: number;
  readonly #sweep: BoxSweep;
  /** Pieces of the sweep, half-spaces, and moving pieces. */
  readonly #finite: readonly number[];
  readonly #halfSpaces: readonly number[];
  readonly #moving: readonly number[];
  /**
   * Bounding boxes of all pieces enlarged by half the reach, 6 numbers each; ball centres at the last rebuild, 3 each.
   */
  readonly #boxes: Float64Array;
  readonly #listedAt: Float64Array;
  /** A point and the outward normal of each half-space, in the world; they are fixed. */
  readonly #planes = new Map<number, readonly [Vector3, Vector3]>();
  #list: number[] = [];
  #listed = new Set<number>();
  /** Number of rebuilds of the list. */
  listCount = 0;

  /** `members`: the moving bodies to include; default all. */
  constructor(pieces: ContactPieces, reach: number, members?: readonly number[]) {
    this.#pieces = pieces;
    this.#reach = reach;
    this.#margin = MARGIN * reach;
    const all = pieces.pieces.map((_, i) => i);
    const isMember = new Set(members ?? pieces.pieces.map(({ body }) => body));
    this.#finite = all.filter((i) => {
      const { shape, body } = pieces.pieces[i];
      return shape.kind !== 'halfSpace' && (body < 0 || isMember.has(body));
    });
    this.#halfSpaces = all.filter((i) => pieces.pieces[i].shape.kind === 'halfSpace');
    this.#moving = this.#finite.filter((i) => pieces.pieces[i].body >= 0);
    this.#sweep = new BoxSweep(this.#finite.length);
    this.#boxes = new Float64Array(6 * all.length);
    this.#listedAt = new Float64Array(3 * all.length).fill(Number.NaN);
    this.#placeFixedBoxes();
    this.#placePlanes();
  }

  /** Moving pieces except half-spaces. */
  get moving(): readonly number[] {
    return this.#moving;
  }

  /** True if a pair is in the list; other pairs are farther apart than the reach. */
  isListed(pair: number): boolean {
    return this.#listed.has(pair);
  }

  /** Must be called after the pieces have been placed. */
  update(): void {
    let isMoved = this.listCount === 0;
    const half = 0.5 * this.#reach;
    const { centres } = this.#pieces;
    for (const piece of this.#moving) {
      const x = centres[3 * piece];
      const y = centres[3 * piece + 1];
      const z = centres[3 * piece + 2];
      const r = this.#pieces.pieces[piece].radius + half;
      const at = 6 * piece;
      const boxes = this.#boxes;
      boxes[at] = x - r;
      boxes[at + 1] = y - r;
      boxes[at + 2] = z - r;
      boxes[at + 3] = x + r;
      boxes[at + 4] = y + r;
      boxes[at + 5] = z + r;
      const dx = x - this.#listedAt[3 * piece];
      const dy = y - this.#listedAt[3 * piece + 1];
      const dz = z - this.#listedAt[3 * piece + 2];
      if (!(dx * dx + dy * dy + dz * dz <= this.#margin * this.#margin)) isMoved = true;
    }
    if (isMoved) this.#makeList();
  }

  /** Calls back with every pair (i * pieces + j, i < j) whose boxes overlap, in ascending order of the list. */
  forEach(visit: (pair: number, isNear: boolean) => void): void {
    const n = this.#pieces.pieces.length;
    for (const pair of this.#list) {
      const i = Math.floor(pair / n);
      visit(pair, this.#isNear(i, pair - i * n));
    }
  }

  #isNear(i: number, j: number): boolean {
    const plane = this.#planes.get(i) ?? this.#planes.get(j);
    if (plane !== undefined) return this.#height(plane, this.#planes.has(i) ? j : i) <= this.#reach;
    const boxes = this.#boxes;
    for (let k = 0; k < 3; k++) {
      if (boxes[6 * i + k] > boxes[6 * j + 3 + k] || boxes[6 * j + k] > boxes[6 * i + 3 + k]) return false;
    }
    return true;
  }

  /** Gap between the bounding ball of a piece and a half-space. */
  #height([point, normal]: readonly [Vector3, Vector3], piece: number): number {
    const at = 6 * piece;
    const half = this.#pieces.pieces[piece].radius + 0.5 * this.#reach;
    const x = this.#boxes[at] + half - point.x;
    const y = this.#boxes[at + 1] + half - point.y;
    const z = this.#boxes[at + 2] + half - point.z;
    return x * normal.x + y * normal.y + z * normal.z - this.#pieces.pieces[piece].radius;
  }

  #makeList(): void {
    const n = this.#pieces.pieces.length;
    this.listCount++;
    this.#finite.forEach((piece, at) => {
      const margin = this.#pieces.pieces[piece].body < 0 ? 0 : this.#margin;
      for (let k = 0; k < 6; k++) {
        this.#sweep.boxes[6 * at + k] = this.#boxes[6 * piece + k] + (k < 3 ? -margin : margin);
      }
    });
    for (const piece of this.#moving) {
      this.#listedAt.set(this.#pieces.centres.subarray(3 * piece, 3 * piece + 3), 3 * piece);
    }
    const list: number[] = [];
    const offer = (i: number, j: number): void => {
      if (this.#pieces.mayTouch(i, j)) list.push(i < j ? i * n + j : j * n + i);
    };
    const found = this.#sweep.pairs();
    for (let k = 0; k < found.length; k += 2) offer(this.#finite[found[k]], this.#finite[found[k + 1]]);
    for (const wall of this.#halfSpaces) {
      const plane = this.#planes.get(wall);
      if (plane === undefined) continue;
      for (const piece of this.#moving) {
        if (this.#height(plane, piece) <= this.#reach + this.#margin) offer(wall, piece);
      }
    }
    this.#list = list;
    this.#listed = new Set(list);
  }

  /** Fixed pieces use their own boxes: a floor is flat, but its bounding ball is not. */
  #placeFixedBoxes(): void {
    const half = 0.5 * this.#reach;
    for (const piece of this.#finite) {
      const { body, shape } = this.#pieces.pieces[piece];
      if (body >= 0) continue;
      const pose = this.#pieces.poses[piece];
      [-1, 1].forEach((sign, side) => {
        AXES.forEach((axis, k) => {
          const direction = inverseRotate(pose.orientation, addScaled(ZERO_VECTOR, axis, sign));
          this.#boxes[6 * piece + 3 * side + k] =
            dot(axis, transformPoint(pose, shape.support(direction))) + sign * half;
        });
      });
    }
  }

  #placePlanes(): void {
    for (const wall of this.#halfSpaces) {
      const { shape } = this.#pieces.pieces[wall];
      if (shape.kind !== 'halfSpace') continue;
      const pose = this.#pieces.poses[wall];
      const point = transformPoint(pose, addScaled(ZERO_VECTOR, shape.normal, shape.offset));
      const tip = transformPoint(pose, addScaled(ZERO_VECTOR, shape.normal, shape.offset + 1));
      this.#planes.set(wall, [point, addScaled(tip, point, -1)]);
    }
  }
}
