// SPDX-License-Identifier: MIT
/** Pairs as lines, in the address and as tests: what goes out comes back, and errors say where. */
import { describe, expect, it } from 'vitest';
import { MENU } from './menu.ts';
import { hashOf, linesOf, pairLine, readPairLine, sharedPair, testCase } from './pair-json.ts';

describe('a pair of the menu', () => {
  it.each(MENU.map(({ id, pair }) => [id, pair] as const))('%s survives its line and its address', (_, pair) => {
    expect(readPairLine(pairLine(pair), 1)).toEqual(pair);
    expect(sharedPair(hashOf(pair, 'mpr'))).toEqual({ pair, algorithm: 'mpr' });
  });

  it('is there for all nine situations and all four configurations', () => {
    expect(MENU.filter(({ id }) => id.startsWith('td '))).toHaveLength(9);
    expect(MENU.filter(({ id }) => id.startsWith('epa '))).toHaveLength(4);
    expect(new Set(MENU.map(({ id }) => id)).size).toBe(MENU.length);
  });
});

describe('lines of a pairs file', () => {
  it('are counted with the empty ones, which are left out', () => {
    expect(linesOf('{"a":1}\r\n\n  \n{"b":2}\n')).toEqual([
      { number: 1, text: '{"a":1}' },
      { number: 4, text: '{"b":2}' },
    ]);
  });

  it('get poses where they have none', () => {
    const ball = { shape: { sphere: { radius: 1 } } };
    const read = readPairLine(JSON.stringify({ id: 7, a: ball, b: { ...ball, pose: { position: [3, 0, 0] } } }), 1);
    expect(read.a.pose).toEqual({ position: [0, 0, 0], orientation: [1, 0, 0, 0] });
    expect(read.b.pose).toEqual({ position: [3, 0, 0], orientation: [1, 0, 0, 0] });
  });

  it('are refused with their number and the path of what is wrong', () => {
    expect(() => readPairLine('{"a":', 12)).toThrow(/^line 12: not JSON: /);
    expect(() => readPairLine('{"a":{"shape":{"sphere":{"radius":-1}}},"b":{}}', 3)).toThrow(
      /^line 3: a\.shape\.sphere\.radius: /,
    );
  });
});

describe('the address', () => {
  it('leaves out a pair that is too long for it, and says what is wrong with one that it has', () => {
    const vertices = Array.from({ length: 2000 }, (_, i) => [Math.sin(i), Math.cos(i), Math.sin(3 * i)]);
    const body = { shape: { polyhedron: { vertices } }, pose: { position: [0, 0, 0] } };
    expect(hashOf({ a: body, b: body }, 'mpr')).toBe('#/explore?algorithm=mpr');
    expect(sharedPair('#/explore')).toEqual({});
    expect(sharedPair('#/explore?pair=%7B%22a%22%3A1%7D').problem).toMatch(/^The pair in the address: a: /);
  });
});

describe('a test case', () => {
  it('reads the shapes, asks and expects the answer', () => {
    const [{ pair }] = MENU as [(typeof MENU)[0]];
    const text = testCase(pair, 'space', { distance: -0.25, type: 'e-e', status: 'converged' });
    expect(text).toContain("import { contact, shapeFromJson } from 'scree/contact';");
    expect(text).toContain('expect(found.distance).toBeCloseTo(-0.25, 9);');
    expect(text).toContain(JSON.stringify(pair.b.shape));
  });
});
