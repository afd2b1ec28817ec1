// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { ROUNDING, silo } from '../../../tests/support/outlet-scene.ts';
import { bitsOf, restore, start } from '../../../tests/support/simulations.ts';
import type { Simulation } from '../simulation.ts';
import type { OutletSpec } from '../simulation-spec.ts';

describe('an outlet in the middle of a heap', () => {
  it('takes the energy of contacts along: the balance is continuous', () => {
    const dropped = (outlets: readonly OutletSpec[]): Simulation => {
      const simulation = start({ ...silo(1), outlets });
      simulation.step(2500);
      return simulation;
    };
    // The same run with and without the outlet, up to the step at which it looks for the first time.
    const late: OutletSpec = { name: 'hole', region: { box: { min: [-1, -1, 0], max: [1, 1, 0.02] } }, from: 0.25 };
    const before = dropped([{ ...late, from: 1 }]);
    const after = dropped([late]);
    expect(before.contacts().count).toBeGreaterThan(10);
    const [{ count = 0, mass = 0, energy = 0 } = {}] = after.outlets();
    expect(count).toBeGreaterThan(10);
    expect(after.bodyCount).toBe(before.bodyCount - count);
    const [full, rest] = [before.energy(), after.energy()];
    expect(rest.elastic).toBeLessThan(full.elastic);
    expect(Math.abs(rest.balance - full.balance)).toBeLessThan(ROUNDING * full.insertedEnergy);
    const present = ({ kinetic, rotational, potential, elastic }: typeof full): number =>
      kinetic + rotational + potential + elastic;
    expect(energy).toBeCloseTo(present(full) - present(rest), 9);
    expect(mass).toBeGreaterThan(0);
  });

  it('gives the same bits with two threads, in single steps and after being restored', () => {
    const bits = (simulation: Simulation): unknown[] => [...bitsOf(simulation), simulation.outlets()];
    const steps = 3000;
    const whole = start(silo(1));
    whole.step(steps);
    expect(whole.outlets().every(({ count }) => count > 0)).toBe(true);
    const shared = start(silo(2));
    shared.step(steps);
    expect(bits(shared)).toEqual(bits(whole));
    const first = start(silo(2));
    first.step(1235);
    const second = restore(silo(1), first.save());
    expect(second.outlets()).toEqual(first.outlets());
    for (let k = 1235; k < steps; k += 5) second.step(5);
    expect(bits(second)).toEqual(bits(whole));
  });
});
