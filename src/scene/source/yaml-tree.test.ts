// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { formatPath, type ScenePath, type SceneProblem } from './source-tree.ts';
import { readYamlTree } from './yaml-tree.ts';

function treeOf(text: string) {
  const reading = readYamlTree(text);
  if ('problems' in reading) throw new Error(JSON.stringify(reading.problems));
  return reading.tree;
}

function problemsOf(text: string): string[] {
  const reading = readYamlTree(text);
  if ('tree' in reading) throw new Error(`read as ${JSON.stringify(reading.tree.value)}`);
  return reading.problems.map(
    ({ path, location, message }: SceneProblem) =>
      `${location?.line}:${location?.column} ${formatPath(path)} ${message}`,
  );
}

describe('YAML', () => {
  it('has values as plain objects, lists, texts and numbers', () => {
    const text = 'a: 1\nb: [x, 2.5e3, -0.5, true, null, "3"]\nc:\n  d: 5 mm\n  e:\n';
    expect(treeOf(text).value).toEqual({
      a: 1,
      b: ['x', 2500, -0.5, true, null, '3'],
      c: { d: '5 mm', e: null },
    });
  });

  it('keeps words of YAML 1.1 as texts', () => {
    expect(treeOf('a: yes\nb: 1_000\nc: 12:30\nd: 010\n').value).toEqual({ a: 'yes', b: '1_000', c: '12:30', d: 10 });
  });

  it.each<[ScenePath, 'key' | 'value', number, number]>([
    [[], 'value', 1, 1],
    [['a'], 'key', 1, 1],
    [['a'], 'value', 1, 4],
    [['c', 'd'], 'key', 4, 3],
    [['c', 'd'], 'value', 4, 6],
    [['b', 1], 'value', 2, 8],
    [['c', 'list', 1, 'z'], 'value', 7, 12],
    [['nothing'], 'value', 1, 1],
    [['c', 'nothing', 'below'], 'value', 4, 3],
  ])('knows the place of %j (%s): %d:%d', (path, at, line, column) => {
    const tree = treeOf('a: 1\nb: [x, yy]\nc:\n  d: 5 mm\n  list:\n    - 7\n    - { z: 8 }\n');
    expect(tree.locationOf(path, at)).toEqual({ line, column });
  });

  it('follows aliases, to the place of the anchor', () => {
    const tree = treeOf('base: &b { x: 1 }\nother: *b\nlist: [*b, *b]\n');
    expect(tree.value).toEqual({ base: { x: 1 }, other: { x: 1 }, list: [{ x: 1 }, { x: 1 }] });
    expect(tree.locationOf(['list', 1, 'x'])).toEqual({ line: 1, column: 15 });
    expect(tree.locationOf(['other'])).toEqual({ line: 2, column: 8 });
  });

  it('follows an alias to the last anchor of its name before it', () => {
    expect(treeOf('a: &x 1\nb: *x\nc: &x [2]\nd: *x\n&k key: *k\n').value).toEqual({
      a: 1,
      b: 1,
      c: [2],
      d: [2],
      key: 'key',
    });
  });

  it('reads many aliases in one go', { tags: ['long'] }, () => {
    const lines = Array.from(
      { length: 5000 },
      (_, i) => `k${i}: &a${i} { last: ${i === 0 ? 0 : `*s${i - 1}`}, s: &s${i} ${i} }`,
    );
    expect(treeOf(lines.join('\n')).value).toMatchObject({ k4999: { last: 4998, s: 4999 } });
  });

  it('merges mappings: own keys before merged ones, earlier sources before later ones', () => {
    const text = 'a: &a { x: 1, y: 1 }\nb: &b { y: 2, z: 2 }\nc: { <<: [*a, *b], x: 3 }\nd:\n  z: 0\n  <<: *b\n';
    const tree = treeOf(text);
    expect(tree.value).toMatchObject({ c: { x: 3, y: 1, z: 2 }, d: { y: 2, z: 0 } });
    expect(tree.locationOf(['c', 'y'])).toEqual({ line: 1, column: 18 });
    expect(tree.locationOf(['c', 'x'])).toEqual({ line: 3, column: 23 });
  });

  it('takes a quoted << for a key like any other', () => {
    expect(treeOf('"<<": 1\n').value).toEqual({ '<<': 1 });
  });

  it.each<[string, string, string[]]>([
    ['tabs', 'a: 1\n\tb: 2\n', ['2:1  not YAML: Tabs are not allowed as indentation; indent with blanks']],
    [
      'a list that is not closed',
      'a: [1, 2\nb: 3\n',
      [expect.stringMatching(/^2:1 {2}not YAML: .*closing bracket above$/)],
    ],
    ['two colons', 'a: b: c\n', [expect.stringMatching(/^1:4 {2}not YAML: .*in quotes/)]],
    ['two documents', 'a: 1\n---\nb: 2\n', [expect.stringMatching(/a scene is one document/)]],
    [
      'a key twice',
      'a:\n  x: 1\n  x: 2\n',
      ['3:3 a.x given twice; names and keys are unique, so rename or remove one'],
    ],
    ['an alias of nothing', 'a: *b\n', ['1:4 a the alias *b has no anchor &b before it']],
    ['an alias in its anchor', 'a: &a [*a]\n', ['1:8 a[0] the alias *a stands inside its own anchor']],
    [
      'a tag',
      'a: !foo 1\nb: !!binary eA==\n',
      ['1:9 a tags have no meaning in a scene; remove !foo', expect.stringContaining('!!binary')],
    ],
    ['a number as key', '1: 2\n', ['1:1  expected a name as key, got 1; names begin with a letter']],
    [
      'a list as key',
      '? [a]\n: 3\n',
      ['1:3  expected a name as key, got a list or mapping; names begin with a letter'],
    ],
    [
      'a merge with a number',
      'a:\n  <<: 3\n',
      ['2:3 a expected a mapping, an alias of one or a list of these after "<<"'],
    ],
    ['YAML 1.1', '%YAML 1.1\n---\na: 010\n', ['1:1  expected YAML 1.2, got 1.1; remove the line %YAML']],
  ])('refuses %s', (_, text, problems) => {
    expect(problemsOf(text)).toEqual(problems);
  });

  it('refuses aliases that expand to billions of values, at once', () => {
    const lines = ['a0: &a0 [1, 1, 1, 1, 1, 1, 1, 1, 1, 1]'];
    for (let i = 1; i < 12; i++)
      lines.push(
        `a${i}: &a${i} [${Array(10)
          .fill(`*a${i - 1}`)
          .join(', ')}]`,
      );
    expect(problemsOf(lines.join('\n'))).toEqual([
      expect.stringContaining('aliases expand to more than 2000000 values'),
    ]);
  });

  it.each([
    ['300 lists', `a: ${'['.repeat(300)}${']'.repeat(300)}`],
    ['1900 mappings', `a: ${'{a: '.repeat(1900)}${'}'.repeat(1900)}`],
    ['a million lists', '['.repeat(1e6)],
    ['a million dashes', '- '.repeat(1e6)],
    ['a million keys', '? '.repeat(1e6)],
    ['1500 lines', Array.from({ length: 1500 }, (_, i) => `${' '.repeat(i)}a:\n`).join('')],
  ])('refuses %s inside each other, at once and without running out of stack', (_, text) => {
    expect(problemsOf(text)).toEqual([expect.stringMatching(/nested .*deep/)]);
  });

  it('keeps a key __proto__ an ordinary key', () => {
    const { value } = treeOf('__proto__: { polluted: 1 }\n');
    expect(Object.keys(value as object)).toEqual(['__proto__']);
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
  });
});
