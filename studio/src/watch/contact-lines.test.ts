// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { fullForceOf } from './contact-lines.ts';

const ramp = Float64Array.from({ length: 1000 }, (_, k) => k / 999);

describe('the force of the thickest lines', () => {
  it('is the largest, where the others are not far below', () => {
    expect(fullForceOf(ramp, 1)).toBe(1);
    expect(fullForceOf(Float64Array.of(2), 2)).toBe(2);
    expect(fullForceOf(Float64Array.of(1, 1, 2.9), 2.9)).toBe(2.9);
  });

  it('leaves out a few that are far above all others', () => {
    const jammed = Float64Array.from([...ramp, 50, 80]);
    expect(fullForceOf(jammed, 80)).toBeCloseTo(0.99, 2);
  });

  it('does not count contacts without a force', () => {
    expect(fullForceOf(Float64Array.from([...new Float64Array(500), 1, 2]), 2)).toBe(2);
    expect(fullForceOf(new Float64Array(3), 0)).toBe(0);
  });
});
