// SPDX-License-Identifier: MIT
/**
 * Reads bodies from one frame of a text dump of LAMMPS or LIGGGHTS (`dump custom`) by the names of its columns, in SI
 * units.
 */
import { BodyFileError, type BodyTable, NUMBER_HEADINGS, TableBuilder } from './body-rows.ts';
import { TextLines, wordsOf } from './text-lines.ts';

const NAMES: ReadonlyMap<string, string> = new Map([
  ['type', 'kind'],
  ['diameter', 'radius'],
  ['xu', 'x'],
  ['yu', 'y'],
  ['zu', 'z'],
  ['omegax', 'wx'],
  ['omegay', 'wy'],
  ['omegaz', 'wz'],
]);

/** `frame` counts from 0; undefined is the last frame. */
export function readLammpsDump(text: string, file: string, frame?: number): BodyTable {
  const lines = new TextLines(text);
  const refuse = (problem: string): never => {
    throw new BodyFileError('bad-row', `${file}:${Math.max(1, lines.number)}: ${problem}`, {
      file,
      line: lines.number,
    });
  };
  let builder: TableBuilder | undefined;
  let frames = 0;
  let atoms: number | undefined;
  let isAtoms = false;
  const endFrame = (): void => {
    if (builder !== undefined && atoms !== undefined && builder.count !== atoms) {
      refuse(`the moment has ${builder.count} atoms instead of ${atoms}; the file is cut short or altered`);
    }
  };
  for (let line = lines.next(); line !== undefined; line = lines.next()) {
    if (line.startsWith('ITEM: TIMESTEP')) {
      endFrame();
      if (frames - 1 === frame) break;
      frames++;
      builder = undefined;
    }
    if (line.startsWith('ITEM: NUMBER OF ATOMS')) atoms = Number(lines.next());
    else if (line.startsWith('ITEM: ATOMS')) {
      const given = wordsOf(line).slice(2);
      if (given.includes('xs') || given.includes('xsu'))
        refuse('coordinates are scaled (xs ys zs); dump x y z instead');
      const headings = given
        .map((name) => NAMES.get(name) ?? name)
        .map((name) => (NUMBER_HEADINGS.includes(name) ? name : ''));
      builder = new TableBuilder(
        file,
        lines.number,
        headings,
        given.map((name) => (name === 'diameter' ? 0.5 : 1)),
      );
      isAtoms = true;
      continue;
    }
    if (line.startsWith('ITEM:')) isAtoms = false;
    else if (isAtoms && line.trim() !== '') builder?.add(wordsOf(line), lines.number);
  }
  endFrame();
  if (builder === undefined) return refuse('there is no moment with ITEM: ATOMS');
  if (frame !== undefined && frame >= frames)
    return refuse(`there is no frame ${frame}; the dump has ${frames}, counted from 0`);
  return builder.table();
}
