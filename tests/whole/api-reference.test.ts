// SPDX-License-Identifier: MIT
/** The API reference: every export has a sentence, links lead somewhere, and the examples of doc comments work. */
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  apiPages,
  documentedExamples,
  functionsWithoutExample,
  readApi,
  undocumented,
  withoutExample,
} from '../../scripts/api-reference.mjs';
import { ROOT } from '../source-files.ts';
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

  it('has the functions, classes and constants that programs can import, and no other', async () => {
    const pages = apiPages(api);
    const values = ['function', 'class', 'constant'];
    const wrong = await Promise.all(
      api.map(async ({ module, name, page, again }) => {
        const exports = Object.keys(await import(join(ROOT, `dist/${module}.js`)));
        const text = pages.find(({ file }) => file === page)?.text ?? '';
        const shown = [...text.matchAll(/^### (\w+) (\w+)$/gm)].flatMap(([, shownName = '', word = '']) =>
          values.includes(word) ? [shownName] : [],
        );
        const elsewhere = new Set(again.map((each: { name: string }) => each.name));
        return [
          ...shown.filter((each) => !exports.includes(each)),
          ...exports.filter((each) => !shown.includes(each) && !elsewhere.has(each)),
        ].map((each) => `${name}: ${each}`);
      }),
    );
    expect(wrong.flat()).toEqual([]);
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

  it('has an example for every function', () => {
    expect(api.map(({ name }) => name)).toContain('scree/live');
    expect(functionsWithoutExample(api)).toEqual([]);
    const mute = { name: 'mute', kind: 64, signatures: [{}] };
    expect(functionsWithoutExample([{ name: 'scree/dem', exports: [mute] }])).toEqual(['scree/dem: mute']);
  });

  it('leads from every export to an example that shows it', () => {
    expect(withoutExample(api)).toEqual([]);
    const mute = { name: 'mute', kind: 256 };
    expect(withoutExample([...api, { name: 'scree/dem', exports: [mute] }])).toEqual(['scree/dem: mute']);
  });

  it(
    'has examples that type-check under strict, run, and print what their comments say',
    () => {
      const examples = documentedExamples(api);
      expect(examples.length).toBeGreaterThan(150);
      expect(typeProblems(examples)).toEqual([]);
      const run = examples.filter(({ isRun }: { isRun: boolean }) => isRun);
      const { status, stdout, stderr } = runCommand(process.execPath, ['--input-type=module', '-e', together(run)]);
      expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
      const printed = stdout.split(MARK).slice(1);
      const wrong = run.flatMap(({ name, code }: { name: string; code: string }, i: number) => {
        const said = [...code.matchAll(/^.*console\.log\(.*\); \/\/ (.*)$/gm)].map(([, text]) => text);
        const lines = (printed[i] ?? '').trim().split('\n');
        return said.length === 0 || said.join() === lines.join() ? [] : [{ name, said, lines }];
      });
      expect(wrong).toEqual([]);
    },
    TIMEOUT_MS,
  );
});

const MARK = '=== next example ===';

/** All examples as one program, each in a function of its own: to start a process for each takes a minute. */
function together(examples: readonly { readonly name: string; readonly code: string }[]): string {
  return examples
    .map(({ name, code }) => {
      const body = code.replace(
        /^import (type )?(\{[^}]*\}) from ('[^']*');$/gm,
        (_, type: string | undefined, names: string, from: string) =>
          type === undefined ? `const ${names} = await import(${from});` : '',
      );
      const failed = `(error) => console.error(${JSON.stringify(`${name}: `)} + error)`;
      return `console.log('${MARK}');\nawait (async () => {\n${body}\n})().catch(${failed});`;
    })
    .join('\n');
}
