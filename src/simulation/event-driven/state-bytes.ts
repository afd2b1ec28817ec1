// SPDX-License-Identifier: MIT
/**
 * Plain values with arrays of float64 numbers as bytes, to the last bit. Layout: "SCREEEVT", version and length of a JSON text (uint32, little-endian), the text, padding to eight
 * bytes, then all numbers that JSON does not keep (arrays, values that are not finite, -0), one after the other.
 */
import { SimulationError } from '../../errors.ts';

const MAGIC = 'SCREEEVT';
const VERSION = 2;
const PREFIX_BYTES = 16;
/** Marks numbers and arrays that stand behind the text: `{ "$": [first, count] }`, `{ "$": [first] }` for one number. */
const MARK = '$';

const padded = (bytes: number): number => 8 * Math.ceil(bytes / 8);

/** Nothing of `value` may have the key `$`; undefined entries are left out. */
export function encodeState(value: unknown): Uint8Array {
  const numbers: number[] = [];
  const text = new TextEncoder().encode(
    JSON.stringify(value, (_, each: unknown) => {
      const first = numbers.length;
      if (each instanceof Float64Array) {
        for (const number of each) numbers.push(number);
        return { [MARK]: [first, each.length] };
      }
      if (typeof each !== 'number' || (Number.isFinite(each) && !Object.is(each, -0))) return each;
      numbers.push(each);
      return { [MARK]: [first] };
    }),
  );
  const start = padded(PREFIX_BYTES + text.length);
  const bytes = new Uint8Array(start + 8 * numbers.length);
  const view = new DataView(bytes.buffer);
  bytes.set(new TextEncoder().encode(MAGIC));
  view.setUint32(8, VERSION, true);
  view.setUint32(12, text.length, true);
  bytes.set(text, PREFIX_BYTES);
  numbers.forEach((number, i) => {
    view.setFloat64(start + 8 * i, number, true);
  });
  return bytes;
}

/** Throws a SimulationError for bytes that are no such state. */
export function decodeState(bytes: Uint8Array): unknown {
  const refuse = (problem: string): never => {
    throw new SimulationError('bad-state', `saved state: ${problem}`);
  };
  if (bytes.length < PREFIX_BYTES || new TextDecoder().decode(bytes.subarray(0, 8)) !== MAGIC) {
    refuse('not one of an event-driven simulation');
  }
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const version = view.getUint32(8, true);
  if (version !== VERSION) refuse(`version ${version}; this program reads version ${VERSION}`);
  const end = PREFIX_BYTES + view.getUint32(12, true);
  const start = padded(end);
  if (start > bytes.length) refuse('cut short');
  const numberAt = (index: number): number => {
    const at = start + 8 * index;
    return at + 8 <= bytes.length ? view.getFloat64(at, true) : refuse('cut short');
  };
  return JSON.parse(new TextDecoder().decode(bytes.subarray(PREFIX_BYTES, end)), (_, each: unknown) => {
    const marked = typeof each === 'object' && each !== null ? (each as Record<string, unknown>)[MARK] : undefined;
    if (!Array.isArray(marked)) return each;
    const [first, count] = marked as [number, number | undefined];
    if (count === undefined) return numberAt(first);
    return Float64Array.from({ length: count }, (_item, i) => numberAt(first + i));
  });
}
