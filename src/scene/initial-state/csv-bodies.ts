// SPDX-License-Identifier: MIT
/**
 * Reads bodies from a table: a row of headings, then one row for each body, separated by commas, semicolons or tabs. A
 * heading may have a unit, `x [mm]`; the default is SI. A table with a column `step` has several frames, of which one
 * is read.
 */
import { nearestNames } from '../../errors/near-names.ts';
import { DIMENSIONS, type DimensionName, describeDimension, sameDimension } from '../units/dimension.ts';
import { readUnit } from '../units/parse-unit.ts';
import { inSiUnits } from '../units/unit.ts';
import {
  type BodyColumns,
  BodyFileError,
  type BodyTable,
  COMPONENTS,
  NUMBER_HEADINGS,
  TableBuilder,
  unquoted,
  WORD_HEADINGS,
} from './body-rows.ts';
import { TextLines } from './text-lines.ts';

/** Other names of columns. */
const ALIASES: ReadonlyMap<string, string> = new Map([
  ...['x', 'y', 'z'].flatMap((c): [string, string][] => [
    [`position.${c}`, c],
    [`velocity.${c}`, `v${c}`],
    [`angularVelocity.${c}`, `w${c}`],
  ]),
  ...['w', 'x', 'y', 'z'].map((c): [string, string] => [`orientation.${c}`, `q${c}`]),
]);
/** Columns that may be there and say nothing about a body at the start. */
const IGNORED: readonly string[] = ['id', 'name', 'time', 'step', 'frame', 'diameter'];
const KNOWN: readonly string[] = [...NUMBER_HEADINGS, ...WORD_HEADINGS, ...IGNORED];
const WITH_UNIT = /^(.*?)\s*[[(](.*)[\])]$/;

function dimensionOf(heading: string): DimensionName {
  if (/^[xyz]$|^radius$|^diameter$/.test(heading)) return 'length';
  if (/^v[xyz]$/.test(heading)) return 'velocity';
  if (/^w[xyz]$/.test(heading)) return 'angularVelocity';
  return heading === 'density' ? 'density' : 'number';
}

interface Heading {
  readonly name: string;
  readonly factor: number;
}

function readHeading(cell: string, refuse: (problem: string) => never): Heading {
  const [, bare = unquoted(cell), unitText] = WITH_UNIT.exec(unquoted(cell)) ?? [];
  const name = ALIASES.get(bare) ?? bare;
  if (!KNOWN.includes(name)) {
    const [nearest] = nearestNames(name, KNOWN);
    if (Number.isFinite(Number(name)))
      return refuse('expected headings in the first line, such as x,y,z,radius, got numbers');
    const hint = nearest === undefined ? ';' : `; did you mean ${nearest}?`;
    return refuse(`unknown column "${name}"${hint} known: ${KNOWN.join(', ')}`);
  }
  if (unitText === undefined) return { name, factor: 1 };
  const reading = readUnit(unitText);
  if ('problem' in reading) return refuse(`column ${name}: ${reading.problem}`);
  const dimension = dimensionOf(name);
  if (!sameDimension(reading.unit.dimension, DIMENSIONS[dimension].exponents)) {
    return refuse(
      `column ${name}: expected ${DIMENSIONS[dimension].words}, got [${unitText}], ` +
        `${describeDimension(reading.unit.dimension)}`,
    );
  }
  return { name, factor: inSiUnits('1', 0, reading.unit) };
}

/** A diameter is twice a radius. */
function asRadius({ name, factor }: Heading): Heading {
  return name === 'diameter' ? { name: 'radius', factor: factor / 2 } : { name, factor };
}

/** `frame` counts the frames of a table with a column `step`; undefined is the last. */
export function readCsvBodies(text: string, file: string, frame?: number): BodyTable {
  const lines = new TextLines(text);
  const next = (): string | undefined => {
    for (;;) {
      const line = lines.next();
      if (line === undefined || (line.trim() !== '' && !line.trimStart().startsWith('#'))) return line;
    }
  };
  const first = next();
  const refuse = (problem: string): never => {
    throw new BodyFileError('bad-columns', `${file}:${Math.max(1, lines.number)}: ${problem}`, { file });
  };
  if (first === undefined) return refuse('the file is empty; expected headings such as x,y,z,radius');
  const separator = first.includes('\t') ? '\t' : first.includes(';') ? ';' : ',';
  const headings = first.split(separator).map((cell) => readHeading(cell, refuse));
  const used = headings.map(asRadius).map(({ name, factor }) => ({ name: IGNORED.includes(name) ? '' : name, factor }));
  const make = (): TableBuilder =>
    new TableBuilder(
      file,
      headingLine,
      used.map(({ name }) => name),
      used.map(({ factor }) => factor),
    );
  const headingLine = lines.number;
  const stepColumn = headings.findIndex(({ name }) => name === 'step');
  let builder = make();
  let frames = 0;
  let step: string | undefined;
  for (let line = next(); line !== undefined; line = next()) {
    const cells = line.split(separator);
    if (stepColumn >= 0 && cells[stepColumn] !== step) {
      if (frames > 0 && frames - 1 === frame) break;
      step = cells[stepColumn];
      frames++;
      builder = make();
    }
    builder.add(cells, lines.number);
  }
  if (frame !== undefined && frame >= Math.max(1, frames)) {
    return refuse(`there is no frame ${frame}; the table has ${Math.max(1, frames)}, counted from 0`);
  }
  return builder.table();
}

/** A number that reads back to the same bits; `String` would lose the sign of zero. */
const digits = (value: number): string => (Object.is(value, -0) ? '-0' : String(value));

/** The table as a text that `readCsvBodies` reads back to the same table, except for its name and lines. */
export function bodiesCsv(table: BodyTable): string {
  const numbers = Object.entries(COMPONENTS).flatMap(([key, names]) => {
    const values = table[key as keyof BodyColumns];
    return values === undefined ? [] : [{ names, values }];
  });
  const words = WORD_HEADINGS.filter((key) => table[key] !== undefined);
  const headings = [...numbers.flatMap(({ names }) => names), ...words];
  const rows = Array.from({ length: table.count }, (_, k) => {
    const cells: string[] = [];
    for (const { names, values } of numbers) {
      for (let c = 0; c < names.length; c++) cells.push(digits(values[names.length * k + c]));
    }
    for (const key of words) cells.push(table[key]?.[k] ?? '');
    return `${cells.join(',')}\n`;
  });
  return `${headings.join(',')}\n${rows.join('')}`;
}
