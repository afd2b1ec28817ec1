// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { dampingRatio, restitutionOf } from './damping-ratio.ts';

/**
 * Integrates an impact of m x'' + c x' + k x = 0 (power 1) or of Hertz with the fourth-root dashpot (power 1.5) by
 * classical Runge-Kutta.
 */
function integratedRestitution(ratio: number, isCut: boolean, isHertz: boolean): number {
  const damping = isHertz ? Math.sqrt(5) * ratio : 2 * ratio;
  const force = (x: number, v: number): number => {
    if (x <= 0) return isHertz ? 0 : damping * v;
    const total = (isHertz ? x ** 1.5 : x) + damping * (isHertz ? x ** 0.25 : 1) * v;
    return isCut && total < 0 ? 0 : total;
  };
  const h = 1e-4;
  let x = 0;
  let v = 1;
  do {
    const k1 = -force(x, v);
    const k2 = -force(x + 0.5 * h * v, v + 0.5 * h * k1);
    const k3 = -force(x + 0.5 * h * (v + 0.5 * h * k1), v + 0.5 * h * k2);
    const k4 = -force(x + h * (v + 0.5 * h * k2), v + h * k3);
    x += h * v + (h * h * (k1 + k2 + k3)) / 6;
    v += (h * (k1 + 2 * k2 + 2 * k3 + k4)) / 6;
  } while (x > 0);
  return -v;
}

describe('the damping ratio', () => {
  it.each([
    [0.05, 'allowed'],
    [0.2, 'allowed'],
    [0.9, 'allowed'],
    [0.05, 'cut'],
    [0.2, 'cut'],
    [0.5, 'cut'],
    [0.999, 'cut'],
  ] as const)('gives back a restitution of %f with attraction %s', (restitution, attraction) => {
    expect(restitutionOf(dampingRatio(restitution, attraction), attraction)).toBeCloseTo(restitution, 12);
  });

  it.each([
    [0.1, false, false],
    [0.1, true, false],
    [0.9, true, false],
    [1.7, true, false],
    [0.3, false, true],
    [0.3, true, true],
    [1.2, true, true],
  ])('%f gives the restitution of an integrated impact (cut: %s, Hertz: %s)', (ratio, isCut, isHertz) => {
    const expected = integratedRestitution(ratio, isCut, isHertz);
    expect(restitutionOf(ratio, isCut ? 'cut' : 'allowed')).toBeCloseTo(expected, 3);
  });

  it('shows what the usual relation gives when attraction is cut off', () => {
    expect(restitutionOf(dampingRatio(0.2, 'allowed'), 'cut')).toBeCloseTo(0.325, 3);
    expect(restitutionOf(dampingRatio(0.4, 'allowed'), 'cut')).toBeCloseTo(0.472, 3);
  });

  it('is continuous at critical damping', () => {
    expect(restitutionOf(1 - 1e-9, 'cut')).toBeCloseTo(Math.exp(-2), 8);
    expect(restitutionOf(1 + 1e-9, 'cut')).toBeCloseTo(Math.exp(-2), 8);
  });

  it('is zero without loss', () => {
    expect(dampingRatio(1, 'cut')).toBe(0);
    expect(dampingRatio(1, 'allowed')).toBe(0);
  });
});
