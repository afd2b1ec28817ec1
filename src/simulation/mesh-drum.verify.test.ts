// SPDX-License-Identifier: MIT
/**
 * A drum of facets that turns: the same bits however it is run, and an energy balance that closes with the work of the
 * drum.
 */
import { describe, expect, it } from 'vitest';
import { drumMesh } from '../../tests/support/mesh-scene.ts';
import { bitsOf, restore, start } from '../../tests/support/simulations.ts';
import { spheres } from '../../tests/support/sphere-heap.ts';
import { Random } from '../math/random.ts';
import type { SimulationSpec } from './simulation-spec.ts';
import { CONTACT_MESH } from './views/simulation-views.ts';

const RADIUS = 0.005;
const GRAIN = { density: 2500, youngsModulus: 5e6, poissonsRatio: 0.25, restitution: 0.6, friction: 0.5 };

/**
 * 200 spheres in a drum of 5 cm radius, 24 strips and two ends, at 30 rad/s about an axis through a point beside its
 * own origin.
 */
function drum(more: Partial<SimulationSpec> = {}): SimulationSpec {
  const random = new Random(5);
  const bodies = Array.from({ length: 200 }, (_, k) => {
    const jitter = (): number => random.between(-0.0003, 0.0003);
    const cell = [k % 5, Math.floor(k / 5) % 5, Math.floor(k / 25)] as const;
    return {
      position: [
        (cell[0] - 2) * 0.0107 + jitter(),
        (cell[1] - 2) * 0.0107 + jitter(),
        (cell[2] - 3.2) * 0.0107 + jitter(),
      ] as const,
      velocity: [random.between(-0.2, 0.2), 0, -0.5] as const,
    };
  });
  const axis = { axis: [0, 1, 0], through: [0, 0, 0], rate: 30 } as const;
  const meshes = [{ name: 'drum', mesh: drumMesh(24, 0.05, 0.06), material: 'wall', motion: { rotation: axis } }];
  return spheres(RADIUS, GRAIN, bodies, {
    timeStep: 1e-5,
    gravity: [0, 0, -9.81],
    law: { normal: 'hertz', tangential: 'mindlin' },
    meshes,
    ...more,
  });
}

describe('a turning drum of facets', () => {
  it('gives the same bits on one thread and on two, across new lists', () => {
    const alone = start(drum());
    const together = start(drum({ threads: 2 }));
    for (const steps of [1, 700, 1500]) {
      alone.step(steps);
      together.step(steps);
      expect(bitsOf(together)).toEqual(bitsOf(alone));
    }
    const { kind, facet, featureId } = alone.contacts();
    expect(kind.filter((each) => each === CONTACT_MESH).length).toBeGreaterThan(10);
    kind.forEach((each, k) => {
      expect(facet[k] >= 0 && featureId[k] >= 0).toBe(each === CONTACT_MESH);
    });
    expect(alone.statistics().rebuilds).toBeGreaterThan(5);
  });

  it('gives the same bits after saving and restoring, on another number of threads', () => {
    const whole = start(drum());
    whole.step(937);
    const state = whole.save();
    const pose = whole.meshPose(0);
    whole.step(900);
    for (const threads of [1, 2]) {
      const resumed = restore(drum({ threads }), state);
      expect(resumed.meshPose(0)).toEqual(pose);
      resumed.step(900);
      expect(bitsOf(resumed)).toEqual(bitsOf(whole));
    }
  });

  it('gives the same bits in TypeScript and in WebAssembly', () => {
    const wasm = start(drum());
    const typescript = start(drum(), { kernel: 'typescript' });
    wasm.step(500);
    typescript.step(500);
    expect(bitsOf(typescript)).toEqual(bitsOf(wasm));
  });

  it('keeps the spheres inside and the energy balance closed', () => {
    const simulation = start(drum());
    simulation.step(10000);
    const { position, count } = simulation.bodies();
    for (let k = 0; k < count; k++) {
      const [x = 0, y = 0, z = 0] = position.subarray(3 * k);
      expect(Math.hypot(x, z)).toBeLessThan(0.05);
      expect(Math.abs(y)).toBeLessThan(0.03);
    }
    const { wallWork, balance, kinetic, insertedEnergy } = simulation.energy();
    const turnover = wallWork + Math.abs(insertedEnergy);
    expect(kinetic).toBeGreaterThan(0);
    expect(wallWork).toBeGreaterThan(0.2 * Math.abs(insertedEnergy));
    // First order in the time step, as on half-spaces.
    expect(Math.abs(balance)).toBeLessThan(0.02 * turnover);
  });

  it('bears the moment that its motion needs', () => {
    const simulation = start(drum());
    simulation.step(6000);
    const before = simulation.energy().wallWork;
    // Of the first and the last moment a half.
    let impulse = 0;
    for (let k = 0; k < 2000; k++) {
      simulation.step();
      impulse += (k === 0 ? 0.5 : 1) * (simulation.meshLoads()[0]?.moment.y ?? 0) * 1e-5;
    }
    // Work on the spheres is the negative of the bearing moment times the angle, step by step.
    const work = simulation.energy().wallWork - before;
    simulation.step();
    impulse += 0.5 * (simulation.meshLoads()[0]?.moment.y ?? 0) * 1e-5;
    expect(-30 * impulse).toBeCloseTo(work, 9);
    expect(work).toBeGreaterThan(0);
  });
});
