// SPDX-License-Identifier: MIT
/**
 * The state of a GPU simulation when it was last read back, in the form of a simulation on the CPU. Readback is slow,
 * so one readback serves all queries of a step. Orientations of spheres do not affect the motion; they are integrated
 * only on request.
 */
import type { DepartedBodies } from '../../bodies/outlet.ts';
import { SimulationError } from '../../errors.ts';
import type { Pose } from '../../math/pose.ts';
import type { Vector3 } from '../../math/vector.ts';
import type { InsertionProgress, MeshSpec, OutletProgress, SimulationSpec } from '../../simulation/simulation-spec.ts';
import type { DeepOverlap } from '../../simulation/tunnelling/overlap-watch.ts';
import type { FastBody } from '../../simulation/tunnelling/travel-watch.ts';
import type {
  BodyState,
  BodyView,
  ContactView,
  EnergyBalance,
  SimulationStatistics,
} from '../../simulation/views/simulation-views.ts';
import { type MeshLoad, meshPoseAt } from '../../simulation/walls/meshes.ts';
import { halfSpaceLoadsOf } from '../spheres/contact-readback.ts';
import type { GpuSimulation } from './gpu-simulation.ts';

export class GpuSnapshot {
  readonly #simulation: GpuSimulation;
  readonly #wallCount: number;
  readonly #meshes: readonly MeshSpec[];
  #view: BodyView | undefined;
  #energy: EnergyBalance | undefined;
  #contacts: ContactView | undefined;
  #meshLoads: readonly MeshLoad[] = [];
  #deep: DeepOverlap | undefined;
  #fast: FastBody | undefined;

  constructor(simulation: GpuSimulation, spec: SimulationSpec) {
    this.#simulation = simulation;
    this.#meshes = spec.meshes ?? [];
    this.#wallCount = spec.halfSpaces?.length ?? 0;
  }

  /** Reads the present state back. */
  async read(): Promise<void> {
    const arrays = await this.#simulation.bodies();
    const { bodyIds } = this.#simulation.population;
    const entries = Array.from({ length: arrays.count }, (_, k) => bodyIds.at(k));
    const order = entries.map((_, k) => k).sort((a, b) => (entries[a]?.id ?? 0) - (entries[b]?.id ?? 0));
    const sorted = (from: Float64Array): Float64Array => {
      const to = new Float64Array(from.length);
      order.forEach((k, i) => {
        for (let axis = 0; axis < 3; axis++) to[3 * i + axis] = from[3 * k + axis];
      });
      return to;
    };
    const turned = new Float64Array(4 * arrays.count);
    const followed = await this.#simulation.orientations(arrays);
    order.forEach((k, i) => {
      if (followed !== undefined) {
        turned.set(followed.subarray(4 * k, 4 * k + 4), 4 * i);
        return;
      }
      const { w, x, y, z } = bodyIds.at(k).orientation;
      turned.set([w, x, y, z], 4 * i);
    });
    this.#view = {
      count: arrays.count,
      ids: Int32Array.from(order, (k) => entries[k]?.id ?? 0),
      shape: Int32Array.from(order, (k) => entries[k]?.shape ?? 0),
      material: Int32Array.from(order, (k) => arrays.material[k]),
      radius: Float64Array.from(order, (k) => arrays.radius[k]),
      scale: Float64Array.from(order, (k) => entries[k]?.scale ?? 1),
      orientation: turned,
      position: sorted(arrays.position),
      velocity: sorted(arrays.velocity),
      angularVelocity: sorted(arrays.angularVelocity),
      force: sorted(arrays.force),
      torque: sorted(arrays.torque),
    };
    this.#energy = await this.#simulation.energy(arrays);
    this.#contacts = await this.#simulation.contacts(arrays, (k) => entries[k]?.id ?? 0);
    this.#meshLoads = this.#simulation.meshLoads();
    const ratio = this.#simulation.deepest;
    if (ratio > 0) this.#deep ??= { time: this.time, step: this.stepCount, body: -1, ratio };
    const { fastest } = this.#simulation;
    if (fastest > 0) this.#fast ??= { time: this.time, step: this.stepCount, body: -1, ratio: fastest };
  }

  /** s */
  get time(): number {
    return this.#simulation.time;
  }

  get stepCount(): number {
    return this.#simulation.stepCount;
  }

  get bodyCount(): number {
    return this.#simulation.population.bodyIds.count;
  }

  bodies(): BodyView {
    return this.#view ?? unread();
  }

  /** Throws a SimulationError when there is none with this id. */
  body(id: number): BodyState {
    const view = this.bodies();
    const i = view.ids.indexOf(id);
    if (i < 0) throw new SimulationError('no-such-body', `no body has the id ${id}`, { id });
    const at = (vectors: Float64Array): Vector3 => {
      const [x = 0, y = 0, z = 0] = vectors.subarray(3 * i, 3 * i + 3);
      return { x, y, z };
    };
    const [w = 1, x = 0, y = 0, z = 0] = view.orientation.subarray(4 * i, 4 * i + 4);
    return {
      id,
      shape: view.shape[i],
      material: view.material[i],
      radius: view.radius[i],
      scale: view.scale[i],
      orientation: { w, x, y, z },
      position: at(view.position),
      velocity: at(view.velocity),
      angularVelocity: at(view.angularVelocity),
      force: at(view.force),
      torque: at(view.torque),
    };
  }

  energy(): EnergyBalance {
    return this.#energy ?? unread();
  }

  statistics(): SimulationStatistics {
    const { lists, bytes, deepest } = this.#simulation;
    return { pairs: 0, contacts: this.#contacts?.count ?? 0, rebuilds: lists, maxOverlapRatio: deepest, bytes };
  }

  firstDeepOverlap(): DeepOverlap | undefined {
    return this.#deep;
  }

  firstFastBody(): FastBody | undefined {
    return this.#fast;
  }

  contacts(): ContactView {
    return this.#contacts ?? unread();
  }

  halfSpaceLoads(): Vector3[] {
    return halfSpaceLoadsOf(this.contacts(), this.#wallCount);
  }

  /** What each mesh bears at the present time. */
  meshLoads(): MeshLoad[] {
    return [...this.#meshLoads];
  }

  /** Pose of mesh `k` of the spec at the present time; forces do not affect it. */
  meshPose(k: number): Pose {
    const mesh = this.#meshes[k];
    if (mesh === undefined) throw new SimulationError('no-such-mesh', `no mesh has the number ${k}`, { k });
    return meshPoseAt(mesh, this.time);
  }

  insertions(): InsertionProgress[] {
    return this.#simulation.population.insertions;
  }

  outlets(): OutletProgress[] {
    return this.#simulation.population.outlets;
  }

  escapes(): DepartedBodies {
    return this.#simulation.population.escaped;
  }

  servos(): [] {
    return [];
  }
}

function unread(): never {
  throw new SimulationError('not-read', 'the state on the GPU has not been read back');
}
