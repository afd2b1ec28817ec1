// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { rangeTexts, readRange } from './colour-range.ts';

describe('the range of colours', () => {
  it('is read with units as a scene is, and in SI units without', () => {
    expect(readRange('5 mm/s', '0.02 m/s', 'm/s')).toEqual({ range: [0.005, 0.02] });
    expect(readRange('-1', '60 rpm', 'rad/s')).toEqual({ range: [-1, 2 * Math.PI] });
    expect(readRange('0', '1e3', '')).toEqual({ range: [0, 1000] });
  });

  it('is refused with the reason: the wrong way round, no number, another dimension', () => {
    const problemOf = (low: string, high: string): string => {
      const reading = readRange(low, high, 'm/s');
      return 'problem' in reading ? reading.problem : '';
    };
    expect(problemOf('5 m/s', '2 m/s')).toContain('from must be below to, got from 5 m/s to 2 m/s');
    expect(problemOf('2', '2')).toContain('from must be below to');
    expect(problemOf('fast', '2')).toContain('from: expected a velocity, such as 0.5 m/s, got "fast"');
    expect(problemOf('1', '2 kg')).toContain('to: expected a velocity, got 2 kg');
  });

  it('is shown with the unit that it is read with', () => {
    for (const [range, unit] of [
      [[0, 0.0123], 'm/s'],
      [[-2e-6, 1e-6], 'm'],
      [[0, 40], 'rad/s'],
      [[1, 7], ''],
    ] as const) {
      const [low, high] = rangeTexts(range, unit);
      expect(readRange(low, high, unit)).toEqual({ range: range.map((end) => expect.closeTo(end, 9)) });
    }
    expect(rangeTexts([0, 0.0123], 'm/s')).toEqual(['0 mm/s', '12.3 mm/s']);
  });
});
