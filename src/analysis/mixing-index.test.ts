// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { balls, lattice, SIMPLE_CUBIC } from '../../tests/support/granular-states.ts';
import { Random } from '../math/random.ts';
import { DEFAULT_MIXING, mixingIndex } from './mixing-index.ts';
import { boxRegion } from './region.ts';

const SEED = Number(process.env.TEST_SEED ?? 20_261_115);
const SIDE = 12;
const CELLS = [3, 3, 3] as const;
const centres = lattice(SIDE, 1, SIMPLE_CUBIC);
const region = boxRegion({ x: 0, y: 0, z: 0 }, { x: SIDE, y: SIDE, z: SIDE });
const indexOf = (materials: readonly number[], options = {}, masses?: readonly number[]) =>
  mixingIndex(balls({ centres, radius: 0.1, materials, hasContacts: false, ...(masses && { masses }) }), region, {
    ...DEFAULT_MIXING,
    cells: CELLS,
    ...options,
  });

describe("Lacey's index", () => {
  it('is 0 when no cell is mixed', () => {
    // The lowest third is of the other kind: whole layers of cells.
    const layers = centres.map(({ z }) => (z < SIDE / 3 ? 1 : 0));
    const found = indexOf(layers);
    expect(found?.index).toBeCloseTo(0, 12);
    expect(found?.segregated).toBeCloseTo(2 * (1 / 3) * (2 / 3), 12);
    expect(found?.cells).toBe(27);
    expect(
      indexOf(
        layers,
        { weight: 'mass' },
        layers.map((kind) => 1 + kind),
      )?.index,
    ).toBeCloseTo(0, 12);
  });

  it('is a little above 1 when every cell has the same share', () => {
    const even = centres.map(({ x, y, z }) => (Math.floor(x) + Math.floor(y) + Math.floor(z)) % 2);
    const found = indexOf(even);
    expect(found?.variance).toBeCloseTo(0, 12);
    const count = SIDE ** 3;
    expect(found?.random).toBeCloseTo((2 * 0.25 * 26) / (count - 1), 12);
    expect(found?.index).toBeCloseTo(1 / (1 - 26 / (count - 1)), 12);
  });

  it.each([
    ['number', [1, 1]],
    ['mass', [1, 1]],
    ['mass', [1, 3]],
  ] as const)(
    `is 1 on average when chance decides, by %s, masses %j (seed ${SEED})`,
    { tags: ['long'] },
    (weight, masses) => {
      const random = new Random(SEED);
      const draws = 60;
      let [sum, squares] = [0, 0];
      for (let n = 0; n < draws; n++) {
        const kinds = centres.map(() => (random.next() < 0.3 ? 1 : 0));
        const index =
          indexOf(
            kinds,
            { weight },
            kinds.map((kind) => masses[kind] as number),
          )?.index ?? Number.NaN;
        sum += index;
        squares += index * index;
      }
      const mean = sum / draws;
      const error = Math.sqrt((squares / draws - mean * mean) / draws);
      expect(Math.abs(mean - 1)).toBeLessThan(4 * error);
      expect(error).toBeLessThan(2e-3);
    },
  );

  it('takes any number of kinds', () => {
    expect(indexOf(centres.map(({ z }) => Math.floor((3 * z) / SIDE)))?.index).toBeCloseTo(0, 12);
  });

  it('leaves out cells with few bodies, and has no value with fewer than two cells or kinds', () => {
    const layers = centres.map(({ z }) => (z < SIDE / 3 ? 1 : 0));
    expect(indexOf(layers, { fewest: 64 })?.cells).toBe(27);
    expect(indexOf(layers, { fewest: 65 })).toBeUndefined();
    expect(indexOf(layers, { cells: [1, 1, 1] })).toBeUndefined();
    expect(indexOf(centres.map(() => 0))).toBeUndefined();
  });
});
