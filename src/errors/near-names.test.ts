// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { editDistance, nearestNames } from './near-names.ts';

describe('the number of edits', () => {
  it.each([
    ['', '', 0],
    ['abc', 'abc', 0],
    ['abc', '', 3],
    ['', 'abc', 3],
    ['density', 'densty', 1],
    ['raduis', 'radius', 1],
    ['kitten', 'sitting', 3],
  ])('from %j to %j is %d', (a, b, edits) => {
    expect(editDistance(a, b)).toBe(edits);
    expect(editDistance(b, a)).toBe(edits);
  });
});

describe('the nearest names', () => {
  const known = ['radius', 'restitution', 'friction', 'rollingFriction'];

  it('are those with few edits, best first, whatever the case of letters', () => {
    expect(nearestNames('Raduis', known)).toEqual(['radius']);
    expect(nearestNames('rolingfriction', known)).toEqual(['rollingFriction']);
  });

  it('are none for a word that resembles nothing, or is very long', () => {
    expect(nearestNames('colour', known)).toEqual([]);
    expect(nearestNames('r'.repeat(1e6), known)).toEqual([]);
  });
});
