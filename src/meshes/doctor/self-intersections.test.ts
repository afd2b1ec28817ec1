// SPDX-License-Identifier: MIT
import fc from 'fast-check';
import { orient3d } from 'robust-predicates';
import { describe, expect, it } from 'vitest';
import { ballMesh, boxMesh, placed, type SampleMesh, type Triple } from '../../../tests/support/sample-meshes.ts';
import { Random } from '../../math/random.ts';
import { readFacetList } from '../facet-list.ts';
import { selfIntersections } from './self-intersections.ts';

function pairsOf(mesh: SampleMesh): string[] {
  const { pairs } = selfIntersections(readFacetList(mesh, 'mesh'));
  return Array.from({ length: pairs.length / 2 }, (_, i) => `${pairs[2 * i]},${pairs[2 * i + 1]}`);
}

/**
 * Does the segment pass through the inside of the triangle? By exact signs; random points make no others than +1 and
 * -1.
 */
function pierces(p: Triple, q: Triple, [a, b, c]: readonly [Triple, Triple, Triple]): boolean {
  const side = (u: Triple, v: Triple, w: Triple, x: Triple): number => Math.sign(orient3d(...u, ...v, ...w, ...x));
  if (side(a, b, c, p) === side(a, b, c, q)) return false;
  const turns = [side(p, q, a, b), side(p, q, b, c), side(p, q, c, a)];
  return turns[0] === turns[1] && turns[1] === turns[2];
}

function cross(s: readonly [Triple, Triple, Triple], t: readonly [Triple, Triple, Triple]): boolean {
  return [0, 1, 2].some((i) => {
    const next = (i + 1) % 3;
    return pierces(s[i], s[next], t) || pierces(t[i], t[next], s);
  });
}

describe('self-intersections', () => {
  it('of random triangles are those that exact arithmetic finds', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 2, max: 40 }),
        fc.integer(),
        fc.constantFrom(1, 1e-9, 1e9),
        (count, seed, scale) => {
          const random = new Random(seed);
          const point = (): Triple => [random.next() * scale, random.next() * scale, random.next() * scale];
          const triangles = Array.from({ length: count }, () => {
            // Some thin as needles.
            const [a, b, c] = [point(), point(), point()];
            const near = a.map((x, k) => x + 1e-6 * (c[k] - x)) as Triple;
            return [a, b, random.next() < 0.3 ? near : c] as const;
          });
          const facets = triangles.map((_, i) => [3 * i, 3 * i + 1, 3 * i + 2]);
          const expected: string[] = [];
          for (let i = 0; i < count; i++) {
            for (let j = i + 1; j < count; j++) {
              if (cross(triangles[i] as never, triangles[j] as never)) expected.push(`${i},${j}`);
            }
          }
          expect(pairsOf({ vertices: triangles.flat(), facets })).toEqual(expected);
        },
      ),
      { numRuns: 60 },
    );
  });

  it('of two balls are found in both, none within one', () => {
    const a = ballMesh(6);
    const b = placed(ballMesh(5), new Random(3).rotation(), 1, [1.3, 0.1, 0.2]);
    const facets = [...a.facets, ...b.facets.map((facet) => facet.map((v) => v + a.vertices.length))];
    const pairs = pairsOf({ vertices: [...a.vertices, ...b.vertices], facets });
    expect(pairs.length).toBeGreaterThan(20);
    for (const pair of pairs) {
      const [f, g] = pair.split(',').map(Number) as [number, number];
      expect(f < a.facets.length && g >= a.facets.length).toBe(true);
    }
  });

  it('of a surface folded onto itself, and of facets that cover each other in a plane, are found', () => {
    const vertices: Triple[] = [
      [0, 0, 0],
      [1, 0, 0],
      [0.2, 1, 0],
      [0.7, 1, 0],
    ];
    expect(
      pairsOf({
        vertices,
        facets: [
          [0, 1, 2],
          [1, 0, 3],
        ],
      }),
    ).toEqual(['0,1']);
    const apart: Triple[] = [
      [0, 0, 0],
      [2, 0, 0],
      [0, 2, 0],
      [0.5, 0.5, 0],
      [3, 0.5, 0],
      [3, 3, 0],
    ];
    expect(
      pairsOf({
        vertices: apart,
        facets: [
          [0, 1, 2],
          [3, 4, 5],
        ],
      }),
    ).toEqual(['0,1']);
  });

  it('are not what meets at a vertex on a side, or touches', () => {
    // A vertex in the middle of another facet's side; two boxes of which one stands on the other's corner.
    const vertices: Triple[] = [
      [0, 0, 0],
      [0.3, 0, 0.1],
      [0.1, 1, 0],
      [0.15, 0, 0.05],
      [0, -1, 0],
      [1, -1, 0],
    ];
    expect(
      pairsOf({
        vertices,
        facets: [
          [0, 1, 2],
          [3, 4, 5],
        ],
      }),
    ).toEqual([]);
    const a = boxMesh(1);
    const b = placed(boxMesh(1), { w: 1, x: 0, y: 0, z: 0 }, 1, [1, 1, 1]);
    const facets = [...a.facets, ...b.facets.map((facet) => facet.map((v) => v + 8))];
    expect(pairsOf({ vertices: [...a.vertices, ...b.vertices], facets })).toEqual([]);
  });

  it('say so when there are too many to find', { tags: ['long'] }, () => {
    // Needles through one point: every pair crosses.
    const random = new Random(5);
    const vertices: Triple[] = [];
    const facets: number[][] = [];
    for (let i = 0; i < 600; i++) {
      const { x, y, z } = random.unitVector();
      const side = random.unitVector();
      vertices.push(
        [x, y, z],
        [-x + 0.2 * side.x, -y + 0.2 * side.y, -z + 0.2 * side.z],
        [-x - 0.2 * side.x, -y - 0.2 * side.y, -z - 0.2 * side.z],
      );
      facets.push([3 * i, 3 * i + 1, 3 * i + 2]);
    }
    const { pairs, isComplete } = selfIntersections(readFacetList({ vertices, facets }, 'mesh'));
    expect(isComplete).toBe(false);
    expect(pairs).toHaveLength(200_000);
  });
});
