// SPDX-License-Identifier: MIT
/** docs/glossary.md defines each term once, in alphabetical order, and names files and folders that exist. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ROOT, readSourceFile } from './source-files.ts';

const { text } = readSourceFile('docs/glossary.md');
const terms = [...text.matchAll(/^- \*\*(.+?)\*\*: /gm)].map(([, term = '']) => term.toLowerCase());

it('defines each term once, in alphabetical order', () => {
  expect(terms.length).toBeGreaterThan(100);
  expect(terms).toEqual([...new Set(terms)].sort());
});

it('has a file, folder or page for each term', () => {
  const entries = text.split(/^- (?=\*\*)/m).slice(1);
  expect(entries.length).toBe(terms.length);
  expect(entries.filter((entry) => !/`(src|tests|fixtures)\/|\]\(/.test(entry))).toEqual([]);
});

it('names files and folders that exist', () => {
  const paths = [...text.matchAll(/`((?:src|tests|fixtures)\/[^`]*)`/g)].map(([, path = '']) => path);
  expect(paths.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
});
