// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { start } from '../../tests/support/simulations.ts';
import { FLOOR, HERTZ_MINDLIN, heap, spheres, WALL } from '../../tests/support/sphere-scene.ts';
import { SceneError, SimulationError } from '../errors.ts';
import { Simulation } from './simulation.ts';
import type { SimulationSpec } from './simulation-spec.ts';
import { CONTACT_HALF_SPACE } from './views/simulation-views.ts';

const GRAIN = { density: 1000, youngsModulus: 1e7, poissonsRatio: 0.25, restitution: 0.5, friction: 0.3 };
const BALL = { shape: 'ball', material: 'grain' } as const;

function thrown(action: () => unknown): SimulationError | SceneError {
  try {
    action();
  } catch (error) {
    if (error instanceof SimulationError || error instanceof SceneError) return error;
    throw error;
  }
  throw new Error('nothing was thrown');
}

describe('a free body', () => {
  it('follows the parabola of its start, velocity included', () => {
    const body = { position: [1, 2, 3], velocity: [1, 0, 2], angularVelocity: [0, 3, 0] } as const;
    const simulation = start(spheres(0.1, GRAIN, [body], { timeStep: 1e-3, gravity: [0, 0, -10] }));
    expect(simulation.body(0).velocity).toEqual({ x: 1, y: 0, z: 2 });
    simulation.step(500);
    const { position, velocity, angularVelocity, orientation } = simulation.body(0);
    // Central differences are exact for a constant force, when the first kick takes half a step.
    expect(position.z).toBeCloseTo(3 + 2 * 0.5 - 5 * 0.25, 12);
    expect(position.x).toBeCloseTo(1.5, 12);
    expect(velocity.z).toBeCloseTo(-3, 12);
    expect(angularVelocity).toEqual({ x: 0, y: 3, z: 0 });
    // Cayley's map has an error of (angle of a step)^2 / 12.
    expect(orientation.w).toBeCloseTo(Math.cos(0.75), 5);
    expect(orientation.y).toBeCloseTo(Math.sin(0.75), 5);
    expect(simulation.time).toBeCloseTo(0.5, 12);
    expect(simulation.stepCount).toBe(500);
  });
});

describe('no body at all', () => {
  it('is a simulation too', () => {
    const simulation = start({ ...heap(1), bodies: [] });
    simulation.step(10);
    expect(simulation.bodies().count).toBe(0);
    expect(simulation.energy().balance).toBe(0);
    expect(simulation.criticalTimeStep()).toBe(Infinity);
    simulation.addBody({ ...BALL, position: [0.006, 0.006, 0.006] });
    simulation.step(10);
    simulation.removeBody(0);
    simulation.step(10);
    expect(simulation.bodyCount).toBe(0);
  });
});

describe('bodies', () => {
  it('keep their ids, are added, removed and changed', () => {
    const simulation = start(spheres(0.1, GRAIN, [{ id: 7 }, { position: [1, 0, 0] }], { timeStep: 1e-4 }));
    expect([...simulation.bodies().ids]).toEqual([7, 8]);
    expect(simulation.addBody({ ...BALL, position: [2, 0, 0], id: 3 })).toBe(3);
    expect(simulation.addBody({ ...BALL, position: [3, 0, 0] })).toBe(9);
    simulation.step(10);
    simulation.removeBody(8);
    expect(simulation.bodyCount).toBe(3);
    expect([...simulation.bodies().ids]).toEqual([3, 7, 9]);
    simulation.setVelocity(9, [0, 1, 0], [0, 0, 2]);
    simulation.step(100);
    expect(simulation.body(9).position.y).toBeCloseTo(0.01, 12);
    expect(simulation.body(9).angularVelocity.z).toBe(2);
    expect(simulation.energy().balance).toBeCloseTo(0, 12);
    expect(thrown(() => simulation.body(8)).message).toBe('body 8: there is no such body; there are 3');
    expect(thrown(() => simulation.addBody({ ...BALL, position: [9, 0, 0], id: 7 })).message).toContain('body.id');
  });

  it.each([
    [1, 'wasm'],
    [2, 'wasm'],
    [1, 'typescript'],
  ] as const)(
    'may become many more than there was room for (%i threads, %s)',
    { tags: ['long'] },
    (threads, kernel) => {
      const simulation = start(heap(30, { threads, capacity: { bodies: 1, pairsPerBody: 1 } }), { kernel });
      for (let k = 0; k < 300; k++) {
        const centre = [
          0.006 + 0.011 * (k % 3),
          0.006 + 0.011 * (Math.floor(k / 3) % 3),
          0.06 + 0.011 * Math.floor(k / 9),
        ] as const;
        simulation.addBody({ ...BALL, position: centre, velocity: [0.1, 0, -1] });
        if (k % 50 === 0) simulation.step(20);
      }
      simulation.step(500);
      expect(simulation.bodyCount).toBe(330);
      const reference = start(heap(30));
      expect(simulation.statistics().pairs).toBeGreaterThan(reference.statistics().pairs);
      const { position } = simulation.bodies();
      expect(position.every(Number.isFinite)).toBe(true);
    },
  );

  it('are taken into a periodic domain from any distance', () => {
    const domain = { min: [-1, -1, -1], max: [1, 1, 1], periodic: [true, false, false] } as const;
    const simulation = start(spheres(0.1, GRAIN, [{ position: [7.25, 0.5, 0] }], { timeStep: 1e-4, domain }));
    simulation.step(3);
    expect(simulation.body(0).position).toEqual({ x: -0.75, y: 0.5, z: 0 });
  });

  it('that are fixed stay, and let others rest on them', () => {
    const bodies = [{ fixed: true, velocity: [1, 1, 1] }, { position: [0, 0, 0.2 * 0.9999] }] as const;
    const simulation = start(
      spheres(0.1, { ...GRAIN, youngsModulus: 1e8 }, bodies, { timeStep: 1e-5, gravity: [0, 0, -9.81] }),
    );
    simulation.step(30000);
    expect(simulation.body(0).position).toEqual({ x: 0, y: 0, z: 0 });
    const weight = (4 / 3) * Math.PI * 0.001 * 1000 * 9.81;
    expect(simulation.body(1).force.z / weight).toBeCloseTo(1, 2);
  });

  it('with a motion follow it, whatever they meet', () => {
    const motion = {
      velocity: [1, 0, 0],
      rotation: { axis: [0, 0, 2], through: [0, 0, 0], rate: Math.PI },
      oscillation: { direction: [0, 0, 1], amplitude: 0.1, frequency: 2 },
      from: 0.1,
      until: 0.6,
    } as const;
    const bodies = [{ position: [0.5, 0, 0], motion }, { position: [0.62, 0.15, 0.12] }] as const;
    const simulation = start(spheres(0.1, GRAIN, bodies, { timeStep: 1e-4 }));
    simulation.step(1000);
    expect(simulation.body(0).position.x).toBeCloseTo(0.5, 12);
    simulation.step(3500);
    const elapsed = 0.35;
    const { position } = simulation.body(0);
    expect(position.x).toBeCloseTo(elapsed + 0.5 * Math.cos(Math.PI * elapsed), 9);
    expect(position.y).toBeCloseTo(0.5 * Math.sin(Math.PI * elapsed), 9);
    expect(position.z).toBeCloseTo(0.1 * Math.sin(4 * Math.PI * elapsed), 9);
    simulation.step(3000);
    expect(simulation.body(0).position.x).toBeCloseTo(0.5, 9);
    expect(simulation.energy().wallWork).toBeGreaterThan(0);
  });
});

describe('half-spaces', () => {
  it('bear the weight of what rests on them', () => {
    const simulation = start(heap(64, { timeStep: 2e-5, damping: { global: 0.3 } }));
    simulation.step(25000);
    const mass = simulation.bodies().radius.reduce((sum, r) => sum + (4 / 3) * Math.PI * r ** 3 * 2500, 0);
    const loads = simulation.halfSpaceLoads();
    const [, west, east] = loads;
    // The walls take a part of the weight by friction.
    const carried = loads.reduce((sum, { z }) => sum + z, 0);
    expect(carried / (-9.81 * mass)).toBeCloseTo(1, 2);
    expect(west?.x).toBeLessThan(0);
    expect(east?.x).toBeGreaterThan(0);
    const { kind, count } = simulation.contacts();
    expect(kind.filter((k) => k === CONTACT_HALF_SPACE).length).toBeGreaterThan(16);
    expect(simulation.statistics().contacts).toBe(count);
  });

  it('that move throw what lies on them, and do work', () => {
    const motion = { velocity: [0, 0, 2], until: 0.01 } as const;
    const [floor] = FLOOR;
    const body = { position: [0, 0, 0.0101] } as const;
    const halfSpaces = [{ ...floor, motion }];
    const simulation = start(spheres(0.01, { ...GRAIN, restitution: 1 }, [body], { timeStep: 1e-6, halfSpaces }));
    simulation.step(20000);
    expect(simulation.body(0).velocity.z).toBeCloseTo(4, 3);
    const { kinetic, wallWork, balance } = simulation.energy();
    expect(wallWork).toBeCloseTo(kinetic, 6);
    expect(Math.abs(balance / kinetic)).toBeLessThan(1e-3);
  });

  it('that turn carry bodies along by friction', () => {
    // A conveyor: the floor turns about a far axis, so that it moves along x at about 1 m/s below the body.
    const motion = { rotation: { axis: [0, 0, 1], through: [0, -10, 0], rate: -0.1 } } as const;
    const [floor] = FLOOR;
    const body = { position: [0, 0, 0.01] } as const;
    const more = {
      timeStep: 1e-5,
      gravity: [0, 0, -9.81],
      law: HERTZ_MINDLIN,
      halfSpaces: [{ ...floor, motion }],
    } as const;
    const simulation = start(spheres(0.01, GRAIN, [body], more));
    simulation.step(20000);
    // A sphere that rolls on a floor of speed v moves at 2/7 of it.
    expect(simulation.body(0).velocity.x).toBeCloseTo(2 / 7, 1);
  });
});

describe('a simulation that cannot go on', () => {
  it('names the body that left the domain', () => {
    const domain = { min: [-1, -1, -1], max: [1, 1, 1] } as const;
    const bodies = [{ position: [0, 0, 0] }, { position: [0.9, 0, 0], velocity: [1, 0, 0] }] as const;
    const simulation = start(spheres(0.1, GRAIN, bodies, { timeStep: 1e-3, domain }));
    const error = thrown(() => simulation.step(1000));
    expect(error.code).toBe('escaped');
    expect(error.details).toMatchObject({ bodies: [1] });
    expect(error.message).toMatch(/^step \d+, time 0\.1\d* s: body 1 left the domain at \(1\.0/);
    expect(simulation.body(1).position.x).toBeGreaterThan(1);
  });

  it('deletes it instead when told to', () => {
    const domain = { min: [-1, -1, -1], max: [1, 1, 1], onEscape: 'delete' } as const;
    const bodies = [{ position: [0, 0, 0] }, { position: [0.9, 0, 0], velocity: [1, 0, 0] }] as const;
    const simulation = start(spheres(0.1, GRAIN, bodies, { timeStep: 1e-3, domain }));
    const { insertedEnergy } = simulation.energy();
    simulation.step(1000);
    expect([...simulation.bodies().ids]).toEqual([0]);
    const mass = (4 / 3) * Math.PI * 0.1 ** 3 * GRAIN.density;
    const gone = { count: 1, mass: expect.closeTo(mass, 9), energy: expect.closeTo(0.5 * mass, 9) };
    expect(simulation.escapes()).toEqual(gone);
    const restored = Simulation.restore(simulation.spec, simulation.save());
    expect(restored.escapes()).toEqual(simulation.escapes());
    // As for outlets: what came in stays what it was.
    for (const { energy } of [simulation, restored].map((each) => ({ energy: each.energy() }))) {
      expect(energy.insertedEnergy).toBe(insertedEnergy);
      expect(energy.escapedEnergy).toBe(simulation.escapes().energy);
      expect(energy.balance).toBeCloseTo(0, 12);
    }
  });

  it('refuses overlaps beyond the limit', () => {
    const bodies = [{ position: [0, 0, 0] }, { position: [0.15, 0, 0] }] as const;
    const simulation = start(spheres(0.1, GRAIN, bodies, { timeStep: 1e-5, limits: { overlapRatio: 0.4 } }));
    const error = thrown(() => simulation.step());
    expect(error.code).toBe('overlap-too-deep');
    expect(error.message).toContain('0.500 of the smaller radius, the limit is 0.4');
    expect(simulation.bodies().position.every(Number.isFinite)).toBe(true);
  });

  it('stops at numbers that are not finite, and keeps the last finite state', () => {
    const bodies = [
      { position: [0, 0, 0] },
      { position: [0.19, 0, 0] },
      { position: [5, 0, 0], velocity: [1, 0, 0] },
    ] as const;
    const grain = { density: 1e-300, youngsModulus: 1e280, poissonsRatio: 0.25 };
    const simulation = start(spheres(0.1, grain, bodies, { timeStep: 1, limits: { overlapRatio: 1e9 } }));
    const error = thrown(() => simulation.step(3));
    expect(error.code).toBe('not-finite');
    expect(error.details.bodies).toEqual([0, 1]);
    expect(simulation.stepCount).toBe(0);
    expect(simulation.body(2).position.x).toBeCloseTo(5, 12);
    expect(simulation.body(0).position.x).toBe(0);
  });

  it('steps no more once it is disposed of', () => {
    const simulation = start(heap(8));
    simulation.dispose();
    expect(thrown(() => simulation.step()).code).toBe('disposed');
    expect(simulation.bodyCount).toBe(8);
  });
});

describe('the spec', () => {
  const good = spheres(0.1, GRAIN, [{}], { timeStep: 1e-4 });
  it.each<[string, Partial<SimulationSpec>]>([
    ['timeStep: expected a finite number > 0, got -1', { timeStep: -1 }],
    ['gravity: expected three finite numbers, got (0, NaN, 0)', { gravity: [0, Number.NaN, 0] }],
    [
      'materials[0].restitution: expected a finite number > 0 and <= 1, got 1.5',
      { materials: [{ name: 'grain', ...GRAIN, restitution: 1.5 }] },
    ],
    ['materials[1].name: expected a name used once, got "wall"', { materials: [WALL, WALL] }],
    [
      'bodies[0].material: expected one of "grain", "wall", got "sand"',
      { bodies: [{ ...BALL, material: 'sand', position: [0, 0, 0] }] },
    ],
    [
      'bodies[0].shape: expected one of "ball", got "cube"',
      { bodies: [{ ...BALL, shape: 'cube', position: [0, 0, 0] }] },
    ],
    [
      'bodies[1].id: expected a number that no other body has, got 4',
      {
        bodies: [
          { ...BALL, id: 4, position: [0, 0, 0] },
          { ...BALL, id: 4, position: [1, 0, 0] },
        ],
      },
    ],
    [
      'law.tangential: expected none, linear with linear, got "mindlin"',
      { law: { normal: 'linear', tangential: 'mindlin' } },
    ],
    [
      'halfSpaces[0].normal: expected a vector other than zero, got (0, 0, 0)',
      { halfSpaces: [{ name: 'floor', normal: [0, 0, 0], offset: 0, material: 'wall' }] },
    ],
    ['domain.max.y: expected more than domain.min.y = 1, got 0', { domain: { min: [0, 1, 0], max: [1, 0, 1] } }],
    ['threads: expected auto or a whole number from 1 to 16, got 0', { threads: 0 }],
  ])('is refused: %s', (message, change) => {
    const error = thrown(() => new Simulation({ ...good, ...change }));
    expect(error).toBeInstanceOf(SceneError);
    expect(error.message).toBe(message);
  });

  it('is refused when a material lacks a number its law needs, or a period is too short', () => {
    const linear = thrown(() => new Simulation({ ...good, law: { normal: 'linear' } }));
    expect(linear.message).toContain('the linear law needs stiffness of "grain"');
    const domain = { min: [0, 0, 0], max: [0.3, 1, 1], periodic: [true, false, false] } as const;
    expect(thrown(() => new Simulation({ ...good, domain })).code).toBe('period-too-short');
  });

  it('tells its critical time step: that of the smallest body', () => {
    const simulation = start(heap(4));
    const shear = 1e7 / 2.5;
    const expected = (Math.PI * 0.004 * Math.sqrt(2500 / shear)) / (0.1631 * 0.25 + 0.8766);
    expect(simulation.criticalTimeStep() / expected).toBeCloseTo(1, 12);
    expect(simulation.warnings()).toEqual([]);
    expect(start(heap(4, { timeStep: 0.15 * expected })).warnings()).toEqual([]);
    expect(start(heap(4, { timeStep: 0.17 * expected })).warnings()).toHaveLength(1);
    const coarse = start(heap(4, { timeStep: 0.5 * expected }));
    expect(coarse.warnings()).toEqual([
      expect.stringMatching(
        /is 0.50 times the critical 0.000342 s; above 0.15 stacks vibrate .*: take at most 0.0000514 s$/,
      ),
    ]);
  });
});

describe('a saved state', () => {
  it('is refused when it is damaged, cut off or something else', () => {
    const spec = heap(20);
    const simulation = start(spec);
    simulation.step(50);
    const state = simulation.save();
    const damaged = state.slice();
    damaged[state.length >> 1] = damaged[state.length >> 1] ^ 4;
    expect(thrown(() => Simulation.restore(spec, damaged)).code).toBe('damaged-state');
    expect(thrown(() => Simulation.restore(spec, state.slice(0, -16))).code).toBe('damaged-state');
    expect(thrown(() => Simulation.restore(spec, new Uint8Array(64))).code).toBe('not-a-state');
    expect(thrown(() => Simulation.restore({ ...spec, halfSpaces: [] }, state)).code).toBe('wrong-spec');
  });
});
