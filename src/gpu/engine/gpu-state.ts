// SPDX-License-Identifier: MIT
/**
 * Saves the state of a GPU simulation as bytes: body states, names, rows and springs in use, and the host's data. A
 * restored simulation continues with the same bits on the same device. A "SCREEGPU" state of state-container.ts: a JSON
 * header, then the buffers.
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
import { GROUP_SUMS, type KernelForm, rowPlanes, STATUS_WORDS } from '../kernels/prelude.ts';
import type { GpuMemory } from '../spheres/sphere-memory.ts';
import type { Cursor } from './cursor.ts';
import { readBuffer } from './gpu-program.ts';

/**
 * Sections that a simulation on the GPU reads from its spec alone. `timeStep` is not one of them, since saved
 * velocities are half a step old.
 */
export const CHANGEABLE_ON_GPU = ['bodies', 'damping', 'gravity', 'limits', 'materials', 'pairs'] as const;

const KIND: StateKind = {
  magic: 'SCREEGPU',
  version: 4,
  align: 4,
  simulation: 'a simulation on the GPU',
  remedy: 'resume it on the device that it was started on',
  changeable: CHANGEABLE_ON_GPU,
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

/** Data in use at the cursor, in the order in which they are saved. */
function pieces(memory: GpuMemory, form: KernelForm, cursor: Cursor): Piece[] {
  const { count } = memory;
  const { position, motion, spin } = memory.states[cursor.state];
  const half = 16 * form.contacts * memory.room.chunkSize;
  return [
    ...[position, motion, spin].map((buffer) => ({ buffer, offset: 0, bytes: 16 * count })),
    { buffer: memory.names[cursor.names], offset: 0, bytes: 4 * count },
    ...(form.isTurning ? [{ buffer: memory.turned[cursor.names], offset: 0, bytes: 16 * count }] : []),
    { buffer: memory.status, offset: 4 * STATUS_WORDS, bytes: 4 * GROUP_SUMS * memory.room.groups },
    ...memory.chunks.flatMap((chunk) => [
      { ...chunk.rows[cursor.rows], bytes: chunk.rows[cursor.rows].size },
      { ...chunk.springs, offset: chunk.springs.offset + cursor.springs * half, bytes: half },
    ]),
  ];
}

/** `host` is further data as JSON, `more` the contents of other buffers, `spec` the fingerprint of the spec. */
export async function saveGpuState<Host>(
  device: GPUDevice,
  memory: GpuMemory,
  form: KernelForm,
  cursor: Cursor,
  host: Host,
  more: readonly Piece[],
  spec: SpecFingerprint,
): Promise<Uint8Array> {
  const header: Header<Host> = {
    cursor,
    host,
    count: memory.count,
    capacity: memory.capacity,
    chunkSize: memory.room.chunkSize,
    planes: rowPlanes(form),
    contacts: form.contacts,
  };
  const parts = [...pieces(memory, form, cursor), ...more];
  const length = parts.reduce((sum, part) => sum + part.bytes, 0);
  const { bytes, start } = packState(KIND, spec, JSON.stringify(header), length);
  let at = start;
  for (const { buffer, offset, bytes: length } of parts) {
    bytes.set(new Uint8Array(await readBuffer(device, buffer, length, offset)), at);
    at += length;
  }
  return sealState(bytes);
}

/** A saved state whose checksum and spec have been checked. */
export interface OpenedGpuState<Host> {
  readonly header: Header<Host>;
  readonly bytes: Uint8Array;
  /** First byte of the buffers. */
  readonly start: number;
  /** Fingerprint for later saves. */
  readonly spec: SpecFingerprint;
}

/** Throws a SimulationError for bytes that are not a state of this spec; see `unpackState`. */
export function openGpuState<Host>(
  bytes: Uint8Array,
  given: SpecFingerprint,
  options: RestoreOptions,
): OpenedGpuState<Host> {
  const { text, start, spec } = unpackState(KIND, bytes, given, options);
  return { header: JSON.parse(text) as Header<Host>, bytes, start, spec };
}

/**
 * Writes the buffers and returns cursor and host part. Throws a SimulationError for a state with another memory layout.
 */
export function restoreGpuState<Host>(
  device: GPUDevice,
  memory: GpuMemory,
  form: KernelForm,
  { header, bytes, start }: OpenedGpuState<Host>,
  more: (host: Host, cursor: Cursor) => readonly Piece[],
): { cursor: Cursor; host: Host } {
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
    // Copied, because the bytes may have an unaligned address.
    device.queue.writeBuffer(buffer, offset, bytes.slice(at, at + length));
    at += length;
  }
}
