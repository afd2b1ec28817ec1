// SPDX-License-Identifier: MIT
/** Spheres and clumps on the GPU: their buffers, and the commands of lists, steps, probes and queries. */
import type { Vector3 } from '../../math/vector.ts';
import { badState } from '../../simulation/state/state-container.ts';
import { type RunKernel, sortByCell } from '../engine/cell-sort-passes.ts';
import { type Cursor, other } from '../engine/cursor.ts';
import { checkMemory } from '../engine/gpu-failures.ts';
import type { EngineSettings } from '../engine/gpu-settings.ts';
import { wallLoads } from '../engine/gpu-walls.ts';
import { type Buffers, KernelRunner, type OwnParams } from '../engine/kernel-runner.ts';
import type { Piece, Sizes, Species } from '../engine/species.ts';
import { MOST_TAKEN, TAKEN_VECTORS } from '../kernels/pick.ts';
import {
  GONE,
  GROUP,
  GROUP_SUMS,
  type KernelForm,
  MODES,
  type Mode,
  OVERFLOW_WANTED,
  rowPlanes,
  STATUS_WORDS,
  WALL_SUM_BYTES,
} from '../kernels/prelude.ts';
import { SPHERE_SPIN } from '../kernels/records.ts';
import { searchGroups } from '../kernels/sphere-mesh-search.ts';
import { GpuMeshMemory, nearMeshes, slotPieces } from '../meshes/gpu-mesh-memory.ts';
import { type ClumpCounts, GpuClumpMemory } from './gpu-clump-memory.ts';
import { GpuOverflowMemory, overflowPieces } from './gpu-overflow-memory.ts';
import { halfOf, SphereMemory } from './sphere-memory.ts';
import { contactPrograms, type ProgramName, type SpherePrograms, spherePrograms } from './sphere-programs.ts';
import { binCount, type RowRoom, roomWanted, rowRoom } from './sphere-rows.ts';
import { checkSpheres } from './sphere-status.ts';

/** Instead of a chunk: parameters of kernels over workgroups, and over clumps. */
const [GROUPS, CLUMPS] = ['groups', 'clumps'];

const OVERFLOW_PASSES = { step: 'overflowForces', probe: 'overflowProbe', contacts: 'overflowContacts' } as const;

/** A chunk, and, when springs are carried, the chunk that they come from. */
function chunkOver(chunk: number, old = 0): string {
  return `${chunk}/${old}`;
}

/** Of a saved state: layouts that must agree, and sizes. */
interface SphereSizes extends Sizes {
  readonly count: number;
  readonly capacity: number;
  readonly chunkSize: number;
  readonly planes: number;
  readonly contacts: number;
  /** Spheres near meshes. */
  readonly near: number;
  /** Room for overflow partners. */
  readonly overflow: number;
  /** What rows hold by now. */
  readonly room: RowRoom;
  readonly clumps: ClumpCounts | undefined;
}

export class SphereSpecies implements Species {
  readonly memory: SphereMemory;
  readonly meshes: GpuMeshMemory | undefined;
  overflow: GpuOverflowMemory | undefined;
  readonly clumps: GpuClumpMemory | undefined;
  readonly runner: KernelRunner;
  readonly #device: GPUDevice;
  readonly #settings: EngineSettings;
  #form: KernelForm;
  #programs: SpherePrograms;
  #isCompiled = true;
  #hasContacts = false;

  /** With room for this many spheres, of which `count` are there. */
  static async create(
    device: GPUDevice,
    form: KernelForm,
    settings: EngineSettings,
    { count, capacity }: { readonly count: number; readonly capacity: number },
  ): Promise<SphereSpecies> {
    device.pushErrorScope('out-of-memory');
    const memory = new SphereMemory(device, form, capacity, binCount(settings.grid, form.levels));
    const meshes = settings.meshes && new GpuMeshMemory(device, capacity, settings.meshes.geometry);
    const overflow = form.levels > 0 ? new GpuOverflowMemory(device) : undefined;
    const clumps = form.clumps === undefined ? undefined : new GpuClumpMemory(device, { clumps: 0, members: count });
    await checkMemory(device, capacity, memory.room.bytes, () => {
      for (const part of [memory, meshes, overflow, clumps]) part?.destroy();
    });
    memory.count = count;
    const programs = await spherePrograms(device, form);
    return new SphereSpecies(device, form, settings, memory, programs, meshes, overflow, clumps);
  }

  private constructor(
    device: GPUDevice,
    form: KernelForm,
    settings: EngineSettings,
    memory: SphereMemory,
    programs: SpherePrograms,
    meshes: GpuMeshMemory | undefined,
    overflow: GpuOverflowMemory | undefined,
    clumps: GpuClumpMemory | undefined,
  ) {
    this.#device = device;
    this.#form = form;
    this.#settings = settings;
    this.memory = memory;
    this.#programs = programs;
    this.meshes = meshes;
    this.overflow = overflow;
    this.clumps = clumps;
    this.runner = new KernelRunner(device, settings, (over) => this.#paramsOver(over));
  }

  get form(): KernelForm {
    return this.#form;
  }

  get hasAccounts(): boolean {
    return this.#form.hasAccounts;
  }

  /** Those with meshes and overflow partners are not in rows. */
  get countsContacts(): boolean {
    return this.#form.meshes === 0 && this.#form.levels === 0;
  }

  get travelLimit(): number {
    return this.#form.travelLimit;
  }

  get bytes(): number {
    const { meshes, overflow, clumps } = this;
    return this.memory.room.bytes + (meshes?.bytes ?? 0) + (overflow?.bytes ?? 0) + (clumps?.bytes ?? 0);
  }

  get chunks(): number {
    return this.memory.room.chunks;
  }

  get wallSums(): Piece {
    const { status, room } = this.memory;
    const bytes = WALL_SUM_BYTES * this.#form.halfSpaces * room.groups;
    return { buffer: status, offset: 4 * (STATUS_WORDS + GROUP_SUMS * room.groups), bytes };
  }

  wallLoads(sums: Float32Array): Vector3[] {
    const groups = this.memory.chunks.map(({ groupStart, count }) => [groupStart, Math.ceil(count / GROUP)] as const);
    return wallLoads(this.#form.halfSpaces, sums, groups);
  }

  async compile(): Promise<void> {
    if (this.#isCompiled) return;
    this.#isCompiled = true;
    this.#programs = await spherePrograms(this.#device, this.#form);
    this.#hasContacts = false;
    this.runner.changed();
  }

  /** Compiles what lists of contacts need, once they are asked for. */
  async prepareContacts(): Promise<void> {
    if (this.#hasContacts) return;
    this.#programs = { ...this.#programs, ...(await contactPrograms(this.#device, this.#form)) };
    this.#hasContacts = true;
  }

  list(pass: GPUComputePassEncoder, cursor: Readonly<Cursor>): void {
    const { memory } = this;
    const { count, status, starts, order, newIndex } = memory;
    const [from, to] = [memory.states[cursor.state], memory.states[other(cursor.state)]];
    const [old, now] = [cursor.list, other(cursor.list)];
    const key = `${cursor.state}${old}${cursor.springs}`;
    const common = { status };
    const out = { positionOut: to.position, motionOut: to.motion, spinOut: to.spin };
    const [names, namesOut] = [memory.names[old], memory.names[now]];
    const run: RunKernel = (name, ...rest) => this.#run(pass, name, ...rest);
    sortByCell(run, key, memory, { ...from, ...out, names, namesOut }, this.#cellCount);
    if (this.#form.isTurning) {
      const [turned, turnedOut] = [memory.turned[old], memory.turned[now]];
      this.#run(pass, 'sortTurned', key, { ...common, order, turned, turnedOut }, count);
    }
    this.#followMembers(pass, cursor, common);
    const overflow = this.overflow && {
      overflow: this.overflow.buffers[now],
      overflowOld: this.overflow.buffers[old],
    };
    if (overflow) this.#run(pass, 'clearOverflow', key, { ...common, ...overflow }, 1);
    memory.chunks.forEach((chunk, c) => {
      const { position, motion, spin } = to;
      const own = { position, motion, spin, starts, names: namesOut, rows: chunk.rows[now] };
      const buffers = { ...common, ...overflow, ...own };
      this.#run(pass, 'list', `${key}/${c}`, buffers, chunk.count, chunkOver(c));
    });
    if (overflow) this.#run(pass, 'checkOverflow', key, { ...common, ...overflow }, 1);
    if (cursor.lists > 0) this.#carry(pass, cursor, key, { ...common, newIndex, ...overflow });
    this.#nearMeshes(pass, cursor, key, { ...common, ...to });
    if (overflow && this.meshes) {
      const { slotOf } = this.meshes;
      const threads = this.overflow?.sphereThreads(this.#form) ?? 0;
      this.#run(pass, 'markOverflow', key, { ...common, ...overflow, slotOf }, threads);
    }
  }

  /** New indices of the spheres of clumps. */
  #followMembers(pass: GPUComputePassEncoder, { list }: Readonly<Cursor>, common: Buffers): void {
    if (this.clumps === undefined) return;
    const { clumps, members, paths, counts } = this.clumps;
    const [membersOut, pathsOut] = [members[other(list)], paths[other(list)]];
    const own = { clumps, newIndex: this.memory.newIndex, members: members[list], membersOut };
    const buffers = { ...common, ...own, paths: paths[list], pathsOut };
    this.#run(pass, 'followMembers', `${list}`, buffers, counts.clumps, CLUMPS);
  }

  /** Spheres near meshes, when all else of a list has been made. */
  #nearMeshes(pass: GPUComputePassEncoder, { list, lists }: Readonly<Cursor>, key: string, common: Buffers): void {
    if (this.meshes === undefined) return;
    const { geometry, slotOf, room, slots: both } = this.meshes;
    const [slotsOld, slots] = [both[list], both[other(list)]];
    this.#run(pass, 'clearSlots', '', common, 1);
    this.memory.chunks.forEach((chunk, c) => {
      const own = { ...common, rows: chunk.rows[other(list)], geometry, slots, slotOf };
      this.#run(pass, 'nearMesh', `${key}/${c}`, own, chunk.count, chunkOver(c));
    });
    if (lists === 0) return;
    const { newIndex } = this.memory;
    this.#run(pass, 'carrySlots', `${list}`, { ...common, newIndex, slotsOld, slots, slotOf }, room);
  }

  #carry(pass: GPUComputePassEncoder, { list, springs }: Readonly<Cursor>, key: string, common: Buffers): void {
    const { chunks, order } = this.memory;
    chunks.forEach((now, c) => {
      chunks.forEach((old, o) => {
        const buffers = {
          ...common,
          order,
          rowsOld: old.rows[list],
          rows: now.rows[other(list)],
          springsOld: halfOf(old.springs, springs),
          springs: halfOf(now.springs, other(springs)),
        };
        this.#run(pass, 'carry', `${key}/${c}/${o}`, buffers, now.count, chunkOver(c, o));
      });
    });
    const threads = this.overflow?.recordThreads ?? 0;
    chunks.forEach((old, o) => {
      if (threads === 0) return;
      const buffers = { ...common, order, rowsOld: old.rows[list], springsOld: halfOf(old.springs, springs) };
      this.#run(pass, 'carryOverflow', `${key}/${o}`, buffers, threads, chunkOver(0, o));
    });
  }

  step(pass: GPUComputePassEncoder, cursor: Readonly<Cursor>, name: Mode, inputsIndex: number): void {
    const { state, list } = cursor;
    const { status } = this.memory;
    const [from, to] = [this.memory.states[state], this.memory.states[other(state)]];
    const out = { positionOut: to.position, motionOut: to.motion, spinOut: to.spin };
    const key = `${state}${list}`;
    if (this.meshes !== undefined) {
      const { geometry, slots, room } = this.meshes;
      const to = name === 'contacts' ? { ...out, positionOut: slots[other(list)] } : out;
      const buffers = { ...from, ...to, slots: slots[list], geometry, status };
      this.#run(
        pass,
        'meshForces',
        `${name}${key}`,
        buffers,
        GROUP * searchGroups(room, this.#form),
        name,
        inputsIndex,
      );
      if (this.#programs.meshLosses !== undefined && name !== 'contacts')
        this.#run(pass, 'meshLosses', key, buffers, room, '', inputsIndex);
    }
    if (this.overflow !== undefined) {
      const [overflow, scratch] = [this.overflow.buffers[list], this.overflow.buffers[other(list)]];
      const buffers = { ...from, ...out, overflow, list: scratch, status };
      this.#run(pass, OVERFLOW_PASSES[name], key, buffers, this.overflow.sphereThreads(this.#form), '', inputsIndex);
    }
    const isWhole = this.#form.isPacked === true && name !== 'contacts';
    this.memory.chunks.forEach((chunk, c) => {
      const own = {
        rows: isWhole ? { buffer: chunk.springs.buffer } : chunk.rows[list],
        scratch: chunk.rows[other(list)],
        springs: chunk.springs,
      };
      this.#run(pass, name, `${key}/${c}`, { ...from, ...out, ...own, status }, chunk.count, chunkOver(c), inputsIndex);
    });
    if (name !== 'contacts') this.#moveClumps(pass, cursor, name, inputsIndex);
    if (name === 'step' && this.#form.isTurning) this.#turn(pass, cursor, inputsIndex);
  }

  /** Clumps read the forces on their spheres from the buffer of the new states. */
  #moveClumps(
    pass: GPUComputePassEncoder,
    { state, list }: Readonly<Cursor>,
    name: 'step' | 'probe',
    inputsIndex: number,
  ): void {
    if (this.clumps === undefined) return;
    const to = this.memory.states[other(state)];
    const out = { positionOut: to.position, motionOut: to.motion, spinOut: to.spin, status: this.memory.status };
    const program = name === 'step' ? 'moveClumps' : 'probeClumps';
    const buffers = { ...out, ...this.clumps.at(list) };
    this.#run(pass, program, `${state}${list}`, buffers, this.clumps.counts.clumps, CLUMPS, inputsIndex);
  }

  /** Turns all spheres by one step, after it. */
  #turn(pass: GPUComputePassEncoder, { state, list }: Readonly<Cursor>, inputsIndex: number): void {
    const { states, turned, status, count } = this.memory;
    const buffers = { spin: states[other(state)].spin, turned: turned[list], status };
    this.#run(pass, 'turn', `${state}${list}`, buffers, count, '', inputsIndex);
  }

  pick(pass: GPUComputePassEncoder, { state }: Readonly<Cursor>, inputsIndex: number): void {
    const { picked, status, count, states } = this.memory;
    this.#run(pass, 'pick', `${state}`, { ...states[state], picked, status }, count, '', inputsIndex);
    if (this.clumps === undefined) return;
    const { clumps, counts } = this.clumps;
    this.#run(pass, 'pickClumps', '', { clumps, picked, status }, counts.clumps, CLUMPS, inputsIndex);
  }

  get taken(): Piece | undefined {
    if (this.#form.regions === 0 || this.clumps !== undefined) return undefined;
    return { buffer: this.memory.taken, offset: 0, bytes: 16 * TAKEN_VECTORS * MOST_TAKEN };
  }

  take(pass: GPUComputePassEncoder, { state, list }: Readonly<Cursor>, inputsIndex: number): void {
    const { taken, status, count, states, names } = this.memory;
    const buffers = { ...states[state], names: names[list], taken, status };
    this.#run(pass, 'take', `${state}${list}`, buffers, count, '', inputsIndex);
  }

  /** Encodes the counting of partners and contacts. */
  count(pass: GPUComputePassEncoder, { list }: Readonly<Cursor>): void {
    this.memory.chunks.forEach((chunk, c) => {
      const buffers = { rows: chunk.rows[list], status: this.memory.status };
      this.#run(pass, 'count', `${c}/${list}`, buffers, chunk.count, chunkOver(c));
    });
    if (this.overflow === undefined) return;
    const buffers = { overflow: this.overflow.buffers[list], status: this.memory.status };
    this.#run(pass, 'countOverflow', `${list}`, buffers, this.overflow.recordThreads);
  }

  fold(pass: GPUComputePassEncoder): void {
    this.#run(pass, 'fold', '', { status: this.memory.status, folded: this.memory.folded }, GROUP, GROUPS);
  }

  roomWanted(words: Uint32Array, step: number): (() => void) | undefined {
    const [overflow, room] = [words[OVERFLOW_WANTED], roomWanted(words, this.#form)];
    if (overflow === 0 && room === undefined) return undefined;
    return () => {
      if (room !== undefined) this.#widen(room);
      if (overflow > 0) this.overflow?.grow(overflow, step);
    };
  }

  /** Makes room for more contacts and partners per sphere; keeps the rows. */
  #widen({ contacts, levels }: RowRoom): void {
    const form = { ...this.#form, contacts: Math.max(contacts, this.#form.contacts), levels };
    if (form.contacts === this.#form.contacts && levels === this.#form.levels) return;
    if (form.contacts > this.#form.contacts) this.memory.moreContacts(form);
    if (levels > 0) this.overflow ??= new GpuOverflowMemory(this.#device);
    this.#form = form;
    this.#isCompiled = false;
  }

  check(words: Uint32Array, step: number): void {
    checkSpheres(words, this.#form, this.meshes?.room ?? 0, step);
  }

  makeRoom(count: number): void {
    this.memory.grow(Math.max(2 * this.memory.capacity, count));
    this.meshes?.grow(this.memory.capacity);
  }

  async emptyRows(first: number, { list }: Readonly<Cursor>): Promise<void> {
    this.memory.emptyRows(list, first);
  }

  markGone(indices: readonly number[], { state }: Readonly<Cursor>): void {
    const { spin } = this.memory.states[state];
    const gone = new Uint32Array([GONE]);
    for (const i of indices) {
      this.#device.queue.writeBuffer(spin, SPHERE_SPIN.bytes * i + 4 * SPHERE_SPIN.at.cell, gone);
    }
  }

  async sizes(cursor: Readonly<Cursor>): Promise<SphereSizes> {
    const { memory } = this;
    return {
      count: memory.count,
      capacity: memory.capacity,
      chunkSize: memory.room.chunkSize,
      planes: rowPlanes(this.#form),
      contacts: this.#form.contacts,
      near: await nearMeshes(this.#device, memory.status, cursor),
      overflow: this.overflow?.room ?? 0,
      room: rowRoom(this.#form),
      clumps: this.clumps?.counts,
    };
  }

  useSizes(sizes: SphereSizes, { step }: Readonly<Cursor>): void {
    const { memory } = this;
    this.#widen(sizes.room);
    // Where no body ever comes or goes, a simulation has those of its spec.
    const isOpen = this.#form.regions > 0;
    const has = [sizes.chunkSize, sizes.planes, sizes.contacts, isOpen ? 0 : sizes.count];
    const wants = [memory.room.chunkSize, rowPlanes(this.#form), this.#form.contacts, isOpen ? 0 : memory.count];
    if (has.some((x, k) => x !== wants[k])) {
      throw badState(
        `has ${has.join(', ')} as chunk, planes, contacts and spheres where the simulation has ${wants.join(', ')}`,
      );
    }
    if (sizes.capacity > memory.capacity) memory.grow(sizes.capacity);
    memory.count = sizes.count;
    this.meshes?.grow(memory.capacity);
    this.overflow?.grow(sizes.overflow, step);
    if (sizes.clumps !== undefined) this.clumps?.use(sizes.clumps);
  }

  pieces({ near, overflow, clumps }: SphereSizes, cursor: Readonly<Cursor>): Piece[] {
    const { list, state, springs } = cursor;
    const { count, names, turned, status, room, chunks, states } = this.memory;
    const half = 16 * this.#form.contacts * room.chunkSize;
    const whole = (buffer: GPUBuffer, bytes: number): Piece => ({ buffer, offset: 0, bytes });
    return [
      ...Object.values(states[state]).map((buffer: GPUBuffer) => whole(buffer, 16 * count)),
      whole(names[list], 4 * count),
      whole(turned[list], this.#form.isTurning ? 16 * count : 0),
      { buffer: status, offset: 4 * STATUS_WORDS, bytes: 4 * GROUP_SUMS * room.groups },
      ...chunks.flatMap((chunk) => [
        { ...chunk.rows[list], bytes: chunk.rows[list].size },
        { ...chunk.springs, offset: chunk.springs.offset + springs * half, bytes: half },
      ]),
      ...slotPieces(this.meshes, status, near, cursor),
      ...overflowPieces(this.overflow, overflow, cursor),
      ...((clumps && this.clumps?.pieces(clumps, list)) ?? []),
    ].filter(({ bytes }) => bytes > 0);
  }

  destroy(): void {
    for (const part of [this.memory, this.meshes, this.overflow, this.clumps]) part?.destroy();
  }

  /** Cells of all sizes. */
  get #cellCount(): number {
    return binCount(this.#settings.grid, this.#form.levels);
  }

  #run(
    pass: GPUComputePassEncoder,
    name: ProgramName,
    key: string,
    buffers: Buffers,
    threads: number,
    over = '',
    inputsIndex = 0,
  ): void {
    this.runner.run(pass, name, this.#programs[name], key, buffers, threads, { over, inputsIndex });
  }

  #paramsOver(over: string): OwnParams {
    const { chunks, room, count } = this.memory;
    const mode = MODES.indexOf(over as Mode);
    const isChunk = over !== GROUPS && over !== CLUMPS && mode < 0;
    const [c = 0, o = 0] = isChunk ? over.split('/').map(Number) : [];
    const [chunk, old] = [chunks[c], chunks[o]];
    return {
      count: over === CLUMPS ? (this.clumps?.counts.clumps ?? 0) : count,
      chunkStart: chunk?.start ?? 0,
      chunkCount: chunk?.count ?? 0,
      chunkSize: room.chunkSize,
      cellCount: this.#cellCount,
      oldStart: old?.start ?? 0,
      oldCount: old?.count ?? 0,
      scanBlocks: over === '' ? room.scanBlocks : room.groups,
      groupStart: chunk?.groupStart ?? 0,
      mode: Math.max(0, mode),
    };
  }
}
