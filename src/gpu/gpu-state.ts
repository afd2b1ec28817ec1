// SPDX-License-Identifier: MIT
/**
 * The whole state of a simulation on the GPU as bytes: states, names, rows and springs that are in use, and what the host knows. A simulation restored from it goes on with the same bits
 * on the same device. Layout: "SCREEGPU", version and length of a JSON header (uint32, little-endian), the header, padding to four bytes, the buffers one after the other.
 */
import { SimulationError } from '../errors.ts';
import type { Cursor } from './cursor.ts';
import type { GpuMemory } from './gpu-memory.ts';
import { readBuffer } from './gpu-program.ts';
import { GROUP_SUMS, type KernelForm, rowPlanes, STATUS_WORDS } from './wgsl/prelude.ts';

const MAGIC = 'SCREEGPU';
const VERSION = 2;
const PREFIX_BYTES = 16;

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
  const text = new TextEncoder().encode(JSON.stringify(header));
  const parts = [...pieces(memory, form, cursor), ...more];
  const start = 4 * Math.ceil((PREFIX_BYTES + text.length) / 4);
  const bytes = new Uint8Array(start + parts.reduce((sum, part) => sum + part.bytes, 0));
  const view = new DataView(bytes.buffer);
  bytes.set(new TextEncoder().encode(MAGIC));
  view.setUint32(8, VERSION, true);
  view.setUint32(12, text.length, true);
  bytes.set(text, PREFIX_BYTES);
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
  const refuse = (problem: string): never => {
    throw new SimulationError('bad-state', `saved state: ${problem}`);
  };
  if (bytes.length < PREFIX_BYTES || new TextDecoder().decode(bytes.subarray(0, 8)) !== MAGIC) {
    refuse('not one of a simulation on the GPU; resume it on the device that it was started on');
  }
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const version = view.getUint32(8, true);
  if (version !== VERSION) refuse(`version ${version}; this program reads version ${VERSION}`);
  const end = PREFIX_BYTES + view.getUint32(12, true);
  const header = JSON.parse(new TextDecoder().decode(bytes.subarray(PREFIX_BYTES, end))) as Header<Host>;
  // Where no body ever comes or goes, a simulation has those of its spec.
  const isOpen = form.regions > 0;
  const has = [header.chunkSize, header.planes, header.contacts, isOpen ? 0 : header.count];
  const wants = [memory.room.chunkSize, rowPlanes(form), form.contacts, isOpen ? 0 : memory.count];
  if (has.some((x, k) => x !== wants[k])) {
    refuse(`has ${has.join(', ')} as chunk, planes, contacts and spheres where the simulation has ${wants.join(', ')}`);
  }
  if (header.capacity > memory.capacity) memory.grow(header.capacity);
  memory.count = header.count;
  let at = 4 * Math.ceil(end / 4);
  const parts = [...pieces(memory, form, header.cursor), ...more(header.host, header.cursor)];
  for (const { buffer, offset, bytes: length } of parts) {
    if (at + length > bytes.length) refuse('cut short');
    // Copied, since the bytes may stand at an odd address.
    device.queue.writeBuffer(buffer, offset, bytes.slice(at, at + length));
    at += length;
  }
  return { cursor: header.cursor, host: header.host };
}
