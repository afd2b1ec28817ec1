// SPDX-License-Identifier: MIT
/**
 * Convex bodies on a GPU, step by step: lists and steps are submitted, watched and done again as in gpu-engine.ts. A step is three kernels or more, for pairs to look at, for what they do, and for the motion, which changes
 * states in place.
 */
import { SimulationError } from '../../errors.ts';
import type { CellGrid } from '../cell-grid.ts';
import type { GpuDevice } from '../gpu-adapter.ts';
import { checkMemory } from '../gpu-failures.ts';
import type { StepSettings } from '../gpu-passes.ts';
import { readBuffer } from '../gpu-program.ts';
import { type Losses, NEVER, type SavedSubmissions, type Settled, Submissions } from '../submissions.ts';
import { ACTIVE_COUNT, type ConvexForm, RECORD_FLOATS, TOUCHING_COUNT } from '../wgsl/convex-prelude.ts';
import { CONTACT_SUM, CONTACTS_WANTED, ENERGY_SUMS, ESCAPED, NOT_FINITE, PARTNERS_WANTED } from '../wgsl/prelude.ts';
import { ConvexMemory, type ConvexState } from './convex-memory.ts';
import { type ConvexCursor, ConvexPasses } from './convex-passes.ts';
import { convexPrograms } from './convex-programs.ts';
import { restoreConvexState, saveConvexState } from './convex-state.ts';

interface SavedEngine<Host> extends SavedSubmissions {
  readonly host: Host;
}

export class ConvexEngine {
  readonly memory: ConvexMemory;
  readonly #device: GPUDevice;
  readonly #form: ConvexForm;
  readonly #passes: ConvexPasses;
  readonly #count: number;
  readonly #submissions: Submissions<ConvexCursor>;
  #cursor: ConvexCursor = { step: 0, side: 0, served: 0, serves: 0, lists: 0 };

  static async create(
    { device, lost }: GpuDevice,
    form: ConvexForm,
    grid: CellGrid,
    settings: StepSettings,
    shapes: Uint32Array<ArrayBuffer>,
  ): Promise<ConvexEngine> {
    device.pushErrorScope('out-of-memory');
    const memory = new ConvexMemory(device, form, settings.count, grid.cellCount, shapes);
    await checkMemory(device, settings.count, memory.bytes, () => memory.destroy());
    const passes = new ConvexPasses(device, form, grid, settings, memory, await convexPrograms(device, form));
    return new ConvexEngine(device, form, passes, settings, lost);
  }

  private constructor(
    device: GPUDevice,
    form: ConvexForm,
    passes: ConvexPasses,
    { skin, count }: StepSettings,
    lost: Promise<string>,
  ) {
    this.#device = device;
    this.#form = form;
    this.#passes = passes;
    this.memory = passes.memory;
    this.#count = count;
    this.#submissions = new Submissions(device, passes.memory, lost, 0.5 * skin);
  }

  get stepCount(): number {
    return this.#cursor.step;
  }

  get lists(): number {
    return this.#cursor.lists;
  }

  get losses(): Losses {
    return this.#submissions.losses;
  }

  /** Largest overlap over the smaller radius that was seen, where it was above 0.05. */
  get deepest(): number {
    return this.#submissions.deepest;
  }

  get state(): ConvexState & { readonly names: GPUBuffer } {
    const { side } = this.#cursor;
    return { ...this.memory.states[side], names: this.memory.names[side] };
  }

  /** Goes on by so many steps. Throws a SimulationError. */
  async advance(steps: number): Promise<void> {
    const end = this.#cursor.step + steps;
    while (this.#cursor.step < end || this.#submissions.count > 0) {
      while (this.#submissions.count < 2 && this.#cursor.step < end) this.#submit(end);
      await this.#settle();
    }
  }

  /** Forces, torques and velocities of the present time, three vectors of four a body, and energies (kinetic, rotational, potential, elastic). */
  async probe(): Promise<{ energies: Float32Array; answers: GPUBuffer; points: number }> {
    await this.#ready();
    this.#device.queue.writeBuffer(this.memory.status, 4 * CONTACT_SUM, new Uint32Array(1));
    const encoder = this.#device.createCommandEncoder();
    const pass = encoder.beginComputePass();
    this.#passes.pairs(pass, this.#cursor, 'probe', 0);
    this.#passes.motion(pass, this.#cursor, 'probe', 0);
    this.#passes.fold(pass);
    pass.end();
    this.#device.queue.submit([encoder.finish()]);
    const energies = new Float32Array(await readBuffer(this.#device, this.memory.folded, 16, 4 * ENERGY_SUMS));
    const [points = 0] = new Uint32Array(await readBuffer(this.#device, this.memory.status, 4, 4 * CONTACT_SUM));
    return { energies, answers: (this.memory.states[1 - this.#cursor.side] as ConvexState).rest, points };
  }

  /** All contact points, RECORD_FLOATS each, in the order of pairs. */
  async contactRecords(): Promise<Float32Array> {
    const { points } = await this.probe();
    if (points === 0) return new Float32Array(0);
    await this.#passes.prepareContacts();
    this.#device.queue.writeBuffer(this.memory.status, 4 * CONTACT_SUM, new Uint32Array(1));
    const bytes = 4 * RECORD_FLOATS * points;
    const records = this.#device.createBuffer({ size: bytes, usage: GPUBufferUsage.STORAGE | GPUBufferUsage.COPY_SRC });
    const encoder = this.#device.createCommandEncoder();
    const pass = encoder.beginComputePass();
    this.#passes.pairs(pass, this.#cursor, 'contacts', 0, records);
    pass.end();
    this.#device.queue.submit([encoder.finish()]);
    const floats = new Float32Array(await readBuffer(this.#device, records, bytes));
    records.destroy();
    this.#device.queue.writeBuffer(this.memory.status, 4 * TOUCHING_COUNT, new Uint32Array(2));
    this.#device.queue.writeBuffer(this.memory.status, 4 * ACTIVE_COUNT, new Uint32Array(3));
    const words = new Uint32Array(floats.buffer);
    const rows = Array.from({ length: points }, (_, k) => RECORD_FLOATS * k);
    rows.sort((a, b) => (words[a] ?? 0) - (words[b] ?? 0) || (words[a + 3] ?? 0) - (words[b + 3] ?? 0));
    const sorted = new Float32Array(floats.length);
    rows.forEach((from, k) => {
      sorted.set(floats.subarray(from, from + RECORD_FLOATS), RECORD_FLOATS * k);
    });
    return sorted;
  }

  /** Listed pairs. */
  async pairCount(): Promise<number> {
    const { pairStarts } = this.memory.lists[this.#cursor.side];
    const [count = 0] = new Uint32Array(await readBuffer(this.#device, pairStarts, 4, 4 * this.#count));
    return count;
  }

  /** The whole state; `restore` goes on from it with the same bits on the same device. `host` is kept along. */
  async save<Host>(host: Host): Promise<Uint8Array> {
    while (this.#submissions.count > 0) await this.#settle();
    const saved: SavedEngine<Host> = { host, ...this.#submissions.save() };
    return saveConvexState(this.#device, this.memory, this.#form, this.#cursor, this.#count, saved);
  }

  restore<Host>(bytes: Uint8Array): Host {
    const { cursor, host } = restoreConvexState<SavedEngine<Host>>(
      this.#device,
      this.memory,
      this.#form,
      this.#count,
      bytes,
    );
    this.#cursor = cursor;
    this.#submissions.restore(host);
    return host.host;
  }

  destroy(): void {
    this.memory.destroy();
    this.#passes.destroy();
  }

  /** With a list, and nothing under way: the moment of the present step is written. */
  async #ready(): Promise<void> {
    if (this.#cursor.lists === 0) this.#submitListOnly();
    while (this.#submissions.count > 0) await this.#settle();
    this.#passes.writeMoments(this.#cursor.step, 1);
  }

  #submit(end: number): void {
    const before = { ...this.#cursor };
    const cursor = this.#cursor;
    const hasList = cursor.lists === 0 || cursor.served >= cursor.serves;
    if (hasList) cursor.serves = this.#submissions.intervals.next(cursor.lists);
    const steps = Math.min(end - cursor.step, hasList ? cursor.serves : cursor.serves - cursor.served);
    this.#passes.writeMoments(before.step, steps);
    const encoder = this.#device.createCommandEncoder();
    if (hasList) this.#submissions.clearForList(encoder);
    const pass = encoder.beginComputePass();
    if (hasList) this.#passes.list(pass, cursor);
    for (let k = 0; k < steps; k++) {
      this.#passes.pairs(pass, cursor, 'step', k);
      this.#passes.motion(pass, cursor, 'step', k);
      cursor.step++;
      cursor.served++;
    }
    if (this.#form.hasAccounts) this.#passes.fold(pass);
    pass.end();
    this.#submissions.submit(encoder, { before, hasList });
  }

  #submitListOnly(): void {
    const before = { ...this.#cursor };
    this.#passes.writeMoments(before.step, 1);
    this.#cursor.serves = this.#submissions.intervals.next(this.#cursor.lists);
    const encoder = this.#device.createCommandEncoder();
    this.#submissions.clearForList(encoder);
    const pass = encoder.beginComputePass();
    this.#passes.list(pass, this.#cursor);
    pass.end();
    this.#submissions.submit(encoder, { before, hasList: true });
  }

  /** Waits for the oldest submission and draws the conclusions. */
  async #settle(): Promise<void> {
    const settled = await this.#submissions.settle(this.#cursor.step);
    if (settled === undefined) return;
    if (settled.stopAt !== NEVER) await this.#goBack(settled);
    this.#check(settled.words, settled.before);
  }

  /** A body left the margin: all that was submitted beyond has done nothing. */
  async #goBack({ before, hasList, stopAt }: Settled<ConvexCursor>): Promise<void> {
    await this.#submissions.forgetRest();
    const done = stopAt - before.step;
    const cursor = { ...before };
    if (hasList) {
      Object.assign(cursor, { lists: before.lists + 1, served: 0 });
      cursor.side = (1 - before.side) as 0 | 1;
    }
    cursor.step += done;
    cursor.served += done;
    cursor.serves = cursor.served;
    this.#cursor = cursor;
    this.#submissions.intervals.shorten(cursor.lists, cursor.served);
  }

  #check(words: Uint32Array, before: ConvexCursor): void {
    const fail = (code: string, message: string): never => {
      throw new SimulationError(code, `${message} (after step ${before.step})`, { step: before.step });
    };
    const { pairCapacity, poolCapacity } = this.#form;
    const wanted = words[PARTNERS_WANTED] ?? 0;
    if (wanted > 0)
      fail(
        'gpu-pairs',
        `device gpu: ${wanted} pairs are near each other and there is room for ${pairCapacity}; set capacity.pairsPerBody, shrink neighbours.skin, or run with --device cpu`,
      );
    const flat = words[CONTACTS_WANTED] ?? 0;
    if (flat > 0)
      fail(
        'gpu-contacts',
        `device gpu: ${flat} pairs lie flat on each other and there is room for ${poolCapacity}; set capacity.pairsPerBody, or run with --device cpu`,
      );
    if ((words[ESCAPED] ?? 0) > 0)
      fail('escaped', `domain: ${words[ESCAPED]} bodies have left it; enlarge the domain or close it by walls`);
    if ((words[NOT_FINITE] ?? 0) > 0) fail('not-finite', 'a state is no longer finite; take a shorter time step');
  }
}
