// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { Decades, Mean } from './tally.ts';

describe('Decades', () => {
  it('counts each number in its decade', () => {
    const decades = new Decades(-2, 0);
    for (const value of [0, 0.005, 0.01, 0.05, 0.5, 1, 7]) decades.add(value);
    expect(decades.names()).toEqual(['< 1e-2', '1e-2', '1e-1', '≥ 1']);
    expect(decades.counts).toEqual([2, 2, 1, 2]);
    expect(decades.total).toBe(7);
    expect(decades.largest).toBe(7);
    expect(decades.shares()[2]).toBeCloseTo(100 / 7, 12);
  });
});

describe('Mean', () => {
  it('keeps mean, number and maximum, also of two together', () => {
    const first = new Mean();
    const second = new Mean();
    for (const value of [1, 2]) first.add(value);
    second.add(6);
    first.merge(second);
    expect({ value: first.value, count: first.count, largest: first.largest }).toEqual({
      value: 3,
      count: 3,
      largest: 6,
    });
  });
});
