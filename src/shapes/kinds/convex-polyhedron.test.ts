// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { contact } from '../../narrow-phase/contact.ts';
import { polyhedron } from './convex-polyhedron.ts';
import { sphere } from './sphere.ts';

const CUBE = [-1, 1].flatMap((x) => [-1, 1].flatMap((y) => [-1, 1].map((z) => [x, y, z] as const)));

describe('convex polyhedron', () => {
  it('keeps only the extreme points, in the same order for any order of input', () => {
    const inside = [
      [0, 0, 0],
      [0.5, 0, 0],
      [1, 1, 0],
    ] as const;
    const a = polyhedron({ vertices: [...CUBE, ...inside] });
    const b = polyhedron({ vertices: [...inside, ...CUBE.toReversed()] });
    expect(a.vertices).toHaveLength(8);
    expect(a.toJson()).toEqual(b.toJson());
  });

  it('takes triples, records and a flat array alike', () => {
    const expected = polyhedron({ vertices: CUBE }).toJson();
    expect(polyhedron({ vertices: CUBE.map(([x, y, z]) => ({ x, y, z })) }).toJson()).toEqual(expected);
    expect(polyhedron({ vertices: Float64Array.from(CUBE.flat()) }).toJson()).toEqual(expected);
  });

  it('has the mass properties of the cube', () => {
    const { volume, centroid, inertia } = polyhedron({ vertices: CUBE }).massProperties();
    expect(volume).toBeCloseTo(8, 14);
    expect(centroid.x).toBeCloseTo(0, 15);
    expect(inertia.zz).toBeCloseTo(16 / 3, 14);
  });

  it('has a contact with bounds where two of its corners are 1e-50 apart', () => {
    // Corners of a box, and three of the tips of a blade.
    const corners = [
      [-1.1086930709841474, -1.301537504054473, 0.37848507955812216],
      [-0.8183794161634981, -1.3410117527397394, 1.0427368049001386],
      [-0.7779880596698969, -1.48331092809287, 0.22314705647074518],
      [-0.4876744048492477, -1.5227851767781364, 0.8873987818127618],
      [-0.3365596742962625, 0.3097811093373294, 0.13677659673461573],
      [-0.04624601947561319, 0.2703068606520631, 0.8010283220766323],
      [-0.005854662982012149, 0.12800768529893247, -0.018561426352761257],
      [0.28445899183863715, 0.08853343661366608, 0.6456902989892553],
    ] as const;
    const tips = [
      [2.0541822040957226e-51, -3.6819753514202676e-51, -0.8403683241912021],
      [2.0541822040957226e-51, -3.6819753514202676e-51, 0.8403683241912021],
      [2.0541822040957226e-51, 3.6819753514202676e-51, 0.8403683241912021],
    ] as const;
    const shape = polyhedron({ vertices: [...corners, ...tips] });
    expect(shape.vertices).toHaveLength(11);
    expect([...shape.hull.facePlanes].every(Number.isFinite)).toBe(true);
    const { lower, upper, status } = contact(shape, {}, sphere({ radius: 0.25 }), { position: [1, 0.3, 0.2] });
    expect(status).toBe('converged');
    expect(upper - lower).toBeLessThan(1e-12);
  });

  it('returns the first vertex in its order where several are equally far', () => {
    expect(polyhedron({ vertices: CUBE }).support({ x: 0, y: 0, z: 1 })).toEqual({ x: -1, y: -1, z: 1 });
  });

  it.each<[string, Float64Array | [number, number, number][], string]>([
    [
      'a flat array that holds no triples',
      Float64Array.of(1, 2, 3, 4),
      'polyhedron.vertices: expected a multiple of 3 numbers, got 4',
    ],
    [
      'a number that is not finite',
      Float64Array.of(0, 0, 0, 1, Number.NaN, 0),
      'polyhedron.vertices[4]: expected a finite number, got NaN',
    ],
    [
      'a number too large to be squared',
      [[0, 0, 1e60]],
      'polyhedron.vertices[0][2]: expected a number from -1e+50 to 1e+50, got 1e+60',
    ],
    [
      'points of no extent worth the name',
      CUBE.map(([x, y, z]) => [1e-60 * x, 1e-60 * y, 1e-60 * z]),
      'polyhedron.vertices: ',
    ],
    [
      'three points',
      [
        [0, 0, 0],
        [1, 0, 0],
        [0, 1, 0],
      ],
      'polyhedron.vertices: ',
    ],
    [
      'points in a plane',
      [
        [0, 0, 0],
        [1, 0, 0],
        [0, 1, 0],
        [1, 1, 0],
      ],
      'polyhedron.vertices: ',
    ],
  ])('refuses %s', (_name, vertices, message) => {
    expect(() => polyhedron({ vertices })).toThrow(message);
  });
});
