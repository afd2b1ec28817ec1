// SPDX-License-Identifier: MIT
/**
 * The state of a GPU simulation when it was last read back, in the form of a simulation on the CPU. Readback is slow,
 * so only the parts that are wanted are read, and each once a step; sums are made on the GPU. Orientations of spheres
 * do not affect the motion; they are integrated only on request.
 */
import type { DepartedBodies } from '../../bodies/outlet.ts';
import type { Pose } from '../../math/pose.ts';
import type { Vector3 } from '../../math/vector.ts';
import { atOnce, ranges, type Work } from '../../math/work-in-parts.ts';
import type { InsertionProgress, MeshSpec, OutletProgress, SimulationSpec } from '../../simulation/simulation-spec.ts';
import { type DeepOverlap, isRecorded } from '../../simulation/tunnelling/overlap-watch.ts';
import type { FastBody } from '../../simulation/tunnelling/travel-watch.ts';
import { bodyInView } from '../../simulation/views/body-in-view.ts';
import {
  type BodyState,
  type BodyView,
  type ContactView,
  type EnergyBalance,
  type SimulationStatistics,
  STATE_PARTS,
  type StatePart,
} from '../../simulation/views/simulation-views.ts';
import { type MeshLoad, numberedMeshPose } from '../../simulation/walls/meshes.ts';
import { halfSpaceLoadsOf } from '../spheres/contact-readback.ts';
import type { CopiedState, GpuBodyArrays } from './body-exchange.ts';
import type { IdentityColumns } from './body-ids.ts';
import type { GpuSimulation } from './gpu-simulation.ts';
import { GpuStepView, unread } from './gpu-step-view.ts';

/** Bodies that are sorted without a rest. */
const BODIES_AT_ONCE = 1 << 15;

/** Takes the state of a step. */
export type StepViewReader = (view: GpuStepView) => Work<void>;

/** What a probe may sum. */
const SUMS = ['energy', 'statistics', 'halfSpaceLoads'] as const satisfies readonly StatePart[];

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
  #loads: readonly Vector3[] | undefined;
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
    if (SUMS.some(isMissing)) await this.#readSums();
    const needsContacts = ['contacts' as const, ...SUMS].some(isMissing);
    if (needsContacts || isMissing('bodies')) await this.#readBodies(needsContacts);
    for (const part of needsContacts ? (['bodies', ...parts] as const) : parts) this.#has.add(part);
    this.#watch(this.stepCount, this.time);
  }

  /**
   * Gives the sums of the present step to a reader once they are there, without waiting for it; false if these parts
   * take more than sums. Sums come in order, while further steps are run.
   */
  readLater(parts: readonly StatePart[], read: StepViewReader): boolean {
    const { summed } = this.#simulation;
    const isSum: Readonly<Record<StatePart, boolean>> = {
      energy: true,
      statistics: summed.contacts,
      halfSpaceLoads: summed.loads,
      bodies: false,
      contacts: false,
    };
    if (!parts.every((part) => isSum[part])) return false;
    this.#simulation.sumsLater((sums) => {
      const view = new GpuStepView(this.#simulation, sums);
      this.#watch(view.stepCount, view.time);
      atOnce(read(view));
    });
    return true;
  }

  /**
   * Copies these parts of the present state without waiting for it, and returns what gives them to a reader, once they
   * are there; false if that cannot be. One copy at a time.
   */
  async copy(parts: readonly StatePart[]): Promise<((read: StepViewReader) => Promise<Work<void>>) | false> {
    const simulation = this.#simulation;
    const { summed } = simulation;
    const needsSums = SUMS.some((part) => parts.includes(part));
    if (needsSums && !(summed.contacts && summed.loads)) return false;
    const sums = needsSums ? await simulation.sums() : undefined;
    const copied = await simulation.copyState(parts.includes('contacts'));
    if (copied === undefined) return false;
    const { bodyIds } = simulation.population;
    const { columns, count } = bodyIds;
    const view = new GpuStepView(simulation, sums);
    this.#watch(view.stepCount, view.time);
    const given = function* (unpacked: Work<CopiedState>, read: StepViewReader): Work<void> {
      const { arrays, orientation, contacts } = yield* unpacked;
      const turned = orientation ?? bodyIds.turned(0, new Float64Array(4 * count));
      yield* read(view.with(yield* bodyView(arrays, turned, columns), contacts));
    };
    return async (read) => given(await copied.read((k) => columns.ids[k]), read);
  }

  #watch(step: number, time: number): void {
    const ratio = this.#simulation.deepest;
    // Zero where none was above the limit.
    if (isRecorded(ratio, this.#deep, 0)) this.#deep = [...this.#deep, { time, step, body: -1, ratio }];
    const { fastest } = this.#simulation;
    if (fastest > 0) this.#fast ??= { time, step, body: -1, ratio: fastest };
  }

  /** Sums that probes do not make stay missing. */
  async #readSums(): Promise<void> {
    const { energy, contacts, loads } = await this.#simulation.sums();
    this.#energy = energy;
    this.#has.add('energy');
    this.#loads = loads;
    if (loads !== undefined) this.#has.add('halfSpaceLoads');
    if (contacts === undefined) return;
    this.#contactCount = contacts;
    this.#has.add('statistics');
  }

  async #readBodies(withContacts: boolean): Promise<void> {
    const arrays = await this.#simulation.bodies();
    const { bodyIds } = this.#simulation.population;
    const { columns, count } = bodyIds;
    const turned = (await this.#simulation.orientations(arrays)) ?? bodyIds.turned(0, new Float64Array(4 * count));
    this.#view = atOnce(bodyView(arrays, turned, columns));
    if (!withContacts) return;
    this.#contacts = await this.#simulation.contacts(arrays, (k) => columns.ids[k]);
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
    return bodyInView(this.bodies(), id);
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
    return [...(this.#loads ?? halfSpaceLoadsOf(this.contacts(), this.#wallCount))];
  }

  /** What each mesh bears at the present time. */
  meshLoads(): MeshLoad[] {
    return [...this.#meshLoads];
  }

  /** Pose of mesh `k` of the spec at the present time; forces do not affect it. */
  meshPose(k: number): Pose {
    return numberedMeshPose(this.#meshes, k, this.time);
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

/** In the order of ids; `turned` are orientations. */
function* bodyView(
  arrays: GpuBodyArrays,
  turned: Float64Array,
  { ids, shape, scale }: IdentityColumns,
): Work<BodyView> {
  // Bodies are in the order of their insertion, which is mostly that of their ids.
  const order = isAscending(ids) ? undefined : Uint32Array.from(ids, (_, k) => k).sort((a, b) => ids[a] - ids[b]);
  yield;
  const sorted = function* <T extends Float64Array | Int32Array>(from: T, stride: number): Work<T> {
    if (order === undefined) return from;
    const to = from.slice() as T;
    yield* ranges(order.length, BODIES_AT_ONCE, (first, end) => {
      for (let i = first; i < end; i++) {
        for (let c = 0; c < stride; c++) to[stride * i + c] = from[stride * order[i] + c];
      }
    });
    return to;
  };
  return {
    count: arrays.count,
    ids: yield* sorted(ids, 1),
    shape: yield* sorted(shape, 1),
    material: yield* sorted(new Int32Array(arrays.material), 1),
    radius: yield* sorted(arrays.radius, 1),
    scale: yield* sorted(scale, 1),
    orientation: yield* sorted(turned, 4),
    position: yield* sorted(arrays.position, 3),
    velocity: yield* sorted(arrays.velocity, 3),
    angularVelocity: yield* sorted(arrays.angularVelocity, 3),
    force: yield* sorted(arrays.force, 3),
    torque: yield* sorted(arrays.torque, 3),
  };
}

function isAscending(ids: Int32Array): boolean {
  for (let k = 1; k < ids.length; k++) if (ids[k] < ids[k - 1]) return false;
  return true;
}
