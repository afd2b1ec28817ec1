// SPDX-License-Identifier: MIT
/**
 * Reads vectors on a regular grid from a legacy VTK file: STRUCTURED_POINTS with POINT_DATA and VECTORS, as text or as
 * big-endian numbers.
 */
import { ScreeError } from '../../errors.ts';

type Triple = readonly [number, number, number];

export interface VectorGrid {
  readonly origin: Triple;
  readonly spacing: Triple;
  /** Numbers of points. */
  readonly points: Triple;
  /** Three components a point, x fastest. */
  readonly values: Float64Array;
}

function refuse(name: string, problem: string): never {
  throw new ScreeError(
    'bad-grid',
    `${name}: ${problem}; expected a legacy VTK file with STRUCTURED_POINTS and VECTORS`,
  );
}

/** Throws a ScreeError that starts with `name`. */
export function readStructuredPoints(bytes: Uint8Array, name: string): VectorGrid {
  let at = 0;
  const line = (): string => {
    if (at >= bytes.length) refuse(name, 'the file ends before its vectors');
    let end = bytes.indexOf(10, at);
    if (end < 0) end = bytes.length;
    const text = new TextDecoder().decode(bytes.subarray(at, end)).trim();
    at = end + 1;
    return text;
  };
  if (!line().startsWith('# vtk DataFile')) refuse(name, 'the first line is not that of a VTK file');
  line();
  const form = line();
  if (form !== 'ASCII' && form !== 'BINARY')
    refuse(name, `the third line is "${form.slice(0, 40)}", not ASCII or BINARY`);
  const known = new Map<string, Triple>();
  let count = 0;
  let kind = '';
  while (kind === '') {
    const words = line().split(/\s+/);
    const key = (words[0] ?? '').toUpperCase();
    if (key === 'DATASET' && words[1]?.toUpperCase() !== 'STRUCTURED_POINTS') refuse(name, `has a ${words[1]}`);
    if (['DIMENSIONS', 'ORIGIN', 'SPACING', 'ASPECT_RATIO'].includes(key)) {
      const [x = Number.NaN, y = Number.NaN, z = Number.NaN] = words.slice(1).map(Number);
      if (![x, y, z].every(Number.isFinite)) refuse(name, `${key} has no three numbers`);
      known.set(key === 'ASPECT_RATIO' ? 'SPACING' : key, [x, y, z]);
    }
    if (key === 'POINT_DATA') count = Number(words[1]);
    if (key === 'VECTORS') kind = (words[2] ?? '').toLowerCase();
  }
  const [points, spacing] = [known.get('DIMENSIONS'), known.get('SPACING')];
  if (points === undefined || spacing === undefined) refuse(name, 'has no DIMENSIONS or no SPACING');
  if (!points.every((n) => Number.isInteger(n) && n > 0)) refuse(name, `DIMENSIONS are ${points.join(' ')}`);
  if (points[0] * points[1] * points[2] !== count) {
    refuse(name, `POINT_DATA are ${count}, but DIMENSIONS make ${points[0] * points[1] * points[2]} points`);
  }
  if (kind !== 'float' && kind !== 'double') refuse(name, `VECTORS are ${kind || 'of no kind'}, not float or double`);
  const origin: Triple = known.get('ORIGIN') ?? [0, 0, 0];
  const values = form === 'ASCII' ? textValues(bytes.subarray(at)) : binaryValues(bytes.subarray(at), kind, 3 * count);
  if (values.length < 3 * count) refuse(name, `has ${values.length} of ${3 * count} numbers`);
  return { origin, spacing, points, values: values.slice(0, 3 * count) };
}

function textValues(bytes: Uint8Array): Float64Array {
  const text = new TextDecoder().decode(bytes).trim();
  return Float64Array.from(text === '' ? [] : text.split(/\s+/), Number);
}

function binaryValues(bytes: Uint8Array, kind: string, most: number): Float64Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const size = kind === 'double' ? 8 : 4;
  const count = Math.min(most, Math.floor(bytes.byteLength / size));
  return Float64Array.from({ length: count }, (_, k) => (size === 8 ? view.getFloat64(8 * k) : view.getFloat32(4 * k)));
}
