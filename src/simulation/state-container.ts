// SPDX-License-Identifier: MIT
/**
 * What saved states have in common. Layout: eight letters that name the kind, version and length of a text (uint32, little-endian), the text, padding, then the data that belong to it.
 */
import { SimulationError } from '../errors.ts';

const PREFIX_BYTES = 16;

export interface StateKind {
  /** Eight letters. */
  readonly magic: string;
  readonly version: number;
  /** The data begin at a multiple of so many bytes. */
  readonly align: 4 | 8;
  /** What bytes of another kind are told to be. */
  readonly notOne: string;
}

/** The error for bytes that cannot be taken. */
export function badState(problem: string): SimulationError {
  return new SimulationError('bad-state', `saved state: ${problem}`);
}

/** Bytes with the text in place, and where `dataBytes` of data are to be written. */
export function packState({ magic, version, align }: StateKind, text: string, dataBytes: number) {
  const encoded = new TextEncoder().encode(text);
  const start = align * Math.ceil((PREFIX_BYTES + encoded.length) / align);
  const bytes = new Uint8Array(start + dataBytes);
  const view = new DataView(bytes.buffer);
  bytes.set(new TextEncoder().encode(magic));
  view.setUint32(8, version, true);
  view.setUint32(12, encoded.length, true);
  bytes.set(encoded, PREFIX_BYTES);
  return { bytes, start };
}

/** The text, and where the data begin. Throws a SimulationError for bytes of another kind or version, or without their whole text. */
export function unpackState({ magic, version, align, notOne }: StateKind, bytes: Uint8Array) {
  if (bytes.length < PREFIX_BYTES || new TextDecoder().decode(bytes.subarray(0, 8)) !== magic) throw badState(notOne);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const found = view.getUint32(8, true);
  if (found !== version) throw badState(`version ${found}; this program reads version ${version}`);
  const end = PREFIX_BYTES + view.getUint32(12, true);
  const start = align * Math.ceil(end / align);
  if (start > bytes.length) throw badState('cut short');
  return { text: new TextDecoder().decode(bytes.subarray(PREFIX_BYTES, end)), start };
}
