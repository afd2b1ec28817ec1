// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { sampleFrames } from './frame-samples.ts';

const frames = (count: number, length = 1000): number[] => new Array<number>(count).fill(length);

describe('sampleFrames', () => {
  it('takes the last frame, the first, and those between them evenly', () => {
    expect(sampleFrames(frames(101)).slice(0, 5)).toEqual([100, 0, 50, 25, 75]);
    expect(sampleFrames(frames(5)).sort()).toEqual([0, 1, 2, 3, 4]);
    expect(sampleFrames([])).toEqual([]);
  });

  it('takes few of a long run, and few bytes of large frames, the last always', () => {
    expect(sampleFrames(frames(1e5)).length).toBe(17);
    expect(sampleFrames(frames(100, 10 << 20)).length).toBe(3);
    expect(sampleFrames(frames(100, 1 << 30))).toEqual([99]);
  });
});
