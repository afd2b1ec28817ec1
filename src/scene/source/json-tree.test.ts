// SPDX-License-Identifier: MIT
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readJsonTree } from './json-tree.ts';
import { formatPath, type ScenePath } from './source-tree.ts';

function treeOf(text: string) {
  const reading = readJsonTree(text);
  if ('problems' in reading) throw new Error(JSON.stringify(reading.problems));
  return reading.tree;
}

function problemOf(text: string): string {
  const reading = readJsonTree(text);
  if ('tree' in reading) throw new Error(`read as ${JSON.stringify(reading.tree.value)}`);
  return reading.problems
    .map(({ path, location, message }) => `${location?.line}:${location?.column} ${formatPath(path)} ${message}`)
    .join('\n');
}

describe('JSON', () => {
  it('is read as JSON.parse reads it', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 5 }), fc.constantFrom(0, 2), (text, indentation) => {
        const value = JSON.parse(text);
        expect(treeOf(JSON.stringify(value, null, indentation)).value).toStrictEqual(value);
      }),
    );
  });

  it('is refused exactly where JSON.parse refuses it', () => {
    const alphabet = fc.constantFrom(...'{}[]",:\\ 01.e-tnu\n'.split(''));
    fc.assert(
      fc.property(fc.string({ unit: alphabet, maxLength: 12 }), (text) => {
        let isJson = true;
        try {
          JSON.parse(text);
        } catch {
          isJson = false;
        }
        const reading = readJsonTree(text);
        const isDuplicate =
          'problems' in reading && reading.problems.some(({ message }) => message.startsWith('given twice'));
        expect('tree' in reading || isDuplicate).toBe(isJson);
      }),
      { numRuns: 3000 },
    );
  });

  it.each<[ScenePath, 'key' | 'value', number, number]>([
    [[], 'value', 1, 1],
    [['a'], 'key', 2, 3],
    [['a'], 'value', 2, 8],
    [['b', 1, 'c'], 'value', 3, 22],
    [['nothing'], 'value', 1, 1],
  ])('knows the place of %j (%s): %d:%d', (path, at, line, column) => {
    expect(treeOf('{\n  "a": 1,\n  "b": [null, { "c": "x\\"y" }]\n}').locationOf(path, at)).toEqual({ line, column });
  });

  it.each([
    ['', '1:1  not JSON: expected a value, got the end of the file'],
    ['{"a": 1,}', '1:9  not JSON: expected a key in double quotes, got "}"'],
    ["{'a': 1}", '1:2  not JSON: expected a key in double quotes, got "\'"'],
    ['{"a" 1}', '1:6  not JSON: expected ":", got "1"'],
    ['[1 2]', '1:4  not JSON: expected "," or "]", got "2"'],
    ['[1, 2', '1:6  not JSON: expected "," or "]", got the end of the file'],
    ['[01]', '1:3  not JSON: expected "," or "]", got "1"'],
    ['[NaN]', '1:2  not JSON: expected a value, got "N"'],
    ['{"a": 1} x', '1:10  not JSON: expected the end of the file, got "x"'],
    ['["a\nb"]', '1:4  not JSON: a line break or tab inside a text; write \\n or \\t'],
    ['["ab]', '1:2  not JSON: the closing quote of this text is missing'],
    ['["\\q"]', '1:2  not JSON: an escape sequence in this text is wrong'],
    ['{"a": {"x": 1,\n "x": 2}}', '2:2 a.x given twice; names and keys are unique, so rename or remove one'],
    ['[// no\n1]', '1:2  not JSON: expected a value, got "/"'],
  ])('%j is refused', (text, message) => {
    expect(problemOf(text)).toBe(message);
  });

  it('is refused when it is nested too deeply', () => {
    expect(problemOf('['.repeat(1e6))).toMatch(/nested more than 200 deep; flatten it$/);
  });

  it('keeps a key __proto__ an ordinary key', () => {
    const { value } = treeOf('{"__proto__": {"polluted": 1}}');
    expect(Object.keys(value as object)).toEqual(['__proto__']);
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
  });
});
