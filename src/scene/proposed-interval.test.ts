// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { proposedInterval } from './proposed-interval.ts';

describe('proposedInterval', () => {
  it('is round, gives some hundred frames, and is what a scene can hold', () => {
    const intervals = [2, 1, 0.8, 0.05, 1e-3, 60].map(proposedInterval);
    expect(intervals).toEqual(['10 ms', '5 ms', '2 ms', '200 us', '5 us', '200 ms']);
  });
});
