// SPDX-License-Identifier: MIT
/** Convex bodies on meshes move as on the half-space that the mesh is a piece of, however it is cut into facets. */
import { describe, expect, it } from 'vitest';
import { floorMesh } from '../../tests/support/mesh-scene.ts';
import { PLANE_MESHES, PLANE_NORMAL } from '../../tests/support/plane-meshes.ts';
import { HERTZ_MINDLIN, WALL } from '../../tests/support/sphere-scene.ts';
import { fromAxisAngle, multiply } from '../math/quaternion.ts';
import { Random } from '../math/random.ts';
import { addScaled } from '../math/vector.ts';
import { type FacetMesh, facetMesh } from '../meshes/facet-mesh.ts';
import { box } from '../shapes/kinds/box.ts';
import { polyhedron } from '../shapes/kinds/convex-polyhedron.ts';
import { superquadric } from '../shapes/kinds/superquadric.ts';
import type { ConvexShape } from '../shapes/shape.ts';
import { Simulation } from './simulation.ts';
import type { BodyShapeSpec, BodySpec, SimulationSpec } from './simulation-spec.ts';

const SIZE = 0.05;
const GRAIN = { density: 1000, youngsModulus: 1e6, poissonsRatio: 0.3, restitution: 0.6, friction: 0.4 };
/** Rounding on a mesh of coordinates four hundred times the size, grown by some bounces. */
const AS_ON_HALF_SPACE = 1e-10;
/** The side on which the centre is changes the way the same contact is computed. */
const PUSHED_THROUGH = 1e-6;
const BRICK: BodyShapeSpec = { name: 'body', convex: box({ halfExtents: [SIZE, 0.8 * SIZE, 0.5 * SIZE] }) };

function scene(shape: BodyShapeSpec, body: Partial<BodySpec>, more: Partial<SimulationSpec> = {}): SimulationSpec {
  return {
    timeStep: 5e-5,
    gravity: [0, 0, -9.81],
    law: HERTZ_MINDLIN,
    materials: [{ name: 'grain', ...GRAIN }, WALL],
    shapes: [shape],
    bodies: [{ shape: 'body', material: 'grain', position: [0, 0, 0], ...body }],
    ...more,
  };
}

const onMesh = (mesh: FacetMesh): Partial<SimulationSpec> => ({ meshes: [{ name: 'wall', mesh, material: 'wall' }] });
const onHalfSpace = (normal: readonly [number, number, number]): Partial<SimulationSpec> => ({
  halfSpaces: [{ name: 'wall', normal, offset: 0, material: 'wall' }],
});

/** Position over the size, velocity, surface speed of rotation, turn; and what became of the energy. */
function stateAfter(spec: SimulationSpec, steps: number): number[] {
  const simulation = new Simulation(spec);
  simulation.step(steps);
  const { position, velocity, angularVelocity, orientation } = simulation.bodies();
  const { frictionLoss, dampingLoss, wallWork, insertedEnergy } = simulation.energy();
  const losses = [frictionLoss, dampingLoss, wallWork].map((loss) => loss / Math.abs(insertedEnergy));
  simulation.dispose();
  const lengths = [...position].map((x) => x / SIZE);
  return [...lengths, ...velocity, ...[...angularVelocity].map((rate) => SIZE * rate), ...orientation, ...losses];
}

function largestDifference(a: readonly number[], b: readonly number[]): number {
  expect(a.length).toBe(b.length);
  return Math.max(...a.map((x, k) => Math.abs(x - b[k])));
}

/** 80 triangles of a square floor: 40 columns, each cut in two. */
function strips() {
  const vertices: [number, number, number][] = [];
  for (let k = 0; k <= 40; k++) vertices.push([0.03 * k - 0.6, -0.6, 0], [0.03 * k - 0.6, 0.6, 0]);
  const facets = Array.from({ length: 40 }, (_, k) => [
    [2 * k, 2 * k + 2, 2 * k + 3],
    [2 * k, 2 * k + 3, 2 * k + 1],
  ]).flat();
  return { vertices, facets };
}

function stone(): ConvexShape {
  const random = new Random(3);
  const points = Array.from({ length: 24 }, () => {
    const { x, y, z } = random.unitVector();
    return [SIZE * x, 0.8 * SIZE * y, 0.6 * SIZE * z] as const;
  });
  return polyhedron({ vertices: points });
}

const toPlane = fromAxisAngle({ x: 0, y: 1, z: 0 }, -Math.atan2(3, 4));

describe('a brick on a meshed plane', () => {
  const above = (height: number) => addScaled({ x: 0.011, y: 0.023, z: 0.008 }, PLANE_NORMAL, height);
  const flat = {
    position: above(0.6 * SIZE),
    orientation: multiply(toPlane, fromAxisAngle({ x: 0, y: 0, z: 1 }, 0.4)),
  };
  const tilted = {
    position: above(1.6 * SIZE),
    orientation: fromAxisAngle({ x: 1, y: 2, z: 3 }, 1.1),
    angularVelocity: [3, -5, 7] as const,
  };
  const { x, z } = PLANE_NORMAL;

  it.each(Object.entries(PLANE_MESHES))('moves as on the half-space: %s', { tags: ['long'] }, (_, make) => {
    const { vertices, facets } = make(new Random(11));
    const mesh = facetMesh({ vertices, facets });
    for (const [body, steps] of [
      [flat, 1500],
      [tilted, 2500],
    ] as const) {
      const expected = stateAfter(scene(BRICK, body, onHalfSpace([x, 0, z])), steps);
      const found = stateAfter(scene(BRICK, body, onMesh(mesh)), steps);
      expect(largestDifference(found, expected)).toBeLessThan(AS_ON_HALF_SPACE);
    }
  });
});

describe('a brick at rest', () => {
  /** Over the size of the brick, and its speed over 1 m/s: what is left of the drop after 0.3 s. */
  const AT_REST = 1e-7;
  const later = (spec: SimulationSpec, steps: number) => {
    const simulation = new Simulation(spec);
    simulation.step(steps);
    const before = [...simulation.bodies().position];
    simulation.step(steps);
    const { position, velocity, angularVelocity } = simulation.bodies();
    const moved = Math.max(...before.map((at, k) => Math.abs(at - position[k]))) / SIZE;
    const speed = Math.max(...[...velocity, ...angularVelocity].map(Math.abs));
    const load = simulation.meshLoads()[0]?.force;
    const { count } = simulation.contacts();
    simulation.dispose();
    return { moved, speed, load, count, position: [...position] };
  };
  const MASS = 1000 * 8 * 0.4 * SIZE ** 3;
  const slow = { timeStep: 2e-4 };

  it('stays where it is, on four corners, and the floor bears its weight', { tags: ['long'] }, () => {
    const turned = {
      position: [0.003, 0.004, 0.5 * SIZE],
      orientation: fromAxisAngle({ x: 0, y: 0, z: 1 }, 0.3),
    } as const;
    const { moved, speed, load, count } = later(scene(BRICK, turned, { ...slow, ...onMesh(floorMesh(7, 0.2)) }), 1500);
    expect(moved).toBeLessThan(AT_REST);
    expect(speed).toBeLessThan(AT_REST);
    expect(count).toBe(4);
    expect(load?.z).toBeCloseTo(-9.81 * MASS, 6);
  });

  it('does so over the rim of a table, until its centre is beyond it', { tags: ['long'] }, () => {
    const table = floorMesh(3, 0.2);
    const over = (by: number) => ({ position: [0.2 - SIZE + by * 2 * SIZE, 0.01, 0.5 * SIZE - 1e-5] }) as const;
    const held = later(scene(BRICK, over(0.4), { ...slow, ...onMesh(table) }), 1500);
    // Rocking about the rim dies out slowly.
    expect(held.moved).toBeLessThan(1e-3);
    expect(held.speed).toBeLessThan(1e-3);
    expect(held.count).toBe(4);
    const falls = later(scene(BRICK, over(0.6), { ...slow, ...onMesh(table) }), 1000);
    expect(falls.position[2]).toBeLessThan(-SIZE);
  });

  it('names the facets, edges and vertices that it touches', () => {
    const [far, low] = [0.5, -0.5];
    const vertices = [[0, 0, 0], [far, far, low], [-far, far, low], [-far, -far, low], [far, -far, low]] as const; // biome-ignore format: short
    const tip = facetMesh({ vertices, facets: [[0, 1, 2], [0, 2, 3], [0, 3, 4], [0, 4, 1]] }); // biome-ignore format: short
    const named = (mesh: FacetMesh, body: Partial<BodySpec>) => {
      const simulation = new Simulation(scene(BRICK, body, onMesh(mesh)));
      const { feature, featureId, facet } = simulation.contacts();
      simulation.dispose();
      return [...feature].map((kind, k) => [kind, featureId[k], facet[k]]);
    };
    const lying = named(floorMesh(7, 0.2), { position: [0.003, 0.004, 0.49 * SIZE] });
    expect(lying.map(([kind]) => kind)).toEqual([2, 2, 2, 2]);
    for (const [, id, facet] of lying) expect(id).toBe(facet);
    expect(named(tip, { position: [0, 0, 0.49 * SIZE] }).map(([kind, id]) => [kind, id])).toEqual([[0, 0]]);
    const across = fromAxisAngle({ x: 0, y: 0, z: 1 }, Math.PI / 4);
    const [edge] = named(tip, { position: [0.2, 0.2, -0.2 + 0.6 * SIZE], orientation: across });
    expect(edge?.[0]).toBe(1);
  });

  it('leans into a corner as into that of two half-spaces', { tags: ['long'] }, () => {
    const corner = facetMesh({
      vertices: [
        [0, -1, 0],
        [1, -1, 0],
        [1, 1, 0],
        [0, 1, 0],
        [0, -1, 1],
        [0, 1, 1],
      ],
      facets: [
        [0, 1, 2, 3],
        [0, 3, 5, 4],
      ],
    });
    const gravity = [-6, 0, -8] as const;
    const body = { position: [1.02 * SIZE, 0, 0.51 * SIZE] as const };
    const wall = { offset: 0, material: 'wall' };
    const halfSpaces = [
      { name: 'floor', normal: [0, 0, 1] as const, ...wall },
      { name: 'side', normal: [1, 0, 0] as const, ...wall },
    ];
    const expected = later(scene(BRICK, body, { ...slow, gravity, halfSpaces }), 1500);
    const found = later(scene(BRICK, body, { ...slow, gravity, ...onMesh(corner) }), 1500);
    expect(found.moved).toBeLessThan(AT_REST);
    expect(found.count).toBe(expected.count);
    // The mesh ends at the edge, a half-space goes on: levers differ by the overlap.
    found.position.forEach((at, k) => {
      expect(Math.abs(at - expected.position[k])).toBeLessThan(1e-5 * SIZE);
    });
  });
});

describe('sliding over 80 triangles', () => {
  const shapes: readonly [string, BodyShapeSpec][] = [
    [
      'a superquadric',
      { name: 'body', convex: superquadric({ semiAxes: [SIZE, 0.8 * SIZE, 0.5 * SIZE], n1: 4, n2: 3 }) },
    ],
    ['a polyhedron', { name: 'body', convex: stone() }],
  ];
  it.each(shapes)('is as over one quadrilateral: %s', { tags: ['long'] }, (_, shape) => {
    const body = { position: [-0.1, 0.02, 0.6 * SIZE], velocity: [1, 0.3, 0] } as const;
    const one = facetMesh({
      vertices: [
        [-0.6, -0.6, 0],
        [0.6, -0.6, 0],
        [0.6, 0.6, 0],
        [-0.6, 0.6, 0],
      ],
      facets: [[0, 1, 2, 3]],
    });
    const expected = stateAfter(scene(shape, body, onMesh(one)), 2500);
    const found = stateAfter(scene(shape, body, onMesh(facetMesh(strips()))), 2500);
    expect(Math.abs(expected[0] + 0.1 / SIZE)).toBeGreaterThan(1);
    expect(largestDifference(found, expected)).toBeLessThan(AS_ON_HALF_SPACE);
  });
});

describe('the sides of a mesh', () => {
  const soft = { materials: [{ name: 'grain', ...GRAIN, youngsModulus: 3e4, restitution: 1 }, WALL] };
  const tilt = { w: 1, x: 0.3, y: 0.2, z: 0.1 };

  it.each([1, -1])('push a brick back whose centre has passed: from side %d', { tags: ['long'] }, (side) => {
    for (const [orientation, speed] of [
      [{ w: 1, x: 0, y: 0, z: 0 }, 6],
      [tilt, 6],
    ] as const) {
      const body = { position: [0.1, 0.1, 0.08 * side], velocity: [0, 0, -speed * side], orientation } as const;
      const more = { ...soft, gravity: [0, 0, 0] as const, limits: { overlapRatio: 5 } };
      const expected = stateAfter(scene(BRICK, body, { ...more, ...onHalfSpace([0, 0, side]) }), 900);
      const found = stateAfter(scene(BRICK, body, { ...more, ...onMesh(floorMesh(3, 1)) }), 900);
      const between = new Simulation(scene(BRICK, body, { ...more, ...onMesh(floorMesh(3, 1)) }));
      let least = Infinity;
      for (let k = 0; k < 90; k++) {
        between.step(10);
        least = Math.min(least, side * between.bodies().position[2]);
      }
      between.dispose();
      expect(least).toBeLessThan(-0.1 * SIZE);
      expect(largestDifference(found, expected)).toBeLessThan(PUSHED_THROUGH);
    }
  });

  it('let a brick through a one-sided mesh from behind and hold it from the front', { tags: ['long'] }, () => {
    const body = { position: [0.1, 0.1, -0.1], velocity: [0, 0, 2.2], orientation: tilt } as const;
    const meshes = [{ name: 'lid', mesh: floorMesh(3, 1), material: 'wall', oneSided: true }];
    const simulation = new Simulation(scene(BRICK, body, { meshes }));
    simulation.step(3000);
    expect(simulation.energy().dampingLoss).toBe(0);
    simulation.step(9000);
    expect(simulation.body(0).position.z).toBeGreaterThan(0.4 * SIZE);
    expect(simulation.energy().dampingLoss).toBeGreaterThan(0);
    simulation.dispose();
  });
});

describe('a floor that goes on beyond the seam of a periodic domain', () => {
  it('carries a sliding brick as the half-space does, and one that lies across the seam', () => {
    const domain = { min: [-0.3, -0.3, -1], max: [0.3, 0.3, 1], periodic: [true, true, false] } as const;
    const body = { position: [0.2, 0.27, 0.51 * SIZE], velocity: [1.2, 0.3, 0] } as const;
    const expected = stateAfter(scene(BRICK, body, { domain, ...onHalfSpace([0, 0, 1]) }), 3000);
    const found = stateAfter(scene(BRICK, body, { domain, ...onMesh(floorMesh(5, 0.3)) }), 3000);
    expect(expected[0]).toBeLessThan(0);
    expect(largestDifference(found, expected)).toBeLessThan(AS_ON_HALF_SPACE);
  });
});
