// SPDX-License-Identifier: MIT
/**
 * The memory of one simulation: addresses, sizes and growth of the arrays of the step kernel. Growth happens between
 * steps and moves arrays within the memory; numbers of elements and pairs stay valid.
 */

import { SimulationError } from '../../errors.ts';
import { BATCH_STRIDE } from '../../step-kernel/convex-batch-layout.ts';
import type { PagedMemory } from '../../step-kernel/step-kernel.ts';
import * as layout from '../../step-kernel/step-layout.ts';

/** Capacities of the arrays. */
export interface Capacities {
  readonly elements: number;
  readonly blocks: number;
  readonly pairs: number;
  readonly slots: number;
  /** Cells for a rebuild of the list, at least those of forces and probes. */
  readonly spare: number;
  readonly cells: number;
  readonly halfSpaces: number;
  readonly meshes: number;
  /** Of all blocks together. */
  readonly touches: number;
  /** Most touches that a thread can find in one block. */
  readonly found: number;
  /** Cells of a touch that are kept for the next step. */
  readonly touchCells: number;
  readonly clumps: number;
  readonly members: number;
  readonly materials: number;
  /** 1 when pairs may be of spheres, whose contact history they keep, else 0. */
  readonly histories: number;
  /** 1 when these have springs against rolling, else 0. */
  readonly rollingSprings: number;
  /** 1 when pairs keep warm starts of the contact kernel, else 0. */
  readonly warm: number;
  /** Shapes of bodies that are not single spheres, and their parts; 0 where all elements are spheres. */
  readonly shapes: number;
  readonly parts: number;
  readonly bonds: number;
  /** Cells of the tables of force fields. */
  readonly fieldCells: number;
  /** 1 when bodies have loads of fields or programs, else 0. */
  readonly loads: number;
  /** Each has places of its own for the touches that it finds. */
  readonly threads: number;
}

/** What the memory is used for. */
export type MemoryPart =
  | 'state'
  | 'forces'
  | 'neighbour list'
  | 'contact histories'
  | 'bodies with orientation'
  | 'warm starts'
  | 'touches'
  | 'bonds'
  | 'fields'
  | 'walls'
  | 'blocks';

const PAGE_BYTES = 65536;
const MOST_PAGES = 65536;
/** Of one simulation: all that 32-bit addresses reach. */
export const MOST_BYTES = PAGE_BYTES * MOST_PAGES;
/** Arrays start at multiples of eight cells: cache lines. */
const ALIGNMENT = 8;

const half = (count: number): number => Math.ceil(count / 2);

function spareCells({ elements, spare }: Capacities): number {
  return Math.max(12 * elements, spare);
}

/** Cells of a thread for the touches that it finds in a block, and for one record that takes those without room. */
function foundCells({ touches, found }: Capacities): number {
  return touches > 0 ? layout.TOUCH_STRIDE * (found + 1) : 0;
}

/**
 * Every array: its part of the account of the memory, the header cell of its address, and its size. Sizes per element
 * or pair are listed with their stride.
 */
const ARRAYS: readonly (readonly [part: MemoryPart, header: number, cells: (room: Capacities) => number])[] = [
  ['blocks', layout.LEVEL, () => layout.LEVEL_CELLS_TOTAL],
  ['walls', layout.LAW, ({ materials }) => layout.LAW_STRIDE * materials * materials],
  ['walls', layout.HALF_SPACE, ({ halfSpaces }) => layout.HALF_SPACE_STRIDE * halfSpaces],
  ['blocks', layout.BLOCK, ({ blocks }) => layout.BLOCK_STRIDE * blocks],
  // Only pairs of spheres are hits.
  ['blocks', layout.HITS, ({ blocks, histories }) => (layout.HIT_INTEGERS / 2) * layout.HITS_MOST * blocks * histories],
  ['blocks', layout.WRITER, ({ threads }) => layout.WRITER_STRIDE * threads],
  ['blocks', layout.BATCH, ({ threads, warm }) => BATCH_STRIDE * threads * warm],
  ['blocks', layout.PART, ({ parts }) => layout.PART_STRIDE * parts],
  ['blocks', layout.SHAPE_PART, ({ shapes }) => half(shapes)],
  ['walls', layout.WALL_LOAD, ({ blocks, halfSpaces }) => 6 * blocks * halfSpaces],
  ['walls', layout.MESH, ({ meshes }) => layout.MESH_STRIDE * meshes],
  ['walls', layout.MESH_LOAD, ({ blocks, meshes }) => 6 * blocks * meshes],
  ['blocks', layout.RECORD, () => layout.RECORD_STRIDE * layout.RECORD_CAPACITY],
  ['bodies with orientation', layout.BODY, ({ clumps }) => layout.BODY_STRIDE * clumps],
  ['bodies with orientation', layout.MEMBER, ({ members }) => layout.MEMBER_STRIDE * members],
  [
    'bodies with orientation',
    layout.BODY_BLOCK,
    ({ clumps }) => layout.BODY_BLOCK_STRIDE * Math.ceil(clumps / layout.BODIES_PER_BLOCK),
  ],
  ['neighbour list', layout.CELL_START, ({ cells }) => half(cells + 1)],
  ['neighbour list', layout.ORDER, ({ elements }) => half(elements)],
  ['state', layout.POSITION, ({ elements }) => 4 * elements],
  ['state', layout.MOTION, ({ elements }) => layout.MOTION_STRIDE * elements],
  ['state', layout.ORIENTATION, ({ elements }) => 4 * elements],
  ['state', layout.TAG, ({ elements }) => 2 * elements],
  // Forces, then those of probes; during a rebuild also the pairs that touch, so that it needs no arrays of its own.
  ['forces', layout.FORCE, spareCells],
  ['state', layout.REFERENCE, ({ elements }) => 4 * elements],
  ['neighbour list', layout.ROW, ({ elements }) => 4 * elements],
  ['neighbour list', layout.PARTNER, ({ pairs }) => half(pairs)],
  ['contact histories', layout.HISTORIES, ({ histories, pairs }) => layout.HISTORY_STRIDE * histories * pairs],
  [
    'contact histories',
    layout.ROLLING_SPRINGS,
    ({ rollingSprings, pairs }) => layout.ROLLING_STRIDE * rollingSprings * pairs,
  ],
  ['warm starts', layout.WARM, ({ warm, pairs }) => layout.WARM_STRIDE * warm * pairs],
  ['warm starts', layout.CLEARANCE, ({ warm, pairs }) => warm * pairs],
  ['warm starts', layout.PATH_LENGTH, ({ warm, elements }) => warm * elements],
  ['state', layout.POSE, ({ warm, elements }) => layout.POSE_STRIDE * warm * elements],
  // Behind the arrays of pairs: their room is known later, and its growth then moves little.
  ['neighbour list', layout.GATHER, ({ slots }) => half(slots)],
  ['neighbour list', layout.SLOT, ({ slots }) => 6 * slots],
  ['touches', layout.TOUCH, ({ touches, touchCells }) => touchCells * touches],
  ['touches', layout.CARRIED, ({ touches, touchCells }) => touchCells * touches],
  ['touches', layout.TOUCH_ORDER, ({ touches }) => touches],
  ['bonds', layout.BOND, ({ bonds }) => layout.BOND_STRIDE * bonds],
  ['bonds', layout.BOND_LOAD, ({ bonds }) => layout.BOND_LOAD_STRIDE * bonds],
  ['bonds', layout.BOND_START, ({ bonds, elements }) => (bonds > 0 ? half(elements + 2) : 0)],
  ['bonds', layout.BOND_GATHER, ({ bonds }) => bonds],
  ['bonds', layout.WALL_POSE, ({ halfSpaces, meshes }) => layout.WALL_POSE_STRIDE * (halfSpaces + meshes)],
  ['fields', layout.FIELD, ({ fieldCells }) => fieldCells],
  ['fields', layout.FIELD_LOAD, ({ loads, elements }) => layout.LOAD_STRIDE * loads * elements],
  ['fields', layout.FIELD_BODY_LOAD, ({ loads, clumps }) => layout.LOAD_STRIDE * loads * clumps],
  ['fields', layout.FIELD_LANES, ({ loads, threads }) => layout.LANES_STRIDE * loads * threads],
  ['touches', layout.FOUND, (room) => foundCells(room) * room.threads],
];

const NOTHING_KNOWN: ReadonlyMap<number, number> = new Map();

/** Addresses within FORCE of the pairs that a rebuild keeps; they move with it. */
const OLD_LIST = [
  layout.ROW_OLD,
  layout.PARTNER_OLD,
  layout.HISTORIES_OLD,
  layout.WARM_OLD,
  layout.CLEARANCE_OLD,
  layout.ROLLING_SPRINGS_OLD,
];

export class StepMemory {
  /** The import of a WebAssembly kernel; undefined for the TypeScript kernel, which needs none. */
  readonly memory: PagedMemory | undefined;
  /** Views of the whole memory; replaced when it grows. */
  F: Float64Array;
  I: Int32Array;
  #capacities: Capacities;

  constructor(capacities: Capacities, kind: 'private' | 'shared' | 'typescript') {
    this.#capacities = capacities;
    const pages = pagesFor(capacities);
    this.memory = kind === 'typescript' ? undefined : allocate(pages, kind === 'shared');
    const buffer = this.memory?.buffer ?? new ArrayBuffer(PAGE_BYTES * pages);
    this.F = new Float64Array(buffer);
    this.I = new Int32Array(buffer);
    placeArrays(capacities).forEach(([header, address]) => {
      this.I[header] = address;
    });
    this.#noteCapacities();
  }

  get capacities(): Capacities {
    return this.#capacities;
  }

  get bytes(): number {
    return this.F.byteLength;
  }

  /** Address of an array, in cells. */
  address(header: number): number {
    return this.I[header];
  }

  /**
   * Enlarges the memory and keeps all contents. Capacities that are omitted or smaller do not change. `held`: cells
   * with contents at the beginning of arrays that are not full; the others of these arrays are undefined afterwards.
   */
  grow(wanted: Partial<Capacities>, held: ReadonlyMap<number, number> = NOTHING_KNOWN): void {
    const old = this.#capacities;
    const keys = Object.keys(old) as (keyof Capacities)[];
    const next = Object.fromEntries(
      keys.map((key) => [key, Math.max(old[key], wanted[key] ?? 0)]),
    ) as unknown as Capacities;
    const pages = pagesFor(next);
    // Pages that are new are zero: what nothing has moved to stays untouched, and takes no memory of the machine.
    const fresh = this.F.length;
    const missing = pages - this.bytes / PAGE_BYTES;
    if (missing > 0) this.#enlarge(missing);
    // Arrays that are swapped in pairs keep the order of addresses; all move towards the end, the last one first.
    const present = ARRAYS.map(([, header, cells]) => ({
      header,
      address: this.address(header),
      used: cells(old),
      room: cells(next),
    }));
    present.sort((a, b) => a.address - b.address);
    let end: number = layout.HEADER_CELLS;
    const targets = present.map(({ room }) => {
      const address = end;
      end = aligned(end + room);
      return address;
    });
    for (let k = present.length - 1; k >= 0; k--) {
      const array = present[k];
      const target = targets[k];
      if (array === undefined || target === undefined) continue;
      const part = held.get(array.header);
      this.F.copyWithin(target, array.address, array.address + (part ?? array.used));
      if (part === undefined) {
        this.F.fill(0, target + array.used, Math.max(target + array.used, Math.min(target + array.room, fresh)));
      }
      this.I[array.header] = target;
      if (array.header !== layout.FORCE) continue;
      for (const old of OLD_LIST) this.I[old] = this.I[old] + target - array.address;
    }
    this.#capacities = next;
    this.#noteCapacities();
  }

  #enlarge(pages: number): void {
    const before = this.F;
    this.memory?.grow(pages);
    const buffer = this.memory?.buffer ?? new ArrayBuffer(before.byteLength + PAGE_BYTES * pages);
    this.F = new Float64Array(buffer);
    this.I = new Int32Array(buffer);
    if (this.memory === undefined) this.F.set(before);
  }

  #noteCapacities(): void {
    this.I[layout.SPARE_CELLS] = spareCells(this.#capacities);
    this.I[layout.PROBE] = this.address(layout.FORCE) + 6 * this.#capacities.elements;
    this.I[layout.SLOT_CAPACITY] = this.#capacities.slots;
    this.I[layout.PAIR_CAPACITY] = this.#capacities.pairs;
    this.I[layout.CELL_CAPACITY] = this.#capacities.cells;
    this.I[layout.TOUCH_CAPACITY] = this.#capacities.touches;
    this.I[layout.TOUCH_CELLS_KEPT] = this.#capacities.touchCells;
    this.I[layout.FOUND_CAPACITY] = this.#capacities.found;
    for (let thread = 0; thread < this.#capacities.threads; thread++) {
      const writer = 2 * (this.address(layout.WRITER) + layout.WRITER_STRIDE * thread);
      const found = this.address(layout.FOUND) + foundCells(this.#capacities) * thread;
      this.I[writer + layout.WRITER_REGION] = found;
      this.I[writer + layout.WRITER_SPARE] = found + layout.TOUCH_STRIDE * this.#capacities.found;
    }
    this.I[layout.HAS_PATH_LENGTHS] = this.#capacities.warm;
    this.I[layout.HAS_LOADS] = this.#capacities.loads;
  }
}

/** A memory that may grow up to the limit of the platform. */
function allocate(pages: number, shared: boolean): PagedMemory {
  for (let maximum = MOST_PAGES; maximum > pages; maximum /= 2) {
    try {
      return new WebAssembly.Memory({ initial: pages, maximum, shared });
    } catch {
      // The platform refuses this much address space: tries half of it.
    }
  }
  return new WebAssembly.Memory({ initial: pages, maximum: pages, shared });
}

function aligned(cells: number): number {
  return Math.ceil(cells / ALIGNMENT) * ALIGNMENT;
}

function placeArrays(room: Capacities): [header: number, address: number][] {
  let end: number = layout.HEADER_CELLS;
  return ARRAYS.map(([, header, cells]) => {
    const address = end;
    end = aligned(end + cells(room));
    return [header, address];
  });
}

/** Bytes of a memory with this room. */
export function memoryBytes(room: Capacities): number {
  return 8 * ARRAYS.reduce((end, [, , cells]) => aligned(end + cells(room)), layout.HEADER_CELLS);
}

/** Bytes by what they are used for, the largest first. */
export function memoryAccount(room: Capacities): (readonly [part: MemoryPart, bytes: number])[] {
  const sums = new Map<MemoryPart, number>();
  for (const [part, , cells] of ARRAYS) sums.set(part, (sums.get(part) ?? 0) + 8 * cells(room));
  return [...sums].sort(([, a], [, b]) => b - a);
}

function pagesFor(room: Capacities): number {
  const bytes = memoryBytes(room);
  const pages = Math.ceil(bytes / PAGE_BYTES);
  if (pages <= MOST_PAGES) return pages;
  const size = `${(bytes / 2 ** 30).toFixed(1)} GiB`;
  throw new SimulationError(
    'memory-full',
    `simulation memory: ${room.elements} elements and ${room.pairs} pairs need ${size}, there are 4 GiB; use a ` +
      'smaller skin, fewer bodies, a GPU, or another engine over MPI (scree run --engine)',
    { ...room },
  );
}
