// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { engineEstimate } from './engine-estimate.ts';

describe('the estimate of a run in an engine', () => {
  it('asks for a rank for each hundred thousand bodies, and divides the time by them', () => {
    const few = engineEstimate('lammps', { bodies: 1000, steps: 1e6, walls: 0 });
    expect(few.ranks).toBe(1);
    const many = engineEstimate('lammps', { bodies: 1e8, steps: 1e6, walls: 1 });
    expect(many.ranks).toBe(1000);
    expect(many.bytes).toBe(1e8 * (620 + 88));
    // About 31 ms a step on a thousand ranks.
    expect(many.seconds / 1e6).toBeGreaterThan(0.02);
    expect(many.seconds / 1e6).toBeLessThan(0.04);
  });

  it('takes the ranks that were asked for', () => {
    const two = engineEstimate('liggghts', { bodies: 1e6, steps: 1000, walls: 0 }, 2);
    const four = engineEstimate('liggghts', { bodies: 1e6, steps: 1000, walls: 0 }, 4);
    expect(two.seconds / four.seconds).toBeCloseTo(2, 12);
  });
});
