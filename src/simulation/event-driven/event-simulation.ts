// SPDX-License-Identifier: MIT
/**
 * Rigid bodies, free or in trees of joints, with contacts as events, integrated with variable steps and error control
 * (Neumayr & Otter 2017). Suited for few bodies with occasional contacts, and where event times and trajectories need a
 * given accuracy. For many bodies in lasting contact use `Simulation`.
 */
import { InvalidOptionError, SceneError } from '../../errors.ts';
import { type ContactBody, ContactPieces } from '../../events/contact-pieces.ts';
import { type ContactEvent, type ContactWrench, requireLaws } from '../../events/contact-system.ts';
import { type Vector3, ZERO_VECTOR } from '../../math/vector.ts';
import { EventStorm, newStorm } from '../../motion/event-storm.ts';
import {
  bodyLoads,
  bodyMotion,
  DAMPING_LOSS,
  FRICTION_LOSS,
  LOSS_COUNT,
  ROLLING_LOSS,
} from '../../motion/mechanical-system.ts';
import type { JointLimits } from '../../multibody/joint-limits.ts';
import type { JointState } from '../../multibody/joint-state.ts';
import type { PointSpringState } from '../../multibody/point-springs.ts';
import { fingerprintOf, type SpecFingerprint } from '../state/spec-fingerprint.ts';
import type { RestoreOptions } from '../state/state-container.ts';
import type { EventSimulationSpec } from './event-simulation-spec.ts';
import type {
  EventBodyState,
  EventRunEnd,
  EventStatistics,
  LimitEvent,
  SavedEventSimulation,
} from './event-simulation-views.ts';
import type { Island } from './island.ts';
import { Islands } from './islands.ts';
import { type MovingBodies, movingBodies } from './moving-bodies.ts';
import { pairLaws } from './pair-laws.ts';
import { decodeState, encodeState } from './state-bytes.ts';

export type { EventBodyState, EventRunEnd, EventStatistics, LimitEvent } from './event-simulation-views.ts';

/**
 * A simulation with variable steps and error control that stops at the start and end of each contact.
 *
 * @example
 * ```ts
 * import { halfSpace, sphere } from 'scree/contact';
 * import { EventSimulation } from 'scree/dem';
 *
 * const simulation = new EventSimulation({
 *   gravity: [0, 0, -10],
 *   law: { point: { stiffness: 1e5 } },
 *   bodies: [
 *     { name: 'ball', shape: sphere({ radius: 0.1 }), density: 1000, position: [0, 0, 0.6] },
 *     { name: 'floor', shape: halfSpace({ normal: [0, 0, 1], offset: 0 }), fixed: true },
 *   ],
 * });
 * simulation.advance(0.4, ({ time, isBeginning }) => {
 *   if (isBeginning) console.log(time.toFixed(4)); // 0.3162
 * });
 * ```
 */
export class EventSimulation {
  readonly #names: readonly string[];
  readonly #bodies: MovingBodies;
  readonly #limits: JointLimits | undefined;
  readonly #pieces: ContactPieces;
  readonly #islands: Islands;
  readonly #events: ContactEvent[] = [];
  readonly #limitEvents: LimitEvent[] = [];
  readonly #stormLimits: EventSimulationSpec['storm'];
  #storm: EventStorm | undefined;
  /** The present time, at most the time that all bodies have reached. */
  #time = 0;
  /** Of the present where it is shown. */
  readonly #state: Float64Array;
  #isShown = false;
  /** Numbers of events before the state that the simulation was restored from. */
  #earlier = { contacts: 0, limits: 0 };
  readonly #spec: EventSimulationSpec;
  #fingerprint: SpecFingerprint | undefined;

  /** @throws SceneError for bodies, joints and laws that cannot be simulated with variable steps. */
  constructor(spec: EventSimulationSpec) {
    this.#spec = spec;
    const { bodies, tolerance = 1e-6 } = spec;
    this.#names = bodies.map(({ name }, i) => name ?? `bodies[${i}]`);
    this.#bodies = movingBodies(spec, this.#names);
    const { system, numbers, poses, acceleration, size, start, partOf } = this.#bodies;
    const contactBodies: ContactBody[] = bodies.map(({ shape }, i) => {
      const body = numbers[i];
      return { name: this.#names[i], shape, ...(body === undefined ? { pose: poses[i] } : { body }) };
    });
    this.#pieces = new ContactPieces(contactBodies, (a, b) => this.#bodies.areApart(a, b));
    const lawOf = pairLaws(spec, this.#names);
    requireLaws(this.#pieces, lawOf);
    const { limits } = this.#bodies.joined?.system ?? {};
    this.#limits = limits !== undefined && limits.count > 0 ? limits : undefined;
    const { method, longestStep, mostSteps } = spec;
    this.#islands = new Islands(
      {
        pieces: this.#pieces,
        lawOf,
        tolerance,
        limits: this.#limits,
        crossings: { acceleration, hysteresis: tolerance * size, ...spec.contacts },
        shared: {
          motion: bodyMotion(system.bodyCount),
          loads: { ...bodyLoads(system.bodyCount), losses: new Float64Array(LOSS_COUNT) },
        },
        options: {
          ...(method && { method }),
          ...(longestStep !== undefined && { longestStep }),
          ...(mostSteps !== undefined && { mostSteps }),
        },
        systemOf: (members) => partOf?.(members) ?? system,
        isCoordinate: (index) => this.#bodies.isCoordinate(index),
      },
      ...[system.bodyCount, start, partOf === undefined || spec.islands === 'one'],
    );
    this.#stormLimits = spec.storm;
    this.#state = start.slice();
    this.#beginLimits(start);
    this.#events.push(...this.#islands.begin());
  }

  /**
   * Restores a saved state; the simulation continues with the same bits. `changed` lists sections that may differ:
   * `gravity`, `longestStep`, `mostSteps`.
   *
   * @throws SimulationError that names the differences if the spec is not the saved one.
   */
  static restore(spec: EventSimulationSpec, bytes: Uint8Array, options: RestoreOptions = {}): EventSimulation {
    const { value, spec: fingerprint } = decodeState(bytes, fingerprintOf({ ...spec }), options);
    const saved = value as SavedEventSimulation;
    const simulation = new EventSimulation(spec);
    simulation.#fingerprint = fingerprint;
    simulation.#islands.restore(saved.islands);
    // The integrator keeps derivatives, which belong to the old gravity.
    if (options.changed?.includes('gravity'))
      for (const { integration } of simulation.#islands.all) integration.restart();
    if (saved.limits !== null) simulation.#limits?.restore(saved.limits);
    simulation.#storm = saved.storm === null ? undefined : new EventStorm(saved.storm.limits, saved.storm.records);
    simulation.#time = saved.time;
    simulation.#events.length = 0;
    simulation.#limitEvents.length = 0;
    simulation.#earlier = { contacts: saved.contactEvents, limits: saved.limitEvents };
    return simulation;
  }

  /** The whole state as bytes; events so far are only counted. */
  save(): Uint8Array {
    const saved: SavedEventSimulation = {
      time: this.#time,
      size: this.#state.length,
      contactEvents: this.#earlier.contacts + this.#events.length,
      limitEvents: this.#earlier.limits + this.#limitEvents.length,
      islands: this.#islands.save(),
      storm: this.#storm?.save() ?? null,
      limits: this.#limits?.save() ?? null,
    };
    this.#fingerprint ??= fingerprintOf({ ...this.#spec });
    return encodeState(saved, this.#fingerprint);
  }

  /** s */
  get time(): number {
    return this.#time;
  }

  /** Beginnings and ends of contacts and stops so far, also those before a state that was restored. */
  get eventCount(): number {
    const { contacts, limits } = this.#earlier;
    return contacts + limits + this.#events.length + this.#limitEvents.length;
  }

  /** All beginnings and ends of contacts so far, in the order of time; those at the start have its time. */
  get events(): readonly ContactEvent[] {
    return this.#events;
  }

  /** All times at which joints met and left their stops so far, in the order of time. */
  get limitEvents(): readonly LimitEvent[] {
    return this.#limitEvents;
  }

  /**
   * The integrator's state: 13 numbers a moving body (src/motion/free-bodies.ts), or with joints all coordinates, then
   * all velocities (src/multibody/multibody-system.ts).
   */
  get state(): Float64Array {
    if (!this.#isShown) this.#islands.stateAt(this.#time, this.#state);
    this.#isShown = true;
    return this.#state;
  }

  /**
   * Runs to a time (s), through all events before it, and ends a step there; calls back after each event.
   *
   * @throws InvalidOptionError for a time that is not finite or before the present one; SimulationError for more pairs
   * in contact than the limit allows.
   */
  advance(until: number, onEvent?: (event: ContactEvent) => void): EventRunEnd {
    return this.#run(until, until, Infinity, onEvent);
  }

  /**
   * Runs to a time (s) by at most `mostSteps` steps. Steps are as long as the error allows and may end later; the state
   * at the time is that of the continuous solution. So the motion has the same bits for any output times. `end` with an
   * earlier time means that the steps were used up.
   *
   * @throws InvalidOptionError for a time that is not finite or before the present one; SimulationError for more
   * contacts than there are zero-crossing functions, where their number may not grow.
   */
  advanceThrough(until: number, mostSteps = Infinity, onEvent?: (event: ContactEvent) => void): EventRunEnd {
    return this.#run(until, Infinity, mostSteps, onEvent);
  }

  #run(until: number, limit: number, mostSteps: number, onEvent?: (event: ContactEvent) => void): EventRunEnd {
    this.#requireLater(until);
    this.#storm ??= newStorm(limit - this.#time, this.#stormLimits);
    for (let taken = 0; ; taken++) {
      const storm = this.#advanceTo(until, onEvent);
      if (storm !== undefined) return storm;
      if (this.#time >= until || taken >= mostSteps) return { kind: 'end', time: this.#time };
      this.#isShown = false;
      const failure = this.#islands.step(limit);
      if (failure !== undefined) return { kind: 'failure', time: this.#time, failure };
    }
  }

  #requireLater(until: number): void {
    if (until >= this.#time && until < Infinity) return;
    const message = `until: expected a finite time of at least ${this.#time}, got ${until}`;
    throw new InvalidOptionError('out-of-range', message);
  }

  /** Moves the present to `time`, or to the time that all bodies have reached if that is earlier; applies events. */
  #advanceTo(time: number, onEvent?: (event: ContactEvent) => void): EventRunEnd | undefined {
    const { front } = this.#islands;
    this.#time = Math.max(this.#time, Math.min(time, front));
    this.#isShown = false;
    if (this.#time < front) return undefined;
    const due = this.#islands.all.filter((island) => island.pending !== undefined && island.front === front);
    if (due.length === 0) return undefined;
    const labels: number[] = [];
    const events = due.flatMap((island) => this.#applyEvent(island, front, labels));
    events.sort((x, y) => x.pair - y.pair);
    for (const event of events) {
      this.#events.push(event);
      onEvent?.(event);
    }
    // All are counted; the first that makes a storm is reported.
    const storms = labels.filter((label) => this.#storm?.note(label, front));
    return storms.length === 0 ? undefined : this.#stormAt(front, storms[0]);
  }

  /** Applies the event at the end of an island's last step; adds the labels of the pairs and stops involved. */
  #applyEvent(island: Island, time: number, labels: number[]): readonly ContactEvent[] {
    const { pending, integration } = island;
    island.pending = undefined;
    if (pending === undefined) return [];
    for (const { index, isBeginning } of pending.limits) {
      this.#changeLimit(time, index, isBeginning, integration.state);
      labels.push(-2 - index);
    }
    for (const { pair } of pending.changes) labels.push(pair);
    const events = island.contacts.change(time, integration.state, pending.changes);
    island.system.project?.(time, integration.state);
    integration.restart();
    return events;
  }

  #stormAt(time: number, label: number): EventRunEnd {
    const events = this.#storm?.count(label) ?? 0;
    if (label < -1) return { kind: 'limit-storm', time, joint: this.#jointOfLimit(-2 - label), events };
    const { pieces } = this.#pieces;
    const first = Math.floor(label / pieces.length);
    const bodies = [first, label - first * pieces.length].map((piece) => this.#names[pieces[piece].owner]);
    return { kind: 'storm', time, pair: label, bodies: bodies as [string, string], events };
  }

  /** State of the body at an index of the list. */
  body(index: number): EventBodyState {
    const body = this.#bodies.numbers[index];
    if (body === undefined) {
      const fixed = this.#bodies.poses[index];
      return { pose: fixed, centreOfMass: fixed.position, velocity: ZERO_VECTOR, angularVelocity: ZERO_VECTOR };
    }
    const { state } = this;
    const { positions, orientations, angularVelocities } = this.#islands.motion;
    const vectorAt = (values: Float64Array): Vector3 => ({
      x: values[3 * body],
      y: values[3 * body + 1],
      z: values[3 * body + 2],
    });
    const centre = this.#bodies.centreOf(this.time, state, body);
    const [w, x, y, z] = orientations.subarray(4 * body, 4 * body + 4);
    return {
      pose: { position: vectorAt(positions), orientation: { w, x, y, z } },
      centreOfMass: centre.position,
      velocity: centre.velocity,
      angularVelocity: vectorAt(angularVelocities),
    };
  }

  /**
   * State of a joint by name, with its present forces, contacts included.
   *
   * @throws SceneError for an unknown name.
   */
  joint(name: string): JointState {
    const { joined } = this.#bodies;
    const index = joined?.jointNames.indexOf(name) ?? -1;
    if (joined === undefined || index < 0) {
      throw new SceneError('unknown-joint', `no joint is called "${name}"`, { name });
    }
    const { state } = this;
    this.#islands.all[0]?.contacts.derivatives(this.time, state, new Float64Array(state.length));
    return joined.system.joint(index, this.time, state);
  }

  /**
   * State of a spring between points by its name.
   *
   * @throws SceneError for an unknown name.
   */
  spring(name: string): PointSpringState {
    const { joined } = this.#bodies;
    const index = joined?.springNames.indexOf(name) ?? -1;
    if (joined === undefined || index < 0) {
      throw new SceneError('unknown-spring', `no spring is called "${name}"`, { name });
    }
    return joined.system.spring(index, this.time, this.state);
  }

  /**
   * Pairs of bodies in contact now, with the speed of their impact (m/s) and the forces between them, in ascending
   * order of their pieces.
   */
  contacts(): readonly ContactWrench[] {
    const found = this.#islands.all.flatMap((island) => {
      const wrenches = island.contacts.wrenches(this.#time, island.stateAt(this.#time));
      return wrenches.map((wrench, i) => ({ wrench, pair: island.contacts.contacts[i]?.pair ?? 0 }));
    });
    return found.sort((x, y) => x.pair - y.pair).map(({ wrench }) => wrench);
  }

  /** Elastic energy of the contacts, J. */
  contactEnergy(): number {
    this.energy();
    return this.#islands.all.reduce((sum, { contacts }) => sum + contacts.elasticEnergy, 0);
  }

  /**
   * Kinetic, potential and elastic energy, springs and stops included, J. It changes only by damping, friction, drives
   * and integration errors.
   */
  energy(): number {
    const time = this.#time;
    return this.#islands.all.reduce((sum, island) => sum + island.contacts.energy(time, island.stateAt(time)), 0);
  }

  /** What contacts have lost so far, J; dampers, stops and drives of joints are not in it. */
  losses(): { readonly friction: number; readonly damping: number; readonly rolling: number } {
    const lost = this.#islands.losses(this.#time);
    return { friction: lost[FRICTION_LOSS], damping: lost[DAMPING_LOSS], rolling: lost[ROLLING_LOSS] };
  }

  statistics(): EventStatistics {
    const { all } = this.#islands;
    return {
      ...this.#islands.counts(),
      events: this.#earlier.contacts + this.#events.length,
      functions: Math.max(...all.map(({ contacts }) => contacts.crossings.count)),
      islands: all.length,
    };
  }

  #jointOfLimit(index: number): string {
    return this.#bodies.joined?.jointNames[this.#limits?.limits[index]?.joint ?? -1] ?? '';
  }

  /** Stops that are reached at the start of the run. */
  #beginLimits(y: Float64Array): void {
    const z = new Float64Array(this.#limits?.count ?? 0);
    this.#limits?.evaluate(0, y, z);
    z.forEach((value, index) => {
      if (!(value > 0)) this.#changeLimit(0, index, true, y);
    });
  }

  #changeLimit(time: number, index: number, isBeginning: boolean, state: Float64Array): void {
    if (this.#limits === undefined) return;
    this.#limits.set(index, isBeginning, state);
    const side = this.#limits.limits[index].isLow ? 'low' : 'high';
    this.#limitEvents.push({ time, joint: this.#jointOfLimit(index), side, isBeginning });
  }
}
