// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { Random } from '../../math/random.ts';
import { cross, dot, lengthSquared, subtract, type Vector3 } from '../../math/vector.ts';
import { johnson, weightedSum } from './johnson.ts';
import { signedVolumes } from './signed-volumes.ts';

type Tetrahedron = readonly [Vector3, Vector3, Vector3, Vector3];

function determinantOf(rows: readonly (readonly number[])[]): number {
  const [first, ...others] = rows as [readonly number[], ...(readonly number[])[]];
  if (others.length === 0) return first[0];
  return first.reduce((sum, value, i) => {
    const minor = others.map((row) => row.filter((_, k) => k !== i));
    return sum + (i % 2 === 0 ? 1 : -1) * value * determinantOf(minor);
  }, 0);
}

/** Eq. (5) of TD word for word: the columns are the points over 1, and one of them is replaced by the origin over 1. */
function byCramer(points: Tetrahedron): number[] {
  const columns = points.map(({ x, y, z }) => [x, y, z, 1]);
  const whole = determinantOf(columns);
  return columns.map((_, i) => determinantOf(columns.map((column, k) => (k === i ? [0, 0, 0, 1] : column))) / whole);
}

describe('signed volumes', () => {
  it("are Cramer's rule where the origin is inside: eq. (4) and (5) are the same numbers", () => {
    const random = new Random(5);
    let inside = 0;
    for (let n = 0; n < 500; n++) {
      const points = [0, 1, 2, 3].map(() => random.unitVector()) as unknown as Tetrahedron;
      const expected = byCramer(points);
      if (!expected.every((weight) => weight > 1e-3)) continue;
      inside++;
      signedVolumes(points).forEach((weight, i) => {
        expect(weight).toBeCloseTo(expected[i], 12);
      });
    }
    expect(inside).toBeGreaterThan(20);
  });

  it('keep their digits in a sliver where the dot products of Johnson lose them', () => {
    // Two corners 1e-7 apart: Johnson's cofactors are of the fourth order in that.
    const points = [
      { x: -1, y: 0.3, z: 1 },
      { x: 1, y: 0.1, z: 1 },
      { x: 1, y: 0.1 + 1e-7, z: 1 + 1e-8 },
    ];
    const [p, q, r] = points as [Vector3, Vector3, Vector3];
    const normal = cross(subtract(q, p), subtract(r, p));
    const plane = dot(normal, p) ** 2 / lengthSquared(normal);
    for (const subDistance of [signedVolumes, johnson]) {
      const squared = lengthSquared(weightedSum(points, subDistance(points)));
      expect(squared).toBeGreaterThanOrEqual(plane * (1 - 1e-9));
      expect(squared).toBeLessThanOrEqual(lengthSquared(q));
    }
  });
});
