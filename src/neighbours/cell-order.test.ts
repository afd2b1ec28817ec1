// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { Random } from '../math/random.ts';
import { CellOrder, FINEST_LEVEL } from './cell-order.ts';

const seed = Number(process.env.TEST_SEED ?? 21);

describe.each([20, 3000])(`the order of %i items by cells, seed ${seed}`, (count) => {
  it('keeps the content of every cell together, the cell before those inside it', () => {
    const random = new Random(seed);
    const order = new CellOrder(count);
    const cells: string[] = [];
    const keyOf = (level: number, x: number, y: number, z: number): string =>
      [level, ...[x, y, z].map((value) => Math.floor(value * 2 ** level))].join();
    const entries: [number, number, number, number][] = [];
    for (let i = 0; i < count; i++) {
      const [x, y, z, level] = [random.next(), random.next() ** 3, random.next(), random.integer(7)] as const;
      order.assign(i, x, y, z, level);
      entries.push([level, x, y, z]);
      cells.push(keyOf(level, x, y, z));
    }
    order.sort(0, count);
    expect([...order.items].sort((a, b) => a - b)).toEqual(cells.map((_, i) => i));
    const sorted = [...order.items].map((item) => entries[item]);
    for (let level = 0; level < 7; level++) {
      const inside = sorted.map(([own, x, y, z]) => (own >= level ? keyOf(level, x, y, z) : 'coarser'));
      for (const key of new Set(inside.filter((each) => each !== 'coarser'))) {
        const [first, last] = [inside.indexOf(key), inside.lastIndexOf(key)];
        expect(new Set(inside.slice(first, last + 1))).toEqual(new Set([key]));
        const levels = sorted.slice(first, last + 1).map(([own]) => own);
        const own = levels.filter((each) => each === level).length;
        expect(levels.slice(0, own).every((each) => each === level)).toBe(true);
      }
    }
    sorted.forEach(([level], index) => {
      expect(order.levelAt(index)).toBe(level);
    });
  });

  it('finds where a digit ends', () => {
    const random = new Random(seed);
    const order = new CellOrder(count);
    for (let i = 0; i < count; i++) order.assign(i, random.next(), random.next(), random.next(), FINEST_LEVEL);
    order.sort(0, count);
    for (let digit = 0; digit < 8; digit++) {
      const end = order.endOfDigit(0, count, 1, digit);
      for (let index = 0; index < count; index++) expect(order.digitAt(index, 1) <= digit).toBe(index < end);
    }
  });
});
