// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { continuedContacts } from './continued-contacts.ts';

const at = (...xs: readonly number[]): { point: { x: number; y: number; z: number } }[] =>
  xs.map((x) => ({ point: { x, y: 0, z: 0 } }));

describe('contacts of two steps', () => {
  it('are the same where the point has moved a little, whatever their order', () => {
    expect(continuedContacts(at(0, 1, 2), at(2.01, 0.02, 1), 0.05)).toEqual([2, 0, 1]);
  });

  it('are new where no point was near', () => {
    expect(continuedContacts(at(0), at(0.01, 3), 0.05)).toEqual([0, -1]);
    expect(continuedContacts([], at(1), 0.05)).toEqual([-1]);
    expect(continuedContacts(at(1), [], 0.05)).toEqual([]);
  });

  it('continue at most one each: the nearest', () => {
    expect(continuedContacts(at(0), at(0.04, 0.01), 0.05)).toEqual([-1, 0]);
  });
});
