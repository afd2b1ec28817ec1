// SPDX-License-Identifier: MIT
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { isMap, isPair, isScalar, isSeq, parseDocument } from 'yaml';
import { formatPath } from '../source/source-tree.ts';
import { sceneOutline, scenePlace } from './scene-outline.ts';

/** `|` marks the cursor. */
function placeIn(marked: string): string | undefined {
  const offset = marked.indexOf('|');
  const place = scenePlace(marked.replace('|', ''), offset);
  return place && `${place.kind} ${formatPath(place.path)}`;
}

/** Paths and offsets of all keys by the parser of YAML. */
function parsedKeys(text: string): (readonly [string, number])[] {
  const keys: (readonly [string, number])[] = [];
  const visit = (node: unknown, path: readonly (string | number)[]): void => {
    if (isSeq(node)) node.items.forEach((item, k) => void visit(item, [...path, k]));
    if (!isMap(node)) return;
    for (const item of node.items) {
      if (!isPair(item) || !isScalar(item.key)) continue;
      const below = [...path, String(item.key.value)];
      keys.push([formatPath(below), item.key.range?.[0] ?? -1]);
      visit(item.value, below);
    }
  };
  visit(parseDocument(text).contents, []);
  return keys;
}

const EXAMPLES = readdirSync('examples').filter((file) => file.endsWith('.yaml'));

describe('the outline of a scene', () => {
  it.each(EXAMPLES)('has the keys that the parser of YAML finds in %s', (file) => {
    const text = readFileSync(`examples/${file}`, 'utf8');
    expect(sceneOutline(text).map(({ path, start }) => [formatPath(path), start])).toEqual(parsedKeys(text));
  });

  it('reads lists at the column of their key, quoted keys, texts of several lines and comments', () => {
    const text = 'title: |\n  not: a key\n"a b": 1 # c: 2\nlist:\n- { x: 1 }\n- x: 2\n  y: "} z: 3"\nlast: 4\n';
    expect(sceneOutline(text).map(({ path, start }) => [formatPath(path), start])).toEqual(parsedKeys(text));
  });

  it('goes on at the next section after a bracket that is not closed', () => {
    const paths = sceneOutline('time: { duration: 1 s\nlaw: { normal: hertz }').map(({ path }) => formatPath(path));
    expect(paths).toEqual(['time', 'time.duration', 'law', 'law.normal']);
  });

  it('says what may be typed', () => {
    expect(placeIn('ti|')).toBe('key ');
    expect(placeIn('time: { dur|')).toBe('key time');
    expect(placeIn('time: { duration: |')).toBe('value time.duration');
    expect(placeIn('time: { duration: 1 s, |')).toBe('key time');
    expect(placeIn('time: { duration: 1 s } |')).toBe('value time');
    expect(placeIn('materials:\n  |')).toBe('key materials');
    expect(placeIn('materials:\n  glass:\n    density: 1\n    |')).toBe('key materials.glass');
    expect(placeIn('materials:\n  glass:\n    density: 1\n  |')).toBe('key materials');
    expect(placeIn('materials:\n  glass:\n    density: 1\n|')).toBe('key ');
    expect(placeIn('materials:\n  glass:\n    |\n    density: 1\n')).toBe('key materials.glass');
    expect(placeIn('pairs:\n  - between: [a, |')).toBe('value pairs[0].between[1]');
    expect(placeIn('pairs:\n  - friction: 1\n    |')).toBe('key pairs[0]');
    expect(placeIn('pairs:\n  - friction: 1\n  - |')).toBe('key pairs[1]');
    expect(placeIn('law: linear # |')).toBeUndefined();
  });
});
