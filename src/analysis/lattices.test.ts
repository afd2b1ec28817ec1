// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { balls, FACE_CENTRED, lattice, SIMPLE_CUBIC, shuffled } from '../../tests/support/granular-states.ts';
import { Random } from '../math/random.ts';
import { bulk } from './bulk.ts';
import { coordination } from './coordination.ts';
import { fabric } from './fabric.ts';
import { forceChains } from './force-chains.ts';
import { mixingIndex } from './mixing-index.ts';
import { packing } from './packing.ts';
import { analysisRegion, boxRegion, cylinderRegion, sphereRegion } from './region.ts';
import { slices } from './slices.ts';
import { deviator, pressure, stress, totalStress } from './stress.ts';

const SEED = Number(process.env.TEST_SEED ?? 20_261_115);
const DIGITS = 12;
const CELLS = 4;
const period = (side: number) => ({ x: CELLS * side, y: CELLS * side, z: CELLS * side });

/** Balls of radius 1/2 that just touch. */
const cubic = balls({ centres: lattice(CELLS, 1, SIMPLE_CUBIC), radius: 0.5, lengths: period(1) });
const side = Math.SQRT2;
const faceCentred = balls({ centres: lattice(CELLS, side, FACE_CENTRED), radius: 0.5, lengths: period(side) });

describe('lattices that repeat', () => {
  it.each([
    ['simple cubic', cubic, 6, Math.PI / 6],
    ['face-centred cubic', faceCentred, 12, Math.PI / Math.sqrt(18)],
  ] as const)('%s: coordination, packing and fabric', (_, state, partners, fraction) => {
    const all = analysisRegion('all', state);
    const found = coordination(state, all);
    expect(found).toEqual({ bodies: state.bodies.count, mean: partners, mechanical: partners, rattlers: 0 });
    expect(packing(state, all)?.fraction).toBeCloseTo(fraction, DIGITS);
    const { tensor = [], anisotropy } = fabric(state, all) ?? {};
    [1 / 3, 1 / 3, 1 / 3, 0, 0, 0].forEach((value, k) => {
      expect(tensor[k]).toBeCloseTo(value, DIGITS);
    });
    expect(anisotropy).toBeCloseTo(0, DIGITS);
  });

  it('have the same packing in any box of whole cells, wherever it begins, through the sides of the domain too', () => {
    for (const [x, y, z] of [
      [0, 0, 0],
      [0.3, 0.1, 0.77],
      [-0.4, 3.2, 2.9],
    ] as const) {
      const region = boxRegion({ x, y, z }, { x: x + 2, y: y + 1, z: z + 3 });
      expect(packing(cubic, region)?.fraction).toBeCloseTo(Math.PI / 6, DIGITS);
      const large = boxRegion({ x, y, z }, { x: x + side, y: y + 2 * side, z: z + side });
      expect(packing(faceCentred, large)?.fraction).toBeCloseTo(Math.PI / Math.sqrt(18), DIGITS);
    }
  });

  it('have profiles that follow the sections of the balls', () => {
    const all = analysisRegion('all', cubic);
    const parts = slices(all, 'z', 4 * CELLS);
    // A quarter of a ball's height: a slab from the pole, and one next to the middle.
    const pole = (Math.PI * 0.25 ** 2 * (1.5 - 0.25)) / 3;
    const outer = 4 * pole;
    const inner = 4 * (Math.PI / 12 - pole);
    parts.forEach(({ at, region }, k) => {
      expect(at).toBeCloseTo((k + 0.5) / 4, DIGITS);
      const wanted = k % 4 === 0 || k % 4 === 3 ? outer : inner;
      expect(packing(cubic, region)?.fraction).toBeCloseTo(wanted, DIGITS);
    });
  });

  it('have less and less error of packing in larger balls and cylinders', () => {
    const middle = { x: 2 * side, y: 2 * side, z: 2 * side };
    const ball = packing(faceCentred, sphereRegion(middle, 2.5));
    const cylinder = cylinderRegion({ ...middle, z: 0 }, { ...middle, z: CELLS * side }, 2.5);
    // A surface layer of less than a hundredth of a diameter is not evened out.
    expect(ball?.fraction).toBeCloseTo(Math.PI / Math.sqrt(18), 1);
    expect(packing(faceCentred, cylinder)?.fraction).toBeCloseTo(Math.PI / Math.sqrt(18), 1);
    expect(ball?.error).toBeLessThan(1e-11);
  });
});

describe('a compressed lattice', () => {
  const spacing = 0.98;
  const stiffness = 1e4;
  const force = stiffness * (1 - spacing);
  const state = balls({
    centres: lattice(CELLS, spacing, SIMPLE_CUBIC),
    radius: 0.5,
    lengths: period(spacing),
    stiffness,
  });

  it('has one force for each square of the spacing', () => {
    const { contact = [] } = stress(state, analysisRegion('all', state)) ?? {};
    const wanted = force / spacing ** 2;
    [wanted, 0, 0, 0, wanted, 0, 0, 0, wanted].forEach((value, k) => {
      expect(contact[k]).toBeCloseTo(value, DIGITS - 3);
    });
    expect(pressure(contact) / wanted).toBeCloseTo(1, DIGITS);
    expect(deviator(contact) / wanted).toBeCloseTo(0, DIGITS);
  });

  it('has it in any box of whole cells, wherever it cuts the branches', () => {
    for (const start of [0.1, 0.5, 3.3]) {
      const max = { x: start + 2 * spacing, y: start + spacing, z: start + 3 * spacing };
      const region = boxRegion({ x: start, y: start, z: start }, max);
      const { contact = [] } = stress(state, region) ?? {};
      expect(contact[0]).toBeCloseTo(force / spacing ** 2, DIGITS - 3);
      expect(contact[8]).toBeCloseTo(force / spacing ** 2, DIGITS - 3);
      expect(contact[1]).toBeCloseTo(0, DIGITS - 3);
    }
  });
});

describe('moving bodies', () => {
  const velocities = [
    { x: 3, y: 0, z: 0 },
    { x: 1, y: 0, z: 0 },
    { x: 2, y: 1, z: 0 },
    { x: 2, y: -1, z: 0 },
  ];
  const centres = [0, 3, 6, 9].map((x) => ({ x, y: 0, z: 0 }));
  const state = balls({ centres, velocities, radius: 1, masses: [2, 2, 2, 2] });
  const all = analysisRegion('all', state);

  it('have the stress of what their velocities differ from the mean', () => {
    const { contact = [], kinetic = [] } = stress(state, all) ?? {};
    expect(all.volume).toBe(11 * 2 * 2);
    expect(contact.every((value) => value === 0)).toBe(true);
    [4 / 44, 0, 0, 0, 4 / 44, 0, 0, 0, 0].forEach((value, k) => {
      expect(kinetic[k]).toBeCloseTo(value, DIGITS);
    });
    expect(totalStress({ contact, kinetic })).toEqual(kinetic);
  });

  it('have a mean velocity, a granular temperature, a centre and a top', () => {
    expect(bulk(state, all)).toEqual({
      count: 4,
      mass: 8,
      centreOfMass: { x: 4.5, y: 0, z: 0 },
      velocity: { x: 2, y: 0, z: 0 },
      granularTemperature: (1 + 1 + 1 + 1) / 4 / 3,
      top: 1,
    });
    expect(bulk(state, boxRegion({ x: 20, y: 0, z: 0 }, { x: 21, y: 1, z: 1 }))).toBeUndefined();
  });

  it('count in one of two boxes side by side', () => {
    const left = boxRegion({ x: -1, y: -1, z: -1 }, { x: 3, y: 1, z: 1 });
    const right = boxRegion({ x: 3, y: -1, z: -1 }, { x: 11, y: 1, z: 1 });
    expect(bulk(state, left)?.count).toBe(1);
    expect(bulk(state, right)?.count).toBe(3);
  });
});

describe('results', () => {
  it(`have the same bits in any order of bodies and contacts (seed ${SEED})`, () => {
    const random = new Random(SEED);
    const count = 200;
    const centres = Array.from({ length: count }, () => ({ x: random.next(), y: random.next(), z: random.next() }));
    const velocities = centres.map(() => ({ x: random.next(), y: random.next(), z: random.next() }));
    const masses = centres.map(() => random.between(0.5, 2));
    const materials = centres.map((_, k) => k % 2);
    const state = balls({ centres, velocities, masses, materials, radius: 0.1, lengths: { x: 1, y: 0, z: 0 } });
    const order = (length: number): number[] => {
      const rows = Array.from({ length }, (_, k) => k);
      for (let k = length - 1; k > 0; k--) {
        const other = random.integer(k + 1);
        [rows[k], rows[other]] = [rows[other], rows[k]];
      }
      return rows;
    };
    const other = shuffled(state, order);
    const regions = [
      analysisRegion('all', state),
      boxRegion({ x: 0.2, y: 0.1, z: 0 }, { x: 0.8, y: 0.9, z: 0.7 }),
      sphereRegion({ x: 0.5, y: 0.5, z: 0.5 }, 0.4),
      cylinderRegion({ x: 0, y: 0.5, z: 0.5 }, { x: 1, y: 0.5, z: 0.5 }, 0.4),
    ];
    const mixing = { cells: [2, 2, 2], by: 'material', weight: 'mass', fewest: 2 } as const;
    for (const region of regions) {
      for (const weight of ['number', 'mass'] as const) {
        expect(mixingIndex(other, region, { ...mixing, weight })).toEqual(
          mixingIndex(state, region, { ...mixing, weight }),
        );
      }
      expect(stress(other, region)).toEqual(stress(state, region));
      expect(packing(other, region)).toEqual(packing(state, region));
      expect(coordination(other, region)).toEqual(coordination(state, region));
      expect(bulk(other, region)).toEqual(bulk(state, region));
      const [a, b] = [forceChains(state, region), forceChains(other, region)];
      expect(b.mean).toBe(a.mean);
      const named = (found: typeof a, ids: Int32Array): number[][] =>
        found.chains.map((chain) => chain.map((row) => ids[row]));
      expect(named(b, other.bodies.ids)).toEqual(named(a, state.bodies.ids));
      // Normals of swapped partners differ in sign only.
      expect(fabric(other, region)).toEqual(fabric(state, region));
    }
    expect(forceChains(state, regions[0]).chains.length).toBeGreaterThan(3);
  });
});
