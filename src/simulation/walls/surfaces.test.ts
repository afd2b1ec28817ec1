// SPDX-License-Identifier: MIT
/** Conveyors, belts and pulleys: what lies on them is carried along by friction, and their work is in the balance. */
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { boxBoundary } from '../../../tests/support/box-boundary.ts';
import { bitsOf, opened, start } from '../../../tests/support/simulations.ts';
import {
  at,
  BLOCK_MASS,
  DENSITY,
  FRICTION,
  GRAVITY,
  HALF,
  movingFloor,
  RADIUS,
  surfaceScene,
} from '../../../tests/support/surface-scene.ts';
import { Simulation } from '../simulation.ts';
import type { SimulationSpec, SurfaceMotionSpec } from '../simulation-spec.ts';

/** Of springs that must first be stretched: a part of a millimetre of some centimetres. */
const SPRINGS = 0.02;

/** So deep that the springs of a contact bear a body. */
const pressed = (mass: number, contacts: number): number => (mass * GRAVITY) / (contacts * 5e4);

function plate(surface: SurfaceMotionSpec): Partial<SimulationSpec> {
  return {
    meshes: [{ name: 'belt', mesh: boxBoundary(5, 1, 0.5), position: [0, 0, -0.5], material: 'rubber', surface }],
  };
}

describe('a block on a conveyor', () => {
  it.each([
    ['half-space', movingFloor],
    ['mesh', plate],
  ])('slides with friction times gravity until it is as fast: %s', { tags: ['long'] }, (_, conveyor) => {
    const speed = 1;
    const block = at('block', -1, 0, HALF - pressed(BLOCK_MASS, 4));
    const simulation = start(surfaceScene([block], conveyor({ velocity: [speed, 0, 0] })));
    const slidesFor = speed / (FRICTION * GRAVITY);
    simulation.step(Math.round((0.5 * slidesFor) / 1e-4));
    expect(Math.abs(simulation.body(0).velocity.x / (0.5 * speed) - 1)).toBeLessThan(SPRINGS);
    simulation.step(Math.round((1.5 * slidesFor) / 1e-4));
    expect(Math.abs(simulation.body(0).velocity.x / speed - 1)).toBeLessThan(1e-3);
    expect(Math.abs(simulation.body(0).velocity.z)).toBeLessThan(1e-3);
    // While it slides the belt does the work m v²: half of it is lost, half is in the block.
    const { wallWork, frictionLoss, kinetic, balance } = simulation.energy();
    expect(Math.abs(wallWork / (BLOCK_MASS * speed ** 2) - 1)).toBeLessThan(SPRINGS);
    expect(Math.abs(frictionLoss / (0.5 * BLOCK_MASS * speed ** 2) - 1)).toBeLessThan(2 * SPRINGS);
    expect(Math.abs(kinetic / (0.5 * BLOCK_MASS * speed ** 2) - 1)).toBeLessThan(0.01);
    expect(Math.abs(balance)).toBeLessThan(1e-3 * wallWork);
  });

  it('stays where it is before the surface runs and slows down after', () => {
    const simulation = start(
      surfaceScene(
        [at('block', 0, 0, HALF - pressed(BLOCK_MASS, 4))],
        movingFloor({ velocity: [1, 0, 0], from: 0.1, until: 0.2 }),
      ),
    );
    simulation.step(999);
    expect(Math.abs(simulation.body(0).velocity.x)).toBeLessThan(1e-6);
    simulation.step(1001);
    expect(Math.abs(simulation.body(0).velocity.x / (FRICTION * GRAVITY * 0.1) - 1)).toBeLessThan(2 * SPRINGS);
    simulation.step(1500);
    expect(Math.abs(simulation.body(0).velocity.x)).toBeLessThan(1e-3);
  });

  it('feels nothing of a velocity along the normal', () => {
    const run = (velocity: [number, number, number]): bigint[] => {
      const simulation = start(
        surfaceScene([at('ball', 0, 0, 0.06), at('ball', 0.2, 0, 0.1)], movingFloor({ velocity })),
      );
      simulation.step(3000);
      return bitsOf(simulation);
    };
    expect(run([1, 0.5, 7])).toEqual(run([1, 0.5, 0]));
  });
});

describe('a ball on a conveyor', () => {
  it.each([
    ['half-space', movingFloor],
    ['mesh', plate],
  ])('rolls in the end, at two sevenths of the speed of the belt: %s', (_, conveyor) => {
    const mass = (4 / 3) * Math.PI * RADIUS ** 3 * DENSITY;
    const simulation = start(
      surfaceScene([at('ball', 0, 0, RADIUS - pressed(mass, 1))], conveyor({ velocity: [0.7, 0, 0] })),
    );
    simulation.step(3000);
    const { velocity, angularVelocity } = simulation.body(0);
    expect(velocity.x).toBeCloseTo(0.2, 3);
    // The lever is shorter than the radius by the overlap.
    expect(velocity.x - RADIUS * angularVelocity.y).toBeCloseTo(0.7, 2);
  });

  it('is taken along a turntable, and by a pulley', () => {
    // At (0.3, 0) and 2 rad/s about z the surface runs along y, with 0.6 m/s.
    const table = movingFloor({ rotation: { axis: [0, 0, 3], through: [0, 0, 0], rate: 2 } });
    const turning = start(surfaceScene([at('ball', 0.3, 0, RADIUS)], table));
    turning.step(500);
    const { velocity } = turning.body(0);
    expect(velocity.y).toBeGreaterThan(0.1);
    expect(Math.abs(velocity.x)).toBeLessThan(0.1 * velocity.y);
    // On top of a roll about y that turns with 5 rad/s, 0.2 m from its axis, the surface runs along x with 1 m/s.
    const roll = (rate: number): Partial<SimulationSpec> => ({
      meshes: [
        {
          name: 'roll',
          mesh: boxBoundary(0.2, 0.5, 0.2),
          material: 'rubber',
          surface: { rotation: { axis: [0, 1, 0], through: [0, 0, 0], rate } },
        },
      ],
    });
    const rolled = start(surfaceScene([at('ball', 0, 0, 0.2 + RADIUS)], roll(5)));
    rolled.step(500);
    const back = start(surfaceScene([at('ball', 0, 0, 0.2 + RADIUS)], roll(-5)));
    back.step(500);
    expect(rolled.body(0).velocity.x).toBeGreaterThan(0.1);
    expect(back.body(0).velocity.x).toBeCloseTo(-rolled.body(0).velocity.x, 12);
  });
});

describe('a belt around an axis', () => {
  /** A band of 1 m by 0.2 m that runs around y; balls are pressed on it from the side that gravity points from. */
  const band = (gravity: [number, number, number], x: number, z: number): Simulation => {
    const mesh = boxBoundary(0.5, 0.3, 0.1);
    const surface = { belt: { axis: [0, 1, 0], speed: 0.7 } } as const;
    const spec = surfaceScene([at('ball', x, 0, z)], { meshes: [{ name: 'band', mesh, material: 'rubber', surface }] });
    const simulation = start({ ...spec, gravity });
    simulation.step(1500);
    return simulation;
  };

  it('runs along the facets: one way above, the other way below', () => {
    const above = band([0, 0, -GRAVITY], 0, 0.1 + RADIUS);
    expect(above.body(0).velocity.x).toBeCloseTo(0.2, 2);
    const below = band([0, 0, GRAVITY], 0, -0.1 - RADIUS);
    expect(below.body(0).velocity.x).toBeCloseTo(-0.2, 2);
    const behind = band([GRAVITY, 0, 0], -0.5 - RADIUS, -0.05);
    expect(behind.body(0).velocity.z).toBeGreaterThan(0.1);
  });

  it('does not run on sides that face along the axis', () => {
    const mesh = boxBoundary(0.5, 0.3, 0.1);
    const surface = { belt: { axis: [0, 1, 0], speed: 0.7 } } as const;
    const spec = surfaceScene([at('ball', 0, 0.3 + RADIUS, 0)], {
      meshes: [{ name: 'b', mesh, material: 'rubber', surface }],
    });
    const simulation = start({ ...spec, gravity: [0, -GRAVITY, 0] });
    simulation.step(500);
    expect(Math.abs(simulation.body(0).velocity.x) + Math.abs(simulation.body(0).velocity.z)).toBe(0);
  });
});

describe('moving surfaces', () => {
  it('carry along with a law of the user as with the same that is built in', async () => {
    const module = fileURLToPath(new URL('../../../tests/support/laws/linear-spring.mjs', import.meta.url));
    const bodies = [at('ball', 0, 0, RADIUS), at('ball', 0.3, 0, RADIUS)];
    const built = { normal: 'linear', tangential: 'linear', attraction: 'allowed' } as const;
    const spin = { rotation: { axis: [0, 0, 1], through: [0, 1, 0], rate: 1 }, velocity: [1, 0, 2] } as const;
    for (const more of [movingFloor(spin), plate({ belt: { axis: [0, 1, 0], speed: 0.7 } })]) {
      const own = opened(await Simulation.create({ ...surfaceScene(bodies, more), law: { module } }));
      const same = start({ ...surfaceScene(bodies, more), law: built });
      own.step(1000);
      same.step(1000);
      for (const id of [0, 1]) {
        expect(Math.abs(same.body(id).velocity.x)).toBeGreaterThan(0.1);
        expect(own.body(id).velocity.x).toBeCloseTo(same.body(id).velocity.x, 9);
        expect(own.body(id).velocity.y).toBeCloseTo(same.body(id).velocity.y, 9);
      }
    }
  });

  it('are refused with their path when they are wrong', () => {
    const refused = (surface: object, more: object = {}): (() => Simulation) => {
      const wall = { name: 'belt', normal: [0, 0, 1], offset: 0, material: 'rubber', surface, ...more } as const;
      return () => new Simulation(surfaceScene([], { halfSpaces: [wall] }));
    };
    expect(refused({})).toThrow('halfSpaces[0].surface: expected velocity, rotation or belt');
    expect(refused({ velocity: [1, 0, 0] }, { motion: { velocity: [0, 0, 1] } })).toThrow(
      'halfSpaces[0].surface: expected no motion',
    );
    expect(refused({ belt: { axis: [0, 0, 0], speed: 1 } })).toThrow(
      'halfSpaces[0].surface.belt.axis: expected a vector',
    );
    expect(refused({ belt: { axis: [0, 1, 0], speed: 1 }, velocity: [1, 0, 0] })).toThrow(
      'surface.belt: expected nothing beside',
    );
    expect(refused({ velocity: [1, 0, Number.NaN] })).toThrow('halfSpaces[0].surface.velocity: expected three finite');
    expect(refused({ velocity: [1, 0, 0], from: 1, until: 1 })).toThrow('halfSpaces[0].surface.until: expected a time');
  });
});
