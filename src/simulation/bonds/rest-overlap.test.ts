// SPDX-License-Identifier: MIT
/** Contacts after a bond with `restOverlap` broke: they count the overlap beyond that at breakage. */
import { describe, expect, it } from 'vitest';
import type { BondRule } from '../../bonds/bond-rule.ts';
import { Simulation } from '../simulation.ts';
import type { SimulationSpec } from '../simulation-spec.ts';

const R = 0.005;
const STIFFNESS = 1e5;
/** Overlap of the two balls when they are bonded. */
const DEEP = 1e-5;
const RULE: BondRule = {
  gap: 0,
  youngsModulus: 1e9,
  shearDeformation: false,
  // Passed when the balls are 2 um further apart.
  tensileStrength: 2e5,
  damping: 0,
  restOverlap: true,
};
const MASS = (4 / 3) * Math.PI * R ** 3 * 2500;

function pair(rule: BondRule, more: Partial<SimulationSpec> = {}): SimulationSpec {
  return {
    timeStep: 2e-7,
    gravity: [0, 0, 0],
    materials: [{ name: 'rock', density: 2500, stiffness: STIFFNESS, restitution: 1, friction: 0.5 }],
    law: { normal: 'linear', tangential: 'linear' },
    shapes: [{ name: 'ball', sphere: { radius: R } }],
    bodies: [
      { shape: 'ball', material: 'rock', position: [0, 0, 0] },
      { shape: 'ball', material: 'rock', position: [2 * R - DEEP, 0, 0] },
    ],
    bonds: [rule],
    ...more,
  };
}

const gapOf = (simulation: Simulation): number => simulation.body(1).position.x - simulation.body(0).position.x;

/** Breaks the bond by a relative speed, then stops the balls where they were when it broke. */
function broken(rule: BondRule, more: Partial<SimulationSpec> = {}): Simulation {
  const simulation = new Simulation(pair(rule, more));
  // Faster than the bond holds: its strength is passed within some steps.
  simulation.setVelocity(1, [3, 0, 0]);
  for (let k = 0; k < 1000 && simulation.bondBreaks().length === 0; k++) simulation.step();
  expect(simulation.bondBreaks()).toHaveLength(1);
  expect(simulation.bonds().count).toBe(0);
  return simulation;
}

describe('a bond that leaves a rest overlap', () => {
  it('breaks without the energy of a contact: the loss is the energy of the bond', () => {
    const [rested, plain] = [true, false].map((restOverlap) => broken({ ...RULE, restOverlap })) as [
      Simulation,
      Simulation,
    ];
    const overlap = 2 * R - gapOf(rested);
    expect(overlap).toBeGreaterThan(0.1 * DEEP);
    expect(rested.energy().elastic).toBe(0);
    expect(plain.energy().elastic).toBeCloseTo(0.5 * STIFFNESS * overlap ** 2, 12);
    const [{ energy = 0 } = {}] = rested.bondBreaks();
    expect(rested.energy().breakageLoss).toBe(energy);
    expect(plain.energy().breakageLoss).toBeCloseTo(energy - plain.energy().elastic, 14);
    expect(rested.contacts().count).toBe(0);
  });

  it('pushes by the overlap beyond it, whenever the bodies come together', () => {
    const simulation = broken(RULE);
    const rest = 2 * R - gapOf(simulation);
    // Apart, and back to 2 um beyond the rest.
    simulation.setVelocity(0, [0, 0, 0]);
    simulation.setVelocity(1, [1, 0, 0]);
    simulation.step(5000);
    expect(gapOf(simulation)).toBeGreaterThan(2 * R);
    simulation.setVelocity(1, [-1, 0, 0]);
    const before = simulation.energy().kinetic;
    let deepest = 0;
    for (let k = 0; k < 20_000; k++) {
      simulation.step();
      const beyond = 2 * R - rest - gapOf(simulation);
      const { elastic } = simulation.energy();
      if (beyond > 0) {
        expect(elastic).toBeCloseTo(0.5 * STIFFNESS * beyond ** 2, 14);
        deepest = Math.max(deepest, beyond);
      } else expect(elastic).toBe(0);
    }
    // v sqrt(m / (2 k)): without loss.
    expect(deepest / Math.sqrt(MASS / 2 / STIFFNESS)).toBeCloseTo(1, 3);
    expect(simulation.energy().kinetic / before).toBeCloseTo(1, 5);
    expect(Math.abs(simulation.energy().balance)).toBeLessThan(1e-4 * before);
  });

  it('does so on a half-space that it was bonded to', () => {
    const spec = pair(
      { ...RULE, walls: ['floor'] },
      {
        bodies: [{ shape: 'ball', material: 'rock', position: [0, 0, R - DEEP] }],
        halfSpaces: [{ name: 'floor', normal: [0, 0, 1], offset: 0, material: 'rock' }],
      },
    );
    const simulation = new Simulation(spec);
    simulation.setVelocity(0, [0, 0, 3]);
    for (let k = 0; k < 1000 && simulation.bondBreaks().length === 0; k++) simulation.step();
    const rest = R - simulation.body(0).position.z;
    expect(rest).toBeGreaterThan(0.1 * DEEP);
    simulation.setVelocity(0, [0, 0, -0.1]);
    simulation.step(20);
    const { x, y, z } = simulation.halfSpaceLoads()[0] ?? { x: 0, y: 0, z: 0 };
    // The load is that at the start of the last step.
    expect(Math.hypot(x, y)).toBeLessThan(1e-15);
    const beyond = R - rest - simulation.body(0).position.z;
    expect(-z / (STIFFNESS * beyond)).toBeCloseTo(19 / 20, 2);
  });

  it('takes the overlap of the last breakage, if a pair is bonded again', () => {
    const simulation = broken(RULE);
    const first = 2 * R - gapOf(simulation);
    simulation.setVelocity(0, [0, 0, 0]);
    simulation.setVelocity(1, [-0.5, 0, 0]);
    simulation.step(50);
    expect(2 * R - gapOf(simulation)).toBeGreaterThan(1.2 * first);
    expect(simulation.createBonds(RULE)).toBe(1);
    simulation.setVelocity(1, [3, 0, 0]);
    for (let k = 0; k < 1000 && simulation.bondBreaks().length === 1; k++) simulation.step();
    const second = 2 * R - gapOf(simulation);
    simulation.setVelocity(1, [0, 0, 0]);
    simulation.setVelocity(0, [0, 0, 0]);
    expect(simulation.energy().elastic).toBe(0);
    simulation.setVelocity(1, [-0.5, 0, 0]);
    simulation.step(20);
    const beyond = 2 * R - second - gapOf(simulation);
    expect(simulation.energy().elastic).toBeCloseTo(0.5 * STIFFNESS * beyond ** 2, 14);
  });

  it('goes when one of its bodies leaves', () => {
    const simulation = broken(RULE);
    simulation.removeBody(0);
    expect(simulation.bondBreaks()).toHaveLength(1);
    simulation.step(10);
    expect(simulation.fragments()).toEqual(Int32Array.of(1));
  });

  it.each(['linear', 'hertz'] as const)(
    'has the same bits after a restart and for two threads, %s',
    { tags: ['long'] },
    (normal) => {
      const grain = { name: 'rock', density: 2500, restitution: 0.5, friction: 0.5 };
      const elastic = normal === 'linear' ? { stiffness: STIFFNESS } : { youngsModulus: 1e9, poissonsRatio: 0.3 };
      const law = { normal, tangential: normal === 'linear' ? 'linear' : 'mindlin' } as const;
      // A block of balls that overlap, with velocities of their own, on a floor: bonds break, and fragments tumble.
      const bodies = Array.from({ length: 64 }, (_, k) => ({
        shape: 'ball',
        material: 'rock',
        position: [k % 4, Math.floor(k / 4) % 4, Math.floor(k / 16)].map((n) => 0.999 * 2 * R * n + R) as never,
        velocity: [((7 * k) % 5) - 2, 0.5 * ((3 * k) % 7) - 1.5, ((11 * k) % 5) - 3] as const,
      }));
      const rule = { ...RULE, tensileStrength: 5e5, shearStrength: 5e5, scatter: 0.3, damping: 0.1 };
      const more = { materials: [{ ...grain, ...elastic }], law, bodies, timeStep: 5e-7 };
      const halfSpaces = [{ name: 'floor', normal: [0, 0, 1] as const, offset: 0, material: 'rock' }];
      const run = (threads: number, isCut: boolean, restOverlap = true): Simulation => {
        const spec = { ...pair({ ...rule, restOverlap }, { ...more, halfSpaces }), threads };
        let simulation = new Simulation(spec);
        simulation.step(1500);
        if (isCut) {
          const bytes = simulation.save();
          simulation.dispose();
          simulation = Simulation.restore(spec, bytes);
        }
        simulation.step(1500);
        simulation.dispose();
        return simulation;
      };
      const whole = run(1, false);
      expect(whole.bondBreaks().length).toBeGreaterThan(20);
      const bytes = whole.save();
      for (const [threads, isCut] of [
        [2, false],
        [1, true],
        [2, true],
      ] as const) {
        expect(Buffer.compare(run(threads, isCut).save(), bytes)).toBe(0);
      }
      // What each bond released, and nothing of the contacts.
      const released = whole.bondBreaks().reduce((sum, { energy }) => sum + energy, 0);
      expect(whole.energy().breakageLoss).toBeCloseTo(released, 12);
      expect(run(1, false, false).energy().breakageLoss).not.toBeCloseTo(released, 9);
    },
  );

  it.each<[string, Partial<SimulationSpec>, Partial<BondRule>, RegExp]>([
    ['contact while bonded', {}, { contact: true }, /bonds\[0\]\.restOverlap: expected nothing with contact/],
    ['cohesion', { law: { normal: 'linear', cohesion: 'sjkr' } }, {}, /bonds\[0\]\.restOverlap: .* cohesion sjkr/],
    [
      'bodies that are not spheres',
      {
        shapes: [
          {
            name: 'ball',
            clump: {
              spheres: [
                { centre: [0, 0, 0], radius: R },
                { centre: [0, R, 0], radius: R },
              ],
            },
          },
        ],
      },
      {},
      /bonds\[0\]\.restOverlap: expected bonds of spheres, .* body 0 is no sphere/,
    ],
  ])('is refused with %s', (_, more, rule, message) => {
    expect(() => new Simulation(pair({ ...RULE, ...rule }, more))).toThrow(message);
  });
});
