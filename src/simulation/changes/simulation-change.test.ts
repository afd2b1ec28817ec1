// SPDX-License-Identifier: MIT
/** Changes of parameters between two steps: what they do, what they leave alone, and what they do to the energy. */
import { describe, expect, it } from 'vitest';
import { box } from '../../shapes/kinds/box.ts';
import { Simulation } from '../simulation.ts';
import type { SimulationSpec } from '../simulation-spec.ts';
import type { SimulationChange } from './simulation-change.ts';

const G = 9.81;
const RADIUS = 0.01;
const STIFFNESS = 1e4;

/** A sphere that lies on a floor of the same material, at rest but for rounding. */
const RESTING: SimulationSpec = {
  timeStep: 1e-5,
  gravity: [0, 0, -G],
  materials: [{ name: 'glass', density: 2500, stiffness: STIFFNESS, restitution: 0.5, friction: 0.5 }],
  law: { normal: 'linear', tangential: 'linear' },
  shapes: [{ name: 'ball', sphere: { radius: RADIUS } }],
  bodies: [{ shape: 'ball', material: 'glass', position: [0, 0, RADIUS] }],
  halfSpaces: [{ name: 'floor', normal: [0, 0, 1], offset: 0, material: 'glass' }],
};
const MASS = (4 / 3) * Math.PI * RADIUS ** 3 * 2500;

/** Spheres and boxes that fall into a heap: all of the state takes part. */
const HEAP: SimulationSpec = {
  ...RESTING,
  timeStep: 2e-5,
  shapes: [
    { name: 'ball', sphere: { radius: RADIUS } },
    { name: 'block', convex: box({ halfExtents: [0.01, 0.008, 0.006] }) },
  ],
  bodies: Array.from({ length: 24 }, (_, k) => ({
    shape: k % 3 === 0 ? 'block' : 'ball',
    material: 'glass',
    position: [0.024 * (k % 2), 0.024 * (Math.floor(k / 2) % 2), 0.012 + 0.025 * Math.floor(k / 4)] as const,
    velocity: [0.05 * ((k % 5) - 2), 0.03 * ((k % 3) - 1), -0.1] as const,
  })),
};

function at(spec: SimulationSpec, steps: number): Simulation {
  const simulation = new Simulation(spec);
  simulation.step(steps);
  return simulation;
}

const stateOf = (simulation: Simulation): number[] => {
  const { position, orientation, velocity, angularVelocity } = simulation.bodies();
  return [position, orientation, velocity, angularVelocity].flatMap((values) => [...values]);
};

/** The message of a change that is refused; the simulation must then be as before. */
function refusal(change: SimulationChange, spec: SimulationSpec = RESTING): string {
  const simulation = at(spec, 10);
  const before = stateOf(simulation);
  try {
    simulation.change(change);
  } catch (error) {
    simulation.step(0);
    expect(stateOf(simulation)).toEqual(before);
    return (error as Error).message;
  }
  return 'accepted';
}

describe('a change between two steps', () => {
  it('of a stiffness at rest adds half the square of the overlap times the change to the ledger', () => {
    const simulation = at({ ...RESTING, damping: { viscous: 500 } }, 20_000);
    // At rest the overlap is m g / k, with springs of both materials in series: k is half the stiffness of one.
    const { elastic, kinetic } = simulation.energy();
    const overlap = RADIUS - simulation.body(0).position.z;
    const spring = (MASS * G) / overlap;
    expect(kinetic).toBeLessThan(1e-18);
    expect(elastic).toBeCloseTo(0.5 * spring * overlap ** 2, 12);
    simulation.change({ materials: [{ name: 'glass', stiffness: 4 * STIFFNESS }] });
    const after = simulation.energy();
    expect(after.elastic / elastic).toBeCloseTo(4, 12);
    expect(after.parameterWork / (1.5 * spring * overlap ** 2)).toBeCloseTo(1, 9);
    // The balance does not know of the change: it is what it was.
    simulation.step(20_000);
    expect(simulation.energy().parameterWork).toBe(after.parameterWork);
    expect(Math.abs(simulation.energy().balance)).toBeLessThan(1e-3 * after.parameterWork);
    expect((RADIUS - simulation.body(0).position.z) / overlap).toBeCloseTo(0.25, 6);
  });

  it('of gravity is the change of the potential energy, and bodies in flight follow both parabolas', () => {
    const [first] = RESTING.bodies as NonNullable<SimulationSpec['bodies']>;
    const spec: SimulationSpec = { ...RESTING, bodies: [{ ...(first as object), position: [0, 0, 1] }] as never };
    const simulation = at(spec, 1000);
    const z1 = 1 - 0.5 * G * 0.01 ** 2;
    expect(simulation.body(0).position.z).toBeCloseTo(z1, 12);
    simulation.change({ gravity: [0, 0, -1.62] });
    expect(simulation.energy().parameterWork).toBeCloseTo(MASS * (1.62 - G) * z1, 12);
    simulation.step(1000);
    expect(simulation.body(0).position.z).toBeCloseTo(z1 - G * 0.01 * 0.01 - 0.5 * 1.62 * 0.01 ** 2, 12);
    expect(Math.abs(simulation.energy().balance)).toBeLessThan(1e-12);
  });

  it('of friction slows a sliding block by the new coefficient, and the balance closes', () => {
    const block = box({ halfExtents: [0.02, 0.02, 0.005] });
    const spec: SimulationSpec = {
      ...RESTING,
      shapes: [{ name: 'block', convex: block }],
      bodies: [{ shape: 'block', material: 'glass', position: [0, 0, 0.005], velocity: [1, 0, 0] }],
    };
    const simulation = at(spec, 3000);
    const deceleration = (steps: number): number => {
      const before = simulation.body(0).velocity.x;
      simulation.step(steps);
      return (before - simulation.body(0).velocity.x) / (steps * spec.timeStep);
    };
    // The block rocks on its springs, which the time of the mean averages out but for some percent.
    expect(deceleration(4000) / (0.5 * G)).toBeCloseTo(1, 1);
    simulation.change({ materials: [{ name: 'glass', friction: 0.2 }] });
    expect(deceleration(4000) / (0.2 * G)).toBeCloseTo(1, 1);
    const { balance, frictionLoss } = simulation.energy();
    expect(Math.abs(balance)).toBeLessThan(1e-3 * frictionLoss);
  });

  it.each<[string, SimulationChange]>([
    ['nothing', {}],
    ['a limit', { limits: { overlapRatio: 2 } }],
  ])('of %s leaves every bit of the motion alone', { tags: ['long'] }, (_, change) => {
    const [changed, whole] = [at(HEAP, 1500), at(HEAP, 1500)];
    changed.change(change);
    for (const each of [changed, whole]) each.step(700);
    expect(stateOf(changed)).toEqual(stateOf(whole));
    expect(changed.energy()).toEqual(whole.energy());
  });

  it('has the same bits for any number of threads, and after a restart', { tags: ['long'] }, () => {
    const change: SimulationChange = {
      gravity: [1, 0, -G],
      materials: [{ name: 'glass', friction: 0.1, stiffness: 2 * STIFFNESS }],
      halfSpaces: [{ name: 'floor', motion: { velocity: [0, 0, 0.1], until: 0.01 } }],
    };
    const results = [1, 2].map((threads) => {
      const simulation = at({ ...HEAP, threads }, 1500);
      simulation.change(change);
      simulation.step(200);
      const restored = Simulation.restore(simulation.spec, simulation.save());
      for (const each of [simulation, restored]) each.step(500);
      expect(stateOf(restored)).toEqual(stateOf(simulation));
      expect(restored.energy()).toEqual(simulation.energy());
      for (const each of [simulation, restored]) each.dispose();
      return stateOf(simulation);
    });
    expect(results[1]).toEqual(results[0]);
  });
});

describe('walls', () => {
  const pressed: SimulationSpec = {
    ...RESTING,
    gravity: [0, 0, 0],
    materials: [{ name: 'glass', density: 2500, stiffness: STIFFNESS, restitution: 0.1, friction: 0 }],
    halfSpaces: [
      { name: 'floor', normal: [0, 0, 1], offset: 0, material: 'glass' },
      {
        name: 'top',
        normal: [0, 0, -1],
        offset: -2.001 * RADIUS,
        material: 'glass',
        motion: { velocity: [0, 0, -0.02] },
      },
    ],
  };
  const loadOf = (simulation: Simulation): number => simulation.halfSpaceLoads()[1]?.z ?? Number.NaN;

  it('stop where they are, and the work on them is complete', () => {
    const simulation = at(pressed, 1000);
    simulation.change({ halfSpaces: [{ name: 'top', motion: 'none' }] });
    simulation.step(3000);
    // 0.2 mm of travel less the gap of 0.01 mm are shared by two equal springs in series.
    const { elastic, balance } = simulation.energy();
    const overlap = 0.5 * (0.02 * 1000 * 1e-5 - 0.001 * RADIUS);
    expect(loadOf(simulation) / (2 * (elastic / (2 * overlap)))).toBeCloseTo(1, 3);
    expect(Math.abs(balance)).toBeLessThan(1e-3 * elastic);
  });

  it('go on from where they are with a servo, and off again with a motion of stage time', () => {
    const simulation = at(pressed, 1000);
    simulation.change({ halfSpaces: [{ name: 'top', servo: { force: 1, maxSpeed: 0.005 } }] });
    expect(simulation.servos()).toEqual([
      { name: 'top', displacement: 0, velocity: 0, force: 0, missing: 0, turning: 0, steps: 0, target: 1 },
    ]);
    simulation.step(20_000);
    // A servo of first order comes near its target as exp(-gain k t).
    expect(loadOf(simulation)).toBeCloseTo(1, 2);
    const [{ displacement = 0 } = {}] = simulation.servos();
    simulation.change({ halfSpaces: [{ name: 'top', servo: { force: 2, maxSpeed: 0.02 } }] });
    expect(simulation.servos()[0]?.displacement).toBe(displacement);
    simulation.step(20_000);
    expect(loadOf(simulation)).toBeCloseTo(2, 1);
    simulation.change({ halfSpaces: [{ name: 'top', motion: { velocity: [0, 0, 0.1], from: 0.001, until: 0.003 } }] });
    expect(simulation.servos()).toEqual([]);
    const before = simulation.spec.halfSpaces?.[1]?.offset ?? 0;
    simulation.step(1000);
    const { offset = 0 } = simulation.change({}).halfSpaces[1] ?? {};
    expect(offset).toBeCloseTo(before - 0.1 * 0.002, 12);
  });

  it('take outlets along: a closed one keeps its count', () => {
    const outlets = [{ name: 'hole', region: { box: { min: [-1, -1, -1], max: [1, 1, 1] } }, closed: true }] as const;
    const simulation = at({ ...RESTING, outlets }, 10);
    expect(simulation.bodyCount).toBe(1);
    simulation.change({ outlets: [{ name: 'hole', isOpen: true }] });
    simulation.step(1);
    expect(simulation.bodyCount).toBe(0);
    simulation.change({ outlets: [{ name: 'hole', isOpen: false }] });
    expect(simulation.outlets()[0]?.count).toBe(1);
  });
});

describe('a change of the time step', () => {
  it('keeps step numbers; times count from the step of the change, and a third step goes on from the second', () => {
    const simulation = at(RESTING, 10);
    simulation.change({ timeStep: 7e-6 });
    simulation.step(3);
    expect([simulation.stepCount, simulation.time]).toEqual([13, 10 * 1e-5 + 3 * 7e-6]);
    const before = simulation.time;
    simulation.change({ timeStep: 1e-5 });
    simulation.step(5);
    expect([simulation.stepCount, simulation.time]).toEqual([18, before + 5 * 1e-5]);
  });

  it('is exact in free fall, which central differences follow at any steps', () => {
    const spec = { ...RESTING, halfSpaces: [] };
    const simulation = at(spec, 100);
    for (const timeStep of [3.3e-6, 4e-5, 1e-5]) {
      simulation.change({ timeStep });
      simulation.step(70);
    }
    const { position, velocity } = simulation.body(0);
    expect(position.z).toBeCloseTo(RADIUS - 0.5 * G * simulation.time ** 2, 14);
    expect(velocity.z).toBeCloseTo(-G * simulation.time, 14);
    expect(Math.abs(simulation.energy().balance)).toBeLessThan(1e-15);
  });

  it('keeps prescribed motion and bonds that are due at their times', () => {
    const spec: SimulationSpec = {
      ...RESTING,
      gravity: [0, 0, 0],
      halfSpaces: [
        {
          name: 'wall',
          normal: [0, 0, 1],
          offset: -1,
          material: 'glass',
          motion: { velocity: [0, 0, 2], until: 3e-3 },
        },
      ],
      bodies: [
        { shape: 'ball', material: 'glass', position: [0, 0, RADIUS] },
        { shape: 'ball', material: 'glass', position: [0, 0, 3 * RADIUS] },
      ],
      bonds: [{ gap: 1e-4, youngsModulus: 1e8, poissonsRatio: 0.2, at: 2e-3 }],
    };
    const simulation = at(spec, 100);
    simulation.change({ timeStep: 7e-6 });
    // 1 ms and 142 steps of 7 us are 1.994 ms, and one more is beyond 2 ms.
    simulation.step(142);
    expect(simulation.bonds().count).toBe(0);
    expect(simulation.wallPlace('wall')?.position.z).toBeCloseTo(-1 + 2 * simulation.time, 15);
    simulation.step(1);
    expect(simulation.bonds().count).toBe(1);
    simulation.step(1000);
    expect(simulation.wallPlace('wall')?.position.z).toBeCloseTo(-1 + 2 * 3e-3, 15);
  });

  it('inserts every body at its time, and removes bodies in outlets between their times', () => {
    const spec: SimulationSpec = {
      ...RESTING,
      gravity: [0, 0, 0],
      bodies: [],
      insertions: [
        {
          name: 'feed',
          shapes: [{ shape: 'ball', material: 'glass', weight: 1 }],
          region: { box: { min: [0, 0, 1], max: [1, 1, 2] } },
          rate: 1000,
          count: 8,
        },
      ],
      outlets: [{ name: 'all', region: { box: { min: [0, 0, 1], max: [1, 1, 2] } }, from: 5.5e-3, until: 6.5e-3 }],
    };
    const simulation = new Simulation(spec);
    const cameAt: number[] = [];
    const note = (steps: number): void => {
      for (let k = 0; k < steps; k++) {
        const before = simulation.insertions()[0]?.inserted ?? 0;
        simulation.step(1);
        if ((simulation.insertions()[0]?.inserted ?? 0) > before) cameAt.push(simulation.time);
      }
    };
    note(250);
    simulation.change({ timeStep: 3e-6 });
    note(900);
    // The copy of a restart has the same clock.
    const copy = Simulation.restore(simulation.spec, simulation.save());
    expect(copy.insertions()).toEqual(simulation.insertions());
    simulation.change({ timeStep: 3.7e-5 });
    note(70);
    // One before the first step, then one each millisecond, at the first step from there on.
    expect(cameAt).toHaveLength(7);
    cameAt.forEach((time, k) => {
      const late = time - 1e-3 * (k + 1);
      expect(late).toBeGreaterThan(-1e-12);
      expect(late).toBeLessThan(k < 2 ? 1e-5 : k < 5 ? 3e-6 : 3.7e-5);
    });
    // All that came up to 6 ms, and not the one that comes at 7 ms.
    expect(simulation.outlets()[0]?.count).toBe(7);
    expect(simulation.bodyCount).toBe(1);
  });

  it('has the same bits for two threads, and after a restart behind it', { tags: ['long'] }, () => {
    const run = (threads: number, isCut: boolean): Uint8Array => {
      let simulation = at({ ...HEAP, threads }, 700);
      simulation.change({ timeStep: 1.3e-5 });
      simulation.step(300);
      if (isCut) {
        const bytes = simulation.save();
        const { spec } = simulation;
        simulation.dispose();
        simulation = Simulation.restore(spec, bytes);
      }
      simulation.step(300);
      const bytes = simulation.save();
      simulation.dispose();
      return bytes;
    };
    const whole = run(1, false);
    for (const [threads, isCut] of [
      [2, false],
      [1, true],
      [2, true],
    ] as const)
      expect(Buffer.compare(run(threads, isCut), whole)).toBe(0);
  });

  it('closes the balance of a heap', { tags: ['long'] }, () => {
    const simulation = at(HEAP, 1500);
    const early = simulation.energy();
    simulation.change({ timeStep: 5e-6 });
    // Nothing but the rounding of velocities that are computed anew.
    expect(Math.abs(simulation.energy().parameterWork)).toBeLessThan(1e-12 * early.insertedEnergy);
    simulation.step(4000);
    // 6.0e-6 J after the same time with the longer steps, 2.6e-6 J with the shorter ones.
    expect(Math.abs(simulation.energy().balance)).toBeLessThan(3e-5 * early.insertedEnergy);
  });
});

describe('a change that cannot be', () => {
  it.each<[SimulationChange, RegExp]>([
    [
      { materials: [{ name: 'glas', friction: 1 }] },
      /^materials\[0\]\.name: expected the name of a material, of glass/,
    ],
    [{ materials: [{ name: 'glass', density: 1 } as never] }, /^materials\[0\]\.density: expected no density/],
    [{ halfSpaces: [{ name: 'roof', motion: 'none' }] }, /^halfSpaces\[0\]\.name: expected the name of a half-space/],
    [{ outlets: [{ name: 'hole', isOpen: false }] }, /^outlets\[0\]\.name: expected the name of an outlet, of none/],
    [{ law: { tangential: 'mindlin-incremental' } }, /tangential/],
    [{ law: { normal: 'pressure-field' } }, /^law: normal cannot change from linear to pressure-field/],
    [{ law: { rolling: 'epsd' } }, /^law: springs against rolling cannot appear/],
    [{ gravity: [0, 0, Number.NaN] }, /^gravity/],
    [{ damping: { global: 2 } }, /^damping/],
    [{ timeStep: 0 }, /^timeStep: expected/],
  ])('%j is refused by name and changes nothing', (change, message) => {
    expect(refusal(change)).toMatch(message);
  });
});
