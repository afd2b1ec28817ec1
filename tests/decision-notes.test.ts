// SPDX-License-Identifier: MIT
/** Decision notes: numbers without holes, one row each in the index, references that lead to a note. */
import { posix } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readSourceFile, type SourceFile, sourceFiles } from './source-files.ts';

const FOLDER = 'docs/decisions';
const INDEX = `${FOLDER}/README.md`;
/** A note begins with its number, its title and its date. */
const HEAD = /^# (\d{4}): (.+)\n\n(\d{4}-\d{2}-\d{2})/;
const REFERENCE = /(?:decisions\/|decisions? )(\d{4})\b/gi;

const notes = sourceFiles([FOLDER], ['.md']).filter(({ path }) => path !== INDEX);

const numberOf = ({ path }: SourceFile): string => posix.basename(path).slice(0, 4);

/** The row that the index must have for a note, or what is wrong with the head of the note. */
function indexRow(note: SourceFile): string {
  const [, number, title, date] = HEAD.exec(note.text) ?? [];
  if (number !== numberOf(note)) return `${note.path}: expected "# ${numberOf(note)}: title", an empty line, the date`;
  return `| [${number}](${posix.basename(note.path)}) | ${date} | ${title} |`;
}

/** References to numbers that no note has. */
function danglingReferences({ path, text }: SourceFile, numbers: ReadonlySet<string>): string[] {
  return [...text.matchAll(REFERENCE)]
    .filter(([, number = '']) => !numbers.has(number))
    .map(([reference]) => `${path}: ${reference}`);
}

describe('the decision notes', () => {
  it('have the numbers from 0001 on, each once, without a hole', { tags: ['long'] }, () => {
    expect(notes.length).toBeGreaterThan(0);
    expect(notes.map(numberOf)).toEqual(notes.map((_, i) => String(i + 1).padStart(4, '0')));
  });

  it('are the rows of the index, in order, with date and title', () => {
    const rows = readSourceFile(INDEX)
      .text.split('\n')
      .filter((line) => /^\| \[\d/.test(line));
    expect(rows).toEqual(notes.map(indexRow));
  });

  it('exist where pages and sources refer to them', { tags: ['long'] }, () => {
    const numbers = new Set(notes.map(numberOf));
    const files = [
      ...sourceFiles(['docs', 'src', 'verification', 'examples', 'benchmarks'], ['.md']),
      ...sourceFiles(['src', 'studio', 'scripts'], ['.ts', '.mjs']),
      ...['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', 'CHANGELOG.md'].map(readSourceFile),
    ];
    expect(files.flatMap((file) => danglingReferences(file, numbers))).toEqual([]);
  });

  it('would be found out by a head without date and by a reference to no note', { tags: ['long'] }, () => {
    expect(indexRow({ path: `${FOLDER}/0001-x.md`, text: '# 0001: x\n\nText.\n' })).toContain('expected');
    const text = 'docs/decisions/0001, decision 0002, Decision 0003';
    expect(danglingReferences({ path: 'src/x.ts', text }, new Set(['0001', '0003']))).toEqual([
      'src/x.ts: decision 0002',
    ]);
  });
});
