// SPDX-License-Identifier: MIT
/**
 * The prose of the pages: the terms of the glossary and not their variants, no filler, no word twice, no sentence that
 * a reader loses. cspell checks the spelling.
 */
import { describe, expect, it } from 'vitest';
import { readSourceFile, type SourceFile, sourceFiles } from './source-files.ts';

const CHANGELOG = 'CHANGELOG.md';
const pages = [
  ...sourceFiles(['docs', 'examples', 'src/verification', 'benchmarks'], ['.md']),
  ...['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', 'SECURITY.md', CHANGELOG].map(readSourceFile),
  // A script writes the reference of scene keys from the schema.
].filter(({ path }) => path !== 'docs/reference/scene.md');

/** Sentences without blocks, tables, headings, and with one word for each code, formula and quotation. */
function sentences({ text }: SourceFile): string[] {
  return text
    .replace(/^\s*(`{3,}).*?^\s*\1$/gms, '')
    .replace(/^ {4,}[^ -].*$|^\s*\|.*$|^#.*$/gm, '')
    .replace(/`[^`\n]*`|\$[^$\n]+\$|"[^"\n]*"/g, 'X')
    .replace(/\]\([^)]*\)/g, ']')
    .split(/(?<=[.!?:;])\s+|\n\n|\n\s*(?:[-*]|\d+\.) /)
    .map((sentence) => sentence.replace(/\s+/g, ' ').trim());
}

/** Words that say nothing, and contractions, which readers who are no native speakers stumble over. */
const FILLER =
  /\b(?:simply|obviously|of course|basically|actually|really|quite|very|please|in order to|utili[sz]e\w*|leverag\w+|seamless\w*|powerful|blazing\w*|once more|told|easily|\w+n't|it's|we'll|you'll|let's|that's|there's)\b/i;
/** Letters and numbers may stand twice, as in a list of coordinates. */
const TWICE = /\b(?!X\b)([a-z]{2,}) \1\b/i;
/** What other texts call a term of the glossary. */
const VARIANTS: Readonly<Record<string, RegExp>> = {
  'half-space': /\bhalf spaces?\b/i,
  'neighbour list': /\b(?:Verlet lists?|neighbou?rlists?|neighbor lists?)\b/i,
  checkpoint: /\bcheck points?\b/i,
  clump: /\bmulti-?spheres?\b/i,
  facet: /\bmesh (?:triangles|elements)\b/i,
  'contact history': /\b(?:shear history|contact memory)\b/i,
};
/** More than any sentence of a page has; a few that list numbers come near. */
const LONGEST_SENTENCE = 50;

const wordCount = (sentence: string): number => sentence.split(' ').length;

function problems(page: SourceFile): string[] {
  return sentences(page).flatMap((sentence) => {
    const found = [FILLER, TWICE].map((pattern) => pattern.exec(sentence)?.[0]);
    const variants = Object.entries(VARIANTS).map(
      ([term, variant]) => variant.test(sentence) && `${variant.exec(sentence)?.[0]}, the glossary has "${term}"`,
    );
    // Entries of the changelog are lists.
    const isLong = page.path !== CHANGELOG && wordCount(sentence) > LONGEST_SENTENCE;
    const all = [...found, ...variants, isLong && `${wordCount(sentence)} words`];
    return all.flatMap((problem) => (problem ? [`${page.path}: ${problem}: ${sentence.slice(0, 80)}`] : []));
  });
}

describe('the prose of the pages', () => {
  it('has the terms of the glossary, no filler, no word twice and no endless sentence', () => {
    expect(pages.length).toBeGreaterThan(200);
    expect(pages.flatMap(problems)).toEqual([]);
  });

  it('knows the terms from the glossary', () => {
    const { text } = readSourceFile('docs/glossary.md');
    expect(Object.keys(VARIANTS).filter((term) => !text.includes(`- **${term}**`))).toEqual([]);
  });

  it('would be found out by each of these', () => {
    const page = (text: string): SourceFile => ({ path: 'docs/x.md', text });
    expect(problems(page('It is very fast. The the wall is a half space. It does not end.'))).toEqual([
      'docs/x.md: very: It is very fast.',
      'docs/x.md: The the: The the wall is a half space.',
      'docs/x.md: half space, the glossary has "half-space": The the wall is a half space.',
    ]);
    expect(problems(page(`${'word, '.repeat(51)}end.`))).toHaveLength(1);
    expect(problems(page('`very` and $x x$, "told", and\n\n| very | very |'))).toEqual([]);
  });
});
