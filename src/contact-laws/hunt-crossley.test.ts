// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { impactDamping, impactRestitution } from './hunt-crossley.ts';

/** Integrates x'' = -x^p (1 + a x'), x(0) = 0, x'(0) = 1 by classical Runge-Kutta until x returns to 0. */
function integrated(a: number, power: number): number {
  const acceleration = (x: number, v: number): number => -(Math.max(0, x) ** power) * (1 + a * v);
  const h = 1e-3;
  let x = 0;
  let v = 1;
  do {
    const k1 = acceleration(x, v);
    const k2 = acceleration(x + 0.5 * h * v, v + 0.5 * h * k1);
    const k3 = acceleration(x + 0.5 * h * (v + 0.5 * h * k1), v + 0.5 * h * k2);
    const k4 = acceleration(x + h * (v + 0.5 * h * k2), v + h * k3);
    x += h * v + (h * h * (k1 + k2 + k3)) / 6;
    v += (h * (k1 + 2 * k2 + 2 * k3 + k4)) / 6;
  } while (x > 0);
  return -v;
}

describe('damping in proportion to the elastic force', () => {
  it.each([0.05, 0.3, 0.5, 0.8, 0.99])('gives back the restitution %f', (e) => {
    expect(impactRestitution(impactDamping(e))).toBeCloseTo(e, 9);
  });

  it.each([
    [0.3, 1],
    [0.5, 1.5],
    [0.8, 3],
  ])('lets an impact keep %f of its speed with the power %f', (e, power) => {
    expect(integrated(impactDamping(e), power)).toBeCloseTo(e, 4);
  });

  it('is none without loss, and 1 - 2 e / 3 for a little of it', () => {
    expect(impactDamping(1)).toBe(0);
    expect(impactRestitution(0)).toBe(1);
    // To first order e = 1 - (2/3) a (Hunt & Crossley).
    expect((1 - impactRestitution(1e-4)) / 1e-4).toBeCloseTo(2 / 3, 3);
  });
});
