// SPDX-License-Identifier: MIT
/**
 * Names of built-in properties, deep nesting and long chains, wherever a scene or a table accepts words of the user.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT } from '../../tests/source-files.ts';
import { ScreeError } from '../errors.ts';
import { sceneSummary } from './check/scene-summary.ts';
import { sceneWarnings } from './check/scene-warnings.ts';
import { columnUnit } from './column-unit.ts';
import { readBodies } from './initial-state/read-bodies.ts';
import { outputQuantity } from './output-quantity.ts';
import { readScene } from './read-scene.ts';
import { readSource } from './source/read-source.ts';

const WORDS = ['constructor', '__proto__', 'toString', 'hasOwnProperty', 'prototype', 'valueOf'];
const SCENE = readFileSync(join(ROOT, 'examples/bouncing-balls.yaml'), 'utf8');

const SMALL = JSON.stringify({
  time: { duration: 1, timeStep: 0.1 },
  materials: { steel: { density: 1, stiffness: 1, restitution: 0.5, friction: 0 } },
  law: { normal: 'linear' },
  shapes: { ball: { sphere: { radius: 1 } } },
  bodies: { one: { shape: 'ball', material: 'steel', position: [0, 0, 0] } },
});

/** Anything but a ScreeError is a defect. */
function answers(work: () => unknown): void {
  try {
    work();
  } catch (error) {
    if (!(error instanceof ScreeError)) throw error;
  }
}

function read(value: unknown): void {
  answers(() => {
    const scene = readScene(JSON.stringify(value), { file: 'a.json' });
    sceneSummary(scene);
    sceneWarnings(scene);
  });
}

type Tree = { [key: string]: Tree };

describe('the name of a built-in property', () => {
  it.each(WORDS)('%s, is refused as the name of a column', (word) => {
    const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
    expect(() => readBodies(bytes(`x,y,z,${word}\n0,0,0,1\n`), 'a.csv', undefined)).toThrow(`unknown column "${word}"`);
    answers(() => readBodies(bytes(`x [${word}],y,z\n0,0,0\n`), 'a.csv', undefined));
    answers(() =>
      readBodies(
        bytes(`ITEM: TIMESTEP\n0\nITEM: NUMBER OF ATOMS\n1\nITEM: ATOMS id x y z ${word}\n1 0 0 0 1\n`),
        'a.dump',
        undefined,
      ),
    );
    expect(columnUnit(word)).toBe('');
    for (const text of [word, `body.${word}.${word}`, `region.${word}.${word}`, `energy.${word}`, `${word}.${word}.x`])
      answers(() => outputQuantity(text));
  });

  it.each([
    ['materials', '"__proto__": { "density": 1 }'],
    ['shapes', '"__proto__": { "sphere": { "radius": 1 } }'],
    ['bodies', '"__proto__": { "shape": "ball", "material": "steel", "position": [3, 0, 0] }'],
  ])('__proto__ is refused as a name among the %s', (section, entry) => {
    const text = `{"gravity":[0,0,0],${SMALL.slice(1)}`.replace(`"${section}":{`, `"${section}":{${entry},`);
    expect(() => readScene(text, { file: 'a.json' })).toThrow(
      new RegExp(`^a\\.json:1:\\d+ ${section}\\.__proto__: expected a name: a letter`),
    );
  });

  it.each(WORDS.slice(0, 2))(
    '%s, as a key or a value in any place of a scene, gives a scene or a problem',
    { tags: ['long'] },
    (word) => {
      const source = readSource(SCENE, 'a.yaml');
      if ('problems' in source) throw new Error('the example cannot be read');
      const visit = (tree: Tree, path: readonly string[]): void => {
        for (const key of Object.keys(tree)) {
          const copy = (): [Tree, Tree] => {
            const root = structuredClone(source.tree.value) as Tree;
            return [root, path.reduce((at, step) => at[step], root)];
          };
          const [renamed, at] = copy();
          const part = at[key];
          delete at[key];
          Object.defineProperty(at, word, { value: part, enumerable: true, configurable: true, writable: true });
          read(renamed);
          for (const other of [word, `= ${word}`, `=${word}(1)`, `1 ${word}`, { [word]: 1 }, [word]]) {
            const [changed, holder] = copy();
            holder[key] = other as unknown as Tree;
            read(changed);
          }
          if (typeof tree[key] === 'object' && tree[key] !== null) visit(tree[key], [...path, key]);
        }
      };
      visit(source.tree.value as Tree, []);
    },
  );
});

describe('an excessive scene', () => {
  it('may have variables in a chain of twenty thousand', { tags: ['long'] }, () => {
    const count = 20_000;
    const variables: Record<string, string> = { [`v${count}`]: '2 m/s2' };
    for (let k = 0; k < count; k++) variables[`v${k}`] = `= v${k + 1}`;
    const text = (first: string): string =>
      JSON.stringify({ variables: { ...variables, [`v${count}`]: first } }).slice(0, -1);
    const rest = `,"gravity":[0,0,"= -v0"],${SMALL.slice(1)}`;
    expect(readScene(text('2 m/s2') + rest, { file: 'a.json' }).simulation.gravity).toEqual({ x: 0, y: 0, z: -2 });
    expect(() => readScene(text('= v0') + rest, { file: 'a.json' })).toThrow(
      /^a\.json:1:\d+ variables\.v19999: the variable v20000 depends on itself: v20000 needs v0 needs v1 needs .* needs … needs .* needs v20000/,
    );
  });

  it.each([
    ['lists', '['.repeat(100_000)],
    ['closed lists', '['.repeat(50_000) + ']'.repeat(50_000)],
    ['mappings', '{"a":'.repeat(50_000)],
    ['brackets', `{"gravity": "=${'('.repeat(50_000)}1${')'.repeat(50_000)}"}`],
    ['signs', `{"gravity": "=${'-'.repeat(50_000)}1"}`],
    ['powers', `{"gravity": "=${'2^'.repeat(50_000)}1"}`],
    ['a unit', `{"gravity": "1 ${'m*('.repeat(20_000)}"}`],
    ['nothing', ''],
    ['blanks', ' \n\t '],
    ['a null', 'null'],
    ['a BOM', '\uFEFF'],
  ])('of %s is refused at a place', (_, text) => {
    for (const file of ['a.json', 'a.yaml'])
      expect(() => readScene(text, { file })).toThrow(/^a\.(json|yaml):\d+:\d+ /);
  });

  it.each([
    ['yaml lists', `${'- '.repeat(20_000)}1`],
    ['yaml mappings', Array.from({ length: 3000 }, (_, k) => `${' '.repeat(k)}a:`).join('\n')],
    ['anchors', `a: &a [1]\nb: &b [*a, *a]\nc: [${'*b, '.repeat(9)}*b]`],
  ])('of %s is refused at a place', (_, text) => {
    expect(() => readScene(text, { file: 'a.yaml' })).toThrow(/^a\.yaml:\d+:\d+ /);
  });

  it('may have deep shapes, which are refused', () => {
    let shape: object = { sphere: { radius: 1 } };
    for (let k = 0; k < 500; k++) shape = { compound: [{ shape }] };
    read({ shapes: { deep: shape } });
  });
});
