// SPDX-License-Identifier: MIT
/**
 * Saves the state of convex bodies on the GPU as bytes (see gpu-state.ts). Pool blocks are saved in the order of pairs,
 * because threads take them in any order and two runs must give the same bytes. A "SCREEGPC" state of
 * state-container.ts: a JSON header, then the buffers.
 */
import type { SpecFingerprint } from '../../simulation/state/spec-fingerprint.ts';
import {
  badState,
  packState,
  type RestoreOptions,
  type StateKind,
  sealState,
  unpackState,
} from '../../simulation/state/state-container.ts';
import { readBuffer } from '../engine/gpu-program.ts';
import { CHANGEABLE_ON_GPU, type Piece, writePieces } from '../engine/gpu-state.ts';
import { ROW_VECTORS, SPOT_VECTORS } from '../kernels/convex-mesh-forces.ts';
import { type ConvexForm, POOL_COUNT } from '../kernels/convex-prelude.ts';
import { GROUP, GROUP_SUMS, STATUS_WORDS } from '../kernels/prelude.ts';
import type { ConvexMemory } from './convex-memory.ts';
import type { ConvexCursor } from './convex-passes.ts';

const KIND: StateKind = {
  magic: 'SCREEGPC',
  version: 3,
  align: 4,
  simulation: 'convex bodies on the GPU',
  remedy: 'resume it on the device that it was started on',
  changeable: CHANGEABLE_ON_GPU,
};
const PAIR_WORDS = 16;
const NO_BLOCK = 0xffffffff;

interface Header<Host> {
  readonly cursor: ConvexCursor;
  readonly host: Host;
  readonly count: number;
  readonly points: number;
  readonly pairs: number;
  readonly blocks: number;
  /** Bodies near meshes, if there are meshes. */
  readonly rows?: number;
}

/** Data in use, in the order in which they are saved: pairs and pool last. */
function pieces(memory: ConvexMemory, form: ConvexForm, header: Header<unknown>): Piece[] {
  const { cursor, count, pairs, blocks, rows = 0 } = header;
  const { position, rest } = memory.states[cursor.side];
  const list = memory.lists[cursor.side];
  const whole = (buffer: GPUBuffer, bytes: number): Piece => ({ buffer, offset: 0, bytes });
  return [
    whole(position, 16 * count),
    whole(rest, 64 * count),
    whole(memory.names[cursor.side], 4 * count),
    { buffer: memory.status, offset: 4 * STATUS_WORDS, bytes: 4 * GROUP_SUMS * Math.ceil(count / GROUP) },
    whole(list.pairStarts, 4 * (count + 1)),
    whole(list.incidentStarts, 4 * (count + 1)),
    whole(list.incident, 4 * pairs),
    whole(list.meshStarts, form.meshes > 0 ? 4 * (count + 1) : 0),
    whole(list.rows, 16 * ROW_VECTORS * rows),
    whole(list.pairs, 4 * PAIR_WORDS * pairs),
    whole(list.pool, 32 * form.points * blocks),
  ].filter(({ bytes }) => bytes > 0);
}

/** `host` is further data as JSON, `spec` the fingerprint of the spec. */
export async function saveConvexState<Host>(
  device: GPUDevice,
  memory: ConvexMemory,
  form: ConvexForm,
  cursor: ConvexCursor,
  host: Host,
  spec: SpecFingerprint,
): Promise<Uint8Array> {
  const { count } = memory;
  const word = async (buffer: GPUBuffer, at: number): Promise<number> =>
    new Uint32Array(await readBuffer(device, buffer, 4, 4 * at))[0];
  const pairs = cursor.lists === 0 ? 0 : await word(memory.lists[cursor.side].pairStarts, count);
  const taken = cursor.lists === 0 ? 0 : await word(memory.status, POOL_COUNT);
  const hasRows = form.meshes > 0 && cursor.lists > 0;
  const rows = hasRows ? await word(memory.lists[cursor.side].meshStarts, count) : 0;
  const now = { cursor, host, count, points: form.points, pairs, blocks: taken, ...(hasRows && { rows }) };
  const parts: Uint8Array[] = [];
  for (const { buffer, offset, bytes } of pieces(memory, form, now)) {
    const part = new Uint8Array(await readBuffer(device, buffer, bytes, offset));
    if (buffer === memory.lists[cursor.side].rows) clearUnused(new Uint32Array(part.buffer));
    parts.push(part);
  }
  let blocks = 0;
  if (taken > 0) {
    const pool = parts.pop() as Uint8Array;
    const words = new Uint32Array(parts[parts.length - 1].buffer);
    const length = 32 * form.points;
    const sorted = new Uint8Array(pool.length);
    for (let k = 0; k < pairs; k++) {
      const block = words[PAIR_WORDS * k + 3] ?? NO_BLOCK;
      if (block === NO_BLOCK) continue;
      // An unused block holds data of its last user, which must not be saved.
      if ((words[PAIR_WORDS * k + 2] & 15) < 2) {
        words[PAIR_WORDS * k + 3] = NO_BLOCK;
        continue;
      }
      const used = 32 * (words[PAIR_WORDS * k + 2] & 15);
      sorted.set(pool.subarray(length * block, length * block + used), length * blocks);
      words[PAIR_WORDS * k + 3] = blocks++;
    }
    parts.push(sorted.subarray(0, length * blocks));
  }
  const header: Header<Host> = { ...now, blocks };
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  const { bytes, start } = packState(KIND, spec, JSON.stringify(header), length);
  let at = start;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return sealState(bytes);
}

/** A row holds data of its last user behind its contacts, which must not be saved. */
function clearUnused(rows: Uint32Array): void {
  for (let row = 0; row < rows.length; row += 4 * ROW_VECTORS) {
    rows.fill(0, row + 4 * (1 + SPOT_VECTORS * rows[row + 1]), row + 4 * ROW_VECTORS);
  }
}

/**
 * Writes the buffers and returns cursor, host part and the fingerprint for later saves. Throws a SimulationError for
 * bytes of another simulation.
 */
export function restoreConvexState<Host>(
  device: GPUDevice,
  memory: ConvexMemory,
  form: ConvexForm,
  bytes: Uint8Array,
  given: SpecFingerprint,
  options: RestoreOptions,
): { cursor: ConvexCursor; host: Host; spec: SpecFingerprint } {
  const { text, start, spec } = unpackState(KIND, bytes, given, options);
  const header = JSON.parse(text) as Header<Host>;
  const { count, points, pairs, blocks } = header;
  if (points !== form.points || (count !== memory.count && form.regions === 0)) {
    const wants = [memory.count, form.points];
    throw badState(`has ${count}, ${points} bodies and points where the simulation has ${wants.join(', ')}`);
  }
  const { room } = memory;
  if (count > room.bodies || pairs > room.pairs || blocks > room.pool) {
    const most = (a: number, b: number): number => (a > b ? 2 * a : b);
    memory.grow({ bodies: most(count, room.bodies), pairs: most(pairs, room.pairs), pool: most(blocks, room.pool) });
  }
  memory.count = count;
  device.queue.writeBuffer(memory.status, 4 * STATUS_WORDS, new Uint32Array(GROUP_SUMS * memory.groups));
  writePieces(device, pieces(memory, form, header), bytes, start);
  device.queue.writeBuffer(memory.status, 4 * POOL_COUNT, new Uint32Array([header.blocks]));
  return { cursor: header.cursor, host: header.host, spec };
}
