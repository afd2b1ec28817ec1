// SPDX-License-Identifier: MIT
/**
 * Convex bodies on the GPU: their buffers, and the commands of lists, steps, probes and queries. A step has three or
 * more kernels: broad phase, contact forces and motion, which changes states in place.
 */
import { SimulationError } from '../../errors.ts';
import type { Vector3 } from '../../math/vector.ts';
import { badState } from '../../simulation/state/state-container.ts';
import { type RunKernel, scan, sortByCell } from '../engine/cell-sort-passes.ts';
import { type Cursor, other } from '../engine/cursor.ts';
import { checkMemory } from '../engine/gpu-failures.ts';
import { readBuffer } from '../engine/gpu-program.ts';
import type { EngineSettings } from '../engine/gpu-settings.ts';
import { checkBodies } from '../engine/gpu-status.ts';
import { wallLoads } from '../engine/gpu-walls.ts';
import { type Buffers, KernelRunner, type OwnParams } from '../engine/kernel-runner.ts';
import type { Piece, Sizes, Species } from '../engine/species.ts';
import { SCAN_BLOCK } from '../kernels/cell-sort.ts';
import { ROW_VECTORS, SPOT_VECTORS } from '../kernels/convex-mesh-forces.ts';
import {
  ACTIVE_COUNT,
  BLOCKS_LOST,
  type ConvexForm,
  MESH_WANTED,
  POOL_COUNT,
  pairLists,
  SEARCH_GROUPS,
  STRIDING_GROUPS,
} from '../kernels/convex-prelude.ts';
import {
  CONTACT_SUM,
  CONTACTS_WANTED,
  GONE,
  GROUP,
  GROUP_SUMS,
  MODES,
  type Mode,
  PARTNERS_WANTED,
  STATUS_WORDS,
  WALL_SUM_BYTES,
} from '../kernels/prelude.ts';
import { CONTACT, CONVEX_POSITION, CONVEX_REST, PAIR } from '../kernels/records.ts';
import { noRoomAtMeshes } from '../meshes/convex-mesh-touches.ts';
import { poolFor } from './convex-form.ts';
import { ConvexMemory, type ConvexRoom, rowsFor } from './convex-memory.ts';
import { type ConvexProgramName, type ConvexPrograms, convexPrograms, NARROW_PROGRAMS } from './convex-programs.ts';

const NO_BLOCK = 0xffffffff;
/** Room for pairs and points is made for this many times as many. */
const GROWTH = 1.5;
/** What kernels are run over, if not cells: bodies, or workgroups. */
const [BODIES, GROUPS] = ['bodies', 'groups'];
/** Of a pool of points: bytes of each. */
const POINT_BYTES = 32;

/** Of a saved state. */
interface ConvexSizes extends Sizes {
  readonly count: number;
  /** Most points of a pair. */
  readonly points: number;
  readonly room: ConvexRoom;
  readonly pairs: number;
  /** Blocks of points. */
  readonly blocks: number;
  /** Bodies near meshes. */
  readonly rows: number;
}

export class ConvexSpecies implements Species {
  readonly memory: ConvexMemory;
  readonly runner: KernelRunner;
  readonly form: ConvexForm;
  readonly #device: GPUDevice;
  readonly #settings: EngineSettings;
  readonly #programs: ConvexPrograms;

  /** With this room, and `count` bodies; `shapes` are the words of the shape table. */
  static async create(
    device: GPUDevice,
    form: ConvexForm,
    settings: EngineSettings,
    room: ConvexRoom,
    count: number,
    shapes: Uint32Array<ArrayBuffer>,
  ): Promise<ConvexSpecies> {
    device.pushErrorScope('out-of-memory');
    const geometry = settings.meshes?.geometry ?? new Uint32Array(4);
    const memory = new ConvexMemory(device, form, room, count, settings.grid.cellCount, shapes, geometry);
    await checkMemory(device, count, memory.bytes, () => memory.destroy());
    return new ConvexSpecies(device, form, settings, memory, await convexPrograms(device, form));
  }

  private constructor(
    device: GPUDevice,
    form: ConvexForm,
    settings: EngineSettings,
    memory: ConvexMemory,
    programs: ConvexPrograms,
  ) {
    this.#device = device;
    this.form = form;
    this.#settings = settings;
    this.memory = memory;
    this.#programs = programs;
    this.runner = new KernelRunner(device, settings, (over) => this.#paramsOver(over));
  }

  get hasAccounts(): boolean {
    return this.form.hasAccounts;
  }

  /** Those with meshes are not among pairs. */
  get countsContacts(): boolean {
    return this.form.meshes === 0;
  }

  get wallSums(): Piece {
    const { status, groups } = this.memory;
    const bytes = WALL_SUM_BYTES * this.form.halfSpaces * groups;
    return { buffer: status, offset: 4 * (STATUS_WORDS + GROUP_SUMS * groups), bytes };
  }

  wallLoads(sums: Float32Array): Vector3[] {
    return wallLoads(this.form.halfSpaces, sums, [[0, Math.ceil(this.memory.count / GROUP)]]);
  }

  get travelLimit(): number {
    return this.form.travelLimit;
  }

  get bytes(): number {
    return this.memory.bytes;
  }

  /** Convex bodies have none. */
  get chunks(): number {
    return 1;
  }

  /** Its kernels are the same at all times. */
  async compile(): Promise<void> {}

  list(pass: GPUComputePassEncoder, cursor: Readonly<Cursor>): void {
    const { memory } = this;
    const { status, starts, blocks, order, watched: ranks, count, slots, geometry } = memory;
    const now = other(cursor.list);
    const [from, to] = [memory.states[cursor.list], memory.states[now]];
    const [old, list] = [memory.lists[cursor.list], memory.lists[now]];
    const key = `${now}`;
    const run: RunKernel = (name, of, buffers, threads, over) => this.#run(pass, name, of, buffers, threads, { over });
    const [names, namesOut] = [memory.names[cursor.list], memory.names[now]];
    const states = { ...from, positionOut: to.position, restOut: to.rest, names, namesOut };
    sortByCell(run, key, memory, states, this.#settings.grid.cellCount);
    /** Clears the numbers of `what` of each body, lets a kernel count them, and adds them up. */
    const counted = (what: string, sums: GPUBuffer, encode: () => void): void => {
      run('clear', `${what}${key}`, { starts: sums }, count + 1, BODIES);
      encode();
      scan(run, `${what}${key}`, sums, blocks, count, BODIES);
    };
    const { pairStarts, pairs, incidentStarts, incident, ranges, pool, meshStarts } = list;
    const common = { status, ...to, starts, pairStarts };
    counted('pairs', pairStarts, () => this.#run(pass, 'near', key, common, count));
    const rows = { status, pairStarts, pairs };
    counted('incident', incidentStarts, () =>
      this.#run(pass, 'pairs', key, { ...common, pairs, incidentStarts, ranks }, count),
    );
    this.#stride(pass, 'incident', key, { ...rows, incidentStarts, ranks, incident });
    this.#run(pass, 'sortIncident', key, { status, pairStarts, incidentStarts, incident, ranges }, count);
    if (cursor.lists > 0) {
      const before = { pairStartsOld: old.pairStarts, pairsOld: old.pairs, poolOld: old.pool };
      this.#stride(pass, 'carry', key, { ...rows, order, ...before, pool });
    }
    if (this.form.meshes === 0) return;
    counted('meshes', meshStarts, () =>
      this.#run(pass, 'nearMeshes', key, { status, ...to, geometry, meshStarts, slots }, count),
    );
    const before = { meshStartsOld: old.meshStarts, rowsOld: old.rows };
    this.#run(pass, 'meshRows', key, { status, order, meshStarts, rows: list.rows, ...before }, count);
  }

  step(pass: GPUComputePassEncoder, cursor: Readonly<Cursor>, mode: 'step' | 'probe', inputsIndex: number): void {
    this.#pairs(pass, cursor, mode, inputsIndex);
    if (mode === 'probe' && this.form.halfSpaces > 0) this.#wallSums(pass, cursor, inputsIndex);
    this.#motion(pass, cursor, mode, inputsIndex);
  }

  #wallSums(pass: GPUComputePassEncoder, { list }: Readonly<Cursor>, inputsIndex: number): void {
    const { lists, status, slots, watched, count } = this.memory;
    const { ranges, pairs } = lists[list];
    const buffers = { status, ranges, slots, watched, pairs };
    this.#run(pass, 'wallSums', `${list}`, buffers, count, { over: GROUPS, inputsIndex });
  }

  /** Encodes what bodies do to each other with the step inputs at this index; `watched` has the lists of pairs. */
  #pairs(
    pass: GPUComputePassEncoder,
    { list }: Readonly<Cursor>,
    mode: Mode,
    inputsIndex: number,
    watched = this.memory.watched,
  ): void {
    const { states, lists, shapes, status, slots } = this.memory;
    const { pairStarts, pairs, pool } = lists[list];
    const buffers = { status, ...states[list], shapes, pairStarts, pairs, watched, slots, pool };
    const options = { over: mode, inputsIndex, isOnce: mode === 'contacts' };
    for (const name of ['broad', ...NARROW_PROGRAMS] as const) {
      if (this.#programs[name] !== undefined) this.#stride(pass, name, `${mode}${list}`, buffers, options);
    }
    if (mode !== 'contacts') this.#meshes(pass, list, mode, inputsIndex);
  }

  /** What meshes do to the bodies near them; a probe writes it to the rows that are not in use. */
  #meshes(pass: GPUComputePassEncoder, side: 0 | 1, mode: 'step' | 'probe', inputsIndex: number): void {
    const { states, lists, shapes, status, geometry, slots, room } = this.memory;
    const { meshStarts, rows } = lists[side];
    const list = lists[other(side)].rows;
    const buffers = { status, ...states[side], shapes, geometry, rows, meshStarts, slots, list };
    for (const name of ['meshPolyhedra', 'meshRound', 'meshForces'] as const) {
      if (this.#programs[name] === undefined) continue;
      this.#run(pass, name, `${mode}${side}`, buffers, rowsFor(room, this.form), { over: mode, inputsIndex });
    }
  }

  /** Encodes the motion of a step, or the report of a probe for each body. */
  #motion(pass: GPUComputePassEncoder, { list }: Readonly<Cursor>, mode: 'step' | 'probe', inputsIndex: number): void {
    const { states, lists, shapes, status, slots, watched, count } = this.memory;
    const { ranges, incident } = lists[list];
    const buffers = { status, ...states[list], shapes, slots, watched, ranges, incident };
    const name = mode === 'probe' ? 'motionProbe' : 'motion';
    this.#run(pass, name, `${list}`, buffers, count, { over: BODIES, inputsIndex });
  }

  pick(pass: GPUComputePassEncoder, { list }: Readonly<Cursor>, inputsIndex: number): void {
    const { states, picked, status, count } = this.memory;
    this.#run(pass, 'pick', `${list}`, { ...states[list], picked, status }, count, { inputsIndex });
  }

  fold(pass: GPUComputePassEncoder): void {
    this.#run(pass, 'fold', '', { status: this.memory.status, folded: this.memory.folded }, GROUP, { over: GROUPS });
  }

  /** A buffer with room for this many contact points behind the lists of pairs, and the byte where they begin. */
  contactRoom(points: number): { records: GPUBuffer; begin: number } {
    const begin = 4 * pairLists(this.form) * this.memory.room.pairs;
    return { records: this.memory.temporary(begin + CONTACT.bytes * points, `${points} contact points`), begin };
  }

  /** Encodes all contact points of the present state to such a buffer, one CONTACT each, in any order. */
  contacts(pass: GPUComputePassEncoder, cursor: Readonly<Cursor>, records: GPUBuffer): void {
    this.#pairs(pass, cursor, 'contacts', 0, records);
  }

  /** The kernels of a contact list, unlike the motion, do not clear the numbers of the pairs that they were given. */
  forgetPairs(): void {
    this.#device.queue.writeBuffer(this.memory.status, 4 * ACTIVE_COUNT, new Uint32Array(pairLists(this.form)));
  }

  roomWanted(words: Uint32Array): (() => void) | undefined {
    const { room } = this.memory;
    const [near, flat] = [words[PARTNERS_WANTED], words[CONTACTS_WANTED]];
    if ((near === 0 && flat === 0) || words[BLOCKS_LOST] > 0) return undefined;
    return () => {
      const pairs = near === 0 ? room.pairs : Math.ceil(GROWTH * near);
      const pool = flat === 0 ? room.pool : Math.ceil(GROWTH * Math.max(flat, room.pool));
      this.memory.grow({ ...room, pairs, pool: Math.max(pool, poolFor(pairs)) });
    };
  }

  check(words: Uint32Array, step: number): void {
    const fail = (code: string, message: string): never => {
      throw new SimulationError(code, `${message} (after step ${step})`, { step });
    };
    const flat = words[BLOCKS_LOST];
    if (flat > 0)
      fail(
        'gpu-contacts',
        `device gpu: ${flat} pairs lie flat on each other, so many of them since one step, and there is room for ` +
          `${this.memory.room.pool}; set capacity.pairsPerBody, or run with --device cpu`,
      );
    const full = noRoomAtMeshes(words[MESH_WANTED], rowsFor(this.memory.room, this.form));
    if (full !== undefined) fail('gpu-mesh-contacts', full);
    checkBodies(words, 'bodies', step);
  }

  makeRoom(count: number): void {
    const { bodies, pairs, pool } = this.memory.room;
    const times = Math.max(2, count / bodies);
    const more = (x: number): number => Math.ceil(times * x);
    this.memory.grow({ bodies: more(bodies), pairs: more(pairs), pool: more(pool) });
  }

  async emptyRows(first: number, { list, lists }: Readonly<Cursor>): Promise<void> {
    if (lists === 0) return;
    const { count } = this.memory;
    const { pairStarts, incidentStarts, ranges, meshStarts } = this.memory.lists[list];
    for (const starts of [pairStarts, incidentStarts, ...(this.form.meshes > 0 ? [meshStarts] : [])]) {
      const end = await this.#word(starts, first);
      this.#device.queue.writeBuffer(starts, 4 * (first + 1), new Uint32Array(count - first).fill(end));
    }
    this.#device.queue.writeBuffer(ranges, 16 * first, new Uint32Array(4 * (count - first)));
  }

  markGone(indices: readonly number[], { list }: Readonly<Cursor>): void {
    const { rest } = this.memory.states[list];
    const gone = new Uint32Array([GONE]);
    for (const i of indices) {
      this.#device.queue.writeBuffer(rest, CONVEX_REST.bytes * i + 4 * CONVEX_REST.at.cell, gone);
    }
  }

  async sizes(cursor: Readonly<Cursor>): Promise<ConvexSizes> {
    const { count, room, status } = this.memory;
    const hasList = cursor.lists > 0;
    return {
      count,
      points: this.form.points,
      room,
      pairs: hasList ? await this.pairCount(cursor) : 0,
      blocks: hasList ? await this.#word(status, POOL_COUNT) : 0,
      rows: hasList ? await this.rowCount(cursor) : 0,
    };
  }

  useSizes({ count, points, room }: ConvexSizes): void {
    const { memory, form } = this;
    if (points !== form.points || (count !== memory.count && form.regions === 0)) {
      const wants = [memory.count, form.points];
      throw badState(`has ${count}, ${points} bodies and points where the simulation has ${wants.join(', ')}`);
    }
    const { bodies, pairs, pool } = memory.room;
    if (room.bodies > bodies || room.pairs > pairs || room.pool > pool) {
      memory.grow({
        bodies: Math.max(bodies, room.bodies),
        pairs: Math.max(pairs, room.pairs),
        pool: Math.max(pool, room.pool),
      });
    }
    memory.count = count;
    const sums = new Uint32Array(GROUP_SUMS * memory.groups);
    this.#device.queue.writeBuffer(memory.status, 4 * STATUS_WORDS, sums);
  }

  /** Pairs and pool are the last. */
  pieces({ count, pairs, blocks, rows }: ConvexSizes, { list: side }: Readonly<Cursor>): Piece[] {
    const { states, lists, names, status } = this.memory;
    const { position, rest } = states[side];
    const list = lists[side];
    const whole = (buffer: GPUBuffer, bytes: number): Piece => ({ buffer, offset: 0, bytes });
    return [
      whole(position, CONVEX_POSITION.bytes * count),
      whole(rest, CONVEX_REST.bytes * count),
      whole(names[side], 4 * count),
      { buffer: status, offset: 4 * STATUS_WORDS, bytes: 4 * GROUP_SUMS * Math.ceil(count / GROUP) },
      whole(list.pairStarts, 4 * (count + 1)),
      whole(list.incidentStarts, 4 * (count + 1)),
      whole(list.incident, 4 * pairs),
      whole(list.ranges, 16 * count),
      whole(list.meshStarts, this.form.meshes > 0 ? 4 * (count + 1) : 0),
      whole(list.rows, 16 * ROW_VECTORS * rows),
      whole(list.pairs, PAIR.bytes * pairs),
      whole(list.pool, POINT_BYTES * this.form.points * blocks),
    ];
  }

  /**
   * Blocks of the pool come into the order of pairs, because threads take them in any order and two runs must give the
   * same bytes. Rows and blocks hold data of their last users behind their own, which are cleared.
   */
  inOrder(parts: readonly Uint8Array<ArrayBuffer>[], { pairs }: ConvexSizes): void {
    const [rows, words, pool] = parts.slice(-3);
    if (rows === undefined || words === undefined || pool === undefined) return;
    clearUnused(new Uint32Array(rows.buffer));
    const heads = new Uint32Array(words.buffer);
    const length = POINT_BYTES * this.form.points;
    const unordered = pool.slice();
    pool.fill(0);
    let blocks = 0;
    for (let k = 0; k < pairs; k++) {
      const at = PAIR.words * k;
      const block = heads[at + PAIR.at.block];
      if (block === NO_BLOCK) continue;
      const points = heads[at + PAIR.at.info] & 15;
      const used = points < 2 ? 0 : POINT_BYTES * points;
      pool.set(unordered.subarray(length * block, length * block + used), length * blocks);
      heads[at + PAIR.at.block] = blocks++;
    }
  }

  afterRestore({ blocks }: ConvexSizes): void {
    this.#device.queue.writeBuffer(this.memory.status, 4 * POOL_COUNT, new Uint32Array([blocks]));
  }

  destroy(): void {
    this.memory.destroy();
  }

  /** Listed pairs. */
  pairCount({ list }: Readonly<Cursor>): Promise<number> {
    return this.#word(this.memory.lists[list].pairStarts, this.memory.count);
  }

  /** Bodies near meshes. */
  async rowCount({ list }: Readonly<Cursor>): Promise<number> {
    return this.form.meshes === 0 ? 0 : this.#word(this.memory.lists[list].meshStarts, this.memory.count);
  }

  /** Contact points of the last probe. */
  contactCount(): Promise<number> {
    return this.#word(this.memory.status, CONTACT_SUM);
  }

  async #word(buffer: GPUBuffer, at: number): Promise<number> {
    const [word = 0] = new Uint32Array(await readBuffer(this.#device, buffer, 4, 4 * at));
    return word;
  }

  /** Threads go on from pair to pair. */
  #stride(
    pass: GPUComputePassEncoder,
    name: ConvexProgramName,
    key: string,
    buffers: Buffers,
    options?: Parameters<KernelRunner['run']>[6],
  ): void {
    const most = name === 'search' ? SEARCH_GROUPS : STRIDING_GROUPS;
    const groups = Math.min(most, Math.ceil(this.memory.room.pairs / GROUP));
    this.#run(pass, name, key, buffers, GROUP * groups, options);
  }

  #run(
    pass: GPUComputePassEncoder,
    name: ConvexProgramName,
    key: string,
    buffers: Buffers,
    threads: number,
    options?: Parameters<KernelRunner['run']>[6],
  ): void {
    this.runner.run(pass, name, this.#programs[name], key, buffers, threads, options);
  }

  /** What is counted by cells in the kernels of the sort may be bodies. */
  #paramsOver(over: string): OwnParams {
    const { count, room, groups } = this.memory;
    const cellCount = over === BODIES ? count : this.#settings.grid.cellCount;
    return {
      count,
      chunkCount: count,
      chunkSize: count,
      cellCount,
      scanBlocks: over === GROUPS ? groups : Math.ceil((cellCount + 1) / SCAN_BLOCK),
      pairCapacity: room.pairs,
      poolCapacity: room.pool,
      mode: Math.max(0, MODES.indexOf(over as Mode)),
    };
  }
}

function clearUnused(rows: Uint32Array): void {
  for (let row = 0; row < rows.length; row += 4 * ROW_VECTORS) {
    rows.fill(0, row + 4 * (1 + SPOT_VECTORS * rows[row + 1]), row + 4 * ROW_VECTORS);
  }
}
