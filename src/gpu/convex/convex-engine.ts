// SPDX-License-Identifier: MIT
/**
 * Runs convex bodies on the GPU: submits neighbour-list rebuilds and steps, checks their status, and repeats a batch
 * that ran out of memory, as gpu-engine.ts does. A step has three or more kernels: broad phase, contact forces and
 * motion, which changes states in place.
 */
import { SimulationError } from '../../errors.ts';
import type { SpecFingerprint } from '../../simulation/state/spec-fingerprint.ts';
import type { RestoreOptions } from '../../simulation/state/state-container.ts';
import type { CellGrid } from '../engine/cell-grid.ts';
import type { GpuDevice } from '../engine/gpu-adapter.ts';
import { checkMemory } from '../engine/gpu-failures.ts';
import { readBuffer } from '../engine/gpu-program.ts';
import { type Found, readFound } from '../engine/gpu-settings.ts';
import { checkTravel } from '../engine/gpu-travel.ts';
import {
  type Losses,
  looksAtEnd,
  NEVER,
  type SavedSubmissions,
  type Settled,
  Submissions,
} from '../engine/submissions.ts';
import { ROW_VECTORS } from '../kernels/convex-mesh-forces.ts';
import {
  ACTIVE_COUNT,
  type ConvexForm,
  MESH_WANTED,
  RECORD_FLOATS,
  TOUCHING_COUNT,
} from '../kernels/convex-prelude.ts';
import {
  CONTACT_SUM,
  CONTACTS_WANTED,
  ENERGY_SUMS,
  ESCAPED,
  GONE,
  NOT_FINITE,
  PARTNERS_WANTED,
  PICKED,
} from '../kernels/prelude.ts';
import { ConvexMemory, type ConvexRoom, type ConvexState, rowsFor } from './convex-memory.ts';
import { type ConvexCursor, ConvexPasses, type ConvexSettings } from './convex-passes.ts';
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
  readonly #settings: ConvexSettings;
  readonly #submissions: Submissions<ConvexCursor>;
  #cursor: ConvexCursor = { step: 0, side: 0, served: 0, serves: 0, lists: 0 };

  static async create(
    { device, lost }: GpuDevice,
    form: ConvexForm,
    grid: CellGrid,
    settings: ConvexSettings,
    room: ConvexRoom,
    shapes: Uint32Array<ArrayBuffer>,
  ): Promise<ConvexEngine> {
    device.pushErrorScope('out-of-memory');
    const geometry = settings.meshes?.geometry ?? new Uint32Array(4);
    const memory = new ConvexMemory(device, form, room, settings.count, grid.cellCount, shapes, geometry);
    await checkMemory(device, settings.count, memory.bytes, () => memory.destroy());
    const passes = new ConvexPasses(device, form, grid, settings, memory, await convexPrograms(device, form));
    return new ConvexEngine(device, form, passes, settings, lost);
  }

  private constructor(
    device: GPUDevice,
    form: ConvexForm,
    passes: ConvexPasses,
    settings: ConvexSettings,
    lost: Promise<string>,
  ) {
    this.#device = device;
    this.#form = form;
    this.#passes = passes;
    this.memory = passes.memory;
    this.#settings = settings;
    this.#submissions = new Submissions(device, passes.memory, lost, settings);
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

  /** Largest overlap over the smaller radius so far, if above 0.05. */
  get deepest(): number {
    return this.#submissions.deepest;
  }

  get fastest(): number {
    return this.#submissions.fastest;
  }

  get state(): ConvexState & { readonly names: GPUBuffer } {
    const { side } = this.#cursor;
    return { ...this.memory.states[side], names: this.memory.names[side] };
  }

  /** Runs this many steps. Throws a SimulationError. */
  async advance(steps: number): Promise<void> {
    const end = this.#cursor.step + steps;
    while (this.#cursor.step < end || this.#submissions.count > 0) {
      while (this.#submissions.hasRoom && this.#cursor.step < end) this.#submit(end);
      await this.#settle();
    }
  }

  /**
   * Forces, torques and velocities of the present time, three vectors of four a body, and energies (kinetic,
   * rotational, potential, elastic).
   */
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
    return { energies, answers: this.memory.states[1 - this.#cursor.side].rest, points };
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
    rows.sort((a, b) => words[a] - words[b] || words[a + 3] - words[b + 3]);
    const sorted = new Float32Array(floats.length);
    rows.forEach((from, k) => {
      sorted.set(floats.subarray(from, from + RECORD_FLOATS), RECORD_FLOATS * k);
    });
    return sorted;
  }

  /** Mesh contacts of the last probe, in rows of ROW_VECTORS. */
  async meshRows(): Promise<Uint32Array> {
    const { side } = this.#cursor;
    if (this.#form.meshes === 0) return new Uint32Array(0);
    const [rows = 0] = new Uint32Array(
      await readBuffer(this.#device, this.memory.lists[side].meshStarts, 4, 4 * this.memory.count),
    );
    const list = this.memory.lists[1 - side];
    return new Uint32Array(await readBuffer(this.#device, list.rows, 16 * ROW_VECTORS * rows));
  }

  /** Listed pairs. */
  async pairCount(): Promise<number> {
    const { pairStarts } = this.memory.lists[this.#cursor.side];
    const [count = 0] = new Uint32Array(await readBuffer(this.#device, pairStarts, 4, 4 * this.memory.count));
    return count;
  }

  /** Bodies in these regions, by index. */
  async look(regions: number): Promise<Found[]> {
    await this.#settleAll();
    this.#passes.writeLook(this.#cursor.step, regions, false);
    const encoder = this.#device.createCommandEncoder();
    const pass = encoder.beginComputePass();
    this.#passes.pick(pass, this.#cursor);
    pass.end();
    this.#device.queue.submit([encoder.finish()]);
    return readFound(this.#device, this.memory);
  }

  /** Other regions, from this word on. */
  writeRegions(at: number, words: Uint32Array<ArrayBuffer>): void {
    this.#passes.writeRegions(at, words);
  }

  /** Takes bodies out, and makes a list of the others. */
  async remove(indices: readonly number[]): Promise<void> {
    const gone = new Uint32Array([GONE]);
    for (const i of indices) this.#device.queue.writeBuffer(this.state.rest, 64 * i + 28, gone);
    this.#submitListOnly();
    await this.#settle();
    this.memory.count -= indices.length;
    this.#passes.countChanged();
  }

  /** Appends `count` bodies and returns the index of the first. The caller must write their states. */
  async append(count: number): Promise<number> {
    const { memory } = this;
    const { room } = memory;
    const first = memory.count;
    if (first + count > room.bodies) {
      const times = Math.max(2, (first + count) / room.bodies);
      const more = (x: number): number => Math.ceil(times * x);
      this.#device.pushErrorScope('out-of-memory');
      memory.grow({ bodies: more(room.bodies), pairs: more(room.pairs), pool: more(room.pool) });
      await checkMemory(this.#device, memory.room.bodies, memory.bytes);
    }
    // The rows of the new bodies are empty.
    const { pairStarts, incidentStarts, meshStarts } = memory.lists[this.#cursor.side];
    const all = [pairStarts, incidentStarts, ...(this.#form.meshes > 0 ? [meshStarts] : [])];
    for (const starts of this.#cursor.lists === 0 ? [] : all) {
      const [end = 0] = new Uint32Array(await readBuffer(this.#device, starts, 4, 4 * first));
      this.#device.queue.writeBuffer(starts, 4 * (first + 1), new Uint32Array(count).fill(end));
    }
    memory.count = first + count;
    this.#passes.countChanged();
    this.#cursor.serves = this.#cursor.served;
    return first;
  }

  /** The whole state; `restore` continues from it with the same bits on the same device. `host` is stored with it. */
  async save<Host>(host: Host, spec: SpecFingerprint): Promise<Uint8Array> {
    await this.#settleAll();
    const saved: SavedEngine<Host> = { host, ...this.#submissions.save() };
    return saveConvexState(this.#device, this.memory, this.#form, this.#cursor, saved, spec);
  }

  /** The host part, and the fingerprint for later saves. */
  restore<Host>(
    bytes: Uint8Array,
    given: SpecFingerprint,
    options: RestoreOptions,
  ): { host: Host; spec: SpecFingerprint } {
    const restored = restoreConvexState<SavedEngine<Host>>(
      this.#device,
      this.memory,
      this.#form,
      bytes,
      given,
      options,
    );
    const { cursor, host, spec } = restored;
    this.#passes.countChanged();
    this.#cursor = cursor;
    this.#submissions.restore(host);
    return { host: host.host, spec };
  }

  destroy(): void {
    this.memory.destroy();
    this.#passes.destroy();
  }

  /** With a list and without pending submissions: the inputs of the present step are written. */
  async #ready(): Promise<void> {
    if (this.#cursor.lists === 0) this.#submitListOnly();
    await this.#settleAll();
    this.#passes.writeStepInputs(this.#cursor.step, 1);
  }

  #submit(end: number): void {
    const before = { ...this.#cursor };
    const cursor = this.#cursor;
    const hasList = cursor.lists === 0 || cursor.served >= cursor.serves;
    if (hasList) cursor.serves = this.#stepsOfList();
    const steps = Math.min(end - cursor.step, hasList ? cursor.serves : cursor.serves - cursor.served);
    const { atLists, outletsAt } = this.#settings;
    const atEnd = looksAtEnd(cursor, hasList, steps, atLists);
    this.#passes.writeStepInputs(before.step, steps, atEnd);
    const encoder = this.#device.createCommandEncoder();
    if (hasList) this.#submissions.clearForList(encoder);
    const pass = encoder.beginComputePass();
    if (hasList && atLists !== 0) {
      this.#passes.writeLook(before.step, atLists, true);
      this.#passes.pick(pass, cursor);
    }
    if (hasList) this.#passes.list(pass, cursor);
    for (let k = 0; k < steps; k++) {
      this.#passes.pairs(pass, cursor, 'step', k);
      this.#passes.motion(pass, cursor, 'step', k);
      cursor.step++;
      cursor.served++;
      if (outletsAt(cursor.step) !== 0 || (atEnd !== 0 && k === steps - 1)) this.#passes.pick(pass, cursor, k);
    }
    if (this.#form.hasAccounts) this.#passes.fold(pass);
    pass.end();
    this.#submissions.submit(encoder, { before, hasList });
  }

  /** Steps that the next list is to serve: as bodies move, and meshes. */
  #stepsOfList(): number {
    const steps = this.#submissions.intervals.next(this.#cursor.lists);
    return this.#settings.meshes?.motions.stepsFrom(this.#cursor.step, steps) ?? steps;
  }

  #submitListOnly(): void {
    const before = { ...this.#cursor };
    this.#passes.writeStepInputs(before.step, 1);
    this.#cursor.serves = this.#stepsOfList();
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
    const isFound = settled.stopAt !== NEVER && settled.words[PICKED] > 0;
    if (settled.stopAt !== NEVER) await this.#goBack(settled, isFound);
    this.#check(settled.words, settled.before);
    checkTravel(settled.words, this.#form.travelLimit, this.#cursor.step, this.#settings.timeStep);
    if (isFound) await this.#settings.onFound(await readFound(this.#device, this.memory));
  }

  async #settleAll(): Promise<void> {
    while (this.#submissions.count > 0) await this.#settle();
  }

  /** A body left the margin, or bodies are to be taken out: all that was submitted beyond has done nothing. */
  async #goBack({ before, hasList, stopAt }: Settled<ConvexCursor>, isFound: boolean): Promise<void> {
    await this.#submissions.forgetRest();
    const done = stopAt - before.step;
    const cursor = { ...before };
    // Bodies that are taken out before a list is made stop that too.
    if (hasList && stopAt > before.step) {
      Object.assign(cursor, { lists: before.lists + 1, served: 0 });
      cursor.side = (1 - before.side) as 0 | 1;
    }
    cursor.step += done;
    cursor.served += done;
    cursor.serves = cursor.served;
    this.#cursor = cursor;
    if (!isFound) this.#submissions.intervals.shorten(cursor.lists, cursor.served);
  }

  #check(words: Uint32Array, before: ConvexCursor): void {
    const fail = (code: string, message: string): never => {
      throw new SimulationError(code, `${message} (after step ${before.step})`, { step: before.step });
    };
    const { pairs, pool } = this.memory.room;
    const wanted = words[PARTNERS_WANTED];
    if (wanted > 0)
      fail(
        'gpu-pairs',
        `device gpu: ${wanted} pairs are near each other and there is room for ${pairs}; set ` +
          'capacity.pairsPerBody, shrink neighbours.skin, or run with --device cpu',
      );
    const flat = words[CONTACTS_WANTED];
    if (flat > 0)
      fail(
        'gpu-contacts',
        `device gpu: ${flat} pairs lie flat on each other and there is room for ${pool}; set ` +
          'capacity.pairsPerBody, or run with --device cpu',
      );
    const full = this.#settings.meshes?.noRoom(words[MESH_WANTED], rowsFor(this.memory.room, this.#form));
    if (full !== undefined) fail('gpu-mesh-contacts', full);
    if (words[ESCAPED] > 0)
      fail('escaped', `domain: ${words[ESCAPED]} bodies have left it; enlarge the domain or close it by walls`);
    if (words[NOT_FINITE] > 0) fail('not-finite', 'a state is no longer finite; take a shorter time step');
  }
}
