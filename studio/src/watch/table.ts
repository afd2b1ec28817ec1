// SPDX-License-Identifier: MIT
/** A CSV table of the run, fetched piece by piece while it grows. */
import type { RunSource } from '../run-source/run-source.ts';

export class Table {
  readonly name: string;
  headings: readonly string[] = [];
  /** One array a heading. */
  columns: number[][] = [];
  #bytes = 0;
  #rest = '';
  #decoder = new TextDecoder();

  constructor(name: string) {
    this.name = name;
  }

  /** True when there are new rows. */
  async refresh(source: RunSource): Promise<boolean> {
    const bytes = await source.table(this.name, this.#bytes);
    this.#bytes += bytes.length;
    return this.add(this.#decoder.decode(bytes, { stream: true }));
  }

  /** Starts again: the run was. */
  clear(): void {
    this.headings = [];
    this.columns = [];
    this.#bytes = 0;
    this.#rest = '';
    this.#decoder = new TextDecoder();
  }

  /** Adds the lines of a text; the last, if it has no end yet, waits for the next. */
  add(text: string): boolean {
    const lines = (this.#rest + text).split('\n');
    this.#rest = lines.pop() ?? '';
    let isNew = false;
    for (const line of lines) {
      const cells = line.split(',');
      if (this.headings.length === 0) {
        this.headings = cells;
        this.columns = cells.map(() => []);
        continue;
      }
      isNew = true;
      for (let k = 0; k < this.columns.length; k++) {
        const cell = cells[k];
        this.columns[k].push(cell === undefined || cell === '' ? Number.NaN : Number(cell));
      }
    }
    return isNew;
  }

  get time(): readonly number[] {
    return this.columns[this.headings.indexOf('time')] ?? [];
  }

  /** One row for each time, in order: not a list of contacts or slices. Rows without a time are ignored. */
  get isSeries(): boolean {
    const time = this.time.filter(Number.isFinite);
    return time.length > 1 && time.every((value, k) => k === 0 || value > time[k - 1]);
  }
}

const UNITS: readonly (readonly [RegExp, string])[] = [
  [/^energy\.|\.energy$|Energy$/, 'J'],
  [/\.massRate$/, 'kg/s'],
  [/\.mass$/, 'kg'],
  [/[Ss]tress|[Pp]ressure/, 'Pa'],
  [/angularVelocity/, 'rad/s'],
  [/[vV]elocity/, 'm/s'],
  [/granularTemperature/, 'm²/s²'],
  [/position|displacement|centreOfMass|\.(height|top)$/, 'm'],
  [/moment|torque/, 'N m'],
  [/force/, 'N'],
  [/angleOfRepose/, '°'],
];

/** Unit of a column by its name; empty for numbers and ratios. */
export function columnUnit(heading: string): string {
  return UNITS.find(([pattern]) => pattern.test(heading))?.[1] ?? '';
}
