// SPDX-License-Identifier: MIT
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  ballMesh,
  boxMesh,
  cylinderMesh,
  placed,
  type SampleMesh,
  type Triple,
} from '../../tests/support/sample-meshes.ts';
import { Random } from '../math/random.ts';
import {
  CONVEX_EDGE,
  COPLANAR_EDGE,
  coplanarPatches,
  edgeKinds,
  MIXED_EDGE,
  OPEN_EDGE,
  REFLEX_EDGE,
} from './edge-kinds.ts';
import { facetMesh } from './facet-mesh.ts';

function countsOf(mesh: SampleMesh): number[] {
  const counts = [0, 0, 0, 0, 0];
  for (const kind of edgeKinds(facetMesh(mesh))) counts[kind] = counts[kind] + 1;
  return counts;
}

const inverted = ({ vertices, facets }: SampleMesh): SampleMesh => ({
  vertices,
  facets: facets.map((facet) => facet.toReversed()),
});

const anywhere = fc
  .record({ seed: fc.integer(), scale: fc.constantFrom(1, 1e-9, 1e9), offset: fc.constantFrom(0, 1e6) })
  .map(({ seed, scale, offset }) => {
    const random = new Random(seed);
    const turn = random.rotation();
    const { x, y, z } = random.unitVector();
    const away = scale * offset;
    return (mesh: SampleMesh): SampleMesh => placed(mesh, turn, scale, [away * x, away * y, away * z]);
  });

describe('edges', () => {
  it('of a box in squares are coplanar or convex, seen from inside coplanar or reflex', () => {
    fc.assert(
      fc.property(anywhere, fc.integer({ min: 1, max: 4 }), fc.boolean(), (motion, n, isCut) => {
        const box = motion(boxMesh(n, [1, 2, 0.5], isCut));
        const convex = 12 * n;
        const coplanar = 12 * n * (n - 1) + (isCut ? 6 * n * n : 0);
        expect(countsOf(box)).toEqual([0, coplanar, convex, 0, 0]);
        expect(countsOf(inverted(box))).toEqual([0, coplanar, 0, convex, 0]);
      }),
      { numRuns: 40 },
    );
  });

  it('of a ball are convex', () => {
    expect(countsOf(ballMesh(20))).toEqual([0, 0, 20 * 20 * 12, 0, 0]);
  });

  it('are open with one facet and mixed with three, or with two that do not go together', () => {
    const vertices: Triple[] = [
      [0, 0, 0],
      [1, 0, 0],
      [0, 1, 0],
      [1, 1, 1],
      [0, 0, 1],
    ];
    expect([...edgeKinds(facetMesh({ vertices, facets: [[0, 1, 2]] }))]).toEqual([OPEN_EDGE, OPEN_EDGE, OPEN_EDGE]);
    const kindOfFirst = (facets: number[][]): number | undefined => edgeKinds(facetMesh({ vertices, facets }))[0];
    expect(
      kindOfFirst([
        [0, 1, 2],
        [1, 0, 3],
        [0, 1, 4],
      ]),
    ).toBe(MIXED_EDGE);
    expect(
      kindOfFirst([
        [0, 1, 2],
        [0, 1, 4],
      ]),
    ).toBe(MIXED_EDGE);
    expect(
      kindOfFirst([
        [0, 1, 2],
        [1, 0, 4],
      ]),
    ).toBe(REFLEX_EDGE);
    expect(
      kindOfFirst([
        [1, 0, 2],
        [0, 1, 4],
      ]),
    ).toBe(CONVEX_EDGE);
  });

  it('between a wall and a sliver turned by rounding alone are coplanar', () => {
    // The tip of the sliver is one unit in the last place above the wall, its height 64 of them: an angle of 1/64.
    const unit = 2 ** -52;
    const vertices: Triple[] = [
      [1, 1, 1],
      [2, 1, 1],
      [1.5, 1 + 64 * unit, 1 + unit],
      [1.5, 0, 1],
    ];
    const kinds = edgeKinds(
      facetMesh({
        vertices,
        facets: [
          [0, 1, 2],
          [1, 0, 3],
        ],
      }),
    );
    expect(kinds[0]).toBe(COPLANAR_EDGE);
    const wide = edgeKinds(
      facetMesh({
        vertices: vertices.with(2, [1.5, 2, 1 + 1 / 64]),
        facets: [
          [0, 1, 2],
          [1, 0, 3],
        ],
      }),
    );
    expect(wide[0]).toBe(REFLEX_EDGE);
  });

  it('of a folded sheet are not coplanar', () => {
    const vertices: Triple[] = [
      [0, 0, 0],
      [1, 0, 0],
      [0.2, 1, 0],
      [0.7, 1, 0],
    ];
    expect(
      edgeKinds(
        facetMesh({
          vertices,
          facets: [
            [0, 1, 2],
            [1, 0, 3],
          ],
        }),
      )[0],
    ).not.toBe(COPLANAR_EDGE);
  });
});

describe('coplanar patches', () => {
  it('of a box are its six sides, each with its squares', () => {
    fc.assert(
      fc.property(anywhere, fc.boolean(), (motion, isCut) => {
        const n = 3;
        const { count, patchOfFacet } = coplanarPatches(facetMesh(motion(boxMesh(n, [1, 2, 0.5], isCut))));
        const perSide = n * n * (isCut ? 2 : 1);
        expect(count).toBe(6);
        // Facets are built side by side.
        const sides = Array.from({ length: 6 }, (_, side) => [
          ...patchOfFacet.slice(side * perSide, (side + 1) * perSide),
        ]);
        for (const side of sides) expect(new Set(side).size).toBe(1);
        expect(new Set(sides.map(([patch]) => patch)).size).toBe(6);
      }),
      { numRuns: 30 },
    );
  });

  it('of a cylinder are its strips and caps', () => {
    expect(coplanarPatches(facetMesh(cylinderMesh(30, 4))).count).toBe(32);
  });

  it('do not creep around a curve so fine that every edge passes for flat', () => {
    const mesh = facetMesh(cylinderMesh(400));
    const kinds = edgeKinds(mesh, { tolerance: 0.02 });
    expect(kinds.filter((kind) => kind === COPLANAR_EDGE)).toHaveLength(400);
    const { count, patchOfFacet } = coplanarPatches(mesh, kinds, { tolerance: 0.02 });
    // Strips turn by 0.0157 each: a patch holds its seed and one or two strips beside it.
    expect(count).toBeGreaterThan(400 / 4);
    const sizes = new Int32Array(count);
    for (const patch of patchOfFacet) sizes[patch] = sizes[patch] + 1;
    expect(Math.max(...sizes)).toBeLessThanOrEqual(5);
  });

  it('start from the largest facet', () => {
    const vertices: Triple[] = [
      [0, 0, 0],
      [1, 0, 0],
      [1, 1, 0],
      [0, 1, 0],
      [0, 0, 9],
      [0, 9, 0],
    ];
    const mesh = facetMesh({
      vertices,
      facets: [
        [0, 1, 2, 3],
        [0, 3, 5, 4],
      ],
    });
    expect([...coplanarPatches(mesh).patchOfFacet]).toEqual([1, 0]);
  });
});
