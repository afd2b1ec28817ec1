// SPDX-License-Identifier: MIT
/**
 * The view in the address, `#/watch?t=0.2&colour=speed…` or `#/watch/RUN?t=…`, so that a link shows the same picture.
 * Each part of the view reads and writes its own keys, and writes only what differs from the first view.
 */

export interface AddressPart {
  /** All keys that this part may write. */
  readonly keys: readonly string[];
  write(to: URLSearchParams): void;
  /** Missing keys mean the first view. */
  read(from: URLSearchParams): void;
}

/** Significant digits: a picture of 10,000 pixels shows no more. */
const DIGITS = 6;

export const numberText = (value: number): string => String(Number(value.toPrecision(DIGITS)));

/** Places and lengths beyond this are none: float32 holds no squares of them. */
const FARTHEST = 1e15;

/** Ends of a range such as `-Infinity,2.5`; undefined unless there are `count` numbers. */
export function readEnds(text: string | null, count: number): number[] | undefined {
  if (text === null) return undefined;
  const numbers = text.split(',').map((each) => (each.trim() === '' ? Number.NaN : Number(each)));
  return numbers.length === count && !numbers.some(Number.isNaN) ? numbers : undefined;
}

/** The same for places and lengths, which are finite. */
export function readNumbers(text: string | null, count: number): number[] | undefined {
  const numbers = readEnds(text, count);
  return numbers?.every((each) => Math.abs(each) <= FARTHEST) ? numbers : undefined;
}

export const numbersText = (values: readonly number[]): string => values.map(numberText).join(',');

export function hashParameters(hash: string): URLSearchParams {
  const at = hash.indexOf('?');
  return new URLSearchParams(at < 0 ? '' : hash.slice(at + 1));
}

/** The hash with the present state of all parts; the run that it names and keys of others stay. */
export function hashOf(tab: string, before: string, parts: readonly AddressPart[]): string {
  const parameters = hashParameters(before);
  for (const { keys } of parts) for (const key of keys) parameters.delete(key);
  for (const part of parts) part.write(parameters);
  // Commas and colons may stand in a hash as they are, which is easier to read.
  const text = parameters.toString().replaceAll('%2C', ',').replaceAll('%3A', ':');
  const path = before.split('?', 1)[0];
  const kept = path === `#/${tab}` || path.startsWith(`#/${tab}/`) ? path : `#/${tab}`;
  return text === '' ? kept : `${kept}?${text}`;
}
