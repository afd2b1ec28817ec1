// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { pose, transformPoint } from '../../math/pose.ts';
import { integrate } from '../../math/quadrature.ts';
import { Random } from '../../math/random.ts';
import { rotateMatrix } from '../../math/symmetric-matrix.ts';
import { distance, scale, toTriple, type Vector3 } from '../../math/vector.ts';
import { box } from '../kinds/box.ts';
import { capsule } from '../kinds/capsule.ts';
import { cone } from '../kinds/cone.ts';
import { polyhedron } from '../kinds/convex-polyhedron.ts';
import { cylinder } from '../kinds/cylinder.ts';
import { ellipsoid } from '../kinds/ellipsoid.ts';
import { facet } from '../kinds/facet.ts';
import { rounded } from '../kinds/rounded.ts';
import { segment } from '../kinds/segment.ts';
import { sphere } from '../kinds/sphere.ts';
import { superquadric } from '../kinds/superquadric.ts';
import type { ConvexShape } from '../shape.ts';
import type { MassProperties } from './mass-properties.ts';
import { surfaceSums } from './rounded-superquadric.ts';

const KEYS = ['xx', 'yy', 'zz', 'xy', 'xz', 'yz'] as const;

function expectSame(a: MassProperties, b: MassProperties, tolerance: number): void {
  const scaleOfInertia = Math.max(b.inertia.xx, b.inertia.yy, b.inertia.zz);
  const size = Math.sqrt(scaleOfInertia / b.volume);
  expect(Math.abs(a.volume / b.volume - 1)).toBeLessThan(tolerance);
  expect(distance(a.centroid, b.centroid)).toBeLessThan(tolerance * size);
  for (const key of KEYS) expect(Math.abs(a.inertia[key] - b.inertia[key])).toBeLessThan(tolerance * scaleOfInertia);
}

function massOf(shape: ConvexShape, radius: number): MassProperties {
  return rounded({ shape, radius }).massProperties();
}

const CORES: readonly ConvexShape[] = [
  box({ halfExtents: [1, 2, 3] }),
  capsule({ radius: 1, halfLength: 2 }),
  cylinder({ radius: 1, halfLength: 2 }),
  cone({ radius: 1, height: 2 }),
  ellipsoid({ semiAxes: [1, 2, 3] }),
  superquadric({ semiAxes: [1, 2, 3], n1: 1.3, n2: 7 }),
  polyhedron({
    vertices: [
      [0, 0, 0],
      [1, 0, 0],
      [0, 2, 0],
      [0, 0, 3],
    ],
  }),
];

/** Offset of the curve |rho/a|^n + |z/c|^n = 1, integrated as a solid of revolution in the angle of the normal. */
function roundedRevolution(a: number, c: number, n: number, r: number): MassProperties {
  const q = n / (n - 1);
  const curve = (angle: number) => {
    const u = a * Math.cos(angle);
    const v = c * Math.sin(angle);
    const norm = (u ** q + v ** q) ** (1 / q);
    const rho = a * (u / norm) ** (q - 1);
    const z = c * (v / norm) ** (q - 1);
    // dz/d(angle) of the support curve h(angle): (h + h'') cos(angle), with h = norm.
    const hRadius = (q - 1) * (a * c) ** 2 * ((u * v) ** (q - 2) / norm ** (2 * q - 1));
    return { rho: rho + r * Math.cos(angle), z: z + r * Math.sin(angle), slope: (hRadius + r) * Math.cos(angle) };
  };
  const total = (density: (rho: number, z: number) => number): number =>
    2 *
    integrate(
      (angle) => {
        const { rho, z, slope } = curve(angle);
        return density(rho, z) * slope;
      },
      0,
      Math.PI / 2,
      200,
    );
  const volume = total((rho) => Math.PI * rho ** 2);
  const across = total((rho) => (Math.PI / 4) * rho ** 4);
  const along = total((rho, z) => Math.PI * rho ** 2 * z ** 2);
  const inertia = { xx: across + along, yy: across + along, zz: 2 * across, xy: 0, xz: 0, yz: 0 };
  return { volume, centroid: { x: 0, y: 0, z: 0 }, inertia };
}

describe('rounded mass properties', () => {
  it.each(CORES)('of a $kind tend to those of the core as the radius vanishes', (core) => {
    expectSame(massOf(core, 1e-14), core.massProperties(), 1e-12);
  });

  it.each(CORES)('of a $kind tend to those of a ball as the core vanishes', (core) => {
    const radius = 1e13;
    const { volume, inertia } = massOf(core, radius);
    const ball = sphere({ radius }).massProperties();
    expect(Math.abs(volume / ball.volume - 1)).toBeLessThan(1e-11);
    for (const key of ['xx', 'yy', 'zz'] as const)
      expect(Math.abs(inertia[key] / ball.inertia[key] - 1)).toBeLessThan(1e-11);
  });

  it('of a box and of the same box as a polyhedron agree', () => {
    const vertices = [-1, 1].flatMap((x) => [-2, 2].flatMap((y) => [-3, 3].map((z) => [x, y, z] as const)));
    for (const r of [1e-3, 0.5, 10])
      expectSame(massOf(polyhedron({ vertices }), r), massOf(box({ halfExtents: [1, 2, 3] }), r), 2e-15);
  });

  it('of a turned and moved polyhedron turn and move', () => {
    const random = new Random(5);
    const points: Vector3[] = Array.from({ length: 30 }, () => scale(random.unitVector(), random.between(0.5, 1)));
    const placed = pose({ position: [1e3, -1e3, 1e3], orientation: random.rotation() });
    const own = massOf(polyhedron({ vertices: points }), 0.3);
    const moved = massOf(polyhedron({ vertices: points.map((p) => transformPoint(placed, p)) }), 0.3);
    // Moving by 1e3 rounds the vertices by 1e-13.
    expectSame(
      moved,
      {
        volume: own.volume,
        centroid: transformPoint(placed, own.centroid),
        inertia: rotateMatrix(own.inertia, placed.orientation),
      },
      1e-12,
    );
  });

  it('of a polyhedron with many faces tend to those of the ellipsoid it is inscribed in', () => {
    const shape = ellipsoid({ semiAxes: [1, 2, 3] });
    const inscribed = (count: number): MassProperties => {
      const golden = Math.PI * (3 - Math.sqrt(5));
      const vertices = Array.from({ length: count }, (_, i) => {
        const z = 1 - (2 * i + 1) / count;
        const rho = Math.sqrt(1 - z * z);
        return toTriple(shape.support({ x: rho * Math.cos(golden * i), y: rho * Math.sin(golden * i), z }));
      });
      return massOf(polyhedron({ vertices }), 0.7);
    };
    const exact = massOf(shape, 0.7);
    const errors = [500, 2000].map((count) => 1 - inscribed(count).volume / exact.volume);
    // First order in the number of vertices, second in their distance.
    expect(errors[0]).toBeGreaterThan(0);
    expect(errors[0] / errors[1]).toBeGreaterThan(3.5);
    expectSame(inscribed(2000), exact, 2e-2);
  });

  it('of a cylinder are those of its closed form', () => {
    // Slices: radius R + r on the trunk, R + sqrt(r^2 - s^2) at s beyond its ends; integrals of (r^2 - s^2)^(k/2).
    const [R, h, r] = [1.5, 2, 0.6];
    const disc = R ** 2 * r + (R * Math.PI * r ** 2) / 2 + (2 / 3) * r ** 3;
    const { volume, inertia } = massOf(cylinder({ radius: R, halfLength: h }), r);
    expect(volume).toBeCloseTo(2 * Math.PI * (h * (R + r) ** 2 + disc), 12);
    const fourth =
      R ** 4 * r + R ** 3 * Math.PI * r ** 2 + 4 * R ** 2 * r ** 3 + (3 / 4) * Math.PI * R * r ** 4 + (8 / 15) * r ** 5;
    expect(inertia.zz).toBeCloseTo(Math.PI * (h * (R + r) ** 4 + fourth), 11);
  });

  it('of a long thin facet are nearly those of a slab', () => {
    const plate = facet({
      vertices: [
        [0, 0, 0],
        [4, 0, 0],
        [4, 3, 0],
        [0, 3, 0],
      ],
    });
    const thin = massOf(plate, 1e-9);
    expect(Math.abs(thin.volume / (2e-9 * 12) - 1)).toBeLessThan(1e-8);
    expect(distance(thin.centroid, { x: 2, y: 1.5, z: 0 })).toBeLessThan(1e-14);
    expect(Math.abs(thin.inertia.zz / ((thin.volume * 25) / 12) - 1)).toBeLessThan(1e-8);
  });

  it('of a segment along z are those of a capsule', () => {
    const bar = segment({ from: [1, 2, 1], to: [1, 2, 5] });
    const expected = capsule({ radius: 0.5, halfLength: 2 }).massProperties();
    expectSame(massOf(bar, 0.5), { ...expected, centroid: { x: 1, y: 2, z: 3 } }, 1e-15);
  });

  it('add radii when a rounded shape is rounded', () => {
    const core = cone({ radius: 1, height: 2 });
    expectSame(massOf(rounded({ shape: core, radius: 0.25 }), 0.5), massOf(core, 0.75), 1e-15);
  });
});

describe('rounded superquadric', () => {
  it('is a larger ball when its core is one', () => {
    for (const r of [1e-6, 1, 1e6]) {
      expectSame(massOf(ellipsoid({ semiAxes: [1, 1, 1] }), r), sphere({ radius: 1 + r }).massProperties(), 1e-14);
    }
  });

  it.each([
    // Integrals over the sphere of normals with the Hessian of the support function: mpmath to 20 digits, then numpy to
    // 12.
    [[1, 2, 3], 2, 2, [56.69862750260513, 26.260652132033663, 71.46142537433525, 142.4389367413412], 2e-15],
    [[1, 2, 3], 3, 1.6, [61.79581847206, 28.53922295619, 80.17363142577, 182.818919820749], 1e-12],
  ] as const)(
    'agrees with other quadratures for semi-axes %j, n1 = %d, n2 = %d',
    (semiAxes, n1, n2, expected, tolerance) => {
      const { volume, inertia } = massOf(superquadric({ semiAxes, n1, n2 }), 0.5);
      const half = (inertia.xx + inertia.yy + inertia.zz) / 2;
      const found = [volume, half - inertia.xx, half - inertia.yy, half - inertia.zz];
      found.forEach((value, i) => {
        expect(Math.abs(value / expected[i] - 1)).toBeLessThan(tolerance);
      });
    },
  );

  it.each([
    [1, 3, 2],
    [3, 1, 2],
    [1, 1, 1.5],
    [1, 2, 1.5],
    [1, 20, 2],
  ])('agrees with the solid of revolution with a = %d, c = %d, n1 = %d', (a, c, n) => {
    for (const r of [0.01, 1]) {
      const expected = roundedRevolution(a, c, n, r);
      expectSame(massOf(superquadric({ semiAxes: [a, a, c], n1: n, n2: 2 }), r), expected, REVOLUTION_TOLERANCE);
    }
  });

  it.each([
    [1, 2, 3, 2, 2],
    [1, 1, 1, 20, 20],
    [1, 1, 1, 1.05, 1.05],
    [1, 100, 0.01, 1.05, 20],
    [1, 30, 0.1, 100, 1.01],
  ])("satisfies Minkowski's identities for semi-axes %d, %d, %d and n1 = %d, n2 = %d", (a, b, c, n1, n2) => {
    const shape = superquadric({ semiAxes: [a, b, c], n1, n2 });
    const sums = surfaceSums(shape.semiAxes, n1, n2, 512);
    const sum = (measure: number, index: number): number => sums[10 * measure + index];
    const [area, curvature, solidAngle] = [sum(0, 0), sum(1, 0), sum(2, 0)];
    const support = [0, 1, 2].map((m) => sum(m, 2) + sum(m, 5) + sum(m, 8));
    const relative = (value: number, exact: number): number => Math.abs(value / exact - 1);
    // Normals cover the sphere; h dA = 3 V; h 2H dA = 2 A; h dw = half of 2H dA.
    expect(relative(solidAngle, 4 * Math.PI)).toBeLessThan(1e-12);
    for (const k of [3, 6, 9]) expect(relative(sum(2, k), (4 / 3) * Math.PI)).toBeLessThan(1e-12);
    expect(relative(support[0], 3 * shape.massProperties().volume)).toBeLessThan(1e-12);
    expect(relative(support[1], 2 * area)).toBeLessThan(1e-12);
    expect(relative(support[2], curvature / 2)).toBeLessThan(1e-12);
  });

  it('has the area of a prolate spheroid', () => {
    // 2 pi a (a + c asin(e) / e), e^2 = 1 - a^2 / c^2.
    const [a, c] = [1, 2];
    const e = Math.sqrt(1 - (a * a) / (c * c));
    const area = surfaceSums({ x: a, y: a, z: c }, 2, 2, 128)[0];
    expect(area).toBeCloseTo(2 * Math.PI * a * (a + (c * Math.asin(e)) / e), 12);
  });
});

/** The reference is Gauss quadrature with 200 nodes, whose integrand has end-point powers for n other than 2. */
const REVOLUTION_TOLERANCE = 1e-9;
