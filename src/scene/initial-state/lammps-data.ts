// SPDX-License-Identifier: MIT
/**
 * Reads bodies from a data file of LAMMPS or LIGGGHTS (`read_data`, `write_data`) with atom_style sphere: rows `id type
 * diameter density x y z` under Atoms, `id vx vy vz wx wy wz` under Velocities, in SI units. Boxes, image flags and
 * other sections are ignored.
 */
import { BodyFileError, type BodyTable, TableBuilder } from './body-rows.ts';
import { TextLines, wordsOf } from './text-lines.ts';

const ATOMS = ['id', 'kind', 'diameter', 'density', 'x', 'y', 'z'];
const IMAGES = 3;
const SECTION = /^([A-Z][A-Za-z]*(?: [A-Z][A-Za-z]*)*)\s*(?:#\s*(\S+).*)?$/;

interface Sections {
  readonly atoms: Map<number, { readonly cells: readonly string[]; readonly line: number }>;
  readonly velocities: Map<number, readonly number[]>;
}

class DataReader {
  readonly #file: string;
  readonly #lines: TextLines;
  readonly #sections: Sections = { atoms: new Map(), velocities: new Map() };
  #expected: number | undefined;
  #hasAtoms = false;

  constructor(text: string, file: string) {
    this.#file = file;
    this.#lines = new TextLines(text);
  }

  read(): BodyTable {
    this.#lines.next();
    let section = '';
    for (let line = this.#lines.next(); line !== undefined; line = this.#lines.next()) {
      if (/^\s*(#.*)?$/.test(line)) continue;
      const [, name, hint] = SECTION.exec(line.trim()) ?? [];
      if (name !== undefined) {
        section = name;
        if (name === 'Atoms') this.#beginAtoms(hint);
      } else if (section === 'Atoms') this.#atom(line);
      else if (section === 'Velocities') this.#velocity(line);
      else if (section === '') this.#header(line);
    }
    return this.#table();
  }

  #header(line: string): void {
    const [count, what] = wordsOf(line);
    if (what === 'atoms') this.#expected = Number(count);
  }

  #beginAtoms(hint: string | undefined): void {
    this.#hasAtoms = true;
    if (hint !== undefined && hint !== 'sphere' && hint !== 'granular') {
      throw this.#bad(`Atoms # ${hint}: only atom_style sphere has diameters; write the file with it`);
    }
  }

  #atom(line: string): void {
    const cells = wordsOf(line.replace(/#.*$/, ''));
    if (cells.length !== ATOMS.length && cells.length !== ATOMS.length + IMAGES) {
      throw this.#bad(
        `expected ${ATOMS.length} values, ${ATOMS.join(' ')}, with or without three image flags, got ` +
          `${cells.length}; is it atom_style sphere?`,
      );
    }
    const id = this.#id(cells[0]);
    if (this.#sections.atoms.has(id)) throw this.#bad(`the atom ${id} is there twice`);
    this.#sections.atoms.set(id, { cells: cells.slice(0, ATOMS.length), line: this.#lines.number });
  }

  #velocity(line: string): void {
    const cells = wordsOf(line.replace(/#.*$/, ''));
    const numbers = cells.slice(1).map(Number);
    if (numbers.length !== 6 || !numbers.every(Number.isFinite)) {
      throw this.#bad(`expected an id and six numbers, vx vy vz wx wy wz, got "${line.trim().slice(0, 60)}"`);
    }
    const id = this.#id(cells[0]);
    if (this.#hasAtoms && !this.#sections.atoms.has(id)) throw this.#bad(`there is no atom ${id}`);
    this.#sections.velocities.set(id, numbers);
  }

  #id(cell: string | undefined): number {
    const id = Number(cell);
    if (Number.isSafeInteger(id) && id >= 0) return id;
    throw this.#bad(`expected the number of an atom, got "${cell}"`);
  }

  /** In the order of the ids; the file has them in that of its processors. */
  #table(): BodyTable {
    const { atoms, velocities } = this.#sections;
    if (!this.#hasAtoms) throw this.#bad('the section Atoms is missing');
    if (this.#expected !== undefined && this.#expected !== atoms.size) {
      throw this.#bad(
        `the header says ${this.#expected} atoms, the section Atoms has ${atoms.size}; the file is cut short or ` +
          'altered',
      );
    }
    const headings = ['', 'kind', 'radius', 'density', 'x', 'y', 'z', 'vx', 'vy', 'vz', 'wx', 'wy', 'wz'];
    const builder = new TableBuilder(this.#file, 1, headings, [1, 1, 0.5]);
    for (const [id, { cells, line }] of [...atoms].sort(([a], [b]) => a - b)) {
      builder.add([...cells, ...(velocities.get(id) ?? [0, 0, 0, 0, 0, 0]).map(String)], line);
    }
    return builder.table();
  }

  #bad(problem: string): BodyFileError {
    const line = Math.max(1, this.#lines.number);
    return new BodyFileError('bad-row', `${this.#file}:${line}: ${problem}`, { file: this.#file, line });
  }
}

export function readLammpsData(text: string, file: string): BodyTable {
  return new DataReader(text, file).read();
}
