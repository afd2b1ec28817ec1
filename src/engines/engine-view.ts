// SPDX-License-Identifier: MIT
/**
 * The state of an engine when it was last read, with the queries of our own simulations. What no engine tells (losses,
 * elastic energy, work of walls) is not a number; scenes that ask for it are refused.
 */
import type { DepartedBodies } from '../bodies/outlet.ts';
import type { Pose } from '../math/pose.ts';
import { inverseRotate } from '../math/quaternion.ts';
import { addScaled, cross, dot, subtract, type Vector3, vector3 } from '../math/vector.ts';
import type { InsertionProgress, OutletProgress, SimulationSpec } from '../simulation/simulation-spec.ts';
import { bodyInView } from '../simulation/views/body-in-view.ts';
import {
  type BodyState,
  type BodyView,
  CONTACT_BODY,
  CONTACT_HALF_SPACE,
  CONTACT_MESH,
  type ContactView,
  type EnergyBalance,
  type SimulationStatistics,
} from '../simulation/views/simulation-views.ts';
import { type MeshLoad, numberedMeshPose, withPower } from '../simulation/walls/meshes.ts';
import type { EngineSimulation } from './engine-simulation.ts';
import { bodyForms, type ClumpShapes, principalTurn, vectorAt } from './start-bodies.ts';

/** Moment of inertia of a ball over mass times radius squared. */
const BALL = 0.4;

export class EngineView {
  readonly #simulation: EngineSimulation;
  readonly #spec: SimulationSpec;
  readonly #forms: ClumpShapes;

  constructor(simulation: EngineSimulation, spec: SimulationSpec) {
    this.#forms = bodyForms(spec);
    this.#simulation = simulation;
    this.#spec = spec;
  }

  get time(): number {
    return this.#simulation.time;
  }

  get stepCount(): number {
    return this.#simulation.stepCount;
  }

  get bodyCount(): number {
    return this.#simulation.table.count;
  }

  bodies(): BodyView {
    return this.#simulation.state.bodies;
  }

  /** Throws a SimulationError when there is none with this id. */
  body(id: number): BodyState {
    return bodyInView(this.bodies(), id);
  }

  contacts(): ContactView {
    return this.#simulation.state.contacts;
  }

  energy(): EnergyBalance {
    const { bodies, indices } = this.#simulation.state;
    const { table } = this.#simulation;
    const gravity = vector3(this.#spec.gravity);
    let kinetic = 0;
    let rotational = 0;
    let potential = 0;
    indices.forEach((index, k) => {
      const body = table.bodies[index];
      if (body === undefined || body.isFixed) return;
      const velocity = vectorAt(bodies.velocity, k);
      const spin = vectorAt(bodies.angularVelocity, k);
      kinetic += 0.5 * body.mass * dot(velocity, velocity);
      const form = this.#forms[body.shape];
      if (form === undefined) rotational += 0.5 * BALL * body.mass * body.radius * body.radius * dot(spin, spin);
      else {
        const { x, y, z } = inverseRotate(principalTurn(bodies, k, form), spin);
        const [a, b, c] = form.inertia;
        // At size and density 1; mass has the cube of the scale already.
        const size = (body.mass / form.volume) * body.scale * body.scale;
        rotational += 0.5 * size * (a * x * x + b * y * y + c * z * z);
      }
      potential -= body.mass * dot(gravity, vectorAt(bodies.position, k));
    });
    const unknown = Number.NaN;
    return {
      kinetic,
      rotational,
      potential,
      elastic: unknown,
      frictionLoss: unknown,
      dampingLoss: unknown,
      rollingLoss: unknown,
      globalDampingLoss: 0,
      bondEnergy: 0,
      bondDampingLoss: 0,
      breakageLoss: 0,
      fieldEnergy: 0,
      fieldWork: 0,
      dragLoss: 0,
      fluidWork: 0,
      wallWork: unknown,
      insertedEnergy: unknown,
      outletEnergy: unknown,
      escapedEnergy: unknown,
      parameterWork: unknown,
      balance: unknown,
    };
  }

  statistics(): SimulationStatistics {
    const { count, kind, idA, idB, overlap } = this.contacts();
    const { ids, radius } = this.bodies();
    const radii = new Map(Array.from(ids, (id, k) => [id, radius[k]]));
    let deepest = 0;
    for (let k = 0; k < count; k++) {
      const other = kind[k] === CONTACT_BODY ? (radii.get(idB[k]) ?? Infinity) : Infinity;
      deepest = Math.max(deepest, overlap[k] / Math.min(radii.get(idA[k]) ?? Infinity, other));
    }
    return { pairs: 0, contacts: count, rebuilds: 0, maxOverlapRatio: deepest, bytes: 0 };
  }

  halfSpaceLoads(): Vector3[] {
    return (this.#spec.halfSpaces ?? []).map((_, w) => this.#load(CONTACT_HALF_SPACE, w, { x: 0, y: 0, z: 0 }).force);
  }

  meshLoads(): MeshLoad[] {
    return (this.#spec.meshes ?? []).map((mesh, k) =>
      withPower(this.#load(CONTACT_MESH, k, this.meshPose(k).position), mesh, this.time),
    );
  }

  meshPose(k: number): Pose {
    return numberedMeshPose(this.#spec.meshes ?? [], k, this.time);
  }

  insertions(): InsertionProgress[] {
    return this.#simulation.insertions;
  }

  outlets(): OutletProgress[] {
    return this.#simulation.outlets;
  }

  escapes(): DepartedBodies {
    return this.#simulation.escaped;
  }

  servos(): [] {
    return [];
  }

  deepOverlaps(): [] {
    return [];
  }

  firstFastBody(): undefined {
    return undefined;
  }

  /** Force of all contacts on a wall and its moment about a point. */
  #load(of: number, number: number, about: Vector3): MeshLoad {
    const { count, kind, idB, force, point } = this.contacts();
    let sum = { x: 0, y: 0, z: 0 };
    let moment = { x: 0, y: 0, z: 0 };
    for (let k = 0; k < count; k++) {
      if (kind[k] !== of || idB[k] !== number) continue;
      const onBody = vectorAt(force, k);
      sum = addScaled(sum, onBody, -1);
      moment = addScaled(moment, cross(subtract(vectorAt(point, k), about), onBody), -1);
    }
    return { force: sum, moment };
  }
}
