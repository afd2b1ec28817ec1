// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { BOX_TOLERANCE, HAMMER_TOLERANCE, hammerRun } from './hammer.ts';

describe('a driven hammer', () => {
  it('hits with the work of its drive, hands the box what an elastic blow does, and the box ends on the floor', () => {
    const { end, hammerSpeed, hammerExact, boxSpeed, boxExact, hit, stop, landing, rest } = hammerRun();
    expect(end).toBe('end');
    expect(Math.abs(hammerSpeed / hammerExact - 1)).toBeLessThan(HAMMER_TOLERANCE);
    expect(Math.abs(boxSpeed / boxExact - 1)).toBeLessThan(BOX_TOLERANCE);
    expect(hit).toBeLessThan(stop);
    expect(stop).toBeLessThan(landing);
    expect(rest.z).toBeCloseTo(-0.62, 3);
  });
});
