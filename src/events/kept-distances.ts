// SPDX-License-Identifier: MIT
/**
 * Distances of pairs. A pair that is far apart compared with its travel since the last query gets a lower bound
 * instead: event detection needs to know only that such pairs have not met.
 */
import { PAIR_TEXT } from '../kernel/kernel.ts';
import { F } from '../kernel/memory.ts';
import type { Pose } from '../math/pose.ts';
import { chosenKernel, contact } from '../narrow-phase/contact.ts';
import { POSE_A, POSE_B, queryPair, RESULT, writePose } from '../narrow-phase/kernel-query.ts';
import { kernelBlock } from '../shapes/kernel-memory/kernel-block.ts';
import type { ContactPiece, ContactPieces } from './contact-pieces.ts';

/**
 * Algorithm of the distances in event-driven simulations. `mpr`: Neumayr & Otter 2017, section 4. Half-spaces have no
 * support mapping and always use `default`.
 */
export type DistanceQuery = 'default' | 'mpr';

/** Signed distance of two pieces, by the default query or by Minkowski portal refinement. */
export function pairDistance(query: DistanceQuery, a: ContactPiece, poseA: Pose, b: ContactPiece, poseB: Pose): number {
  const isMpr = query === 'mpr' && a.shape.kind !== 'halfSpace' && b.shape.kind !== 'halfSpace';
  if (isMpr) return contact(a.shape, poseA, b.shape, poseB, { algorithm: 'mpr' }).distance;
  // Poses of pieces are checked and unit already, which `distance` could not know.
  const engine = chosenKernel(PAIR_TEXT, undefined);
  writePose(POSE_A, poseA);
  writePose(POSE_B, poseB);
  queryPair(engine, kernelBlock(a.shape), POSE_A, kernelBlock(b.shape), POSE_B, 0, Infinity, RESULT);
  return F[RESULT];
}

/** A bound must be at least this fraction of the last distance; bounds on slopes are then almost as sharp. */
const LEAST_SHARE = 0.75;
/** Distance, then centre and orientation of both pieces when it was computed. */
const STRIDE = 15;

/** Pairs in the order of their slots, and the stored data of each. */
export interface KeptDistancesState {
  readonly count: number;
  readonly pairs: Float64Array;
  readonly kept: Float64Array;
}

export class KeptDistances {
  readonly #pieces: ContactPieces;
  readonly #query: DistanceQuery;
  readonly #slots = new Map<number, number>();
  #kept = new Float64Array(64 * STRIDE);
  /** Distances computed so far. */
  count = 0;

  constructor(pieces: ContactPieces, query: DistanceQuery) {
    this.#pieces = pieces;
    this.#query = query;
  }

  /**
   * Distance of the placed pieces i and j minus `offset`, or a value between that and zero: for separated pairs a lower
   * bound above `enough`, for overlapping pairs an upper bound (depths change by no more than points move, too).
   */
  signed(pair: number, i: number, j: number, offset: number, enough: number): number {
    let slot = this.#slots.get(pair);
    if (slot === undefined) {
      slot = this.#slots.size;
      this.#slots.set(pair, slot);
      this.#makeRoom(slot + 1);
    } else if (this.#query === 'default') {
      const at = slot * STRIDE;
      const before = this.#kept[at] - offset;
      const moved = this.#moved(i, at + 1) + this.#moved(j, at + 8);
      // To compute it again would give the same bits.
      if (moved === 0) return before;
      if (moved <= (1 - LEAST_SHARE) * Math.abs(before)) {
        if (before < 0) return before + moved;
        if (before - moved > enough) return before - moved;
      }
    }
    const { pieces, poses } = this.#pieces;
    this.count++;
    const distance = pairDistance(this.#query, pieces[i], poses[i], pieces[j], poses[j]);
    const at = slot * STRIDE;
    this.#kept[at] = distance;
    this.#keep(i, at + 1);
    this.#keep(j, at + 8);
    return distance - offset;
  }

  /** Complete state for later queries. */
  save(): KeptDistancesState {
    const pairs = Float64Array.from(this.#slots.keys());
    return { count: this.count, pairs, kept: this.#kept.slice(0, pairs.length * STRIDE) };
  }

  restore({ count, pairs, kept }: KeptDistancesState): void {
    this.count = count;
    this.#slots.clear();
    pairs.forEach((pair, slot) => {
      this.#slots.set(pair, slot);
    });
    this.#makeRoom(pairs.length);
    this.#kept.set(kept);
  }

  #keep(piece: number, at: number): void {
    if (this.#pieces.pieces[piece].body < 0) return;
    const kept = this.#kept;
    const { centres } = this.#pieces;
    const q = this.#pieces.poses[piece].orientation;
    for (let k = 0; k < 3; k++) kept[at + k] = centres[3 * piece + k];
    kept[at + 3] = q.w;
    kept[at + 4] = q.x;
    kept[at + 5] = q.y;
    kept[at + 6] = q.z;
  }

  /** Upper bound of the displacement of the piece's points since then. */
  #moved(piece: number, at: number): number {
    const { body, radius } = this.#pieces.pieces[piece];
    if (body < 0) return 0;
    const kept = this.#kept;
    const { centres } = this.#pieces;
    const { orientation: q }: Pose = this.#pieces.poses[piece];
    const dx = centres[3 * piece] - kept[at];
    const dy = centres[3 * piece + 1] - kept[at + 1];
    const dz = centres[3 * piece + 2] - kept[at + 2];
    const dw = q.w - kept[at + 3];
    const dp = q.x - kept[at + 4];
    const dq = q.y - kept[at + 5];
    const dr = q.z - kept[at + 6];
    // A turn by an angle changes the quaternion by 2 sin(angle / 4), or more where its sign has changed, and moves
    // points by 2 sin(angle / 2) of the radius.
    const turn = 2 * Math.sqrt(dw * dw + dp * dp + dq * dq + dr * dr);
    return Math.sqrt(dx * dx + dy * dy + dz * dz) + radius * turn;
  }

  #makeRoom(count: number): void {
    if (this.#kept.length >= count * STRIDE) return;
    const kept = new Float64Array(2 * count * STRIDE);
    kept.set(this.#kept);
    this.#kept = kept;
  }
}
