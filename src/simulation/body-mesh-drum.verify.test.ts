// SPDX-License-Identifier: MIT
/**
 * Polyhedra, superquadrics and compounds in a drum of facets that turns: the same bits however it is run, and an energy
 * balance that closes.
 */
import { describe, expect, it } from 'vitest';
import { drumMesh } from '../../tests/support/mesh-scene.ts';
import { bitsOf, restore, start } from '../../tests/support/simulations.ts';
import { WALL } from '../../tests/support/sphere-heap.ts';
import { Random } from '../math/random.ts';
import { box } from '../shapes/kinds/box.ts';
import { compound } from '../shapes/kinds/compound.ts';
import { polyhedron } from '../shapes/kinds/convex-polyhedron.ts';
import { sphere } from '../shapes/kinds/sphere.ts';
import { superquadric } from '../shapes/kinds/superquadric.ts';
import type { SimulationSpec } from './simulation-spec.ts';
import { CONTACT_MESH } from './views/simulation-views.ts';

const SIZE = 0.006;
const GRAIN = { density: 2500, youngsModulus: 5e6, poissonsRatio: 0.25, restitution: 0.3, friction: 0.5 };
const RATE = 30;

function stone(random: Random) {
  const vertices = Array.from({ length: 12 }, () => {
    const { x, y, z } = random.unitVector();
    return [SIZE * x, 0.9 * SIZE * y, 0.8 * SIZE * z] as const;
  });
  return polyhedron({ vertices });
}

/** 18 bodies in a drum of 5 cm radius, 16 strips and two ends, at 30 rad/s. */
function drum(more: Partial<SimulationSpec> = {}): SimulationSpec {
  const random = new Random(8);
  const shapes = [
    { name: 'stone', convex: stone(random) },
    { name: 'cube', convex: box({ halfExtents: [0.7 * SIZE, 0.6 * SIZE, 0.5 * SIZE] }) },
    { name: 'pebble', convex: superquadric({ semiAxes: [SIZE, 0.8 * SIZE, 0.6 * SIZE], n1: 3, n2: 2.5 }) },
    {
      name: 'hammer',
      compound: compound([
        { shape: box({ halfExtents: [0.8 * SIZE, 0.25 * SIZE, 0.25 * SIZE] }) },
        { shape: sphere({ radius: 0.4 * SIZE }), pose: { position: [0.6 * SIZE, 0, 0] } },
      ]),
    },
  ];
  const bodies = Array.from({ length: 18 }, (_, k) => ({
    shape: shapes[k % 4]?.name ?? '',
    material: 'grain',
    position: [
      ((k % 3) - 1) * 0.0135,
      ((Math.floor(k / 3) % 3) - 1) * 0.0135,
      (Math.floor(k / 9) - 2) * 0.0135,
    ] as const,
    orientation: random.rotation(),
    velocity: [random.between(-0.2, 0.2), 0, -1.5] as const,
  }));
  const motion = { rotation: { axis: [0, 1, 0], through: [0, 0, 0], rate: RATE } } as const;
  return {
    timeStep: 1e-5,
    gravity: [0, 0, -9.81],
    law: { normal: 'hertz', tangential: 'mindlin' },
    materials: [{ name: 'grain', ...GRAIN }, WALL],
    shapes,
    bodies,
    meshes: [{ name: 'drum', mesh: drumMesh(16, 0.05, 0.05), material: 'wall', motion }],
    ...more,
  };
}

describe('bodies in a turning drum of facets', () => {
  it('have the same bits on one thread and on two, after saving and restoring, and across new lists', () => {
    const alone = start(drum());
    const together = start(drum({ threads: 2 }));
    alone.step(1500);
    together.step(1500);
    expect(bitsOf(together)).toEqual(bitsOf(alone));
    const { kind, facet } = alone.contacts();
    expect(kind.filter((each) => each === CONTACT_MESH).length).toBeGreaterThan(0);
    expect(alone.energy().wallWork).not.toBe(0);
    kind.forEach((each, k) => {
      expect(facet[k] >= 0).toBe(each === CONTACT_MESH);
    });
    expect(alone.statistics().rebuilds).toBeGreaterThan(1);
    const state = together.save();
    alone.step(200);
    for (const threads of [1, 2]) {
      const resumed = restore(drum({ threads }), state);
      resumed.step(200);
      expect(bitsOf(resumed)).toEqual(bitsOf(alone));
    }
  });

  it.each([false, true])('keep inside and close the energy balance, one-sided facets: %s', (oneSided) => {
    const spec = drum();
    const simulation = start({ ...spec, meshes: (spec.meshes ?? []).map((mesh) => ({ ...mesh, oneSided })) });
    simulation.step(1800);
    const before = simulation.energy().wallWork;
    // Of the first and the last moment a half.
    let impulse = 0;
    for (let k = 0; k < 300; k++) {
      simulation.step();
      impulse += (k === 0 ? 0.5 : 1) * (simulation.meshLoads()[0]?.moment.y ?? 0) * 1e-5;
    }
    const { position, count } = simulation.bodies();
    for (let k = 0; k < count; k++) {
      const [x = 0, y = 0, z = 0] = position.subarray(3 * k);
      expect(Math.hypot(x, z)).toBeLessThan(0.05);
      expect(Math.abs(y)).toBeLessThan(0.025);
    }
    const { wallWork, balance, insertedEnergy } = simulation.energy();
    simulation.step();
    impulse += 0.5 * (simulation.meshLoads()[0]?.moment.y ?? 0) * 1e-5;
    // The drum's work is that of the moment it bears.
    expect(-RATE * impulse).toBeCloseTo(wallWork - before, 9);
    expect(wallWork).toBeGreaterThan(0);
    // First order in the time step, as on half-spaces.
    expect(Math.abs(balance)).toBeLessThan(0.02 * (wallWork + Math.abs(insertedEnergy)));
  });

  it('have the same bits in TypeScript and in WebAssembly', () => {
    const wasm = start(drum());
    const typescript = start(drum(), { kernel: 'typescript' });
    wasm.step(900);
    typescript.step(900);
    expect(wasm.energy().wallWork).not.toBe(0);
    expect(bitsOf(typescript)).toEqual(bitsOf(wasm));
  });
});
