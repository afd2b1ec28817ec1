// SPDX-License-Identifier: MIT
/**
 * The whole state of a simulation on the GPU as bytes: states, names, rows and springs that are in use, and what the host knows. A simulation restored from it goes on with the same bits
 * on the same device. A state "SCREEGPU" of state-container.ts: a JSON header, then the buffers one after the other.
 */
import { badState, packState, type StateKind, unpackState } from '../simulation/state-container.ts';
import type { Cursor } from './cursor.ts';
import type { GpuMemory } from './gpu-memory.ts';
import { readBuffer } from './gpu-program.ts';
import { GROUP_SUMS, type KernelForm, rowPlanes, STATUS_WORDS } from './wgsl/prelude.ts';

const KIND: StateKind = {
  ...{ magic: 'SCREEGPU', version: 3, align: 4 },
  notOne: 'not one of a simulation on the GPU; resume it on the device that it was started on',
};

interface Header<Host> {
  readonly cursor: Cursor;
  readonly host: Host;
  readonly count: number;
  readonly capacity: number;
  readonly chunkSize: number;
  readonly planes: number;
  readonly contacts: number;
}

/** A part of a buffer. */
export interface Piece {
  readonly buffer: GPUBuffer;
  readonly offset: number;
  readonly bytes: number;
}

/** What is in use at the cursor, in the order in which it is saved. */
function pieces(memory: GpuMemory, form: KernelForm, cursor: Cursor): Piece[] {
  const { count } = memory;
  const { place, motion, spin } = memory.states[cursor.state];
  const half = 16 * form.contacts * memory.room.chunkSize;
  return [
    ...[place, motion, spin].map((buffer) => ({ buffer, offset: 0, bytes: 16 * count })),
    { buffer: memory.names[cursor.names], offset: 0, bytes: 4 * count },
    ...(form.isTurning ? [{ buffer: memory.turned[cursor.names], offset: 0, bytes: 16 * count }] : []),
    { buffer: memory.status, offset: 4 * STATUS_WORDS, bytes: 4 * GROUP_SUMS * memory.room.groups },
    ...memory.chunks.flatMap((chunk) => [
      { buffer: chunk.rows[cursor.rows], offset: 0, bytes: 16 * rowPlanes(form) * memory.room.chunkSize },
      { buffer: chunk.springs, offset: cursor.springs * half, bytes: half },
    ]),
  ];
}

/** `host` is what else is to be kept, as JSON, and `more` what other buffers hold. */
export async function saveGpuState<Host>(
  device: GPUDevice,
  memory: GpuMemory,
  form: KernelForm,
  cursor: Cursor,
  host: Host,
  more: readonly Piece[] = [],
): Promise<Uint8Array> {
  const header: Header<Host> = {
    ...{ cursor, host, count: memory.count, capacity: memory.capacity, chunkSize: memory.room.chunkSize },
    ...{ planes: rowPlanes(form), contacts: form.contacts },
  };
  const parts = [...pieces(memory, form, cursor), ...more];
  const length = parts.reduce((sum, part) => sum + part.bytes, 0);
  const { bytes, start } = packState(KIND, JSON.stringify(header), length);
  let at = start;
  for (const { buffer, offset, bytes: length } of parts) {
    bytes.set(new Uint8Array(await readBuffer(device, buffer, length, offset)), at);
    at += length;
  }
  return bytes;
}

/** Writes the buffers and returns cursor and host part. Throws a SimulationError for bytes that belong to another simulation. */
export function restoreGpuState<Host>(
  device: GPUDevice,
  memory: GpuMemory,
  form: KernelForm,
  bytes: Uint8Array,
  more: (host: Host, cursor: Cursor) => readonly Piece[] = () => [],
): { cursor: Cursor; host: Host } {
  const { text, start } = unpackState(KIND, bytes);
  const header = JSON.parse(text) as Header<Host>;
  // Where no body ever comes or goes, a simulation has those of its spec.
  const isOpen = form.regions > 0;
  const has = [header.chunkSize, header.planes, header.contacts, isOpen ? 0 : header.count];
  const wants = [memory.room.chunkSize, rowPlanes(form), form.contacts, isOpen ? 0 : memory.count];
  if (has.some((x, k) => x !== wants[k])) {
    throw badState(
      `has ${has.join(', ')} as chunk, planes, contacts and spheres where the simulation has ${wants.join(', ')}`,
    );
  }
  if (header.capacity > memory.capacity) memory.grow(header.capacity);
  memory.count = header.count;
  writePieces(device, [...pieces(memory, form, header.cursor), ...more(header.host, header.cursor)], bytes, start);
  return { cursor: header.cursor, host: header.host };
}

/** Writes saved bytes to the buffers that they came from, from `start` on. */
export function writePieces(device: GPUDevice, parts: readonly Piece[], bytes: Uint8Array, start: number): void {
  let at = start;
  for (const { buffer, offset, bytes: length } of parts) {
    if (at + length > bytes.length) throw badState('cut short');
    // Copied, since the bytes may stand at an odd address.
    device.queue.writeBuffer(buffer, offset, bytes.slice(at, at + length));
    at += length;
  }
}
