// SPDX-License-Identifier: MIT
/**
 * The whole state of a simulation as bytes: elements in their present order, neighbour list, reference positions,
 * friction of contacts, sums. A simulation restored from it continues with the same bits. The container of
 * state-container.ts has the magic "SCREESIM"; its text is a JSON header and its data are the arrays that the header
 * lists.
 */

import type { InserterState } from '../../bodies/insertion/inserter.ts';
import type { ClockStart } from '../../math/step-clock.ts';
import type { StepKernel } from '../../step-kernel/step-kernel.ts';
import * as layout from '../../step-kernel/step-layout.ts';
import type { PrescribedBody } from '../bodies/prescribed-bodies.ts';
import type { SavedBonds } from '../bonds/bonds.ts';
import { clockOf } from '../clock.ts';
import type { GivenForce } from '../fields/program-forces.ts';
import type { SavedEquipment } from '../population/equipment.ts';
import type { SimulationSpec } from '../simulation-spec.ts';
import type { Capacities, StepMemory } from '../time-loop/step-memory.ts';
import { gatherTouches, markCarried } from '../touches/touch-room.ts';
import { type SpecFingerprint, simulationFingerprint } from './spec-fingerprint.ts';
import { type RestoreOptions, type StateKind, stateParts, unpackState } from './state-container.ts';

const KIND: StateKind = {
  magic: 'SCREESIM',
  version: 10,
  align: 8,
  simulation: 'a simulation with fixed steps on the CPU',
  remedy: 'resume it on the device that it was started on',
  // The state has the bodies, sizes, walls and step counts.
  changeable: ['bodies', 'damping', 'gravity', 'limits', 'materials', 'pairs', 'timeStep'],
};

/** State of the bodies outside the kernel memory. */
export interface SavedBodies {
  readonly nextId: number;
  /** Spheres of clumps, those of removed ones included. */
  readonly memberCount: number;
  readonly prescribed: readonly PrescribedBody[];
  /** Of all spheres so far: bounds the laws. */
  readonly largestRadius: number;
}

/** State outside the kernel memory. */
export interface SavedScalars extends SavedBodies {
  readonly stepCount: number;
  /** s */
  readonly timeStep: number;
  /** Step and time from which steps of this length count, where the time step has changed. */
  readonly countsFrom?: ClockStart;
  /** m/s2 */
  readonly gravity: readonly number[];
  readonly insertedEnergy: number;
  readonly parameterWork: number;
  readonly isStarted: boolean;
  /** How far rotating half-spaces may touch something from the origin, at the last rebuild of the list, m. */
  readonly extent: number;
  readonly insertions: readonly InserterState[];
  readonly equipment: SavedEquipment;
  readonly bonds: SavedBonds;
  /** Forces that a program has set for single bodies. */
  readonly givenForces: readonly GivenForce[];
}

interface Header extends SavedScalars {
  /** Values of header integers and floats, by index. */
  readonly integers: Readonly<Record<string, number>>;
  readonly floats: Readonly<Record<string, number>>;
  readonly halfSpaces: number;
  /** Absent in states of simulations that knew no meshes. */
  readonly meshes?: number;
  readonly materials: number;
  readonly blocks: number;
}

const INTEGERS = [
  layout.ELEMENT_COUNT,
  layout.BLOCK_SIZE,
  layout.BLOCK_COUNT,
  layout.PAIRS_PER_BLOCK,
  layout.SLOT_COUNT,
  layout.LIST_COUNT,
  layout.DEAD_COUNT,
  layout.LIST_INVALID,
  layout.LEVEL_COUNT,
  layout.SORT_COUNT,
  layout.HAS_HISTORY,
  layout.BODY_COUNT,
  layout.BODY_BLOCK_COUNT,
  layout.CARRIED_COUNT,
  layout.HAS_ROLLING_SPRINGS,
  layout.BOND_COUNT,
];
const FLOATS = [layout.SKIN, layout.WALL_MOVED, layout.WALL_MARGIN, layout.WALL_MARGIN_LEAST, layout.MARGIN_MOST];

/** Pieces of the memory in cells, [start, end), in the order in which they are saved. */
function pieces(memory: StepMemory, blocks: number, members: number): [number, number][] {
  const { I } = memory;
  const count = I[layout.ELEMENT_COUNT];
  const found: [number, number][] = [];
  const add = (header: number, cells: number, from = 0): void => {
    const start = memory.address(header) + from;
    found.push([start, start + cells]);
  };
  add(layout.POSITION, 4 * count);
  add(layout.MOTION, layout.MOTION_STRIDE * count);
  add(layout.ORIENTATION, 4 * count);
  add(layout.TAG, 2 * count);
  add(layout.REFERENCE, 4 * count);
  add(layout.ROW, 4 * count);
  add(layout.HALF_SPACE, layout.HALF_SPACE_STRIDE * I[layout.HALF_SPACE_COUNT]);
  // Without the record of the contact that is being computed: nothing of it goes from step to step.
  for (let b = 0; b < blocks; b++) add(layout.BLOCK, layout.CONTACT_NORMAL, layout.BLOCK_STRIDE * b);
  add(layout.BODY, layout.BODY_STRIDE * I[layout.BODY_COUNT]);
  add(layout.BODY_BLOCK, layout.BODY_BLOCK_STRIDE * I[layout.BODY_BLOCK_COUNT]);
  add(layout.MEMBER, layout.MEMBER_STRIDE * members);
  add(layout.MESH, layout.MESH_STRIDE * I[layout.MESH_COUNT]);
  add(layout.MESH_LOAD, 6 * I[layout.MESH_COUNT] * I[layout.BLOCK_COUNT]);
  add(layout.CARRIED, I[layout.TOUCH_CELLS_KEPT] * I[layout.CARRIED_COUNT]);
  if (memory.capacities.warm !== 0) {
    add(layout.PATH_LENGTH, count);
    add(layout.POSE, layout.POSE_STRIDE * count);
  }
  add(layout.BOND, layout.BOND_STRIDE * I[layout.BOND_COUNT]);
  add(layout.WALL_LOAD, 6 * I[layout.HALF_SPACE_COUNT] * I[layout.BLOCK_COUNT]);
  return found;
}

/** Pairs of each block, as pieces: only the part of its region that is in use. */
function pairPieces(memory: StepMemory): [number, number][] {
  const { I } = memory;
  const found: [number, number][] = [];
  if (I[layout.SORT_COUNT] === 0) return found;
  for (let b = 0; b < I[layout.BLOCK_COUNT]; b++) {
    const block = memory.address(layout.BLOCK) + layout.BLOCK_STRIDE * b;
    const used = I[2 * (block + layout.BLOCK_INTEGERS) + layout.BLOCK_PAIRS];
    const first = b * I[layout.PAIRS_PER_BLOCK];
    const partner = memory.address(layout.PARTNER);
    found.push([partner + Math.floor(first / 2), partner + Math.ceil((first + used) / 2)]);
    if (memory.capacities.warm !== 0) {
      const warm = memory.address(layout.WARM) + layout.WARM_STRIDE * first;
      found.push([warm, warm + layout.WARM_STRIDE * used]);
      const clear = memory.address(layout.CLEARANCE) + first;
      found.push([clear, clear + used]);
    }
  }
  return found;
}

/**
 * Zeroes what the pieces of pairs hold of earlier lists and no step reads: a restored simulation does not have it. That
 * is the warm start of a pair that has not been queried since the last sort, and the other half of a cell of partners.
 */
function clearOldPairs(memory: StepMemory): void {
  const { F, I } = memory;
  if (I[layout.SORT_COUNT] === 0) return;
  const partner = 2 * memory.address(layout.PARTNER);
  let end = 0;
  for (let b = 0; b < I[layout.BLOCK_COUNT]; b++) {
    const block = memory.address(layout.BLOCK) + layout.BLOCK_STRIDE * b;
    const first = b * I[layout.PAIRS_PER_BLOCK];
    if (first > end) I[partner + first - 1] = 0;
    end = first + I[2 * (block + layout.BLOCK_INTEGERS) + layout.BLOCK_PAIRS];
    if (end < (b + 1) * I[layout.PAIRS_PER_BLOCK]) I[partner + end] = 0;
    if (memory.capacities.warm === 0) continue;
    for (let p = first; p < end; p++) {
      const warm = memory.address(layout.WARM) + layout.WARM_STRIDE * p;
      if (I[2 * warm + layout.WARM_SORT] !== I[layout.SORT_COUNT]) F.fill(0, warm, warm + layout.WARM_STRIDE);
    }
  }
}

/** Zeroes what the last probe found: the state is the same whether or not its energies have been read. */
function clearProbe({ F, I }: StepMemory): void {
  for (let b = 0; b < I[layout.BLOCK_COUNT]; b++) {
    const block = I[layout.BLOCK] + layout.BLOCK_STRIDE * b;
    const integers = 2 * (block + layout.BLOCK_INTEGERS);
    F[block + layout.BLOCK_ELASTIC] = 0;
    I[integers + layout.BLOCK_CONTACTS] = 0;
    I[integers + layout.BLOCK_PROBED] = 0;
  }
}

/** Springs of pairs: the arrays that there are, with the cells of a pair. */
function springArrays({ I }: StepMemory): (readonly [header: number, stride: number])[] {
  return [
    ...(I[layout.HAS_HISTORY] === 0 ? [] : [[layout.HISTORIES, layout.HISTORY_STRIDE] as const]),
    ...(I[layout.HAS_ROLLING_SPRINGS] === 0 ? [] : [[layout.ROLLING_SPRINGS, layout.ROLLING_STRIDE] as const]),
  ];
}

/** Numbers of the pairs that touch, block by block; springs of the others mean nothing. */
function pairsWithSprings(memory: StepMemory): Int32Array {
  const { I } = memory;
  if (I[layout.SORT_COUNT] === 0 || springArrays(memory).length === 0) return new Int32Array(0);
  const partner = 2 * memory.address(layout.PARTNER);
  const list = (to: Int32Array | undefined): number => {
    let count = 0;
    for (let b = 0; b < I[layout.BLOCK_COUNT]; b++) {
      const block = memory.address(layout.BLOCK) + layout.BLOCK_STRIDE * b;
      const first = b * I[layout.PAIRS_PER_BLOCK];
      const end = first + I[2 * (block + layout.BLOCK_INTEGERS) + layout.BLOCK_PAIRS];
      for (let p = first; p < end; p++) {
        if ((I[partner + p] & layout.TOUCHING) === 0) continue;
        if (to !== undefined) to[count] = p;
        count++;
      }
    }
    return count;
  };
  const pairs = new Int32Array(list(undefined));
  list(pairs);
  return pairs;
}

/** Springs of the pairs that touch, array after array. */
function savedSprings(memory: StepMemory): Uint8Array[] {
  const pairs = pairsWithSprings(memory);
  return springArrays(memory).map(([header, stride]) => {
    const saved = new Float64Array(stride * pairs.length);
    const springs = memory.address(header);
    pairs.forEach((p, k) => {
      for (let c = 0; c < stride; c++) saved[stride * k + c] = memory.F[springs + stride * p + c];
    });
    return new Uint8Array(saved.buffer);
  });
}

/**
 * The state in parts; all but the first and the last are views of the memory, valid until it changes. What a probe has
 * found before is lost.
 */
export function savedStateParts(
  memory: StepMemory,
  scalars: SavedScalars,
  spec: SpecFingerprint,
  kernel: StepKernel,
): readonly Uint8Array[] {
  const { F, I } = memory;
  const { blocks } = memory.capacities;
  gatherTouches(memory, kernel);
  clearOldPairs(memory);
  clearProbe(memory);
  const header: Header = {
    ...scalars,
    integers: Object.fromEntries(INTEGERS.map((cell) => [cell, I[cell]])),
    floats: Object.fromEntries(FLOATS.map((cell) => [cell, F[cell]])),
    halfSpaces: I[layout.HALF_SPACE_COUNT],
    meshes: I[layout.MESH_COUNT],
    materials: I[layout.MATERIAL_COUNT],
    blocks,
  };
  const all = [...pieces(memory, blocks, scalars.memberCount), ...pairPieces(memory)];
  const data = all
    .filter(([from, to]) => to > from)
    .map(([from, to]) => new Uint8Array(F.buffer, 8 * from, 8 * (to - from)));
  return stateParts(KIND, spec, JSON.stringify(header), [...data, ...savedSprings(memory)]);
}

/** Capacities that the state needs before it is read. */
export function roomForSaved(header: Header): Partial<Capacities> {
  const integer = (cell: number): number => header.integers[cell] ?? 0;
  return {
    pairs: integer(layout.BLOCK_COUNT) * integer(layout.PAIRS_PER_BLOCK),
    slots: integer(layout.SLOT_COUNT),
    blocks: header.blocks,
    clumps: integer(layout.BODY_COUNT),
    members: header.memberCount,
    touches: integer(layout.CARRIED_COUNT),
    bonds: integer(layout.BOND_COUNT),
  };
}

/** A saved state whose checksum and spec have been checked. */
export interface OpenedState {
  readonly header: Header;
  readonly bytes: Uint8Array;
  /** First byte of the arrays. */
  readonly start: number;
  /** Fingerprint for later saves. */
  readonly fingerprint: SpecFingerprint;
}

/** Throws a SimulationError for bytes that are not a state of this spec, except for the sections in `changed`. */
export function openSavedState(spec: SimulationSpec, bytes: Uint8Array, options: RestoreOptions): OpenedState {
  const { text, start, spec: fingerprint } = unpackState(KIND, bytes, simulationFingerprint(spec), options);
  return { header: JSON.parse(text) as Header, bytes, start, fingerprint };
}

/**
 * The spec of a simulation that takes a saved state over: without its bodies, with room for those of the state. A new
 * time step counts from the step and time of the state.
 */
export function specForRestoring(spec: SimulationSpec, { header }: OpenedState): SimulationSpec {
  const count = header.integers[layout.ELEMENT_COUNT] ?? 0;
  const { bodies: _, countsFrom: __, ...rest } = spec;
  const { stepCount: step, timeStep, countsFrom } = header;
  const from = timeStep === spec.timeStep ? countsFrom : { step, time: clockOf({ timeStep, countsFrom }).timeOf(step) };
  return {
    ...rest,
    ...(from && { countsFrom: from }),
    capacity: { ...spec.capacity, bodies: Math.max(count, spec.capacity?.bodies ?? 0) },
  };
}

/** Writes the saved arrays into a memory that has room for them; settings and laws must be there already. */
export function readSavedState(memory: StepMemory, opened: OpenedState, linkSlots: () => number): SavedScalars {
  const { header, bytes, start } = opened;
  const { F, I } = memory;
  const writeHeader = (): void => {
    for (const [cell, value] of Object.entries(header.integers)) I[Number(cell)] = value;
    for (const [cell, value] of Object.entries(header.floats)) F[Number(cell)] = value;
  };
  const target = new Uint8Array(F.buffer);
  let at = start;
  const readPieces = (list: readonly [number, number][]): void => {
    for (const [from, to] of list) {
      target.set(bytes.subarray(at, at + 8 * (to - from)), 8 * from);
      at += 8 * (to - from);
    }
  };
  writeHeader();
  readPieces(pieces(memory, header.blocks, header.memberCount));
  readPieces(pairPieces(memory));
  const pairs = pairsWithSprings(memory);
  for (const [header, stride] of springArrays(memory)) {
    pairs.forEach((p, k) => {
      const from = at + 8 * stride * k;
      target.set(bytes.subarray(from, from + 8 * stride), 8 * (memory.address(header) + stride * p));
    });
    at += 8 * stride * pairs.length;
  }
  const walls = F.slice(
    memory.address(layout.HALF_SPACE),
    memory.address(layout.HALF_SPACE) + layout.HALF_SPACE_STRIDE * header.halfSpaces,
  );
  const meshes = F.slice(
    memory.address(layout.MESH),
    memory.address(layout.MESH) + layout.MESH_STRIDE * (header.meshes ?? 0),
  );
  const clumps = memory.address(layout.BODY_BLOCK);
  const clumpBlocks = F.slice(clumps, clumps + layout.BODY_BLOCK_STRIDE * I[layout.BODY_BLOCK_COUNT]);
  if (header.integers[layout.SORT_COUNT] !== 0) linkSlots();
  // Linking the slots ends the making of a list: it resets what belongs to the age of the list.
  F.set(walls, memory.address(layout.HALF_SPACE));
  F.set(meshes, memory.address(layout.MESH));
  F.set(clumpBlocks, clumps);
  writeHeader();
  I[layout.TOUCHES_PER_BLOCK] = Math.floor(I[layout.TOUCH_CAPACITY] / Math.max(1, I[layout.BLOCK_COUNT]));
  markCarried(memory);
  return header;
}
