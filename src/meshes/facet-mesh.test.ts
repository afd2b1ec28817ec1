// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { MeshError } from '../errors.ts';
import { facetMesh } from './facet-mesh.ts';

/** A unit cube of six squares, outward. */
const CUBE_VERTICES = Array.from({ length: 8 }, (_, i): [number, number, number] => [
  i & 1,
  (i >> 1) & 1,
  (i >> 2) & 1,
]);
const CUBE_FACETS = [
  [0, 4, 6, 2],
  [1, 3, 7, 5],
  [0, 1, 5, 4],
  [2, 6, 7, 3],
  [0, 2, 3, 1],
  [4, 5, 7, 6],
];

function refusal(vertices: unknown, facets: unknown): { code: string; message: string; facet: unknown } {
  try {
    facetMesh({ vertices, facets } as never);
  } catch (error) {
    if (error instanceof MeshError) return { code: error.code, message: error.message, facet: error.details.facet };
    throw error;
  }
  throw new Error('accepted');
}

describe('a cube of squares', () => {
  const cube = facetMesh({ vertices: CUBE_VERTICES, facets: CUBE_FACETS });

  it('has unit outward normals', () => {
    const normals = [-1, 0, 0, 1, 0, 0, 0, -1, 0, 0, 1, 0, 0, 0, -1, 0, 0, 1];
    expect([...cube.facetNormals].map((x) => x + 0)).toEqual(normals);
  });

  it('has twelve edges, each between two facets, lower vertex first', () => {
    expect(cube.edgeVertices).toHaveLength(24);
    for (let e = 0; e < 12; e++) {
      expect(cube.edgeVertices[2 * e]).toBeLessThan(cube.edgeVertices[2 * e + 1]);
      expect([cube.edgeFacetOffsets[e], cube.edgeFacetOffsets[e + 1]]).toEqual([2 * e, 2 * e + 2]);
      const [low, high] = cube.edgeVertices.slice(2 * e, 2 * e + 2);
      for (const f of cube.edgeFacets.slice(2 * e, 2 * e + 2))
        expect(CUBE_FACETS[f]).toEqual(expect.arrayContaining([low, high]));
    }
  });

  it('has three facets at every vertex, and facets that know their edges', () => {
    expect([...cube.vertexFacetOffsets]).toEqual([0, 3, 6, 9, 12, 15, 18, 21, 24]);
    expect([...cube.vertexFacets.slice(0, 3)]).toEqual([0, 2, 4]);
    CUBE_FACETS.flatMap((facet) => facet.map((v, i) => [v, facet[(i + 1) % 4]])).forEach(([v, w], i) => {
      const e = cube.facetEdges[i];
      expect([...cube.edgeVertices.slice(2 * e, 2 * e + 2)].sort()).toEqual([v, w].sort());
    });
  });

  it('has the extent of its vertices in use', () => {
    const vertices: [number, number, number][] = [...CUBE_VERTICES, [100, 0, 0]];
    expect(facetMesh({ vertices, facets: CUBE_FACETS }).extent).toBe(1);
  });
});

describe('construction', () => {
  it('takes one facet', () => {
    const mesh = facetMesh({ vertices: [[0, 0, 0], [1, 0, 0], { x: 0, y: 1, z: 0 }], facets: [[0, 1, 2]] });
    expect([...mesh.facetNormals]).toEqual([0, 0, 1]);
    expect([...mesh.edgeFacets]).toEqual([0, 0, 0]);
  });

  it('takes flat arrays and copies them', () => {
    const vertices = Float64Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0);
    const facets = { offsets: Int32Array.of(0, 3), vertices: Int32Array.of(0, 1, 2) };
    const mesh = facetMesh({ vertices, facets });
    vertices.fill(7);
    facets.vertices.fill(7);
    expect([...mesh.vertices]).toEqual([0, 0, 0, 1, 0, 0, 0, 1, 0]);
    expect([...mesh.facetVertices]).toEqual([0, 1, 2]);
  });

  it('welds equal vertices when asked, under the lowest number', () => {
    const vertices: [number, number, number][] = [
      [0, 0, 0],
      [1, 0, 0],
      [0, 1, 0],
      [1, 0, 0],
      [1, 1, 0],
      [-0, 1, -0],
    ];
    const facets = [
      [0, 1, 2],
      [3, 4, 5],
    ];
    expect(facetMesh({ vertices, facets }).edgeVertices).toHaveLength(12);
    const welded = facetMesh({ vertices, facets }, 'mesh', { weld: true });
    expect(welded.edgeVertices).toHaveLength(10);
    expect([...welded.facetVertices]).toEqual([0, 1, 2, 1, 4, 2]);
  });
});

describe('refusal', () => {
  const square: [number, number, number][] = [
    [0, 0, 0],
    [1, 0, 0],
    [1, 1, 0],
    [0, 1, 0],
  ];
  const good = [0, 1, 2];
  const line: [number, number, number][] = [
    [0, 0, 0],
    [1, 1, 1],
    [2, 2, 2],
    [0, 1, 0],
  ];

  it.each([
    [
      'not-finite',
      'mesh.vertices[1].y: expected a finite number, got NaN',
      [
        [0, 0, 0],
        [1, Number.NaN, 0],
        [0, 1, 0],
      ],
      [good],
      undefined,
    ],
    [
      'not-finite',
      'mesh.vertices[2].z: expected a number from -1e+50 to 1e+50, got 1e+51',
      [
        [0, 0, 0],
        [1, 0, 0],
        [0, 1, 1e51],
      ],
      [good],
      undefined,
    ],
    [
      'not-a-vector',
      'mesh.vertices[1]: expected three numbers [x, y, z]',
      [
        [0, 0, 0],
        [1, 0],
      ],
      [good],
      undefined,
    ],
    ['no-vertices', 'mesh.vertices: expected at least 3 vertices, got none', [], [good], undefined],
    ['not-points', 'mesh.vertices: expected an array of points [[x, y, z], ...]', 'points', [good], undefined],
    ['no-facets', 'mesh.facets: expected at least one facet, got none', square, [], undefined],
    ['not-facets', 'mesh.facets: expected an array of facets [[i, j, k, ...], ...]', square, 7, undefined],
    ['not-a-facet', 'mesh.facets[1]: expected an array of vertex numbers [i, j, k, ...]', square, [good, null], 1],
    ['bad-index', 'mesh.facets[1][2]: expected a vertex from 0 to 3, got 4', square, [good, [0, 1, 4]], 1],
    ['bad-index', 'mesh.facets[0][0]: expected a vertex from 0 to 3, got -1', square, [[-1, 1, 2]], 0],
    ['bad-index', 'mesh.facets[1][1]: expected the number of a vertex, got 1.5', square, [good, [0, 1.5, 2]], 1],
    [
      'too-few-vertices',
      'mesh.facets[1]: expected at least 3 vertices, got 2; leave the facet out',
      square,
      [good, [0, 1]],
      1,
    ],
    [
      'repeated-vertex',
      'mesh.facets[1][2]: repeats another vertex of the facet; leave it out',
      square,
      [good, [1, 0, 0]],
      1,
    ],
    [
      'repeated-vertex',
      'mesh.facets[0][2]: repeats another vertex of the facet; leave it out',
      square,
      [[0, 1, 1, 2, 3]],
      0,
    ],
  ])('is %s: %s', (code, message, vertices, facets, facet) => {
    expect(refusal(vertices, facets)).toEqual({ code, message, facet });
  });

  it('is that of a facet without area', () => {
    const { code, message, facet } = refusal(line, [
      [0, 1, 3],
      [0, 1, 2],
    ]);
    expect({ code, facet }).toEqual({ code: 'no-area', facet: 1 });
    expect(message).toMatch(
      /^mesh\.facets\[1\]: expected a facet with an area, but its vertices lie in a line \(height 0, /,
    );
  });

  it('is that of a quad which is not flat', () => {
    const { code, message, facet } = refusal(
      [...square, [0, 1, 1e-3]],
      [
        [0, 1, 2, 3],
        [0, 1, 2, 4],
      ],
    );
    expect({ code, facet }).toEqual({ code: 'not-flat', facet: 1 });
    expect(message).toMatch(
      /^mesh\.facets\[1\]\[\d\]: expected a flat facet, but the vertex lies 0\.00024\d* off its plane .*; split it into triangles$/,
    );
  });

  it.each([
    [
      'an arrow',
      [
        [0, 0, 0],
        [2, 0, 0],
        [0.5, 0.5, 0],
        [0, 2, 0],
      ],
      [0, 1, 2, 3],
    ],
    [
      'a pentagram',
      [0, 2, 4, 1, 3].map((i) => [Math.cos((2 * Math.PI * i) / 5), Math.sin((2 * Math.PI * i) / 5), 0]),
      [0, 1, 2, 3, 4],
    ],
    [
      'a spike along an edge',
      [
        [0, 0, 0],
        [2, 0, 0],
        [3, 0, 0],
        [2, 0, 0],
        [2, 2, 0],
        [0, 2, 0],
      ],
      [0, 1, 2, 3, 4, 5],
    ],
  ])('is that of %s, which is not convex', (_, vertices, facet) => {
    expect(refusal(vertices, [facet])).toMatchObject({ code: 'not-convex', facet: 0 });
  });

  it('is that of a loop wound twice', () => {
    const octagon = Array.from({ length: 8 }, (_, i) => [Math.cos((Math.PI * i) / 4), Math.sin((Math.PI * i) / 4), 0]);
    const loop = [0, 1, 2, 3, 4, 5, 6, 7, 0, 1, 2, 3, 4, 5, 6, 7];
    expect(refusal(octagon, [loop])).toMatchObject({ code: 'repeated-vertex', facet: 0 });
  });

  it('starts with the path it is given', () => {
    expect(() => facetMesh({ vertices: square, facets: [[0, 1, 9]] }, 'a.shape.mesh')).toThrow(
      /^a\.shape\.mesh\.facets\[0\]\[2\]: /,
    );
  });
});

describe('normals', () => {
  it('of a sliver far from the origin are those of its coordinates', () => {
    // Exact in float64: a height of 2^-20 at 2^20, three along the diagonal and off it in z.
    const o = 2 ** 20;
    const vertices: [number, number, number][] = [
      [o, o, o],
      [o + 1, o + 1, o],
      [o + 0.5, o + 0.5, o + 2 ** -20],
    ];
    const { facetNormals } = facetMesh({ vertices, facets: [[0, 1, 2]] });
    expect(facetNormals[0]).toBeCloseTo(Math.SQRT1_2, 15);
    expect(facetNormals[1]).toBeCloseTo(-Math.SQRT1_2, 15);
    expect(facetNormals[2]).toBe(0);
  });

  it('are unit for the smallest and the largest facets', () => {
    for (const scale of [1e-49, 1e-20, 1e20, 1e49]) {
      const vertices: [number, number, number][] = [
        [0, 0, 0],
        [scale, 0, 0],
        [0, scale, scale],
      ];
      const [x, y, z] = facetMesh({ vertices, facets: [[0, 1, 2]] }).facetNormals;
      expect([x, y, z].map((value) => value + 0)).toEqual(
        [0, -Math.SQRT1_2, Math.SQRT1_2].map((value) => expect.closeTo(value, 15)),
      );
    }
  });

  it('allow vertices on a straight side', () => {
    const vertices: [number, number, number][] = [
      [0, 0, 0],
      [1, 0, 0],
      [2, 0, 0],
      [2, 2, 0],
      [0, 2, 0],
      [0, 1, 0],
    ];
    expect([...facetMesh({ vertices, facets: [[0, 1, 2, 3, 4, 5]] }).facetNormals]).toEqual([0, 0, 1]);
  });
});
