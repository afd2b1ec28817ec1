// SPDX-License-Identifier: MIT
/** Walls that are shapes in simulations: loads, motion, openings, and the same bits whatever happens in between. */
import { describe, expect, it } from 'vitest';
import { expectSameBits, start } from '../../../tests/support/simulations.ts';
import { box } from '../../shapes/kinds/box.ts';
import { cylinder } from '../../shapes/kinds/cylinder.ts';
import { ellipsoid } from '../../shapes/kinds/ellipsoid.ts';
import type { BodySpec, MeshSpec, SimulationSpec, WallShapeSpec } from '../simulation-spec.ts';
import { shapeWall } from './shape-wall.ts';

const RADIUS = 0.01;
const DENSITY = 2500;
const STIFFNESS = 1e5;
const GRAVITY = 10;
const MASS = (4 / 3) * Math.PI * RADIUS ** 3 * DENSITY;
/** The z axis of the wall along -y. */
const LYING = { w: Math.SQRT1_2, x: Math.SQRT1_2, y: 0, z: 0 };

function scene(walls: readonly MeshSpec[], bodies: readonly Partial<BodySpec>[], more: Partial<SimulationSpec> = {}) {
  return {
    timeStep: 2e-5,
    gravity: [0, 0, -GRAVITY],
    law: { normal: 'linear', tangential: 'linear' },
    materials: [
      { name: 'grain', density: DENSITY, stiffness: STIFFNESS, restitution: 0.5, friction: 0.5 },
      { name: 'wall', density: 1, rigid: true },
    ],
    shapes: [
      { name: 'ball', sphere: { radius: RADIUS } },
      { name: 'brick', convex: box({ halfExtents: [0.012, 0.01, 0.008] }) },
      { name: 'drum', convex: cylinder({ radius: 0.01, halfLength: 0.012 }) },
      { name: 'egg', convex: ellipsoid({ semiAxes: [0.014, 0.01, 0.008] }) },
    ],
    bodies: bodies.map((body) => ({ shape: 'ball', material: 'grain', position: [0, 0, 0], ...body })),
    meshes: walls,
    ...more,
  } as SimulationSpec;
}

const wall = (shape: WallShapeSpec, more: Partial<MeshSpec> = {}): MeshSpec => ({
  ...shapeWall('wall', shape, 'wall'),
  ...more,
});

/** Some of each shape, in a drum that lies and turns. */
function turningDrum(): SimulationSpec {
  const drum = wall(
    { cylinder: { radius: 0.06, length: 0.08 }, side: 'inside' },
    { orientation: LYING, motion: { rotation: { axis: [0, 1, 0], through: [0, 0, 0], rate: 6 } } },
  );
  const shapes = ['ball', 'brick', 'drum', 'egg', 'ball', 'brick', 'drum', 'egg'];
  const bodies = shapes.map((shape, k) => ({
    shape,
    position: [0.03 * (k % 3) - 0.03, 0.02 * (k & 1) - 0.01, 0.03 * Math.floor(k / 3) - 0.03] as const,
    velocity: [0, 0, -2] as const,
  }));
  return scene([drum], bodies, { timeStep: 1e-5 });
}

describe('a wall that is a shape', () => {
  it('are refused with the name of the number that is wrong', () => {
    expect(() => shapeWall('pipe', { cylinder: { radius: -1, length: 1 }, side: 'inside' }, 'wall')).toThrow(
      'pipe.cylinder.radius: expected a finite number > 0, got -1',
    );
  });

  it('bears a ball at rest, and its load is the weight', () => {
    const depth = (MASS * GRAVITY) / STIFFNESS;
    const bowl = wall({ sphere: { radius: 0.1 }, side: 'inside' }, { position: [3, 0, 0] });
    const simulation = start(scene([bowl], [{ position: [3, 0, RADIUS - 0.1 - depth] }]));
    simulation.step(100);
    expect(simulation.meshLoads()[0]?.force.z).toBeCloseTo(-MASS * GRAVITY, 9);
    expect(simulation.contacts().count).toBe(1);
  });

  it('gives the same bits on two threads, in TypeScript and after restoring', { tags: ['long'] }, () => {
    const whole = expectSameBits(turningDrum(), 1500, 700);
    const { balance, wallWork, insertedEnergy } = whole.energy();
    // It has touched them: the wall that turns has done work.
    expect(wallWork).not.toBe(0);
    expect(Math.abs(balance)).toBeLessThan(0.01 * Math.abs(insertedEnergy));
  });

  it('carries a ball along by friction when it turns about its axis, as a surface that runs does', () => {
    const at = { position: [0, 0, RADIUS - 0.1 - (MASS * GRAVITY) / STIFFNESS] as const };
    const rotation = { axis: [0, 1, 0], through: [0, 0, 0], rate: 2 } as const;
    const speeds = [{ motion: { rotation } }, { surface: { rotation } }].map((more) => {
      const drum = wall({ cylinder: { radius: 0.1 }, side: 'inside' }, { orientation: LYING, ...more });
      const simulation = start(scene([drum], [at]));
      simulation.step(1000);
      const { wallWork, balance } = simulation.energy();
      expect(Math.abs(balance)).toBeLessThan(1e-3 * wallWork);
      return { x: simulation.body(0).velocity.x, rebuilds: simulation.statistics().rebuilds };
    });
    expect(Math.abs(speeds[0]?.x ?? 0)).toBeGreaterThan(1e-3);
    expect(speeds[1]?.x).toBeCloseTo(speeds[0]?.x ?? 0, 9);
    // A round wall that turns about its axis approaches nothing.
    expect(speeds[1]?.rebuilds).toBe(speeds[0]?.rebuilds);
  });

  it('lets a ball fall through its opening and holds one that is wider', () => {
    const tube: WallShapeSpec = { cylinder: { radius: 0.02, length: 0.1 }, side: 'inside', open: 'both' };
    const through = start(scene([wall(tube)], [{ position: [0, 0, 0.06] }]));
    through.step(10_000);
    expect(through.body(0).position.z).toBeCloseTo(0.06 - 0.5 * GRAVITY * 0.2 ** 2, 4);
    const top = 0.05 + Math.sqrt(0.03 ** 2 - 0.02 ** 2);
    const wide = start(scene([wall(tube)], [{ position: [0.001, 0, top], scale: 3 }], { damping: { viscous: 50 } }));
    wide.step(20_000);
    expect(wide.body(0).position.z).toBeCloseTo(top, 3);
    expect(Math.abs(wide.body(0).position.x)).toBeLessThan(0.002);
  });

  it('pushes a ball that was pressed through a sheet back to its side', () => {
    const tube: WallShapeSpec = { cylinder: { radius: 0.1, length: 0.3 }, side: 'inside', open: 'both' };
    const bodies = [{ position: [0.088, 0, 0] as const, velocity: [60, 0, 0] as const }];
    const simulation = start(scene([wall(tube)], bodies, { gravity: [0, 0, 0], limits: { overlapRatio: 3 } }));
    let deepest = 0;
    for (let k = 0; k < 200; k++) {
      simulation.step(1);
      deepest = Math.max(deepest, simulation.body(0).position.x);
    }
    expect(deepest).toBeGreaterThan(0.1);
    expect(simulation.body(0).velocity.x).toBeLessThan(0);
  });

  it('touches bodies across periodic sides through its image', () => {
    const ring: WallShapeSpec = { sphere: { radius: 0.02 }, side: 'outside' };
    const domain = { min: [0, -1, -1], max: [1, 1, 1], periodic: [true, false, false] } as const;
    const simulation = start(
      scene([wall(ring, { position: [0.01, 0, 0] })], [{ position: [0.981, 0, 0] }], { domain, gravity: [0, 0, 0] }),
    );
    simulation.step(1);
    const { count, overlap } = simulation.contacts();
    expect(count).toBe(1);
    expect(overlap[0]).toBeCloseTo(0.001, 4);
  });
});

describe('the spec of a wall that is a shape', () => {
  it.each<[string, WallShapeSpec, Partial<MeshSpec>, string]>([
    [
      'a radius of 0',
      { sphere: { radius: 0 }, side: 'inside' },
      {},
      'meshes[0].shape.sphere.radius: expected a finite number > 0, got 0',
    ],
    [
      'a torus that meets itself',
      { torus: { ringRadius: 1, tubeRadius: 2 }, side: 'inside' },
      {},
      'tubeRadius 2 must be less',
    ],
    ['an open sphere', { sphere: { radius: 1 }, side: 'inside', open: 'top' }, {}, 'only a cylinder or a cone'],
    [
      'an apex that is open',
      { cone: { bottomRadius: 1, topRadius: 0, height: 1 }, side: 'inside', open: 'both' },
      {},
      'the top is an apex',
    ],
    [
      'a truncated cone from outside',
      { cone: { bottomRadius: 1, topRadius: 2, height: 1 }, side: 'outside' },
      {},
      'has no outside',
    ],
    ['a free wall', { sphere: { radius: 1 }, side: 'outside' }, { free: {} }, 'none for a wall that is a shape'],
    [
      'a wall without ends that turns across itself',
      { cylinder: { radius: 1 }, side: 'inside' },
      { motion: { rotation: { axis: [1, 0, 0], through: [0, 0, 0], rate: 1 } } },
      'the axis of the cylinder',
    ],
    [
      'a wall without ends that turns across itself later',
      { cylinder: { radius: 1 }, side: 'inside' },
      {
        motion: {
          velocity: [1, 0, 0],
          until: 1,
          next: [{ rotation: { axis: [1, 0, 0], through: [0, 0, 0], rate: 1 }, from: 1 }],
        },
      },
      'the axis of the cylinder',
    ],
  ])('refuses %s', (_, shape, more, message) => {
    const made = (): unknown => {
      const drawn = shapeWall('wall', { sphere: { radius: 1 }, side: 'inside' }, 'wall');
      return start(scene([{ ...drawn, shape, ...more }], [{}]));
    };
    expect(made).toThrow(message);
  });

  it('refuses laws that need a volume or a field', () => {
    const room = wall({ sphere: { radius: 0.1 }, side: 'inside' });
    const law = { normal: 'pressure-field', tangential: 'linear' } as const;
    const materials = [
      { name: 'grain', density: DENSITY, stiffness: 1e9, restitution: 0.5, friction: 0.5 },
      { name: 'wall', density: 1, rigid: true },
    ];
    expect(() => start(scene([room], [{ shape: 'brick' }], { law, materials }))).toThrow('wall "wall" is a shape');
  });
});
