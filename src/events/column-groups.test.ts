// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { columnGroups } from './column-groups.ts';

describe('groups of columns', () => {
  it('have every column once, and no row twice', () => {
    const groups = columnGroups(6, 2, [
      [0, 1],
      [1, 2],
      [-1, 3],
      [4, 5],
    ]);
    expect(groups.flatMap(({ columns }) => columns).sort((a, b) => a - b)).toEqual(
      Array.from({ length: 12 }, (_, i) => i),
    );
    for (const { rows } of groups) expect(new Set(rows.flat()).size).toBe(rows.flat().length);
    // A chain of three needs three classes; two components each.
    expect(groups).toHaveLength(6);
  });

  it('are as few as components where nothing touches', () => {
    expect(columnGroups(50, 13, [])).toHaveLength(13);
  });
});
