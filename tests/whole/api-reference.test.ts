// SPDX-License-Identifier: MIT
/** The API reference: every export has a sentence, links lead somewhere, and the examples of doc comments work. */
import { beforeAll, describe, expect, it } from 'vitest';
import { apiPages, documentedExamples, readApi, undocumented } from '../../scripts/api-reference.mjs';
import { runCommand } from '../support/built-program.ts';
import { anchors, brokenLinks } from '../support/markdown.ts';
import { typeProblems } from '../support/typed-examples.ts';

const TIMEOUT_MS = 180_000;
let api: Awaited<ReturnType<typeof readApi>> = [];

beforeAll(async () => {
  api = await readApi();
}, TIMEOUT_MS);

describe('the API reference', () => {
  it('has a sentence for every export', () => {
    expect(api.map(({ exports }) => exports.length).reduce((sum, count) => sum + count)).toBeGreaterThan(500);
    expect(undocumented(api)).toEqual([]);
  });

  it('names an export without one', () => {
    const mute = { name: 'mute', kind: 64, signatures: [{}] };
    expect(undocumented([{ name: 'scree/dem', exports: [mute] }])).toEqual(['scree/dem: mute']);
  });

  it('has links that lead to its own headings, or to pages that exist', () => {
    const pages = apiPages(api).map(({ file, text }) => ({ path: `docs/api/${file}`, text }));
    const places = new Set(
      pages.flatMap((page) => [page.path, ...anchors(page).map((each) => `${page.path}#${each}`)]),
    );
    const wrong = pages.flatMap((page) =>
      [...page.text.matchAll(/\]\(([^)\s]+)\)/g)]
        .map(([, link = '']) => (link.startsWith('#') ? page.path + link : `docs/api/${link}`))
        .filter((link) => !places.has(link))
        .flatMap((link) => brokenLinks({ path: page.path, text: `[x](${link.replace('docs/api/', '')})` })),
    );
    expect(wrong).toEqual([]);
    expect(pages.map(({ path }) => path)).toContain('docs/api/dem.md');
  });

  it(
    'has examples that type-check under strict and run',
    () => {
      const examples = documentedExamples(api);
      expect(examples.length).toBeGreaterThanOrEqual(12);
      expect(typeProblems(examples)).toEqual([]);
      const failed = examples.flatMap(({ name, code }: { name: string; code: string }) => {
        const { status, stderr } = runCommand(process.execPath, ['--input-type=module', '-e', code]);
        return status === 0 && stderr === '' ? [] : [`${name}: ${stderr}`];
      });
      expect(failed).toEqual([]);
    },
    TIMEOUT_MS,
  );
});
