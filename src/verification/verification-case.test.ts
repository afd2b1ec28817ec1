// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { atMost } from './verification-case.ts';

const bound = (found: number) =>
  atMost({
    what: 'The sphere is at rest',
    published: 'at rest',
    found,
    tolerance: 1e-3,
    unit: ' m/s',
    ours: (speed) => `${speed} m/s at the end`,
    reason: 'rounding',
  });

describe('a check of a bound', () => {
  it('shows the value and the tolerance that it compares', () => {
    expect(bound(0.000123456)).toEqual({
      kind: 'check',
      what: 'The sphere is at rest',
      published: 'at rest',
      ours: '0.000123 m/s at the end',
      tolerance: '0.001 m/s',
      reason: 'rounding',
      passed: true,
    });
  });

  it('holds at the tolerance, and neither above it nor without a number', () => {
    expect([1e-3, 1.001e-3, Number.NaN].map((found) => bound(found).passed)).toEqual([true, false, false]);
  });
});
