// SPDX-License-Identifier: MIT
/**
 * Spelling of the pages: British English, the terms of the glossary, and the words of spelling-words.txt. `npx cspell`
 * checks all pages; a test does the same.
 */
import { readFileSync } from 'node:fs';

const glossary = readFileSync(new URL('docs/glossary.md', import.meta.url), 'utf8');
const terms = [...glossary.matchAll(/^- \*\*(.+?)\*\*/gm)].flatMap(([, term = '']) => term.match(/[\p{L}'-]+/gu) ?? []);

export default {
  version: '0.2',
  language: 'en-GB',
  import: ['@cspell/dict-en-gb/cspell-ext.json'],
  files: ['*.md', 'docs/**/*.md', 'examples/**/*.md', 'src/verification/**/*.md', 'benchmarks/**/*.md', 'site/**/*.md'],
  ignorePaths: [
    'node_modules',
    'dist',
    'dist-site',
    '.site',
    'docs/reference/scene.md',
    'docs/api',
    'benchmarks/results',
  ],
  dictionaryDefinitions: [{ name: 'scree', path: './spelling-words.txt', addWords: true }],
  dictionaries: ['scree', 'typescript', 'node', 'npm', 'software-terms', 'filetypes', 'latex', 'en-gb'],
  words: terms,
  minWordLength: 4,
  ignoreRegExpList: [
    // Code, formulas, links, names of files.
    '/^\\s*```[\\s\\S]*?^\\s*```/gm',
    '/`[^`]*`/g',
    '/^ {4,}.*$/gm',
    '/\\$[^$\\n]+\\$/g',
    '/\\]\\([^)]*\\)/g',
    '/\\[[\\w.-]+\\.md\\]/g',
    '/https?:\\S+/g',
    '/doi:\\S+/g',
    '/10\\.\\d{4,}\\/\\S+/g',
  ],
};
