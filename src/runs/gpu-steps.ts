// SPDX-License-Identifier: MIT
/** Fixed steps on a GPU, as a run sees them. */
import { SceneError, SimulationError } from '../errors.ts';
import { type GpuDevice, openGpu } from '../gpu/gpu-adapter.ts';
import { GpuMoment } from '../gpu/gpu-moment.ts';
import { type GpuStepper, gpuSimulation } from '../gpu/gpu-stepper.ts';
import type { Scene } from '../scene/scene.ts';
import type { TimeLoop } from './time-loop.ts';

export class GpuSteps implements TimeLoop {
  readonly threads = 1;
  readonly moment: GpuMoment;
  readonly adapter: string;
  readonly #simulation: GpuStepper;
  #saved: Uint8Array | undefined;
  #readAt: number | undefined;

  private constructor(simulation: GpuStepper, gpu: GpuDevice, scene: Scene) {
    this.#simulation = simulation;
    this.adapter = gpu.name;
    this.moment = new GpuMoment(simulation, scene.simulation);
  }

  /** At the start of a scene, or at a saved state of it; `isFast` refuses adapters that are none. Throws a SceneError that names all that the GPU cannot do. */
  static async open(
    scene: Scene,
    options: { readonly state?: Uint8Array; readonly isFast?: boolean } = {},
  ): Promise<GpuSteps> {
    const { state, isFast = false } = options;
    refuseVariableSteps(scene);
    const gpu = await openGpu();
    if (isFast && gpu.isSoftware) {
      throw new SimulationError('no-gpu', `device gpu: the adapter (${gpu.name}) computes on the processor`);
    }
    const simulation = await gpuSimulation(scene.simulation, gpu);
    if (state !== undefined) simulation.restore(state);
    const steps = new GpuSteps(simulation, gpu, scene);
    await steps.prepare('moment');
    return steps;
  }

  get position(): number {
    return this.moment.stepCount;
  }

  async advance(to: number, mostSteps: number): Promise<number> {
    const count = Math.min(mostSteps, to - this.position);
    this.#saved = undefined;
    await this.#simulation.step(count);
    return count;
  }

  async prepare(what: 'moment' | 'save'): Promise<void> {
    if (what === 'moment' || this.position !== this.#readAt) await this.moment.read();
    this.#readAt = this.position;
    if (what === 'save') this.#saved = await this.#simulation.save();
  }

  takeEvents(): undefined {
    return undefined;
  }

  save(): Uint8Array {
    if (this.#saved === undefined) throw new Error('save: the present state has not been prepared');
    return this.#saved;
  }

  dispose(): void {
    this.#simulation.destroy();
  }
}

function refuseVariableSteps({ events }: Scene): void {
  if (events === undefined) return;
  throw new SceneError('not-on-gpu', 'integrator: not on the GPU: variable steps; run with --device cpu');
}
