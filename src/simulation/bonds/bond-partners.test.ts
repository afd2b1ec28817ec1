// SPDX-License-Identifier: MIT
/** What is bonded to what: walls, convex bodies, groups, bodies that touch; what becomes of it when bodies leave. */
import { describe, expect, it } from 'vitest';
import type { BondRule } from '../../bonds/bond-rule.ts';
import { facetMesh } from '../../meshes/facet-mesh.ts';
import { box } from '../../shapes/kinds/box.ts';
import { Simulation } from '../simulation.ts';
import type { BodySpec, SimulationSpec } from '../simulation-spec.ts';

const R = 0.005;
const E = 1e9;
const BEAM: BondRule = { youngsModulus: E, damping: 0 };
const MASS = (4 / 3) * Math.PI * R ** 3 * 2500;

function scene(
  bodies: readonly BodySpec[],
  bonds: readonly BondRule[],
  more: Partial<SimulationSpec> = {},
): SimulationSpec {
  return {
    timeStep: 2e-7,
    gravity: [0, 0, 0],
    materials: [{ name: 'rock', density: 2500, youngsModulus: 1e8, poissonsRatio: 0.3, friction: 0.5 }],
    law: { normal: 'hertz', tangential: 'mindlin' },
    shapes: [
      { name: 'ball', sphere: { radius: R } },
      { name: 'block', convex: box({ halfExtents: [R, R, R] }) },
    ],
    bodies,
    bonds,
    ...more,
  };
}

const ball = (x: number, z = 0, more: Partial<BodySpec> = {}): BodySpec => ({
  shape: 'ball',
  material: 'rock',
  position: [x, 0, z],
  ...more,
});

const FLOOR = { name: 'floor', normal: [0, 0, 1], offset: 0, material: 'rock' } as const;
const off = (simulation: Simulation): number => {
  const { balance, insertedEnergy, wallWork } = simulation.energy();
  return Math.abs(balance) / (Math.abs(insertedEnergy) + Math.abs(wallWork));
};

describe('a ball bonded to a half-space', () => {
  const rule: BondRule = { ...BEAM, walls: ['floor'] };

  it('swings on the spring between its centre and the wall, and does not touch it', () => {
    const simulation = new Simulation(scene([ball(0, R)], [rule], { halfSpaces: [FLOOR] }));
    simulation.setVelocity(0, [0, 0, -0.01]);
    const stiffness = (E * Math.PI * R * R) / R;
    const omega = Math.sqrt(stiffness / MASS);
    const quarter = Math.PI / (2 * omega);
    simulation.step(Math.round(quarter / 2e-7));
    expect(simulation.body(0).position.z - R).toBeCloseTo(-0.01 / omega, 9);
    expect(simulation.contacts().count).toBe(0);
    expect(simulation.halfSpaceLoads()[0]?.z).toBeCloseTo(-0.01 * Math.sqrt(stiffness * MASS), 2);
    expect(off(simulation)).toBeLessThan(3e-4);
  });

  it.each([
    ['along its plane', { velocity: [0.5, 0, 0], ramp: 2e-4 }],
    ['up', { velocity: [0, 0, 0.5], ramp: 2e-4 }],
    ['in a turn', { rotation: { axis: [0, 1, 0], through: [0.1, 0, 0], rate: 5 }, ramp: 2e-4 }],
  ] as const)('follows it %s, with the work of the wall in the balance', (_, motion) => {
    const more = { halfSpaces: [{ ...FLOOR, motion }] };
    const simulation = new Simulation(scene([ball(0, R)], [{ ...rule, damping: 0.1 }], more));
    simulation.step(4000);
    const { position, velocity } = simulation.body(0);
    const speed = Math.hypot(velocity.x, velocity.z);
    expect(speed).toBeCloseTo(0.5, 'rotation' in motion ? 1 : 2);
    expect(Math.hypot(position.x, position.z - R)).toBeGreaterThan(3e-4);
    expect(off(simulation)).toBeLessThan(2e-3);
    const restored = Simulation.restore(simulation.spec, simulation.save());
    for (const each of [simulation, restored]) each.step(50);
    expect(Buffer.compare(restored.save(), simulation.save())).toBe(0);
  });

  it('goes on where it is when the motion of the wall changes, and breaks off it by name', () => {
    const more = { halfSpaces: [{ ...FLOOR, motion: { velocity: [0.2, 0, 0] as const, ramp: 2e-4 } }] };
    const simulation = new Simulation(
      scene([ball(0, R)], [{ ...rule, name: 'glue', damping: 0.2, momentFactor: 0 }], more),
    );
    simulation.step(2000);
    const { bondEnergy } = simulation.energy();
    simulation.change({ halfSpaces: [{ name: 'floor', motion: 'none' }] });
    expect(simulation.energy().bondEnergy).toBeCloseTo(bondEnergy, 15);
    simulation.step(2000);
    expect(Math.abs(simulation.body(0).velocity.x)).toBeLessThan(0.02);
    simulation.change({ bonds: [{ name: 'glue', tensileStrength: 1e4 }] });
    simulation.change({ halfSpaces: [{ name: 'floor', motion: { velocity: [0, 0, -1] } }] });
    simulation.step(500);
    const [broken] = simulation.bondBreaks();
    expect([broken?.bodies, broken?.mode, broken?.rule]).toEqual([[0, -1], 'tension', 'glue']);
  });
});

it('a ball that touches a mesh is bonded to it, and follows it', () => {
  const vertices: [number, number, number][] = [
    [-0.1, -0.1, 0],
    [0.1, -0.1, 0],
    [0.1, 0.1, 0],
    [-0.1, 0.1, 0],
  ];
  const mesh = facetMesh({ vertices, facets: [[0, 1, 2, 3]] }, 'plate');
  const meshes = [{ name: 'plate', mesh, material: 'rock', motion: { velocity: [0, 0, 0.5] as const, ramp: 2e-4 } }];
  const rule: BondRule = { ...BEAM, walls: ['plate'], contact: true, damping: 0.1 };
  const simulation = new Simulation(scene([ball(0, R - 1e-8)], [rule], { meshes }));
  expect(simulation.bonds().count).toBe(1);
  simulation.step(4000);
  expect(simulation.body(0).velocity.z).toBeCloseTo(0.5, 2);
  expect(off(simulation)).toBeLessThan(2e-3);
  expect(() => new Simulation(scene([], [{ ...rule, contact: false }], { meshes }))).toThrow(
    'bonds[0].contact: expected true, since bodies that are bonded to the mesh plate also touch it',
  );
});

describe('pairs', () => {
  it('are those within a group, or between two', () => {
    const bodies = Array.from({ length: 6 }, (_, k) => ball(2 * R * k));
    const count = (groups: BondRule['groups']): number =>
      new Simulation(scene(bodies, [groups === undefined ? BEAM : { ...BEAM, groups }])).bonds().count;
    expect([count(undefined), count([[[0, 3]]]), count([[[0, 3]], [[3, 6]]])]).toEqual([5, 2, 1]);
  });

  it('of boxes are bonded by the gap of their faces, and a parallel bond is a disc in it', () => {
    const bodies = [0, 2.01, 4.1].map((x) => ({ ...ball(x * R), shape: 'block' }));
    const rule: BondRule = { normalStiffness: 1e12, shearStiffness: 5e11, radius: R, gap: 0.05 * R, damping: 0 };
    const simulation = new Simulation(scene(bodies, [rule]));
    const { count, place } = simulation.bonds();
    expect(count).toBe(1);
    expect(place[0]).toBeCloseTo(1.005 * R, 12);
    simulation.setVelocity(1, [0, 0.1, 0.2], [10, 0, 5]);
    simulation.step(1500);
    expect(off(simulation)).toBeLessThan(2e-3);
    expect(() => new Simulation(scene(bodies, [{ ...BEAM, gap: R }]))).toThrow('bonds[0].radius: missing');
  });

  it('are bonded when they touch, once: a bond that broke is not made again', () => {
    const bodies = [ball(0), ball(2.02 * R, 0, { velocity: [-1, 0, 0] })];
    const rule: BondRule = { ...BEAM, onContact: true, tensileStrength: 1e5, damping: 0 };
    const simulation = new Simulation(scene(bodies, [rule]));
    expect(simulation.bonds().count).toBe(0);
    let made = 0;
    for (let k = 0; k < 40; k++) {
      simulation.step(25);
      made = Math.max(made, simulation.bonds().count);
    }
    expect([made, simulation.bonds().count, simulation.bondBreaks().length]).toEqual([1, 0, 1]);
    expect(off(simulation)).toBeLessThan(2e-3);
  });

  it('across a seam of a periodic domain break as others do', () => {
    const apart = (shift: number, domain?: SimulationSpec['domain']): string => {
      const wrapped = (x: number): number => (domain === undefined ? x : x - 0.1 * Math.floor(x / 0.1));
      const bodies = [ball(wrapped(shift)), ball(wrapped(shift + 2 * R), 0, { velocity: [1.5, 0.2, 0] })];
      const rule: BondRule = { ...BEAM, tensileStrength: 1e6, shearStrength: 1e6 };
      const simulation = new Simulation(scene(bodies, [rule], domain && { domain }));
      simulation.step(400);
      const [{ mode = '', energy = 0, time = 0 } = {}] = simulation.bondBreaks();
      return [mode, energy.toPrecision(6), time.toPrecision(6)].join();
    };
    const domain = { min: [0, -0.05, -0.05], max: [0.1, 0.05, 0.05], periodic: [true, false, false] } as const;
    expect(apart(0.095, domain)).toBe(apart(0));
    expect(apart(0)).not.toContain(',0,');
  });
});

describe('the criterion sum', () => {
  it('adds up shares: a bond that is pulled and sheared breaks earlier', () => {
    const timeOf = (criterion: 'stress' | 'sum', velocity: [number, number, number]): number => {
      const rule: BondRule = { ...BEAM, tensileStrength: 1e6, shearStrength: 1e6, momentFactor: 0, criterion };
      const simulation = new Simulation(scene([ball(0, 0, { fixed: true }), ball(2 * R, 0, { velocity })], [rule]));
      simulation.step(400);
      return simulation.bondBreaks()[0]?.time ?? Number.NaN;
    };
    expect(timeOf('sum', [2, 0, 0])).toBe(timeOf('stress', [2, 0, 0]));
    expect(timeOf('sum', [1.5, 3, 0])).toBeLessThan(0.8 * timeOf('stress', [1.5, 3, 0]));
  });
});

describe('bodies that leave', () => {
  const row = (): BodySpec[] =>
    Array.from({ length: 4 }, (_, k) => ball(2 * R * k, 0, { velocity: [0.5 + 0.3 * k, 0, 0] }));
  const region = { box: { min: [6.1 * R, -1, -1], max: [1, 1, 1] } } as const;

  it('through an outlet take the energy of their bonds along', () => {
    const simulation = new Simulation(scene(row(), [BEAM], { outlets: [{ name: 'exit', region }] }));
    simulation.step(4000);
    expect(simulation.bodyCount).toBeLessThan(4);
    expect(simulation.bondBreaks().map(({ mode }) => mode)).toContain('left');
    const { balance, insertedEnergy } = simulation.energy();
    expect(Math.abs(balance) / insertedEnergy).toBeLessThan(1e-3);
  });

  it('through a side of the domain do so, too', () => {
    const domain = { min: [-1, -1, -1], max: [6.1 * R, 1, 1], onEscape: 'delete' } as const;
    const simulation = new Simulation(scene(row(), [{ ...BEAM, damping: 0.05 }], { domain }));
    simulation.step(6000);
    expect(simulation.escapes().count).toBeGreaterThan(0);
    const { balance, insertedEnergy, escapedEnergy } = simulation.energy();
    expect(escapedEnergy).toBeGreaterThan(0);
    // Their velocities are half a step old.
    expect(Math.abs(balance) / insertedEnergy).toBeLessThan(5e-3);
  });
});

describe('another simulation', () => {
  it('goes on from a state with its springs and bonds', () => {
    const bodies = [
      ball(0, R - 1e-5),
      ball(1.999 * R, R - 1e-5),
      ball(4.5 * R, R),
      ball(6.5 * R, R, { velocity: [0, 0.01, 0] }),
    ];
    const more = { halfSpaces: [FLOOR], gravity: [1, 0, -9.81] as const };
    const first = new Simulation(scene(bodies, [{ ...BEAM, groups: [[[2, 4]]] }], more));
    first.step(500);
    first.removeBody(0);
    const carried = { spec: first.spec, state: first.save() };
    const next = scene([], [], { ...more, timeStep: 1e-7 });
    const second = Simulation.continueFrom(next, carried);
    expect([second.time, second.bodyCount, second.bonds().count, ...second.bodies().ids]).toEqual([0, 3, 1, 0, 1, 2]);
    // Dashpots see velocities of other times.
    const [old, now] = [first.contacts(), second.contacts()];
    expect(now.count).toBe(old.count);
    expect(now.force[0] / old.force[0]).toBeCloseTo(1, 2);
    expect(second.energy().bondEnergy).toBeCloseTo(first.energy().bondEnergy, 15);
    expect(Math.abs(second.energy().balance)).toBeLessThan(1e-15);
    second.step(100);
    expect(() => Simulation.continueFrom({ ...next, halfSpaces: [] }, carried)).toThrow(
      'walls: floor saved, none given',
    );
  });

  it('that changes the stiffness of its bonds books what that does to their energy', () => {
    const simulation = new Simulation(scene([ball(0, 0, { fixed: true }), ball(2 * R)], [{ ...BEAM, name: 'cement' }]));
    simulation.setVelocity(1, [0.01, 0, 0]);
    simulation.step(30);
    const before = simulation.energy();
    simulation.change({ bonds: [{ name: 'cement', youngsModulus: 3 * E }] });
    const after = simulation.energy();
    expect(after.parameterWork / (2 * before.bondEnergy)).toBeCloseTo(1, 9);
    expect(after.balance).toBeCloseTo(before.balance, 12);
    simulation.change({ bonds: [{ name: 'cement', ended: 'remove' }] });
    expect([simulation.bonds().count, simulation.energy().bondEnergy]).toEqual([0, 0]);
    expect(simulation.energy().balance).toBeCloseTo(before.balance, 12);
  });
});
