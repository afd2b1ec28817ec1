// SPDX-License-Identifier: MIT
/**
 * Rigid bodies, free or in trees of joints, with contacts as events, integrated with variable steps and error control (Neumayr & Otter 2017). For few bodies that touch from time to time, and
 * where times and trajectories must be as exact as asked for; for many bodies in lasting contact take `Simulation`. It stands with the other
 * time loops because it is one: the layers below know bodies, contacts and integrators, and this puts them together.
 */
import { eventLaw } from '../../contact-laws/event-law.ts';
import { SceneError } from '../../errors.ts';
import { type ContactBody, ContactPieces } from '../../events/contact-pieces.ts';
import { type ContactEvent, ContactSystem } from '../../events/contact-system.ts';
import type { Pose } from '../../math/pose.ts';
import { type Vector3, ZERO_VECTOR } from '../../math/vector.ts';
import { DormandPrince } from '../../motion/dormand-prince.ts';
import { FREE_BODY_STRIDE } from '../../motion/free-bodies.ts';
import { type Advance, type Crossing, Integration } from '../../motion/integration.ts';
import type { IntegrationFailure } from '../../motion/integration-failure.ts';
import { JoinedCrossings } from '../../motion/joined-crossings.ts';
import type { OneStepMethod } from '../../motion/one-step-method.ts';
import { Radau } from '../../motion/radau.ts';
import { SwitchingMethod } from '../../motion/switching-method.ts';
import type { JointLimits } from '../../multibody/joint-limits.ts';
import type { JointState } from '../../multibody/joint-state.ts';
import type { PointSpringState } from '../../multibody/point-springs.ts';
import type { EventSimulationSpec } from './event-simulation-spec.ts';
import { type MovingBodies, movingBodies } from './moving-bodies.ts';

/** Beyond this the dense matrices of the stiff method cost more than the short steps of the other. */
const MOST_STIFF_UNKNOWNS = 30 * FREE_BODY_STRIDE;

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
  /** The same of a stop of a joint. */
  | { readonly kind: 'limit-storm'; readonly time: number; readonly joint: string; readonly events: number }
  | { readonly kind: 'failure'; readonly time: number; readonly failure: IntegrationFailure };

/** A joint meets one of its stops, or leaves it. */
export interface LimitEvent {
  /** s */
  readonly time: number;
  /** Name. */
  readonly joint: string;
  readonly side: 'low' | 'high';
  readonly isBeginning: boolean;
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
  readonly #bodies: MovingBodies;
  readonly #limits: JointLimits | undefined;
  readonly #system: ContactSystem;
  readonly #integration: Integration;
  readonly #events: ContactEvent[] = [];
  readonly #limitEvents: LimitEvent[] = [];

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
    this.#system = new ContactSystem(system, pieces, this.#laws(spec), options);
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
    this.#beginLimits(start);
    this.#events.push(...this.#system.begin(0, start));
  }

  /** s */
  get time(): number {
    return this.#integration.time;
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
    return this.#integration.state;
  }

  /** Runs to a time (s), through all events on the way; calls back after each. */
  advance(until: number, onEvent?: (event: ContactEvent) => void): EventRunEnd {
    for (;;) {
      const result: Advance = this.#integration.advance(until);
      if (result.kind === 'end') return result;
      if (result.kind === 'failure') return { kind: 'failure', time: this.time, failure: result.failure };
      const { state } = this.#integration;
      const changes = this.#system.cross(this.time, state, this.#crossLimits(result.crossings));
      this.#bodies.system.project(this.time, state);
      this.#integration.restart();
      for (const event of changes) {
        this.#events.push(event);
        onEvent?.(event);
      }
      if (result.kind === 'storm' && result.label < -1) {
        return {
          kind: 'limit-storm',
          time: this.time,
          joint: this.#jointOfLimit(-2 - result.label),
          events: result.count,
        };
      }
      if (result.kind === 'storm') {
        const [a, b] = this.#system.crossings.piecesOf(result.label);
        const { pieces } = this.#system.crossings.pieces;
        const bodies = [this.#names[pieces[a].owner], this.#names[pieces[b].owner]] as const;
        return { kind: 'storm', time: this.time, pair: result.label, bodies, events: result.count };
      }
    }
  }

  /** State of the body at an index of the list. */
  body(index: number): EventBodyState {
    const body = this.#bodies.numbers[index];
    if (body === undefined) {
      const fixed = this.#bodies.poses[index];
      return { pose: fixed, centreOfMass: fixed.position, velocity: ZERO_VECTOR, angularVelocity: ZERO_VECTOR };
    }
    const { state } = this.#integration;
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
    const { state } = this.#integration;
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
    return joined.system.spring(index, this.time, this.#integration.state);
  }

  /** Pairs of bodies in contact now, with the speed of their impact (m/s). */
  contacts(): readonly { readonly bodies: readonly [number, number]; readonly impactSpeed: number }[] {
    const { crossings } = this.#system;
    return this.#system.contacts.map(({ pair, impactSpeed }) => {
      const [a, b] = crossings.piecesOf(pair);
      const { pieces } = crossings.pieces;
      return { bodies: [pieces[a].owner, pieces[b].owner] as const, impactSpeed };
    });
  }

  /** Kinetic, of gravity and elastic, springs and stops included, J; constant but for damping, friction, drives and the error of integration. */
  energy(): number {
    return this.#system.energy(this.time, this.#integration.state);
  }

  statistics(): EventStatistics {
    const { steps, rejectedSteps, evaluations } = this.#integration.method.statistics;
    return {
      steps,
      rejectedSteps,
      evaluations,
      distances: this.#system.crossings.distanceCount,
      events: this.#events.length,
      functions: this.#system.crossings.count,
      unprovenIntervals: this.#integration.rootStatistics.unprovenIntervals,
    };
  }

  #laws({ law, pairs = [] }: EventSimulationSpec): (a: number, b: number) => ReturnType<typeof eventLaw> {
    const general = eventLaw(law);
    const special = pairs.map((given, i) => {
      const indices = given.bodies.map((name) => {
        const index = this.#names.indexOf(name);
        if (index >= 0) return index;
        const message = `pairs[${i}].bodies: no body is called "${name}"`;
        throw new SceneError('unknown-body', message, { name });
      });
      return { indices, law: eventLaw(given.law, `pairs[${i}].law`) };
    });
    return (a, b) => special.find(({ indices }) => indices.includes(a) && indices.includes(b))?.law ?? general;
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

  /** Changes the stops that were crossed, and returns the crossings of contacts with their own numbers. */
  #crossLimits(crossings: readonly Crossing[]): readonly Crossing[] {
    const count = this.#limits?.count ?? 0;
    for (const { index, isRising } of crossings) {
      if (index < count) this.#changeLimit(this.time, index, !isRising);
    }
    return crossings
      .filter(({ index }) => index >= count)
      .map(({ index, isRising }) => ({ index: index - count, isRising }));
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
