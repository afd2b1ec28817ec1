// SPDX-License-Identifier: MIT
/**
 * Plain values with float64 arrays as bytes, exact to the last bit. A "SCREEEVT" state of state-container.ts: the text
 * is JSON, and the data are all numbers that JSON cannot represent (arrays, non-finite values, -0) in sequence.
 */
import type { SpecFingerprint } from '../state/spec-fingerprint.ts';
import {
  badState,
  packState,
  type RestoreOptions,
  type StateKind,
  sealState,
  unpackState,
} from '../state/state-container.ts';

const KIND: StateKind = {
  magic: 'SCREEEVT',
  version: 3,
  align: 8,
  simulation: 'an event-driven simulation',
  remedy: 'use Simulation.restore for fixed steps',
  changeable: ['gravity', 'longestStep', 'mostSteps'],
};
/**
 * Marks numbers and arrays that stand behind the text: `{ "$": [first, count] }`, `{ "$": [first] }` for one number.
 */
const MARK = '$';

/** Nothing of `value` may have the key `$`; undefined entries are left out. */
export function encodeState(value: unknown, spec: SpecFingerprint): Uint8Array {
  const numbers: number[] = [];
  const text = JSON.stringify(value, (_, each: unknown) => {
    const first = numbers.length;
    if (each instanceof Float64Array) {
      for (const number of each) numbers.push(number);
      return { [MARK]: [first, each.length] };
    }
    if (typeof each !== 'number' || (Number.isFinite(each) && !Object.is(each, -0))) return each;
    numbers.push(each);
    return { [MARK]: [first] };
  });
  const { bytes, start } = packState(KIND, spec, text, 8 * numbers.length);
  const view = new DataView(bytes.buffer);
  numbers.forEach((number, i) => {
    view.setFloat64(start + 8 * i, number, true);
  });
  return sealState(bytes);
}

/**
 * The value, and the fingerprint for later saves. Throws a SimulationError for bytes that are not such a state; see
 * `unpackState`.
 */
export function decodeState(
  bytes: Uint8Array,
  given: SpecFingerprint,
  options: RestoreOptions = {},
): { value: unknown; spec: SpecFingerprint } {
  const { text, start, spec } = unpackState(KIND, bytes, given, options);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const numberAt = (index: number): number => {
    const at = start + 8 * index;
    if (at + 8 > bytes.length) throw badState('cut short');
    return view.getFloat64(at, true);
  };
  const value = JSON.parse(text, (_, each: unknown) => {
    const marked = typeof each === 'object' && each !== null ? (each as Record<string, unknown>)[MARK] : undefined;
    if (!Array.isArray(marked)) return each;
    const [first, count] = marked as [number, number | undefined];
    if (count === undefined) return numberAt(first);
    return Float64Array.from({ length: count }, (_item, i) => numberAt(first + i));
  });
  return { value, spec };
}
