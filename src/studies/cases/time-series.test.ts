// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { type Sample, takenValue } from './time-series.ts';

const samples: readonly Sample[] = [
  [0, undefined],
  [1, 2],
  [2, 4],
  [3, 6],
  [4, 20],
  [6, undefined],
];

function taken(options: Partial<Parameters<typeof takenValue>[1]>): ReturnType<typeof takenValue> {
  return takenValue(samples, { take: 'last', at: undefined, from: undefined, until: undefined, ...options }, 0.01);
}

describe('a result', () => {
  it.each([
    [{ until: 4 }, 20],
    [{ until: 3 }, 6],
    [{ take: 'mean', until: 3 }, 4],
    [{ take: 'minimum' }, 2],
    [{ take: 'maximum', until: 3 }, 6],
    [{ take: 'slope', until: 3 }, 2],
    [{ take: 'deviation', until: 3 }, 2],
    [{ at: 1.9 }, 4],
    [{ from: 1.995, until: 2.005 }, 4],
  ] as const)('%o takes %d', (options, value) => {
    expect(taken(options)).toEqual({ value });
  });

  it.each([
    [{ at: 0 }, 'no value at 0 s'],
    [{ from: 5 }, 'no value in the time range'],
    [{ from: 3, until: 6 }, 'no value at the end, 6 s; the last one is of 4 s'],
    [{ take: 'slope', from: 4 }, 'one value in the time range has no slope'],
    [{ take: 'deviation', from: 4 }, 'one value in the time range has no deviation'],
  ] as const)('%o has no value: %s', (options, problem) => {
    expect(taken(options)).toEqual({ problem });
  });
});
