// SPDX-License-Identifier: MIT
/**
 * Container of all saved states. Layout, little-endian: eight letters that name the kind; version, length of a text,
 * length of the fingerprint of the spec (uint32 each), CRC-32 of everything else (uint32), length of all (float64); the
 * fingerprint, the text, padding, then the data that belong to the text.
 */

import { describeValue, refuseArgument } from '../../errors/refused-argument.ts';
import { InvalidOptionError, SimulationError } from '../../errors.ts';
import { crc32 } from '../../math/crc32.ts';
import { byteCount } from '../../math/joined-bytes.ts';
import { type SpecFingerprint, specDifferences } from './spec-fingerprint.ts';

const PREFIX_BYTES = 32;
const CHECKSUM_AT = 20;

export interface StateKind {
  /** Eight letters. */
  readonly magic: string;
  readonly version: number;
  /** The data begin at a multiple of this number of bytes. */
  readonly align: 4 | 8;
  /** Names the kind in messages: `a simulation on the GPU`. */
  readonly simulation: string;
  /** Remedy for bytes of another kind. */
  readonly remedy: string;
  /** Sections of the spec that may change on restoring: a simulation reads them from its spec, not from the state. */
  readonly changeable: readonly string[];
}

/** Options for restoring a state. */
export interface RestoreOptions {
  /**
   * Sections of the spec that may differ from the saved ones, such as `['gravity', 'timeStep']`. All others must be
   * equal.
   */
  readonly changed?: readonly string[];
}

/** The error for bytes that cannot be taken. */
export function badState(problem: string, code = 'bad-state'): SimulationError {
  return new SimulationError(code, `saved state: ${problem}`);
}

/** Bytes with fingerprint and text, and space for `dataBytes` of data. `sealState` completes them. */
export function packState(
  { magic, version, align }: StateKind,
  spec: SpecFingerprint,
  text: string,
  dataBytes: number,
): { bytes: Uint8Array; start: number } {
  const [encodedSpec, encoded] = [JSON.stringify(spec), text].map((each) => new TextEncoder().encode(each)) as [
    Uint8Array,
    Uint8Array,
  ];
  const end = PREFIX_BYTES + encodedSpec.length + encoded.length;
  const start = align * Math.ceil(end / align);
  const bytes = new Uint8Array(start + dataBytes);
  const view = new DataView(bytes.buffer);
  bytes.set(new TextEncoder().encode(magic));
  view.setUint32(8, version, true);
  view.setUint32(12, encoded.length, true);
  view.setUint32(16, encodedSpec.length, true);
  view.setFloat64(24, bytes.length, true);
  bytes.set(encodedSpec, PREFIX_BYTES);
  bytes.set(encoded, PREFIX_BYTES + encodedSpec.length);
  return { bytes, start };
}

/**
 * The same with the data in parts, which are not copied: the parts in their order are the whole state. They are as
 * valid as the data.
 */
export function stateParts(
  kind: StateKind,
  spec: SpecFingerprint,
  text: string,
  data: readonly Uint8Array[],
): readonly Uint8Array[] {
  const { bytes: head } = packState(kind, spec, text, 0);
  const view = new DataView(head.buffer);
  view.setFloat64(24, head.length + byteCount(data), true);
  let checksum = crc32(head.subarray(CHECKSUM_AT + 4), crc32(head.subarray(0, CHECKSUM_AT)));
  for (const part of data) checksum = crc32(part, checksum);
  view.setUint32(CHECKSUM_AT, checksum, true);
  return [head, ...data];
}

/** Writes the checksum. Call it after everything else is written. */
export function sealState(bytes: Uint8Array): Uint8Array {
  new DataView(bytes.buffer, bytes.byteOffset).setUint32(CHECKSUM_AT, checksumOf(bytes), true);
  return bytes;
}

function checksumOf(bytes: Uint8Array): number {
  return crc32(bytes.subarray(CHECKSUM_AT + 4), crc32(bytes.subarray(0, CHECKSUM_AT)));
}

interface UnpackedState {
  readonly text: string;
  /** First byte of the data. */
  readonly start: number;
  /** Fingerprint of the restored simulation: the given sections, and the saved ones that the given spec lacks. */
  readonly spec: SpecFingerprint;
}

/** Bytes of another realm, as of a frame of a page, are bytes too. */
function isBytes(value: unknown): value is Uint8Array {
  return Object.prototype.toString.call(value) === '[object Uint8Array]' && ArrayBuffer.isView(value);
}

/**
 * Throws a SimulationError for bytes of another kind or version, for damaged bytes, and for a spec that differs in
 * other sections than `changed`.
 */
export function unpackState(
  kind: StateKind,
  bytes: Uint8Array,
  given: SpecFingerprint,
  { changed = [] }: RestoreOptions = {},
): UnpackedState {
  const { magic, version, align, simulation, remedy } = kind;
  if (!isBytes(bytes)) throw badState(`expected a Uint8Array, got ${describeValue(bytes)}`, 'not-a-state');
  if (!Array.isArray(changed)) {
    refuseArgument(InvalidOptionError, 'not-a-list', 'changed', "a list of sections of the spec, ['gravity']", changed);
  }
  if (bytes.length < PREFIX_BYTES || new TextDecoder().decode(bytes.subarray(0, 8)) !== magic)
    throw badState(
      `expected the state of ${simulation}, got ${bytes.length} bytes of another kind; ${remedy}`,
      'not-a-state',
    );
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const found = view.getUint32(8, true);
  // Later versions keep checksum and length at the same offsets.
  const isOlder = found < version;
  const length = view.getFloat64(24, true);
  if (!isOlder && length !== bytes.length)
    throw badState(`${bytes.length} bytes of ${length}; it is truncated or damaged`, 'damaged-state');
  if (!isOlder && view.getUint32(CHECKSUM_AT, true) !== checksumOf(bytes))
    throw badState('the checksum does not match; the bytes are damaged', 'damaged-state');
  if (found !== version) {
    const problem = `version ${found}; this program reads version ${version}`;
    throw badState(
      `${problem}; use the version of the program that saved it, or start from the last frame of the trajectory, ` +
        'which every version reads (docs/reference/versioning.md)',
      'wrong-version',
    );
  }
  const specEnd = PREFIX_BYTES + view.getUint32(16, true);
  const end = specEnd + view.getUint32(12, true);
  const saved = JSON.parse(new TextDecoder().decode(bytes.subarray(PREFIX_BYTES, specEnd))) as SpecFingerprint;
  checkSpec(kind, saved, given, changed);
  const text = new TextDecoder().decode(bytes.subarray(specEnd, end));
  return { text, start: align * Math.ceil(end / align), spec: { ...saved, ...given } };
}

function checkSpec(
  { changeable }: StateKind,
  saved: SpecFingerprint,
  given: SpecFingerprint,
  changed: readonly string[],
): void {
  const fixed = changed.find((name) => !changeable.includes(name));
  if (fixed !== undefined) {
    const message = `changed: ${fixed} cannot be changed in a saved state; allowed: ${changeable.join(', ')}`;
    throw new InvalidOptionError('not-changeable', message, { section: fixed });
  }
  const differences = specDifferences(saved, given);
  const unexpected = [...differences].filter(([name]) => !changed.includes(name));
  if (unexpected.length === 0) return;
  const names = unexpected.map(([name]) => name);
  const isChangeable = names.every((name) => changeable.includes(name));
  const onPurpose = isChangeable
    ? `, or allow the change with { changed: [${names.map((name) => `'${name}'`).join(', ')}] }`
    : '';
  const lines = unexpected.map(([, difference]) => `  ${difference}`).join('\n');
  throw new SimulationError(
    'wrong-spec',
    `saved state: the given spec differs from the saved one:\n${lines}\nrestore it with the saved spec${onPurpose}`,
    { sections: names },
  );
}
