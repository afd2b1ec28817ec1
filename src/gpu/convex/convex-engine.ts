// SPDX-License-Identifier: MIT
/**
 * Convex bodies on a GPU, step by step: lists and steps are submitted, watched and done again as in gpu-engine.ts. A step is three kernels or more, for pairs to look at, for what they do, and for the motion, which changes
 * states in place.
 */
import { SimulationError } from '../../errors.ts';
import type { CellGrid } from '../cell-grid.ts';
import type { GpuDevice } from '../gpu-adapter.ts';
import type { Losses } from '../gpu-engine.ts';
import { MOST_STEPS, type StepSettings } from '../gpu-passes.ts';
import { readBuffer } from '../gpu-program.ts';
import { type KnownList, ListIntervals } from '../list-intervals.ts';
import { ACTIVE_COUNT, type ConvexForm, RECORD_FLOATS } from '../wgsl/convex-prelude.ts';
import {
  CONTACT_SUM,
  CONTACTS_WANTED,
  DEEPEST,
  ENERGY_SUMS,
  ESCAPED,
  GROUP_SUMS,
  LONGEST_PATH,
  NOT_FINITE,
  PARTNERS_WANTED,
  STATUS_WORDS,
  STOP_AT,
} from '../wgsl/prelude.ts';
import { ConvexMemory, type ConvexState } from './convex-memory.ts';
import { type ConvexCursor, ConvexPasses } from './convex-passes.ts';
import { convexPrograms } from './convex-programs.ts';
import { restoreConvexState, saveConvexState } from './convex-state.ts';

const NEVER = 0xffffffff;
const SILENCE_MS = 2000;
const NOTHING: readonly number[] = Array.from({ length: GROUP_SUMS }, () => 0);

interface Submission {
  readonly before: ConvexCursor;
  readonly hasList: boolean;
  readonly status: GPUBuffer;
}

interface SavedEngine<Host> {
  readonly host: Host;
  readonly closed: readonly number[];
  readonly open: readonly number[];
  readonly known: readonly (readonly [number, KnownList])[];
  readonly deepest: number;
}

export class ConvexEngine {
  readonly memory: ConvexMemory;
  readonly #device: GPUDevice;
  readonly #form: ConvexForm;
  readonly #passes: ConvexPasses;
  readonly #count: number;
  readonly #lost: Promise<string>;
  readonly #intervals: ListIntervals;
  #cursor: ConvexCursor = { step: 0, side: 0, served: 0, serves: 0, lists: 0 };
  #inFlight: Submission[] = [];
  #deepest = 0;
  #closed: readonly number[] = NOTHING;
  #open: readonly number[] = NOTHING;

  static async create(
    { device, lost }: GpuDevice,
    form: ConvexForm,
    grid: CellGrid,
    settings: StepSettings,
    shapes: Uint32Array<ArrayBuffer>,
  ): Promise<ConvexEngine> {
    device.pushErrorScope('out-of-memory');
    const memory = new ConvexMemory(device, form, settings.count, grid.cellCount, shapes);
    const failure = await device.popErrorScope();
    if (failure !== null) {
      memory.destroy();
      throw new SimulationError(
        'gpu-out-of-memory',
        `device gpu: ${settings.count} bodies need ${memory.bytes} bytes, which the adapter does not have; take fewer bodies, or run with --device cpu`,
      );
    }
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
    this.#intervals = new ListIntervals(0.5 * skin, MOST_STEPS);
    this.#count = count;
    this.#lost = lost;
    this.#forgetStop();
  }

  get stepCount(): number {
    return this.#cursor.step;
  }

  get lists(): number {
    return this.#cursor.lists;
  }

  get losses(): Losses {
    const [damping = 0, friction = 0, rolling = 0, wallWork = 0, global = 0] = this.#sums;
    return { damping, friction, rolling, wallWork, global };
  }

  get #sums(): number[] {
    return this.#closed.map((x, k) => x + (this.#open[k] ?? 0));
  }

  /** Largest overlap over the smaller radius that was seen, where it was above 0.05. */
  get deepest(): number {
    return this.#deepest;
  }

  get state(): ConvexState & { readonly names: GPUBuffer } {
    const { side } = this.#cursor;
    return { ...this.memory.states[side], names: this.memory.names[side] };
  }

  /** Goes on by so many steps. Throws a SimulationError. */
  async advance(steps: number): Promise<void> {
    const end = this.#cursor.step + steps;
    while (this.#cursor.step < end || this.#inFlight.length > 0) {
      while (this.#inFlight.length < 2 && this.#cursor.step < end) this.#submit(end);
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
    while (this.#inFlight.length > 0) await this.#settle();
    const saved: SavedEngine<Host> = {
      ...{ host, closed: this.#closed, open: this.#open },
      ...{ known: this.#intervals.save(), deepest: this.#deepest },
    };
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
    this.#intervals.restore(host.known);
    this.#deepest = host.deepest;
    this.#closed = host.closed;
    this.#open = host.open;
    return host.host;
  }

  destroy(): void {
    this.memory.destroy();
    this.#passes.destroy();
  }

  /** With a list, and nothing under way: the moment of the present step is written. */
  async #ready(): Promise<void> {
    if (this.#cursor.lists === 0) this.#submitListOnly();
    while (this.#inFlight.length > 0) await this.#settle();
    this.#passes.writeMoments(this.#cursor.step, 1);
  }

  #submit(end: number): void {
    const before = { ...this.#cursor };
    const cursor = this.#cursor;
    const hasList = cursor.lists === 0 || cursor.served >= cursor.serves;
    if (hasList) cursor.serves = this.#intervals.next(cursor.lists);
    const steps = Math.min(end - cursor.step, hasList ? cursor.serves : cursor.serves - cursor.served);
    this.#passes.writeMoments(before.step, steps);
    const encoder = this.#device.createCommandEncoder();
    if (hasList) this.#clearForList(encoder);
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
    this.#finish(encoder, { before, hasList });
  }

  #submitListOnly(): void {
    const before = { ...this.#cursor };
    this.#passes.writeMoments(before.step, 1);
    this.#cursor.serves = this.#intervals.next(this.#cursor.lists);
    const encoder = this.#device.createCommandEncoder();
    this.#clearForList(encoder);
    const pass = encoder.beginComputePass();
    this.#passes.list(pass, this.#cursor);
    pass.end();
    this.#finish(encoder, { before, hasList: true });
  }

  #clearForList(encoder: GPUCommandEncoder): void {
    const { status, folded, groups } = this.memory;
    encoder.clearBuffer(status, 4 * LONGEST_PATH, 4);
    encoder.clearBuffer(status, 4 * STATUS_WORDS, 4 * GROUP_SUMS * groups);
    encoder.clearBuffer(folded);
  }

  #finish(encoder: GPUCommandEncoder, submission: Omit<Submission, 'status'>): void {
    const bytes = 4 * (STATUS_WORDS + GROUP_SUMS);
    const status = this.#device.createBuffer({ size: bytes, usage: GPUBufferUsage.MAP_READ | GPUBufferUsage.COPY_DST });
    encoder.copyBufferToBuffer(this.memory.status, 0, status, 0, 4 * STATUS_WORDS);
    encoder.copyBufferToBuffer(this.memory.folded, 0, status, 4 * STATUS_WORDS, 4 * GROUP_SUMS);
    this.#device.queue.submit([encoder.finish()]);
    this.#inFlight.push({ ...submission, status });
  }

  /** Waits for the oldest submission and draws the conclusions. */
  async #settle(): Promise<void> {
    const submission = this.#inFlight.shift();
    if (submission === undefined) return;
    const { before, status, hasList } = submission;
    await this.#mapped(status);
    const words = new Uint32Array(status.getMappedRange().slice(0));
    status.destroy();
    const floats = new Float32Array(words.buffer);
    if (hasList) this.#closed = this.#sums;
    this.#open = [...floats.subarray(STATUS_WORDS, STATUS_WORDS + GROUP_SUMS)];
    this.#deepest = Math.max(this.#deepest, floats[DEEPEST] ?? 0);
    if (hasList) {
      const { served: steps, serves: planned } = before;
      this.#intervals.note(before.lists - 1, { steps, planned, path: floats[LONGEST_PATH] ?? 0 });
    }
    const stopAt = words[STOP_AT] ?? NEVER;
    if (stopAt !== NEVER) await this.#goBack(submission, stopAt);
    this.#check(words, before);
  }

  /** Reads what a submission has left. A device that is lost ends the simulation: its state is gone. */
  async #mapped(buffer: GPUBuffer): Promise<void> {
    try {
      await buffer.mapAsync(GPUMapMode.READ);
    } catch (error) {
      const silence = new Promise<string>((resolve) => setTimeout(() => resolve(String(error)), SILENCE_MS));
      const reason = await Promise.race([this.#lost, silence]);
      throw new SimulationError(
        'gpu-lost',
        `device gpu: the device was lost (${reason}) after step ${this.#cursor.step}; take fewer bodies if memory ran out, or run with --device cpu`,
        { reason },
      );
    }
  }

  /** A body left the margin: all that was submitted beyond has done nothing. */
  async #goBack({ before, hasList }: Submission, stopAt: number): Promise<void> {
    for (const later of this.#inFlight) {
      await later.status.mapAsync(GPUMapMode.READ);
      later.status.destroy();
    }
    this.#inFlight = [];
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
    this.#intervals.shorten(cursor.lists, cursor.served);
    this.#forgetStop();
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

  #forgetStop(): void {
    this.#device.queue.writeBuffer(this.memory.status, 4 * STOP_AT, new Uint32Array([NEVER]));
  }
}
