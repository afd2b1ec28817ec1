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
import { type DeepOverlap, MOST_DEEP_OVERLAPS } from '../../simulation/tunnelling/overlap-watch.ts';
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
  #deep: readonly DeepOverlap[] = [];
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
    const { count } = arrays;
    const [ids, shape] = [new Int32Array(count), new Int32Array(count)];
    const scale = new Float64Array(count);
    const followed = await this.#simulation.orientations(arrays);
    const turned = followed ?? new Float64Array(4 * count);
    let isInOrder = true;
    for (let k = 0; k < count; k++) {
      const entry = bodyIds.at(k);
      ids[k] = entry.id;
      shape[k] = entry.shape;
      scale[k] = entry.scale;
      if (k > 0 && ids[k] < ids[k - 1]) isInOrder = false;
      if (followed !== undefined) continue;
      const { w, x, y, z } = entry.orientation;
      turned[4 * k] = w;
      turned[4 * k + 1] = x;
      turned[4 * k + 2] = y;
      turned[4 * k + 3] = z;
    }
    // Bodies are in the order of their insertion, which is mostly that of their ids.
    const order = isInOrder ? undefined : Uint32Array.from(ids, (_, k) => k).sort((a, b) => ids[a] - ids[b]);
    const sorted = <T extends Float64Array | Int32Array>(from: T, stride: number): T => {
      if (order === undefined) return from;
      const to = from.slice() as T;
      order.forEach((k, i) => {
        for (let c = 0; c < stride; c++) to[stride * i + c] = from[stride * k + c];
      });
      return to;
    };
    this.#view = {
      count,
      ids: sorted(ids, 1),
      shape: sorted(shape, 1),
      material: sorted(Int32Array.from(arrays.material), 1),
      radius: sorted(arrays.radius, 1),
      scale: sorted(scale, 1),
      orientation: sorted(turned, 4),
      position: sorted(arrays.position, 3),
      velocity: sorted(arrays.velocity, 3),
      angularVelocity: sorted(arrays.angularVelocity, 3),
      force: sorted(arrays.force, 3),
      torque: sorted(arrays.torque, 3),
    };
    this.#energy = await this.#simulation.energy(arrays);
    this.#contacts = await this.#simulation.contacts(arrays, (k) => ids[k]);
    this.#meshLoads = this.#simulation.meshLoads();
    const ratio = this.#simulation.deepest;
    const last = this.#deep.at(-1);
    if (ratio > 2 * (last?.ratio ?? 0) && this.#deep.length < MOST_DEEP_OVERLAPS) {
      this.#deep = [...this.#deep, { time: this.time, step: this.stepCount, body: -1, ratio }];
    }
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
    return this.#deep[0];
  }

  deepOverlaps(): readonly DeepOverlap[] {
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
