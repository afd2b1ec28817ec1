// SPDX-License-Identifier: MIT
/**
 * Runs spheres on the GPU. A submission is one neighbour-list rebuild and the steps that use the list. Their number
 * follows from how far spheres travelled with the list three rebuilds before, so no decision waits for the GPU. If
 * spheres move faster, the GPU stops at the first invalid step, and the host repeats the rest with a new list: no
 * contact is missed.
 */

import type { SpecFingerprint } from '../../simulation/state/spec-fingerprint.ts';
import { ENERGY_SUMS, GONE, type KernelForm, PICKED } from '../kernels/prelude.ts';
import { GpuMeshMemory, nearMeshes, readSlots } from '../meshes/gpu-mesh-memory.ts';
import { type ChunkWords, clearContactWords, readContactWords } from '../spheres/contact-readback.ts';
import { type ClumpBuffers, type ClumpCounts, GpuClumpMemory } from '../spheres/gpu-clump-memory.ts';
import {
  clearOverflowForces,
  GpuOverflowMemory,
  type OverflowContact,
  overflowSphereCount,
  overflowWanted,
  readOverflowContacts,
} from '../spheres/gpu-overflow-memory.ts';
import { binCount, type RowRoom, roomWanted, rowRoom } from '../spheres/gpu-rows.ts';
import { morePieces, piecesToRestore, type SavedEngine } from '../spheres/gpu-saved-engine.ts';
import { GpuMemory, type StateBuffers } from '../spheres/sphere-memory.ts';
import { GpuPasses } from '../spheres/sphere-passes.ts';
import { gpuPrograms } from '../spheres/sphere-programs.ts';
import type { CellGrid } from './cell-grid.ts';
import { type Cursor, cursorAfter, other, START } from './cursor.ts';
import type { GpuDevice } from './gpu-adapter.ts';
import { checkMemory } from './gpu-failures.ts';
import { readBuffer } from './gpu-program.ts';
import { type EngineSettings, type Found, readFound } from './gpu-settings.ts';
import { type OpenedGpuState, restoreGpuState, saveGpuState } from './gpu-state.ts';
import { checkStatus, forgetWanted } from './gpu-status.ts';
import { checkTravel } from './gpu-travel.ts';
import { looksAtEnd, NEVER, type Settled, Submissions } from './submissions.ts';

export class GpuEngine {
  readonly #device: GPUDevice;
  #form: KernelForm;
  /** Its kernels are compiled before anything else is done. */
  #isCompiled = true;
  readonly #passes: GpuPasses;
  readonly #settings: EngineSettings;
  readonly #submissions: Submissions<Cursor>;
  #cursor: Cursor = { ...START };

  static async create(
    { device, lost }: GpuDevice,
    form: KernelForm,
    grid: CellGrid,
    settings: EngineSettings,
  ): Promise<GpuEngine> {
    device.pushErrorScope('out-of-memory');
    const memory = new GpuMemory(device, form, settings.capacity, binCount(grid, form.levels));
    const meshes = settings.meshes && new GpuMeshMemory(device, settings.capacity, settings.meshes.geometry);
    const overflow = form.levels > 0 ? new GpuOverflowMemory(device) : undefined;
    const clumps = settings.clumps && new GpuClumpMemory(device, settings.clumps);
    await checkMemory(device, settings.capacity, memory.room.bytes, () => {
      memory.destroy();
      clumps?.destroy();
      meshes?.destroy();
      overflow?.destroy();
    });
    memory.count = settings.count;
    const programs = await gpuPrograms(device, form);
    const passes = new GpuPasses(device, form, grid, settings, memory, programs, meshes, overflow, clumps);
    return new GpuEngine(device, form, passes, settings, lost);
  }

  private constructor(
    device: GPUDevice,
    form: KernelForm,
    passes: GpuPasses,
    settings: EngineSettings,
    lost: Promise<string>,
  ) {
    this.#device = device;
    this.#form = form;
    this.#passes = passes;
    this.#settings = settings;
    this.#submissions = new Submissions(device, passes.memory, lost, settings);
  }

  get memory(): GpuMemory {
    return this.#passes.memory;
  }

  /** Of all buffers. */
  get bytes(): number {
    const { meshes, overflow, clumps } = this.#passes;
    return this.memory.room.bytes + (meshes?.bytes ?? 0) + (overflow?.bytes ?? 0) + (clumps?.bytes ?? 0);
  }

  get stepCount(): number {
    return this.#cursor.step;
  }

  /** Lists made so far. */
  get lists(): number {
    return this.#cursor.lists;
  }

  /** Losses, and the largest overlap and travel so far. */
  get report(): Pick<Submissions<Cursor>, 'losses' | 'deepest' | 'fastest'> {
    return this.#submissions;
  }

  get state(): StateBuffers & { names: GPUBuffer; turned: GPUBuffer } {
    const [memory, { state, names }] = [this.memory, this.#cursor];
    return { ...memory.states[state], names: memory.names[names], turned: memory.turned[names] };
  }

  /** Clumps, and which spheres are theirs now. */
  get clumps(): ClumpBuffers {
    const { clumps } = this.#passes;
    if (clumps === undefined) throw new Error('there are no clumps');
    return clumps.at(this.#cursor);
  }

  /** Makes room for this many clumps and spheres of clumps; keeps the present ones. */
  async makeRoomForClumps(counts: ClumpCounts): Promise<void> {
    // Their sums are added to those of as many spheres.
    await this.#grow(counts.clumps, () => this.#passes.clumps?.use(counts));
    this.#passes.countChanged();
  }

  /** Runs this many steps. Throws a SimulationError; the state is then that before the list in which it happened. */
  async advance(steps: number): Promise<void> {
    await this.#compile();
    const end = this.#cursor.step + steps;
    while (this.#cursor.step < end || this.#submissions.count > 0) {
      while (this.#submissions.hasRoom && this.#cursor.step < end) this.#submit(end);
      await this.#settle();
    }
  }

  /**
   * Forces, velocities of the present time and energies: in the buffers of the other state, and as sums (kinetic,
   * rotational, potential, elastic).
   */
  async probe(): Promise<{
    energies: Float32Array;
    forces: { position: GPUBuffer; motion: GPUBuffer; spin: GPUBuffer };
  }> {
    await this.#ready();
    this.#passes.writeStepInputs(this.#cursor.step, 1, this.#cursor.springs, this.#cursor.rows);
    this.#run((pass) => {
      this.#passes.step(pass, this.#cursor, 'probe', 0);
      this.#passes.fold(pass);
    });
    const energies = new Float32Array(await readBuffer(this.#device, this.memory.folded, 16, 4 * ENERGY_SUMS));
    return { energies, forces: this.memory.states[1 - this.#cursor.state] };
  }

  /**
   * The rows with the force of each contact, chunk by chunk. Contacts that began in the last step appear after the next
   * one.
   */
  async contactWords(): Promise<ChunkWords[]> {
    await this.#ready();
    await this.#passes.prepareContacts();
    const encoder = this.#device.createCommandEncoder();
    clearContactWords(encoder, this.memory, this.#form, this.#cursor);
    clearOverflowForces(encoder, this.#passes.overflow, this.#cursor);
    this.#passes.writeStepInputs(this.#cursor.step, 1, this.#cursor.springs, this.#cursor.rows);
    const pass = encoder.beginComputePass();
    this.#passes.step(pass, this.#cursor, 'contacts', 0);
    pass.end();
    this.#device.queue.submit([encoder.finish()]);
    return readContactWords(this.#device, this.memory, this.#form, this.#cursor);
  }

  /** Spheres with more partners than a row holds. */
  overflowCount(): Promise<number> {
    return overflowSphereCount(this.#device, this.#passes.overflow, this.#cursor);
  }

  /** Contacts of spheres with overflow partners, from the last contact query. */
  overflowContacts(): Promise<OverflowContact[]> {
    return readOverflowContacts(this.#device, this.#passes.overflow, this.#cursor);
  }

  /** Mesh contacts of the last contact query, slot by slot. */
  meshSlots(): Promise<Uint32Array> {
    return readSlots(this.#device, this.#passes.meshes, this.memory.status, this.#cursor);
  }

  /** Spheres near meshes. */
  nearMeshCount(): Promise<number> {
    return nearMeshes(this.#device, this.memory.status, this.#cursor);
  }

  /** The number of each sphere in the order of the arrays, by index. */
  async readNames(): Promise<Uint32Array> {
    return new Uint32Array(await readBuffer(this.#device, this.state.names, 4 * this.memory.count));
  }

  /** Spheres in these regions, by index. */
  async look(regions: number): Promise<Found[]> {
    await this.#settleAll();
    this.#passes.writeLook(this.#cursor.step, regions, false);
    this.#run((pass) => this.#passes.pick(pass, this.#cursor));
    return readFound(this.#device, this.memory);
  }

  /** Other regions, from this word on. */
  writeRegions(at: number, words: Uint32Array<ArrayBuffer>): void {
    this.#passes.writeRegions(at, words);
  }

  /** Takes spheres out, and makes a list of the others. */
  async remove(indices: readonly number[]): Promise<void> {
    for (const i of indices) this.#device.queue.writeBuffer(this.state.spin, 16 * i + 12, new Uint32Array([GONE]));
    const { lists } = this.#cursor;
    // A list without room for all partners must be rebuilt.
    while (this.#cursor.lists === lists) {
      this.#submitListOnly();
      await this.#settle();
    }
    this.memory.count -= indices.length;
    this.#passes.countChanged();
  }

  /** Appends `count` spheres and returns the index of the first. The caller must write their states. */
  async append(count: number): Promise<number> {
    const { memory } = this;
    const first = memory.count;
    await this.#grow(first + count);
    memory.count = first + count;
    this.#passes.countChanged();
    memory.emptyRows(this.#cursor.rows, first);
    this.#cursor.serves = this.#cursor.served;
    return first;
  }

  /** Makes room for this many spheres, and for what `more` adds. */
  async #grow(count: number, more?: () => void): Promise<void> {
    const { memory } = this;
    if (count <= memory.capacity && more === undefined) return;
    this.#device.pushErrorScope('out-of-memory');
    if (count > memory.capacity) {
      memory.grow(Math.max(2 * memory.capacity, count));
      this.#passes.meshes?.grow(memory.capacity);
    }
    more?.();
    await checkMemory(this.#device, memory.capacity, this.bytes);
  }

  /** Partners and contacts, each pair once. */
  async counts(): Promise<{ partners: number; contacts: number }> {
    await this.#compile();
    this.#device.queue.writeBuffer(this.memory.status, 28, new Uint32Array(2));
    this.#run((pass) => this.#passes.count(pass, this.#cursor));
    const [partners = 0, contacts = 0] = new Uint32Array(await readBuffer(this.#device, this.memory.status, 8, 28));
    return { partners: partners / 2, contacts: contacts / 2 };
  }

  /** The whole state; `restore` continues from it with the same bits on the same device. `host` is stored with it. */
  async save<Host>(host: Host, spec: SpecFingerprint): Promise<Uint8Array> {
    await this.#settleAll();
    const { overflow, clumps } = this.#passes;
    const saved: SavedEngine<Host> = {
      host,
      ...this.#submissions.save(),
      near: await this.nearMeshCount(),
      crowds: overflow?.room ?? 0,
      room: rowRoom(this.#form),
      clumps: clumps?.counts,
    };
    const more = morePieces(this.#passes, saved, this.#cursor);
    return saveGpuState(this.#device, this.memory, this.#form, this.#cursor, saved, more, spec);
  }

  restore<Host>(opened: OpenedGpuState<SavedEngine<Host>>): Host {
    this.#widen(opened.header.host.room);
    const more = piecesToRestore(this.#passes);
    const { cursor, host } = restoreGpuState(this.#device, this.memory, this.#form, opened, more);
    this.#passes.countChanged();
    this.#cursor = cursor;
    this.#submissions.restore(host);
    return host.host;
  }

  destroy(): void {
    for (const part of [this.#passes.meshes, this.#passes.overflow, this.#passes.clumps]) part?.destroy();
    this.memory.destroy();
    this.#passes.destroy();
  }

  #run(encode: (pass: GPUComputePassEncoder) => void): void {
    const encoder = this.#device.createCommandEncoder();
    const pass = encoder.beginComputePass();
    encode(pass);
    pass.end();
    this.#device.queue.submit([encoder.finish()]);
  }

  /** The steps of one list, or as many of them as are requested. */
  #submit(end: number): void {
    const [cursor, before] = [this.#cursor, { ...this.#cursor }];
    const hasList = cursor.lists === 0 || cursor.served >= cursor.serves;
    if (hasList) cursor.serves = this.#stepsOfList();
    const steps = Math.min(end - cursor.step, hasList ? cursor.serves : cursor.serves - cursor.served);
    // The springs change halves with every step, and when a list is made.
    const parity = hasList && cursor.lists > 0 ? 1 - cursor.springs : cursor.springs;
    const { atLists, outletsAt } = this.#settings;
    const atEnd = looksAtEnd(cursor, hasList, steps, atLists);
    this.#passes.writeStepInputs(before.step, steps, parity, hasList ? 1 - cursor.rows : cursor.rows, atEnd);
    const encoder = this.#device.createCommandEncoder();
    if (hasList) this.#submissions.clearForList(encoder);
    const pass = encoder.beginComputePass();
    if (hasList && atLists !== 0) {
      this.#passes.writeLook(before.step, atLists, true);
      this.#passes.pick(pass, cursor);
    }
    if (hasList) this.#passes.list(pass, cursor);
    for (let k = 0; k < steps; k++) {
      this.#passes.step(pass, cursor, 'step', k);
      cursor.step++;
      cursor.served++;
      cursor.state = other(cursor.state);
      cursor.springs = other(cursor.springs);
      if (this.#form.isTurning) this.#passes.turn(pass, cursor, k);
      if (outletsAt(cursor.step) !== 0 || (atEnd !== 0 && k === steps - 1)) this.#passes.pick(pass, cursor, k);
    }
    if (this.#form.hasAccounts) this.#passes.fold(pass);
    pass.end();
    this.#submissions.submit(encoder, { before, hasList });
  }

  /** Steps that the next list is to serve: as spheres move, and meshes. */
  #stepsOfList(): number {
    const steps = this.#submissions.intervals.next(this.#cursor.lists);
    return this.#settings.meshes?.motions.stepsFrom(this.#cursor.step, steps) ?? steps;
  }

  #submitListOnly(): void {
    const before = { ...this.#cursor };
    this.#passes.writeStepInputs(before.step, 1, before.springs, 1 - before.rows);
    this.#cursor.serves = this.#stepsOfList();
    const encoder = this.#device.createCommandEncoder();
    this.#submissions.clearForList(encoder);
    const pass = encoder.beginComputePass();
    this.#passes.list(pass, this.#cursor);
    pass.end();
    this.#submissions.submit(encoder, { before, hasList: true });
  }

  async #settleAll(): Promise<void> {
    await this.#compile();
    while (this.#submissions.count > 0) await this.#settle();
  }

  /** With a list and without pending submissions. */
  async #ready(): Promise<void> {
    await this.#settleAll();
    while (this.#cursor.lists === 0) {
      this.#submitListOnly();
      await this.#settle();
    }
  }

  /** Waits for the oldest submission and draws the conclusions. */
  async #settle(): Promise<void> {
    const settled = await this.#submissions.settle(this.#cursor.step);
    if (settled === undefined) return;
    const { before, words, stopAt } = settled;
    const isFound = stopAt !== NEVER && words[PICKED] > 0;
    const [wanted, room] = [overflowWanted(words), roomWanted(words, this.#form)];
    if (stopAt !== NEVER) await this.#goBack(settled, isFound || wanted > 0 || room !== undefined);
    if (wanted > 0 || room !== undefined) await this.#makeRoom(wanted, room);
    checkStatus(words, this.#form, this.#passes.meshes?.room ?? 0, before.step);
    checkTravel(words, this.#form.travelLimit, this.#cursor.step, this.#settings.timeStep);
    if (isFound) await this.#settings.onFound(await readFound(this.#device, this.memory));
  }

  /** The list is rebuilt from the same state, so the bits are those of a list with enough room. */
  async #makeRoom(overflow: number, room: RowRoom | undefined): Promise<void> {
    forgetWanted(this.#device, this.memory.status);
    this.#device.pushErrorScope('out-of-memory');
    if (room !== undefined) this.#widen(room);
    if (overflow > 0) this.#passes.overflow?.grow(overflow, this.#cursor.step);
    await checkMemory(this.#device, this.memory.count, this.bytes);
    this.#passes.countChanged();
    await this.#compile();
  }

  /** Makes room for more contacts and partners per sphere; keeps the rows. */
  #widen({ contacts, levels }: RowRoom): void {
    const form = { ...this.#form, contacts: Math.max(contacts, this.#form.contacts), levels };
    if (form.contacts === this.#form.contacts && levels === this.#form.levels) return;
    if (form.contacts > this.#form.contacts) this.memory.moreContacts(form);
    if (levels > 0) this.#passes.overflow ??= new GpuOverflowMemory(this.#device);
    this.#form = form;
    this.#isCompiled = false;
  }

  async #compile(): Promise<void> {
    if (this.#isCompiled) return;
    this.#isCompiled = true;
    this.#passes.reform(this.#form, await gpuPrograms(this.#device, this.#form));
  }

  /** A sphere left the margin, or spheres are to be taken out: all that was submitted beyond has done nothing. */
  async #goBack({ before, hasList, stopAt }: Settled<Cursor>, isPlanned: boolean): Promise<void> {
    await this.#submissions.forgetRest();
    // Spheres that are taken out before a list is made stop that too.
    const cursor = cursorAfter(before, hasList && stopAt > before.step, stopAt - before.step);
    this.#cursor = cursor;
    if (!isPlanned) this.#submissions.intervals.shorten(cursor.lists, cursor.served);
  }
}
