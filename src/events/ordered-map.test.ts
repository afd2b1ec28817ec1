// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { Random } from '../math/random.ts';
import { OrderedMap } from './ordered-map.ts';

const SEED = Number(process.env.TEST_SEED ?? 20261116);

describe('the ordered map', () => {
  it('agrees with a sorted list through insertions and removals of the largest', () => {
    const random = new Random(SEED);
    const map = new OrderedMap(4);
    let list: [number, number, number][] = [];
    for (let k = 0; k < 3000; k++) {
      if (random.next() < 0.6) {
        const entry: [number, number, number] = [random.integer(20) - 10, random.integer(30), k];
        map.set(...entry);
        list = list.filter(([first, second]) => first !== entry[0] || second !== entry[1]);
        list.push(entry);
        list.sort((a, b) => a[0] - b[0] || a[1] - b[1]);
      } else {
        map.deleteLast();
        list.pop();
      }
      expect(map.size).toBe(list.length);
      expect(map.lastFirst).toBe(list.at(-1)?.[0] ?? -Infinity);
      expect(map.lastSecond).toBe(list.at(-1)?.[1] ?? -Infinity);
    }
    const seen: [number, number, number][] = [];
    map.forEach((first, second, value, rank) => {
      expect(rank).toBe(seen.length);
      seen.push([first, second, value]);
    });
    expect(seen).toEqual(list);
    for (const [first, second, value] of list) expect(map.get(first, second)).toBe(value);
    expect(map.get(99, 0)).toBeUndefined();
  });

  it('keeps equal first parts apart', () => {
    const map = new OrderedMap();
    map.set(0.5, 7, 1);
    map.set(0.5, 3, 2);
    expect(map.size).toBe(2);
    expect([map.get(0.5, 3), map.get(0.5, 7)]).toEqual([2, 1]);
  });
});
