// SPDX-License-Identifier: MIT
/**
 * The state of a GPU simulation when it was last read back, in the form of a simulation on the CPU. Readback is slow,
 * so only the parts that are wanted are read, and each once a step; sums are made on the GPU. Orientations of spheres
 * do not affect the motion; they are integrated only on request.
 */
import type { DepartedBodies } from '../../bodies/outlet.ts';
import { SimulationError } from '../../errors.ts';
import type { Pose } from '../../math/pose.ts';
import type { Vector3 } from '../../math/vector.ts';
import type { InsertionProgress, MeshSpec, OutletProgress, SimulationSpec } from '../../simulation/simulation-spec.ts';
import { type DeepOverlap, isRecorded } from '../../simulation/tunnelling/overlap-watch.ts';
import type { FastBody } from '../../simulation/tunnelling/travel-watch.ts';
import {
  type BodyState,
  type BodyView,
  type ContactView,
  type EnergyBalance,
  type SimulationStatistics,
  STATE_PARTS,
  type StatePart,
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
  #contactCount = 0;
  /** Step and parts of the last reading. */
  #step = -1;
  readonly #has = new Set<StatePart>();
  #loads: Vector3[] | undefined;
  #meshLoads: readonly MeshLoad[] = [];
  #deep: readonly DeepOverlap[] = [];
  #fast: FastBody | undefined;

  constructor(simulation: GpuSimulation, spec: SimulationSpec) {
    this.#simulation = simulation;
    this.#meshes = spec.meshes ?? [];
    this.#wallCount = spec.halfSpaces?.length ?? 0;
  }

  /**
   * Reads parts of the present state back. Bodies and contacts of another step are then gone; energies and numbers stay
   * until they are read again.
   */
  async read(parts: readonly StatePart[] = STATE_PARTS): Promise<void> {
    if (this.stepCount !== this.#step) {
      this.#step = this.stepCount;
      this.#has.clear();
      this.#view = undefined;
      this.#contacts = undefined;
      this.#loads = undefined;
    }
    const isMissing = (part: StatePart): boolean => parts.includes(part) && !this.#has.has(part);
    const isCounted = await this.#readSums(isMissing('energy') || isMissing('statistics'), isMissing('halfSpaceLoads'));
    const isUnsummed = isMissing('halfSpaceLoads') && this.#loads === undefined;
    const isUncounted = isMissing('statistics') && !isCounted;
    const needsContacts = isMissing('contacts') || isUnsummed || isUncounted;
    if (needsContacts || isMissing('bodies')) await this.#readBodies(needsContacts);
    for (const part of needsContacts ? (['bodies', ...parts] as const) : parts) this.#has.add(part);
    const ratio = this.#simulation.deepest;
    // Zero where none was above the limit.
    if (isRecorded(ratio, this.#deep, 0)) {
      this.#deep = [...this.#deep, { time: this.time, step: this.stepCount, body: -1, ratio }];
    }
    const { fastest } = this.#simulation;
    if (fastest > 0) this.#fast ??= { time: this.time, step: this.stepCount, body: -1, ratio: fastest };
  }

  /** True when the number of contacts is known then. */
  async #readSums(isForEnergy: boolean, isForLoads: boolean): Promise<boolean> {
    if (isForLoads && !isForEnergy) this.#loads = await this.#simulation.halfSpaceLoads();
    if (!isForEnergy) return false;
    const { sums, loads } = isForLoads
      ? await this.#simulation.sumsAndLoads()
      : { sums: await this.#simulation.sums(), loads: this.#loads };
    this.#loads = loads;
    this.#energy = sums.energy;
    this.#contactCount = sums.contacts ?? this.#contactCount;
    return sums.contacts !== undefined;
  }

  async #readBodies(withContacts: boolean): Promise<void> {
    const arrays = await this.#simulation.bodies();
    const { bodyIds } = this.#simulation.population;
    const { count } = arrays;
    const { ids, shape, scale } = bodyIds.columns;
    const turned = (await this.#simulation.orientations(arrays)) ?? bodyIds.turned(0, new Float64Array(4 * count));
    // Bodies are in the order of their insertion, which is mostly that of their ids.
    const order = isAscending(ids) ? undefined : Uint32Array.from(ids, (_, k) => k).sort((a, b) => ids[a] - ids[b]);
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
      material: sorted(new Int32Array(arrays.material), 1),
      radius: sorted(arrays.radius, 1),
      scale: sorted(scale, 1),
      orientation: sorted(turned, 4),
      position: sorted(arrays.position, 3),
      velocity: sorted(arrays.velocity, 3),
      angularVelocity: sorted(arrays.angularVelocity, 3),
      force: sorted(arrays.force, 3),
      torque: sorted(arrays.torque, 3),
    };
    if (!withContacts) return;
    this.#contacts = await this.#simulation.contacts(arrays, (k) => ids[k]);
    this.#contactCount = this.#contacts.count;
    this.#meshLoads = this.#simulation.meshLoads();
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
    return { pairs: 0, contacts: this.#contactCount, rebuilds: lists, maxOverlapRatio: deepest, bytes };
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
    return this.#loads ?? halfSpaceLoadsOf(this.contacts(), this.#wallCount);
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

function isAscending(ids: Int32Array): boolean {
  for (let k = 1; k < ids.length; k++) if (ids[k] < ids[k - 1]) return false;
  return true;
}

function unread(): never {
  throw new SimulationError('not-read', 'the state on the GPU has not been read back');
}
