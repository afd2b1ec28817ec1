// SPDX-License-Identifier: MIT
/** What Algorithm 3 does as printed: right on the paper's nine situations, and what happens beyond them. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { Random } from '../../math/random.ts';
import { box } from '../../shapes/kinds/box.ts';
import { polyhedron } from '../../shapes/kinds/convex-polyhedron.ts';
import { ellipsoid } from '../../shapes/kinds/ellipsoid.ts';
import { rounded } from '../../shapes/kinds/rounded.ts';
import { contact } from '../contact.ts';

type Triple = readonly [number, number, number];
const algorithm = 'gjk-td-as-printed';

describe('GJK-TD as printed', () => {
  const situations = JSON.parse(
    readFileSync(new URL('../../../fixtures/nine-situations.json', import.meta.url), 'utf8'),
  ) as { name: string; A: readonly Triple[]; B: readonly Triple[]; overlap: number }[];

  it.each(situations)('has the published overlap on $name', ({ A, B, overlap }) => {
    const got = contact(polyhedron({ vertices: A }), {}, polyhedron({ vertices: B }), {}, { algorithm });
    expect(Math.abs(got.distance - overlap)).toBeLessThanOrEqual(1e-14);
  });

  it('exceeds the claimed bound of steps, and never has a wrong bound of the depth', { tags: ['long'] }, () => {
    const random = new Random(109);
    let [beyond, unproven] = [0, 0];
    for (let n = 0; n < 400; n++) {
      const [a, b] = [12, 12].map((count) =>
        polyhedron({ vertices: Array.from({ length: count }, () => random.unitVector()) }),
      ) as [ReturnType<typeof polyhedron>, ReturnType<typeof polyhedron>];
      const poseB = { position: { x: random.between(-0.5, 0.5), y: 0, z: 0 }, orientation: random.rotation() };
      const expected = contact(a, {}, b, poseB);
      const got = contact(a, {}, b, poseB, { algorithm });
      expect(got.lower).toBeLessThanOrEqual(expected.upper);
      expect(got.upper).toBeGreaterThanOrEqual(expected.lower);
      if (got.status === 'converged') expect(Math.abs(got.distance - expected.distance)).toBeLessThanOrEqual(1e-13);
      else unproven++;
      if (got.epaIterations > 3 * (a.vertices.length + b.vertices.length) - 8) beyond++;
    }
    expect(beyond).toBeGreaterThan(0);
    expect(unproven).toBeGreaterThan(0);
  });

  it('proves no depth by a face that was turned about', () => {
    const plate = box({ halfExtents: [1, 0.14229435864835976, 0.9907118898816407] });
    const poseA = { position: [-1, 3.4619679534807804e-16, -4.050411968491972e-10] } as const;
    const sliver = rounded({
      shape: polyhedron({
        vertices: [
          [0, 0, 0],
          [1, 0, 0],
          [0, 1, 0],
          [0.3, 0.3, 1e-9],
        ],
      }),
      radius: 1e-6,
    });
    const got = contact(plate, poseA, sliver, {}, { algorithm });
    const expected = contact(plate, poseA, sliver, {});
    expect(got.lower).toBeLessThanOrEqual(expected.upper);
    expect(got.upper).toBeGreaterThanOrEqual(expected.lower);
  });

  it('is for polyhedra only', () => {
    const round = ellipsoid({ semiAxes: [1, 2, 3] });
    expect(contact(round, {}, round, {}, { algorithm }).status).toBe('unsupported');
  });
});
