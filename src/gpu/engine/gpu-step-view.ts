// SPDX-License-Identifier: MIT
/**
 * The state of one step on the GPU, with the queries of a simulation on the CPU: sums, and bodies and contacts if they
 * were copied. Outputs are written from it when the copy has arrived, while the GPU is some steps ahead.
 */
import type { DepartedBodies } from '../../bodies/outlet.ts';
import { SimulationError } from '../../errors.ts';
import type { Pose } from '../../math/pose.ts';
import type { Vector3 } from '../../math/vector.ts';
import type { InsertionProgress, MeshSpec, OutletProgress } from '../../simulation/simulation-spec.ts';
import { bodyInView } from '../../simulation/views/body-in-view.ts';
import type {
  BodyState,
  BodyView,
  ContactView,
  EnergyBalance,
  SimulationStatistics,
} from '../../simulation/views/simulation-views.ts';
import { numberedMeshPose } from '../../simulation/walls/meshes.ts';
import type { GpuSimulation, GpuSums } from './gpu-simulation.ts';

export class GpuStepView {
  /** s */
  readonly time: number;
  readonly stepCount: number;
  readonly bodyCount: number;
  readonly #sums: GpuSums | undefined;
  readonly #statistics: SimulationStatistics;
  readonly #meshes: readonly MeshSpec[];
  #bodies: BodyView | undefined;
  #contacts: ContactView | undefined;
  readonly #population: Pick<GpuSimulation['population'], 'insertions' | 'outlets' | 'escaped'>;

  /** The step is that of the sums, up to which losses have been recorded; without sums, the present step. */
  constructor(simulation: GpuSimulation, sums?: GpuSums) {
    const { spec, population, deepest, bytes, stepCount, lists } = simulation;
    const { insertions, outlets, escaped, bodyIds } = population;
    this.stepCount = sums?.step ?? stepCount;
    this.time = this.stepCount * spec.timeStep;
    this.bodyCount = bodyIds.count;
    this.#sums = sums;
    const [contacts, rebuilds] = [sums?.contacts ?? 0, sums?.lists ?? lists];
    this.#statistics = { pairs: 0, contacts, rebuilds, maxOverlapRatio: deepest, bytes };
    this.#meshes = spec.meshes ?? [];
    this.#population = { insertions, outlets, escaped };
  }

  /** Adds the bodies and contacts that were copied at this step. */
  with(bodies: BodyView, contacts: ContactView | undefined): this {
    this.#bodies = bodies;
    this.#contacts = contacts;
    return this;
  }

  energy(): EnergyBalance {
    return this.#sums?.energy ?? unread();
  }

  statistics(): SimulationStatistics {
    return this.#statistics;
  }

  halfSpaceLoads(): Vector3[] {
    return [...(this.#sums?.loads ?? unread())];
  }

  insertions(): InsertionProgress[] {
    return this.#population.insertions;
  }

  outlets(): OutletProgress[] {
    return this.#population.outlets;
  }

  escapes(): DepartedBodies {
    return this.#population.escaped;
  }

  /** Pose of mesh `k` of the spec; forces do not affect it. */
  meshPose(k: number): Pose {
    return numberedMeshPose(this.#meshes, k, this.time);
  }

  servos(): [] {
    return [];
  }

  bodies(): BodyView {
    return this.#bodies ?? unread();
  }

  /** Throws a SimulationError when there is none with this id. */
  body(id: number): BodyState {
    return bodyInView(this.bodies(), id);
  }

  contacts(): ContactView {
    return this.#contacts ?? unread();
  }

  /** Empty: a state is copied only where there are no meshes. */
  meshLoads(): [] {
    return [];
  }

  deepOverlaps(): never {
    return unread();
  }

  firstFastBody(): never {
    return unread();
  }
}

export function unread(): never {
  const problem = 'this part of the state on the GPU has not been read back';
  throw new SimulationError('not-read', `${problem}; name it among the parts that are read`);
}
