// SPDX-License-Identifier: MIT
/** Reads and checks parameters of planar shapes; messages start with the path, as for bodies in space. */
import { type Vector2, vector2 } from '../../math/planar-vector.ts';
import { readCoordinate, readParameters, refuse } from '../parameters.ts';

type NumberReader = (value: unknown, path: string) => number;

/** A vector given as `[x, y]` or `{x, y}`; `read` checks each component. */
export function readPlanarVector(value: unknown, path: string, read: NumberReader = readCoordinate): Vector2 {
  if (Array.isArray(value)) {
    if (value.length !== 2) refuse('not-a-vector', path, 'two numbers [x, y]', value);
    return vector2([read(value[0], `${path}[0]`), read(value[1], `${path}[1]`)]);
  }
  if (typeof value !== 'object' || value === null) refuse('not-a-vector', path, 'two numbers [x, y]', value);
  const record = readParameters(value, path, ['x', 'y']);
  return vector2([read(record.x, `${path}.x`), read(record.y, `${path}.y`)]);
}

/** The direction divided by its length. Throws a RangeError for zero and non-finite directions. */
export function unitPlanarDirection(direction: Vector2): Vector2 {
  const { x, y } = direction;
  const largest = Math.max(Math.abs(x), Math.abs(y));
  if (!(largest > 0 && largest < Infinity)) {
    throw new RangeError(`support: expected a finite direction other than zero, got (${x}, ${y})`);
  }
  const u = x / largest;
  const v = y / largest;
  const length = Math.sqrt(u * u + v * v);
  return { x: u / length, y: v / length };
}
