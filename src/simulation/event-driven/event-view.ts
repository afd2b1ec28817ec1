// SPDX-License-Identifier: MIT
/** The views of an event-driven simulation of a scene, in the form of simulations with fixed steps. */

import { type DepartedBodies, NONE_DEPARTED } from '../../bodies/outlet.ts';
import { SimulationError } from '../../errors.ts';
import type { ContactWrench } from '../../events/contact-system.ts';
import { inverseRotate, rotate } from '../../math/quaternion.ts';
import { add, addScaled, cross, dot, negate, subtract, type Vector3, vector3, ZERO_VECTOR } from '../../math/vector.ts';
import type { JointState } from '../../multibody/joint-state.ts';
import type { MassProperties } from '../../shapes/mass/mass-properties.ts';
import { bodyForm } from '../bodies/body-form.ts';
import { eachBody } from '../bodies/body-groups.ts';
import type { SimulationSpec } from '../simulation-spec.ts';
import type { DeepOverlap } from '../tunnelling/overlap-watch.ts';
import {
  type BodyState,
  type BodyView,
  CONTACT_BODY,
  CONTACT_HALF_SPACE,
  type ContactView,
  type EnergyBalance,
  type SimulationStatistics,
} from '../views/simulation-views.ts';
import type { EventSimulation } from './event-simulation.ts';
import type { EventSimulationSpec } from './event-simulation-spec.ts';

/** Above it laws of small deformations mean little. */
const LARGEST_RATIO = 0.05;

interface ViewedBody {
  readonly id: number;
  readonly shape: number;
  readonly material: number;
  readonly radius: number;
  readonly scale: number;
  /** Undefined for fixed bodies; at their density. */
  readonly mass: (MassProperties & { readonly density: number }) | undefined;
  readonly centroid: Vector3;
}

/**
 * An event-driven simulation as the outputs of a run read it.
 *
 * @example
 * ```ts no-run
 * import { EventSimulation, eventSpecOf, EventView } from 'scree/dem';
 * import { readSceneFile } from 'scree';
 *
 * const { simulation: spec, events } = readSceneFile('newtons-cradle.yaml');
 * if (events !== undefined) {
 *   const eventSpec = eventSpecOf(spec, events);
 *   const view = new EventView(new EventSimulation(eventSpec), spec, eventSpec);
 *   console.log(view.contacts().count);
 * }
 * ```
 */
export class EventView {
  readonly #simulation: EventSimulation;
  readonly #bodies: readonly ViewedBody[];
  readonly #wallCount: number;
  readonly #gravity: Vector3;
  readonly #hasJoints: boolean;
  #firstDeep: DeepOverlap | undefined;

  /** `events` is the spec of the simulation, made from `spec`. */
  constructor(simulation: EventSimulation, spec: SimulationSpec, events: EventSimulationSpec) {
    this.#simulation = simulation;
    this.#gravity = vector3(spec.gravity);
    this.#hasJoints = (events.joints ?? []).length > 0 || (events.springs ?? []).length > 0;
    this.#wallCount = spec.halfSpaces?.length ?? 0;
    const { shapes = [], materials, bodies = [] } = spec;
    const radii = shapes.map((shape) => bodyForm(shape)?.radius ?? ('sphere' in shape ? shape.sphere.radius : 0));
    let next = 0;
    this.#bodies = Array.from(eachBody(bodies), (body, i) => {
      const { id = next, scale = 1, fixed = false } = body;
      next = Math.max(next, id + 1);
      const shape = shapes.findIndex(({ name }) => name === body.shape);
      const made = events.bodies[i];
      const properties = made?.shape.massProperties();
      return {
        id,
        shape,
        scale,
        radius: scale * radii[shape],
        material: materials.findIndex(({ name }) => name === body.material),
        mass: fixed || properties === undefined ? undefined : { ...properties, density: made?.density ?? 0 },
        centroid: properties?.centroid ?? ZERO_VECTOR,
      };
    });
  }

  /** s */
  get time(): number {
    return this.#simulation.time;
  }

  get stepCount(): number {
    return this.#simulation.statistics().steps;
  }

  get eventCount(): number {
    return this.#simulation.eventCount;
  }

  get bodyCount(): number {
    return this.#bodies.length;
  }

  bodies(): BodyView {
    const states = this.#states().sort((a, b) => a.id - b.id);
    const integers = (key: 'id' | 'shape' | 'material'): Int32Array => Int32Array.from(states, (state) => state[key]);
    const numbers = (key: 'radius' | 'scale'): Float64Array => Float64Array.from(states, (state) => state[key]);
    const vectors = (key: 'position' | 'velocity' | 'angularVelocity' | 'force' | 'torque'): Float64Array =>
      Float64Array.from(states.flatMap(({ [key]: { x, y, z } }) => [x, y, z]));
    return {
      count: states.length,
      ids: integers('id'),
      shape: integers('shape'),
      material: integers('material'),
      radius: numbers('radius'),
      scale: numbers('scale'),
      position: vectors('position'),
      orientation: Float64Array.from(states.flatMap(({ orientation: { w, x, y, z } }) => [w, x, y, z])),
      velocity: vectors('velocity'),
      angularVelocity: vectors('angularVelocity'),
      force: vectors('force'),
      torque: vectors('torque'),
    };
  }

  /** @throws SimulationError when there is none with this id. */
  body(id: number): BodyState {
    const found = this.#states().find((state) => state.id === id);
    if (found !== undefined) return found;
    throw new SimulationError('no-such-body', `body ${id}: there is no such body; there are ${this.bodyCount}`, { id });
  }

  /** In ascending order of the pairs. A contact with a half-space has the body first. */
  contacts(): ContactView {
    const rows = this.#simulation.contacts().map((wrench) => {
      const [a, b] = wrench.bodies;
      // Walls come behind all bodies, so that the first of a pair is a body.
      const wall = b - this.#bodies.length;
      const first = this.#bodies[a]?.id ?? -1;
      return { ...wrench, first, second: wall >= 0 ? wall : (this.#bodies[b]?.id ?? -1), isWall: wall >= 0 };
    });
    const none = (): Int32Array => new Int32Array(rows.length).fill(-1);
    const vectors = (value: (row: (typeof rows)[number]) => Vector3): Float64Array =>
      Float64Array.from(
        rows.flatMap((row) => {
          const { x, y, z } = value(row);
          return [x, y, z];
        }),
      );
    return {
      count: rows.length,
      idA: Int32Array.from(rows, ({ first }) => first),
      idB: Int32Array.from(rows, ({ second }) => second),
      kind: Int32Array.from(rows, ({ isWall }) => (isWall ? CONTACT_HALF_SPACE : CONTACT_BODY)),
      facet: none(),
      feature: none(),
      featureId: none(),
      point: vectors(({ point }) => point),
      normal: vectors(({ normal }) => normal),
      overlap: Float64Array.from(rows, ({ distance }) => Math.max(0, -distance)),
      force: vectors(({ force }) => negate(force)),
    };
  }

  /** Losses are those of contacts. With joints or springs their work and damping are not known, and NaN. */
  energy(): EnergyBalance {
    let [kinetic, rotational, potential] = [0, 0, 0];
    this.#bodies.forEach(({ mass }, i) => {
      if (mass === undefined) return;
      const { pose, centreOfMass, velocity, angularVelocity } = this.#simulation.body(i);
      const own = inverseRotate(pose.orientation, angularVelocity);
      const { inertia } = mass;
      const turned = {
        x: inertia.xx * own.x + inertia.xy * own.y + inertia.xz * own.z,
        y: inertia.xy * own.x + inertia.yy * own.y + inertia.yz * own.z,
        z: inertia.xz * own.x + inertia.yz * own.y + inertia.zz * own.z,
      };
      kinetic += 0.5 * mass.density * mass.volume * dot(velocity, velocity);
      rotational += 0.5 * mass.density * dot(own, turned);
      potential -= mass.density * mass.volume * dot(this.#gravity, centreOfMass);
    });
    const springs = this.#hasJoints ? this.#simulation.energy() - kinetic - rotational - potential : undefined;
    const elastic = springs ?? this.#simulation.contactEnergy();
    const { friction: frictionLoss, damping: dampingLoss, rolling: rollingLoss } = this.#simulation.losses();
    // What drives, dampers and stops of joints do is not counted.
    const work = this.#hasJoints ? Number.NaN : 0;
    const balance = kinetic + rotational + potential + elastic + frictionLoss + dampingLoss + rollingLoss + work;
    return {
      kinetic,
      rotational,
      potential,
      elastic,
      frictionLoss,
      dampingLoss,
      rollingLoss,
      globalDampingLoss: work,
      bondEnergy: 0,
      bondDampingLoss: 0,
      breakageLoss: 0,
      fieldEnergy: 0,
      fieldWork: 0,
      dragLoss: 0,
      fluidWork: 0,
      wallWork: work,
      insertedEnergy: 0,
      outletEnergy: 0,
      escapedEnergy: 0,
      parameterWork: 0,
      balance,
    };
  }

  /** @throws SceneError when there is none of this name. */
  joint(name: string): JointState {
    return this.#simulation.joint(name);
  }

  /** Without a neighbour list there are no listed pairs. */
  statistics(): SimulationStatistics {
    const contacts = this.#simulation.contacts();
    const maxOverlapRatio = Math.max(0, ...contacts.map((wrench) => this.#overlapRatio(wrench)));
    return { pairs: 0, contacts: contacts.length, rebuilds: 0, maxOverlapRatio, bytes: 0 };
  }

  /** Sum of the contact forces on each half-space, N. */
  halfSpaceLoads(): Vector3[] {
    const loads: Vector3[] = Array.from({ length: this.#wallCount }, () => ZERO_VECTOR);
    for (const { bodies, force } of this.#simulation.contacts()) {
      const wall = bodies[1] - this.#bodies.length;
      if (wall >= 0) loads[wall] = add(loads[wall] ?? ZERO_VECTOR, force);
    }
    return loads;
  }

  /** None: contacts are events, which steps of any length do not miss. */
  firstFastBody(): undefined {
    return undefined;
  }

  /** The first observed overlap above 5 % of the smaller radius; overlaps are checked when this is called. */
  firstDeepOverlap(): DeepOverlap | undefined {
    for (const wrench of this.#firstDeep === undefined ? this.#simulation.contacts() : []) {
      const ratio = this.#overlapRatio(wrench);
      const body = this.#bodies[wrench.bodies[0]]?.id ?? -1;
      if (ratio > LARGEST_RATIO) this.#firstDeep ??= { time: this.time, step: this.stepCount, body, ratio };
    }
    return this.#firstDeep;
  }

  /** The first alone: events keep bodies from overlapping deeper. */
  deepOverlaps(): DeepOverlap[] {
    const first = this.firstDeepOverlap();
    return first === undefined ? [] : [first];
  }

  meshLoads(): never[] {
    return [];
  }

  insertions(): never[] {
    return [];
  }

  /** None: there is no domain. */
  escapes(): DepartedBodies {
    return NONE_DEPARTED;
  }

  outlets(): never[] {
    return [];
  }

  servos(): never[] {
    return [];
  }

  /**
   * There are no meshes.
   *
   * @throws SimulationError: it has no meshes.
   */
  meshPose(index: number): never {
    throw new SimulationError('no-such-mesh', `mesh ${index}: variable steps have no meshes`, { index });
  }

  #overlapRatio({ bodies, distance }: ContactWrench): number {
    const radius = Math.min(...bodies.map((each) => this.#bodies[each]?.radius ?? Infinity));
    return Math.max(0, -distance) / radius;
  }

  /** In the order of the spec. */
  #states(): BodyState[] {
    const forces = this.#bodies.map(() => ZERO_VECTOR);
    const torques = this.#bodies.map(() => ZERO_VECTOR);
    const states = this.#bodies.map((_, i) => this.#simulation.body(i));
    for (const { bodies, point, force, torque } of this.#simulation.contacts()) {
      bodies.forEach((each, side) => {
        const state = states[each];
        if (state === undefined) return;
        const sign = side === 1 ? 1 : -1;
        const moment = add(cross(subtract(point, this.#centreOf(each)), force), torque);
        forces[each] = addScaled(forces[each] ?? ZERO_VECTOR, force, sign);
        torques[each] = addScaled(torques[each] ?? ZERO_VECTOR, moment, sign);
      });
    }
    return this.#bodies.map(({ id, shape, material, radius, scale }, i) => {
      const state = states[i];
      return {
        id,
        shape,
        material,
        radius,
        scale,
        position: this.#centreOf(i),
        orientation: state?.pose.orientation ?? { w: 1, x: 0, y: 0, z: 0 },
        velocity: state?.velocity ?? ZERO_VECTOR,
        angularVelocity: state?.angularVelocity ?? ZERO_VECTOR,
        force: forces[i] ?? ZERO_VECTOR,
        torque: torques[i] ?? ZERO_VECTOR,
      };
    });
  }

  /** Of mass; a fixed body's state has the origin of its own frame. */
  #centreOf(index: number): Vector3 {
    const { pose, centreOfMass } = this.#simulation.body(index);
    const body = this.#bodies[index];
    if (body?.mass !== undefined) return centreOfMass;
    return add(pose.position, rotate(pose.orientation, body?.centroid ?? ZERO_VECTOR));
  }
}
