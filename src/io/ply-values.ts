// SPDX-License-Identifier: MIT
/** Reads the values of a PLY file in sequence, from text or from bytes of either byte order. */
import { byteError, lineError, parseDecimal } from './mesh-data.ts';
import type { PlyHeader, PlyScalar } from './ply-header.ts';

/** Reads the values of rows; a row is one vertex, face or other element. */
export interface PlyValues {
  startRow(what: string): void;
  next(type: PlyScalar, what: string): number;
  /** Ends the row; says how many values were left over. */
  endRow(): number;
  /** `file:line` or `file: byte n` of the current row. */
  location(): string;
  fail(code: string, problem: string): Error;
  /** Number of bytes or lines after the last row. */
  leftOver(): number;
  /** Number of further rows, with at least these values, that fit after the last row. */
  leftOverRows(least: readonly PlyScalar[]): number;
}

export function plyValues(bytes: Uint8Array, header: PlyHeader, file: string): PlyValues {
  if (header.format === 'ascii') {
    return new TextValues(new TextDecoder().decode(bytes.subarray(header.dataByte)), header.dataLine, file);
  }
  return new BinaryValues(bytes, header.dataByte, header.format === 'binary_little_endian', file);
}

const NOT_FINITE = /^[+-]?(?:nan|inf)/i;

class TextValues implements PlyValues {
  private readonly lines: string[];
  private readonly firstLine: number;
  private readonly file: string;
  private row = -1;
  private tokens: string[] = [];
  private used = 0;

  constructor(text: string, firstLine: number, file: string) {
    this.lines = text.split('\n');
    this.firstLine = firstLine;
    this.file = file;
  }

  startRow(what: string): void {
    do {
      this.row++;
      if (this.row >= this.lines.length) {
        this.row = this.lines.length - 1;
        throw this.fail('truncated', `the file ends before ${what}`);
      }
    } while (this.lines[this.row]?.trim() === '');
    this.tokens = this.lines[this.row].trim().split(/\s+/);
    this.used = 0;
  }

  next(_type: PlyScalar, what: string): number {
    const token = this.tokens[this.used++];
    // Programs write these for an unknown confidence or colour; the reader checks where a finite number is needed.
    if (token !== undefined && NOT_FINITE.test(token)) return Number.NaN;
    return parseDecimal(token, this.file, this.firstLine + this.row, what);
  }

  endRow(): number {
    return this.tokens.length - this.used;
  }

  location(): string {
    return `${this.file}:${this.firstLine + this.row}`;
  }

  fail(code: string, problem: string): Error {
    return lineError(this.file, this.firstLine + this.row, code, problem);
  }

  leftOver(): number {
    return this.#rest().length;
  }

  leftOverRows(least: readonly PlyScalar[]): number {
    const isRow = (line: string): boolean => {
      const tokens = line.split(/\s+/);
      return tokens.length >= least.length && tokens.every((token) => Number.isFinite(Number(token)));
    };
    return this.#rest().filter(isRow).length;
  }

  /** Lines after the last row. */
  #rest(): string[] {
    return this.lines
      .slice(this.row + 1)
      .map((line) => line.trim())
      .filter((line) => line !== '');
  }
}

class BinaryValues implements PlyValues {
  private readonly view: DataView;
  private readonly isLittleEndian: boolean;
  private readonly file: string;
  private position: number;
  private rowBegin: number;

  constructor(bytes: Uint8Array, begin: number, isLittleEndian: boolean, file: string) {
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    this.position = begin;
    this.rowBegin = begin;
    this.isLittleEndian = isLittleEndian;
    this.file = file;
  }

  startRow(): void {
    this.rowBegin = this.position;
  }

  next(type: PlyScalar, what: string): number {
    const size = BYTES_OF[type];
    const at = this.position;
    if (at + size > this.view.byteLength) {
      throw byteError(this.file, this.view.byteLength, 'truncated', `the file ends in ${what}`);
    }
    this.position += size;
    const little = this.isLittleEndian;
    switch (type) {
      case 'int8':
        return this.view.getInt8(at);
      case 'uint8':
        return this.view.getUint8(at);
      case 'int16':
        return this.view.getInt16(at, little);
      case 'uint16':
        return this.view.getUint16(at, little);
      case 'int32':
        return this.view.getInt32(at, little);
      case 'uint32':
        return this.view.getUint32(at, little);
      case 'float32':
        return this.view.getFloat32(at, little);
      default:
        return this.view.getFloat64(at, little);
    }
  }

  endRow(): number {
    return 0;
  }

  location(): string {
    return `${this.file}: byte ${this.rowBegin}`;
  }

  fail(code: string, problem: string): Error {
    return byteError(this.file, this.rowBegin, code, problem);
  }

  leftOver(): number {
    return this.view.byteLength - this.position;
  }

  leftOverRows(least: readonly PlyScalar[]): number {
    return Math.floor(this.leftOver() / least.reduce((sum, type) => sum + BYTES_OF[type], 0));
  }
}

const BYTES_OF: Readonly<Record<PlyScalar, number>> = {
  int8: 1,
  uint8: 1,
  int16: 2,
  uint16: 2,
  int32: 4,
  uint32: 4,
  float32: 4,
  float64: 8,
};
