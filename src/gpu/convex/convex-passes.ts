// SPDX-License-Identifier: MIT
/** Encodes the GPU commands for convex bodies: neighbour-list rebuild, step, and readback of the state. */
import type { CellGrid } from '../engine/cell-grid.ts';
import { bind, dispatch } from '../engine/gpu-program.ts';
import type { PopulationSettings, StepSettings } from '../engine/gpu-settings.ts';
import { type ListCursor, MOST_STEPS } from '../engine/submissions.ts';
import { SCAN_BLOCK } from '../kernels/cell-sort.ts';
import type { NarrowMode } from '../kernels/convex-points.ts';
import { type ConvexForm, STRIDING_GROUPS } from '../kernels/convex-prelude.ts';
import { LOOK_BEFORE, LOOK_STOPS } from '../kernels/pick.ts';
import { GROUP } from '../kernels/prelude.ts';
import type { ConvexMeshes } from '../meshes/convex-meshes.ts';
import { type ConvexMemory, rowsFor } from './convex-memory.ts';
import { type ConvexProgramName, type ConvexPrograms, narrowPrograms } from './convex-programs.ts';

const PARAM_BYTES = 144;
/** Index of the inputs of a separate query, after those of all steps. */
const LOOK = MOST_STEPS;

export interface ConvexSettings extends StepSettings, PopulationSettings {
  readonly meshes?: ConvexMeshes | undefined;
}

/** Location of the data of the present state; `side` is that of states, names and lists. */
export interface ConvexCursor extends ListCursor {
  side: 0 | 1;
}

type Buffers = Readonly<Record<string, GPUBuffer>>;

export class ConvexPasses {
  readonly memory: ConvexMemory;
  readonly #device: GPUDevice;
  readonly #form: ConvexForm;
  readonly #grid: CellGrid;
  readonly #settings: ConvexSettings;
  #programs: ConvexPrograms;
  #hasContacts = false;
  readonly #params = new Map<Over, GPUBuffer>();
  readonly #stepInputs: GPUBuffer;
  readonly #tables: GPUBuffer;
  readonly #regions: GPUBuffer;
  readonly #groups = new Map<string, GPUBindGroup>();

  constructor(
    device: GPUDevice,
    form: ConvexForm,
    grid: CellGrid,
    settings: ConvexSettings,
    memory: ConvexMemory,
    programs: ConvexPrograms,
  ) {
    this.#device = device;
    this.#form = form;
    this.#grid = grid;
    this.#settings = settings;
    this.memory = memory;
    this.#programs = programs;
    this.#stepInputs = this.#uniform((MOST_STEPS + 1) * settings.stepInputBytes);
    this.#tables = this.#uniform(settings.tables.byteLength);
    device.queue.writeBuffer(this.#tables, 0, settings.tables);
    this.#regions = this.#uniform(Math.max(16, settings.regions.byteLength));
    device.queue.writeBuffer(this.#regions, 0, settings.regions);
  }

  /** Bodies have come or gone, or there is more room. */
  countChanged(): void {
    this.#groups.clear();
    for (const [over, buffer] of this.#params) this.#writeParam(buffer, over);
  }

  /** Other regions from this word on. */
  writeRegions(at: number, words: Uint32Array<ArrayBuffer>): void {
    this.#device.queue.writeBuffer(this.#regions, 4 * at, words);
  }

  /** Encodes a query of the regions of the step inputs at this index, or of a separate query. */
  pick(pass: GPUComputePassEncoder, { side }: ConvexCursor, inputsIndex = LOOK): void {
    const { states, picked, status, count } = this.memory;
    const buffers = { inputs: this.#stepInputs, regions: this.#regions, ...states[side], picked, status };
    this.#run(pass, 'pick', `${side}`, buffers, count, 'cells', inputsIndex * this.#settings.stepInputBytes);
  }

  /** Writes the inputs of a separate query of these regions; with `isStop` the GPU stops if a body is found. */
  writeLook(step: number, due: number, isStop: boolean): void {
    const words = new Uint32Array([step, 0, 0, due | (isStop ? LOOK_STOPS | LOOK_BEFORE : 0)]);
    this.#device.queue.writeBuffer(this.#stepInputs, LOOK * this.#settings.stepInputBytes, words);
  }

  /** Compiles the kernels for contact lists at the first request. */
  async prepareContacts(): Promise<void> {
    if (this.#hasContacts) return;
    this.#programs = { ...this.#programs, ...(await narrowPrograms(this.#device, this.#form, 'contacts')) };
    this.#hasContacts = true;
  }

  destroy(): void {
    for (const buffer of [...this.#params.values(), this.#stepInputs, this.#tables, this.#regions]) buffer.destroy();
  }

  /** Encodes the making of a list, and moves the cursor along. */
  list(pass: GPUComputePassEncoder, cursor: ConvexCursor): void {
    const { memory } = this;
    const { status, starts, cellAndRank, order, newIndex, watched } = memory;
    const { cellCount } = this.#grid;
    const { count, stamps } = memory;
    const now = (1 - cursor.side) as 0 | 1;
    const [from, to] = [memory.states[cursor.side], memory.states[now]];
    const [old, list] = [memory.lists[cursor.side], memory.lists[now]];
    const key = `${now}`;
    const common = { inputs: this.#stepInputs, status };
    const tables = this.#tables;
    this.#run(pass, 'clear', 'cells', { starts }, cellCount + 1);
    this.#run(pass, 'bin', key, { ...common, ...from, starts, cellAndRank }, count);
    this.#scan(pass, 'cells', starts, cellCount);
    this.#run(pass, 'scatter', '', { cellAndRank, starts, order }, count);
    this.#run(pass, 'sortCells', '', { starts, order }, cellCount);
    this.#run(pass, 'gather', key, { ...common, order, ...from, positionOut: to.position, restOut: to.rest }, count);
    const [names, namesOut] = [memory.names[cursor.side], memory.names[now]];
    this.#run(pass, 'rename', key, { ...common, order, names, namesOut, newIndex }, count);
    const { pairStarts, pairs, incidentStarts, incident, pool } = list;
    this.#run(pass, 'clear', `pairs${key}`, { starts: pairStarts }, count + 1, 'bodies');
    this.#run(pass, 'near', key, { ...common, tables, ...to, starts, pairStarts }, count);
    this.#scan(pass, `pairs${key}`, pairStarts, count, 'bodies');
    this.#run(pass, 'clear', `incident${key}`, { starts: incidentStarts }, count + 1, 'bodies');
    const rows = { pairStarts, pairs };
    const ranks = watched;
    this.#run(pass, 'pairs', key, { ...common, tables, ...to, starts, ...rows, incidentStarts, ranks, stamps }, count);
    this.#scan(pass, `incident${key}`, incidentStarts, count, 'bodies');
    this.#stride(pass, 'incident', key, { ...common, ...rows, incidentStarts, ranks, incident });
    this.#run(pass, 'sortIncident', key, { ...common, incidentStarts, incident }, count);
    if (cursor.lists > 0) {
      const before = { pairStartsOld: old.pairStarts, pairsOld: old.pairs, poolOld: old.pool };
      this.#stride(pass, 'carry', key, { ...common, order, ...rows, ...before, pool });
    }
    if (this.#form.meshes > 0) {
      const { meshStarts, rows: meshRows } = list;
      const { geometry } = memory;
      this.#run(pass, 'clear', `meshes${key}`, { starts: meshStarts }, count + 1, 'bodies');
      this.#run(pass, 'nearMeshes', key, { ...common, ...to, geometry, meshStarts, stamps }, count);
      this.#scan(pass, `meshes${key}`, meshStarts, count, 'bodies');
      const before = { meshStartsOld: old.meshStarts, rowsOld: old.rows };
      this.#run(pass, 'meshRows', key, { ...common, order, meshStarts, rows: meshRows, ...before }, count);
    }
    cursor.side = now;
    cursor.served = 0;
    cursor.lists++;
  }

  #scan(pass: GPUComputePassEncoder, key: string, starts: GPUBuffer, size: number, over: Over = 'cells'): void {
    const { blocks } = this.memory;
    this.#run(pass, 'scanBlocks', key, { starts, blocks }, Math.ceil((size + 1) / SCAN_BLOCK) * GROUP, over);
    this.#run(pass, 'scanSums', over, { blocks }, GROUP, over);
    this.#run(pass, 'addSums', key, { starts, blocks }, size + 1, over);
  }

  /** Encodes what bodies do to each other with the step inputs at this index. */
  pairs(
    pass: GPUComputePassEncoder,
    { side }: ConvexCursor,
    mode: NarrowMode,
    inputsIndex: number,
    records?: GPUBuffer,
  ): void {
    const { states, lists, shapes, status, watched, slots, stamps } = this.memory;
    const { pairStarts, pairs, pool } = lists[side];
    const common = { inputs: this.#stepInputs, status, tables: this.#tables, ...states[side], shapes, pairs, watched };
    const offset = inputsIndex * this.#settings.stepInputBytes;
    const look = mode === 'step' ? 'step' : 'probe';
    this.#stride(pass, `broad-${look}`, `${side}`, { ...common, pairStarts, slots }, offset);
    if (this.#form.hasPolyhedra) this.#stride(pass, `search-${look}`, `${side}`, { ...common, slots }, offset);
    const out = records === undefined ? { stamps } : { records };
    for (const kind of ['polyhedra', 'flat', 'smooth', 'walls'] as const) {
      const name = `${kind}-${mode}` as const;
      if (this.#programs[name] === undefined) continue;
      this.#stride(pass, name, `${side}`, { ...common, pool, slots, ...out }, offset, records !== undefined);
    }
    if (mode !== 'contacts') this.#meshes(pass, side, mode, offset);
  }

  /** What meshes do to the bodies near them; a probe writes it to the rows that are not in use. */
  #meshes(pass: GPUComputePassEncoder, side: 0 | 1, mode: 'step' | 'probe', offset: number): void {
    const { states, lists, shapes, status, geometry, slots, stamps, room } = this.memory;
    const { meshStarts, rows } = lists[side];
    const list = lists[1 - side].rows;
    const own = { geometry, rows, meshStarts, slots, stamps, list };
    const buffers = { inputs: this.#stepInputs, status, tables: this.#tables, ...states[side], shapes, ...own };
    for (const name of ['meshPolyhedra', 'meshRound', `meshForces-${mode}`] as const) {
      if (this.#programs[name] === undefined) continue;
      this.#run(pass, name, `${side}`, buffers, rowsFor(room, this.#form), 'cells', offset);
    }
  }

  /** Encodes the motion of a step, or the report of a probe for each body. */
  motion(pass: GPUComputePassEncoder, { side }: ConvexCursor, mode: 'step' | 'probe', inputsIndex: number): void {
    const { states, lists, shapes, status, slots, stamps } = this.memory;
    const { pairStarts, incidentStarts, incident } = lists[side];
    const buffers = {
      inputs: this.#stepInputs,
      status,
      tables: this.#tables,
      ...states[side],
      shapes,
      slots,
      stamps,
      pairStarts,
      incidentStarts,
      incident,
      restOut: states[1 - side]?.rest,
    };
    const name = mode === 'probe' ? 'motionProbe' : 'motion';
    this.#run(pass, name, `${side}`, buffers, this.memory.count, 'bodies', inputsIndex * this.#settings.stepInputBytes);
  }

  /** Encodes the sum over all workgroups. */
  fold(pass: GPUComputePassEncoder): void {
    this.#run(pass, 'fold', '', { status: this.memory.status, folded: this.memory.folded }, GROUP, 'groups');
  }

  #stride(
    pass: GPUComputePassEncoder,
    name: ConvexProgramName,
    key: string,
    buffers: Buffers,
    offset = 0,
    isOnce = false,
  ): void {
    const groups = Math.min(STRIDING_GROUPS, Math.ceil(this.memory.room.pairs / GROUP));
    this.#run(pass, name, key, buffers, GROUP * groups, 'cells', offset, isOnce);
  }

  #run(
    pass: GPUComputePassEncoder,
    name: ConvexProgramName,
    key: string,
    buffers: Buffers,
    threads: number,
    over: Over = 'cells',
    offset = 0,
    isOnce = false,
  ): void {
    const program = this.#programs[name];
    if (program === undefined) throw new Error(`no kernel ${name}`);
    const full = `${name}/${key}`;
    let group = isOnce ? undefined : this.#groups.get(full);
    if (group === undefined) {
      const resources: Record<string, GPUBufferBinding> = { p: { buffer: this.#param(over) } };
      for (const [own, buffer] of Object.entries(buffers)) resources[own] = { buffer };
      group = bind(this.#device, program, resources, this.#settings.stepInputBytes);
      if (!isOnce) this.#groups.set(full, group);
    }
    dispatch(pass, program, group, offset, Math.ceil(threads / GROUP));
  }

  /** Parameters; what is counted by cells in the kernels of the sort may be bodies. */
  #param(over: Over): GPUBuffer {
    const known = this.#params.get(over);
    if (known !== undefined) return known;
    const buffer = this.#uniform(PARAM_BYTES);
    this.#writeParam(buffer, over);
    this.#params.set(over, buffer);
    return buffer;
  }

  #writeParam(buffer: GPUBuffer, over: Over): void {
    const words = new Uint32Array(PARAM_BYTES / 4);
    const floats = new Float32Array(words.buffer);
    const { timeStep, skin, gravity, localDamping, viscousKept } = this.#settings;
    const { count, room } = this.memory;
    const size = over === 'bodies' ? count : this.#grid.cellCount;
    const blocks = over === 'groups' ? this.memory.groups : Math.ceil((size + 1) / SCAN_BLOCK);
    words.set([count, 0, count, count, ...this.#grid.cells, size, room.pairs, room.pool, blocks, 0]);
    const { quantum } = this.#grid;
    floats.set([...quantum, timeStep, ...quantum.map((x) => 1 / x), 0.5 * skin], 12);
    floats.set([...this.#grid.origin, skin, ...gravity, localDamping], 20);
    words.set(this.#grid.periodic.map(Number), 28);
    floats[31] = viscousKept;
    words.set(this.#grid.ratio, 32);
    floats[35] = this.#grid.unit;
    this.#device.queue.writeBuffer(buffer, 0, words);
  }

  /**
   * Writes the inputs of `count` steps from `first` on for later submissions; the regions `atEnd` are queried after the
   * last.
   */
  writeStepInputs(first: number, count: number, atEnd = 0): void {
    const stride = this.#settings.stepInputBytes / 4;
    const words = new Uint32Array(stride * count);
    for (let k = 0; k < count; k++) {
      words[stride * k] = first + k;
      const due = this.#settings.outletsAt(first + k + 1) | (k === count - 1 ? atEnd : 0);
      words[stride * k + 3] = due === 0 ? 0 : due | LOOK_STOPS;
      this.#settings.writeWalls(first + k, words, stride * k + 4);
    }
    this.#device.queue.writeBuffer(this.#stepInputs, 0, words);
  }

  #uniform(size: number): GPUBuffer {
    return this.#device.createBuffer({ size, usage: GPUBufferUsage.UNIFORM | GPUBufferUsage.COPY_DST });
  }
}

type Over = 'cells' | 'bodies' | 'groups';
