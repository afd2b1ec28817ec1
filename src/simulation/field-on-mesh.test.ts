// SPDX-License-Identifier: MIT
/** Polyhedra on meshes by the pressure-field law: walls, sides, corners, threads and saved states. */
import { describe, expect, it } from 'vitest';
import { expectSameBits, start } from '../../tests/support/simulations.ts';
import { fromAxisAngle } from '../math/quaternion.ts';
import { Random } from '../math/random.ts';
import { type FacetMesh, facetMesh } from '../meshes/facet-mesh.ts';
import { box } from '../shapes/kinds/box.ts';
import { polyhedron } from '../shapes/kinds/convex-polyhedron.ts';
import { pointsOnEllipsoid } from '../shapes/random-shapes.ts';
import type { Simulation } from './simulation.ts';
import type { BodySpec, SimulationSpec } from './simulation-spec.ts';

const SEED = Number(process.env.TEST_SEED ?? 20261118);
const SIZE = 0.01;

const rock = polyhedron({ vertices: pointsOnEllipsoid(new Random(SEED), 12, [SIZE, 0.8 * SIZE, 0.7 * SIZE]) });
const shapes = [
  { name: 'cube', convex: box({ halfExtents: [0.6 * SIZE, 0.6 * SIZE, 0.6 * SIZE] }) },
  { name: 'brick', convex: box({ halfExtents: [0.9 * SIZE, 0.5 * SIZE, 0.3 * SIZE] }) },
  { name: 'rock', convex: rock },
];
const base: SimulationSpec = {
  timeStep: 2e-7,
  gravity: [0, 0, 0],
  law: { normal: 'pressure-field' },
  materials: [{ name: 'stone', density: 2500, stiffness: 1e10, restitution: 1, friction: 0.5 }],
  shapes,
};

/** A room of this half side around the origin, its fronts inward, each wall n by n squares of two triangles. */
function room(half: number, n: number): FacetMesh {
  const vertices: number[] = [];
  const facets: number[][] = [];
  const at = (i: number) => ((2 * i) / n - 1) * half;
  for (const [a, b, c] of [
    [0, 1, 2],
    [1, 2, 0],
    [2, 0, 1],
  ]) {
    for (const sign of [-1, 1]) {
      const first = vertices.length / 3;
      for (let i = 0; i <= n; i++) {
        for (let j = 0; j <= n; j++) {
          const point = [0, 0, 0];
          point[a] = at(i);
          point[b] = at(j);
          point[c] = sign * half;
          vertices.push(...point);
        }
      }
      for (let i = 0; i < n; i++) {
        for (let j = 0; j < n; j++) {
          const v = first + i * (n + 1) + j;
          const [p, q, r, s] = [v, v + n + 1, v + n + 2, v + 1];
          facets.push(...(sign < 0 ? [[p, q, r], [p, r, s]] : [[p, r, q], [p, s, r]]));
        }
      }
    }
  }
  return facetMesh({ vertices: Float64Array.from(vertices), facets });
}

/** A square sheet in z = 0 of this half side, n by n squares of two triangles. */
function sheet(half: number, n: number): FacetMesh {
  const vertices: number[] = [];
  const facets: number[][] = [];
  const at = (i: number) => ((2 * i) / n - 1) * half;
  for (let i = 0; i <= n; i++) for (let j = 0; j <= n; j++) vertices.push(at(i), at(j), 0);
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < n; j++) {
      const v = i * (n + 1) + j;
      facets.push([v, v + n + 1, v + n + 2], [v, v + n + 2, v + 1]);
    }
  }
  return facetMesh({ vertices: Float64Array.from(vertices), facets });
}

const wall = (mesh: FacetMesh, more = {}): Partial<SimulationSpec> => ({
  meshes: [{ name: 'wall', mesh, material: 'stone', ...more }],
});
const one = (more: Partial<BodySpec>): Partial<SimulationSpec> => ({
  bodies: [{ shape: 'cube', material: 'stone', position: [0, 0, 0], ...more }],
});

/** Rocks and bricks that fly apart in a room, and turn. */
function gas(n: number): Partial<SimulationSpec> {
  const random = new Random(SEED);
  const bodies = Array.from({ length: 8 }, (_, k) => ({
    shape: shapes[k % 3].name,
    material: 'stone',
    position: [k & 1, (k >> 1) & 1, k >> 2].map((i) => (2 * i - 1) * 1.1 * SIZE) as [number, number, number],
    orientation: random.rotation(),
    velocity: [random.between(-1, 1), random.between(-1, 1), random.between(-1, 1)] as const,
    angularVelocity: [random.between(-50, 50), random.between(-50, 50), random.between(-50, 50)] as const,
  }));
  return { bodies, ...wall(room(2.4 * SIZE, n)) };
}

/** The spec with a time step that is this share of the critical one. */
function stepped(spec: SimulationSpec, share: number): SimulationSpec {
  return { ...spec, timeStep: share * start(spec).criticalTimeStep() };
}

function totalOf(simulation: Simulation): number {
  const { kinetic, rotational, potential, elastic } = simulation.energy();
  return kinetic + rotational + potential + elastic;
}

describe(`polyhedra on meshes by the pressure-field law, seed ${SEED}`, () => {
  it('keep their energy in a meshed room', () => {
    const simulation = start(stepped({ ...base, ...gas(3) }, 0.1));
    const before = totalOf(simulation);
    let contacts = 0;
    for (let k = 0; k < 10; k++) {
      simulation.step(200);
      contacts += simulation.statistics().contacts;
      console.log(simulation.time, totalOf(simulation) / before - 1, simulation.statistics().contacts);
      // Swings by the square of the step within contacts.
      expect(Math.abs(totalOf(simulation) / before - 1)).toBeLessThan(1e-4);
    }
    expect(contacts).toBeGreaterThan(5);
  });

  it('have the same bits on two threads, in both builds and after saving', () => {
    const law = { normal: 'pressure-field', tangential: 'linear' } as const;
    const whole = expectSameBits(stepped({ ...base, law, ...gas(3) }, 0.3), 700, 370);
    console.log(whole.statistics());
  });

  it('touch each wall of a corner with a friction of its own', () => {
    const simulation = start({
      ...base,
      law: { normal: 'pressure-field', tangential: 'linear' },
      ...wall(room(2 * SIZE, 2)),
      ...one({ position: [1.41 * SIZE, 0, -1.42 * SIZE] }),
    });
    const contacts = simulation.contacts();
    console.log(contacts);
    expect(contacts.count).toBe(2);
  });

  it('come back to the side of a sheet that they came from, though their centre has gone through', () => {
    for (const side of [1, -1]) {
      const simulation = start({
        ...base,
        timeStep: 1e-6,
        materials: [{ name: 'stone', density: 2500, stiffness: 1e8, restitution: 1 }],
        limits: { overlapRatio: 2 },
        ...wall(sheet(4 * SIZE, 3)),
        ...one({ position: [0, 0, 0.61 * side * SIZE], velocity: [0, 0, -9 * side] }),
      });
      let least = Infinity;
      for (let k = 0; k < 60; k++) {
        simulation.step(50);
        least = Math.min(least, side * simulation.bodies().position[2]);
      }
      console.log(least, simulation.bodies().velocity);
      expect(least).toBeLessThan(0);
      expect(side * simulation.bodies().velocity[2]).toBeGreaterThan(8.99);
    }
  });
});
