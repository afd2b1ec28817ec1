// SPDX-License-Identifier: MIT
/**
 * Reads and checks the parameters of shapes. Every message starts with the path of the parameter: `box.halfExtents[1]:
 * expected ...`.
 */

import { describeValue, refuseArgument, requireKeys } from '../errors/refused-argument.ts';
import { InvalidShapeError } from '../errors.ts';
import { LARGEST_SIZE, SMALLEST_SIZE } from '../math/size-range.ts';
import { type Vector3, vector3 } from '../math/vector.ts';

export { describeValue, LARGEST_SIZE, SMALLEST_SIZE };

/** Range of superquadric exponents. At 1 and infinity the surface has edges and the support point is not unique. */
export const SMALLEST_EXPONENT = 1.01;
export const LARGEST_EXPONENT = 100;

type NumberReader = (value: unknown, path: string) => number;

/** Throws an InvalidShapeError `path: expected ..., got ...`. */
export function refuse(code: string, path: string, expected: string, value: unknown): never {
  return refuseArgument(InvalidShapeError, code, path, expected, value);
}

/** The value as a record that has all of `required`, perhaps some of `optional`, and nothing else. */
export function readParameters(
  value: unknown,
  path: string,
  required: readonly string[],
  optional: readonly string[] = [],
): Readonly<Record<string, unknown>> {
  const record = requireKeys(value, path, [...required, ...optional], InvalidShapeError);
  const missing = required.find((key) => record[key] === undefined);
  if (missing !== undefined) {
    throw new InvalidShapeError('missing-key', `${path}.${missing}: missing; needed: ${required.join(', ')}`, {
      path,
      key: missing,
      required,
    });
  }
  return record;
}

/** A length > 0. */
export function readSize(value: unknown, path: string): number {
  if (typeof value !== 'number' || !Number.isFinite(value) || !(value > 0)) {
    refuse('not-positive', path, 'a finite number > 0', value);
  }
  if (value < SMALLEST_SIZE || value > LARGEST_SIZE) {
    refuse('out-of-range', path, `a size from ${SMALLEST_SIZE} to ${LARGEST_SIZE}`, value);
  }
  return value;
}

export function isCoordinate(value: unknown): value is number {
  return typeof value === 'number' && Math.abs(value) <= LARGEST_SIZE;
}

/** A coordinate: any finite number that is not too large to be squared. Minus zero becomes zero. */
export function readCoordinate(value: unknown, path: string): number {
  if (typeof value !== 'number' || !Number.isFinite(value)) refuse('not-finite', path, 'a finite number', value);
  if (Math.abs(value) > LARGEST_SIZE) {
    refuse('out-of-range', path, `a number from ${-LARGEST_SIZE} to ${LARGEST_SIZE}`, value);
  }
  return value + 0;
}

export function readExponent(value: unknown, path: string): number {
  if (typeof value !== 'number' || !(value >= SMALLEST_EXPONENT && value <= LARGEST_EXPONENT)) {
    refuse('out-of-range', path, `a number > 1, from ${SMALLEST_EXPONENT} to ${LARGEST_EXPONENT}`, value);
  }
  return value;
}

/** A vector given as `[x, y, z]` or `{x, y, z}`; `read` checks each component. */
export function readVector(value: unknown, path: string, read: NumberReader = readCoordinate): Vector3 {
  if (Array.isArray(value)) {
    if (value.length !== 3) refuse('not-a-vector', path, 'three numbers [x, y, z]', value);
    return vector3([read(value[0], `${path}[0]`), read(value[1], `${path}[1]`), read(value[2], `${path}[2]`)]);
  }
  if (typeof value !== 'object' || value === null) refuse('not-a-vector', path, 'three numbers [x, y, z]', value);
  const record = readParameters(value, path, ['x', 'y', 'z']);
  return vector3([read(record.x, `${path}.x`), read(record.y, `${path}.y`), read(record.z, `${path}.z`)]);
}
