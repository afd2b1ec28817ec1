// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { placeAxis } from './svg-axis.ts';

describe('placeAxis', () => {
  it('puts ticks of a linear axis at round numbers', () => {
    const { ticks, place } = placeAxis({ label: 'x' }, [0.02, 0.98]);
    expect(ticks.map(({ label }) => label)).toEqual(['0.2', '0.4', '0.6', '0.8']);
    expect(place(0.02)).toBe(0);
    expect(place(0.98)).toBe(1);
    expect(place(0.5)).toBeCloseTo(0.5, 12);
  });

  it('writes negative ticks with a minus and decimals as needed', () => {
    const { ticks } = placeAxis({ label: 'x', min: -0.01, max: 0.01 }, []);
    expect(ticks.map(({ label }) => label)).toEqual(['−0.010', '−0.005', '0.000', '0.005', '0.010']);
  });

  it('puts ticks of a logarithmic axis at powers of ten, and values that are not positive at its foot', () => {
    const { ticks, place } = placeAxis({ label: 'y', scale: 'log' }, [3e-9, 0.2, 0]);
    expect(ticks.map(({ label }) => label)).toEqual(['10⁻⁹', '10⁻⁷', '10⁻⁵', '10⁻³', '10⁻¹']);
    expect(place(1e-9)).toBe(0);
    expect(place(0)).toBe(0);
    expect(place(1)).toBe(1);
  });

  it('gives each name the same room', () => {
    const { ticks, place } = placeAxis({ label: '', names: ['a', 'b'] }, []);
    expect(ticks).toEqual([
      { at: 0.25, label: 'a' },
      { at: 0.75, label: 'b' },
    ]);
    expect(place(1)).toBe(0.75);
  });

  it('takes values that differ by rounding for one value', () => {
    const value = 0.0025996603399370626;
    const { ticks, place } = placeAxis({ label: 'x' }, [value, value * (1 + 2 ** -52)]);
    expect(ticks.map(({ label }) => label)).toEqual(['0.0030', '0.0035', '0.0040', '0.0045', '0.0050']);
    expect(place(value)).toBe(0);
  });

  it('writes ticks of very small numbers as powers of ten', () => {
    const labels = (high: number) => placeAxis({ label: 'x' }, [0, high]).ticks.map(({ label }) => label);
    expect(labels(1e-200)).toEqual(['0', '2e−201', '4e−201', '6e−201', '8e−201', '1e−200']);
    expect(labels(5e-9)).toEqual([
      '0.000000000',
      '0.000000001',
      '0.000000002',
      '0.000000003',
      '0.000000004',
      '0.000000005',
    ]);
  });

  it('has an axis even without values', () => {
    expect(placeAxis({ label: 'x' }, []).ticks.length).toBeGreaterThan(1);
    expect(placeAxis({ label: 'x', scale: 'log' }, []).ticks.length).toBeGreaterThan(1);
  });
});
