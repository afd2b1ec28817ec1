// SPDX-License-Identifier: MIT
/** The state of a simulation at one step for the outputs. Each part is computed once, on the first request. */
import { bodyKinds } from '../../analysis/body-kinds.ts';
import type { GranularState } from '../../analysis/granular-state.ts';
import { Measured, type MeasuredRegion } from '../../analysis/region-quantities.ts';
import { granularState } from '../../analysis/simulation-state.ts';
import { movedRegion } from '../../bodies/followed-region.ts';
import { fragmentsOf } from '../../bonds/fragments.ts';
import { SimulationError } from '../../errors.ts';
import type { Pose } from '../../math/pose.ts';
import type { Vector3 } from '../../math/vector.ts';
import type { BondView } from '../../simulation/bonds/bonds.ts';
import type { MeshSpec, SimulationSpec } from '../../simulation/simulation-spec.ts';
import type {
  BodyState,
  BodyView,
  ContactView,
  EnergyBalance,
  SimulationStatistics,
} from '../../simulation/views/simulation-views.ts';
import { type MeshLoad, meshPoseAt } from '../../simulation/walls/meshes.ts';
import { wallPlaceAt } from '../../simulation/walls/wall-place.ts';
import type { SimulationView } from '../time/time-loop.ts';

const NO_BONDS: BondView = {
  count: 0,
  bodies: new Int32Array(),
  place: new Float64Array(),
  force: new Float64Array(),
  energy: new Float64Array(),
  used: new Float64Array(),
  rule: new Int32Array(),
};

export class Snapshot {
  readonly simulation: SimulationView;
  /** What schedules count in: the step, or with variable steps the time. */
  readonly position: number;
  readonly step: number;
  /** s */
  readonly time: number;
  #bodies: BodyView | undefined;
  #contacts: ContactView | undefined;
  #energy: EnergyBalance | undefined;
  #statistics: SimulationStatistics | undefined;
  #bonds: BondView | undefined;
  #fragments: Int32Array | undefined;
  #loads: readonly Vector3[] | undefined;
  #meshLoads: readonly MeshLoad[] | undefined;
  #granular: GranularState | undefined;
  readonly #measured = new Map<MeasuredRegion, Measured>();

  /** Name of the stage; undefined for a scene without stages. */
  readonly stage: string | undefined;

  constructor(simulation: SimulationView, position = simulation.stepCount, stage?: string) {
    this.simulation = simulation;
    this.stage = stage;
    this.position = position;
    this.step = simulation.stepCount;
    this.time = simulation.time;
  }

  get bodies(): BodyView {
    this.#bodies ??= this.simulation.bodies();
    return this.#bodies;
  }

  get contacts(): ContactView {
    this.#contacts ??= this.simulation.contacts();
    return this.#contacts;
  }

  get energy(): EnergyBalance {
    this.#energy ??= this.simulation.energy();
    return this.#energy;
  }

  /** None where the simulation can have none. */
  get bonds(): BondView {
    this.#bonds ??= this.simulation.bonds?.() ?? NO_BONDS;
    return this.#bonds;
  }

  /** For each body, in the order of ids, the fragment that it belongs to: the smallest id in it. */
  get fragments(): Int32Array {
    this.#fragments ??= fragmentsOf(this.bodies.ids, this.bonds.bodies);
    return this.#fragments;
  }

  get statistics(): SimulationStatistics {
    this.#statistics ??= this.simulation.statistics();
    return this.#statistics;
  }

  get halfSpaceLoads(): readonly Vector3[] {
    this.#loads ??= this.simulation.halfSpaceLoads();
    return this.#loads;
  }

  get meshLoads(): readonly MeshLoad[] {
    this.#meshLoads ??= this.simulation.meshLoads();
    return this.#meshLoads;
  }

  /** For analysis; `spec` is that of the scene, which a simulation that was restored has lost the bodies of. */
  granular(spec: SimulationSpec): GranularState {
    this.#granular ??= granularState(this.time, this.bodies, this.contacts, bodyKinds(spec));
    return this.#granular;
  }

  measured(region: MeasuredRegion, spec: SimulationSpec): Measured {
    const measured = this.#measured.get(region) ?? Measured.of(this.granular(spec), this.#placed(region, spec));
    this.#measured.set(region, measured);
    return measured;
  }

  #wallPlace(name: string, spec: SimulationSpec): Pose | undefined {
    return this.simulation.wallPlace?.(name) ?? wallPlaceAt(spec, name, this.time);
  }

  /** Of a half-space its point nearest to the origin. */
  wallPosition(name: string, spec: SimulationSpec): Vector3 | undefined {
    return this.#wallPlace(name, spec)?.position;
  }

  /** The region where it is now: it may follow a wall. */
  #placed(measured: MeasuredRegion, spec: SimulationSpec): MeasuredRegion {
    const { region, follows } = measured;
    if (follows === undefined || region === 'all') return measured;
    const now = this.#wallPlace(follows.wall, spec);
    return now === undefined ? measured : { ...measured, region: movedRegion(region, follows.start, now) };
  }

  /** Undefined when the body has been deleted. */
  body(id: number): BodyState | undefined {
    try {
      return this.simulation.body(id);
    } catch (error) {
      if (error instanceof SimulationError && error.code === 'no-such-body') return undefined;
      throw error;
    }
  }
}

/**
 * 7 numbers per mesh: position, orientation w first. The simulation, which is at that time, knows where forces and
 * stages have moved them.
 */
export function meshPoses(
  meshes: readonly MeshSpec[],
  time: number,
  simulation?: Pick<SimulationView, 'meshPose'>,
): Float64Array {
  return Float64Array.from(
    meshes.flatMap((mesh, k) => {
      const { position, orientation } = simulation?.meshPose(k) ?? meshPoseAt(mesh, time);
      return [position.x, position.y, position.z, orientation.w, orientation.x, orientation.y, orientation.z];
    }),
  );
}
