// SPDX-License-Identifier: MIT
/**
 * Rigid bodies, free or in trees of joints, with contacts as events, integrated with variable steps and error control (Neumayr & Otter 2017). For few bodies that touch from time to time, and
 * where times and trajectories must be as exact as asked for; for many bodies in lasting contact take `Simulation`. It stands with the other
 * time loops because it is one: the layers below know bodies, contacts and integrators, and this puts them together.
 */
import { InvalidOptionError, SceneError, SimulationError } from '../../errors.ts';
import { type ContactBody, ContactPieces } from '../../events/contact-pieces.ts';
import { type ContactEvent, ContactSystem, type ContactWrench } from '../../events/contact-system.ts';
import { type Vector3, ZERO_VECTOR } from '../../math/vector.ts';
import { DormandPrince } from '../../motion/dormand-prince.ts';
import { FREE_BODY_STRIDE } from '../../motion/free-bodies.ts';
import { type Advance, Integration } from '../../motion/integration.ts';
import { JoinedCrossings } from '../../motion/joined-crossings.ts';
import type { OneStepMethod } from '../../motion/one-step-method.ts';
import { Radau } from '../../motion/radau.ts';
import { SwitchingMethod } from '../../motion/switching-method.ts';
import type { JointLimits } from '../../multibody/joint-limits.ts';
import type { JointState } from '../../multibody/joint-state.ts';
import type { PointSpringState } from '../../multibody/point-springs.ts';
import type { EventSimulationSpec } from './event-simulation-spec.ts';
import type {
  EventBodyState,
  EventRunEnd,
  EventStatistics,
  LimitEvent,
  PendingEvent,
  SavedEventSimulation,
} from './event-simulation-views.ts';
import { type MovingBodies, movingBodies } from './moving-bodies.ts';
import { pairLaws } from './pair-laws.ts';
import { decodeState, encodeState } from './state-bytes.ts';

export type { EventBodyState, EventRunEnd, EventStatistics, LimitEvent } from './event-simulation-views.ts';

/** Beyond this the dense matrices of the stiff method cost more than the short steps of the other. */
const MOST_STIFF_UNKNOWNS = 30 * FREE_BODY_STRIDE;

export class EventSimulation {
  readonly #names: readonly string[];
  readonly #bodies: MovingBodies;
  readonly #limits: JointLimits | undefined;
  readonly #system: ContactSystem;
  readonly #integration: Integration;
  readonly #events: ContactEvent[] = [];
  readonly #limitEvents: LimitEvent[] = [];
  /** The present, at most the time that the integration has come to. */
  #time = 0;
  readonly #state: Float64Array;
  #pending: PendingEvent | undefined;
  /** Numbers of events before the state that the simulation was restored from. */
  #earlier = { contacts: 0, limits: 0 };

  constructor(spec: EventSimulationSpec) {
    const { bodies, tolerance = 1e-6 } = spec;
    this.#names = bodies.map(({ name }, i) => name ?? `bodies[${i}]`);
    this.#bodies = movingBodies(spec, this.#names);
    const { system, numbers, poses, acceleration, size, start } = this.#bodies;
    const contactBodies: ContactBody[] = bodies.map(({ shape }, i) => {
      const body = numbers[i];
      return { name: this.#names[i], shape, ...(body === undefined ? { pose: poses[i] } : { body }) };
    });
    const options = { acceleration, hysteresis: tolerance * size, ...spec.contacts };
    const pieces = new ContactPieces(contactBodies, (a, b) => this.#bodies.areApart(a, b));
    this.#system = new ContactSystem(system, pieces, pairLaws(spec, this.#names), options);
    const { limits } = this.#bodies.joined?.system ?? {};
    this.#limits = limits !== undefined && limits.count > 0 ? limits : undefined;
    const { crossings } = this.#system;
    const all = this.#limits === undefined ? crossings : new JoinedCrossings(this.#limits, crossings);
    const { storm, longestStep, mostSteps = 1e5 } = spec;
    this.#integration = new Integration(this.#method(spec, tolerance), 0, start, all, {
      ...(storm && { storm }),
      ...(longestStep !== undefined && { longestStep }),
      mostSteps,
      label: (index) => this.#label(index),
    });
    this.#state = start.slice();
    this.#beginLimits(start);
    this.#events.push(...this.#system.begin(0, start));
  }

  /** A simulation that goes on from a saved state with the same bits; the spec is that of the simulation that was saved. */
  static restore(spec: EventSimulationSpec, bytes: Uint8Array): EventSimulation {
    const simulation = new EventSimulation(spec);
    const saved = decodeState(bytes) as SavedEventSimulation;
    if (saved.state.length !== simulation.#state.length) {
      const message = `saved state: has ${saved.state.length} numbers, the bodies of the spec ${simulation.#state.length}; it belongs to another simulation`;
      throw new SimulationError('bad-state', message);
    }
    simulation.#integration.restore(saved.integration);
    simulation.#system.restore(saved.system);
    if (saved.limits !== null) simulation.#limits?.restore(saved.limits);
    simulation.#time = saved.time;
    simulation.#state.set(saved.state);
    simulation.#pending = saved.pending ?? undefined;
    simulation.#events.length = 0;
    simulation.#limitEvents.length = 0;
    simulation.#earlier = { contacts: saved.contactEvents, limits: saved.limitEvents };
    return simulation;
  }

  /** The whole state as bytes; events so far are only counted. */
  save(): Uint8Array {
    const saved: SavedEventSimulation = {
      ...{ time: this.#time, state: this.#state, pending: this.#pending ?? null },
      contactEvents: this.#earlier.contacts + this.#events.length,
      limitEvents: this.#earlier.limits + this.#limitEvents.length,
      integration: this.#integration.save(),
      system: this.#system.save(),
      limits: this.#limits?.save() ?? null,
    };
    return encodeState(saved);
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

  /** The integrator's state: 13 numbers a moving body (src/motion/free-bodies.ts), or with joints all coordinates, then all velocities (src/multibody/multibody-system.ts). */
  get state(): Float64Array {
    return this.#state;
  }

  /** Runs to a time (s), through all events on the way, and ends a step there; calls back after each event. */
  advance(until: number, onEvent?: (event: ContactEvent) => void): EventRunEnd {
    this.#requireLater(until);
    for (;;) {
      const storm = this.#lookAt(until, onEvent);
      if (storm !== undefined) return storm;
      if (this.#time >= until) return { kind: 'end', time: until };
      const result: Advance = this.#integration.advance(until);
      if (result.kind === 'failure') {
        this.#lookAt(until);
        return { kind: 'failure', time: this.#time, failure: result.failure };
      }
      this.#note(result);
    }
  }

  /**
   * Runs to a time (s) by at most `mostSteps` steps. Steps are as long as the error allows and go beyond that time, where the state is that of the continuous solution:
   * the motion has the same bits whatever times it is looked at. `end` with an earlier time means that the steps were used up.
   */
  advanceThrough(until: number, mostSteps = Infinity, onEvent?: (event: ContactEvent) => void): EventRunEnd {
    this.#requireLater(until);
    for (let taken = 0; ; taken++) {
      const storm = this.#lookAt(until, onEvent);
      if (storm !== undefined) return storm;
      if (this.#time >= until || taken >= mostSteps) return { kind: 'end', time: this.#time };
      const result = this.#integration.step();
      if (result?.kind === 'failure') return { kind: 'failure', time: this.#time, failure: result.failure };
      if (result !== undefined) this.#note(result);
    }
  }

  #requireLater(until: number): void {
    if (until >= this.#time && until < Infinity) return;
    const message = `until: expected a finite time of at least ${this.#time}, got ${until}`;
    throw new InvalidOptionError('out-of-range', message);
  }

  /** Functions have their numbers until the next step: what they stand for is noted now. */
  #note(result: Exclude<Advance, { readonly kind: 'failure' }>): void {
    if (result.kind === 'end') return;
    const count = this.#limits?.count ?? 0;
    const { crossings } = result;
    const ofContacts = crossings.flatMap(({ index, isRising }) =>
      index < count ? [] : { index: index - count, isRising },
    );
    this.#pending = {
      changes: this.#system.changesOf(ofContacts),
      limits: crossings.flatMap(({ index, isRising }) => (index < count ? { index, isBeginning: !isRising } : [])),
      ...(result.kind === 'storm' && { storm: { label: result.label, events: result.count } }),
    };
  }

  /** Makes a time the present, or the end of the last step where that is earlier; an event there then happens. */
  #lookAt(time: number, onEvent?: (event: ContactEvent) => void): EventRunEnd | undefined {
    const { time: front, state } = this.#integration;
    this.#time = Math.max(this.#time, Math.min(time, front));
    this.#integration.interpolate(this.#time, this.#state);
    const pending = this.#pending;
    if (pending === undefined || this.#time < front) return undefined;
    this.#pending = undefined;
    for (const { index, isBeginning } of pending.limits) this.#changeLimit(front, index, isBeginning);
    const events = this.#system.change(front, state, pending.changes);
    this.#bodies.system.project(front, state);
    this.#integration.restart();
    this.#state.set(state);
    for (const event of events) {
      this.#events.push(event);
      onEvent?.(event);
    }
    return pending.storm && this.#stormAt(front, pending.storm);
  }

  #stormAt(time: number, { label, events }: NonNullable<PendingEvent['storm']>): EventRunEnd {
    if (label < -1) return { kind: 'limit-storm', time, joint: this.#jointOfLimit(-2 - label), events };
    const [a, b] = this.#system.crossings.piecesOf(label);
    const { pieces } = this.#system.crossings.pieces;
    const bodies = [this.#names[pieces[a].owner], this.#names[pieces[b].owner]] as const;
    return { kind: 'storm', time, pair: label, bodies, events };
  }

  /** State of the body at an index of the list. */
  body(index: number): EventBodyState {
    const body = this.#bodies.numbers[index];
    if (body === undefined) {
      const fixed = this.#bodies.poses[index];
      return { pose: fixed, centreOfMass: fixed.position, velocity: ZERO_VECTOR, angularVelocity: ZERO_VECTOR };
    }
    const state = this.#state;
    const { crossings } = this.#system;
    crossings.place(this.time, state);
    const { positions, orientations, angularVelocities } = crossings.motion;
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

  /** State of a joint by its name, with what goes through it now, contacts included. Throws a SceneError when there is none of this name. */
  joint(name: string): JointState {
    const { joined } = this.#bodies;
    const index = joined?.jointNames.indexOf(name) ?? -1;
    if (joined === undefined || index < 0) {
      throw new SceneError('unknown-joint', `no joint is called "${name}"`, { name });
    }
    const state = this.#state;
    this.#system.derivatives(this.time, state, new Float64Array(state.length));
    return joined.system.joint(index, this.time, state);
  }

  /** State of a spring between points by its name. */
  spring(name: string): PointSpringState {
    const { joined } = this.#bodies;
    const index = joined?.springNames.indexOf(name) ?? -1;
    if (joined === undefined || index < 0) {
      throw new SceneError('unknown-spring', `no spring is called "${name}"`, { name });
    }
    return joined.system.spring(index, this.time, this.#state);
  }

  /** Pairs of bodies in contact now, with the speed of their impact (m/s) and the forces between them. */
  contacts(): readonly ContactWrench[] {
    return this.#system.wrenches(this.#time, this.#state);
  }

  /** Elastic energy of the contacts, J. */
  contactEnergy(): number {
    this.energy();
    return this.#system.elasticEnergy;
  }

  /** Kinetic, of gravity and elastic, springs and stops included, J; constant but for damping, friction, drives and the error of integration. */
  energy(): number {
    return this.#system.energy(this.#time, this.#state);
  }

  statistics(): EventStatistics {
    const { steps, rejectedSteps, evaluations } = this.#integration.method.statistics;
    return {
      steps,
      rejectedSteps,
      evaluations,
      distances: this.#system.crossings.distanceCount,
      events: this.#earlier.contacts + this.#events.length,
      functions: this.#system.crossings.count,
      unprovenIntervals: this.#integration.rootStatistics.unprovenIntervals,
    };
  }

  #label(index: number): number {
    const count = this.#limits?.count ?? 0;
    return index < count ? -2 - index : this.#system.crossings.pairOf(index - count);
  }

  #jointOfLimit(index: number): string {
    return this.#bodies.joined?.jointNames[this.#limits?.limits[index]?.joint ?? -1] ?? '';
  }

  /** Stops that are met where the run begins. */
  #beginLimits(y: Float64Array): void {
    const z = new Float64Array(this.#limits?.count ?? 0);
    this.#limits?.evaluate(0, y, z);
    z.forEach((value, index) => {
      if (!(value > 0)) this.#changeLimit(0, index, true);
    });
  }

  #changeLimit(time: number, index: number, isBeginning: boolean): void {
    if (this.#limits === undefined) return;
    this.#limits.set(index, isBeginning, this.#integration.state);
    const side = this.#limits.limits[index].isLow ? 'low' : 'high';
    this.#limitEvents.push({ time, joint: this.#jointOfLimit(index), side, isBeginning });
  }

  #method(spec: EventSimulationSpec, tolerance: number): OneStepMethod {
    const { system, isCoordinate } = this.#bodies;
    const { size } = system;
    const absoluteTolerance = new Float64Array(size);
    system.scales(absoluteTolerance);
    const relativeTolerance = new Float64Array(size);
    for (let i = 0; i < size; i++) {
      absoluteTolerance[i] *= tolerance;
      // Positions and orientations have no natural zero: their size must not matter.
      relativeTolerance[i] = isCoordinate(i) ? 0 : tolerance;
    }
    const options = { absoluteTolerance, relativeTolerance };
    const explicit = new DormandPrince(this.#system, options);
    const { method = 'auto' } = spec;
    if (method === 'explicit' || (method === 'auto' && size > MOST_STIFF_UNKNOWNS)) return explicit;
    const stiff = new Radau(this.#system, options);
    const isStiff = (): boolean => this.#system.crossings.touchingCount + (this.#limits?.metCount ?? 0) > 0;
    return method === 'stiff' ? stiff : new SwitchingMethod(explicit, stiff, isStiff);
  }
}
