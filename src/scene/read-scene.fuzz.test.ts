// SPDX-License-Identifier: MIT
/** Whatever stands in a scene, the reader answers with a scene or with a SceneError whose problems have places. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ROOT } from '../../tests/source-files.ts';
import { SceneError } from '../errors.ts';
import { sceneSummary } from './check/scene-summary.ts';
import { sceneWarnings } from './check/scene-warnings.ts';
import { readScene } from './read-scene.ts';
import { readSource } from './source/read-source.ts';
import type { ScenePath } from './source/source-tree.ts';

const EXAMPLES = ['bouncing-balls', 'sliding-block', 'filling-a-box'].map((name) =>
  readFileSync(join(ROOT, `examples/${name}.yaml`), 'utf8'),
);

function valuesOf(text: string): unknown {
  const source = readSource(text, 'example.yaml');
  if ('problems' in source) throw new Error(JSON.stringify(source.problems));
  return source.tree.value;
}

function pathsIn(value: unknown, path: ScenePath = []): ScenePath[] {
  if (typeof value !== 'object' || value === null) return [path];
  const below = Object.entries(value).flatMap(([key, part]) =>
    pathsIn(part, [...path, Array.isArray(value) ? Number(key) : key]),
  );
  return [path, ...below];
}

/** A copy in which the value at a path is another one, or is gone. */
function replaced(value: unknown, [step, ...rest]: ScenePath, other: unknown): unknown {
  if (step === undefined) return other;
  if (Array.isArray(value)) return value.map((part, i) => (i === step ? replaced(part, rest, other) : part));
  const record = value as Record<string, unknown>;
  return { ...record, [step]: replaced(record[step], rest, other) };
}

/** Either is fine; anything else that is thrown is a defect. */
function readsOrRefuses(text: string, file: string): void {
  try {
    const scene = readScene(text, { file });
    expect(sceneSummary(scene)).not.toMatch(/undefined|\[object/);
    sceneWarnings(scene);
  } catch (error) {
    if (!(error instanceof SceneError)) throw error;
    for (const line of error.message.split('\n'))
      expect(line).toMatch(/^example\.(yaml|json)(:\d+:\d+ |: and \d+ more)/);
  }
}

const wrongValues = fc.oneof(
  fc.constantFrom<unknown>(
    undefined,
    null,
    true,
    '',
    '5',
    '-1',
    '0 m',
    '3 s',
    'ball',
    'auto',
    [],
    {},
    [1, 2, 3],
    [0, 0, 0],
  ),
  fc.constantFrom<unknown>(0, -1, 0.5, 1e-60, 1e60, 1e308, 2 ** 53, 1e-320, { x: 1 }, '__proto__', 'constructor', [[]]),
  fc.jsonValue(),
);

describe('the reader', () => {
  it.each(EXAMPLES.map((text, i) => [i, text] as const))(
    'survives any value in any place of example %d',
    { tags: ['long'] },
    (_, text) => {
      const values = valuesOf(text);
      const paths = pathsIn(values);
      fc.assert(
        fc.property(fc.integer({ min: 0, max: paths.length - 1 }), wrongValues, (index, other) => {
          const path = paths[index];
          readsOrRefuses(JSON.stringify(replaced(values, path, other)) ?? '', 'example.json');
        }),
        { numRuns: 150 },
      );
    },
  );

  it('survives characters that are lost, doubled or exchanged', { tags: ['long'] }, () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...EXAMPLES),
        fc.array(
          fc.tuple(
            fc.nat(),
            fc.constantFrom('', '[', ']', '{', '}', ':', '-', '"', "'", '&', '*', '!', '\t', '\n', ' ', '0'),
          ),
          {
            minLength: 1,
            maxLength: 4,
          },
        ),
        (text, edits) => {
          let edited = text;
          for (const [at, character] of edits) {
            const place = at % edited.length;
            edited = edited.slice(0, place) + character + edited.slice(place + 1);
          }
          readsOrRefuses(edited, 'example.yaml');
        },
      ),
      { numRuns: 150 },
    );
  });
});
