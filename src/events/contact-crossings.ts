// SPDX-License-Identifier: MIT
/**
 * Signed distances of placed bodies as zero-crossing functions: broad phase, distances, and which pairs touch. A pair in contact ends it only when the
 * bodies are apart by the hysteresis, so that rounding does not begin and end a contact again and again. Slopes are bounded by the speeds of
 * the bodies, and steps by how far they travel, so that no pair passes unseen.
 */
import type { Pose } from '../math/pose.ts';
import { transformPoint } from '../math/pose.ts';
import { inverseRotate } from '../math/quaternion.ts';
import { addScaled, dot, type Vector3 } from '../math/vector.ts';
import { type BodyMotion, bodyMotion, type MechanicalSystem } from '../motion/mechanical-system.ts';
import type { ZeroCrossings } from '../motion/ode-system.ts';
import { BoxSweep } from '../neighbours/box-sweep.ts';
import { ContactPairs, type OverflowPolicy, type PairSource, type PairsState } from './contact-pairs.ts';
import type { ContactPieces } from './contact-pieces.ts';
import type { OrderedMap } from './ordered-map.ts';
import { type DistanceQuery, pairDistance } from './pair-distance.ts';

export interface CrossingOptions {
  /** Default: `default`, the query of `distance`. */
  readonly query?: DistanceQuery;
  /** First number of zero-crossing functions, n_z; default 100. */
  readonly functions?: number;
  /** Default `enlarge`. */
  readonly overflow?: OverflowPolicy;
  /** Contacts end at this gap, m; default 1e-9 of the radius of the smallest moving piece. */
  readonly hysteresis?: number;
  /** Pairs nearer than this are watched, m; default: the diameter of the largest moving piece. No step moves a body by more than half of it. */
  readonly reach?: number;
  /** Largest acceleration to be expected within a step besides that of contacts, m/s2; default 10. */
  readonly acceleration?: number;
}

/** Which pairs touch, and which are watched. */
export interface CrossingsState {
  readonly touching: Float64Array;
  readonly pairs: PairsState;
  readonly distanceCount: number;
}

const DEFAULT_HYSTERESIS = 1e-9;
const AXES: readonly Vector3[] = [
  { x: 1, y: 0, z: 0 },
  { x: 0, y: 1, z: 0 },
  { x: 0, y: 0, z: 1 },
];

export class ContactCrossings implements ZeroCrossings, PairSource {
  readonly pieces: ContactPieces;
  readonly motion: BodyMotion;
  readonly hysteresis: number;
  readonly #system: MechanicalSystem;
  readonly #pairs: ContactPairs;
  readonly #query: DistanceQuery;
  readonly #reach: number;
  readonly #acceleration: number;
  readonly #sweep: BoxSweep;
  /** Pieces of the sweep, half-spaces, and moving pieces. */
  readonly #finite: readonly number[];
  readonly #halfSpaces: readonly number[];
  readonly #moving: readonly number[];
  /** Pairs in contact. */
  readonly #touching = new Set<number>();
  readonly #placedState: Float64Array;
  #placedTime = Number.NaN;
  /** Distances computed so far. */
  distanceCount = 0;

  constructor(system: MechanicalSystem, pieces: ContactPieces, options: CrossingOptions = {}) {
    this.pieces = pieces;
    this.motion = bodyMotion(system.bodyCount);
    this.#system = system;
    this.#query = options.query ?? 'default';
    const { smallest, largest } = pieces;
    this.hysteresis = options.hysteresis ?? DEFAULT_HYSTERESIS * (smallest < Infinity ? smallest : 1);
    this.#reach = options.reach ?? 2 * (largest > 0 ? largest : 1);
    this.#acceleration = options.acceleration ?? 10;
    const all = pieces.pieces.map((_, i) => i);
    this.#finite = all.filter((i) => pieces.pieces[i].shape.kind !== 'halfSpace');
    this.#halfSpaces = all.filter((i) => pieces.pieces[i].shape.kind === 'halfSpace');
    this.#moving = this.#finite.filter((i) => pieces.pieces[i].body >= 0);
    this.#sweep = new BoxSweep(this.#finite.length);
    this.#placedState = new Float64Array(system.size);
    this.#pairs = new ContactPairs(this, options.functions ?? 100, options.overflow);
    this.#placeFixedBoxes();
  }

  get count(): number {
    return this.#pairs.count;
  }

  /** Pairs of the broad phase at the time placed last. */
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

  /** Changes the side of a pair: in contact from now on, or apart. */
  setTouching(pair: number, isTouching: boolean): void {
    if (isTouching) this.#touching.add(pair);
    else this.#touching.delete(pair);
    this.#pairs.changed();
  }

  save(): CrossingsState {
    return {
      touching: Float64Array.from(this.#touching),
      pairs: this.#pairs.save(),
      distanceCount: this.distanceCount,
    };
  }

  restore({ touching, pairs, distanceCount }: CrossingsState): void {
    this.#touching.clear();
    for (const pair of touching) this.#touching.add(pair);
    this.#pairs.restore(pairs);
    this.distanceCount = distanceCount;
    this.#placedTime = Number.NaN;
  }

  /** Brings the bodies to state y at time t, unless they are there. */
  place(t: number, y: Float64Array): void {
    let isSame = t === this.#placedTime;
    for (let i = 0; isSame && i < y.length; i++) isSame = y[i] === this.#placedState[i];
    if (isSame) return;
    this.#placedTime = t;
    this.#placedState.set(y);
    this.#system.place(t, y, this.motion);
    this.pieces.place(this.motion);
    this.#pairs.changed();
  }

  prepare(t: number, y: Float64Array): number {
    this.place(t, y);
    this.#pairs.selectContactPairs(0.5 * this.#reach);
    let speed = 0;
    for (const piece of this.#moving) speed = Math.max(speed, this.pieces.speedBound(piece));
    // Two bodies may each move half the way: v h + a h^2 / 2 = way / 2.
    const way = Math.min(this.#reach, Math.max(this.#pairs.selectionReach, 1e-6 * this.#reach));
    const own = this.#system.largestAcceleration?.(t, y) ?? 0;
    const acceleration = own > this.#acceleration ? own : this.#acceleration;
    return way / (speed + Math.sqrt(speed * speed + acceleration * way));
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

  /** Forces of a contact end with it, and most of them bend there; before a contact there is nothing. */
  hasKink(index: number): boolean {
    return this.#touching.has(this.#pairs.pairOf(index));
  }

  forEachPair(selected: OrderedMap, visit: (pair: number, z: number) => void): void {
    const n = this.pieces.pieces.length;
    const seen = new Set<number>();
    const offer = (i: number, j: number): void => {
      const pair = i < j ? i * n + j : j * n + i;
      if (seen.has(pair)) return;
      seen.add(pair);
      visit(pair, this.#crossing(pair));
    };
    this.#placeMovingBoxes();
    const found = this.#sweep.pairs();
    for (let k = 0; k < found.length; k += 2) {
      const i = this.#finite[found[k]];
      const j = this.#finite[found[k + 1]];
      if (this.pieces.mayTouch(i, j)) offer(i, j);
    }
    for (const wall of this.#halfSpaces) {
      for (const piece of this.#moving) {
        if (this.pieces.mayTouch(wall, piece) && this.#heightOver(wall, piece) <= this.#reach) offer(wall, piece);
      }
    }
    selected.forEach((pair) => {
      const [i, j] = this.piecesOf(pair);
      offer(i, j);
    });
  }

  #crossing(pair: number): number {
    const [i, j] = this.piecesOf(pair);
    const { pieces, poses } = this.pieces;
    this.distanceCount++;
    const distance = pairDistance(this.#query, pieces[i], poses[i], pieces[j], poses[j]);
    return this.#touching.has(pair) ? distance - this.hysteresis : distance;
  }

  /** Of the ball around a piece over a half-space. */
  #heightOver(wall: number, piece: number): number {
    const { shape } = this.pieces.pieces[wall];
    if (shape.kind !== 'halfSpace') return 0;
    const pose: Pose = this.pieces.poses[wall];
    const surface = transformPoint(pose, addScaled({ x: 0, y: 0, z: 0 }, shape.normal, shape.offset));
    const inner = inverseRotate(pose.orientation, addScaled(this.pieces.centre(piece), surface, -1));
    return dot(inner, shape.normal) - this.pieces.pieces[piece].radius;
  }

  #placeMovingBoxes(): void {
    this.#finite.forEach((piece, at) => {
      const { body, radius } = this.pieces.pieces[piece];
      if (body < 0) return;
      const centre = this.pieces.centre(piece);
      const half = radius + 0.5 * this.#reach;
      this.#setBox(
        at,
        addScaled(centre, { x: half, y: half, z: half }, -1),
        addScaled(centre, { x: half, y: half, z: half }, 1),
      );
    });
  }

  /** Fixed pieces have their own boxes, since floors are flat and their balls are not. */
  #placeFixedBoxes(): void {
    const half = 0.5 * this.#reach;
    this.#finite.forEach((piece, at) => {
      const { body, shape } = this.pieces.pieces[piece];
      if (body >= 0) return;
      const pose = this.pieces.poses[piece];
      const end = (axis: Vector3, sign: number): number => {
        const direction = inverseRotate(pose.orientation, addScaled({ x: 0, y: 0, z: 0 }, axis, sign));
        return dot(axis, transformPoint(pose, shape.support(direction))) + sign * half;
      };
      const [low, high] = [-1, 1].map((sign) => AXES.map((axis) => end(axis, sign)));
      this.#setBox(at, { x: low[0], y: low[1], z: low[2] }, { x: high[0], y: high[1], z: high[2] });
    });
  }

  #setBox(at: number, low: Vector3, high: Vector3): void {
    this.#sweep.boxes.set([low.x, low.y, low.z, high.x, high.y, high.z], 6 * at);
  }
}
