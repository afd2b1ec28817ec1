// SPDX-License-Identifier: MIT
/**
 * Free rigid bodies with contacts as events, integrated with variable steps and error control (Neumayr & Otter 2017). For few bodies that touch from time to time, and
 * where times and trajectories must be as exact as asked for; for many bodies in lasting contact take `Simulation`. It stands with the other
 * time loops because it is one: the layers below know bodies, contacts and integrators, and this puts them together.
 */

import { eventLaw } from '../../contact-laws/event-law.ts';
import { InvalidOptionError, SceneError, SimulationError } from '../../errors.ts';
import { type ContactBody, ContactPieces } from '../../events/contact-pieces.ts';
import {
  type ContactEvent,
  ContactSystem,
  type ContactSystemState,
  type ContactWrench,
  type PairChange,
} from '../../events/contact-system.ts';
import { cubeRoot } from '../../math/elementary.ts';
import { type Pose, pose } from '../../math/pose.ts';
import { fromAxes } from '../../math/quaternion.ts';
import { eigenSystem } from '../../math/symmetric-matrix.ts';
import { length, type Vector3, vector3, ZERO_VECTOR } from '../../math/vector.ts';
import { DormandPrince } from '../../motion/dormand-prince.ts';
import { FreeBodies, type FreeBody } from '../../motion/free-bodies.ts';
import { type Advance, Integration, type IntegrationState } from '../../motion/integration.ts';
import type { IntegrationFailure } from '../../motion/integration-failure.ts';
import type { OneStepMethod } from '../../motion/one-step-method.ts';
import { Radau } from '../../motion/radau.ts';
import { SwitchingMethod } from '../../motion/switching-method.ts';
import type { EventBodySpec, EventSimulationSpec } from './event-simulation-spec.ts';
import { decodeState, encodeState } from './state-bytes.ts';

/** Beyond this the dense matrices of the stiff method cost more than the short steps of the other. */
const MOST_STIFF_BODIES = 30;

/** How a run to some time ended; the state is that of `time` in every case. */
export type EventRunEnd =
  | { readonly kind: 'end'; readonly time: number }
  /** One pair begins and ends its contact again and again while time hardly moves. */
  | {
      readonly kind: 'storm';
      readonly time: number;
      readonly pair: number;
      readonly bodies: readonly [string, string];
      readonly events: number;
    }
  | { readonly kind: 'failure'; readonly time: number; readonly failure: IntegrationFailure };

/** An event at the end of the last step, whose contacts change once the time has come. */
interface PendingEvent {
  readonly changes: readonly PairChange[];
  /** Of a pair that makes a storm. */
  readonly storm?: { readonly pair: number; readonly events: number };
}

interface SavedEventSimulation {
  readonly time: number;
  readonly state: Float64Array;
  readonly eventCount: number;
  readonly pending: PendingEvent | null;
  readonly integration: IntegrationState;
  readonly system: ContactSystemState;
}

export interface EventBodyState {
  /** Of the own frame. */
  readonly pose: Pose;
  readonly centreOfMass: Vector3;
  /** Of the centre of mass, m/s. */
  readonly velocity: Vector3;
  /** World axes, rad/s. */
  readonly angularVelocity: Vector3;
}

export interface EventStatistics {
  readonly steps: number;
  readonly rejectedSteps: number;
  /** Evaluations of the equations of motion. */
  readonly evaluations: number;
  /** Distances of pairs computed for zero-crossing functions. */
  readonly distances: number;
  readonly events: number;
  /** Zero-crossing functions, n_z. */
  readonly functions: number;
  /** Parts of steps in which a brief contact could not be excluded; at most 1/8 of a step each. */
  readonly unprovenIntervals: number;
}

export class EventSimulation {
  readonly #names: readonly string[];
  readonly #bodies: FreeBodies;
  readonly #numbers: readonly (number | undefined)[];
  readonly #fixedPoses: readonly Pose[];
  readonly #system: ContactSystem;
  readonly #integration: Integration;
  readonly #events: ContactEvent[] = [];
  /** The present, at most the time that the integration has come to. */
  #time = 0;
  readonly #state: Float64Array;
  #pending: PendingEvent | undefined;
  /** Those before the state that the simulation was restored from. */
  #earlierEvents = 0;

  constructor(spec: EventSimulationSpec) {
    const { bodies, tolerance = 1e-6 } = spec;
    this.#names = bodies.map(({ name }, i) => name ?? `bodies[${i}]`);
    this.#fixedPoses = bodies.map((body, i) => poseOf(body, this.#names[i]));
    let count = 0;
    this.#numbers = bodies.map((body) => (isFixed(body) ? undefined : count++));
    const gravity = spec.gravity === undefined ? ZERO_VECTOR : vector3(spec.gravity);
    const moving = bodies.filter((body) => !isFixed(body));
    const free = moving.map((body) => freeBody(body));
    const size = Math.min(...free.map((body) => body.size), Infinity);
    const speed = spec.speed ?? typicalSpeed(moving, length(gravity), size);
    this.#bodies = new FreeBodies(free, gravity, speed);
    const contactBodies: ContactBody[] = bodies.map(({ shape }, i) => {
      const body = this.#numbers[i];
      return { name: this.#names[i], shape, ...(body === undefined ? { pose: this.#fixedPoses[i] } : { body }) };
    });
    const options = { acceleration: length(gravity), hysteresis: tolerance * size, ...spec.contacts };
    const pieces = new ContactPieces(contactBodies);
    this.#system = new ContactSystem(this.#bodies, pieces, this.#laws(spec), options);
    const y = this.#start(bodies);
    const { storm, longestStep, mostSteps = 1e5 } = spec;
    this.#integration = new Integration(this.#method(spec, tolerance), 0, y, this.#system.crossings, {
      ...(storm && { storm }),
      ...(longestStep !== undefined && { longestStep }),
      mostSteps,
      label: (index) => this.#system.crossings.pairOf(index),
    });
    this.#events.push(...this.#system.begin(0, y));
    this.#state = y.slice();
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
    simulation.#time = saved.time;
    simulation.#state.set(saved.state);
    simulation.#pending = saved.pending ?? undefined;
    simulation.#events.length = 0;
    simulation.#earlierEvents = saved.eventCount;
    return simulation;
  }

  /** The whole state as bytes; `events` so far are only counted. */
  save(): Uint8Array {
    const saved: SavedEventSimulation = {
      ...{ time: this.#time, state: this.#state, eventCount: this.eventCount, pending: this.#pending ?? null },
      integration: this.#integration.save(),
      system: this.#system.save(),
    };
    return encodeState(saved);
  }

  /** s */
  get time(): number {
    return this.#time;
  }

  /** Beginnings and ends of contacts so far, also those before a state that was restored. */
  get eventCount(): number {
    return this.#earlierEvents + this.#events.length;
  }

  /** All beginnings and ends of contacts so far, in the order of time; those at the start have its time. */
  get events(): readonly ContactEvent[] {
    return this.#events;
  }

  /** The integrator's state: 13 numbers a moving body (src/motion/free-bodies.ts). */
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

  #note(result: Exclude<Advance, { readonly kind: 'failure' }>): void {
    if (result.kind === 'end') return;
    const changes = this.#system.changesOf(result.crossings);
    const storm = result.kind === 'storm' ? { storm: { pair: result.label, events: result.count } } : {};
    this.#pending = { changes, ...storm };
  }

  /** Makes a time the present, or the end of the last step where that is earlier; an event there then happens. */
  #lookAt(time: number, onEvent?: (event: ContactEvent) => void): EventRunEnd | undefined {
    const { time: front, state } = this.#integration;
    this.#time = Math.max(this.#time, Math.min(time, front));
    this.#integration.interpolate(this.#time, this.#state);
    const pending = this.#pending;
    if (pending === undefined || this.#time < front) return undefined;
    this.#pending = undefined;
    const events = this.#system.change(front, state, pending.changes);
    this.#bodies.project(front, state);
    this.#integration.restart();
    this.#state.set(state);
    for (const event of events) {
      this.#events.push(event);
      onEvent?.(event);
    }
    if (pending.storm === undefined) return undefined;
    const { pair, events: count } = pending.storm;
    const [a, b] = this.#system.crossings.piecesOf(pair);
    const { pieces } = this.#system.crossings.pieces;
    const bodies = [this.#names[pieces[a].owner], this.#names[pieces[b].owner]] as const;
    return { kind: 'storm', time: front, pair, bodies, events: count };
  }

  /** State of the body at an index of the list. */
  body(index: number): EventBodyState {
    const body = this.#numbers[index];
    if (body === undefined) {
      const fixed = this.#fixedPoses[index];
      return { pose: fixed, centreOfMass: fixed.position, velocity: ZERO_VECTOR, angularVelocity: ZERO_VECTOR };
    }
    const state = this.#state;
    const { crossings } = this.#system;
    crossings.place(this.#time, state);
    const { positions, orientations, angularVelocities } = crossings.motion;
    const vectorAt = (values: Float64Array): Vector3 => ({
      x: values[3 * body],
      y: values[3 * body + 1],
      z: values[3 * body + 2],
    });
    const [w, x, y, z] = orientations.subarray(4 * body, 4 * body + 4);
    return {
      pose: { position: vectorAt(positions), orientation: { w, x, y, z } },
      centreOfMass: this.#bodies.centreOfMass(state, body),
      velocity: this.#bodies.velocity(state, body),
      angularVelocity: vectorAt(angularVelocities),
    };
  }

  /** Pairs of bodies in contact now, with the speed of their impact (m/s) and the forces between them. */
  contacts(): readonly ContactWrench[] {
    return this.#system.wrenches(this.#time, this.#state);
  }

  /** Kinetic, of gravity and elastic, J; constant but for damping, friction and the error of integration. */
  energy(): number {
    return this.#system.energy(this.#time, this.#state);
  }

  /** Of the contacts, J. */
  contactEnergy(): number {
    this.energy();
    return this.#system.elasticEnergy;
  }

  statistics(): EventStatistics {
    const { steps, rejectedSteps, evaluations } = this.#integration.method.statistics;
    return {
      steps,
      rejectedSteps,
      evaluations,
      distances: this.#system.crossings.distanceCount,
      events: this.eventCount,
      functions: this.#system.crossings.count,
      unprovenIntervals: this.#integration.rootStatistics.unprovenIntervals,
    };
  }

  #laws({ law, pairs = [], bodies }: EventSimulationSpec): (a: number, b: number) => ReturnType<typeof eventLaw> {
    const general = eventLaw(law);
    const special = pairs.map((given, i) => ({
      isFor: 'materials' in given ? isOfMaterials(given.materials, bodies) : this.#isOfBodies(given.bodies, i),
      law: eventLaw(given.law, `pairs[${i}].law`),
    }));
    return (a, b) => special.find(({ isFor }) => isFor(a, b))?.law ?? general;
  }

  #isOfBodies(names: readonly [string, string], i: number): (a: number, b: number) => boolean {
    const indices = names.map((name) => {
      const index = this.#names.indexOf(name);
      if (index >= 0) return index;
      const message = `pairs[${i}].bodies: no body is called "${name}"`;
      throw new SceneError('unknown-body', message, { name });
    });
    return (a, b) => indices.includes(a) && indices.includes(b);
  }

  #start(bodies: readonly EventBodySpec[]): Float64Array {
    const y = new Float64Array(this.#bodies.size);
    bodies.forEach(({ velocity = ZERO_VECTOR, angularVelocity = ZERO_VECTOR }, i) => {
      const body = this.#numbers[i];
      if (body === undefined) return;
      this.#bodies.setBody(y, body, this.#fixedPoses[i], vector3(velocity), vector3(angularVelocity));
    });
    return y;
  }

  #method(spec: EventSimulationSpec, tolerance: number): OneStepMethod {
    const { size, bodyCount } = this.#bodies;
    const absoluteTolerance = new Float64Array(size);
    this.#bodies.scales(absoluteTolerance);
    const relativeTolerance = new Float64Array(size);
    for (let i = 0; i < size; i++) {
      absoluteTolerance[i] *= tolerance;
      // Positions and orientations have no natural zero: their size must not matter.
      relativeTolerance[i] = i % 13 < 7 ? 0 : tolerance;
    }
    const options = { absoluteTolerance, relativeTolerance };
    const explicit = new DormandPrince(this.#system, options);
    const { method = 'auto' } = spec;
    if (method === 'explicit' || (method === 'auto' && bodyCount > MOST_STIFF_BODIES)) return explicit;
    const stiff = new Radau(this.#system, options);
    return method === 'stiff'
      ? stiff
      : new SwitchingMethod(explicit, stiff, () => this.#system.crossings.touchingCount > 0);
  }
}

function isOfMaterials(
  [p, q]: readonly [string, string],
  bodies: readonly EventBodySpec[],
): (a: number, b: number) => boolean {
  return (a, b) => {
    const [first, second] = [bodies[a]?.material, bodies[b]?.material];
    return (first === p && second === q) || (first === q && second === p);
  };
}

function isFixed({ fixed = false, shape }: EventBodySpec): boolean {
  return fixed || shape.kind === 'halfSpace';
}

function poseOf({ position, orientation }: EventBodySpec, name: string): Pose {
  try {
    return pose({ ...(position && { position }), ...(orientation && { orientation }) });
  } catch (error) {
    throw new SceneError('invalid-pose', `${name}: ${(error as Error).message}`);
  }
}

function freeBody({ shape, density = 1000 }: EventBodySpec): FreeBody {
  const { volume, centroid, inertia } = shape.massProperties();
  const { values, vectors } = eigenSystem(inertia);
  const [x, y, z] = values;
  return {
    mass: density * volume,
    inertia: [density * x, density * y, density * z],
    principal: { position: centroid, orientation: fromAxes(...vectors) },
    size: cubeRoot(volume),
  };
}

/** The fastest body at the start, or a fall by a body's size. */
function typicalSpeed(bodies: readonly EventBodySpec[], gravity: number, size: number): number {
  const speeds = bodies.map(({ velocity = ZERO_VECTOR }) => length(vector3(velocity)));
  const turns = bodies.map(({ angularVelocity = ZERO_VECTOR }) => length(vector3(angularVelocity)) * size);
  const fastest = Math.max(0, ...speeds, ...turns, Math.sqrt(gravity * (size < Infinity ? size : 0)));
  return fastest > 0 ? fastest : 1;
}
