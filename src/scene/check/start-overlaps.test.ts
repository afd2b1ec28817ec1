// SPDX-License-Identifier: MIT

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Random } from '../../math/random.ts';
import { distance, type Vector3, type Vector3Like, vector3 } from '../../math/vector.ts';
import { facetMesh } from '../../meshes/facet-mesh.ts';
import { box } from '../../shapes/kinds/box.ts';
import { eachBody } from '../../simulation/bodies/body-groups.ts';
import type { BodySpec, SimulationSpec } from '../../simulation/simulation-spec.ts';
import { startOverlaps } from './start-overlaps.ts';

const EMPTY: SimulationSpec = {
  timeStep: 1e-5,
  gravity: [0, 0, 0],
  materials: [{ name: 'glass', density: 2500, stiffness: 1e4 }],
  law: { normal: 'linear' },
};
const body = (shape: string, position: Vector3Like, more: Partial<BodySpec> = {}): BodySpec => ({
  shape,
  material: 'glass',
  position,
  ...more,
});

/** Spheres of radii over three decades in a box of side 1. */
function randomSpheres(random: Random): SimulationSpec {
  const radii = [0.001, 0.004, 0.02, 0.1, 0.3];
  const shapes = radii.map((radius, i) => ({ name: `s${i}`, sphere: { radius } }));
  const bodies = Array.from({ length: 120 }, () => {
    const kind = Math.floor(radii.length * random.next() ** 2);
    return body(`s${kind}`, [random.next(), random.next(), random.next()], { fixed: random.next() < 0.2 });
  });
  return { ...EMPTY, shapes, bodies };
}

/** Every pair and every image, measured one by one. */
function bruteForce(spec: SimulationSpec, periods: readonly number[][]): number {
  const { shapes = [] } = spec;
  const bodies = [...eachBody(spec.bodies)];
  const radiusOf = new Map(shapes.map((shape) => [shape.name, 'sphere' in shape ? shape.sphere.radius : 0]));
  let count = 0;
  bodies.forEach((a, i) => {
    bodies.slice(i + 1).forEach((b) => {
      if (a.fixed && b.fixed) return;
      for (const [x = 0, y = 0, z = 0] of periods) {
        const at = vector3(a.position);
        const moved: Vector3 = { x: at.x + x, y: at.y + y, z: at.z + z };
        const reach = (radiusOf.get(a.shape) ?? 0) + (radiusOf.get(b.shape) ?? 0);
        if (distance(moved, vector3(b.position)) < reach) count++;
      }
    });
  });
  return count;
}

describe('overlaps at the start', () => {
  it('are those that measuring every pair finds', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2 ** 31 }), (seed) => {
        const spec = randomSpheres(new Random(seed));
        expect(startOverlaps(spec).count).toBe(bruteForce(spec, [[0, 0, 0]]));
      }),
      { numRuns: 20 },
    );
  });

  it('are those that measuring every image finds, where the domain is periodic', { tags: ['long'] }, () => {
    const images = [-1, 0, 1].flatMap((x) => [-1, 0, 1].map((z) => [x, 0, z]));
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2 ** 31 }), (seed) => {
        const spec: SimulationSpec = {
          ...randomSpheres(new Random(seed)),
          domain: { min: [0, 0, 0], max: [1, 1, 1], periodic: [true, false, true] },
        };
        expect(startOverlaps(spec).count).toBe(bruteForce(spec, images));
      }),
      { numRuns: 20 },
    );
  });

  it('name the pair and the depth, the worst first', () => {
    const spec: SimulationSpec = {
      ...EMPTY,
      shapes: [
        { name: 'ball', sphere: { radius: 0.5 } },
        { name: 'cube', convex: box({ halfExtents: [0.5, 0.5, 0.5] }) },
      ],
      bodies: [
        body('ball', [0, 0, 0], { name: 'a' }),
        body('ball', [0.9, 0, 0], { name: 'b' }),
        body('cube', [0, 0, 0.75]),
        body('cube', [0, 5, 0]),
      ],
      halfSpaces: [{ name: 'floor', normal: [0, 0, 2], offset: -0.48, material: 'glass' }],
    };
    const { count, worst } = startOverlaps(spec);
    expect(count).toBe(6);
    expect(worst.map(({ a, b }) => [a, b])).toEqual([
      ['a', 'bodies[2]'],
      ['a', 'b'],
      ['b', 'bodies[2]'],
      ['a', 'floor'],
      ['b', 'floor'],
    ]);
    expect(worst[0]?.depth).toBeCloseTo(0.25, 12);
    expect(worst[1]).toEqual({ a: 'a', b: 'b', depth: expect.closeTo(0.1, 12), ratio: expect.closeTo(0.2, 12) });
  });

  it('are those with the facets of meshes too, seen from their front where they are one-sided', () => {
    const corners = [
      [-1, -1, 0],
      [1, -1, 0],
      [1, 1, 0],
      [-1, 1, 0],
    ] as const;
    const mesh = facetMesh({ vertices: corners, facets: [[0, 1, 2, 3]] });
    const plate = { name: 'plate', mesh, material: 'glass', position: [0, 0, 5] } as const;
    const spec: SimulationSpec = {
      ...EMPTY,
      shapes: [
        { name: 'ball', sphere: { radius: 0.5 } },
        { name: 'cube', convex: box({ halfExtents: [0.5, 0.5, 0.5] }) },
      ],
      bodies: [
        body('ball', [-0.5, 0, 5.4], { name: 'above', scale: 0.9 }),
        body('ball', [0.5, 0, 4.7], { name: 'below' }),
        body('cube', [0, 5, 5], { name: 'beside' }),
        body('cube', [0.45, 0.45, 5.4], { name: 'cube', fixed: true }),
      ],
    };
    expect(startOverlaps({ ...spec, meshes: [plate] }).worst).toMatchObject([
      { a: 'below', b: 'cube' },
      { a: 'below', b: 'plate', depth: expect.closeTo(0.2, 12) },
      { a: 'above', b: 'plate', depth: expect.closeTo(0.05, 12) },
    ]);
    expect(startOverlaps({ ...spec, meshes: [{ ...plate, oneSided: true }] }).worst.map(({ a, b }) => [a, b])).toEqual([
      ['below', 'cube'],
      ['above', 'plate'],
    ]);
  });

  it('are not seen where bodies touch, or cannot move', () => {
    const shapes = [{ name: 'ball', sphere: { radius: 0.1 } }];
    const touching = Array.from({ length: 10 }, (_, i) => body('ball', [0.2 * i, 0, 0]));
    expect(startOverlaps({ ...EMPTY, shapes, bodies: touching }).count).toBe(0);
    const held = [
      body('ball', [0, 0, 0], { fixed: true }),
      body('ball', [0, 0, 0], { motion: { velocity: [1, 0, 0] } }),
    ];
    expect(startOverlaps({ ...EMPTY, shapes, bodies: held }).count).toBe(0);
  });

  it('are found at any distance from the origin', () => {
    const shapes = [{ name: 'ball', sphere: { radius: 0.1 } }];
    const far = [1e10, 1e20, 1e40].map((x) => body('ball', [x, -x, 1]));
    const twice = far.map(({ position }) => body('ball', vector3(position)));
    const { count } = startOverlaps({ ...EMPTY, shapes, bodies: [...far, ...twice] });
    expect(count).toBe(3);
  });

  it('see clumps and compounds as what they are, not as their hulls', () => {
    const shapes = [
      {
        name: 'dumb-bell',
        clump: {
          spheres: [
            { centre: [-1, 0, 0], radius: 0.5 },
            { centre: [1, 0, 0], radius: 0.5 },
          ],
        },
      },
      { name: 'ball', sphere: { radius: 0.4 } },
    ] as const;
    const between = [body('dumb-bell', [0, 0, 0]), body('ball', [0, 0, 0])];
    const inside = [body('dumb-bell', [0, 0, 0]), body('ball', [0.5, 0, 0])];
    expect(startOverlaps({ ...EMPTY, shapes, bodies: between }).count).toBe(0);
    expect(startOverlaps({ ...EMPTY, shapes, bodies: inside }).worst).toMatchObject([
      { depth: expect.closeTo(0.4, 9) },
    ]);
  });
});
