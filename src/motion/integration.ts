// SPDX-License-Identifier: MIT
/**
 * Integration from event to event: steps of a method until a zero-crossing function changes its sign, which is located
 * on the continuous solution and at which the integration stops, so that the model may change; it then starts again
 * (Neumayr & Otter 2017, section 2). An event's time is the end of its bracket: the functions that crossed are on their
 * new side there.
 */
import { InvalidOptionError } from '../errors.ts';
import { CrossingSample } from './crossing-sample.ts';
import { EventStorm, newStorm, type StormLimits, type StormState } from './event-storm.ts';
import { type IntegrationFailure, integrationFailure } from './integration-failure.ts';
import type { ZeroCrossings } from './ode-system.ts';
import { type MethodState, type OneStepMethod, shortestStep } from './one-step-method.ts';
import { RootSearch, type RootStatistics } from './root-search.ts';

/** Limits and events of an integration. */
export interface IntegrationOptions {
  /** s; default: none. */
  readonly longestStep?: number;
  /** Default 1e7. */
  readonly mostSteps?: number;
  /** Width of the bracket of an event, s; default and least: four roundings of the time. */
  readonly eventTolerance?: number;
  /** Default: 20 events of one function within 1e-9 of the time that `advance` was asked for, or 1e5 in all. */
  readonly storm?: Partial<StormLimits> | 'none';
  /** Steps that count as taken before; default 0. */
  readonly stepsBefore?: number;
  /** What a function is called for the detection of storms; default: its index. Asked at the time of an event. */
  label?(index: number): number;
  /**
   * Told every step after it was taken, up to its end or to the event in it; `interpolate` is good between both times.
   */
  onStep?(from: number, to: number, interpolate: (t: number, out: Float64Array) => void): void;
}

/** A function that crossed. */
export interface Crossing {
  readonly index: number;
  /** True when it became positive. */
  readonly isRising: boolean;
}

/** How a call of `advance` ended: at the time, at an event, in a storm of events, or by a failure. */
export type Advance =
  /** `time` is as asked for. */
  | { readonly kind: 'end'; readonly time: number }
  /** All functions that crossed within one bracket. The state may be changed by `restart` before going on. */
  | { readonly kind: 'event'; readonly time: number; readonly crossings: readonly Crossing[] }
  /**
   * Like an event, but one of these functions crosses again and again while time stands still; the integration may be
   * given up.
   */
  | {
      readonly kind: 'storm';
      readonly time: number;
      readonly crossings: readonly Crossing[];
      readonly label: number;
      readonly count: number;
    }
  | { readonly kind: 'failure'; readonly failure: IntegrationFailure };

/** Steps across a kink, as a share of the first one that crossed it: what they get wrong falls with the square. */
const SHARE_AT_KINK = 1e-3;

/** All that an integration depends on besides its options and its model. */
export interface IntegrationState {
  readonly time: number;
  readonly state: Float64Array;
  readonly method: MethodState;
  readonly storm: StormState | undefined;
  readonly steps: number;
  readonly needsStart: boolean;
  readonly firstStep: number | undefined;
  readonly kink: number;
  readonly kinkStep: number;
  readonly roots: RootStatistics;
}

const NO_CROSSINGS: ZeroCrossings = { count: 0, prepare: () => Infinity, evaluate: () => {} };

/**
 * Advances a system of equations in time and stops at its zero crossings.
 *
 * @example
 * ```ts
 * import { DormandPrince, Integration } from 'scree/dem';
 *
 * const decay = { size: 1, derivatives: (_t, y, out) => void (out[0] = -y[0]) };
 * const method = new DormandPrince(decay, { relativeTolerance: 1e-9, absoluteTolerance: 1e-12 });
 * const integration = new Integration(method, 0, Float64Array.of(1));
 * console.log(integration.advance(1).kind, integration.state[0].toFixed(6)); // end 0.367879
 * ```
 */
export class Integration {
  readonly #method: OneStepMethod;
  readonly #crossings: ZeroCrossings;
  readonly #options: IntegrationOptions;
  readonly #search: RootSearch;
  readonly #start = new CrossingSample();
  readonly #end = new CrossingSample();
  readonly #state: Float64Array;
  readonly #interpolate: (t: number, out: Float64Array) => void;
  #storm: EventStorm | undefined;
  #time: number;
  #steps = 0;
  #needsStart = true;
  #firstStep: number | undefined;
  /** Where a kink is expected, and how long steps may be there. */
  #kink = Number.NaN;
  #kinkStep = 0;

  /**
   * Starts at the time `t`, s, with the state `y`.
   *
   * @throws InvalidOptionError for options that are not positive.
   */
  constructor(
    method: OneStepMethod,
    t: number,
    y: Float64Array,
    crossings: ZeroCrossings = NO_CROSSINGS,
    options: IntegrationOptions = {},
  ) {
    this.#method = method;
    this.#crossings = crossings;
    this.#options = options;
    requirePositive(options.longestStep, 'longestStep');
    requirePositive(options.mostSteps, 'mostSteps');
    this.#state = y.slice();
    this.#time = t;
    const { eventTolerance = 0, stepsBefore = 0 } = options;
    this.#steps = stepsBefore;
    this.#interpolate = (at, out) => method.interpolate(at, out);
    this.#search = new RootSearch(crossings, method.size, eventTolerance, this.#interpolate);
  }

  /** s */
  get time(): number {
    return this.#time;
  }

  /** At `time`. Changed by `restart` only. */
  get state(): Float64Array {
    return this.#state;
  }

  get method(): OneStepMethod {
    return this.#method;
  }

  /** Evaluations of the zero-crossing functions, and intervals in which two changes of one are not excluded. */
  get rootStatistics() {
    return this.#search.statistics;
  }

  /** Goes on from another state, or from the same one with a model that has changed. */
  restart(y: Float64Array = this.#state, firstStep?: number): void {
    if (y !== this.#state) this.#state.set(y);
    this.#needsStart = true;
    this.#firstStep = firstStep;
  }

  /** Back to a time within the last step, to go on from there with another model or shorter steps. */
  goBack(t: number): void {
    this.interpolate(t, this.#state);
    this.#time = t;
    this.#kink = Number.NaN;
    this.restart(this.#state, this.nextStep);
  }

  /** Length that the next step would be tried with, s; undefined where that is to be found at a start. */
  get nextStep(): number | undefined {
    return this.#needsStart ? this.#firstStep : this.#method.proposedStep;
  }

  /** Steps so far, those before included. */
  get steps(): number {
    return this.#steps;
  }

  /**
   * Integrates to `until` (s) or to the first event before it. After an event the integration starts again by itself.
   *
   * @throws InvalidOptionError for a time that is not finite or before the present one.
   */
  advance(until: number): Advance {
    if (!(until >= this.#time && until < Infinity)) {
      throw new InvalidOptionError(
        'out-of-range',
        `until: expected a finite time of at least ${this.#time}, got ${until}`,
      );
    }
    this.#storm ??= this.#newStorm(until - this.#time);
    while (this.#time < until) {
      const end = this.step(until);
      if (end !== undefined) return end;
    }
    return { kind: 'end', time: until };
  }

  /**
   * One step, not beyond `until` (s; default: as far as the error allows). Undefined when there was neither an event
   * nor a failure. Where it crossed a kink it is taken back, to be taken again up to there.
   */
  step(until = Infinity): Exclude<Advance, { readonly kind: 'end' }> | undefined {
    this.#storm ??= this.#newStorm(until - this.#time);
    if (this.#needsStart) {
      const failure = this.#method.start(this.#time, this.#state, this.#firstStep);
      if (failure !== undefined) return { kind: 'failure', failure };
      this.#state.set(this.#method.state);
      this.#needsStart = false;
    }
    const trusted = this.#crossings.prepare(this.#time, this.#state);
    const longest = Math.min(this.#options.longestStep ?? Infinity, trusted, this.#longestAtKink());
    const limit = Math.min(until, this.#time + longest);
    const { mostSteps = 1e7 } = this.#options;
    const failure =
      this.#steps >= mostSteps
        ? integrationFailure('too-many-steps', this.#time, -1, this.#method.proposedStep)
        : this.#method.step(limit);
    if (failure !== undefined) return { kind: 'failure', failure };
    this.#steps++;
    return this.#eventOfStep();
  }

  /** The solution at a time within the last step, up to `time`. */
  interpolate(t: number, out: Float64Array): void {
    if (t === this.#time) out.set(this.#state);
    else this.#method.interpolate(t, out);
  }

  save(): IntegrationState {
    return {
      time: this.#time,
      state: this.#state.slice(),
      steps: this.#steps,
      method: this.#method.save(),
      storm: this.#storm?.save(),
      needsStart: this.#needsStart,
      firstStep: this.#firstStep,
      kink: this.#kink,
      kinkStep: this.#kinkStep,
      roots: { ...this.#search.statistics },
    };
  }

  /** Goes on from a state that an integration with the same model and options has saved, with the same bits. */
  restore(saved: IntegrationState): void {
    this.#time = saved.time;
    this.#state.set(saved.state);
    this.#steps = saved.steps;
    this.#method.restore(saved.method);
    this.#storm = saved.storm && new EventStorm(saved.storm.limits, saved.storm.records);
    this.#needsStart = saved.needsStart;
    this.#firstStep = saved.firstStep;
    this.#kink = saved.kink;
    this.#kinkStep = saved.kinkStep;
    Object.assign(this.#search.statistics, saved.roots);
  }

  /** Looks for an event in the step just taken, and moves time and state to it or to the step's end. */
  #eventOfStep(): ReturnType<Integration['step']> {
    const method = this.#method;
    const from = this.#time;
    let isEvent = false;
    if (this.#crossings !== NO_CROSSINGS) {
      this.#start.take(this.#crossings, from, this.#state);
      this.#search.sample(this.#end, method.time);
      isEvent = this.#search.find(this.#start, this.#end);
    }
    if (isEvent && this.#takesAgain()) return undefined;
    if (isEvent || this.#time > this.#kink) this.#kink = Number.NaN;
    this.#time = isEvent ? this.#search.after.time : method.time;
    if (isEvent) method.interpolate(this.#time, this.#state);
    else this.#state.set(method.state);
    this.#options.onStep?.(from, this.#time, this.#interpolate);
    if (!isEvent) return undefined;
    this.#needsStart = true;
    this.#firstStep = undefined;
    return this.#report();
  }

  /**
   * Goes back to the start of the step that was just taken where it crossed a kink: it is taken again up to there, and
   * then in short steps, of which the one that crosses is no worse than the tolerance asks for.
   */
  #takesAgain(): boolean {
    const { before, after } = this.#search;
    if (!Number.isNaN(this.#kink) || this.#crossings.hasKink === undefined) return false;
    let hasKink = false;
    for (let i = 0; i < after.count; i++) {
      if (before.values[i] > 0 !== after.values[i] > 0) hasKink ||= this.#crossings.hasKink(i);
    }
    if (!hasKink) return false;
    this.#kink = before.time;
    this.#kinkStep = Math.max(SHARE_AT_KINK * (this.#method.time - this.#time), 4 * shortestStep(this.#method.time));
    this.#needsStart = true;
    this.#firstStep = Math.max(before.time - this.#time, this.#kinkStep);
    return true;
  }

  /** Up to the kink that is expected, and in short steps from there on; Infinity when none is. */
  #longestAtKink(): number {
    if (Number.isNaN(this.#kink)) return Infinity;
    const left = this.#kink - this.#time;
    return left > this.#kinkStep ? left : this.#kinkStep;
  }

  #report(): NonNullable<ReturnType<Integration['step']>> {
    const { before, after } = this.#search;
    const crossings: Crossing[] = [];
    for (let i = 0; i < after.count; i++) {
      const isRising = after.values[i] > 0;
      if (before.values[i] > 0 !== isRising) crossings.push({ index: i, isRising });
    }
    const time = this.#time;
    for (const { index } of crossings) {
      const label = this.#options.label?.(index) ?? index;
      if (this.#storm?.note(label, time)) {
        return { kind: 'storm', time, crossings, label, count: this.#storm.count(label) };
      }
    }
    return { kind: 'event', time, crossings };
  }

  #newStorm(span: number): EventStorm | undefined {
    const { storm } = this.#options;
    return storm === 'none' ? undefined : newStorm(span, storm);
  }
}

function requirePositive(value: number | undefined, name: string): void {
  if (value === undefined || value > 0) return;
  throw new InvalidOptionError('out-of-range', `options.${name}: expected a number > 0, got ${value}`);
}
