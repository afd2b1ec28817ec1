// SPDX-License-Identifier: MIT
/**
 * The pair loop of Hertz and Mindlin: WebAssembly computes two contacts at once and has the bits of the text that
 * computes one after the other.
 */
import { describe, expect, it } from 'vitest';
import { bitsOf, restore, start } from '../../tests/support/simulations.ts';
import { Random } from '../math/random.ts';
import type { BodySpec, MaterialSpec, SimulationSpec } from './simulation-spec.ts';

const seed = Number(process.env.TEST_SEED ?? 21);
const MATERIALS: readonly MaterialSpec[] = [
  { name: 'rough', density: 1000, youngsModulus: 1e6, poissonsRatio: 0.2, restitution: 0.3, friction: 0.8 },
  { name: 'smooth', density: 3000, youngsModulus: 5e6, poissonsRatio: 0.3, restitution: 1, friction: 0 },
  { name: 'waxed', density: 500, youngsModulus: 2e6, poissonsRatio: 0.4, restitution: 0.7, friction: 0.05 },
];

/**
 * Spheres in each other's way: far more contacts than are noted at once, some of them between spheres with one centre.
 */
function jumble(attraction: 'allowed' | 'cut', more: Partial<SimulationSpec> = {}): SimulationSpec {
  const random = new Random(seed);
  const bodies = Array.from({ length: 700 }, (_, k): BodySpec => {
    const place = (): number => random.between(0, 0.09);
    return {
      shape: k % 3 === 0 ? 'large' : 'small',
      material: MATERIALS[k % 3]?.name ?? '',
      position: k % 50 === 1 ? [0.02, 0.02, 0.02] : [place(), place(), place()],
      velocity: [random.between(-1, 1), random.between(-1, 1), random.between(-1, 1)],
      angularVelocity: [random.between(-50, 50), random.between(-50, 50), 0],
    };
  });
  return {
    timeStep: 5e-6,
    gravity: [0, 0, -9.81],
    law: { normal: 'hertz', tangential: 'mindlin', attraction },
    materials: MATERIALS,
    shapes: [
      { name: 'small', sphere: { radius: 0.004 } },
      { name: 'large', sphere: { radius: 0.006 } },
    ],
    halfSpaces: [{ name: 'floor', normal: [0, 0, 1], offset: 0.01, material: 'rough' }],
    limits: { overlapRatio: 10 },
    bodies,
    ...more,
  };
}

describe(`a jumble of spheres by Hertz and Mindlin, seed ${seed}`, () => {
  it.each(['allowed', 'cut'] as const)(
    'has the same bits in TypeScript and in WebAssembly, attraction %s',
    { tags: ['long'] },
    (attraction) => {
      const wasm = start(jumble(attraction));
      const typescript = start(jumble(attraction), { kernel: 'typescript' });
      expect(wasm.statistics().contacts).toBeGreaterThan(1000);
      for (const steps of [1, 2, 40]) {
        wasm.step(steps);
        typescript.step(steps);
        expect(bitsOf(typescript)).toEqual(bitsOf(wasm));
      }
      const { frictionLoss, dampingLoss } = wasm.energy();
      expect(frictionLoss).toBeGreaterThan(0);
      expect(dampingLoss).toBeGreaterThan(0);
    },
  );

  it('has the same bits across the sides of a periodic domain', { tags: ['long'] }, () => {
    const domain = { min: [0, 0, -1], max: [0.09, 0.09, 1], periodic: [true, true, false] } as const;
    const wasm = start(jumble('cut', { domain }));
    const typescript = start(jumble('cut', { domain }), { kernel: 'typescript' });
    expect(wasm.statistics().contacts).toBeGreaterThan(start(jumble('cut')).statistics().contacts);
    for (const simulation of [wasm, typescript]) simulation.step(60);
    expect(bitsOf(typescript)).toEqual(bitsOf(wasm));
  });

  it('has the same bits on two threads and after saving and restoring', { tags: ['long'] }, () => {
    const whole = start(jumble('cut'));
    const together = start(jumble('cut', { threads: 2 }));
    whole.step(37);
    together.step(37);
    const resumed = restore(jumble('cut'), whole.save());
    for (const simulation of [whole, together, resumed]) simulation.step(60);
    expect(bitsOf(together)).toEqual(bitsOf(whole));
    expect(bitsOf(resumed)).toEqual(bitsOf(whole));
  });
});
