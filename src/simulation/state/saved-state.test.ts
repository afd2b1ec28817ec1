// SPDX-License-Identifier: MIT
/**
 * Saved states of fixed and variable steps: damaged states and different specs are refused, unless `changed` allows the
 * difference.
 */
import { describe, expect, it } from 'vitest';
import { ScreeError } from '../../errors.ts';
import { box } from '../../shapes/kinds/box.ts';
import { cone } from '../../shapes/kinds/cone.ts';
import { halfSpace } from '../../shapes/kinds/half-space.ts';
import { sphere } from '../../shapes/kinds/sphere.ts';
import { EventSimulation } from '../event-driven/event-simulation.ts';
import type { EventSimulationSpec } from '../event-driven/event-simulation-spec.ts';
import { Simulation } from '../simulation.ts';
import type { SimulationSpec } from '../simulation-spec.ts';
import { shapeWall } from '../walls/shape-wall.ts';

const SPEC: SimulationSpec = {
  timeStep: 1e-5,
  gravity: [0, 0, -9.81],
  materials: [
    { name: 'glass', density: 2500, youngsModulus: 1e7, poissonsRatio: 0.3, restitution: 0.7, friction: 0.4 },
    { name: 'steel', density: 7800, youngsModulus: 1e8, poissonsRatio: 0.3, friction: 0.3 },
  ],
  pairs: [{ materials: ['glass', 'steel'], friction: 0.2 }],
  law: { normal: 'hertz', tangential: 'mindlin' },
  shapes: [
    { name: 'ball', sphere: { radius: 0.01 } },
    { name: 'block', convex: box({ halfExtents: [0.01, 0.02, 0.01] }) },
  ],
  bodies: [
    { shape: 'ball', material: 'glass', position: [0, 0, 0.0099], velocity: [0.1, 0, 0] },
    { shape: 'ball', material: 'steel', position: [0.05, 0, 0.03] },
    { shape: 'block', material: 'glass', position: [0.1, 0, 0.02], scale: 0.5 },
  ],
  halfSpaces: [{ name: 'floor', normal: [0, 0, 1], offset: 0, material: 'steel' }],
};

const FALLING: EventSimulationSpec = {
  gravity: [0, 0, -9.81],
  law: { point: { stiffness: 1e6 }, volume: { stiffness: 1e6 }, restitution: 0.8 },
  bodies: [
    { name: 'ball', shape: sphere({ radius: 0.1 }), position: [0, 0, 0.15] },
    { shape: box({ halfExtents: [0.1, 0.2, 0.1] }), position: [1, 0, 0.4] },
    { shape: halfSpace({ normal: [0, 0, 1], offset: 0 }) },
  ],
};

const bodiesOf = (simulation: Simulation): string => {
  const { position, orientation, velocity, angularVelocity } = simulation.bodies();
  return JSON.stringify([position, orientation, velocity, angularVelocity].map((values) => [...values]));
};

function saved(steps = 300): Uint8Array {
  const simulation = new Simulation(SPEC);
  simulation.step(steps);
  return simulation.save();
}

it('a restored simulation later saves the bytes of one that was not restored', () => {
  // Cones that part: their rows get pairs again whose warm starts belong to earlier lists.
  const wall = shapeWall('drum', { cylinder: { radius: 0.03 }, side: 'inside' }, 'steel');
  const at = (n: number): number => 0.0145 * (n - 1);
  const spec: SimulationSpec = {
    ...SPEC,
    timeStep: 4e-6,
    materials: [
      { name: 'glass', density: 2500, youngsModulus: 1e8, poissonsRatio: 0.3, restitution: 0.5, friction: 0.5 },
      { name: 'steel', density: 1, rigid: true },
    ],
    pairs: [],
    shapes: [{ name: 'cone', convex: cone({ radius: 0.005, height: 0.015 }) }],
    bodies: Array.from({ length: 27 }, (_, k) => ({
      shape: 'cone',
      material: 'glass',
      position: [at(k % 3), at(Math.floor(k / 3) % 3), at(Math.floor(k / 9))] as const,
      velocity: [2, 1.2 - 0.04 * k, 0.8],
    })),
    halfSpaces: [],
    meshes: [{ ...wall, orientation: { w: Math.SQRT1_2, x: Math.SQRT1_2, y: 0, z: 0 } }],
  };
  const whole = new Simulation(spec);
  whole.step(200);
  const restored = Simulation.restore(spec, whole.save());
  for (const simulation of [whole, restored]) simulation.step(160);
  expect(Buffer.compare(restored.save(), whole.save())).toBe(0);
});

function refusal(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    if (error instanceof ScreeError) return `${error.code}: ${error.message}`;
    throw error;
  }
  return 'accepted';
}

/** Messages for states with one byte altered or the end removed; every one must be an error. */
function accepted(state: Uint8Array, restore: (bytes: Uint8Array) => unknown): string[] {
  const wrong: string[] = [];
  for (let k = 0; k < 400; k++) {
    const at = (k * 7919) % state.length;
    const bytes = state.slice();
    bytes[at] = bytes[at] ^ (1 << (k % 8));
    for (const each of k % 4 === 0 ? [bytes, state.slice(0, at)] : [bytes]) {
      const said = refusal(() => restore(each));
      if (!/^(not-a-state|wrong-version|damaged-state): saved state: /.test(said)) wrong.push(`byte ${at}: ${said}`);
    }
  }
  return wrong;
}

describe('a saved state', () => {
  it('of fixed steps is refused with any byte altered or truncated', () => {
    expect(accepted(saved(), (bytes) => Simulation.restore(SPEC, bytes))).toEqual([]);
  });

  it('of variable steps is refused with any byte altered or truncated', () => {
    const simulation = new EventSimulation(FALLING);
    simulation.advanceThrough(0.2);
    expect(accepted(simulation.save(), (bytes) => EventSimulation.restore(FALLING, bytes))).toEqual([]);
  });

  it.each([null, undefined, {}, 'SCREESIM', 3n, new ArrayBuffer(64), new DataView(new ArrayBuffer(64)), [1, 2]])(
    'is not %s',
    (bytes) => {
      const message = /^not-a-state: saved state: expected a Uint8Array, got /;
      expect(refusal(() => Simulation.restore(SPEC, bytes as Uint8Array))).toMatch(message);
      expect(refusal(() => EventSimulation.restore(FALLING, bytes as Uint8Array))).toMatch(message);
    },
  );

  it('of an older version is refused with a remedy', () => {
    const old = saved(0);
    old[8] = 4;
    expect(refusal(() => Simulation.restore(SPEC, old))).toBe(
      'wrong-version: saved state: version 4; this program reads version 10; use the version of the program that ' +
        'saved it, or start from the last frame of the trajectory, which every version reads ' +
        '(docs/reference/versioning.md)',
    );
  });
});

describe('a state saved with another spec', () => {
  const state = saved();
  const steel = { ...SPEC.materials[1], name: 'steel', density: 7000 };
  const [first, second, third] = SPEC.bodies as NonNullable<SimulationSpec['bodies']>;
  const moved = [first, { ...(second as object), position: [0.05, 0, 0.04] }, third] as SimulationSpec['bodies'];

  it.each<[string, Partial<SimulationSpec>, string]>([
    [
      'radius',
      { shapes: [{ name: 'ball', sphere: { radius: 0.02 } }, ...(SPEC.shapes?.slice(1) ?? [])] },
      'shapes[0].sphere.radius: 0.01 saved, 0.02 given',
    ],
    ['time step', { timeStep: 2e-5 }, 'timeStep: 0.00001 saved, 0.00002 given'],
    ['gravity', { gravity: [0, 0, -1.62] }, 'gravity[2]: -9.81 saved, -1.62 given'],
    ['body', { bodies: moved ?? [] }, 'bodies[1].position[2]: 0.03 saved, 0.04 given'],
    ['number of bodies', { bodies: SPEC.bodies?.slice(1) ?? [] }, 'bodies: 3 saved, 2 given'],
    [
      'density',
      { materials: [SPEC.materials[0] as typeof steel, steel] },
      'densities[1].density: 7800 saved, 7000 given',
    ],
    ['law', { law: { normal: 'hertz' } }, 'law.tangential: "mindlin" saved, nothing given'],
    ['pair', { pairs: [] }, 'pairs: 1 saved, 0 given'],
    [
      'wall',
      { halfSpaces: [{ name: 'floor', normal: [0, 0, 1], offset: 0.001, material: 'steel' }] },
      'halfSpaces[0].offset: 0 saved, 0.001 given',
    ],
    ['damping', { damping: { global: 0.1 } }, 'damping: null saved, {"global":0.1} given'],
    [
      'domain',
      { domain: { min: [-1, -1, -1], max: [1, 1, 1] } },
      'domain: null saved, {"max":[1,1,1],"min":[-1,-1,-1]} given',
    ],
  ])('is refused with its %s', (_, change, difference) => {
    const said = refusal(() => Simulation.restore({ ...SPEC, ...change }, state));
    expect(
      said.startsWith(`wrong-spec: saved state: the given spec differs from the saved one:\n  ${difference}\n`),
      said,
    ).toBe(true);
  });

  it('is restored if the spec differs only in notation, threads or missing bodies', { tags: ['long'] }, () => {
    const same: SimulationSpec = {
      ...SPEC,
      gravity: { x: -0, y: 0, z: -9.81 },
      bodies:
        SPEC.bodies?.map((body) => ({ ...body, name: 'n', fixed: false, orientation: { w: 1, x: 0, y: 0, z: 0 } })) ??
        [],
      capacity: { bodies: 100 },
      threads: 2,
    };
    const restored = Simulation.restore(same, state);
    const { bodies: _, ...rest } = SPEC;
    const again = Simulation.restore(rest, state);
    const whole = new Simulation(SPEC);
    for (const simulation of [restored, again]) simulation.step(100);
    whole.step(400);
    expect([bodiesOf(restored), bodiesOf(again)]).toEqual([bodiesOf(whole), bodiesOf(whole)]);
    // The next state still has the fingerprint of the bodies.
    expect(refusal(() => Simulation.restore({ ...SPEC, bodies: moved ?? [] }, again.save()))).toContain('bodies[1]');
    restored.dispose();
  });

  it('says where long lists differ', () => {
    const many = (height: number): SimulationSpec => ({
      ...SPEC,
      bodies: Array.from({ length: 1000 }, (_, k) => ({
        shape: 'ball',
        material: 'glass',
        position: [0.03 * k, 0, k === 700 ? height : 0.05] as const,
      })),
    });
    const long = new Simulation(many(0.05)).save();
    expect(refusal(() => Simulation.restore(many(0.05), long))).toBe('accepted');
    expect(refusal(() => Simulation.restore(many(0.06), long))).toContain(
      'bodies: differ, first between bodies[700] and bodies[703]',
    );
  });

  it('is refused for variable steps too, with the difference', () => {
    const simulation = new EventSimulation(FALLING);
    simulation.advanceThrough(0.1);
    const bytes = simulation.save();
    const heavier = FALLING.bodies.map((body, k) => (k === 0 ? { ...body, density: 2000 } : body));
    expect(refusal(() => EventSimulation.restore({ ...FALLING, bodies: heavier }, bytes))).toContain(
      'bodies[0].density: nothing saved, 2000 given',
    );
    expect(refusal(() => EventSimulation.restore({ ...FALLING, tolerance: 1e-8 }, bytes))).toContain('tolerance');
  });
});

describe('a deliberate change', () => {
  it('must be named, and only sections that a simulation reads from its spec are allowed', () => {
    const state = saved();
    const spec = { ...SPEC, gravity: [0, 0, 0] as const, timeStep: 2e-5 };
    expect(refusal(() => Simulation.restore(spec, state))).toContain("{ changed: ['timeStep', 'gravity'] }");
    expect(refusal(() => Simulation.restore(spec, state, { changed: ['gravity'] }))).toContain(
      'timeStep: 0.00001 saved',
    );
    expect(refusal(() => Simulation.restore(spec, state, { changed: ['shapes'] }))).toMatch(
      /^not-changeable: changed: shapes cannot be changed in a saved state; allowed: bodies, damping, gravity/,
    );
  });

  it.each(['gravity', null, {}, new Set(['gravity'])])('is not named by %s', (changed) => {
    const options = { changed: changed as unknown as string[] };
    expect(refusal(() => Simulation.restore(SPEC, saved(1), options))).toMatch(/^not-a-list: changed: expected a list/);
  });

  it('of gravity acts from then on, and the energy balance restarts', () => {
    const simulation = Simulation.restore({ ...SPEC, gravity: [0, 0, 0] }, saved(), { changed: ['gravity'] });
    expect(simulation.body(1).velocity.z).toBeCloseTo(-9.81 * 300e-5, 12);
    expect(simulation.energy().balance).toBeCloseTo(0, 15);
    simulation.step(100);
    expect(simulation.body(1).velocity.z).toBeCloseTo(-9.81 * 300e-5, 12);
  });

  it('of the time step keeps time and motion, in flight to rounding', () => {
    const state = saved(300);
    for (const timeStep of [2e-5, 0.5e-5, 3e-6, 7.5e-6]) {
      const simulation = Simulation.restore({ ...SPEC, timeStep }, state, { changed: ['timeStep'] });
      expect(simulation.time).toBeCloseTo(3e-3, 12);
      expect(simulation.body(1).velocity.z).toBeCloseTo(-9.81 * 3e-3, 12);
      simulation.step(Math.round(3e-3 / timeStep));
      expect(simulation.time).toBeCloseTo(6e-3, 12);
      // Central differences are exact for a constant force, whatever the steps.
      expect(simulation.body(1).position.z).toBeCloseTo(0.03 - 0.5 * 9.81 * 6e-3 ** 2, 12);
      expect(simulation.body(1).velocity.z).toBeCloseTo(-9.81 * 6e-3, 12);
      // Energies are of some 1e-2 J.
      expect(Math.abs(simulation.energy().balance)).toBeLessThan(1e-8);
    }
  });

  it('of the time step keeps step numbers, and times count from there, also after another restart', () => {
    const other = { ...SPEC, timeStep: 7e-6 };
    const simulation = Simulation.restore(other, saved(300), { changed: ['timeStep'] });
    simulation.step(100);
    expect(simulation.stepCount).toBe(400);
    expect(simulation.time).toBe(300 * SPEC.timeStep + 100 * 7e-6);
    const again = Simulation.restore(other, simulation.save());
    expect(again.time).toBe(simulation.time);
    for (const each of [simulation, again]) each.step(50);
    expect(Buffer.compare(again.save(), simulation.save())).toBe(0);
    // A second change counts from its own step.
    const third = Simulation.restore(SPEC, again.save(), { changed: ['timeStep'] });
    third.step(1);
    expect(third.time).toBe(again.time + SPEC.timeStep);
  });

  it('of materials acts on contacts, and is part of the next state', () => {
    const [glass, steel] = SPEC.materials as [SimulationSpec['materials'][0], SimulationSpec['materials'][0]];
    const smooth = {
      ...SPEC,
      pairs: [],
      materials: [
        { ...glass, friction: 0.01 },
        { ...steel, friction: 0.01 },
      ],
    };
    const early = saved(20);
    const simulation = Simulation.restore(smooth, early, { changed: ['materials', 'pairs'] });
    const rough = Simulation.restore(SPEC, early);
    for (const each of [simulation, rough]) each.step(60);
    expect(simulation.body(0).velocity.x).toBeGreaterThan(rough.body(0).velocity.x);
    expect(refusal(() => Simulation.restore(SPEC, simulation.save()))).toContain('materials[0].friction: 0.01 saved');
    expect(refusal(() => Simulation.restore(smooth, simulation.save()))).toBe('accepted');
  });

  it('of gravity in variable steps acts from then on', () => {
    const simulation = new EventSimulation(FALLING);
    simulation.advance(0.05);
    const spec = { ...FALLING, gravity: [0, 0, 0] as const };
    expect(refusal(() => EventSimulation.restore(spec, simulation.save()))).toContain("{ changed: ['gravity'] }");
    const floating = EventSimulation.restore(spec, simulation.save(), { changed: ['gravity'] });
    floating.advance(0.1);
    expect(floating.body(1).velocity.z).toBeCloseTo(-9.81 * 0.05, 9);
    expect(floating.body(1).pose.position.z).toBeCloseTo(0.4 - 0.5 * 9.81 * 0.05 ** 2 - 9.81 * 0.05 * 0.05, 9);
  });
});

it('a restored simulation saves the bytes that it was restored from, also of scaled bodies', () => {
  const bodies = Array.from({ length: 20 }, (_, k) => {
    const position: [number, number, number] = [0.05 * k, 0, 0.1];
    return { shape: 'tip', material: 'glass', position, scale: 0.7 + 0.0137 * k };
  });
  const shapes = [{ name: 'tip', convex: cone({ radius: 0.007, height: 0.012 }) }];
  const spec: SimulationSpec = { ...SPEC, shapes, bodies };
  const simulation = new Simulation(spec);
  simulation.step(10);
  const state = simulation.save();
  expect(Buffer.compare(Simulation.restore(spec, state).save(), state)).toBe(0);
});
