// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { automaticThreads } from './engine.ts';

describe('automaticThreads', () => {
  it('is one for a few bodies, however many there are, and more for many', () => {
    expect(automaticThreads({ mostBodies: 3 }, 8)).toBe(1);
    expect(automaticThreads({ mostBodies: 0 }, 8)).toBe(1);
    expect(automaticThreads({ mostBodies: 1e5 }, 8)).toBe(8);
    expect(automaticThreads({ mostBodies: Infinity }, 2)).toBe(2);
    expect(automaticThreads({ mostBodies: 1e5 }, 1)).toBe(1);
  });
});
