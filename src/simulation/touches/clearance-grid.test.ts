// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { Random } from '../../math/random.ts';
import { ClearanceGrid } from './clearance-grid.ts';

const seed = Number(process.env.TEST_SEED ?? 3);
const RADIUS = 2;

/** Distance of the surface of a ball around the origin. */
const distanceFrom = (x: number, y: number, z: number): number => Math.abs(Math.sqrt(x * x + y * y + z * z) - RADIUS);

describe(`the grid of clearances, seed ${seed}`, () => {
  const corner = [RADIUS, RADIUS, RADIUS];
  const low = corner.map((side) => -side);

  it('never promises more than there is, inside the box and outside', () => {
    const random = new Random(seed);
    const grid = new ClearanceGrid(low, corner, 0.5, distanceFrom);
    let most = 0;
    for (let k = 0; k < 5000; k++) {
      const [x, y, z] = [random.between(-4, 4), random.between(-4, 4), random.between(-4, 4)];
      const clearance = grid.at(x, y, z);
      expect(clearance).toBeGreaterThanOrEqual(0);
      expect(clearance).toBeLessThanOrEqual(distanceFrom(x, y, z));
      most = Math.max(most, clearance);
    }
    expect(most).toBe(0.5);
  });

  it('asks once for each cell', () => {
    let asked = 0;
    const grid = new ClearanceGrid(low, corner, 0.5, (x, y, z) => {
      asked++;
      return distanceFrom(x, y, z);
    });
    for (let k = 0; k < 100; k++) grid.at(0.001 * k, 0.3, 0.3);
    expect(asked).toBeLessThan(4);
    expect(grid.at(-50, 0, 0)).toBe(0.5);
  });
});
