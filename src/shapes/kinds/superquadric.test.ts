// SPDX-License-Identifier: MIT
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Random } from '../../math/random.ts';
import { dot, type Vector3 } from '../../math/vector.ts';
import { box } from './box.ts';
import { ellipsoid } from './ellipsoid.ts';
import { type Superquadric, superquadric } from './superquadric.ts';

/** Left side of the surface's equation. */
function surfaceFunction(shape: Superquadric, p: Vector3): number {
  const { semiAxes: s, n1, n2 } = shape;
  const across = (Math.abs(p.x / s.x) ** n2 + Math.abs(p.y / s.y) ** n2) ** (n1 / n2);
  return across + Math.abs(p.z / s.z) ** n1;
}

const seeds = fc.integer({ min: 0, max: 2 ** 31 });

function randomSuperquadric(random: Random): Superquadric {
  const size = (): number => 10 ** random.between(-3, 3);
  const exponent = (): number =>
    random.integer(2) === 0 ? 1.05 ** (1 + random.integer(60)) : random.between(1.05, 20);
  return superquadric({ semiAxes: [size(), size(), size()], n1: exponent(), n2: exponent() });
}

describe('superquadric', () => {
  it('has its support points on the surface', () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        const random = new Random(seed);
        const shape = randomSuperquadric(random);
        const p = shape.support(random.unitVector());
        // An error of an ulp in the point is multiplied by the exponent.
        expect(Math.abs(surfaceFunction(shape, p) - 1)).toBeLessThan(1e-13);
      }),
      { numRuns: 1000 },
    );
  });

  it('has its support points where the normal is the direction', () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        const random = new Random(seed);
        const shape = superquadric({
          semiAxes: [random.between(0.5, 2), random.between(0.5, 2), random.between(0.5, 2)],
          n1: random.between(1.2, 8),
          n2: random.between(1.2, 8),
        });
        const d = random.unitVector();
        const p = shape.support(d);
        const best = dot(p, d);
        // Any other point of the surface is less far: the support function of the dual exponents is an upper bound.
        for (let i = 0; i < 20; i++) {
          const q = random.unitVector();
          const size = surfaceFunction(shape, q) ** (-1 / shape.n1);
          expect(size * dot(q, d)).toBeLessThanOrEqual(best * (1 + 1e-14) + 1e-15);
        }
      }),
      { numRuns: 300 },
    );
  });

  it('is the ellipsoid for n1 = n2 = 2', () => {
    const semiAxes = [1, 2, 3] as const;
    const blob = superquadric({ semiAxes, n1: 2, n2: 2 });
    const exact = ellipsoid({ semiAxes });
    const random = new Random(7);
    for (let i = 0; i < 100; i++) {
      const d = random.unitVector();
      const p = blob.support(d);
      const q = exact.support(d);
      for (const axis of ['x', 'y', 'z'] as const) expect(Math.abs(p[axis] - q[axis])).toBeLessThan(2e-15);
    }
    const a = blob.massProperties();
    const b = exact.massProperties();
    expect(Math.abs(a.volume / b.volume - 1)).toBeLessThan(2e-15);
    for (const axis of ['xx', 'yy', 'zz'] as const)
      expect(Math.abs(a.inertia[axis] / b.inertia[axis] - 1)).toBeLessThan(4e-15);
  });

  it('tends to the box for large exponents', () => {
    const semiAxes = [1, 2, 3] as const;
    const exact = box({ halfExtents: semiAxes }).massProperties();
    const error = [25, 50, 100].map((n) => {
      const { volume, inertia } = superquadric({ semiAxes, n1: n, n2: n }).massProperties();
      return Math.max(Math.abs(volume / exact.volume - 1), Math.abs(inertia.xx / exact.inertia.xx - 1));
    });
    // The rounded corners take away a part of the order 1/n^2: a quarter at every doubling.
    expect(error[0]).toBeLessThan(0.02);
    expect(error[0] / error[1]).toBeGreaterThan(3.5);
    expect(error[1] / error[2]).toBeGreaterThan(3.7);
  });

  it('has the volume and moments of the known special bodies', () => {
    // n1 = 4, n2 = 2, unit semi-axes: slices are discs of radius (1 - z^4)^(1/4), V = 2 pi int (1 - z^4)^(1/2) = pi
    // B(1/4, 3/2) / 2.
    const { volume, inertia } = superquadric({ semiAxes: [1, 1, 1], n1: 4, n2: 2 }).massProperties();
    expect(volume).toBeCloseTo(VOLUME_4_2, 14);
    // Izz = int pi rho^4 / 2 dz = pi int (1 - z^4) dz from 0 to 1 = 4 pi / 5.
    expect(inertia.zz).toBeCloseTo((4 / 5) * Math.PI, 14);
  });

  it('has F, gradient and second derivatives in its own frame', () => {
    const shape = superquadric({ semiAxes: [1, 2, 4], n1: 2, n2: 2 });
    expect(shape.insideOutside([0, 0, 0])).toBe(-1);
    expect(shape.insideOutside([0, -2, 0])).toBe(0);
    expect(shape.insideOutside([3, 0, 0])).toBe(8);
    expect(shape.gauge([3, 0, 0])).toBe(3);
    expect(shape.gradient([3, 0, -4])).toEqual({ x: 6, y: 0, z: -0.5 });
    expect(shape.hessian([3, 2, 1])).toEqual({ xx: 2, yy: 0.5, zz: 0.125, xy: 0, xz: 0, yz: 0 });
    // F = (x^4 + y^4)^(3/2) + z^6 - 1 at (1, 0, 1).
    const blocky = superquadric({ semiAxes: [1, 1, 1], n1: 6, n2: 4 });
    expect(blocky.insideOutside({ x: 1, y: 0, z: 1 })).toBe(1);
    expect(blocky.gradient({ x: 1, y: 0, z: 1 }).x).toBeCloseTo(6, 14);
    const { xx, yy, zz } = blocky.hessian({ x: 1, y: 0, z: 1 });
    expect([xx, yy, zz].map((entry) => entry.toFixed(12))).toEqual([30, 0, 30].map((entry) => entry.toFixed(12)));
    // Far away F is out of range and stops there; the gauge is not.
    expect(superquadric({ semiAxes: [1, 1, 1], n1: 100, n2: 2 }).insideOutside([1e10, 0, 0])).toBe(Number.MAX_VALUE);
    expect(superquadric({ semiAxes: [1, 1, 1], n1: 100, n2: 2 }).gauge([1e10, 0, 0])).toBe(1e10);
    expect(() => shape.insideOutside([Number.NaN, 0, 0])).toThrow('point[0]: expected a finite number, got NaN');
  });

  it('returns axis points exactly', () => {
    const shape = superquadric({ semiAxes: [0.1, 0.2, 0.3], n1: 1.05, n2: 20 });
    expect(shape.support({ x: 5, y: 0, z: 0 })).toEqual({ x: 0.1, y: 0, z: 0 });
    expect(shape.support({ x: 0, y: -1e-300, z: 0 })).toEqual({ x: 0, y: -0.2, z: 0 });
    expect(shape.support({ x: 0, y: 0, z: 1e300 })).toEqual({ x: 0, y: 0, z: 0.3 });
  });
});

/** 2 pi times the integral of sqrt(1 - z^4) from 0 to 1, that is pi B(1/4, 3/2) / 2. */
const VOLUME_4_2 = 5.491624499902496;
