// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { faceStiffness, overlapEnergy, overlapForce, referenceArea } from './overlap-volume-law.ts';

describe('the overlap-volume law', () => {
  it('makes a full face contact of cubes a spring of k times the face', () => {
    const side = 0.02;
    const area = referenceArea(side ** 3, Infinity);
    expect(area / side ** 2).toBeCloseTo(1, 14);
    expect(referenceArea(Infinity, side ** 3)).toBe(area);
    const depth = 1e-5;
    const volume = side * side * depth;
    expect(overlapForce(1e9, area, volume, side * side) / (1e9 * side * side * depth)).toBeCloseTo(1, 13);
    expect(overlapEnergy(1e9, area, volume) / (0.5 * 1e9 * side * side * depth * depth)).toBeCloseTo(1, 13);
    expect(faceStiffness(1e9, side ** 3, side * side) / (1e9 * side * side)).toBeCloseTo(1, 14);
  });

  it.each([
    ['face', 1],
    ['edge', 2],
    ['corner', 3],
  ])('has the derivative of its energy for a force, from zero on: %s', (_, power) => {
    const volume = (depth: number) => 0.3 * depth ** power;
    const energy = (depth: number) => overlapEnergy(7, 2, volume(depth));
    const depth = 0.1;
    const step = 1e-5;
    const slope = (energy(depth + step) - energy(depth - step)) / (2 * step);
    // The third derivative is at most 20 E / depth^3, that is 2e4 E: off by 1e-6 of the slope.
    expect(overlapForce(7, 2, volume(depth), 0.3 * power * depth ** (power - 1)) / slope).toBeCloseTo(1, 5);
    expect(overlapForce(7, 2, volume(0), 0.3 * power)).toBe(0);
  });
});
