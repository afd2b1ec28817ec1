// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { AdaptiveQuality, BEST } from './quality.ts';

const noteMany = (quality: AdaptiveQuality, took: number, count: number): void => {
  for (let k = 0; k < count; k++) quality.note(took);
};

describe('adaptive quality', () => {
  it('stays the best while pictures are quick', () => {
    const quality = new AdaptiveQuality();
    noteMany(quality, 8, 500);
    expect(quality.level).toBe(BEST);
  });

  it('falls to the lowest where all pictures are slow, and no further', () => {
    const quality = new AdaptiveQuality();
    noteMany(quality, 200, 100);
    expect(quality.level).toBe(0);
  });

  it('is not lowered by one slow picture among quick ones', () => {
    const quality = new AdaptiveQuality();
    for (let k = 0; k < 50; k++) {
      quality.note(300);
      quality.note(8);
    }
    expect(quality.level).toBe(BEST);
  });

  it('returns when pictures have become quick, but not for ever to a level that is too much', () => {
    const quality = new AdaptiveQuality();
    let changes = 0;
    let before = quality.level;
    for (let k = 0; k < 5000; k++) {
      // The best level alone is slow.
      quality.note(quality.level === BEST ? 90 : 6);
      if (quality.level !== before) changes++;
      before = quality.level;
    }
    expect(quality.level).toBe(BEST - 1);
    expect(changes).toBeGreaterThan(1);
    expect(changes).toBeLessThan(10);
  });
});
