// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { Random } from '../../math/random.ts';
import { dot, type Vector3 } from '../../math/vector.ts';
import { superquadric } from '../../shapes/kinds/superquadric.ts';
import { DOMED_BEND, LOCAL_POINT, SUPERQUADRIC_PARAMETERS } from '../layout.ts';
import { F } from '../memory.ts';
import { supportDomed } from './domed-superquadric.ts';

const SEMI_AXES = [1, 0.8, 0.6] as const;
const DOME = 2 ** -12;
const EXPONENTS = [
  [3, 3],
  [6, 6],
  [20, 20],
  [6, 2.5],
  [2.5, 6],
  [2, 4],
  [4, 2],
] as const;

function domed(n1: number, n2: number, d: Vector3): Vector3 {
  F.set([...SEMI_AXES, n1, n2], SUPERQUADRIC_PARAMETERS);
  supportDomed(SUPERQUADRIC_PARAMETERS, d.x, d.y, d.z, true);
  return { x: F[LOCAL_POINT], y: F[LOCAL_POINT + 1], z: F[LOCAL_POINT + 2] };
}

/** Unit vectors: random ones, ones in planes of symmetry, where the normals of flat points are, and ones close by. */
function directions(): Vector3[] {
  const random = new Random(4);
  return Array.from({ length: 600 }, (_, k) => {
    const { x, y, z } = random.unitVector();
    const flat = [1, 0, 1e-9, 1e-5, 1e-3][k % 5];
    const v = [x, y, z].map((value, c) => (c === k % 3 || (k % 7 === 0 && c === (k + 1) % 3) ? flat * value : value));
    const size = Math.hypot(...v);
    return { x: v[0] / size, y: v[1] / size, z: v[2] / size };
  });
}

describe('a domed superquadric', () => {
  it.each(EXPONENTS)('n1 = %d, n2 = %d: is inside the superquadric, by no more than the bound', (n1, n2) => {
    const body = superquadric({ semiAxes: SEMI_AXES, n1, n2 });
    const most = ((n1 >= n2 ? 2 : 5) * DOME * (n1 - 1)) / n1;
    for (const d of directions()) {
      const exact = dot(d, body.support(d));
      const own = dot(d, domed(n1, n2, d));
      expect(own).toBeLessThanOrEqual(exact * (1 + 1e-14));
      expect(own).toBeGreaterThan(exact * (1 - most));
    }
  });

  it.each(EXPONENTS)('n1 = %d, n2 = %d: its point is the gradient of the support function', (n1, n2) => {
    const h = 1e-6;
    for (const d of directions()) {
      const value = (c: 'x' | 'y' | 'z', by: number): number => {
        const moved = { ...d, [c]: d[c] + by };
        return dot(moved, domed(n1, n2, moved));
      };
      const point = domed(n1, n2, d);
      for (const c of ['x', 'y', 'z'] as const) {
        // Radii of curvature change over an angle of DOME to the power 1 - 1/n, 3e-4 and more.
        expect(Math.abs((value(c, h) - value(c, -h)) / (2 * h) - point[c])).toBeLessThan(
          3e-3 * Math.abs(point[c]) + 1e-6,
        );
      }
    }
  });

  it.each(EXPONENTS)('n1 = %d, n2 = %d: its second derivatives are those of its point', (n1, n2) => {
    const h = 1e-6;
    const order = [0, 1, 2, 1, 3, 4, 2, 4, 5];
    for (const d of directions()) {
      domed(n1, n2, d);
      const bend = order.map((k) => F[DOMED_BEND + k]);
      const most = Math.max(...bend.map(Math.abs));
      (['x', 'y', 'z'] as const).forEach((c, column) => {
        const ahead = domed(n1, n2, { ...d, [c]: d[c] + h });
        const behind = domed(n1, n2, { ...d, [c]: d[c] - h });
        (['x', 'y', 'z'] as const).forEach((r, row) => {
          const slope = (ahead[r] - behind[r]) / (2 * h);
          // Differences of fourth derivatives over the square of the dome's width, and roundings over the step.
          expect(Math.abs(slope - bend[3 * row + column])).toBeLessThan(1e-4 * most + 1e-9);
        });
      });
    }
  });

  it.each([
    [3, 16],
    [6, 256],
    [20, 1783],
  ])('n = %d: its point moves on a flat side by at most %d times the turn of the normal', (n, radius) => {
    // a^2/c, the largest of these semi-axes, and a fifth more where flat lines cross.
    const most = (1.2 * radius * SEMI_AXES[0] ** 2) / SEMI_AXES[2];
    for (const d of directions()) {
      const turn = 1e-7;
      const p = domed(n, n, d);
      for (const c of ['x', 'y', 'z'] as const) {
        const q = domed(n, n, { ...d, [c]: d[c] + turn });
        expect(Math.hypot(q.x - p.x, q.y - p.y, q.z - p.z) / turn).toBeLessThan(most);
      }
    }
  });

  it('reaches the poles of a superquadric with equal exponents', () => {
    expect(domed(6, 6, { x: 1, y: 0, z: 0 }).x).toBeCloseTo(1, 14);
    expect(domed(6, 6, { x: 0, y: 0, z: -1 })).toEqual({ x: 0, y: 0, z: expect.closeTo(-0.6, 14) });
  });
});
