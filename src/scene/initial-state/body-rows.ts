// SPDX-License-Identifier: MIT
/** Bodies read from a file: one row for each body, numbers in SI units, in flat arrays. */

import { ScreeError } from '../../errors.ts';
import { LARGEST_SIZE } from '../../math/size-range.ts';
import type { CarriedState } from '../../simulation/state/carried-state.ts';

/** A file of bodies that cannot be used; the message begins with `file:line:`. */
export class BodyFileError extends ScreeError {}

/** Arrays of numbers by quantity; all but positions may be missing. */
export interface BodyColumns {
  /** Of the shape's own frame, stride 3. */
  readonly position: Float64Array;
  /** Stride 4, w first. */
  readonly orientation?: Float64Array;
  readonly velocity?: Float64Array;
  readonly angularVelocity?: Float64Array;
  /** Of the body. */
  readonly radius?: Float64Array;
  /** Factor on the shape's size. */
  readonly scale?: Float64Array;
  readonly density?: Float64Array;
  /** From 1, as LAMMPS counts types. */
  readonly kind?: Float64Array;
}

export interface BodyTable extends BodyColumns {
  /** The whole state that the bodies are of, for contacts and bonds that carry on. */
  readonly carried?: CarriedState;
  /** As messages call it. */
  readonly file: string;
  readonly count: number;
  /** Names; empty if a row has none. */
  readonly shape?: readonly string[];
  readonly material?: readonly string[];
  /** Line of each row in the file; none for files without lines. */
  readonly lines?: Int32Array;
}

/** `bed.csv:14`, or `trajectory.scree, body 14`. */
export function locationOfRow({ file, lines }: Pick<BodyTable, 'file' | 'lines'>, row: number): string {
  return lines === undefined ? `${file}, body ${row}` : `${file}:${lines[row]}`;
}

/** Column names of files, each with its array and component. */
export const COMPONENTS = {
  position: ['x', 'y', 'z'],
  orientation: ['qw', 'qx', 'qy', 'qz'],
  velocity: ['vx', 'vy', 'vz'],
  angularVelocity: ['wx', 'wy', 'wz'],
  radius: ['radius'],
  scale: ['scale'],
  density: ['density'],
  kind: ['kind'],
} as const satisfies Record<keyof BodyColumns, readonly string[]>;

/** The columns that numbers are read from. */
export const NUMBER_HEADINGS: readonly string[] = Object.values(COMPONENTS).flat();
export const WORD_HEADINGS = ['shape', 'material'] as const;

type Words = { -readonly [Key in (typeof WORD_HEADINGS)[number]]?: string[] };

/** Takes rows one by one and gives the table. Throws a BodyFileError at the first that is wrong. */
export class TableBuilder {
  readonly #file: string;
  readonly #headings: readonly string[];
  readonly #factors: readonly number[];
  readonly #columns: (number[] | undefined)[];
  readonly #words: Words = {};
  readonly #lines: number[] = [];

  /** Ignored columns are empty texts in `headings`; `factors` converts their numbers to SI units. */
  constructor(file: string, headingLine: number, headings: readonly string[], factors: readonly number[] = []) {
    this.#file = file;
    this.#headings = headings;
    this.#factors = factors;
    const refuse = (problem: string): never => {
      throw new BodyFileError('bad-columns', `${file}:${headingLine}: ${problem}`, { file, line: headingLine });
    };
    for (const names of Object.values(COMPONENTS)) {
      const missing = names.filter((name) => !headings.includes(name));
      const needs = missing.length < names.length || names === COMPONENTS.position;
      if (needs && missing.length > 0)
        refuse(`the columns ${names.join(', ')} belong together; ${missing.join(', ')} is missing`);
    }
    headings.forEach((name, i) => {
      if (name !== '' && headings.indexOf(name) !== i)
        refuse(`the column ${name} is there twice; rename or remove one`);
    });
    if (headings.includes('radius') && headings.includes('scale')) refuse('expected either radius or scale, not both');
    this.#columns = headings.map((name) => (NUMBER_HEADINGS.includes(name) ? [] : undefined));
    for (const word of WORD_HEADINGS) if (headings.includes(word)) this.#words[word] = [];
  }

  get count(): number {
    return this.#lines.length;
  }

  add(cells: readonly string[], line: number): void {
    const headings = this.#headings;
    if (cells.length !== headings.length) {
      throw this.#bad(line, `expected ${headings.length} values, one for each column, got ${cells.length}`);
    }
    for (let i = 0; i < cells.length; i++) {
      const column = this.#columns[i];
      const cell = cells[i];
      if (column !== undefined) {
        const value = cell.trim() === '' ? Number.NaN : Number(cell);
        if (!(Math.abs(value) <= LARGEST_SIZE)) throw this.#notANumber(headings[i], cell, line);
        column.push(scaled(value, this.#factors[i] ?? 1));
      } else if (headings[i] === 'shape' || headings[i] === 'material')
        this.#words[headings[i] as 'shape']?.push(unquoted(cell));
    }
    this.#lines.push(line);
  }

  table(): BodyTable {
    const lines = Int32Array.from(this.#lines);
    const count = lines.length;
    const columnOf = (name: string): number[] | undefined => this.#columns[this.#headings.indexOf(name)];
    const arrays = Object.entries(COMPONENTS).flatMap(([key, names]) => {
      const parts = names.map((name) => columnOf(name));
      if (parts.some((part) => part === undefined)) return [];
      const stride = names.length;
      const values = new Float64Array(stride * count);
      parts.forEach((part, c) => {
        for (let k = 0; k < count; k++) values[stride * k + c] = part?.[k] as number;
      });
      return [[key, values]];
    });
    const table = { file: this.#file, count, lines, ...this.#words, ...Object.fromEntries(arrays) } as BodyTable;
    this.#check(table);
    return table;
  }

  #check({ radius, scale, kind, orientation, count }: BodyTable): void {
    for (let k = 0; k < count; k++) {
      const line = this.#lines[k];
      for (const [name, values] of [
        ['radius', radius],
        ['scale', scale],
      ] as const) {
        if (values !== undefined && !(values[k] > 0))
          throw this.#bad(line, `${name}: expected a number > 0, got ${values[k]}`);
      }
      if (kind !== undefined && !(Number.isInteger(kind[k]) && kind[k] >= 1)) {
        throw this.#bad(line, `kind: expected an integer >= 1, got ${kind[k]}`);
      }
      if (orientation?.subarray(4 * k, 4 * k + 4).every((value) => value === 0)) {
        throw this.#bad(line, 'qw, qx, qy, qz: expected a quaternion, not all zero; 1, 0, 0, 0 is not turned');
      }
    }
  }

  #notANumber(heading: string, cell: string, line: number): BodyFileError {
    const shown = cell.trim() === '' ? 'nothing' : `"${cell.trim().slice(0, 40)}"`;
    const comma = /^\s*"?-?\d+,\d+"?\s*$/.test(cell) ? '; write 1.5, not 1,5' : '';
    return this.#bad(line, `${heading}: expected a number of at most ${LARGEST_SIZE}, got ${shown}${comma}`);
  }

  #bad(line: number, problem: string): BodyFileError {
    return new BodyFileError('bad-row', `${this.#file}:${line}: ${problem}`, { file: this.#file, line });
  }
}

/** Divides if the factor is one over an integer, so that `3 mm` is 0.003 to the bit. */
function scaled(value: number, factor: number): number {
  const divisor = Math.round(1 / factor);
  return factor < 1 && Math.abs(divisor * factor - 1) < 4 * Number.EPSILON ? value / divisor : value * factor;
}

export function unquoted(cell: string): string {
  return cell.trim().replace(/^"(.*)"$/, '$1');
}
