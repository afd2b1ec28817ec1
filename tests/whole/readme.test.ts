// SPDX-License-Identifier: MIT
/** What the pages say is true: examples run and print what stands below them, links and anchors lead somewhere. */
import { join, posix } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT, readSourceFile, type SourceFile, sourceFiles } from '../source-files.ts';
import { PROGRAM, runCommand, scree } from '../support/built-program.ts';
import { anchors, blocks, brokenLinks } from '../support/markdown.ts';
import { typeProblems } from '../support/typed-examples.ts';

const readme = readSourceFile('README.md');
const commandLine = readSourceFile('docs/guide/command-line.md');
const gettingStarted = readSourceFile('docs/guide/getting-started.md');
const studies = readSourceFile('docs/guide/studies.md');
const pages = [
  readme,
  ...['ARCHITECTURE.md', 'CONTRIBUTING.md', 'CHANGELOG.md'].map(readSourceFile),
  ...sourceFiles(['docs', 'examples', 'src/verification', 'benchmarks'], ['.md']),
];

/** The first block in a language that holds a text, and the block after it: what it prints. */
function example(page: SourceFile, language: string, containing: string): { code: string; printed: string } {
  const all = blocks(page);
  const index = all.findIndex((block) => block.language === language && block.content.includes(containing));
  const code = all[index]?.content;
  const printed = all[index + 1]?.content;
  if (code === undefined || printed === undefined)
    throw new Error(`${page.path}: no ${language} block with ${containing}`);
  return { code, printed };
}

/** The last digits of a bound belong to its rounding allowance, not to the answer. */
function toNineDigits(text: string): string {
  return text.replace(/\d+\.\d+/g, (number) => String(Number(Number(number).toPrecision(9))));
}

describe('README.md', () => {
  it('has an example that prints what it says', () => {
    const { code, printed } = example(readme, 'js', 'scree/contact');
    const { stdout, stderr } = runCommand(process.execPath, ['--input-type=module', '-e', code]);
    expect({ stdout, stderr }).toEqual({ stdout: printed, stderr: '' });
  });

  it('is one screen, with an example of five lines after the import', () => {
    expect(readme.text.split('\n').length).toBeLessThanOrEqual(45);
    expect(example(readme, 'js', 'scree/contact').code.trim().split('\n').length).toBeLessThanOrEqual(6);
  });

  it('has a command that prints what it says', () => {
    const { code, printed } = example(commandLine, 'sh', 'scree contact -');
    const command = code.replace('npx scree', `"${process.execPath}" "${PROGRAM}"`);
    const { stdout, stderr } = runCommand('bash', ['-c', command]);
    expect({ stdout: toNineDigits(stdout), stderr }).toEqual({ stdout: toNineDigits(printed), stderr: '' });
  });

  it('leads to a page that shows lines of the real gallery', () => {
    const shown = blocks(gettingStarted).find(({ content }) => content.startsWith('pair '))?.content ?? '';
    const printed = scree(['gallery']).stdout.split('\n');
    const cells = (row: string): string =>
      row
        .replace(/ \de-\d+ /, ' small ')
        .trim()
        .split(/\s+/)
        .join(' ');
    expect(shown.split('\n').length).toBeGreaterThan(3);
    expect(printed.map(cells)).toEqual(expect.arrayContaining(shown.trim().split('\n').map(cells)));
  });

  it('leads to a study of five frictions and three seeds, whose command plans 15 runs', () => {
    const command = blocks(studies).find(({ content }) => content.includes('scree study'))?.content ?? '';
    const [, file = ''] = /^npx scree study (\S+) --out/m.exec(command) ?? [];
    const { status, stdout } = scree(['study', join(ROOT, file), '--dry-run']);
    expect(status).toBe(0);
    expect(stdout).toMatch(/runs +15: 5 points x 3 seeds/);
  });

  it('names scripts that exist', () => {
    const scripts = JSON.parse(readSourceFile('package.json').text).scripts;
    const named = pages.flatMap(({ text }) => [...text.matchAll(/npm run ([\w:-]+)/g)].map(([, name = '']) => name));
    expect(Object.keys(scripts)).toEqual(expect.arrayContaining(named));
  });
});

describe('the guide', () => {
  const guide = sourceFiles(['docs/guide'], ['.md']).flatMap((page) => {
    const all = blocks(page);
    return all.flatMap(({ language, content }, i) =>
      language === 'js' ? [{ name: `${page.path}, block ${i + 1}`, code: content, printed: all[i + 1] }] : [],
    );
  });

  it('has examples', () => {
    expect(guide.length).toBeGreaterThan(5);
  });

  it('has examples, as README.md has, that type-check under strict against the built declarations', () => {
    const examples = [{ name: 'README.md', code: example(readme, 'js', 'scree/contact').code }, ...guide];
    expect(typeProblems(examples)).toEqual([]);
  });

  it.each(guide)('prints what it says: $name', ({ code, printed }) => {
    const { stdout, stderr } = runCommand(process.execPath, ['--input-type=module', '-e', code]);
    expect({ language: 'text', content: stdout, stderr }).toEqual({ ...printed, stderr: '' });
  });
});

describe('ARCHITECTURE.md', () => {
  it('names every folder of the sources', () => {
    const [, tree = ''] = /```\n(src\/\n.*?)```/s.exec(readSourceFile('ARCHITECTURE.md').text) ?? [];
    const named = new Set([...tree.matchAll(/([\w-]+)\//g)].map(([, name]) => name));
    const folders = sourceFiles(['src', 'studio/src'], ['.ts'])
      .map(({ path }) => posix.dirname(path))
      // One folder a case, as the tree says.
      .filter((path) => !path.startsWith('src/verification/'))
      .flatMap((path) => path.split('/'));
    expect([...new Set(folders)].filter((name) => !named.has(name))).toEqual([]);
  });
});

describe('the pages', () => {
  it('link to files and headings that exist', () => {
    expect(pages.flatMap((page) => brokenLinks(page))).toEqual([]);
  });

  it('would be found out by a link to nowhere', () => {
    const text =
      '[one](nowhere.md) [two](../ARCHITECTURE.md#rooms) [three](../README.md#none) [four](https://example.org)';
    expect(brokenLinks({ path: 'docs/x.md', text })).toEqual(['docs/x.md: nowhere.md', 'docs/x.md: ../README.md#none']);
    expect(anchors({ path: 'docs/x.md', text: '# A b, `c`\n' })).toEqual(['a-b-c']);
  });

  it('are listed once in the index of their folder', () => {
    const wrong = sourceFiles(['docs'], ['.md'])
      .filter(({ path }) => posix.basename(path) !== 'README.md')
      .filter(({ path }) => {
        const index = readSourceFile(`${posix.dirname(path)}/README.md`).text;
        return index.split(`](${posix.basename(path)}) |`).length !== 2;
      });
    expect(wrong.map(({ path }) => path)).toEqual([]);
  });
});
