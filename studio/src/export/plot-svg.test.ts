// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { plotSvg, roundTicks } from './plot-svg.ts';

describe('curves as SVG', () => {
  it('have round numbers on their axes', () => {
    expect(roundTicks(0, 0.6)).toEqual([0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6]);
    expect(roundTicks(-7, 5)).toEqual([-6, -4, -2, 0, 2, 4]);
    expect(roundTicks(3, 3)).toEqual([3]);
  });

  it('are broken where there is no number, and escape what is no letter', () => {
    const series = [{ label: 'a<b', unit: 'J', values: [1, Number.NaN, 2, 3] }];
    const svg = plotSvg({ name: 't', time: [0, 1, 2, 3], series });
    expect(svg).toContain('a&lt;b, J');
    const [, curve = ''] = /d="(M[^"]+)" fill="none" stroke="#0072b2"/.exec(svg) ?? [];
    expect(curve.match(/M/g)).toHaveLength(2);
    expect(curve.match(/L/g)).toHaveLength(1);
    expect(svg).not.toContain('NaN');
  });
});
