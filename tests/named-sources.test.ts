// SPDX-License-Identifier: MIT
/** Pages name files of the sources in plain text, which no link test checks: a moved file must be renamed there too. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT, readSourceFile, type SourceFile, sourceFiles } from './source-files.ts';

/** The changelog is history: it keeps the names of its time. */
const PAGES = ['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md'];
const SOURCE = /\b(?:src|tests|scripts|benchmarks|studio)\/[\w./-]+\.(?:ts|mjs|as|yaml)\b/g;

function missingSources({ path, text }: SourceFile): string[] {
  return [...text.matchAll(SOURCE)]
    .map(([named]) => named)
    .filter((named) => !existsSync(join(ROOT, named)))
    .map((named) => `${path}: ${named} does not exist`);
}

describe('the pages', () => {
  it('name sources that exist', () => {
    const pages = [
      ...PAGES.map(readSourceFile),
      ...sourceFiles(['docs', 'src', 'verification', 'examples', 'benchmarks'], ['.md']),
    ];
    expect(pages.length).toBeGreaterThan(PAGES.length);
    expect(pages.flatMap(missingSources)).toEqual([]);
  });

  it('would be found out by a name of no file', { tags: ['long'] }, () => {
    const text = 'See `src/index.ts`, src/nowhere.ts and `tests/nothing.test.ts`.';
    expect(missingSources({ path: 'docs/x.md', text })).toEqual([
      'docs/x.md: src/nowhere.ts does not exist',
      'docs/x.md: tests/nothing.test.ts does not exist',
    ]);
  });
});
