// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import type { SimulationSpec } from '../../simulation/simulation-spec.ts';
import { gpuWarnings } from './gpu-warnings.ts';

const RADIUS = 0.005;
const GLASS = { name: 'glass', density: 2500, youngsModulus: 1e7, poissonsRatio: 0.25, restitution: 0.5 };

/** A bed of 4 x 4 x 6 balls just above a floor: a scene that float32 is good for. */
function packing(more: Partial<SimulationSpec> = {}): SimulationSpec {
  return {
    timeStep: 2e-5,
    gravity: [0, 0, -9.81],
    materials: [GLASS],
    law: { normal: 'hertz' },
    shapes: [{ name: 'ball', sphere: { radius: RADIUS } }],
    bodies: Array.from({ length: 96 }, (_, k) => ({
      shape: 'ball',
      material: 'glass',
      position: [2 * RADIUS * (k % 4), 2 * RADIUS * (Math.floor(k / 4) % 4), RADIUS * (1.5 + 2 * Math.floor(k / 16))],
    })),
    halfSpaces: [{ name: 'floor', normal: [0, 0, 1], offset: 0, material: 'glass' }],
    domain: { min: [-0.1, -0.1, -0.02], max: [0.2, 0.2, 0.2] },
    ...more,
  } as SimulationSpec;
}

/** Warns of exactly this, while the same scene without the change has none. */
function expectOne(changed: SimulationSpec, pattern: RegExp): void {
  const warnings = gpuWarnings(changed);
  expect(warnings).toHaveLength(1);
  expect(warnings[0]).toMatch(pattern);
}

describe('where float32 is too coarse', () => {
  it('says nothing of a bed of soft grains', () => {
    expect(gpuWarnings(packing())).toEqual([]);
  });

  it('warns of overlaps that are too small to be told from rounding', () => {
    const stiff = packing({ materials: [{ ...GLASS, youngsModulus: 7e12 }], timeStep: 2e-6 });
    const [resting] = gpuWarnings(stiff);
    expect(resting).toMatch(/overlaps of .* under the weight of the bed .* times softer.*--device cpu/);
    // A material that is as soft as was asked for has no such warning.
    const times = Number(/material (\S+) times softer/.exec(resting ?? '')?.[1]);
    const softer = gpuWarnings(
      packing({ materials: [{ ...GLASS, youngsModulus: 7e12 / (1.01 * times) }], timeStep: 2e-6 }),
    );
    expect(softer.filter((each) => each.includes('under the weight'))).toEqual([]);
  });

  it('warns of impacts that are too slow for a stiff material', () => {
    const [first, ...others] = packing().bodies ?? [];
    const slow = (youngsModulus: number): SimulationSpec =>
      packing({
        gravity: [0, 0, 0],
        materials: [{ ...GLASS, youngsModulus }],
        timeStep: 2e-5,
        bodies: [{ ...first, velocity: [1e-3, 0, 0] } as never, ...others],
      });
    expect(gpuWarnings(slow(1e5))).toEqual([]);
    expectOne(slow(7e12), /overlaps of .* in impacts .* times softer.*--device cpu/);
  });

  it('warns in the same way of linear springs', () => {
    const linear = { law: { normal: 'linear' as const }, gravity: [0, 0, -9.81] as const };
    const springs = (stiffness: number): SimulationSpec =>
      packing({ ...linear, materials: [{ ...GLASS, stiffness }], timeStep: 2e-6 });
    expect(gpuWarnings(springs(2e4))).toEqual([]);
    expectOne(springs(2e8), /under the weight of the bed/);
    // Springs that are as soft as was asked for have no such warning; stiffer ones still have it.
    const times = Number(/material (\S+) times softer/.exec(gpuWarnings(springs(2e8))[0] ?? '')?.[1]);
    expect(gpuWarnings(springs(2e8 / (1.01 * times)))).toEqual([]);
    expectOne(springs(2e8 / (0.9 * times)), /under the weight of the bed/);
  });

  it('warns of steps so short that slow spheres stand still', () => {
    expectOne(packing({ timeStep: 1e-9 }), /nothing moves that is slower than .* take steps of/);
  });

  it('warns of masses that differ too much', () => {
    const light = { ...GLASS, name: 'foam', density: 0.05 };
    const [first, ...others] = packing().bodies ?? [];
    const mixed = packing({ materials: [GLASS, light], bodies: [{ ...first, material: 'foam' } as never, ...others] });
    expectOne(mixed, /masses are 5e\+4 to 1|masses are 50000 to 1/);
  });

  it(
    'warns of domains so high that the energy balance loses its digits, and of speeds beside which all others are ' +
      'lost',
    () => {
      const skin = { neighbours: { skin: 50 * RADIUS } };
      expectOne(
        packing({ ...skin, domain: { min: [-0.1, -0.1, -0.02], max: [0.2, 0.2, 400] } }),
        /domain is 400 m high/,
      );
      const [first, ...others] = packing().bodies ?? [];
      const fast = packing({ bodies: [{ ...first, velocity: [0, 0, -12000] } as never, ...others] });
      expectOne(fast, /speeds of 12 km\/s are known to/);
    },
  );
});
