// SPDX-License-Identifier: MIT
/** The interface of GPU simulations, and the choice of the one that runs a scene. */
import { checkEverything } from '../../simulation/checks/check-everything.ts';
import type { SimulationSpec } from '../../simulation/simulation-spec.ts';
import type { RestoreOptions } from '../../simulation/state/state-container.ts';
import type { ContactView, EnergyBalance } from '../../simulation/views/simulation-views.ts';
import type { MeshLoad } from '../../simulation/walls/meshes.ts';
import { GpuConvexSimulation } from '../convex/convex-simulation.ts';
import { isOfSpheres } from '../spheres/scene-spheres.ts';
import type { GpuDevice } from './gpu-adapter.ts';
import type { GpuPopulation } from './gpu-population.ts';
import { gpuRefusals, notOnGpu } from './gpu-refusals.ts';
import { type GpuOptions, GpuSimulation } from './gpu-simulation.ts';

/** Bodies in the order of the spec, with the forces on them; vectors have stride 3. */
interface GpuBodyArrays {
  readonly count: number;
  readonly position: Float64Array;
  readonly velocity: Float64Array;
  readonly angularVelocity: Float64Array;
  readonly force: Float64Array;
  readonly torque: Float64Array;
  readonly radius: Float64Array;
  readonly material: Uint8Array;
  /** Stride 4, w first; not there where orientations are not followed. */
  readonly orientation?: Float64Array;
}

export interface GpuStepper {
  readonly stepCount: number;
  readonly time: number;
  readonly bytes: number;
  readonly deepest: number;
  /** Largest travel of a body in one step, relative to half its smallest thickness, if above 0.1; otherwise 0. */
  readonly fastest: number;
  readonly lists: number;
  /** Number of bodies. */
  readonly count: number;
  readonly population: Pick<GpuPopulation, 'bodyIds' | 'insertions' | 'outlets' | 'escaped'>;
  step(count?: number): Promise<void>;
  bodies(): Promise<GpuBodyArrays>;
  /** In the order of `arrays`, w first; undefined if they are not integrated. */
  orientations(arrays: GpuBodyArrays): Promise<Float64Array | undefined>;
  meshLoads(): MeshLoad[];
  contacts(arrays: GpuBodyArrays, ids: (index: number) => number): Promise<ContactView>;
  energy(arrays?: GpuBodyArrays): Promise<EnergyBalance>;
  save(): Promise<Uint8Array>;
  restore(bytes: Uint8Array, options?: RestoreOptions): void;
  destroy(): void;
}

/** The simulation of a spec on the GPU. Throws a SceneError that names everything in it that the GPU cannot do. */
export async function gpuSimulation(
  spec: SimulationSpec,
  gpu: GpuDevice,
  options: GpuOptions = {},
): Promise<GpuStepper> {
  checkEverything(spec);
  const refusals = gpuRefusals(spec);
  if (refusals.length > 0) throw notOnGpu(refusals);
  return isOfSpheres(spec) ? GpuSimulation.create(spec, gpu, options) : GpuConvexSimulation.create(spec, gpu, options);
}
