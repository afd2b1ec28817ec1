// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { Random } from '../math/random.ts';
import { comparePoints, spatialOrder } from './spatial-order.ts';

const SEED = Number(process.env.TEST_SEED ?? 20260108);

describe('spatialOrder', () => {
  it('visits the octants of a box one after the other', () => {
    const points = Float64Array.from({ length: 24 }, (_, i) => (Math.floor(i / 3) >> (i % 3)) & 1);
    expect([...spatialOrder(points)]).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
  });

  it('depends on the points alone and puts equal points together by index', () => {
    const random = new Random(SEED);
    // Two outliers put most points into one cell of the curve.
    const cloud = Array.from({ length: 500 }, () => [random.integer(5) * 1e-9, random.next() * 1e-9, random.next()]);
    cloud.push([1, 0, 0], [0, 1, 0], ...cloud.slice(0, 50));
    const turned = [...cloud].reverse();
    const flat = Float64Array.from(cloud.flat());
    const other = Float64Array.from(turned.flat());
    const order = spatialOrder(flat);
    const inTurn = spatialOrder(other);
    expect(
      [...order].sort((a, b) => a - b),
      `seed ${SEED}`,
    ).toEqual(cloud.map((_, i) => i));
    order.forEach((i, position) => {
      expect(cloud[i], `seed ${SEED}`).toEqual(turned[inTurn[position]]);
      const before = order[position - 1];
      if (before !== undefined && comparePoints(flat, before, i) === 0) expect(before).toBeLessThan(i);
    });
  });
});
