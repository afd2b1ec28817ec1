// SPDX-License-Identifier: MIT
/** Polyhedra on meshes by the pressure-field law: walls, sides, corners, threads and saved states. */
import { describe, expect, it } from 'vitest';
import { boxBoundary } from '../../tests/support/box-boundary.ts';
import { expectSameBits, restore, start } from '../../tests/support/simulations.ts';
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
const rod = polyhedron({
  vertices: Array.from({ length: 16 }, (_, k) => {
    const angle = ((k >> 1) + 0.5) * (Math.PI / 4);
    const radius = SIZE / Math.cos(Math.PI / 8);
    return [radius * Math.cos(angle), (k % 2 === 0 ? -1 : 1) * SIZE, radius * Math.sin(angle)] as const;
  }),
});
const shapes = [
  { name: 'cube', convex: box({ halfExtents: [0.6 * SIZE, 0.6 * SIZE, 0.6 * SIZE] }) },
  { name: 'brick', convex: box({ halfExtents: [0.9 * SIZE, 0.5 * SIZE, 0.3 * SIZE] }) },
  { name: 'rock', convex: rock },
  { name: 'rod', convex: rod },
];
const base: SimulationSpec = {
  timeStep: 2e-7,
  gravity: [0, 0, 0],
  law: { normal: 'pressure-field' },
  materials: [{ name: 'stone', density: 2500, stiffness: 1e10, restitution: 1, friction: 0.5 }],
  shapes,
};

const ROUGH = { normal: 'pressure-field', tangential: 'linear' } as const;

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
          facets.push(
            ...(sign < 0
              ? [
                  [p, q, r],
                  [p, r, s],
                ]
              : [
                  [p, r, q],
                  [p, s, r],
                ]),
          );
        }
      }
    }
  }
  return facetMesh({ vertices: Float64Array.from(vertices), facets });
}

/**
 * A square sheet in z = 0 of this half side, n by m rectangles of two triangles. With `bend` above 0 their sides
 * differ, by up to (1 + bend) / (1 - bend).
 */
function sheet(half: number, n: number, m = n, bend = 0, isHole = (_i: number, _j: number) => false): FacetMesh {
  const vertices: number[] = [];
  const facets: number[][] = [];
  const at = (i: number, count: number) => {
    const t = (2 * i) / count - 1;
    return (t + 0.5 * bend * (1 - t * t)) * half;
  };
  for (let i = 0; i <= n; i++) for (let j = 0; j <= m; j++) vertices.push(at(i, n), at(j, m), 0);
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < m; j++) {
      if (isHole(i, j)) continue;
      const v = i * (m + 1) + j;
      facets.push([v, v + m + 1, v + m + 2], [v, v + m + 2, v + 1]);
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
  it('keep their energy in a meshed room', { tags: ['long'] }, () => {
    const simulation = start(stepped({ ...base, ...gas(3) }, 0.1));
    const before = totalOf(simulation);
    let contacts = 0;
    for (let k = 0; k < 10; k++) {
      simulation.step(200);
      contacts += simulation.statistics().contacts;
      // Swings by the square of the step within contacts: 5e-6 was the most.
      expect(Math.abs(totalOf(simulation) / before - 1)).toBeLessThan(5e-5);
      expect(Math.abs(simulation.energy().balance / before)).toBeLessThan(5e-5);
    }
    expect(contacts).toBeGreaterThan(5);
  });

  it('keep their energy when they pass holes of their own size in a sheet', { tags: ['long'] }, () => {
    const random = new Random(3);
    const most = (value: number): number => random.between(-value, value);
    const bodies = Array.from({ length: 8 }, (_, k) => ({
      shape: k % 2 === 0 ? 'rock' : 'brick',
      material: 'stone',
      position: [1.6 * (2 * (k & 1) - 1), 1.6 * (2 * ((k >> 1) & 1) - 1), 2 * (2 * (k >> 2) - 1)].map(
        (x) => x * SIZE,
      ) as [number, number, number],
      orientation: random.rotation(),
      velocity: [most(1), most(1), most(1)] as const,
      angularVelocity: [most(50), most(50), most(50)] as const,
    }));
    const holes = sheet(6 * SIZE, 7, 7, 0, (i, j) => i % 2 === 1 && j % 2 === 1);
    const walls = [0, 1, 2].flatMap((axis) =>
      [-1, 1].map((sign) => {
        const normal: [number, number, number] = [0, 0, 0];
        normal[axis] = sign;
        return { name: `wall ${sign * (axis + 1)}`, normal, offset: -3 * SIZE, material: 'stone' };
      }),
    );
    const simulation = start(stepped({ ...base, bodies, halfSpaces: walls, ...wall(holes) }, 0.1));
    const before = totalOf(simulation);
    for (let k = 0; k < 6; k++) {
      simulation.step(1000);
      // A body that met a facet from within a hole got 0.5 of the energy here, and 1,000 times as much later.
      expect(Math.abs(totalOf(simulation) / before - 1)).toBeLessThan(1e-4);
    }
  });

  it('have the same bits on two threads, in both builds and after saving', { tags: ['long'] }, () => {
    const whole = expectSameBits(stepped({ ...base, law: ROUGH, ...gas(3) }, 0.3), 500, 270);
    expect(whole.statistics().maxOverlapRatio).toBeGreaterThan(0.01);
  });

  it('feel the same force on 1, 40 and 162 uneven facets of one plane as on a half-space', () => {
    const body = one({
      position: [0.1 * SIZE, 0, 0.55 * SIZE],
      orientation: fromAxisAngle({ x: 0.6, y: 0.8, z: 0 }, 0.02),
    });
    const forceOn = (more: Partial<SimulationSpec>): number[] => {
      const { force, torque } = start({ ...base, ...body, ...more }).bodies();
      return [...force, ...[...torque].map((x) => x / SIZE)];
    };
    const plane = forceOn({ halfSpaces: [{ name: 'floor', normal: [0, 0, 1], offset: 0, material: 'stone' }] });
    const triangle = facetMesh({ vertices: Float64Array.of(-1, -1, 0, 1, -1, 0, 0, 1, 0), facets: [[0, 1, 2]] });
    const meshes = [triangle, sheet(2 * SIZE, 4, 5, 0.6), sheet(2 * SIZE, 9, 9, 0.6)];
    expect(meshes.map(({ facetNormals }) => facetNormals.length / 3)).toEqual([1, 40, 162]);
    for (const mesh of meshes) {
      const found = forceOn(wall(mesh));
      const errors = found.map((value, k) => Math.abs(value - plane[k]) / plane[2]);
      expect(Math.max(...errors)).toBeLessThan(1e-9);
    }
  });

  it('roll over the edges of facets without a bump', () => {
    const stateAfter = (more: Partial<SimulationSpec>): number[] => {
      const simulation = start({
        ...base,
        timeStep: 2e-6,
        gravity: [0, 0, -9.81],
        law: ROUGH,
        ...one({
          shape: 'rod',
          position: [-SIZE, 0, 0.999 * SIZE],
          velocity: [0.5, 0, 0],
          angularVelocity: [0, 50, 0],
        }),
        ...more,
      });
      simulation.step(1500);
      const { position, velocity, angularVelocity } = simulation.bodies();
      return [...position, ...velocity, ...angularVelocity].map((x, k) => x / [SIZE, 0.5, 50][Math.floor(k / 3)]);
    };
    const plane = stateAfter({ halfSpaces: [{ name: 'floor', normal: [0, 0, 1], offset: 0, material: 'stone' }] });
    const mesh = stateAfter(wall(sheet(3 * SIZE, 9)));
    // The rod rolls and jumps over the vertices of its section: rounding grows on the way.
    expect(Math.max(...mesh.map((value, k) => Math.abs(value - plane[k])))).toBeLessThan(1e-8);
  });

  it('touch each wall of a corner with a friction of its own', () => {
    const simulation = start({
      ...base,
      law: ROUGH,
      ...wall(room(2 * SIZE, 2)),
      ...one({ position: [1.41 * SIZE, 0, -1.42 * SIZE], velocity: [0, 0.1, 0] }),
    });
    const { count, normal } = simulation.contacts();
    expect([count, ...normal].map((x) => x + 0)).toEqual([2, 0, 0, -1, 1, 0, 0]);
    simulation.step(20);
    const { force, overlap } = simulation.contacts();
    expect(overlap[0]).toBeGreaterThan(1.5 * overlap[1]);
    // Both resist the slide along y, each no more than its normal force lets it.
    for (const [k, along] of [
      [0, 2],
      [1, 0],
    ]) {
      expect(-force[3 * k + 1]).toBeGreaterThan(0);
      expect(-force[3 * k + 1]).toBeLessThanOrEqual(0.5 * Math.abs(force[3 * k + along]) * (1 + 1e-12));
    }
  });

  it('come back to the side of a sheet that they came from, though their centre has gone through', () => {
    for (const side of [1, -1]) {
      const spec = {
        ...base,
        timeStep: 4e-6,
        materials: [{ name: 'stone', density: 2500, stiffness: 1e8, restitution: 1 }],
        limits: { overlapRatio: 2 },
        ...wall(sheet(4 * SIZE, 3)),
        ...one({ position: [0, 0, 0.61 * side * SIZE], velocity: [0, 0, -9 * side] }),
      };
      const first = start(spec);
      first.step(375);
      expect(side * first.bodies().position[2]).toBeLessThan(0);
      const simulation = restore(spec, first.save());
      simulation.step(525);
      expect(side * simulation.bodies().velocity[2]).toBeGreaterThan(8.9999);
    }
  });

  it('pass a one-sided sheet from behind without a force, and rest on its front', () => {
    const spec = { ...base, timeStep: 1e-5, ...wall(sheet(4 * SIZE, 3), { oneSided: true }) };
    const rising = start({ ...spec, ...one({ position: [0, 0, -SIZE], velocity: [0, 0, 1] }) });
    rising.step(2500);
    expect(rising.bodies().velocity[2]).toBe(1);
    const falling = start({ ...spec, ...one({ position: [0, 0, SIZE], velocity: [0, 0, -1] }) });
    falling.step(2500);
    // Some 60 steps in contact.
    expect(falling.bodies().velocity[2]).toBeCloseTo(1, 2);
  });

  it('are carried by a mesh that moves, which gets the opposite of their forces', () => {
    const simulation = start({
      ...base,
      timeStep: 2e-6,
      law: ROUGH,
      materials: [{ name: 'stone', density: 2500, stiffness: 1e10, restitution: 0.3, friction: 0.5 }],
      gravity: [0, 0, -9.81],
      ...wall(sheet(4 * SIZE, 3), { motion: { velocity: [0.05, 0, 0] } }),
      ...one({ position: [0, 0, 0.6 * SIZE] }),
    });
    simulation.step(7000);
    expect(simulation.bodies().velocity[0]).toBeCloseTo(0.05, 4);
    const [{ force }] = simulation.meshLoads();
    expect(force.z / (-9.81 * 2500 * (1.2 * SIZE) ** 3)).toBeCloseTo(1, 2);
  });

  it('and a free mesh exchange momentum', () => {
    const half = 0.5 * SIZE;
    const simulation = start({
      ...base,
      meshes: [{ name: 'die', mesh: boxBoundary(half, half, half), material: 'stone', free: {} }],
      ...one({ position: [0.4 * SIZE, 0.3 * SIZE, 1.1 * SIZE], velocity: [0, 0, -1] }),
    });
    simulation.step(200);
    const { velocity } = simulation.bodies();
    const [{ velocity: ofMesh, mass }] = simulation.freeMeshes();
    const ownMass = 2500 * (1.2 * SIZE) ** 3;
    expect(ofMesh.z).toBeLessThan(-0.1);
    expect((velocity[2] * ownMass + ofMesh.z * mass) / ownMass).toBeCloseTo(-1, 9);
  });

  it('touch the images of a mesh in a periodic domain across the seam', () => {
    const half = 4 * SIZE;
    const domain = { min: [-half, -half, -half], max: [half, half, half], periodic: [true, false, false] } as const;
    const force = (x: number): number =>
      start({ ...base, domain, ...wall(sheet(half, 3)), ...one({ position: [x, 0, 0.59 * SIZE] }) }).bodies().force[2];
    expect(force(half) / force(0)).toBeCloseTo(1, 12);
  });
});
