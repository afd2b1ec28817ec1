// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { DIMENSIONS, type DimensionName } from '../units/dimension.ts';
import { quantity } from './fields.ts';

const RANGES = [{}, { above: 0 }, { from: 1 }, { above: 1e6 }, { to: -2 }, { below: -3 }, { from: 3e5, below: 1e6 }];

const problemWith = (dimension: DimensionName, range: object, given: unknown) =>
  quantity(dimension, { description: 'Anything.', ...range }).safeParse(given).error?.issues[0]?.message ?? '';

describe('a quantity of a scene', () => {
  it('names an example in its range where the value is missing or no number', () => {
    expect(problemWith('number', { from: 1 }, undefined)).toBe('missing; expected a plain number >= 1, such as 1');
    expect(problemWith('number', { from: 1 }, 'many')).toBe('expected a plain number, such as 1, got "many"');
    expect(problemWith('length', { above: 0 }, undefined)).toBe('missing; expected a length > 0, such as 5 mm');
  });

  it('accepts the example that its own message names, in every dimension and range', () => {
    for (const dimension of Object.keys(DIMENSIONS) as DimensionName[]) {
      for (const range of RANGES) {
        const example = /, such as (.*)$/.exec(problemWith(dimension, range, undefined))?.[1];
        expect(problemWith(dimension, range, example), `${dimension} ${JSON.stringify(range)}: ${example}`).toBe('');
      }
    }
  });
});
