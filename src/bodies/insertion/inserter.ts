// SPDX-License-Identifier: MIT
/**
 * Runs one insertion by random sequential addition: draws a body and tries random positions until one has no overlap. A
 * body without a position keeps its shape and size until the next attempt, so a crowded region does not favour small
 * bodies.
 */
import { power } from '../../math/elementary.ts';
import { IDENTITY_QUATERNION, type Quaternion } from '../../math/quaternion.ts';
import type { Random, RandomState } from '../../math/random.ts';
import type { StepClock } from '../../math/step-clock.ts';
import type { Vector3 } from '../../math/vector.ts';
import { DueSteps } from './due-steps.ts';
import { type Candidate, FreeSpace, type Surroundings } from './free-space.ts';
import { InsertedShares, type ShareCounts } from './inserted-shares.ts';
import { type Region, regionOf } from './insertion-region.ts';
import {
  DEFAULT_ATTEMPTS,
  type InsertionProgress,
  type InsertionRegionSpec,
  type InsertionSpec,
} from './insertion-spec.ts';
import { MassFlow } from './mass-flow.ts';
import { drawIndex, meanCube, type SizeSource, sizeRange, sizeSource } from './size-distribution.ts';

/** A drawn body: index of its shape, and scale factor. */
export interface DrawnBody {
  readonly kind: number;
  readonly scale: number;
}

/** A drawn body with its position. */
export interface InsertedBody extends DrawnBody {
  /** Position of the centre of mass. */
  readonly position: Vector3;
  readonly orientation: Quaternion;
}

/** Part of the saved state. */
export interface InserterState {
  readonly random: RandomState;
  readonly inserted: number;
  readonly mass: number;
  /** Number of past times at which bodies were due, and the step of the last one. */
  readonly times: number;
  readonly step: number;
  /** With a mass rate: the step of the next attempt. */
  readonly retry: number;
  /** The requested mass or porosity has been reached. */
  readonly isReached: boolean;
  readonly porosity: number | null;
  readonly waiting: DrawnBody | null;
  /** Bodies of each kind drawn so far; states of earlier versions have none of a kind that counts them. */
  readonly drawn?: readonly number[];
  /** What has come of each kind; states of earlier versions lack it. */
  readonly shares?: readonly ShareCounts[];
  /** Of a region that was filled. */
  readonly fraction?: number;
}

/** Result of one call of `insert`. */
interface InsertionOutcome {
  readonly placed: number;
  /** Due, but no position was found. */
  readonly waiting: number;
}

/** A shape that is inserted, at size 1. */
export interface InsertedKind extends Candidate {
  readonly volume: number;
  readonly mass: number;
}

/** Shares of the kinds by number, whatever their weights count. */
export function weightsByNumber(
  spec: InsertionSpec,
  kinds: readonly Pick<InsertedKind, 'volume' | 'mass'>[],
): number[] {
  const { weightsBy = 'number' } = spec;
  return spec.shapes.map(({ weight, scale }, k) => {
    return weightsBy === 'number' ? weight : weight / ((kinds[k]?.[weightsBy] ?? 1) * meanCube(scale));
  });
}

export class Inserter {
  readonly spec: InsertionSpec;
  #region: Region;
  /** The region where it is now. */
  #place: InsertionRegionSpec;
  readonly #kinds: readonly InsertedKind[];
  readonly #dueSteps: DueSteps;
  /** Undefined if bodies are inserted by number or all at once. */
  readonly #flow: MassFlow | undefined;
  readonly #random: Random;
  readonly #reach: number;
  readonly #sizes: readonly SizeSource[];
  /** Shares of the kinds by number. */
  readonly #weights: readonly number[];
  #drawn: number[];
  #inserted = 0;
  #mass = 0;
  #due = 0;
  #times = 0;
  #step = -1;
  #retry = 0;
  #isReached = false;
  #porosity: number | null = null;
  #waiting: DrawnBody | null = null;
  #fraction: number | undefined;
  readonly #shares: InsertedShares;

  /** `kinds` are the shapes of the insertion, in its order. */
  constructor(spec: InsertionSpec, kinds: readonly InsertedKind[], clock: StepClock, random: Random) {
    this.spec = spec;
    this.#place = spec.region;
    this.#region = regionOf(spec.region);
    this.#kinds = kinds;
    this.#dueSteps = new DueSteps(spec, clock);
    if (spec.massRate !== undefined) this.#flow = new MassFlow({ ...spec, massRate: spec.massRate }, clock);
    this.#random = random;
    this.#reach = Math.max(...kinds.map(({ radius }, k) => radius * sizeRange(spec.shapes[k]?.scale).largest));
    this.#sizes = spec.shapes.map(({ scale }) => sizeSource(scale, random));
    this.#drawn = spec.shapes.map(() => 0);
    this.#weights = weightsByNumber(spec, kinds);
    this.#shares = new InsertedShares(spec, kinds);
    // A flow of mass must know its next body to know when it is due.
    if (this.#flow !== undefined) this.#waiting = this.#draw();
  }

  get region(): Region {
    return this.#region;
  }

  /** The region where it is now: it may follow a wall. */
  get place(): InsertionRegionSpec {
    return this.#place;
  }

  set place(place: InsertionRegionSpec) {
    this.#place = place;
    this.#region = regionOf(place);
  }

  /** True if all bodies appear at once. */
  get isAtOnce(): boolean {
    return this.spec.rate === undefined && this.spec.massRate === undefined;
  }

  /** Step of the next insertion; infinite if there is none. */
  get nextStep(): number {
    if (this.#isReached || this.#inserted >= (this.spec.count ?? Infinity)) return Infinity;
    if (this.#flow === undefined) return Math.max(this.#step + 1, this.#dueSteps.stepOf(this.#times));
    const step = Math.max(this.#step + 1, this.#retry, this.#flow.stepOf(this.#mass, this.#massOf(this.#waiting)));
    return this.#flow.isOver(step) ? Infinity : step;
  }

  get progress(): InsertionProgress {
    const { name } = this.spec;
    const porosity = this.#porosity === null ? {} : { porosity: this.#porosity };
    const fraction = this.#fraction === undefined ? {} : { fraction: this.#fraction };
    const counts = { inserted: this.#inserted, mass: this.#mass, waiting: this.#waitingCount() };
    return { name, ...counts, ...porosity, ...fraction, kinds: this.#shares.progress };
  }

  /** Notes the bodies that fill the region, which were placed elsewhere; no further body is due. */
  noteFilled(bodies: readonly DrawnBody[], fraction: number): void {
    for (const body of bodies) this.#count(body);
    this.#fraction = fraction;
    this.#isReached = true;
    this.#step = 0;
    this.#times = 1;
  }

  /**
   * Searches positions for all bodies due at a step, one after the other, and calls `add` for each success. `solid` is
   * the volume of the bodies whose centres are already in the region.
   */
  insert(step: number, surroundings: Surroundings, solid: number, add: (body: InsertedBody) => void): InsertionOutcome {
    const { min, max } = this.region;
    const before = this.#inserted;
    let volume = solid;
    this.#step = step;
    this.#due = this.#dueAfter(this.#dueSteps.timesThrough(step));
    const space = new FreeSpace(surroundings, min, max, this.#reach, this.spec.places === 'shapes');
    while (this.#isNextDue(step, volume)) {
      this.#waiting ??= this.#draw();
      if (this.#isBeyondMass(this.#waiting)) {
        this.#isReached = true;
        break;
      }
      const body = this.#seek(this.#waiting, space);
      if (body === undefined) break;
      add(body);
      this.#count(body);
      volume += (this.#kinds[body.kind]?.volume ?? 0) * power(body.scale, 3);
      this.#waiting = this.#flow === undefined ? null : this.#draw();
    }
    this.#times = this.#dueSteps.timesThrough(step);
    if (this.#flow !== undefined && this.#isNextDue(step, volume)) {
      this.#retry = step + this.#flow.stepsFor(this.#massOf(this.#waiting));
    }
    if (this.isAtOnce && this.region.volume > 0) this.#porosity = 1 - volume / this.region.volume;
    return { placed: this.#inserted - before, waiting: this.#waitingCount() };
  }

  save(): InserterState {
    return {
      random: this.#random.state,
      inserted: this.#inserted,
      mass: this.#mass,
      times: this.#times,
      step: this.#step,
      retry: this.#retry,
      isReached: this.#isReached,
      porosity: this.#porosity,
      waiting: this.#waiting,
      drawn: [...this.#drawn],
      shares: this.#shares.save(),
      ...(this.#fraction !== undefined && { fraction: this.#fraction }),
    };
  }

  restore(state: InserterState): void {
    const { random, inserted, mass, times, step, retry, isReached, porosity, waiting, drawn, shares } = state;
    this.#random.state = random;
    this.#inserted = inserted;
    this.#mass = mass;
    this.#times = times;
    this.#step = step;
    this.#retry = retry;
    this.#isReached = isReached;
    this.#porosity = porosity;
    this.#waiting = waiting;
    if (drawn !== undefined) this.#drawn = [...drawn];
    if (shares !== undefined) this.#shares.restore(shares);
    this.#fraction = state.fraction;
    // Not from the step, whose time another clock may have counted.
    this.#due = this.#dueAfter(times);
  }

  /** Bodies due after this number of times. */
  #dueAfter(times: number): number {
    const due = this.#flow === undefined ? this.#dueSteps.bodiesAfter(times) : Infinity;
    return Math.min(due, this.spec.count ?? Infinity);
  }

  #isNextDue(step: number, solid: number): boolean {
    const { porosity } = this.spec;
    if (porosity !== undefined && 1 - solid / this.region.volume <= porosity) this.#isReached = true;
    if (this.#isReached || this.#inserted >= this.#due) return false;
    return this.#flow === undefined || this.#flow.stepOf(this.#mass, this.#massOf(this.#waiting)) <= step;
  }

  /** True if adding the body would increase the difference from the requested total mass. */
  #isBeyondMass(body: DrawnBody): boolean {
    return this.#mass + 0.5 * this.#massOf(body) > (this.spec.mass ?? Infinity);
  }

  #count(body: DrawnBody): void {
    const mass = this.#massOf(body);
    this.#inserted += 1;
    this.#mass += mass;
    this.#shares.add(body.kind, body.scale, mass);
  }

  #massOf(body: DrawnBody | null): number {
    return body === null ? 0 : (this.#kinds[body.kind]?.mass ?? 0) * power(body.scale, 3);
  }

  #waitingCount(): number {
    const rest = this.#due - this.#inserted;
    if (this.#isReached || rest === 0) return 0;
    // Without a number of bodies no more is known than that the next one has found no place.
    if (this.#flow === undefined) return rest < Infinity ? rest : 1;
    const mass = this.#massOf(this.#waiting);
    if (this.#flow.stepOf(this.#mass, mass) > this.#step) return 0;
    return 1 + Math.floor(Math.max(0, this.#flow.massThrough(this.#step) - this.#mass - 0.5 * mass) / mass);
  }

  #draw(): DrawnBody {
    const kind = drawIndex(this.#weights, (weight) => weight, this.#random);
    const number = this.#drawn[kind] ?? 0;
    this.#drawn[kind] = number + 1;
    return { kind, scale: this.#sizes[kind]?.draw(number, this.#random) ?? 1 };
  }

  #seek(drawn: DrawnBody, space: FreeSpace): InsertedBody | undefined {
    const candidate = this.#kinds[drawn.kind];
    if (candidate === undefined) return undefined;
    const { attempts = DEFAULT_ATTEMPTS, randomOrientation = false } = this.spec;
    for (let k = 0; k < attempts; k++) {
      const position = this.region.draw(this.#random);
      const orientation = randomOrientation ? this.#random.rotation() : IDENTITY_QUATERNION;
      if (!space.hasRoom(candidate, drawn.scale, position, orientation)) continue;
      space.occupy(candidate, drawn.scale, position, orientation);
      return { ...drawn, position, orientation };
    }
    return undefined;
  }
}
