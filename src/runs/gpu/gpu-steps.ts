// SPDX-License-Identifier: MIT
/** The time loop with fixed steps on a GPU. */
import { DeviceError } from '../../errors.ts';
import { type GpuDevice, openGpu } from '../../gpu/engine/gpu-adapter.ts';
import { gpuRefusals, notOnGpu, type Refusal } from '../../gpu/engine/gpu-refusals.ts';
import { GpuSimulation } from '../../gpu/engine/gpu-simulation.ts';
import { GpuSnapshot, type StepViewReader } from '../../gpu/engine/gpu-snapshot.ts';
import { inParts } from '../../math/work-in-parts.ts';
import { formatBytes, formatCount } from '../../scene/format-quantity.ts';
import type { Scene } from '../../scene/scene.ts';
import { STATE_PARTS, type StatePart } from '../../simulation/views/simulation-views.ts';
import type { TimeLoop } from '../time/time-loop.ts';
import { gpuWarnings } from './gpu-warnings.ts';

export class GpuSteps implements TimeLoop {
  readonly threads = 1;
  /** A submission with its readback takes as long as some dozens of steps of a small packing. */
  readonly leastSteps = 100;
  readonly view: GpuSnapshot;
  readonly adapter: string;
  /** Its needs on the GPU, and where float32 is too coarse for it. */
  readonly notes: readonly string[];
  readonly #simulation: GpuSimulation;
  #saved: readonly Uint8Array[] | undefined;
  /** The last state that was copied. */
  #written: Promise<void> = Promise.resolve();
  #isWaitedFor = false;

  private constructor(simulation: GpuSimulation, gpu: GpuDevice, scene: Scene) {
    this.#simulation = simulation;
    this.adapter = gpu.name;
    this.view = new GpuSnapshot(simulation, scene.simulation);
    const { maxStorageBufferBindingSize: bound } = gpu.device.limits;
    this.notes = [
      `device gpu: ${gpu.name}, ${formatCount(simulation.count)} bodies in ${formatBytes(simulation.bytes)}; ` +
        `buffers of at most ${formatBytes(bound)}`,
      ...gpuWarnings(scene.simulation).map((warning) => `warning: ${warning}`),
    ];
  }

  /**
   * At the start of a scene, or at a saved state of it; `isFast` refuses adapters that are none. Throws a SceneError
   * that names all that the GPU cannot do.
   */
  static async open(
    scene: Scene,
    options: { readonly state?: Uint8Array; readonly isFast?: boolean } = {},
  ): Promise<GpuSteps> {
    const { state, isFast = false } = options;
    const refusals = sceneRefusals(scene);
    if (refusals.length > 0) throw notOnGpu(refusals);
    const gpu = await openGpu();
    if (isFast && gpu.isSoftware) {
      throw new DeviceError('no-gpu', `device gpu: the adapter (${gpu.name}) computes on the processor`);
    }
    const { trajectory, vtk } = scene.outputs;
    const orientations = trajectory !== undefined || vtk !== undefined;
    const simulation = await GpuSimulation.create(scene.simulation, gpu, { orientations });
    if (state !== undefined) simulation.restore(state);
    const steps = new GpuSteps(simulation, gpu, scene);
    await steps.prepare(['energy']);
    return steps;
  }

  get position(): number {
    return this.view.stepCount;
  }

  async advance(to: number, mostSteps: number): Promise<number> {
    const count = Math.min(mostSteps, to - this.position);
    this.#saved = undefined;
    await this.#simulation.runAhead(count);
    return count;
  }

  /** Bodies and contacts are copied, one state at a time, and used while steps go on. */
  async later(parts: readonly StatePart[], use: StepViewReader): Promise<boolean> {
    if (this.view.readLater(parts, use)) return true;
    await this.#allWritten();
    const read = await this.view.copy(parts);
    if (read === false) return false;
    const write = async (): Promise<void> => inParts(await read(use), () => this.#isWaitedFor);
    this.#written = write();
    // Whoever waits for it gets the error.
    this.#written.catch(() => {});
    return true;
  }

  async finish(): Promise<void> {
    try {
      await this.#simulation.finish();
    } finally {
      await this.#allWritten();
    }
  }

  async #allWritten(): Promise<void> {
    this.#isWaitedFor = true;
    try {
      await this.#written;
    } finally {
      this.#isWaitedFor = false;
    }
  }

  async prepare(what: 'view' | 'save' | readonly StatePart[]): Promise<void> {
    if (what === 'save') await this.finish();
    else await this.#simulation.finish();
    if (what === 'save') this.#saved ??= await this.#simulation.saveParts();
    else await this.view.read(what === 'view' ? STATE_PARTS : what);
  }

  takeEvents(): undefined {
    return undefined;
  }

  save(): readonly Uint8Array[] {
    if (this.#saved === undefined) throw new Error('save: the present state has not been prepared');
    return this.#saved;
  }

  dispose(): void {
    this.#simulation.destroy();
  }
}

/** All of a scene that the GPU cannot do. */
export function sceneRefusals({ events, simulation, stages }: Scene): Refusal[] {
  const variable =
    events === undefined
      ? []
      : [{ path: 'integrator', problem: 'variable steps (the host decides the length of each)' }];
  const staged =
    stages === undefined ? [] : [{ path: 'stages', problem: 'stages (tables of laws and walls are written once)' }];
  return [...variable, ...staged, ...(events === undefined ? gpuRefusals(simulation) : [])];
}
