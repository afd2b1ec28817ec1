// SPDX-License-Identifier: MIT
/** Bonds in motion: closed forms of chains, breakage by speed, lattices, energy, threads, kernels and saved states. */
import { describe, expect, it } from 'vitest';
import type { BondRule } from '../../bonds/bond-rule.ts';
import { box } from '../../shapes/kinds/box.ts';
import { Simulation } from '../simulation.ts';
import type { BodySpec, SimulationSpec } from '../simulation-spec.ts';

const R = 0.005;
const E = 1e9;
const BEAM: BondRule = { youngsModulus: E, shearDeformation: false, damping: 0 };
const I = (Math.PI * R ** 4) / 4;
const MASS = (4 / 3) * Math.PI * R ** 3 * 2500;
const KN = (E * Math.PI * R * R) / (2 * R);

function chain(count: number, bond: BondRule, more: Partial<SimulationSpec> = {}): SimulationSpec {
  const bodies: BodySpec[] = Array.from({ length: count }, (_, k) => ({
    shape: 'ball',
    material: 'rock',
    position: [2 * R * k, 0, 0],
    fixed: k === 0,
  }));
  return {
    timeStep: 1e-6,
    gravity: [0, 0, 0],
    materials: [{ name: 'rock', density: 2500, youngsModulus: 1e9, poissonsRatio: 0.3, friction: 0.5 }],
    law: { normal: 'hertz', tangential: 'mindlin' },
    shapes: [
      { name: 'ball', sphere: { radius: R } },
      {
        name: 'pair',
        clump: {
          spheres: [
            { centre: [0, 0, 0], radius: R },
            { centre: [0, R, 0], radius: R },
          ],
        },
      },
      { name: 'block', convex: box({ halfExtents: [R, R, R] }) },
    ],
    bodies,
    bonds: [bond],
    ...more,
  };
}

const hash = (simulation: Simulation): string => JSON.stringify([...simulation.save()].slice(-4000));

describe('a chain of bonds', () => {
  it('sinks at its tip under its weight as a beam does', () => {
    // Weight at the centre of each sphere: superposition of P L^3/(3EI) (1 + 3/2 ...) of clamped beams.
    const spec = chain(
      6,
      { ...BEAM, damping: 1 },
      { gravity: [0, 0, -9.81], damping: { viscous: 800 }, timeStep: 1e-6 },
    );
    const simulation = new Simulation(spec);
    simulation.step(40_000);
    const view = simulation.bodies();
    const l = 2 * R;
    let drop = 0;
    for (let k = 1; k <= 5; k++) drop += ((MASS * 9.81 * (k * l) ** 2) / (6 * E * I)) * (3 * 5 * l - k * l);
    expect(-view.position[3 * 5 + 2] / drop).toBeCloseTo(1, 4);
  });

  it('vibrates with the frequency of the lattice, and keeps its energy', () => {
    const spec = chain(2, BEAM, { timeStep: 2e-7 });
    const simulation = new Simulation(spec);
    simulation.setVelocity(1, [0.01, 0, 0]);
    const omega = Math.sqrt(KN / MASS);
    const quarter = Math.round(Math.PI / (2 * omega) / 2e-7);
    simulation.step(quarter);
    expect(simulation.body(1).position.x - 2 * R).toBeCloseTo(0.01 / omega, 9);
    const { balance, bondEnergy } = simulation.energy();
    expect(bondEnergy).toBeCloseTo(0.5 * MASS * 1e-4, 9);
    expect(Math.abs(balance)).toBeLessThan(1e-4 * bondEnergy);
  });

  it('keeps energy and angular momentum through large turns, to the square of the step', () => {
    const errors = [4e-7, 2e-7].map((timeStep) => {
      const spec = chain(6, BEAM, { timeStep });
      const free = { ...spec, bodies: (spec.bodies as BodySpec[]).map((body) => ({ ...body, fixed: false })) };
      const simulation = new Simulation(free);
      for (let id = 0; id < 6; id++) {
        simulation.setVelocity(id, [0, 0.5 * (id % 2), 0.3 * (id % 3)], [20 * id, 10, -30 * (id % 2)]);
      }
      const before = angularMomentum(simulation);
      let worst = 0;
      for (let k = 0; k < 10; k++) {
        simulation.step(Math.round(1e-4 / timeStep));
        const { balance, insertedEnergy } = simulation.energy();
        worst = Math.max(worst, Math.abs(balance) / insertedEnergy);
      }
      angularMomentum(simulation).forEach((value, axis) => {
        expect(value).toBeCloseTo(before[axis] ?? 0, 9);
      });
      return worst;
    });
    expect(errors[1]).toBeLessThan(2e-3);
    expect((errors[0] ?? 0) / (errors[1] ?? 1)).toBeGreaterThan(2.5);
  });

  it('loses to its dashpots what its energy loses', () => {
    const errors = [2e-7, 1e-7].map((timeStep) => {
      const simulation = new Simulation(chain(4, { ...BEAM, damping: 0.1 }, { timeStep }));
      simulation.setVelocity(3, [0.02, 0.05, 0.01], [3, 5, 2]);
      simulation.step(Math.round(4e-3 / timeStep));
      const { bondDampingLoss, insertedEnergy, balance } = simulation.energy();
      expect(bondDampingLoss / insertedEnergy).toBeGreaterThan(0.3);
      return Math.abs(balance) / insertedEnergy;
    });
    expect(errors[0]).toBeLessThan(4e-3);
    expect((errors[0] ?? 0) / (errors[1] ?? 1)).toBeGreaterThan(1.8);
  });
});

function angularMomentum(simulation: Simulation): [number, number, number] {
  const { position, velocity, angularVelocity, count } = simulation.bodies();
  const sum: [number, number, number] = [0, 0, 0];
  for (let k = 0; k < count; k++) {
    const [x, y, z] = position.subarray(3 * k);
    const [u, v, w] = velocity.subarray(3 * k);
    const spin = angularVelocity.subarray(3 * k);
    const turn = 0.4 * MASS * R * R;
    sum[0] += MASS * ((y ?? 0) * (w ?? 0) - (z ?? 0) * (v ?? 0)) + turn * (spin[0] ?? 0);
    sum[1] += MASS * ((z ?? 0) * (u ?? 0) - (x ?? 0) * (w ?? 0)) + turn * (spin[1] ?? 0);
    sum[2] += MASS * ((x ?? 0) * (v ?? 0) - (y ?? 0) * (u ?? 0)) + turn * (spin[2] ?? 0);
  }
  return sum.map((value) => value / (MASS * R)) as [number, number, number];
}

describe('breakage', () => {
  const STRENGTH = 1e6;
  const LIMIT = STRENGTH * Math.PI * R * R;
  const free = (): SimulationSpec => {
    const spec = chain(2, { ...BEAM, tensileStrength: STRENGTH }, { timeStep: 5e-9 });
    return { ...spec, bodies: (spec.bodies as BodySpec[]).map((body) => ({ ...body, fixed: false })) };
  };
  const critical = LIMIT / Math.sqrt((KN * MASS) / 2);

  it('of two spheres needs a speed, which they lose in part', () => {
    expect(critical).toBeCloseTo(1.09545, 4);
    const slow = new Simulation(free());
    slow.setVelocity(1, [0.999 * critical, 0, 0]);
    slow.step(20_000);
    expect([slow.bonds().count, slow.bondBreaks().length]).toEqual([1, 0]);
    const fast = new Simulation(free());
    const v = 1.2 * critical;
    fast.setVelocity(1, [v, 0, 0]);
    fast.step(20_000);
    const [broken] = fast.bondBreaks();
    expect(broken?.mode).toBe('tension');
    // A bond breaks at the first step that finds it beyond its strength: at most one step later.
    const excess = (broken?.energy ?? 0) / ((0.5 * LIMIT * LIMIT) / KN) - 1;
    expect(excess).toBeGreaterThanOrEqual(0);
    expect(excess).toBeLessThan((2.01 * v * 5e-9 * KN) / LIMIT);
    const parting = fast.body(1).velocity.x - fast.body(0).velocity.x;
    expect(parting / Math.sqrt(v * v - (2 * LIMIT * LIMIT) / (KN * MASS))).toBeCloseTo(1, 3);
    const { balance, insertedEnergy } = fast.energy();
    expect(Math.abs(balance) / insertedEnergy).toBeLessThan(1e-3);
    expect([...fast.fragments()]).toEqual([0, 1]);
    expect([...slow.fragments()]).toEqual([0, 0]);
  });

  it('lets contacts begin with their overlap, in the balance', () => {
    const spec = chain(3, { ...BEAM, shearStrength: 2e5, gap: R }, { timeStep: 1e-7 });
    const bodies = (spec.bodies as BodySpec[]).map((body, k) => ({
      ...body,
      position: [1.98 * R * k, 0, 0] as const,
      fixed: false,
    }));
    const simulation = new Simulation({ ...spec, bodies });
    expect(simulation.contacts().count).toBe(0);
    simulation.setVelocity(2, [0, 1, 0]);
    simulation.step(2000);
    expect(simulation.bondBreaks().length).toBeGreaterThan(0);
    const { balance, insertedEnergy } = simulation.energy();
    expect(Math.abs(balance) / insertedEnergy).toBeLessThan(5e-3);
  });

  it('has a scatter of strength that depends on ids alone', () => {
    const strong = (list: [number, number][]): string => {
      const spec = chain(3, { ...BEAM, list, tensileStrength: 1e5, scatter: 0.3 }, { timeStep: 1e-7 });
      const simulation = new Simulation(spec);
      simulation.setVelocity(2, [3, 0, 0]);
      simulation.step(2000);
      return JSON.stringify(simulation.bondBreaks());
    };
    expect(
      strong([
        [0, 1],
        [1, 2],
      ]),
    ).toBe(
      strong([
        [2, 1],
        [1, 0],
      ]),
    );
  });
});

describe('bonds of clumps and boxes', () => {
  it.each(['pair', 'block'])('of shape %s keep energy', (shape) => {
    const spec = chain(
      3,
      {
        ...BEAM,
        list: [
          [0, 1],
          [1, 2],
        ],
        radius: R,
      },
      { timeStep: 1e-7 },
    );
    const bodies = (spec.bodies as BodySpec[]).map((body) => ({ ...body, shape }));
    const simulation = new Simulation({ ...spec, bodies });
    simulation.setVelocity(2, [0.1, 0.2, 0.1], [10, 20, -10]);
    simulation.step(3000);
    const { balance, insertedEnergy, bondEnergy } = simulation.energy();
    expect(bondEnergy).toBeGreaterThan(0.01 * insertedEnergy);
    expect(Math.abs(balance) / insertedEnergy).toBeLessThan(2e-3);
  });
});

describe('bits', () => {
  const grid = (threads: number): SimulationSpec => {
    const spec = chain(1, { ...BEAM, tensileStrength: 3e5, shearStrength: 3e5, scatter: 0.2, damping: 0.05 });
    const bodies: BodySpec[] = [];
    for (let k = 0; k < 512; k++) {
      const position = [2 * R * (k % 8), 2 * R * (Math.floor(k / 8) % 8), 2 * R * Math.floor(k / 64)] as const;
      bodies.push({ shape: 'ball', material: 'rock', position, velocity: k % 64 === 9 ? [0, 0, 3] : [0, 0, 0] });
    }
    return { ...spec, bodies, threads, timeStep: 5e-7 };
  };

  it('are the same for kernels, threads and after a restart', () => {
    const whole = new Simulation(grid(1));
    expect(whole.bonds().count).toBe(3 * 8 * 8 * 7);
    whole.step(200);
    expect(whole.bondBreaks().length).toBeGreaterThan(10);
    const saved = new Simulation(grid(1));
    saved.step(80);
    const state = saved.save();
    const restored = Simulation.restore(grid(1), state);
    expect(Buffer.compare(restored.save(), state)).toBe(0);
    restored.step(120);
    const threaded = new Simulation(grid(2));
    threaded.step(200);
    const plain = new Simulation(grid(1), { kernel: 'typescript' });
    plain.step(200);
    const expected = hash(whole);
    expect([hash(restored), hash(threaded), hash(plain)].map((each) => each === expected)).toEqual([true, true, true]);
    expect(restored.bondBreaks()).toEqual(whole.bondBreaks());
    threaded.dispose();
  });
});

it('wrong rules are refused with their path', () => {
  const refusal = (rule: BondRule) => () => new Simulation(chain(2, rule));
  expect(refusal({})).toThrow('bonds[0]: expected either youngsModulus (beam) or normalStiffness (parallel bond)');
  expect(refusal({ ...BEAM, damping: 2 })).toThrow('bonds[0].damping: expected a number from 0 to 1, got 2');
  expect(refusal({ ...BEAM, between: ['rock', 'sand'] })).toThrow('bonds[0].between[1]: expected one of ["rock"]');
});

it('pairs that cannot be bonded are refused by name', () => {
  const refusal = (rule: Partial<BondRule>, second: number) => () =>
    new Simulation({
      ...chain(1, { ...BEAM, ...rule }),
      bodies: [0, second].map((x) => ({ shape: 'ball', material: 'rock', position: [x, 0, 0] }) as const),
    });
  const list = (...pairs: [number, number][]) => ({ list: pairs });
  expect(refusal(list([0, 1]), 0)).toThrow(
    'bonds[0]: the centre of body 0 is 0 m from body 1: such a bond has no length; move them apart',
  );
  const parallel: BondRule = { normalStiffness: 1e10, ...list([0, 1]) };
  expect(refusal({ youngsModulus: undefined, ...parallel } as BondRule, 0)).toThrow('such a bond has no length');
  expect(refusal(list([0, 1], [1, 0]), 2 * R)).toThrow(
    'bonds[0].list[1]: expected two bodies, got 0 and 1, which list[0] bonds already; remove one of the two',
  );
  expect(refusal(list([0, 7]), 2 * R)).toThrow('bonds[0].list[0]: expected two bodies, got 7, which no body has');
  expect(refusal({ tensileStrength: Infinity }, 2 * R)).toThrow(
    'bonds[0].tensileStrength: expected a number > 0; leave it out for a bond that does not break, got Infinity',
  );
});

it('bonds are made at their time, and bound the time step', () => {
  const simulation = new Simulation(chain(3, { ...BEAM, at: 1e-5 }));
  const contacts = simulation.criticalTimeStep();
  simulation.step(10);
  expect(simulation.bonds().count).toBe(2);
  expect(simulation.criticalTimeStep()).toBeLessThan(contacts);
  expect(simulation.createBonds({ ...BEAM, gap: 2.1 * R })).toBe(1);
});
