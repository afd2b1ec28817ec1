// SPDX-License-Identifier: MIT
/**
 * The buffers of convex bodies on the GPU. Buffers of the neighbour list exist twice, so that a rebuild that is given
 * up leaves the last list unchanged.
 */
import { DeviceError } from '../../errors.ts';
import { StorageBuffers } from '../engine/storage-buffers.ts';
import { SCAN_BLOCK } from '../kernels/cell-sort.ts';
import { ROW_VECTORS } from '../kernels/convex-mesh-forces.ts';
import { type ConvexForm, pairLists } from '../kernels/convex-prelude.ts';
import { GROUP, GROUP_SUMS, STATUS_WORDS, WALL_SUM_BYTES } from '../kernels/prelude.ts';
import { BODY_SLOT, CONVEX_POSITION, CONVEX_REST, PAIR } from '../kernels/records.ts';

const VECTOR = 16;
const WORD = 4;
/** What a pair does to its bodies. */
export const SLOT_BYTES = 3 * VECTOR;
/**
 * Packings up to this many bodies have a mesh-contact row for each body; larger ones for every fourth, because most
 * bodies are inside the packing.
 */
const ALL_NEAR = 2 ** 18;

export interface ConvexState {
  readonly position: GPUBuffer;
  readonly rest: GPUBuffer;
}

/** The pairs of one list. */
interface ConvexList {
  readonly pairStarts: GPUBuffer;
  readonly pairs: GPUBuffer;
  readonly pool: GPUBuffer;
  readonly incidentStarts: GPUBuffer;
  readonly incident: GPUBuffer;
  /** Of each body: its pairs, from and to, and those in rows of others. */
  readonly ranges: GPUBuffer;
  /** Of bodies near meshes: the first row of each body, and the rows. */
  readonly meshStarts: GPUBuffer;
  readonly rows: GPUBuffer;
}

/** Capacities. */
export interface ConvexRoom {
  readonly bodies: number;
  readonly pairs: number;
  /** Blocks of points. */
  readonly pool: number;
}

/** Capacity for bodies near meshes. */
export function rowsFor({ bodies }: ConvexRoom, { meshes }: ConvexForm): number {
  if (meshes === 0) return 0;
  return bodies <= ALL_NEAR ? bodies : Math.max(ALL_NEAR, Math.ceil(bodies / 4));
}

/** Bytes of each buffer of a state and of a list, and of the others. */
function sizes(room: ConvexRoom, form: ConvexForm, cellCount: number) {
  const { bodies, pairs, pool } = room;
  return {
    state: { position: CONVEX_POSITION.bytes * bodies, rest: CONVEX_REST.bytes * bodies },
    names: WORD * bodies,
    list: {
      pairStarts: WORD * (bodies + 1),
      pairs: PAIR.bytes * pairs,
      pool: 2 * VECTOR * form.points * pool,
      incidentStarts: WORD * (bodies + 1),
      incident: WORD * pairs,
      ranges: VECTOR * bodies,
      meshStarts: form.meshes > 0 ? WORD * (bodies + 1) : 0,
      rows: VECTOR * ROW_VECTORS * rowsFor(room, form),
    },
    blocks: WORD * Math.ceil((Math.max(cellCount, bodies) + 1) / SCAN_BLOCK),
    cellAndRank: 2 * WORD * bodies,
    order: WORD * bodies,
    newIndex: WORD * bodies,
    // Lists of pairs, and behind them the step of each slot.
    watched: (pairLists(form) + 1) * WORD * pairs,
    slots: SLOT_BYTES * pairs + BODY_SLOT.bytes * bodies,
    picked: form.regions > 0 ? 2 * WORD * bodies : 0,
    status:
      WORD * (STATUS_WORDS + GROUP_SUMS * Math.ceil(bodies / GROUP)) +
      WALL_SUM_BYTES * form.halfSpaces * Math.ceil(bodies / GROUP),
  };
}

/** Bytes of all buffers, and of the largest, known before anything is made. */
export function convexBytes(
  room: ConvexRoom,
  form: ConvexForm,
  cellCount: number,
  shapeBytes: number,
): { bytes: number; largest: number } {
  const { state, list, names, ...others } = sizes(room, form, cellCount);
  const cells = WORD * (cellCount + 1);
  const twice = [...Object.values(state), ...Object.values(list), names];
  const all = [...twice, ...twice, ...Object.values(others), cells, shapeBytes, WORD * GROUP_SUMS];
  return { bytes: all.reduce((sum, size) => sum + size, 0), largest: Math.max(...all) };
}

export class ConvexMemory {
  room!: ConvexRoom;
  /** Number of bodies. */
  count: number;
  states!: readonly [ConvexState, ConvexState];
  names!: readonly [GPUBuffer, GPUBuffer];
  lists!: readonly [ConvexList, ConvexList];
  readonly shapes: GPUBuffer;
  readonly geometry: GPUBuffer;
  readonly starts: GPUBuffer;
  blocks!: GPUBuffer;
  cellAndRank!: GPUBuffer;
  order!: GPUBuffer;
  newIndex!: GPUBuffer;
  watched!: GPUBuffer;
  slots!: GPUBuffer;
  /** Bodies found in regions, if there are regions. */
  picked!: GPUBuffer;
  status!: GPUBuffer;
  readonly folded: GPUBuffer;
  readonly #buffers: StorageBuffers;
  readonly #device: GPUDevice;
  readonly #form: ConvexForm;
  readonly #cellCount: number;

  /** Throws a DeviceError with the sizes when a buffer is larger than the adapter binds. */
  constructor(
    device: GPUDevice,
    form: ConvexForm,
    room: ConvexRoom,
    count: number,
    cellCount: number,
    shapes: Uint32Array<ArrayBuffer>,
    geometry: Uint32Array<ArrayBuffer>,
  ) {
    this.#buffers = new StorageBuffers(device);
    this.#device = device;
    this.#form = form;
    this.#cellCount = cellCount;
    this.count = count;
    this.#makeRoom(room, Math.max(shapes.byteLength, geometry.byteLength));
    this.shapes = this.#buffers.make(shapes.byteLength);
    device.queue.writeBuffer(this.shapes, 0, shapes);
    this.geometry = this.#buffers.make(geometry.byteLength);
    device.queue.writeBuffer(this.geometry, 0, geometry);
    this.starts = this.#buffers.make(WORD * (cellCount + 1));
    this.folded = this.#buffers.make(WORD * GROUP_SUMS);
  }

  /** Room for bodies. */
  get capacity(): number {
    return this.room.bodies;
  }

  /** Workgroups with separate sums. */
  get groups(): number {
    return Math.ceil(this.room.bodies / GROUP);
  }

  /** All buffers together. */
  get bytes(): number {
    return this.#buffers.bytes;
  }

  /** A buffer that its user destroys. Throws a DeviceError when it is larger than the adapter binds. */
  temporary(size: number, what: string): GPUBuffer {
    const { most } = this.#buffers;
    if (size > most) {
      throw new DeviceError(
        'gpu-too-small',
        `device gpu: ${what} need a binding of ${size} bytes, and the adapter has ${most}; take fewer bodies, or run ` +
          'with --device cpu',
        { largest: size, most },
      );
    }
    return this.#device.createBuffer({ size, usage: GPUBufferUsage.STORAGE | GPUBufferUsage.COPY_SRC });
  }

  /** Enlarges the buffers and keeps their contents. Bindings of these buffers must be recreated. */
  grow(room: ConvexRoom): void {
    const { states, names, lists, status } = this;
    const { blocks, cellAndRank, order, newIndex, watched, slots, picked } = this;
    this.#makeRoom(room, Math.max(this.shapes.size, this.geometry.size));
    const replaced: [GPUBuffer, GPUBuffer][] = [[status, this.status]];
    const take = <T extends object>(from: T, to: T): void => {
      for (const key of Object.keys(from) as (keyof T)[]) replaced.push([from[key], to[key]] as [GPUBuffer, GPUBuffer]);
    };
    for (const k of [0, 1] as const) {
      take(states[k], this.states[k]);
      take(lists[k], this.lists[k]);
      replaced.push([names[k], this.names[k]]);
    }
    this.#buffers.replace(replaced);
    this.#buffers.release([blocks, cellAndRank, order, newIndex, watched, slots, picked]);
  }

  destroy(): void {
    this.#buffers.destroy();
  }

  #makeRoom(room: ConvexRoom, shapeBytes: number): void {
    const { largest } = convexBytes(room, this.#form, this.#cellCount, shapeBytes);
    const { most } = this.#buffers;
    if (largest > most) {
      throw new DeviceError(
        'gpu-too-small',
        `device gpu: ${room.bodies} bodies in ${this.#cellCount} cells with room for ${room.pairs} pairs need a ` +
          `binding of ${largest} bytes, and the adapter has ${most}; take fewer bodies, or run with --device cpu`,
        { largest, most },
      );
    }
    this.room = room;
    const { state, list, names, ...others } = sizes(room, this.#form, this.#cellCount);
    const make = <T extends Record<string, number>>(of: T): { [K in keyof T]: GPUBuffer } =>
      Object.fromEntries(Object.entries(of).map(([key, bytes]) => [key, this.#buffers.make(bytes)])) as {
        [K in keyof T]: GPUBuffer;
      };
    this.states = [make(state), make(state)];
    this.lists = [make(list), make(list)];
    this.names = [this.#buffers.make(names), this.#buffers.make(names)];
    Object.assign(this, make(others));
  }
}
