// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { hertzContactTime, linearContactTime, rayleighTime } from './critical-step.ts';
import { effectiveModulus, effectiveShearModulus, shearModulus } from './elastic-pair.ts';

const GLASS = { youngsModulus: 4.8e10, poissonsRatio: 0.2, rigid: false };
const RIGID = { youngsModulus: 1, poissonsRatio: 0, rigid: true };

describe('effective moduli', () => {
  it('halve between like materials and are those of one against a rigid one', () => {
    expect(effectiveModulus(GLASS, GLASS)).toBeCloseTo(2.5e10, -1);
    expect(effectiveModulus(GLASS, RIGID)).toBeCloseTo(5e10, -1);
    expect(effectiveModulus(RIGID, RIGID)).toBe(Infinity);
    expect(effectiveShearModulus(GLASS, RIGID)).toBeCloseTo(shearModulus(GLASS) / 1.8, -1);
  });
});

describe('times that bound the step', () => {
  it('are the durations of contacts', () => {
    // Test 1 of Chung & Ooi 2011, doi:10.1007/s10035-011-0277-0: two glass spheres at 20 m/s.
    expect(hertzContactTime(0.011728613 / 2, 2.5e10, 0.005, 20) / 40.339456e-6).toBeCloseTo(1, 7);
    expect(linearContactTime(2, 8)).toBeCloseTo(Math.PI / 2, 14);
  });

  it('are the time of a Rayleigh wave', () => {
    const speed = Math.sqrt(2e10 / 2800) * (0.1631 * 0.2 + 0.8766);
    expect(rayleighTime(0.01, 2800, GLASS)).toBeCloseTo((Math.PI * 0.01) / speed, 14);
  });
});
