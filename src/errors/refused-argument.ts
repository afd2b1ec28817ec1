// SPDX-License-Identifier: MIT
/**
 * Messages about wrong arguments, in one form for shapes, poses, options and meshes: `poseA.position[1]: expected a
 * finite number, got "5"`. The caller chooses the error class.
 */
import type { ScreeError } from '../errors.ts';
import { didYouMean } from './near-names.ts';

/** A class of errors.ts. */
export type ErrorClass = new (code: string, message: string, details?: Readonly<Record<string, unknown>>) => ScreeError;

/** Text of a value in a message. */
export function describeValue(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (typeof value === 'string') return JSON.stringify(value.length > 40 ? `${value.slice(0, 40)}…` : value);
  if (typeof value === 'bigint') return `${value}n`;
  if (Array.isArray(value)) return `an array of ${value.length}`;
  if (typeof value === 'function') return 'a function';
  if (typeof value === 'object' && value !== null) return 'an object';
  return String(value);
}

/** Throws `path: expected ..., got ...`. */
export function refuseArgument(
  Refused: ErrorClass,
  code: string,
  path: string,
  expected: string,
  value: unknown,
): never {
  throw new Refused(code, `${path}: expected ${expected}, got ${describeValue(value)}`, { path, value });
}

/** Returns the value as a record. Throws unless it is an object whose keys are all in `allowed`. */
export function requireKeys(
  value: unknown,
  path: string,
  allowed: readonly string[],
  Refused: ErrorClass,
): Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    refuseArgument(Refused, 'not-an-object', path, `an object with ${allowed.join(', ')}`, value);
  }
  for (const key in value) if (!allowed.includes(key)) refuseKey(path, key, allowed, Refused);
  return value as Readonly<Record<string, unknown>>;
}

/** Throws an error about a key that is not in `allowed`, and suggests the nearest one. */
export function refuseKey(path: string, key: string, allowed: readonly string[], Refused: ErrorClass): never {
  const message = `${path}.${key}: unknown key${didYouMean(key, allowed)}; allowed: ${allowed.join(', ')}`;
  throw new Refused('unknown-key', message, { path, key, allowed });
}

/** True for arrays and typed arrays, which hold components by index. */
export function isList(value: object): value is ArrayLike<unknown> & object {
  return Array.isArray(value) || (ArrayBuffer.isView(value) && !(value instanceof DataView));
}

/**
 * Throws an error about a vector or quaternion whose components are not finite numbers of at most `largest`, one for
 * each name.
 */
export function refuseComponents(
  value: unknown,
  path: string,
  names: readonly string[],
  largest: number,
  Refused: ErrorClass,
): never {
  const count = ['two', 'three', 'four'][names.length - 2];
  const code = names.includes('w') ? 'not-a-quaternion' : 'not-a-vector';
  const expected = `${count} numbers [${names.join(', ')}]`;
  if (typeof value !== 'object' || value === null) refuseArgument(Refused, code, path, expected, value);
  if (isList(value) && value.length !== names.length) refuseArgument(Refused, code, path, expected, value);
  names.forEach((name, i) => {
    const part = isList(value) ? value[i] : (value as Readonly<Record<string, unknown>>)[name];
    const location = isList(value) ? `${path}[${i}]` : `${path}.${name}`;
    if (typeof part !== 'number' || !Number.isFinite(part)) {
      refuseArgument(Refused, 'not-finite', location, 'a finite number', part);
    }
    if (Math.abs(part) > largest) {
      refuseArgument(Refused, 'out-of-range', location, `a number from ${-largest} to ${largest}`, part);
    }
  });
  // Reached only if the value changes while it is read.
  return refuseArgument(Refused, code, path, expected, value);
}

/** Returns the value, or throws unless it is a finite number. */
export function requireNumber(value: unknown, path: string, Refused: ErrorClass, expected = 'a finite number'): number {
  if (typeof value !== 'number' || !Number.isFinite(value)) {
    refuseArgument(Refused, 'not-finite', path, expected, value);
  }
  return value;
}
