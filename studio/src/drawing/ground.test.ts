// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { roundLength } from './ground.ts';

describe('round lengths', () => {
  it.each([
    [1, 1],
    [1.99, 1],
    [0.27, 0.2],
    [72, 50],
    [3e-5, 2e-5],
  ])('the largest up to %f is %f', (length, wanted) => {
    expect(roundLength(length)).toBeCloseTo(wanted, 12);
  });
});
