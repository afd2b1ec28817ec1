// SPDX-License-Identifier: MIT
/** Which cells of the map of costs are cliffs, and how they are shown. */
import { describe, expect, it } from 'vitest';
import { type CliffCell, cliffReport, isCliff, mapCliffs } from './cliff-map.ts';

describe('the map of cliffs', () => {
  it('marks a cell that costs more than five times one beside it, in its row or column', () => {
    const rows = [
      [1, 1, 1],
      [1, 5.1, 4.9],
      [1, 1, 1],
    ];
    expect(isCliff(rows, 1, 1)).toBe(true);
    expect(isCliff(rows, 1, 2)).toBe(false);
    expect(isCliff(rows, 0, 1)).toBe(false);
    expect(isCliff([[5.1, 1]], 0, 0)).toBe(true);
    expect(isCliff([[5.1], [1]], 0, 0)).toBe(true);
  });

  it('shows a table a group', () => {
    const cell: CliffCell = { shape: 'box', group: 'tilt', condition: '0', microseconds: 7.04, isCliff: true };
    const text = cliffReport([cell, { ...cell, condition: 'any', microseconds: 1, isCliff: false }]);
    expect(text).toContain('(1 of 2)');
    expect(text).toMatch(/\| shape \| +0 \| +any \|/);
    expect(text).toMatch(/\| box {3}\| 7\.0 ! \| +1\.0 \|/);
  });

  it('times every condition of a shape', { tags: ['long'] }, () => {
    const cells = mapCliffs('capsule');
    expect(new Set(cells.map(({ group }) => group)).size).toBe(5);
    for (const { microseconds, condition } of cells) expect(microseconds, condition).toBeGreaterThan(0);
    expect(mapCliffs('no such shape')).toEqual([]);
  });
});
