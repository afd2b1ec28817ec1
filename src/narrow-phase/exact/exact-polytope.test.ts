// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { Random } from '../../math/random.ts';
import type { DifferencePoint } from './exact-difference.ts';
import { comparePlaneDistances, ExactPolytope, type PolytopeFace, type PolytopePoint } from './exact-polytope.ts';
import { dot } from './exact-vector.ts';

const seed = Number(process.env.TEST_SEED ?? 20260104);
const EXTENT_BITS = 40;

function source(x: number, y: number, z: number): DifferencePoint {
  return { a: 0, b: 0, w: { x: BigInt(x), y: BigInt(y), z: BigInt(z) } };
}

const TETRAHEDRON = [source(-8, -8, -8), source(9, 0, -8), source(0, 9, -8), source(0, 0, 9)];

/**
 * Every edge joins two faces that know each other; V - E + F = 2; every point is on the inner side; no face is
 * degenerate.
 */
function expectConvex(faces: readonly PolytopeFace[], points: readonly DifferencePoint[], label: string): void {
  const vertices = new Set<PolytopePoint>();
  for (const face of faces) {
    const corners = [face.p, face.q, face.r];
    corners.forEach((corner, side) => {
      vertices.add(corner);
      const other = face.across[side] as PolytopeFace;
      expect(other.removed, label).toBe(false);
      const back = [other.p, other.q, other.r].indexOf(corners[(side + 1) % 3]);
      expect(other.across[back], label).toBe(face);
    });
    const { normal, offset, normalSquared } = face.exactPlane();
    expect(normalSquared > 0n, label).toBe(true);
    for (const point of points) expect(dot(normal, point.w) <= offset, label).toBe(true);
  }
  expect(vertices.size - faces.length / 2, label).toBe(2);
}

describe('the exact polytope', () => {
  it.each([
    // A small lattice: most new points are coplanar or collinear with faces and edges that are there.
    ['a lattice of 9 steps', 200, (random: Random) => random.integer(9) - 4],
    ['wide integers', 40, (random: Random) => random.integer(2 ** 39) - 2 ** 38],
    ['two scales', 60, (random: Random) => (random.integer(3) - 1) * 2 ** 38 + random.integer(3) - 1],
  ] as const)(
    'stays closed, convex and free of degenerate faces while it grows on %s',
    { tags: ['long'] },
    (_, count, coordinate) => {
      const random = new Random(seed);
      const polytope = new ExactPolytope(EXTENT_BITS);
      let faces = polytope.tetrahedron(TETRAHEDRON);
      const points: DifferencePoint[] = [...TETRAHEDRON];
      for (let k = 0; k < count; k++) {
        const candidate = source(coordinate(random), coordinate(random), coordinate(random));
        const seen = faces.find((face) => dot(face.exactPlane().normal, candidate.w) > face.exactPlane().offset);
        if (!seen) continue;
        points.push(candidate);
        const made = polytope.add(polytope.point(candidate), seen);
        faces = [...faces.filter((face) => !face.removed), ...made];
        expectConvex(faces, points, `seed ${seed}, point ${k}`);
      }
      expect(points.length).toBeGreaterThan(8);
    },
  );

  it('accepts a tetrahedron in either orientation', () => {
    const [p, q, r, s] = TETRAHEDRON as [DifferencePoint, DifferencePoint, DifferencePoint, DifferencePoint];
    for (const order of [
      [p, q, r, s],
      [q, p, r, s],
    ]) {
      expectConvex(new ExactPolytope(EXTENT_BITS).tetrahedron(order), order, 'tetrahedron');
    }
  });

  it('encloses the exact distance of every face in float64 bounds', () => {
    const random = new Random(seed);
    for (let k = 0; k < 300; k++) {
      const polytope = new ExactPolytope(EXTENT_BITS);
      const spread = 2 ** (1 + random.integer(37));
      const coordinate = () => 2 ** 38 + random.integer(spread);
      const corners = [0, 1, 2].map(() => source(coordinate(), coordinate(), coordinate()));
      const [face] = polytope.tetrahedron([...corners, source(0, 0, 0)]) as [PolytopeFace];
      const { lower, upper } = face;
      const { offset, normalSquared } = face.exactPlane();
      if (normalSquared === 0n) continue;
      const distance = Number(offset) / Math.sqrt(Number(normalSquared)) / 2 ** EXTENT_BITS;
      expect(lower, `seed ${seed}, face ${k}`).toBeLessThanOrEqual(distance);
      expect(upper, `seed ${seed}, face ${k}`).toBeGreaterThanOrEqual(distance);
    }
  });

  it('decides on which side of a face a point lies, however close, for coordinates longer than float64', () => {
    const random = new Random(seed);
    const integer = (bits: number): bigint => {
      let value = 0n;
      for (let k = 0; k < bits; k += 32) value = (value << 32n) + BigInt(random.bits());
      return (value & ((1n << BigInt(bits)) - 1n)) - (1n << BigInt(bits - 1));
    };
    const at = (x: bigint, y: bigint, z: bigint): DifferencePoint => ({ a: 0, b: 0, w: { x, y, z } });
    const bits = 96;
    for (let k = 0; k < 2000; k++) {
      const polytope = new ExactPolytope(bits);
      // A triangle of any size, far from the origin or around it, and a point anywhere in its plane but for a hair.
      const size = bits - random.integer(14);
      const far = [0, 1, 2].map(() => (k % 2 === 0 ? integer(bits) : 0n)) as [bigint, bigint, bigint];
      const corner = () => at(far[0] + integer(size), far[1] + integer(size), far[2] + integer(size));
      const [p, q, r] = [corner(), corner(), corner()];
      const reach = 2 ** (11 + bits - size);
      const [s, t] = [BigInt(random.integer(reach)), BigInt(random.integer(reach))];
      const hair = integer(1 + random.integer(size - 20));
      const along = (axis: 'x' | 'y' | 'z') =>
        p.w[axis] + ((q.w[axis] - p.w[axis]) * s + (r.w[axis] - p.w[axis]) * t) / 2048n;
      const point = at(along('x') + hair, along('y'), along('z'));
      const [face] = polytope.tetrahedron([p, q, r, at(0n, 0n, 1n << BigInt(bits + 2))]) as [PolytopeFace];
      const certain = face.isCertainlyBelow(polytope.point(point));
      const sees = face.sees(polytope.point(point));
      const { normal, offset } = face.exactPlane();
      const height = dot(normal, point.w) - offset;
      expect(sees, `seed ${seed}, point ${k}`).toBe(height > 0n);
      if (certain) expect(height > 0n, `seed ${seed}, point ${k}`).toBe(true);
    }
  });

  it('orders planes by their exact distance', () => {
    const plane = (x: bigint, offset: bigint) => ({ normal: { x, y: 0n, z: 0n }, offset, normalSquared: x * x });
    expect(comparePlaneDistances(plane(3n, 6n), plane(5n, 10n))).toBe(0);
    expect(comparePlaneDistances(plane(10n ** 30n, 10n ** 30n + 1n), plane(1n, 1n))).toBe(1);
    expect(comparePlaneDistances(plane(1n, 0n), plane(1n, 1n))).toBe(-1);
  });
});
