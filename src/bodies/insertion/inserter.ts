// SPDX-License-Identifier: MIT
/**
 * One insertion at work: draws bodies, seeks places for them and says where they go (random sequential addition: a place is taken if
 * nothing is there yet). Kind and size of a body that waits are kept, so that a crowded region does not favour the small ones.
 */
import { IDENTITY_QUATERNION, type Quaternion } from '../../math/quaternion.ts';
import type { Random, RandomState } from '../../math/random.ts';
import type { Vector3 } from '../../math/vector.ts';
import { DueSteps } from './due-steps.ts';
import { type Candidate, FreeSpace, type Surroundings } from './free-space.ts';
import { DEFAULT_ATTEMPTS, type InsertionProgress, type InsertionSpec } from './insertion-spec.ts';
import { type Region, regionOf } from './region.ts';
import { drawIndex, drawSize, sizeRange } from './size-distribution.ts';

/** A body that has been drawn: number among the insertion's shapes, and factor on its size. */
export interface DrawnBody {
  readonly kind: number;
  readonly scale: number;
}

/** A drawn body with its place. */
export interface InsertedBody extends DrawnBody {
  /** Of the centre of mass. */
  readonly place: Vector3;
  readonly orientation: Quaternion;
}

/** What goes into a saved state. */
export interface InserterState {
  readonly random: RandomState;
  readonly inserted: number;
  /** Times at which bodies were due and that are over, and the step of the last one. */
  readonly times: number;
  readonly step: number;
  readonly waiting: DrawnBody | null;
}

/** How one call of `insert` went. */
export interface InsertionOutcome {
  readonly placed: number;
  /** Due, but without a place. */
  readonly waiting: number;
}

export class Inserter {
  readonly spec: InsertionSpec;
  readonly region: Region;
  readonly #candidates: readonly Candidate[];
  readonly #dueSteps: DueSteps;
  readonly #random: Random;
  readonly #reach: number;
  #inserted = 0;
  #due = 0;
  #times = 0;
  #step = -1;
  #waiting: DrawnBody | null = null;

  /** `candidates` are the insertion's shapes, in their order. */
  constructor(spec: InsertionSpec, candidates: readonly Candidate[], timeStep: number, random: Random) {
    this.spec = spec;
    this.region = regionOf(spec.region);
    this.#candidates = candidates;
    this.#dueSteps = new DueSteps(spec, timeStep);
    this.#random = random;
    this.#reach = Math.max(...candidates.map(({ radius }, k) => radius * sizeRange(spec.shapes[k]?.scale).largest));
  }

  /** Step at which there is something to do; infinite when there is nothing more. */
  get nextStep(): number {
    const isDone = this.#inserted >= (this.spec.count ?? Infinity);
    return isDone ? Infinity : Math.max(this.#step + 1, this.#dueSteps.stepOf(this.#times));
  }

  get progress(): InsertionProgress {
    return { name: this.spec.name, inserted: this.#inserted, waiting: this.#due - this.#inserted };
  }

  /** Seeks places for all bodies that are due at a step, in turn, and calls `add` with each that has found one. */
  insert(step: number, surroundings: Surroundings, add: (body: InsertedBody) => void): InsertionOutcome {
    const { min, max } = this.region;
    const before = this.#inserted;
    this.#due = this.#dueSteps.bodiesThrough(step);
    const space = new FreeSpace(surroundings, min, max, this.#reach);
    while (this.#inserted < this.#due) {
      this.#waiting ??= this.#draw();
      const body = this.#seek(this.#waiting, space);
      if (body === undefined) break;
      add(body);
      this.#inserted += 1;
      this.#waiting = null;
    }
    this.#times = this.#dueSteps.timesThrough(step);
    this.#step = step;
    return { placed: this.#inserted - before, waiting: this.#due - this.#inserted };
  }

  save(): InserterState {
    const random = this.#random.state;
    return { random, inserted: this.#inserted, times: this.#times, step: this.#step, waiting: this.#waiting };
  }

  restore({ random, inserted, times, step, waiting }: InserterState): void {
    this.#random.state = random;
    this.#inserted = inserted;
    this.#times = times;
    this.#step = step;
    this.#waiting = waiting;
    this.#due = this.#dueSteps.bodiesThrough(step);
  }

  #draw(): DrawnBody {
    const { shapes } = this.spec;
    const kind = drawIndex(shapes, ({ weight }) => weight, this.#random);
    return { kind, scale: drawSize(shapes[kind]?.scale, this.#random) };
  }

  #seek(drawn: DrawnBody, space: FreeSpace): InsertedBody | undefined {
    const candidate = this.#candidates[drawn.kind];
    if (candidate === undefined) return undefined;
    const { attempts = DEFAULT_ATTEMPTS, randomOrientation = false } = this.spec;
    for (let k = 0; k < attempts; k++) {
      const place = this.region.draw(this.#random);
      const orientation = randomOrientation ? this.#random.rotation() : IDENTITY_QUATERNION;
      if (!space.hasRoom(candidate, drawn.scale, place, orientation)) continue;
      space.occupy(candidate, drawn.scale, place, orientation);
      return { ...drawn, place, orientation };
    }
    return undefined;
  }
}
