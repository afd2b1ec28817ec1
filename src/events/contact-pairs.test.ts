// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { Random } from '../math/random.ts';
import { ContactPairs, type PairSource } from './contact-pairs.ts';

const SEED = Number(process.env.TEST_SEED ?? 20261117);

/** Distances by pair, as a source. */
class Given implements PairSource {
  distances = new Map<number, number>();

  forEachPair(_selected: unknown, visit: (pair: number, z: number) => void): void {
    for (const [pair, z] of this.distances) visit(pair, z);
  }

  describe(pair: number): string {
    return `pair ${pair}`;
  }
}

function given(entries: readonly (readonly [number, number])[], functions: number, policy?: 'enlarge' | 'stop') {
  const source = new Given();
  source.distances = new Map(entries);
  const pairs = new ContactPairs(source, functions, policy);
  const values = (): number[] => {
    const z = new Float64Array(pairs.count);
    pairs.getDistances(z);
    return [...z];
  };
  const ids = (): number[] => Array.from({ length: pairs.count }, (_, i) => pairs.pairOf(i));
  const move = (to: readonly (readonly [number, number])[]): void => {
    source.distances = new Map(to);
    pairs.changed();
  };
  return { pairs, values, ids, move };
}

describe('the example of Table 1', () => {
  // Pairs 12 and 4 are too far away at first to be among the six nearest.
  const before = [
    [12, 0.9],
    [10, -0.09],
    [5, -0.003],
    [3, -0.001],
    [7, 0.02],
    [8, 0.3],
    [2, 0.4],
    [4, 0.8],
  ] as const;
  const after = [
    [12, 0.4],
    [10, -0.08],
    [5, -0.015],
    [3, -0.002],
    [7, 0.04],
    [8, 0.55],
    [2, 0.53],
    [4, 0.5],
  ] as const;

  it('keeps the signs of all functions when other pairs are selected', () => {
    const { pairs, values, ids, move } = given(before, 6);
    pairs.selectContactPairs();
    expect(ids()).toEqual([10, 5, 3, 7, 8, 2]);
    expect(values()).toEqual([-0.09, -0.003, -0.001, 0.02, 0.3, 0.4]);
    move(after);
    // The second column: the same pairs at the end of the step.
    expect(values()).toEqual([-0.08, -0.015, -0.002, 0.04, 0.55, 0.53]);
    const signs = values().map(Math.sign);
    pairs.selectContactPairs();
    // The third: sorted, which the printed one is not in its rows two and three.
    expect(ids()).toEqual([10, 5, 3, 7, 12, 4]);
    expect(values()).toEqual([-0.08, -0.015, -0.002, 0.04, 0.4, 0.5]);
    expect(values().map(Math.sign)).toEqual(signs);
  });
});

describe('the selection of pairs', () => {
  it('keeps pairs at equal distances apart', () => {
    const { pairs, ids, values } = given(
      [
        [9, 0.1],
        [3, 0.1],
        [6, 0.1],
        [1, 0.1],
      ],
      3,
    );
    pairs.selectContactPairs();
    expect(ids()).toEqual([1, 3, 6]);
    expect(values()).toEqual([0.1, 0.1, 0.1]);
  });

  it('gives unused functions a positive value', () => {
    const { pairs, ids, values } = given([[4, -0.5]], 3);
    pairs.selectContactPairs();
    expect(ids()).toEqual([4, -1, -1]);
    expect(values()).toEqual([-0.5, 1, 1]);
  });

  it.each(['enlarge', 'stop'] as const)('meets more contacts than functions: %s', (policy) => {
    const entries = Array.from({ length: 9 }, (_, i) => [i, i < 6 ? -0.1 * (i + 1) : 0.2 * i] as const);
    const { pairs, ids } = given(entries, 4, policy);
    if (policy === 'stop') {
      expect(() => pairs.selectContactPairs()).toThrow('beyond the 4 zero-crossing functions');
      return;
    }
    pairs.selectContactPairs();
    expect(pairs.count).toBeGreaterThanOrEqual(6);
    expect(ids().slice(0, 6)).toEqual([5, 4, 3, 2, 1, 0]);
  });

  it.each(['enlarge', 'stop'] as const)('meets a pair in contact that was not selected: %s', (policy) => {
    const { pairs, ids, values, move } = given(
      [
        [1, 0.1],
        [2, 0.2],
        [3, 0.9],
      ],
      2,
      policy,
    );
    pairs.selectContactPairs();
    expect(pairs.selectionReach).toBe(0.9);
    move([
      [1, 0.1],
      [2, 0.2],
      [3, -0.05],
    ]);
    if (policy === 'stop') {
      expect(() => values()).toThrow('pair 3 came into contact beyond the 2 zero-crossing functions');
      return;
    }
    values();
    expect(pairs.count).toBe(3);
    expect(ids()).toEqual([1, 2, 3]);
    expect(values()).toEqual([0.1, 0.2, -0.05]);
    pairs.selectContactPairs();
    expect(ids()).toEqual([3, 1, 2]);
  });

  it('grows where near pairs are asked for', () => {
    const { pairs } = given(
      Array.from({ length: 50 }, (_, i) => [i, 0.01 * (i + 1)] as const),
      4,
    );
    pairs.selectContactPairs(0.205);
    expect(pairs.count).toBe(20);
    expect(pairs.selectionReach).toBeCloseTo(0.21, 12);
  });

  it('keeps signs for any distances that do not cross zero', () => {
    const random = new Random(SEED);
    for (let round = 0; round < 200; round++) {
      const count = 1 + random.integer(40);
      const touching = random.integer(count);
      const draw = (): [number, number][] =>
        Array.from({ length: count }, (_, i) => [i, i < touching ? -random.next() : 1e-9 + random.next()]);
      const { pairs, values, move } = given(draw(), touching + random.integer(10) + 1);
      pairs.selectContactPairs();
      move(draw());
      const signs = values().map((z) => z > 0);
      pairs.selectContactPairs();
      expect(values().map((z) => z > 0)).toEqual(signs);
      expect(signs.filter((isPositive) => !isPositive)).toHaveLength(touching);
    }
  });
});
