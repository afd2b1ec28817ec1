// SPDX-License-Identifier: MIT
/**
 * The saved state of a simulation on the GPU: the buffers in use, and the host's data. A restored simulation continues
 * with the same bits on the same device. A "SCREEGPU" state of state-container.ts: a JSON header, then the buffers.
 */
import type { SpecFingerprint } from '../../simulation/state/spec-fingerprint.ts';
import {
  badState,
  type RestoreOptions,
  type StateKind,
  stateParts,
  unpackState,
} from '../../simulation/state/state-container.ts';
import type { Cursor } from './cursor.ts';
import type { Piece, Sizes } from './species.ts';
import type { SavedSubmissions } from './submissions.ts';

const KIND: StateKind = {
  magic: 'SCREEGPU',
  version: 7,
  align: 4,
  simulation: 'a simulation on the GPU',
  remedy: 'resume it on the device that it was started on',
  // Sections that a simulation on the GPU reads from its spec alone. `timeStep` is not one of them, since saved
  // velocities are half a step old.
  changeable: ['bodies', 'damping', 'gravity', 'limits', 'materials', 'pairs'],
};

interface Header<Host> {
  readonly cursor: Cursor;
  readonly sizes: Sizes;
  readonly host: Host;
  readonly submissions: SavedSubmissions;
}

/** The header with a checksum, then the contents of the buffers: together they may be longer than an array can be. */
export function gpuStateParts<Host>(
  header: Header<Host>,
  parts: readonly Uint8Array[],
  spec: SpecFingerprint,
): readonly Uint8Array[] {
  return stateParts(KIND, spec, JSON.stringify(header), parts);
}

/**
 * The header, the first byte of the buffers and the fingerprint for later saves. Throws a SimulationError for bytes
 * that are not a state of this spec; see `unpackState`.
 */
export function openGpuState<Host>(
  bytes: Uint8Array,
  given: SpecFingerprint,
  options: RestoreOptions,
): { readonly header: Header<Host>; readonly start: number; readonly spec: SpecFingerprint } {
  const { text, start, spec } = unpackState(KIND, bytes, given, options);
  return { header: JSON.parse(text) as Header<Host>, start, spec };
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
