// SPDX-License-Identifier: MIT
/** What is done with convex bodies on the GPU, as commands: the making of a list, a step, a look at the state. */
import type { CellGrid } from '../cell-grid.ts';
import type { StepSettings } from '../gpu-passes.ts';
import { bind, dispatch } from '../gpu-program.ts';
import { type ListCursor, MOST_STEPS } from '../submissions.ts';
import type { NarrowMode } from '../wgsl/convex-points.ts';
import { type ConvexForm, STRIDING_GROUPS } from '../wgsl/convex-prelude.ts';
import { GROUP } from '../wgsl/prelude.ts';
import { SCAN_BLOCK } from '../wgsl/sort.ts';
import type { ConvexMemory } from './convex-memory.ts';
import { type ConvexProgramName, type ConvexPrograms, narrowPrograms } from './convex-programs.ts';

const PARAM_BYTES = 144;

/** Where the data of the present state are; `side` is that of states, names and lists alike. */
export interface ConvexCursor extends ListCursor {
  side: 0 | 1;
}

type Buffers = Readonly<Record<string, GPUBuffer>>;

export class ConvexPasses {
  readonly memory: ConvexMemory;
  readonly #device: GPUDevice;
  readonly #form: ConvexForm;
  readonly #grid: CellGrid;
  readonly #settings: StepSettings;
  #programs: ConvexPrograms;
  #hasContacts = false;
  readonly #params = new Map<string, GPUBuffer>();
  readonly #moments: GPUBuffer;
  readonly #tables: GPUBuffer;
  readonly #groups = new Map<string, GPUBindGroup>();

  constructor(
    device: GPUDevice,
    form: ConvexForm,
    grid: CellGrid,
    settings: StepSettings,
    memory: ConvexMemory,
    programs: ConvexPrograms,
  ) {
    this.#device = device;
    this.#form = form;
    this.#grid = grid;
    this.#settings = settings;
    this.memory = memory;
    this.#programs = programs;
    this.#moments = this.#uniform(MOST_STEPS * settings.momentBytes);
    this.#tables = this.#uniform(settings.tables.byteLength);
    device.queue.writeBuffer(this.#tables, 0, settings.tables);
  }

  /** Compiles what lists of contacts need, once they are asked for. */
  async prepareContacts(): Promise<void> {
    if (this.#hasContacts) return;
    this.#programs = { ...this.#programs, ...(await narrowPrograms(this.#device, this.#form, 'contacts')) };
    this.#hasContacts = true;
  }

  destroy(): void {
    for (const buffer of [...this.#params.values(), this.#moments, this.#tables]) buffer.destroy();
  }

  /** Encodes the making of a list, and moves the cursor along. */
  list(pass: GPUComputePassEncoder, cursor: ConvexCursor): void {
    const { memory } = this;
    const { status, starts, cellAndRank, order, newPlace, watched } = memory;
    const { cellCount } = this.#grid;
    const { count } = this.#settings;
    const now = (1 - cursor.side) as 0 | 1;
    const [from, to] = [memory.states[cursor.side], memory.states[now]];
    const [old, list] = [memory.lists[cursor.side], memory.lists[now]];
    const key = `${now}`;
    const common = { moment: this.#moments, status };
    const tables = this.#tables;
    this.#run(pass, 'clear', 'cells', { starts }, cellCount + 1);
    this.#run(pass, 'bin', key, { ...common, ...from, starts, cellAndRank }, count);
    this.#scan(pass, 'cells', starts, cellCount);
    this.#run(pass, 'scatter', '', { cellAndRank, starts, order }, count);
    this.#run(pass, 'sortCells', '', { starts, order }, cellCount);
    this.#run(pass, 'gather', key, { ...common, order, ...from, placeOut: to.place, restOut: to.rest }, count);
    const [names, namesOut] = [memory.names[cursor.side], memory.names[now]];
    this.#run(pass, 'rename', key, { ...common, order, names, namesOut, newPlace }, count);
    const { pairStarts, pairs, incidentStarts, incident, pool } = list;
    this.#run(pass, 'clear', `pairs${key}`, { starts: pairStarts }, count + 1, 'bodies');
    this.#run(pass, 'near', key, { ...common, tables, ...to, starts, pairStarts }, count);
    this.#scan(pass, `pairs${key}`, pairStarts, count, 'bodies');
    this.#run(pass, 'clear', `incident${key}`, { starts: incidentStarts }, count + 1, 'bodies');
    const rows = { pairStarts, pairs };
    const ranks = watched;
    this.#run(pass, 'pairs', key, { ...common, tables, ...to, starts, ...rows, incidentStarts, ranks }, count);
    this.#scan(pass, `incident${key}`, incidentStarts, count, 'bodies');
    this.#stride(pass, 'incident', key, { ...common, ...rows, incidentStarts, ranks, incident });
    this.#run(pass, 'sortIncident', key, { ...common, incidentStarts, incident }, count);
    if (cursor.lists > 0) {
      const before = { pairStartsOld: old.pairStarts, pairsOld: old.pairs, poolOld: old.pool };
      this.#stride(pass, 'carry', key, { ...common, order, ...rows, ...before, pool });
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

  /** Encodes what bodies do to each other at the moment with this number. */
  pairs(
    pass: GPUComputePassEncoder,
    { side }: ConvexCursor,
    mode: NarrowMode,
    moment: number,
    records?: GPUBuffer,
  ): void {
    const { states, lists, shapes, status, watched, slots, stamps } = this.memory;
    const { pairStarts, pairs, pool } = lists[side];
    const common = { moment: this.#moments, status, tables: this.#tables, ...states[side], shapes, pairs, watched };
    const offset = moment * this.#settings.momentBytes;
    const look = mode === 'step' ? 'step' : 'probe';
    this.#stride(pass, `broad-${look}`, `${side}`, { ...common, pairStarts, slots }, offset);
    if (this.#form.hasPolyhedra) this.#stride(pass, `search-${look}`, `${side}`, { ...common, slots }, offset);
    const out = records === undefined ? { stamps } : { records };
    for (const kind of ['polyhedra', 'flat', 'smooth', 'walls'] as const) {
      const name = `${kind}-${mode}` as const;
      if (this.#programs[name] === undefined) continue;
      this.#stride(pass, name, `${side}`, { ...common, pool, slots, ...out }, offset, records !== undefined);
    }
  }

  /** Encodes the motion of a step, or what a probe tells of each body. */
  motion(pass: GPUComputePassEncoder, { side }: ConvexCursor, mode: 'step' | 'probe', moment: number): void {
    const { states, lists, shapes, status, slots, stamps } = this.memory;
    const { pairStarts, incidentStarts, incident } = lists[side];
    const buffers = {
      ...{ moment: this.#moments, status, tables: this.#tables, ...states[side], shapes, slots, stamps },
      ...{ pairStarts, incidentStarts, incident, restOut: states[1 - side]?.rest as GPUBuffer },
    };
    const name = mode === 'probe' ? 'motionProbe' : 'motion';
    this.#run(pass, name, `${side}`, buffers, this.#settings.count, 'bodies', moment * this.#settings.momentBytes);
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
    const groups = Math.min(STRIDING_GROUPS, Math.ceil(this.#form.pairCapacity / GROUP));
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
      group = bind(this.#device, program, resources, this.#settings.momentBytes);
      if (!isOnce) this.#groups.set(full, group);
    }
    dispatch(pass, program, group, offset, Math.ceil(threads / GROUP));
  }

  /** Parameters; what is counted by cells in the kernels of the sort may be bodies. */
  #param(over: Over): GPUBuffer {
    const known = this.#params.get(over);
    if (known !== undefined) return known;
    const words = new Uint32Array(PARAM_BYTES / 4);
    const floats = new Float32Array(words.buffer);
    const { count, timeStep, skin, gravity, localDamping, viscousKept } = this.#settings;
    const size = over === 'bodies' ? count : this.#grid.cellCount;
    const blocks = over === 'groups' ? this.memory.groups : Math.ceil((size + 1) / SCAN_BLOCK);
    words.set([count, 0, count, count, ...this.#grid.cells, size, 0, 0, blocks, 0]);
    const { quantum } = this.#grid;
    floats.set([...quantum, timeStep, ...quantum.map((x) => 1 / x), 0.5 * skin], 12);
    floats.set([...this.#grid.origin, skin, ...gravity, localDamping], 20);
    words.set(this.#grid.periodic.map(Number), 28);
    floats[31] = viscousKept;
    words.set(this.#grid.ratio, 32);
    floats[35] = this.#grid.unit;
    const buffer = this.#uniform(PARAM_BYTES);
    this.#device.queue.writeBuffer(buffer, 0, words);
    this.#params.set(over, buffer);
    return buffer;
  }

  /** Writes the moments of `count` steps from `first` on, for all that is submitted later. */
  writeMoments(first: number, count: number): void {
    const stride = this.#settings.momentBytes / 4;
    const words = new Uint32Array(stride * count);
    for (let k = 0; k < count; k++) {
      words[stride * k] = first + k;
      this.#settings.writeWalls(first + k, words, stride * k + 4);
    }
    this.#device.queue.writeBuffer(this.#moments, 0, words);
  }

  #uniform(size: number): GPUBuffer {
    return this.#device.createBuffer({ size, usage: GPUBufferUsage.UNIFORM | GPUBufferUsage.COPY_DST });
  }
}

type Over = 'cells' | 'bodies' | 'groups';
