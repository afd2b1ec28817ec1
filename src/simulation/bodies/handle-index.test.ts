// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { HandleIndex } from './handle-index.ts';

describe('the index of bodies by id', () => {
  it('has dense ids and ids far above them, in their order', () => {
    const index = new HandleIndex();
    index.set(2_000_000_000, -3);
    index.set(5000, 7);
    for (let id = 0; id < 3000; id++) index.set(id, 2 * id);
    // Handles of clumps are negative; -1 is the first of them.
    index.set(4000, -1);
    expect(index.size).toBe(3003);
    expect(index.get(5000)).toBe(7);
    expect(index.get(3500)).toBeUndefined();
    const handles = [...index.handles()];
    expect(handles.slice(0, 3)).toEqual([0, 2, 4]);
    expect(handles.slice(-3)).toEqual([-1, 7, -3]);
  });

  it('forgets what is deleted, once', () => {
    const index = new HandleIndex(10);
    index.set(3, 30);
    index.set(1, 10);
    index.set(1_000_000, 5);
    index.delete(3);
    index.delete(3);
    index.delete(1_000_000);
    expect(index.size).toBe(1);
    expect([...index.handles()]).toEqual([10]);
    index.set(1, 11);
    expect(index.size).toBe(1);
    expect(index.get(1)).toBe(11);
  });
});
