// SPDX-License-Identifier: MIT
/** Reads columns of numbers from a table: headings in the first line, separated by commas, semicolons or tabs. */
import { SceneError } from '../../errors.ts';
import { DIMENSIONS, type DimensionName, describeDimension, sameDimension } from '../units/dimension.ts';
import { readUnit } from '../units/parse-unit.ts';
import { inSiUnits } from '../units/unit.ts';

const WITH_UNIT = /^(.*?)\s*[[(](.*)[\])]$/;

/**
 * Rows of the columns by heading, in SI units; a heading may have a unit, `time [ms]`. Other columns are left out.
 * Throws a SceneError with the line.
 */
export function numbersOfTable(
  text: string,
  file: string,
  columns: Readonly<Record<string, DimensionName>>,
): number[][] {
  const refuse = (line: number, problem: string): never => {
    throw new SceneError('bad-table', `${file}:${line}: ${problem}`, { file, line });
  };
  const lines = text.split(/\r?\n/).map((line, k) => ({ line, number: k + 1 }));
  const rows = lines.filter(({ line }) => line.trim() !== '' && !line.startsWith('#'));
  const [head, ...body] = rows;
  if (head === undefined) return refuse(1, 'expected headings in the first line, got an empty file');
  const separator = [',', ';', '\t'].find((each) => head.line.includes(each)) ?? ',';
  const headings = head.line.split(separator).map((cell) => {
    const bare = cell.trim().replace(/^"(.*)"$/, '$1');
    const [, name = bare, unit] = WITH_UNIT.exec(bare) ?? [];
    return { name: name.trim(), unit };
  });
  const wanted = Object.entries(columns).map(([name, dimension]) => {
    const index = headings.findIndex((heading) => heading.name === name);
    if (index < 0) {
      const there = headings.map((heading) => heading.name).join(', ');
      return refuse(head.number, `expected the column ${name}, got ${there}`);
    }
    return { index, factor: factorOf(headings[index]?.unit, dimension, (problem) => refuse(head.number, problem)) };
  });
  return body.map(({ line, number }) => {
    const cells = line.split(separator);
    return wanted.map(({ index, factor }) => {
      const cell = cells[index]?.trim() ?? '';
      const value = cell === '' ? Number.NaN : Number(cell);
      return Number.isFinite(value) ? factor(value) : refuse(number, `expected a number, got "${cell}"`);
    });
  });
}

function factorOf(
  unit: string | undefined,
  dimension: DimensionName,
  refuse: (problem: string) => never,
): (value: number) => number {
  if (unit === undefined) return (value) => value;
  const reading = readUnit(unit);
  if ('problem' in reading) return refuse(reading.problem);
  if (!sameDimension(reading.unit.dimension, DIMENSIONS[dimension].exponents)) {
    return refuse(
      `expected ${DIMENSIONS[dimension].words}, got [${unit}], ${describeDimension(reading.unit.dimension)}`,
    );
  }
  const factor = inSiUnits('1', 0, reading.unit);
  return (value) => factor * value;
}
