// SPDX-License-Identifier: MIT
/**
 * Signed distances of bodies as zero-crossing functions: broad phase, distances, and which pairs touch. A contact ends
 * only when the gap exceeds the hysteresis, so rounding cannot toggle it. Speeds bound the slopes and the steps, so no
 * pair passes unnoticed.
 */
import { type BodyMotion, bodyMotion, type MechanicalSystem } from '../motion/mechanical-system.ts';
import type { ZeroCrossings } from '../motion/ode-system.ts';
import { ContactPairs, type OverflowPolicy, type PairSource, type PairsState } from './contact-pairs.ts';
import type { ContactPieces } from './contact-pieces.ts';
import { type DistanceQuery, KeptDistances, type KeptDistancesState } from './kept-distances.ts';
import { NearPairs } from './near-pairs.ts';
import type { OrderedMap } from './ordered-map.ts';

/** How the zero crossings of the distances of pairs are found. */
export interface CrossingOptions {
  /** Default: `default`, as in `distance`. */
  readonly query?: DistanceQuery;
  /** Initial number of zero-crossing functions, n_z; default 100. */
  readonly functions?: number;
  /** Default `enlarge`. */
  readonly overflow?: OverflowPolicy;
  /** Contacts end at this gap, m; default 1e-9 of the radius of the smallest moving piece. */
  readonly hysteresis?: number;
  /**
   * Pairs closer than this are tracked, m; default: the diameter of the largest moving piece. No step moves a body by
   * more than half of it.
   */
  readonly reach?: number;
  /** Largest expected acceleration within a step, without contacts, m/s2; default 10. */
  readonly acceleration?: number;
}

/** Pairs in contact and tracked pairs. */
export interface CrossingsState {
  readonly touching: Float64Array;
  readonly pairs: PairsState;
  readonly distances: KeptDistancesState;
}

const DEFAULT_HYSTERESIS = 1e-9;

/** Pairs closer than this are tracked, m. */
export function watchedReach({ largest }: ContactPieces, { reach }: CrossingOptions): number {
  return reach ?? 2 * (largest > 0 ? largest : 1);
}

export class ContactCrossings implements ZeroCrossings, PairSource {
  readonly pieces: ContactPieces;
  readonly motion: BodyMotion;
  readonly hysteresis: number;
  readonly #system: MechanicalSystem;
  readonly #pairs: ContactPairs;
  readonly #query: DistanceQuery;
  readonly #reach: number;
  readonly #acceleration: number;
  readonly #near: NearPairs;
  readonly #distances: KeptDistances;
  /** Pairs in contact. */
  readonly #touching = new Set<number>();
  readonly #placedState: Float64Array;
  #placedTime = Number.NaN;

  /** `motion` holds the placed bodies; systems with different members may share it. */
  constructor(
    system: MechanicalSystem,
    pieces: ContactPieces,
    options: CrossingOptions = {},
    motion = bodyMotion(system.bodyCount),
  ) {
    this.pieces = pieces;
    this.motion = motion;
    this.#system = system;
    this.#query = options.query ?? 'default';
    const { smallest } = pieces;
    this.hysteresis = options.hysteresis ?? DEFAULT_HYSTERESIS * (smallest < Infinity ? smallest : 1);
    this.#reach = watchedReach(pieces, options);
    this.#acceleration = options.acceleration ?? 10;
    this.#near = new NearPairs(pieces, this.#reach, system.members);
    this.#distances = new KeptDistances(pieces, this.#query);
    this.#placedState = new Float64Array(system.size);
    this.#pairs = new ContactPairs(this, options.functions ?? 100, options.overflow);
  }

  get count(): number {
    return this.#pairs.count;
  }

  /** Distances computed so far. */
  get distanceCount(): number {
    return this.#distances.count;
  }

  /** Pairs of the broad phase at the last placed time. */
  get candidateCount(): number {
    return this.#pairs.candidateCount;
  }

  /** Pair of a function; -1 for none. */
  pairOf(index: number): number {
    return this.#pairs.pairOf(index);
  }

  /** The two pieces of a pair. */
  piecesOf(pair: number): readonly [number, number] {
    const n = this.pieces.pieces.length;
    const first = Math.floor(pair / n);
    return [first, pair - first * n];
  }

  describe(pair: number): string {
    const [a, b] = this.piecesOf(pair).map((piece) => this.pieces.bodies[this.pieces.pieces[piece].owner].name);
    return `${a} and ${b}`;
  }

  isTouching(pair: number): boolean {
    return this.#touching.has(pair);
  }

  get touchingCount(): number {
    return this.#touching.size;
  }

  /** Switches a pair between contact and separation. */
  setTouching(pair: number, isTouching: boolean): void {
    if (isTouching) this.#touching.add(pair);
    else this.#touching.delete(pair);
    this.#pairs.changed();
  }

  /** Starts with these pairs in contact and no selection. */
  adopt(touching: readonly number[]): void {
    this.#touching.clear();
    for (const pair of touching) this.#touching.add(pair);
    this.#pairs.changed();
  }

  /** Calls back with the pairs of placed moving bodies that are at most `gap` apart; `gap` is at most the reach. */
  forEachNear(gap: number, visit: (bodyA: number, bodyB: number) => void): void {
    const { pieces } = this.pieces;
    this.#near.update();
    this.#near.forEach((pair, isNear) => {
      const [i, j] = this.piecesOf(pair);
      const [a, b] = [pieces[i].body, pieces[j].body];
      if (isNear && a >= 0 && b >= 0 && this.#distances.signed(pair, i, j, 0, gap) <= gap) visit(a, b);
    });
  }

  save(): CrossingsState {
    return {
      touching: Float64Array.from(this.#touching),
      pairs: this.#pairs.save(),
      distances: this.#distances.save(),
    };
  }

  restore({ touching, pairs, distances }: CrossingsState): void {
    this.#touching.clear();
    for (const pair of touching) this.#touching.add(pair);
    this.#pairs.restore(pairs);
    this.#distances.restore(distances);
    this.#placedTime = Number.NaN;
  }

  /** Places the bodies at state y and time t, unless they are already there. */
  place(t: number, y: Float64Array): void {
    let isSame = t === this.#placedTime;
    // What is behind the state of the system, such as losses, moves no body.
    const { length } = this.#placedState;
    for (let i = 0; isSame && i < length; i++) isSame = y[i] === this.#placedState[i];
    if (isSame) return;
    this.#placedTime = t;
    this.#placedState.set(y.length === length ? y : y.subarray(0, length));
    this.#system.place(t, y, this.motion);
    this.pieces.place(this.motion, this.#near.moving);
    this.#pairs.changed();
  }

  prepare(t: number, y: Float64Array): number {
    this.place(t, y);
    this.#pairs.selectContactPairs(0.5 * this.#reach);
    let speed = 0;
    for (const piece of this.#near.moving) speed = Math.max(speed, this.pieces.speedBound(piece));
    // Two bodies may each move half the way: v h + a h^2 / 2 = way / 2.
    const reach = Math.min(this.#reach, Math.max(this.#pairs.selectionReach, 1e-6 * this.#reach));
    const own = this.#system.largestAcceleration?.(t, y) ?? 0;
    const acceleration = own > this.#acceleration ? own : this.#acceleration;
    return reach / (speed + Math.sqrt(speed * speed + acceleration * reach));
  }

  evaluate(t: number, y: Float64Array, z: Float64Array): void {
    this.place(t, y);
    this.#pairs.getDistances(z);
  }

  slopeBounds(t: number, y: Float64Array, out: Float64Array): void {
    this.place(t, y);
    for (let i = 0; i < this.#pairs.count; i++) {
      const pair = this.#pairs.pairOf(i);
      if (pair < 0) {
        out[i] = 0;
        continue;
      }
      const [a, b] = this.piecesOf(pair);
      // The depth of a contact may jump in the portal refinement, and its sign does not depend on it.
      out[i] = this.#touching.has(pair) && this.#query === 'mpr' ? 0 : this.pieces.approachBound(a, b);
    }
  }

  /** Contacts have a kink: their forces end with them, mostly abruptly in the slope. Separated pairs have no force. */
  hasKink(index: number): boolean {
    return this.#touching.has(this.#pairs.pairOf(index));
  }

  forEachPair(selected: OrderedMap, visit: (pair: number, z: number) => void, isSelecting = false): void {
    // While pairs are selected, distances decide about their order; within a step, it is enough that pairs have not
    // met.
    const enough = isSelecting ? 0.5 * this.#reach : 0;
    this.#near.update();
    this.#near.forEach((pair, isNear) => {
      if (isNear || selected.get(pair, 0) !== undefined) visit(pair, this.#crossing(pair, enough));
    });
    selected.forEach((pair) => {
      if (!this.#near.isListed(pair)) visit(pair, this.#crossing(pair, enough));
    });
  }

  #crossing(pair: number, enough: number): number {
    const n = this.pieces.pieces.length;
    const i = Math.floor(pair / n);
    return this.#distances.signed(pair, i, pair - i * n, this.#touching.has(pair) ? this.hysteresis : 0, enough);
  }
}
