// SPDX-License-Identifier: MIT
/** The API reference: every export has a sentence, links lead somewhere, and the examples of doc comments work. */
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  apiPages,
  documentedExamples,
  ENTRY_POINTS,
  functionsWithoutExample,
  needlessUnits,
  readApi,
  sharedSentences,
  throwsOnPages,
  throwsUntold,
  undocumented,
  withoutExample,
  withoutUnit,
} from '../../scripts/api-reference.mjs';
import { thrownErrors } from '../../scripts/thrown-errors.mjs';
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

  it('has a sentence of its own for every export, neither one that was inherited nor that of the entry point', () => {
    expect(sharedSentences(api)).toEqual([]);
    const of = (name: string, text: string) => ({
      name,
      kind: 256,
      comment: { summary: [{ kind: 'text', text }], blockTags: [] },
    });
    const exports = [of('a', 'A body.'), of('b', 'A body.'), of('c', 'A wall.'), of('d', 'Simulations.')];
    const entry = { ...of('scree/dem', 'Simulations.'), exports };
    expect(sharedSentences([entry])).toEqual(['scree/dem: a', 'scree/dem: b', 'scree/dem: d']);
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

  it(
    'says what each function and member can throw, by the calls in the sources',
    () => {
      const thrown = thrownErrors(ENTRY_POINTS.map(({ module }) => module));
      const onPages = throwsOnPages(api);
      expect([...thrown.keys()].filter((name) => onPages.has(name)).length).toBeGreaterThan(150);
      expect([...(thrown.get('Simulation.step')?.errors.keys() ?? [])]).toContain('SimulationError');
      expect(throwsUntold(api, thrown)).toEqual([]);
    },
    TIMEOUT_MS,
  );

  it('names a function that throws without a word on it, or with another one', () => {
    const comment = (text: string) => ({ blockTags: [{ tag: '@throws', content: [{ kind: 'text', text }] }] });
    const mute = { name: 'mute', kind: 64, signatures: [{ comment: { blockTags: [] } }] };
    const wrong = { name: 'wrong', kind: 64, signatures: [{ comment: comment('MeshError for no mesh.') }] };
    const right = { name: 'right', kind: 64, signatures: [{ comment: comment('SceneError for no scene.') }] };
    const throwing = { entry: 'dem', errors: new Map([['SceneError', ['mute', 'check', 'src/check.ts:4']]]) };
    const thrown = new Map(['mute', 'wrong', 'right'].map((name) => [name, throwing]));
    expect(throwsUntold([{ name: 'scree/dem', exports: [mute, wrong, right] }], thrown)).toEqual([
      'mute: SceneError (mute > check > src/check.ts:4)',
      'wrong: SceneError (mute > check > src/check.ts:4)',
    ]);
  });

  it('states the unit of every number, by its sentence or by its name', () => {
    expect(withoutUnit(api)).toEqual([]);
    expect(needlessUnits(api)).toEqual([]);
    const pages = apiPages(api).map(({ text }) => text);
    // By its sentence, by its name, and of a parameter.
    for (const line of [
      '| `overlap` | `Float64Array` | m |',
      '| `radius` | `number` | Unit: m. |',
      'Units: `direction` no unit; the result m.',
    ])
      expect(pages.filter((text) => text.includes(line))).not.toEqual([]);
  });

  it('names a number without a unit', () => {
    const type = { toString: () => 'number' };
    const summary = (text: string) => ({ summary: [{ kind: 'text', text }], blockTags: [] });
    const children = [
      { name: 'warmth', kind: 1024, flags: {}, type, comment: summary('How warm it is.') },
      { name: 'heat', kind: 1024, flags: {}, type, comment: summary('Of the body, J/(kg K).') },
      { name: 'radius', kind: 1024, flags: {}, type, comment: summary('Of the body.') },
    ];
    const unknown = { name: 'Oven', kind: 256, children };
    expect(withoutUnit([{ name: 'scree/dem', exports: [unknown] }])).toEqual(['scree/dem: Oven.warmth']);
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

  it('leads from a type to an example that uses it, and from a member without a sentence to its type', () => {
    const text = apiPages(api).find(({ file }) => file === 'dem.md')?.text ?? '';
    const entryOf = (name: string) => text.split(/^### /m).find((part: string) => part.startsWith(`${name} `)) ?? '';
    expect(entryOf('HalfSpaceSpec')).toContain('Example: that of [Simulation](#simulation-class)');
    expect(entryOf('Simulation')).toContain('halfSpaces:');
    expect(entryOf('SimulationSpec')).toContain('[HalfSpaceSpec](#halfspacespec-interface): An infinite flat wall.');
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
