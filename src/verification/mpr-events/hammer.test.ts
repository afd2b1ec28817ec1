// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { BOX_TOLERANCE, HAMMER_TOLERANCE, hammerRun } from './hammer.ts';

describe('a driven hammer', () => {
  it('hits with the work of its drive, hands the box what an elastic blow does, and the box falls on the floor', () => {
    const { end, hammerSpeed, hammerExact, boxSpeed, boxExact, hit, stop, landing, rest } = hammerRun(0.8);
    expect(end).toBe('end');
    expect(Math.abs(hammerSpeed / hammerExact - 1)).toBeLessThan(HAMMER_TOLERANCE);
    expect(Math.abs(boxSpeed / boxExact - 1)).toBeLessThan(BOX_TOLERANCE);
    expect(hit).toBeLessThan(stop);
    expect(stop).toBeLessThan(landing);
    // The way to the edge of the table and a free fall, but for the tilt there.
    expect(landing - hit).toBeCloseTo(0.26 / boxSpeed + Math.sqrt((2 * 0.7) / 9.81), 1);
    expect(rest.z).toBeLessThan(-0.5);
  });
});
