// SPDX-License-Identifier: MIT
/** Servo walls: the force they are to press with is reached and held, and their work is in the balance. */
import { describe, expect, it } from 'vitest';
import { bitsOf, expectSameBits, start } from '../../../tests/support/simulations.ts';
import { facetMesh } from '../../meshes/facet-mesh.ts';
import { Simulation } from '../simulation.ts';
import type { ServoSpec, SimulationSpec } from '../simulation-spec.ts';

const TIME_STEP = 1e-4;
const RADIUS = 0.01;
const STIFFNESS = 1e5;

/** A plate of 0.2 m by 0.2 m that faces down. */
const plate = facetMesh({
  vertices: [
    { x: -0.1, y: -0.1, z: 0 },
    { x: -0.1, y: 0.1, z: 0 },
    { x: 0.1, y: 0.1, z: 0 },
    { x: 0.1, y: -0.1, z: 0 },
  ],
  facets: [[0, 1, 2, 3]],
});

/** A bed of `count` by `count` by `layers` balls in a lattice between walls. */
function packing(count: number, layers: number, more: Partial<SimulationSpec>): SimulationSpec {
  const half = count * RADIUS;
  const positions = Array.from({ length: count * count * layers }, (_, k) => {
    const [x, y, z] = [k % count, Math.floor(k / count) % count, Math.floor(k / count ** 2)];
    return [(2 * x + 1) * RADIUS - half, (2 * y + 1) * RADIUS - half, (2 * z + 1) * RADIUS] as const;
  });
  const wall = (name: string, normal: [number, number, number]) => {
    return { name, normal, offset: -half, material: 'glass' };
  };
  return {
    timeStep: TIME_STEP,
    gravity: [0, 0, 0],
    law: { normal: 'linear', tangential: 'linear' },
    materials: [{ name: 'glass', density: 2500, stiffness: STIFFNESS, restitution: 0.3, friction: 0.3 }],
    shapes: [{ name: 'ball', sphere: { radius: RADIUS } }],
    bodies: positions.map((position) => ({ shape: 'ball', material: 'glass', position })),
    ...more,
    halfSpaces: [
      { name: 'floor', normal: [0, 0, 1], offset: 0, material: 'glass' },
      wall('west', [1, 0, 0]),
      wall('east', [-1, 0, 0]),
      wall('south', [0, 1, 0]),
      wall('north', [0, -1, 0]),
      ...(more.halfSpaces ?? []),
    ],
  };
}

function lid(layers: number, servo: ServoSpec): Partial<SimulationSpec> {
  const offset = -(2 * layers * RADIUS + 0.001);
  return { halfSpaces: [{ name: 'lid', normal: [0, 0, -1], offset, material: 'glass', servo }] };
}
function plateOn(layers: number, servo: ServoSpec): Partial<SimulationSpec> {
  const position = [0, 0, 2 * layers * RADIUS + 0.001] as const;
  return {
    meshes: [{ name: 'lid', mesh: plate, position, material: 'glass', servo: { direction: [0, 0, -1], ...servo } }],
  };
}

describe('uniaxial compression', () => {
  it.each([
    ['half-space', lid],
    ['mesh', plateOn],
  ])('reaches its force within 1 % and holds it: %s', (_, press) => {
    const layers = 3;
    const force = 100;
    const simulation = start(packing(4, layers, press(layers, { force, maxSpeed: 0.05 })));
    simulation.step(3000);
    for (let k = 0; k < 20; k++) {
      simulation.step(100);
      const [state] = simulation.servos();
      expect(Math.abs((state?.force ?? 0) / force - 1)).toBeLessThan(0.01);
    }
    expect(simulation.servos()[0]).toMatchObject({ name: 'lid', target: force });
    // Sixteen columns of four springs each in a row bear it: displacement = gap + 4 F / (16 k).
    const [{ displacement = 0, velocity = 1 } = {}] = simulation.servos();
    expect(displacement).toBeCloseTo(0.001 + (4 * force) / (16 * STIFFNESS), 5);
    expect(Math.abs(velocity)).toBeLessThan(1e-3 * 0.05);
    const floor = simulation.halfSpaceLoads()[0];
    expect(Math.abs((floor?.z ?? 0) / -force - 1)).toBeLessThan(0.01);
    // The work of the lid is in the springs or was lost.
    const { wallWork, elastic, balance } = simulation.energy();
    expect(elastic).toBeGreaterThan(0.5 * wallWork);
    expect(Math.abs(balance)).toBeLessThan(0.01 * wallWork);
    if (press === plateOn) {
      expect(simulation.meshPose(0).position.z).toBeCloseTo(2 * layers * RADIUS + 0.001 - displacement, 12);
    }
  });

  it('takes a stress on an area, and pulls back when there is too much force', () => {
    const servo = { stress: 5000, area: 0.02, maxSpeed: 0.05, direction: [0, 0, -2], smoothing: 1e-3 } as const;
    const simulation = start(packing(2, 2, lid(2, servo)));
    simulation.step(5000);
    const [{ force = 0, target = 0 } = {}] = simulation.servos();
    expect(target).toBe(100);
    expect(Math.abs(force / 100 - 1)).toBeLessThan(0.01);
    // A lid that starts deep in the bed goes back.
    const deep = { name: 'lid', normal: [0, 0, -1], offset: -(4 * RADIUS - 0.002), material: 'glass' } as const;
    const back = start(packing(2, 2, { halfSpaces: [{ ...deep, servo: { force: 50, maxSpeed: 0.05 } }] }));
    back.step(100);
    expect(back.servos()[0]?.velocity).toBeLessThan(0);
    back.step(5000);
    expect(Math.abs((back.servos()[0]?.force ?? 0) / 50 - 1)).toBeLessThan(0.01);
  });

  it('takes a stress on the present area between other walls', () => {
    const half = 2 * RADIUS;
    const stress = 2e4;
    const sides = ['west', 'east', 'south', 'north'] as const;
    const press = (name: string, normal: [number, number, number], offset: number, between: readonly string[]) => {
      const areaBetween = between as [string, string, string, string];
      return { name, normal, offset, material: 'glass', servo: { stress, areaBetween, maxSpeed: 0.02 } };
    };
    const { halfSpaces = [], ...rest } = packing(2, 2, {});
    const [floor] = halfSpaces;
    if (floor === undefined) throw new Error('no floor');
    const upright = ['floor', 'lid'] as const;
    const simulation = start({
      ...rest,
      halfSpaces: [
        floor,
        press('lid', [0, 0, -1], -(4 * RADIUS + 2e-4), sides),
        press('west', [1, 0, 0], -half - 1e-4, [...upright, 'south', 'north']),
        press('east', [-1, 0, 0], -half - 1e-4, [...upright, 'south', 'north']),
        press('south', [0, 1, 0], -half - 1e-4, ['west', 'east', ...upright]),
        press('north', [0, -1, 0], -half - 1e-4, ['west', 'east', ...upright]),
      ],
    });
    const [before] = simulation.servos();
    expect(before?.target).toBeCloseTo(stress * (2 * half + 2e-4) ** 2, 9);
    simulation.step(4000);
    const states = new Map(simulation.servos().map((state) => [state.name, state]));
    const displaced = (name: string): number => states.get(name)?.displacement ?? 0;
    const width = 2 * half + 2e-4 - displaced('west') - displaced('east');
    const depth = 2 * half + 2e-4 - displaced('south') - displaced('north');
    expect(width).toBeLessThan(2 * half);
    const lid = states.get('lid');
    expect(lid?.target).toBeCloseTo(stress * width * depth, 9);
    expect(Math.abs((lid?.force ?? 0) / (lid?.target ?? 1) - 1)).toBeLessThan(0.01);
  });

  it('moves at its largest speed while there is nothing to press on, from a time until another', () => {
    const simulation = start({ ...packing(1, 1, lid(50, { force: 1, maxSpeed: 0.2, from: 0.01, until: 0.03 })) });
    simulation.step(99);
    expect(simulation.servos()[0]?.displacement).toBe(0);
    simulation.step(101);
    expect(simulation.servos()[0]?.velocity).toBe(0.2);
    simulation.step(500);
    expect(simulation.servos()[0]?.displacement).toBeCloseTo(0.2 * 0.02, 12);
    expect(simulation.servos()[0]?.velocity).toBe(0);
  });
});

describe('servo walls', () => {
  it('have the same bits with two threads, in TypeScript and after being restored', { tags: ['long'] }, () => {
    const spec = packing(5, 3, {
      ...plateOn(3, { force: 5, maxSpeed: 0.02, direction: [0, 0.1, -1] }),
      gravity: [0.5, 0.2, -9.81],
      halfSpaces: [
        {
          name: 'ram',
          normal: [-1, 0, 0],
          offset: -(5 * RADIUS - 2e-4),
          material: 'glass',
          servo: { force: 30, maxSpeed: 0.1, smoothing: 1e-3 },
        },
      ],
    });
    const bits = (simulation: Simulation): unknown[] => [...bitsOf(simulation), simulation.servos()];
    const whole = expectSameBits(spec, 1200, 500, bits, (saved, restored) => {
      expect(restored.servos()).toEqual(saved.servos());
    });
    expect(whole.servos().every(({ displacement }) => displacement !== 0)).toBe(true);
  });

  it('are refused with their path when they are wrong', () => {
    const refused = (servo: object, more: object = {}): (() => Simulation) => {
      const wall = { name: 'lid', normal: [0, 0, -1], offset: -1, material: 'glass', servo, ...more } as const;
      return () => new Simulation(packing(1, 1, { halfSpaces: [wall as never] }));
    };
    const good = { force: 1, maxSpeed: 1 };
    expect(refused({ maxSpeed: 1 })).toThrow('halfSpaces[5].servo.force: expected either a force or a stress');
    expect(refused({ ...good, stress: 1 })).toThrow('halfSpaces[5].servo.force: expected either a force or a stress');
    expect(refused({ stress: 1, maxSpeed: 1 })).toThrow('halfSpaces[5].servo.area: expected a finite number > 0');
    const area = (areaBetween: readonly string[]) => refused({ stress: 1, maxSpeed: 1, areaBetween });
    expect(area(['west', 'east', 'south', 'roof'])).toThrow(
      'halfSpaces[5].servo.areaBetween: expected the names of four half-spaces, of floor, west, east',
    );
    expect(area(['west', 'south', 'east', 'north'])).toThrow('expected two pairs of opposite half-spaces');
    expect(area(['west', 'east', 'west', 'east'])).toThrow('expected pairs of half-spaces at right angles');
    expect(refused({ force: 1 })).toThrow('halfSpaces[5].servo.maxSpeed: expected a finite number > 0');
    expect(refused({ force: 0, maxSpeed: 1 })).toThrow('halfSpaces[5].servo.gain: expected a gain');
    expect(refused({ ...good, direction: [1, 0, 0] })).toThrow('halfSpaces[5].servo.direction: expected a direction');
    expect(refused(good, { motion: { velocity: [0, 0, 1] } })).toThrow('halfSpaces[5].servo: expected no motion');
    const mesh = { name: 'lid', mesh: plate, material: 'glass', servo: good };
    expect(() => new Simulation(packing(1, 1, { meshes: [mesh] }))).toThrow(
      'meshes[0].servo.direction: expected a direction',
    );
    const both = { ...lid(1, good), meshes: [{ ...mesh, servo: { ...good, direction: [0, 0, -1] as const } }] };
    expect(() => new Simulation(packing(1, 1, both))).toThrow(
      'meshes[0].name: expected a name that no other servo wall has',
    );
  });
});

describe('the work of a servo wall', () => {
  it('is what the springs hold, however quickly the wall turns back', () => {
    const glass = { name: 'glass', density: 2500, stiffness: STIFFNESS, restitution: 1, friction: 0 };
    const press = lid(3, { force: 20, maxSpeed: 1 });
    const simulation = start({ ...packing(1, 3, press), materials: [glass] });
    simulation.step(500);
    const { elastic, balance } = simulation.energy();
    expect(elastic).toBeGreaterThan(0.005);
    // Once the wall has come to rest the errors of both ways cancel but for those of second order.
    expect(Math.abs(balance)).toBeLessThan(1e-3 * elastic);
  });
});

it('a servo mesh that has left a periodic domain is met where it comes in again', () => {
  const across = facetMesh({
    vertices: [
      { x: 0, y: -0.1, z: -0.1 },
      { x: 0, y: 0.1, z: -0.1 },
      { x: 0, y: 0.1, z: 0.1 },
      { x: 0, y: -0.1, z: 0.1 },
    ],
    facets: [[0, 1, 2, 3]],
  });
  const simulation = start({
    ...packing(1, 0, {}),
    halfSpaces: [],
    domain: { min: [-0.1, -1, -1], max: [0.1, 1, 1], periodic: [true, false, false] },
    meshes: [
      { name: 'piston', mesh: across, material: 'glass', servo: { direction: [1, 0, 0], force: 1, maxSpeed: 1 } },
    ],
  });
  simulation.step(4500);
  expect(simulation.servos()[0]?.displacement).toBeCloseTo(0.45, 9);
  const id = simulation.addBody({ shape: 'ball', material: 'glass', position: [0.07, 0, 0] });
  simulation.step(200);
  expect(simulation.body(id).velocity.x).toBeGreaterThan(0.5);
});

describe('a servo wall whose contents give way at a steady speed', () => {
  it('misses its force by the speed over the gain, and says so', () => {
    const [force, maxSpeed, speed] = [2, 0.05, 0.005];
    const simulation = start({
      timeStep: TIME_STEP / 10,
      gravity: [0, 0, 0],
      law: { normal: 'linear' },
      materials: [{ name: 'glass', density: 2500, stiffness: STIFFNESS, restitution: 0.3 }],
      shapes: [{ name: 'ball', sphere: { radius: RADIUS } }],
      bodies: [{ shape: 'ball', material: 'glass', position: [0, 0, RADIUS] }],
      halfSpaces: [
        { name: 'floor', normal: [0, 0, 1], offset: 0, material: 'glass', motion: { velocity: [0, 0, -speed] } },
        { name: 'lid', normal: [0, 0, -1], offset: -2 * RADIUS, material: 'glass', servo: { force, maxSpeed } },
      ],
    });
    simulation.step(20_000);
    const [{ velocity = 0, missing = 0, steps = 0, force: present = 0 } = {}] = simulation.servos();
    expect(steps).toBe(20_000);
    expect(velocity).toBeCloseTo(speed, 9);
    // v / gain, with the default gain maxSpeed / force.
    expect(missing).toBeCloseTo((force * speed) / maxSpeed, 9);
    expect(present).toBeCloseTo(force - missing, 9);
    // A change begins a new mean.
    simulation.change({ gravity: [0, 0, 0] });
    expect(simulation.servos()[0]).toMatchObject({ missing: 0, steps: 0, force: present });
  });

  it('turns back in every step if it chatters', () => {
    const shares = [5e-4, 0.01].map((gain) => {
      const simulation = start(packing(4, 3, lid(3, { force: 100, maxSpeed: 0.05, gain })));
      simulation.step(4000);
      return simulation.servos()[0]?.turning;
    });
    expect(shares[0]).toBeLessThan(0.05);
    expect(shares[1]).toBeGreaterThan(0.9);
  });

  it('has a mean of the last twentieth of its time, not of the whole', () => {
    const simulation = start(packing(4, 3, lid(3, { force: 100, maxSpeed: 0.05, from: 0.001 })));
    simulation.step(5);
    expect(simulation.servos()[0]).toMatchObject({ missing: 0, steps: 0 });
    simulation.step(4000);
    expect(Math.abs(simulation.servos()[0]?.missing ?? 1)).toBeLessThan(1);
  });
});
