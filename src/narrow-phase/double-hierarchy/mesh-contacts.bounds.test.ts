// SPDX-License-Identifier: MIT
/**
 * The bounds of contacts with meshes against rational arithmetic: every float64 is a fraction, and so are squares of
 * distances.
 */
import { describe, expect, it } from 'vitest';
import { randomConvexShape } from '../../../tests/support/random-convex-shapes.ts';
import { boxMesh } from '../../../tests/support/sample-meshes.ts';
import { type Pose, pose, transformPoint } from '../../math/pose.ts';
import { IDENTITY_QUATERNION, rotate } from '../../math/quaternion.ts';
import { Random } from '../../math/random.ts';
import { add, dot, scale, type Vector3, vector3 } from '../../math/vector.ts';
import { facetMesh } from '../../meshes/facet-mesh.ts';
import { box } from '../../shapes/kinds/box.ts';
import { polyhedron } from '../../shapes/kinds/convex-polyhedron.ts';
import { sphere } from '../../shapes/kinds/sphere.ts';
import type { ConvexShape } from '../../shapes/shape.ts';
import { contact } from '../contact.ts';
import type { MeshContact } from './mesh-contact.ts';
import { meshContacts } from './mesh-contacts.ts';

const seed = Number(process.env.TEST_SEED ?? 41);

/** A fraction with a positive denominator, as it comes. */
interface Fraction {
  readonly n: bigint;
  readonly d: bigint;
}
type Fraction3 = readonly [Fraction, Fraction, Fraction];

function exact(x: number): Fraction {
  let value = x;
  let d = 1n;
  while (!Number.isInteger(value)) {
    value *= 2;
    d *= 2n;
  }
  return { n: BigInt(value), d };
}
const plus = (a: Fraction, b: Fraction): Fraction => ({ n: a.n * b.d + b.n * a.d, d: a.d * b.d });
const times = (a: Fraction, b: Fraction): Fraction => ({ n: a.n * b.n, d: a.d * b.d });
const minus = (a: Fraction, b: Fraction): Fraction => plus(a, { n: -b.n, d: b.d });
const over = (a: Fraction, b: Fraction): Fraction =>
  b.n < 0n ? { n: -a.n * b.d, d: -a.d * b.n } : { n: a.n * b.d, d: a.d * b.n };
const isLess = (a: Fraction, b: Fraction): boolean => a.n * b.d < b.n * a.d;
const ZERO = exact(0);
const ONE = exact(1);
const exact3 = ({ x, y, z }: Vector3): Fraction3 => [exact(x), exact(y), exact(z)];
const minus3 = (a: Fraction3, b: Fraction3): Fraction3 => [minus(a[0], b[0]), minus(a[1], b[1]), minus(a[2], b[2])];
const dot3 = (a: Fraction3, b: Fraction3): Fraction =>
  plus(plus(times(a[0], b[0]), times(a[1], b[1])), times(a[2], b[2]));
const cross3 = (a: Fraction3, b: Fraction3): Fraction3 => [
  minus(times(a[1], b[2]), times(a[2], b[1])),
  minus(times(a[2], b[0]), times(a[0], b[2])),
  minus(times(a[0], b[1]), times(a[1], b[0])),
];
const along3 = (a: Fraction3, b: Fraction3, t: Fraction): Fraction3 => [
  plus(a[0], times(t, b[0])),
  plus(a[1], times(t, b[1])),
  plus(a[2], times(t, b[2])),
];

/** A vector turned by the quaternion as it is, divided by its square: the rotation that its direction means. */
function turned({ orientation: { w, x, y, z } }: Pose, v: Fraction3, back: boolean): Fraction3 {
  const u: Fraction3 = [exact(back ? -x : x), exact(back ? -y : y), exact(back ? -z : z)];
  const real = exact(w);
  const first = cross3(u, v);
  const inner = along3(first, v, real);
  const twice = cross3(u, inner);
  const norm = plus(times(real, real), dot3(u, u));
  return along3(v, twice, over(exact(2), norm));
}

function segmentSquared(p: Fraction3, a: Fraction3, b: Fraction3): Fraction {
  const ab = minus3(b, a);
  const t = over(dot3(minus3(p, a), ab), dot3(ab, ab));
  const at = isLess(t, ZERO) ? ZERO : isLess(ONE, t) ? ONE : t;
  const off = minus3(p, along3(a, ab, at));
  return dot3(off, off);
}

function triangleSquared(p: Fraction3, corners: readonly [Fraction3, Fraction3, Fraction3]): Fraction {
  const [a, b, c] = corners;
  const n = cross3(minus3(b, a), minus3(c, a));
  const isInside = corners.every((q, k) => {
    const next = corners[(k + 1) % 3];
    return !isLess(dot3(n, cross3(minus3(next, q), minus3(p, q))), ZERO);
  });
  if (isInside) {
    const height = dot3(n, minus3(p, a));
    return over(times(height, height), dot3(n, n));
  }
  return corners
    .map((q, k) => segmentSquared(p, q, corners[(k + 1) % 3]))
    .reduce((least, each) => (isLess(each, least) ? each : least));
}

/** Is value <= sqrt(squared) - radius, for a distance beyond minus the radius? */
function isBelow(value: number, radius: number, squared: Fraction): boolean {
  const sum = plus(exact(value), exact(radius));
  return isLess(sum, ZERO) || !isLess(squared, times(sum, sum));
}

function isAbove(value: number, radius: number, squared: Fraction): boolean {
  const sum = plus(exact(value), exact(radius));
  return !isLess(sum, ZERO) && !isLess(times(sum, sum), squared);
}

/** How wide bounds may be: a thousand roundings of the largest coordinate. */
const WIDEST = 1000 * 2 ** -52;

describe(`bounds of spheres, seed ${seed}`, () => {
  it.each([
    ['at the origin', 0],
    ['far away', 1e4],
  ])('hold the distance from the facet in rational arithmetic, %s', (_, away) => {
    const random = new Random(seed);
    let count = 0;
    for (let k = 0; k < 60; k++) {
      const offset = scale(random.unitVector(), away);
      const vertices = [0, 1, 2].map(() => add(offset, scale(random.unitVector(), 10 ** random.between(-2, 1))));
      const mesh = facetMesh({ vertices, facets: [[0, 1, 2]] });
      const radius = 10 ** random.between(-1, 1);
      const placed = pose({
        position: scale(random.unitVector(), away),
        orientation: k % 2 === 0 ? random.rotation() : IDENTITY_QUATERNION,
      });
      const world = vertices.map((v) => turned(placed, exact3(v), false));
      const near = world[0];
      const position = vector3(
        [0, 1, 2].map((i) => {
          const { n, d } = plus(
            near[i as 0 | 1 | 2],
            exact([placed.position.x, placed.position.y, placed.position.z][i]),
          );
          return Number((n << 80n) / d) / 2 ** 80 + radius * random.between(-0.6, 0.6);
        }) as [number, number, number],
      );
      for (const found of meshContacts(mesh, placed, sphere({ radius }), { position })) {
        const local = turned(placed, minus3(exact3(position), exact3(placed.position)), true);
        const squared = triangleSquared(local, vertices.map(exact3) as unknown as [Fraction3, Fraction3, Fraction3]);
        expect(isBelow(found.lower, radius, squared)).toBe(true);
        expect(isAbove(found.upper, radius, squared)).toBe(true);
        expect(found.upper - found.lower).toBeLessThan(WIDEST * (away + radius + 10));
        count++;
      }
    }
    expect(count).toBeGreaterThan(30);
  });
});

function holds({ lower, distance, upper }: MeshContact): boolean {
  return lower <= distance && distance <= upper;
}

describe(`bounds of bodies, seed ${seed}`, () => {
  it.each([0, 1e4])('hold the depth under a face in rational arithmetic, at %s', { tags: ['long'] }, (away) => {
    const random = new Random(seed);
    let count = 0;
    for (let k = 0; k < 40; k++) {
      const offset = scale(random.unitVector(), away);
      const vertices = [0, 1, 2].map(() => add(offset, scale(random.unitVector(), 20)));
      const mesh = facetMesh({ vertices, facets: [[0, 1, 2]] });
      const points = Array.from({ length: 12 }, () => random.unitVector());
      const body = polyhedron({ vertices: points });
      const middle = scale(add(add(vertices[0], vertices[1]), vertices[2]), 1 / 3);
      const poseOfMesh = pose({ position: scale(random.unitVector(), away), orientation: random.rotation() });
      const position = add(transformPoint(poseOfMesh, middle), scale(random.unitVector(), 0.9));
      const placed = pose({ position, orientation: random.rotation() });
      for (const found of meshContacts(mesh, poseOfMesh, body, placed, { maxDistance: 0.1 })) {
        if (found.feature !== 'f') continue;
        const [a, b, c] = vertices.map((v) =>
          along3(turned(poseOfMesh, exact3(v), false), exact3(poseOfMesh.position), ONE),
        ) as [Fraction3, Fraction3, Fraction3];
        const n = cross3(minus3(b, a), minus3(c, a));
        const [x = 0, y = 0, z = 0] = mesh.facetNormals;
        const isFront = dot(found.normal, rotate(poseOfMesh.orientation, { x, y, z })) > 0;
        const heights = points.map((p) => {
          const at = along3(turned(placed, exact3(p), false), exact3(position), ONE);
          const height = dot3(n, minus3(at, a));
          return isFront ? height : minus(ZERO, height);
        });
        const least = heights.reduce((low, each) => (isLess(each, low) ? each : low));
        // d = least / |n|; lower <= d as signs and squares.
        const squared = over(times(least, least), dot3(n, n));
        const signedLess = (value: number): boolean => {
          const square = times(exact(value), exact(value));
          if (value <= 0 && !isLess(least, ZERO)) return true;
          if (value > 0 && isLess(least, ZERO)) return false;
          return value > 0 ? !isLess(squared, square) : !isLess(square, squared);
        };
        expect(signedLess(found.lower)).toBe(true);
        expect(signedLess(found.upper) && found.upper !== found.lower).toBe(false);
        expect(holds(found)).toBe(true);
        expect(found.upper - found.lower).toBeLessThan(WIDEST * (away + 40));
        count++;
      }
    }
    expect(count).toBeGreaterThan(10);
  });

  it('agree with those of the convex cube at its faces, edges and vertices', () => {
    const random = new Random(seed);
    const cube = box({ halfExtents: [0.5, 0.5, 0.5] });
    const mesh = facetMesh(boxMesh(2, [1, 1, 1], true));
    let count = 0;
    for (const kind of ['box', 'polyhedron', 'cylinder', 'ellipsoid', 'superquadric', 'rounded']) {
      for (let k = 0; k < 30; k++) {
        const shape = randomConvexShape(kind, random) as ConvexShape;
        const orientation = random.rotation();
        const far = scale(random.unitVector(), 6);
        const gap = contact(cube, {}, shape, { position: far, orientation });
        const position = add(far, scale(gap.normal, -gap.distance - 0.01));
        const expected = contact(cube, {}, shape, { position, orientation });
        for (const found of meshContacts(mesh, {}, shape, { position, orientation })) {
          expect(holds(found)).toBe(true);
          if (Math.abs(found.distance - expected.distance) > 1e-6) continue;
          expect(found.lower).toBeLessThanOrEqual(expected.upper);
          expect(found.upper).toBeGreaterThanOrEqual(expected.lower);
          count++;
        }
      }
    }
    expect(count).toBeGreaterThan(90);
  });
});
