// SPDX-License-Identifier: MIT
/** Walls and meshes in periodic domains: no body touches a wall twice, and none passes a wall's image unseen. */
import { describe, expect, it } from 'vitest';
import { start } from '../../../tests/support/simulations.ts';
import { facetMesh } from '../../meshes/facet-mesh.ts';
import { box } from '../../shapes/kinds/box.ts';
import type { DomainSpec, MeshSpec, SimulationSpec, WallShapeSpec } from '../simulation-spec.ts';
import { shapeWall } from '../walls/shape-wall.ts';

const RADIUS = 0.01;
const STIFFNESS = 1e5;
const PERIOD = 0.3;
const OVERLAP = 1e-4;
/** The z axis of the wall along -y. */
const LYING = { w: Math.SQRT1_2, x: Math.SQRT1_2, y: 0, z: 0 };

const DOMAIN: DomainSpec = { min: [0, 0, -1], max: [PERIOD, PERIOD, 1], periodic: [true, true, false] };

function scene(wall: MeshSpec, shape: string, position: readonly [number, number, number]): SimulationSpec {
  return {
    timeStep: 2e-5,
    gravity: [0, 0, 0],
    law: { normal: 'linear', tangential: 'linear' },
    materials: [
      { name: 'grain', density: 2500, stiffness: STIFFNESS, restitution: 0.5, friction: 0.5 },
      { name: 'wall', density: 1, rigid: true },
    ],
    shapes: [
      { name: 'ball', sphere: { radius: RADIUS } },
      { name: 'brick', convex: box({ halfExtents: [RADIUS, RADIUS, RADIUS] }) },
    ],
    bodies: [{ shape, material: 'grain', position }],
    meshes: [wall],
    domain: DOMAIN,
  };
}

const wallOf = (shape: WallShapeSpec, more: Partial<MeshSpec> = {}): MeshSpec => ({
  ...shapeWall('wall', shape, 'wall'),
  ...more,
});

function floorOf(half: number): MeshSpec {
  const vertices = [-half, half].flatMap((y) => [-half, half].map((x): [number, number, number] => [x, y, 0]));
  return { name: 'wall', material: 'wall', mesh: facetMesh({ vertices, facets: [[0, 1, 3, 2]] }, 'floor') };
}

/** Force on the wall over that of one contact, and the number of contacts. */
function pressed(wall: MeshSpec, shape: string, position: readonly [number, number, number]) {
  const simulation = start(scene(wall, shape, position));
  simulation.step(1);
  const { x, y, z } = simulation.meshLoads()[0]?.force ?? { x: 0, y: 0, z: 0 };
  return { force: Math.sqrt(x * x + y * y + z * z) / (STIFFNESS * OVERLAP), count: simulation.contacts().count };
}

/** In the middle of the wall, beside its end and on it. */
const PLACES = [0.15, 0.005, 0.299, 0];

describe('a wall as long as the period or longer', () => {
  it.each([0.5, 0.5001, 1, 1.5, 5])('counts once: a box %s periods from its middle to its ends', (periods) => {
    const half = periods * PERIOD;
    const slab = wallOf({ box: { halfExtents: [half, half, 0.1] }, side: 'outside' }, { position: [0.15, 0.15, -0.1] });
    for (const x of PLACES) {
      const at = [x, 0.299, RADIUS - OVERLAP] as const;
      const ball = pressed(slab, 'ball', at);
      expect(ball.count).toBe(1);
      expect(ball.force).toBeCloseTo(1, 9);
      const brick = pressed(slab, 'brick', at);
      expect(brick.count).toBe(4);
      expect(brick.force).toBeCloseTo(4, 9);
    }
  });

  it.each<[string, WallShapeSpec]>([
    ['a box from inside', { box: { halfExtents: [0.05, 0.05, 0.5 * PERIOD] }, side: 'inside' }],
    ['a cylinder from inside', { cylinder: { radius: 0.05, length: PERIOD }, side: 'inside' }],
    ['a cylinder without ends', { cylinder: { radius: 0.05 }, side: 'inside' }],
    ['an open cylinder', { cylinder: { radius: 0.05, length: 1.3 * PERIOD }, side: 'inside', open: 'both' }],
  ])('counts once, and has no ends: %s', (_, shape) => {
    const wall = wallOf(shape, { position: [0.15, 0.15, 0], orientation: LYING });
    for (const y of PLACES) {
      const ball = pressed(wall, 'ball', [0.15, y, RADIUS - 0.05 - OVERLAP]);
      expect(ball.count).toBe(1);
      expect(ball.force).toBeCloseTo(1, 9);
    }
  });

  it('counts once in each row: a cylinder without ends beside its image', () => {
    const wall = wallOf(
      { cylinder: { radius: 0.02 }, side: 'outside' },
      { position: [0, 0.15, 0], orientation: LYING },
    );
    const { count, force } = pressed(wall, 'ball', [PERIOD - 1e-9, 0.1, 0.03 - OVERLAP]);
    expect(count).toBe(1);
    expect(force).toBeCloseTo(1, 6);
  });

  it('keeps its ends along a direction that is not periodic', () => {
    const slab = wallOf({ box: { halfExtents: [0.3, 0.3, 0.1] }, side: 'outside' }, { position: [0.15, 0.15, -0.1] });
    expect(pressed(slab, 'ball', [0.2, 0.1, -0.2 - RADIUS + OVERLAP]).force).toBeCloseTo(1, 9);
  });
});

describe('images of walls', () => {
  it.each<[string, MeshSpec]>([
    ['sphere', wallOf({ sphere: { radius: 0.16 }, side: 'inside' })],
    ['cylinder across', wallOf({ cylinder: { radius: 0.16, length: 0.1 }, side: 'outside' })],
    ['cylinder on its side', wallOf({ cylinder: { radius: 0.16 }, side: 'inside' }, { orientation: LYING })],
    ['torus', wallOf({ torus: { ringRadius: 0.12, tubeRadius: 0.031 }, side: 'outside' })],
    ['cone', wallOf({ cone: { bottomRadius: 0.16, topRadius: 0, height: 0.1 }, side: 'outside' })],
    [
      'box',
      wallOf(
        { box: { halfExtents: [0.16, 0.1, 0.1] }, side: 'inside' },
        { orientation: { w: 0.99, x: 0, y: 0, z: 0.14 } },
      ),
    ],
    ['cup', wallOf({ cylinder: { radius: 0.05, length: 0.31 }, side: 'inside', open: 'top' }, { orientation: LYING })],
    ['floor', floorOf(0.151)],
  ])('are refused where they overlap: %s', (_, wall) => {
    expect(() => start(scene(wall, 'ball', [0, 0, 0.9]))).toThrow('overlaps its periodic image at (');
  });

  it.each<[string, MeshSpec]>([
    ['sphere', wallOf({ sphere: { radius: 0.15 }, side: 'inside' })],
    ['cylinder across', wallOf({ cylinder: { radius: 0.15, length: 0.1 }, side: 'outside' })],
    ['torus', wallOf({ torus: { ringRadius: 0.12, tubeRadius: 0.03 }, side: 'outside' })],
    ['cone', wallOf({ cone: { bottomRadius: 0.15, topRadius: 0, height: 0.5 }, side: 'outside' })],
    ['rings that cross', wallOf({ cylinder: { radius: 0.2, length: 0.1 }, side: 'inside', open: 'both' })],
    ['floor', floorOf(0.15)],
  ])('are accepted where they only touch or cross as sheets: %s', (_, wall) => {
    expect(() => start(scene(wall, 'ball', [0.1, 0.2, 0.9]))).not.toThrow();
  });

  it('are refused where more of them would reach into the domain', () => {
    const small = { sphere: { radius: 0.02 }, side: 'outside' } as const;
    const far = wallOf(small, { position: [3, 0.15, 0] });
    expect(() => start(scene(far, 'ball', [0, 0, 0.9]))).toThrow(
      'meshes[0]: from 2.98 m to 3.02 m along x, where the domain repeats from 0 m to 0.3 m',
    );
    const near = wallOf(small, { position: [-0.02, 0.15, 0] });
    expect(pressed(near, 'ball', [PERIOD - 0.02 - 1e-9, 0.15, 0.03 - OVERLAP]).force).toBeCloseTo(1, 6);
  });

  it('are refused along a cylinder without ends that is neither parallel nor perpendicular to the period', () => {
    const slanted = wallOf(
      { cylinder: { radius: 0.02 }, side: 'outside' },
      { orientation: { w: 0.9, x: 0.4, y: 0.1, z: 0 } },
    );
    expect(() => start(scene(slanted, 'ball', [0, 0, 0.9]))).toThrow('must be parallel or perpendicular');
  });
});
