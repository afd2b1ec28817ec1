// SPDX-License-Identifier: MIT
/**
 * Runs kernels with their buffers: keeps bindings and parameters until the number of bodies or a buffer changes, and
 * writes what differs from step to step.
 */
import { LOOK_BEFORE, LOOK_STOPS } from '../kernels/pick.ts';
import { GROUP } from '../kernels/prelude.ts';
import { PARAMS, STEP_HEAD } from '../kernels/records.ts';
import { bind, dispatch, type GpuProgram } from './gpu-program.ts';
import type { EngineSettings } from './gpu-settings.ts';
import { MOST_STEPS } from './submissions.ts';

/** Index of the inputs of a separate query, after those of all steps. */
export const LOOK = MOST_STEPS;
const LEAST_BYTES = 16;

/** Parameters that depend on what a kernel is run over: its chunk, cells or workgroups. */
export type OwnParams = Readonly<
  Partial<
    Record<
      | 'count'
      | 'chunkStart'
      | 'chunkCount'
      | 'chunkSize'
      | 'cellCount'
      | 'oldStart'
      | 'oldCount'
      | 'scanBlocks'
      | 'groupStart'
      | 'pairCapacity'
      | 'poolCapacity'
      | 'mode',
      number
    >
  >
>;

export type Buffers = Readonly<Record<string, GPUBuffer | GPUBufferBinding>>;

/** What a kernel is run over, by a name for its parameters; inputs of which step; bindings that are used once. */
interface RunOptions {
  readonly over?: string | undefined;
  readonly inputsIndex?: number;
  readonly isOnce?: boolean;
}

export class KernelRunner {
  readonly #device: GPUDevice;
  readonly #settings: EngineSettings;
  readonly #paramsOver: (over: string) => OwnParams;
  readonly #params = new Map<string, GPUBuffer>();
  readonly #groups = new Map<string, GPUBindGroup>();
  /** Buffers that all kernels may ask for. */
  readonly #common: Readonly<Record<'inputs' | 'tables' | 'regions', GPUBuffer>>;

  constructor(device: GPUDevice, settings: EngineSettings, paramsOver: (over: string) => OwnParams) {
    this.#device = device;
    this.#settings = settings;
    this.#paramsOver = paramsOver;
    this.#common = {
      inputs: this.#uniform((MOST_STEPS + 1) * settings.stepInputBytes),
      tables: this.#uniform(settings.tables.byteLength),
      regions: this.#uniform(Math.max(LEAST_BYTES, settings.regions.byteLength)),
    };
    device.queue.writeBuffer(this.#common.tables, 0, settings.tables);
    device.queue.writeBuffer(this.#common.regions, 0, settings.regions);
  }

  /** To be called when the number of bodies or a buffer has changed: bindings are made again on demand. */
  changed(): void {
    this.#groups.clear();
    for (const [over, buffer] of this.#params) this.#writeParams(buffer, over);
  }

  /** Encodes a kernel. Bindings are kept by its name and `key`, which says which copies of buffers are meant. */
  run(
    pass: GPUComputePassEncoder,
    name: string,
    program: GpuProgram | undefined,
    key: string,
    buffers: Buffers,
    threads: number,
    { over = '', inputsIndex = 0, isOnce = false }: RunOptions = {},
  ): void {
    if (program === undefined) throw new Error(`no kernel ${name}`);
    const full = `${name}/${key}`;
    let group = isOnce ? undefined : this.#groups.get(full);
    if (group === undefined) {
      const resources: Record<string, GPUBufferBinding> = { p: { buffer: this.#paramBuffer(over) } };
      for (const [own, buffer] of Object.entries({ ...this.#common, ...buffers })) {
        resources[own] = 'buffer' in buffer ? (buffer as GPUBufferBinding) : { buffer };
      }
      group = bind(this.#device, program, resources, this.#settings.stepInputBytes);
      if (!isOnce) this.#groups.set(full, group);
    }
    dispatch(pass, program, group, inputsIndex * this.#settings.stepInputBytes, Math.ceil(threads / GROUP));
  }

  /** Other regions from this word on. */
  writeRegions(at: number, words: Uint32Array<ArrayBuffer>): void {
    this.#device.queue.writeBuffer(this.#common.regions, 4 * at, words);
  }

  /**
   * Writes the inputs of `count` steps from `first` on for later submissions; the halves of the springs alternate from
   * `parity` on; `rows` are in use; the regions `atEnd` are queried after the last step.
   */
  writeStepInputs(first: number, count: number, parity: number, rows: number, atEnd = 0): void {
    const { outletsAt, stepInputBytes, writeWalls } = this.#settings;
    const stride = stepInputBytes / 4;
    const words = new Uint32Array(stride * count);
    const { step, parity: half, rows: copy, due } = STEP_HEAD.at;
    for (let k = 0; k < count; k++) {
      const at = stride * k;
      const regions = outletsAt(first + k + 1) | (k === count - 1 ? atEnd : 0);
      words[at + step] = first + k;
      words[at + half] = (parity + k) & 1;
      words[at + copy] = rows;
      words[at + due] = regions === 0 ? 0 : regions | LOOK_STOPS;
      writeWalls(first + k, words, at + STEP_HEAD.words);
    }
    this.#device.queue.writeBuffer(this.#common.inputs, 0, words);
  }

  /** Writes the inputs of a separate query of these regions; with `isStop` the GPU stops if a body is found. */
  writeLook(step: number, due: number, isStop: boolean): void {
    const words = new Uint32Array(STEP_HEAD.words);
    STEP_HEAD.write(words, 0, { step, due: (due | (isStop ? LOOK_STOPS | LOOK_BEFORE : 0)) >>> 0 });
    this.#device.queue.writeBuffer(this.#common.inputs, LOOK * this.#settings.stepInputBytes, words);
  }

  destroy(): void {
    for (const buffer of [...this.#params.values(), ...Object.values(this.#common)]) buffer.destroy();
  }

  #paramBuffer(over: string): GPUBuffer {
    const known = this.#params.get(over);
    if (known !== undefined) return known;
    const buffer = this.#uniform(PARAMS.bytes);
    this.#writeParams(buffer, over);
    this.#params.set(over, buffer);
    return buffer;
  }

  #writeParams(buffer: GPUBuffer, over: string): void {
    const { grid, timeStep, skin, gravity, localDamping, viscousKept, massUnit } = this.#settings;
    const { quantum } = grid;
    const words = new Uint32Array(PARAMS.words);
    PARAMS.write(words, 0, {
      cells: grid.cells,
      quantum,
      timeStep,
      perQuantum: quantum.map((x) => 1 / x),
      margin: 0.5 * skin,
      origin: grid.origin,
      skin,
      gravity,
      localDamping,
      periodic: grid.periodic.map(Number),
      viscousKept,
      ratio: grid.ratio,
      unit: grid.unit,
      wider: grid.wider,
      massUnit,
      ...this.#paramsOver(over),
    });
    this.#device.queue.writeBuffer(buffer, 0, words);
  }

  #uniform(size: number): GPUBuffer {
    return this.#device.createBuffer({ size, usage: GPUBufferUsage.UNIFORM | GPUBufferUsage.COPY_DST });
  }
}
