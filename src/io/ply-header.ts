// SPDX-License-Identifier: MIT
/** The header of a PLY file (Turk 1994, "The PLY Polygon File Format"): its format, elements and their properties. */
import { lineError } from './mesh-data.ts';

type PlyFormat = 'ascii' | 'binary_little_endian' | 'binary_big_endian';
export type PlyScalar = 'int8' | 'uint8' | 'int16' | 'uint16' | 'int32' | 'uint32' | 'float32' | 'float64';

export interface PlyProperty {
  readonly name: string;
  /** Of the value, or of the items of a list. */
  readonly type: PlyScalar;
  /** Type of the number of items, for a list. */
  readonly countType?: PlyScalar;
}

export interface PlyElement {
  readonly name: string;
  readonly count: number;
  readonly properties: PlyProperty[];
  readonly line: number;
}

export interface PlyHeader {
  readonly format: PlyFormat;
  readonly elements: PlyElement[];
  /** Start of the data: byte offset, and line number for text. */
  readonly dataByte: number;
  readonly dataLine: number;
}

const SCALARS: Readonly<Record<string, PlyScalar>> = {
  char: 'int8',
  int8: 'int8',
  uchar: 'uint8',
  uint8: 'uint8',
  short: 'int16',
  int16: 'int16',
  ushort: 'uint16',
  uint16: 'uint16',
  int: 'int32',
  int32: 'int32',
  uint: 'uint32',
  uint32: 'uint32',
  float: 'float32',
  float32: 'float32',
  double: 'float64',
  float64: 'float64',
};

const FORMATS: readonly string[] = ['ascii', 'binary_little_endian', 'binary_big_endian'];

/** Reads the header; throws `MeshError` with `file:line: problem`. */
export function readPlyHeader(bytes: Uint8Array, file: string): PlyHeader {
  let format: PlyFormat | undefined;
  const elements: PlyElement[] = [];
  let position = 0;
  for (let line = 1; ; line++) {
    if (position >= bytes.length) {
      throw lineError(
        file,
        line,
        line === 1 ? 'bad-header' : 'truncated',
        'the file ends inside the header; expected "end_header"',
      );
    }
    let end = bytes.indexOf(10, position);
    if (end < 0) end = bytes.length;
    const words = new TextDecoder().decode(bytes.subarray(position, end)).trim().split(/\s+/);
    position = end + 1;
    const keyword = words[0] ?? '';
    if (line === 1) {
      if (keyword !== 'ply') throw lineError(file, line, 'bad-header', 'expected "ply" as the first line');
    } else if (keyword === 'format') {
      if (!FORMATS.includes(words[1] ?? '')) {
        throw lineError(
          file,
          line,
          'bad-header',
          `format: expected one of ${FORMATS.join(', ')}, got "${words[1] ?? ''}"`,
        );
      }
      format = words[1] as PlyFormat;
    } else if (keyword === 'element') {
      elements.push(parseElement(words, file, line));
    } else if (keyword === 'property') {
      const element = elements.at(-1);
      if (!element) throw lineError(file, line, 'bad-header', 'property before the first element');
      element.properties.push(parseProperty(words, file, line));
    } else if (keyword === 'end_header') {
      if (!format) throw lineError(file, line, 'bad-header', 'the header has no "format" line');
      return { format, elements, dataByte: position, dataLine: line + 1 };
    } else if (keyword !== 'comment' && keyword !== 'obj_info' && keyword !== '') {
      const known = 'format, element, property, comment, obj_info or end_header';
      throw lineError(file, line, 'bad-header', `expected ${known}, got "${keyword.slice(0, 40)}"`);
    }
  }
}

function parseElement(words: readonly string[], file: string, line: number): PlyElement {
  const [, name = '', countText = ''] = words;
  if (!/^\d+$/.test(countText)) {
    throw lineError(file, line, 'bad-header', `element ${name}: expected a count, got "${countText}"`);
  }
  return { name, count: Number(countText), properties: [], line };
}

function parseProperty(words: readonly string[], file: string, line: number): PlyProperty {
  const scalar = (word: string | undefined): PlyScalar => {
    const type = SCALARS[word ?? ''];
    if (type) return type;
    const known = Object.keys(SCALARS).join(', ');
    throw lineError(file, line, 'bad-header', `property: expected a type (${known}), got "${word ?? ''}"`);
  };
  const isList = words[1] === 'list';
  const name = words[isList ? 4 : 2];
  if (name === undefined) throw lineError(file, line, 'bad-header', 'property: expected a name');
  if (!isList) return { name, type: scalar(words[1]) };
  const countType = scalar(words[2]);
  if (countType.startsWith('float')) {
    throw lineError(file, line, 'bad-header', `property ${name}: the count of a list cannot be ${words[2]}`);
  }
  return { name, countType, type: scalar(words[3]) };
}
