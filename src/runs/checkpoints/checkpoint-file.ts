// SPDX-License-Identifier: MIT
/**
 * The bytes of a checkpoint: everything a run needs to resume, with a checksum that detects truncated or altered files.
 * Layout: "SCREECKP", version, lengths of header and state (uint32, uint32, uint64), header as JSON, state, SHA-256 of
 * all before.
 */
import { ScreeError } from '../../errors.ts';
import { byteCount } from '../../math/joined-bytes.ts';
import { sha256Digest } from '../files/sha256.ts';
import type { SavedStages } from '../time/run-stages.ts';

/** A file that is not a whole checkpoint of this version. */
export class CheckpointError extends ScreeError {}

export interface Checkpoint {
  readonly step: number;
  /** Simulated, in seconds. */
  readonly time: number;
  /** Of the scene that it belongs to: SHA-256 as hexadecimal digits. */
  readonly sceneHash: string;
  /**
   * Length in bytes of each growing output, by its path in the run folder: a resumed run truncates it to this length.
   */
  readonly outputs: Readonly<Record<string, number>>;
  /** What outputs remember besides, by name. */
  readonly outputStates?: Readonly<Record<string, unknown>>;
  /** Of a scene with stages: where the run is in them. */
  readonly stages?: SavedStages;
  /** The bytes of `Simulation.save`. */
  readonly state: Uint8Array;
}

const MAGIC = 'SCREECKP';
const VERSION = 1;
const PREFIX_SIZE = 24;
const HASH_SIZE = 32;

/** A checkpoint whose state is in parts. */
export type CheckpointInParts = Omit<Checkpoint, 'state'> & { readonly state: readonly Uint8Array[] };

/** The bytes in parts, without a copy of the state. The checksum at their end is computed on request. */
export function encodeCheckpoint({ state, ...header }: CheckpointInParts): {
  readonly parts: readonly Uint8Array[];
  readonly end: () => Uint8Array;
} {
  const text = new TextEncoder().encode(JSON.stringify(header));
  const head = new Uint8Array(PREFIX_SIZE + text.length);
  const view = new DataView(head.buffer);
  head.set(new TextEncoder().encode(MAGIC));
  view.setUint32(8, VERSION, true);
  view.setUint32(12, text.length, true);
  view.setBigUint64(16, BigInt(byteCount(state)), true);
  head.set(text, PREFIX_SIZE);
  const parts = [head, ...state];
  return { parts, end: () => sha256Digest(parts) };
}

/** Throws a CheckpointError that describes what is wrong with the file. */
export function decodeCheckpoint(bytes: Uint8Array, file: string): Checkpoint {
  const fail = (code: string, problem: string): never => {
    throw new CheckpointError(code, `${file}: ${problem}`, { file });
  };
  if (bytes.length < PREFIX_SIZE + HASH_SIZE) fail('truncated', `not a checkpoint: ${bytes.length} bytes are too few`);
  if (new TextDecoder().decode(bytes.subarray(0, 8)) !== MAGIC) fail('not-a-checkpoint', 'not a checkpoint');
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const version = view.getUint32(8, true);
  if (version !== VERSION) fail('version', `checkpoint version ${version}; this program reads version ${VERSION}`);
  const headerEnd = PREFIX_SIZE + view.getUint32(12, true);
  const stateEnd = headerEnd + Number(view.getBigUint64(16, true));
  if (stateEnd + HASH_SIZE !== bytes.length) {
    fail('truncated', `expected ${stateEnd + HASH_SIZE} bytes, got ${bytes.length}: the file is cut short or altered`);
  }
  const hash = sha256Digest([bytes.subarray(0, stateEnd)]);
  if (hash.some((byte, k) => byte !== bytes[stateEnd + k]))
    fail('checksum', 'the checksum does not match: the file is altered');
  const header = JSON.parse(new TextDecoder().decode(bytes.subarray(PREFIX_SIZE, headerEnd))) as Omit<
    Checkpoint,
    'state'
  >;
  return { ...header, state: bytes.slice(headerEnd, stateEnd) };
}
