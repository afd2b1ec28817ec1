// SPDX-License-Identifier: MIT
/** Walls that are shapes: bodies that do not fit, places without a direction, extreme sizes, and speed. */
import { describe, expect, it } from 'vitest';
import { box } from '../../shapes/kinds/box.ts';
import { cylinder } from '../../shapes/kinds/cylinder.ts';
import { ellipsoid } from '../../shapes/kinds/ellipsoid.ts';
import type { WallShapeSpec } from '../../shapes/walls/wall-shape.ts';
import { Simulation } from '../simulation.ts';
import type { BodySpec, MeshSpec, SimulationSpec } from '../simulation-spec.ts';
import { shapeWall } from './shape-wall.ts';

const CYLINDER = { cylinder: { radius: 0.1, length: 0.2 } };
const CONE = { cone: { bottomRadius: 0.1, topRadius: 0, height: 0.2 } };
const TORUS = { torus: { ringRadius: 0.1, tubeRadius: 0.03 } };
const BOX = { box: { halfExtents: [0.1, 0.1, 0.1] as const } };
const WALLS: readonly WallShapeSpec[] = [
  { sphere: { radius: 0.1 }, side: 'inside' },
  { sphere: { radius: 0.1 }, side: 'outside' },
  { ...CYLINDER, side: 'inside' },
  { ...CYLINDER, side: 'inside', open: 'both' },
  { ...CYLINDER, side: 'outside' },
  { ...CONE, side: 'inside' },
  { ...CONE, side: 'outside' },
  { cone: { ...CONE.cone, topRadius: 0.02 }, side: 'inside', open: 'both' },
  { ...TORUS, side: 'inside' },
  { ...TORUS, side: 'outside' },
  { ...BOX, side: 'inside' },
  { ...BOX, side: 'outside' },
];
/** Axis and middle, apex, ring of the torus and side, rims of the ends, corner. */
const PLACES = [
  [0, 0, 0],
  [0, 0, 0.2],
  [0.1, 0, 0],
  [0.1, 0, 0.1],
  [0.1, 0, -0.1],
  [0.1, 0.1, 0.1],
] as const;
const SHAPES = ['ball', 'huge', 'block', 'hugeBlock', 'egg', 'can'] as const;

function scene(
  wall: WallShapeSpec,
  body: Partial<BodySpec>,
  size = 1,
  place: Partial<MeshSpec> = {},
  more: Partial<SimulationSpec> = {},
): SimulationSpec {
  const [a, b, c] = [0.01 * size, 0.008 * size, 0.006 * size];
  const huge = 0.2 * size;
  return {
    timeStep: 1e-5 * size,
    gravity: [0, 0, 0],
    materials: [{ name: 'grain', density: 2500, stiffness: 1e5, restitution: 1 }],
    law: { normal: 'linear', tangential: 'none' },
    shapes: [
      { name: 'ball', sphere: { radius: a } },
      { name: 'huge', sphere: { radius: huge } },
      { name: 'block', convex: box({ halfExtents: [a, b, c] }) },
      { name: 'hugeBlock', convex: box({ halfExtents: [huge, huge, huge] }) },
      { name: 'egg', convex: ellipsoid({ semiAxes: [a, b, c] }) },
      { name: 'can', convex: cylinder({ radius: b, halfLength: a }) },
    ],
    meshes: [{ ...shapeWall('wall', wall, 'grain'), ...place }],
    bodies: [{ shape: 'ball', material: 'grain', position: [0, 0, 0], ...body }],
    limits: { overlapRatio: 100 },
    ...more,
  };
}

/** The wall with all lengths times a factor. */
function scaled(wall: WallShapeSpec, size: number): WallShapeSpec {
  return JSON.parse(JSON.stringify(wall), (_, value) => (typeof value === 'number' ? value * size : value));
}

const forceOf = (simulation: Simulation): number => {
  const { x, y, z } = simulation.body(0).force;
  return Math.hypot(x, y, z);
};

describe('a wall that is a shape', { tags: ['long'] }, () => {
  it.each(WALLS.map((wall) => [JSON.stringify(wall), wall] as const))(
    '%s gives finite forces to bodies of any size on its axis, apex, rims and corners',
    (_, wall) => {
      for (const shape of SHAPES) {
        for (const position of PLACES) {
          const simulation = new Simulation(scene(wall, { shape, position }));
          const contacts = simulation.contacts();
          const what = `${shape} at ${position}`;
          expect(forceOf(simulation), what).toBeLessThan(1e6);
          for (let k = 0; k < contacts.count; k++) {
            const normal = contacts.normal.subarray(3 * k, 3 * k + 3);
            expect(Math.hypot(...normal), what).toBeCloseTo(1, 12);
          }
          simulation.step(3);
          expect(Number.isFinite(forceOf(simulation)), what).toBe(true);
        }
      }
    },
  );

  // Off the places where directions tie, so that rounding decides nothing.
  it.each(WALLS.map((wall) => [JSON.stringify(wall), wall] as const))(
    '%s does the same at any size and far away',
    (_, wall) => {
      const place = [0.0917, 0.0153, 0.0071] as const;
      for (const shape of ['ball', 'block', 'egg'] as const) {
        const at = (factor: number, shift = 0): number => {
          const position = place.map((value) => value * factor + shift) as unknown as [number, number, number];
          const moved = { position: [shift, shift, shift] as const };
          return forceOf(new Simulation(scene(scaled(wall, factor), { shape, position }, factor, moved))) / factor;
        };
        const here = at(1);
        for (const factor of [1e-5, 1e4]) expect(Math.abs(at(factor) - here)).toBeLessThan(1e-9 * here + 1e-12);
        // Places at 1e6 m have steps of 1.2e-10 m; a stiffness of 1e5 N/m and a contact at several points.
        expect(Math.abs(at(1, 1e6) - here)).toBeLessThan(1e-4 + 1e-6 * here);
      }
    },
  );

  it.each(['ball', 'block', 'egg', 'can'])('as a sheet sends a %s back from both sides', (shape) => {
    const sheet: WallShapeSpec = { ...CYLINDER, side: 'inside', open: 'both' };
    for (const side of [-1, 1]) {
      const body = { shape, position: [0.1 + 0.02 * side, 0, 0] as const, velocity: [-side, 0, 0] as const };
      const simulation = new Simulation(scene(sheet, body));
      simulation.step(4000);
      const { position, velocity } = simulation.body(0);
      expect(side * (position.x - 0.1)).toBeGreaterThan(0.03);
      expect(side * velocity.x).toBeCloseTo(1, 2);
    }
  });

  it('that moves further in a step than a body is thick stops the run, with numbers', () => {
    const run = (wall: WallShapeSpec, speed: number) => () => {
      const place = { position: [-1, 0, 0] as const, motion: { velocity: [speed, 0, 0] as const } };
      new Simulation(scene(wall, {}, 1, place, { limits: {} })).step(100);
    };
    expect(run({ sphere: { radius: 0.1 }, side: 'outside' }, 5000)).toThrow(/body 0 .* overlaps a partner by 1\.\d+/);
    const sheet: WallShapeSpec = { ...CYLINDER, side: 'inside', open: 'both' };
    expect(run(sheet, 3000)).toThrow(/body 0 .* may have passed through mesh "wall".* 3\.00 times half/);
  });
});
