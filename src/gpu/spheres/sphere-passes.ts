// SPDX-License-Identifier: MIT
/** Encodes the GPU commands for spheres and clumps: neighbour-list rebuild, step, and readback of the state. */
import type { CellGrid } from '../engine/cell-grid.ts';
import { type Cursor, other } from '../engine/cursor.ts';
import { bind, dispatch } from '../engine/gpu-program.ts';
import type { EngineSettings } from '../engine/gpu-settings.ts';
import { MOST_STEPS } from '../engine/submissions.ts';
import { LOOK_BEFORE, LOOK_STOPS } from '../kernels/pick.ts';
import { GROUP, type KernelForm } from '../kernels/prelude.ts';
import { searchGroups } from '../kernels/sphere-mesh-search.ts';
import type { StepMode } from '../kernels/step.ts';
import type { GpuMeshMemory } from '../meshes/gpu-mesh-memory.ts';
import type { GpuClumpMemory } from './gpu-clump-memory.ts';
import type { GpuOverflowMemory } from './gpu-overflow-memory.ts';
import { binCount } from './gpu-rows.ts';
import { type GpuMemory, halfOf } from './sphere-memory.ts';
import { contactPrograms, type GpuPrograms, type ProgramName } from './sphere-programs.ts';

const PARAM_BYTES = 160;
/** Instead of the number of a chunk: parameters of kernels over workgroups, and over clumps. */
const [GROUPS, CLUMPS] = [-1, -2];

/** Index of the inputs of a separate query, after those of all steps. */
const LOOK = MOST_STEPS;

const OVERFLOW_PASSES = { step: 'overflowForces', probe: 'overflowProbe', contacts: 'overflowContacts' } as const;
const MESH_PASSES = { step: 'meshForces', probe: 'meshProbe', contacts: 'meshContacts' } as const;

export class GpuPasses {
  readonly memory: GpuMemory;
  readonly meshes: GpuMeshMemory | undefined;
  overflow: GpuOverflowMemory | undefined;
  readonly clumps: GpuClumpMemory | undefined;
  readonly #device: GPUDevice;
  #form: KernelForm;
  readonly #grid: CellGrid;
  readonly #settings: EngineSettings;
  #programs: GpuPrograms;
  #hasContacts = false;
  readonly #params = new Map<string, GPUBuffer>();
  readonly #stepInputs: GPUBuffer;
  readonly #tables: GPUBuffer;
  readonly #regions: GPUBuffer;
  readonly #groups = new Map<string, GPUBindGroup>();

  constructor(
    device: GPUDevice,
    form: KernelForm,
    grid: CellGrid,
    settings: EngineSettings,
    memory: GpuMemory,
    programs: GpuPrograms,
    meshes: GpuMeshMemory | undefined,
    overflow: GpuOverflowMemory | undefined,
    clumps: GpuClumpMemory | undefined,
  ) {
    this.clumps = clumps;
    this.meshes = meshes;
    this.overflow = overflow;
    this.#device = device;
    this.#form = form;
    this.#grid = grid;
    this.#settings = settings;
    this.memory = memory;
    this.#programs = programs;
    this.#stepInputs = this.#uniform((MOST_STEPS + 1) * settings.stepInputBytes);
    this.#tables = this.#uniform(settings.tables.byteLength);
    device.queue.writeBuffer(this.#tables, 0, settings.tables);
    this.#regions = this.#uniform(Math.max(4, settings.regions.byteLength));
    device.queue.writeBuffer(this.#regions, 0, settings.regions);
  }

  /** Cells of all sizes. */
  get cellCount(): number {
    return binCount(this.#grid, this.#form.levels);
  }

  /** To be called when the number of spheres or the capacity has changed: bindings are recreated on demand. */
  countChanged(): void {
    this.#groups.clear();
    for (const [key, buffer] of this.#params) {
      const [c = 0, o = 0] = key.split('/').map(Number);
      this.#writeParam(buffer, c, o);
    }
  }

  /** Other kernels for the same rows, with room for more. */
  reform(form: KernelForm, programs: GpuPrograms): void {
    this.#form = form;
    this.#programs = programs;
    this.#hasContacts = false;
    this.countChanged();
  }

  /** Compiles what lists of contacts need, once they are asked for. */
  async prepareContacts(): Promise<void> {
    if (this.#hasContacts) return;
    this.#programs = { ...this.#programs, ...(await contactPrograms(this.#device, this.#form)) };
    this.#hasContacts = true;
  }

  /** Other regions from this word on. */
  writeRegions(at: number, words: Uint32Array<ArrayBuffer>): void {
    this.#device.queue.writeBuffer(this.#regions, 4 * at, words);
  }

  destroy(): void {
    for (const buffer of [...this.#params.values(), this.#stepInputs, this.#tables, this.#regions]) buffer.destroy();
  }

  /** Encodes the making of a list, and moves the cursor along. */
  list(pass: GPUComputePassEncoder, cursor: Cursor): void {
    const { memory } = this;
    const { cellCount } = this;
    const { count } = memory;
    const from = memory.states[cursor.state];
    const to = memory.states[1 - cursor.state];
    const key = `${cursor.state}${cursor.rows}${cursor.names}${cursor.springs}`;
    const { status, starts, blocks, cellAndRank, order, newIndex } = memory;
    const common = { inputs: this.#stepInputs, status };
    this.#run(pass, 'clear', '', { starts }, cellCount + 1);
    this.#run(pass, 'bin', key, { ...common, position: from.position, spin: from.spin, starts, cellAndRank }, count);
    this.#run(pass, 'scanBlocks', '', { starts, blocks }, memory.room.scanBlocks * GROUP);
    this.#run(pass, 'scanSums', '', { blocks }, GROUP);
    this.#run(pass, 'addSums', '', { starts, blocks }, cellCount + 1);
    this.#run(pass, 'scatter', '', { cellAndRank, starts, order }, count);
    this.#run(pass, 'sortCells', '', { starts, order }, cellCount);
    const out = { positionOut: to.position, motionOut: to.motion, spinOut: to.spin };
    this.#run(pass, 'gather', key, { ...common, order, ...from, ...out }, count);
    const [names, namesOut] = [memory.names[cursor.names], memory.names[1 - cursor.names]];
    this.#run(pass, 'rename', key, { ...common, order, names, namesOut, newIndex }, count);
    if (this.#form.isTurning) {
      const [turned, turnedOut] = [memory.turned[cursor.names], memory.turned[other(cursor.names)]];
      this.#run(pass, 'sortTurned', key, { ...common, order, turned, turnedOut }, count);
    }
    this.#followMembers(pass, cursor, common);
    const nextRows = other(cursor.rows);
    const overflow = this.overflow && {
      overflow: this.overflow.buffers[nextRows],
      overflowOld: this.overflow.buffers[cursor.rows],
    };
    if (overflow) this.#run(pass, 'clearOverflow', key, { ...common, ...overflow }, 1);
    memory.chunks.forEach((chunk, c) => {
      const { position, motion, spin } = to;
      const own = { position, motion, spin, starts, names: namesOut, rows: chunk.rows[nextRows] };
      const buffers = { ...common, ...overflow, ...own };
      this.#run(pass, 'list', `${key}/${c}`, buffers, chunk.count, c);
    });
    if (overflow) this.#run(pass, 'checkOverflow', key, { ...common, ...overflow }, 1);
    if (cursor.lists > 0) {
      this.#carry(pass, cursor, key, { ...common, ...overflow });
      cursor.springs = other(cursor.springs);
    }
    this.#nearMeshes(pass, cursor, key, { ...common, ...to });
    if (overflow && this.meshes) {
      const { slotOf } = this.meshes;
      this.#run(
        pass,
        'markOverflow',
        key,
        { ...common, ...overflow, slotOf },
        this.overflow?.sphereThreads(this.#form) ?? 0,
      );
    }
    cursor.state = other(cursor.state);
    cursor.rows = nextRows;
    cursor.names = other(cursor.names);
    cursor.served = 0;
    cursor.lists++;
  }

  /** New indices of the spheres of clumps. */
  #followMembers(pass: GPUComputePassEncoder, { names }: Cursor, common: Readonly<Record<string, GPUBuffer>>): void {
    if (this.clumps === undefined) return;
    const { clumps, members, paths, counts } = this.clumps;
    const [membersOut, pathsOut] = [members[other(names)], paths[other(names)]];
    const own = { clumps, newIndex: this.memory.newIndex, members: members[names], membersOut };
    const buffers = { ...common, ...own, paths: paths[names], pathsOut };
    this.#run(pass, 'followMembers', `${names}`, buffers, counts.clumps, CLUMPS);
  }

  /** Spheres near meshes, when all else of a list has been made. */
  #nearMeshes(
    pass: GPUComputePassEncoder,
    { rows, lists }: Cursor,
    key: string,
    common: Readonly<Record<string, GPUBuffer>>,
  ): void {
    if (this.meshes === undefined) return;
    const { geometry, slotOf, room, slots: both } = this.meshes;
    const [slotsOld, slots] = [both[rows], both[1 - rows]];
    this.#run(pass, 'clearSlots', '', common, 1);
    this.memory.chunks.forEach((chunk, c) => {
      const own = { ...common, rows: chunk.rows[other(rows)], geometry, slots, slotOf };
      this.#run(pass, 'nearMesh', `${key}/${c}`, own, chunk.count, c);
    });
    if (lists === 0) return;
    const { newIndex } = this.memory;
    this.#run(pass, 'carrySlots', `${rows}`, { ...common, newIndex, slotsOld, slots, slotOf }, room);
  }

  #carry(pass: GPUComputePassEncoder, cursor: Cursor, key: string, common: Readonly<Record<string, GPUBuffer>>): void {
    const { chunks, order, newIndex } = this.memory;
    const { rows, springs } = cursor;
    chunks.forEach((now, c) => {
      chunks.forEach((old, o) => {
        const buffers = {
          ...common,
          order,
          newIndex,
          rowsOld: old.rows[rows],
          rows: now.rows[other(rows)],
          springsOld: halfOf(old.springs, springs),
          springs: halfOf(now.springs, other(springs)),
        };
        this.#run(pass, 'carry', `${key}/${c}/${o}`, buffers, now.count, c, o);
      });
    });
    const threads = this.overflow?.recordThreads ?? 0;
    chunks.forEach((old, o) => {
      if (threads === 0) return;
      const buffers = { ...common, order, rowsOld: old.rows[rows], springsOld: halfOf(old.springs, springs) };
      this.#run(pass, 'carryOverflow', `${key}/${o}`, buffers, threads, 0, o);
    });
  }

  /** Encodes a step, or a probe of the present state, with the step inputs at this index. */
  step(pass: GPUComputePassEncoder, cursor: Cursor, name: StepMode, inputsIndex: number): void {
    const { state, rows } = cursor;
    const from = this.memory.states[state];
    const to = this.memory.states[1 - state];
    const key = `${state}${rows}`;
    const offset = inputsIndex * this.#settings.stepInputBytes;
    if (this.meshes !== undefined) {
      const { geometry, slots, room } = this.meshes;
      const out = {
        positionOut: to.position,
        motionOut: to.motion,
        spinOut: to.spin,
        list: slots[1 - rows],
      };
      const own = { slots: slots[rows], geometry, status: this.memory.status };
      const buffers = { inputs: this.#stepInputs, tables: this.#tables, ...from, ...out, ...own };
      this.#run(pass, MESH_PASSES[name], key, buffers, GROUP * searchGroups(room), 0, 0, offset);
    }
    if (this.overflow !== undefined) {
      const [overflow, list] = [this.overflow.buffers[rows], this.overflow.buffers[other(rows)]];
      const out = { positionOut: to.position, motionOut: to.motion, spinOut: to.spin, list, overflow };
      const buffers = { inputs: this.#stepInputs, tables: this.#tables, status: this.memory.status, ...from, ...out };
      this.#run(pass, OVERFLOW_PASSES[name], key, buffers, this.overflow.sphereThreads(this.#form), 0, 0, offset);
    }
    this.memory.chunks.forEach((chunk, c) => {
      const out = { positionOut: to.position, motionOut: to.motion, spinOut: to.spin };
      const isWhole = this.#form.isPacked === true && name !== 'contacts';
      const whole = { buffer: chunk.springs.buffer };
      const parts = {
        rows: isWhole ? whole : chunk.rows[rows],
        scratch: chunk.rows[other(rows)],
        springs: chunk.springs,
      };
      const own = { ...parts, status: this.memory.status };
      this.#run(
        pass,
        name,
        `${key}/${c}`,
        { inputs: this.#stepInputs, tables: this.#tables, ...from, ...out, ...own },
        chunk.count,
        c,
        0,
        offset,
      );
    });
    if (name !== 'contacts') this.#moveClumps(pass, cursor, name, offset);
  }

  /** Clumps read the forces on their spheres from the buffer of the new states. */
  #moveClumps(pass: GPUComputePassEncoder, cursor: Cursor, name: 'step' | 'probe', offset: number): void {
    if (this.clumps === undefined) return;
    const to = this.memory.states[other(cursor.state)];
    const out = { positionOut: to.position, motionOut: to.motion, spinOut: to.spin, status: this.memory.status };
    const buffers = { inputs: this.#stepInputs, ...out, ...this.clumps.at(cursor) };
    const program = name === 'step' ? 'moveClumps' : 'probeClumps';
    const key = `${cursor.state}${cursor.names}`;
    this.#run(pass, program, key, buffers, this.clumps.counts.clumps, CLUMPS, 0, offset);
  }

  /** Encodes the turning of all spheres by one step, with the step inputs at this index; the cursor is behind it. */
  turn(pass: GPUComputePassEncoder, { state, names }: Cursor, inputsIndex: number): void {
    const { states, turned, status, count } = this.memory;
    const buffers = { inputs: this.#stepInputs, spin: states[state].spin, turned: turned[names], status };
    this.#run(pass, 'turn', `${state}${names}`, buffers, count, 0, 0, inputsIndex * this.#settings.stepInputBytes);
  }

  /** Encodes a region query: after a step, or separately. */
  pick(pass: GPUComputePassEncoder, { state }: Cursor, inputsIndex = LOOK): void {
    const buffers = { inputs: this.#stepInputs, regions: this.#regions, ...this.memory.states[state] };
    const { picked, status, count } = this.memory;
    const offset = inputsIndex * this.#settings.stepInputBytes;
    this.#run(pass, 'pick', `${state}`, { ...buffers, picked, status }, count, 0, 0, offset);
    if (this.clumps === undefined) return;
    const { clumps, counts } = this.clumps;
    this.#run(pass, 'pickClumps', '', { ...buffers, clumps, picked, status }, counts.clumps, CLUMPS, 0, offset);
  }

  /** Encodes the counting of partners and contacts. */
  count(pass: GPUComputePassEncoder, { rows }: Cursor): void {
    this.memory.chunks.forEach((chunk, c) => {
      const buffers = { rows: chunk.rows[rows], status: this.memory.status };
      this.#run(pass, 'count', `${c}/${rows}`, buffers, chunk.count, c);
    });
    if (this.overflow === undefined) return;
    const buffers = { overflow: this.overflow.buffers[rows], status: this.memory.status };
    this.#run(pass, 'countOverflow', `${rows}`, buffers, this.overflow.recordThreads);
  }

  /** Encodes the sum over all workgroups. */
  fold(pass: GPUComputePassEncoder): void {
    this.#run(pass, 'fold', '', { status: this.memory.status, folded: this.memory.folded }, GROUP, GROUPS);
  }

  #run(
    pass: GPUComputePassEncoder,
    name: ProgramName,
    key: string,
    buffers: Readonly<Record<string, GPUBuffer | GPUBufferBinding>>,
    threads: number,
    chunk = 0,
    old = 0,
    offset = 0,
  ): void {
    const program = this.#programs[name];
    const full = `${name}/${key}`;
    let group = this.#groups.get(full);
    if (group === undefined) {
      const resources: Record<string, GPUBufferBinding> = { p: { buffer: this.#param(chunk, old) } };
      for (const [own, buffer] of Object.entries(buffers)) {
        resources[own] = 'buffer' in buffer ? buffer : { buffer };
      }
      group = bind(this.#device, program, resources, this.#settings.stepInputBytes);
      this.#groups.set(full, group);
    }
    dispatch(pass, program, group, offset, Math.ceil(threads / GROUP));
  }

  /** Parameters for chunk `c`, or GROUPS or CLUMPS, and, when springs are carried, the old chunk `o`. */
  #param(c: number, o: number): GPUBuffer {
    const key = `${c}/${o}`;
    const known = this.#params.get(key);
    if (known !== undefined) return known;
    const buffer = this.#uniform(PARAM_BYTES);
    this.#writeParam(buffer, c, o);
    this.#params.set(key, buffer);
    return buffer;
  }

  #writeParam(buffer: GPUBuffer, c: number, o: number): void {
    const words = new Uint32Array(PARAM_BYTES / 4);
    const floats = new Float32Array(words.buffer);
    const count = c === CLUMPS ? (this.clumps?.counts.clumps ?? 0) : this.memory.count;
    const { timeStep, skin, gravity, localDamping, viscousKept } = this.#settings;
    const { chunks, room } = this.memory;
    const [chunk, old] = [chunks[Math.max(0, c)], chunks[o]];
    words.set([count, chunk?.start ?? 0, chunk?.count ?? 0, room.chunkSize], 0);
    words.set([...this.#grid.cells, this.cellCount], 4);
    words.set(
      [old?.start ?? 0, old?.count ?? 0, c === GROUPS ? room.groups : room.scanBlocks, chunk?.groupStart ?? 0],
      8,
    );
    const { quantum } = this.#grid;
    floats.set([...quantum, timeStep], 12);
    floats.set([1 / quantum[0], 1 / quantum[1], 1 / quantum[2], 0.5 * skin], 16);
    floats.set([...this.#grid.origin, skin], 20);
    floats.set([...gravity, localDamping], 24);
    words.set(this.#grid.periodic.map(Number), 28);
    floats[31] = viscousKept;
    words.set(this.#grid.ratio, 32);
    floats[35] = this.#grid.unit;
    words.set(this.#grid.wider, 36);
    floats[39] = this.#settings.massUnit ?? 0;
    this.#device.queue.writeBuffer(buffer, 0, words);
  }

  /**
   * Writes the inputs of `count` steps from `first` on for later submissions; the halves of the springs alternate from
   * `parity` on; `rows` are in use; the regions `atEnd` are queried after the last step.
   */
  writeStepInputs(first: number, count: number, parity: number, rows: number, atEnd = 0): void {
    const stride = this.#settings.stepInputBytes / 4;
    const words = new Uint32Array(stride * count);
    for (let k = 0; k < count; k++) {
      words[stride * k] = first + k;
      words[stride * k + 1] = (parity + k) & 1;
      const due = this.#settings.outletsAt(first + k + 1) | (k === count - 1 ? atEnd : 0);
      words[stride * k + 2] = rows;
      words[stride * k + 3] = due === 0 ? 0 : due | LOOK_STOPS;
      this.#settings.writeWalls(first + k, words, stride * k + 4);
    }
    this.#device.queue.writeBuffer(this.#stepInputs, 0, words);
  }

  /** Writes the inputs of a separate query of these regions; with `isStop` the GPU stops if a body is found. */
  writeLook(step: number, due: number, isStop: boolean): void {
    const words = new Uint32Array([step, 0, 0, due | (isStop ? LOOK_STOPS | LOOK_BEFORE : 0)]);
    this.#device.queue.writeBuffer(this.#stepInputs, LOOK * this.#settings.stepInputBytes, words);
  }

  #uniform(size: number): GPUBuffer {
    return this.#device.createBuffer({ size, usage: GPUBufferUsage.UNIFORM | GPUBufferUsage.COPY_DST });
  }
}
