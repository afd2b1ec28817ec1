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
} from '../../../tests/support/sample-meshes.ts';
import { Random } from '../../math/random.ts';
import { facetMesh } from '../facet-mesh.ts';
import { examineMesh, mendMesh } from '../mesh-doctor.ts';

const anywhere = fc
  .record({
    shape: fc.constantFrom(
      () => boxMesh(1),
      () => boxMesh(3, [1, 2, 0.5], true),
      () => ballMesh(3),
      () => cylinderMesh(20, 3),
    ),
    scale: fc.constantFrom(1, 1e-9, 1e9),
    offset: fc.constantFrom(0, 1e6),
    seed: fc.integer(),
  })
  .map(({ shape, scale, offset, seed }) => {
    const random = new Random(seed);
    return { mesh: placed(shape(), random.rotation(), scale, [offset * scale, 0, 0]), random, scale };
  });

/** Every facet with vertices of its own, as in STL. */
function soup({ vertices, facets }: SampleMesh): SampleMesh {
  let next = 0;
  return {
    vertices: facets.flatMap((facet) => facet.map((v) => [...vertices[v]] as Triple)),
    facets: facets.map((facet) => facet.map(() => next++)),
  };
}

/** Cuts the first side of facet f at its middle, in this facet only: a triangle without area closes the gap. */
function withFlatTriangle(mesh: SampleMesh, f: number): SampleMesh {
  const [v, w, ...rest] = mesh.facets[f] as [number, number, ...number[]];
  const p = mesh.vertices[v];
  const q = mesh.vertices[w];
  const middle = p.map((x, k) => x + 0.5 * (q[k] - x)) as Triple;
  const m = mesh.vertices.length;
  return {
    vertices: [...mesh.vertices, middle],
    facets: [...mesh.facets.with(f, [v, m, w, ...rest]), [w, m, v].reverse()],
  };
}

describe('mending', () => {
  it('leaves a sound mesh as it is', () => {
    const mesh = cylinderMesh(9, 2);
    const { vertices, facets, facetSource, changes } = mendMesh(mesh);
    expect([...vertices]).toEqual(mesh.vertices.flat());
    expect([...facets.vertices]).toEqual(mesh.facets.flat());
    expect([...facetSource]).toEqual(mesh.facets.map((_, f) => f));
    expect(changes).toEqual({
      weldedVertexCount: 0,
      weldTolerance: undefined,
      removedFacets: Int32Array.of(),
      duplicateFacets: Int32Array.of(),
      cutFacets: Int32Array.of(),
      flippedFacets: Int32Array.of(),
      removedVertexCount: 0,
    });
  });

  it('welds a heap of facets into a closed mesh', () => {
    fc.assert(
      fc.property(anywhere, ({ mesh }) => {
        const before = examineMesh(soup(mesh));
        expect(before).toMatchObject({ isClosed: false, weldTolerance: 0, shellCount: mesh.facets.length });
        const mended = mendMesh(soup(mesh));
        expect(mended.vertices).toHaveLength(3 * mesh.vertices.length);
        expect(examineMesh(mended)).toMatchObject({ isClosed: true, findings: [], volume: examineMesh(mesh).volume });
      }),
      { numRuns: 30 },
    );
  });

  it('takes triangles without area out and keeps the mesh closed, at its volume', () => {
    fc.assert(
      fc.property(anywhere, fc.integer({ min: 1, max: 4 }), ({ mesh, random, scale }, count) => {
        let flawed = mesh;
        for (let i = 0; i < count; i++) flawed = withFlatTriangle(flawed, random.integer(mesh.facets.length));
        const before = examineMesh(flawed);
        expect(before.findings.map(({ kind }) => kind)).toContain('no-area');
        const mended = mendMesh(flawed);
        expect(examineMesh(mended)).toMatchObject({ isClosed: true, isUsable: true });
        expect(mended.changes.removedFacets).toHaveLength(count);
        // At a million sizes away coordinates keep ten digits, and the middle of a side is off by that.
        const volume = (examineMesh(mesh).volume as number) / scale ** 3;
        expect(Math.abs((examineMesh(mended).volume as number) / scale ** 3 - volume)).toBeLessThan(1e-8);
        facetMesh(mended);
      }),
      { numRuns: 60 },
    );
  });

  it('joins the ends of a side without length', () => {
    const mesh = boxMesh(2, [1, 1, 1], true);
    // Vertex 0 doubled: its first facet gets the copy, and a triangle of no width fills the gap to the others.
    const copy = mesh.vertices.length;
    const at = mesh.facets.findIndex((facet) => facet.includes(0));
    const facet = mesh.facets[at];
    const i = facet.indexOf(0);
    const [, a, b] = [...facet.slice(i), ...facet.slice(0, i)] as [number, number, number];
    const facets = [...mesh.facets.with(at, [copy, a, b]), [0, a, copy], [0, copy, b]];
    const flawed = { vertices: [...mesh.vertices, mesh.vertices[0]], facets };
    expect(examineMesh(flawed)).toMatchObject({ isClosed: true, isUsable: false });
    const mended = mendMesh(flawed);
    expect(examineMesh(mended)).toMatchObject({ isClosed: true, findings: [], facetCount: mesh.facets.length });
    expect([...mended.changes.removedFacets]).toEqual([mesh.facets.length, mesh.facets.length + 1]);
  });

  it('takes a polygon without area out, and corners too close for a polygon', () => {
    const prism = cylinderMesh(6);
    // A hexagonal cap whose corners 6 and 7 are doubled by a point a ten-billionth away; both ways round a quad without
    // area.
    const extra = prism.vertices.length;
    const near = prism.vertices[6].map((x, k) => x + 1e-10 * (prism.vertices[7]?.[k] - x)) as Triple;
    const cap = prism.facets.length - 1;
    const side = prism.facets.findIndex((facet) => facet.includes(6) && facet.includes(7) && facet.length === 4);
    const insert = (facet: number[]): number[] => {
      const i = facet.findIndex((v, at) => [v, facet[(at + 1) % facet.length]].sort().join() === '6,7');
      return facet.toSpliced(i + 1, 0, extra);
    };
    const facets = prism.facets.map((facet, f) => (f === cap || f === side ? insert(facet) : facet));
    expect(examineMesh({ vertices: [...prism.vertices, near], facets })).toMatchObject({ isUsable: false });
    const mended = mendMesh({ vertices: [...prism.vertices, near], facets });
    expect(mended.changes.weldedVertexCount).toBe(1);
    expect(examineMesh(mended)).toMatchObject({ isClosed: true, findings: [], polygonCount: 2, quadCount: 6 });

    const line: Triple[] = [
      [0, 0, 0],
      [1, 0, 0],
      [2, 0, 0],
      [3, 0, 0],
      [0, 1, 0],
    ];
    const flat = mendMesh({
      vertices: line,
      facets: [
        [0, 1, 2, 3],
        [0, 3, 4],
      ],
    });
    expect([...flat.changes.removedFacets]).toEqual([0]);
    expect(examineMesh(flat)).toMatchObject({ facetCount: 1, isUsable: true, totalArea: 1.5 });
  });

  it('cuts quads that are not flat, and facets that are not convex', () => {
    const box = boxMesh(1);
    const moved = { vertices: box.vertices.with(0, [-0.6, -0.7, -0.4]), facets: box.facets };
    const mended = mendMesh(moved);
    expect([...mended.changes.cutFacets]).toEqual(box.facets.flatMap((facet, f) => (facet.includes(0) ? [f] : [])));
    expect(examineMesh(mended)).toMatchObject({ isClosed: true, findings: [], triangleCount: 6, quadCount: 3 });
    expect([...mended.facetSource].filter((f) => mended.changes.cutFacets.includes(f))).toHaveLength(6);

    const arrow: Triple[] = [
      [0, 0, 0],
      [2, 0, 0],
      [0.5, 0.5, 0],
      [0, 2, 0],
    ];
    const cut = mendMesh({ vertices: arrow, facets: [[0, 1, 2, 3]] });
    expect(examineMesh(cut)).toMatchObject({ triangleCount: 2, isUsable: true, totalArea: 1 });
  });

  it('drops duplicates, turns facets over and forgets unused vertices', () => {
    const mesh = ballMesh(2);
    const vertices: Triple[] = [[9, 9, 9], ...mesh.vertices];
    const facets = mesh.facets.map((facet) => facet.map((v) => v + 1));
    const turned = facets[5].toReversed();
    const flawed = { vertices, facets: [...facets.with(5, turned), facets[2]] };
    const { changes, ...mended } = mendMesh(flawed);
    expect([...changes.flippedFacets]).toEqual([5]);
    expect([...changes.duplicateFacets]).toEqual([mesh.facets.length]);
    expect(changes.removedVertexCount).toBe(1);
    expect(examineMesh(mended)).toMatchObject({ isClosed: true, orientation: 'outward', findings: [] });
  });

  it('mends all at once', () => {
    fc.assert(
      fc.property(anywhere, ({ mesh, random }) => {
        let flawed = withFlatTriangle(mesh, random.integer(mesh.facets.length));
        const flipped = random.integer(flawed.facets.length);
        flawed = {
          vertices: flawed.vertices,
          facets: flawed.facets.with(flipped, flawed.facets[flipped].toReversed()),
        };
        const twice = { vertices: flawed.vertices, facets: [...flawed.facets, flawed.facets[0]] };
        const report = examineMesh(mendMesh(soup(twice)));
        expect(report).toMatchObject({ isClosed: true, isUsable: true });
        expect(report.findings).toEqual([]);
      }),
      { numRuns: 40 },
    );
  });

  it('welds by a tolerance it is given, and refuses one that is none or too coarse', () => {
    const { vertices, facets } = boxMesh(2);
    const [x, y, z] = vertices[0];
    const shifted = {
      vertices: [...vertices, [x + 1e-3, y, z] as Triple],
      facets: facets.with(
        0,
        facets[0].map((v) => (v === 0 ? vertices.length : v)),
      ),
    };
    expect(mendMesh(shifted, 'mesh', { weldTolerance: 0.01 }).changes).toMatchObject({
      weldedVertexCount: 1,
      weldTolerance: 0.01,
    });
    expect(() => mendMesh(shifted, 'mesh', { weldTolerance: -1 })).toThrow(
      'weldTolerance: expected a length >= 0, got -1',
    );
    expect(() => mendMesh(ballMesh(40), 'mesh', { weldTolerance: 1 })).toThrow('would weld the mesh into a lump');
  });

  it('refuses a polygon that crosses itself, by the number of its facet, and a mesh without any area', () => {
    const vertices: Triple[] = [
      [0, 0, 0],
      [1, 1, 0],
      [1, 0, 0],
      [0, 1, 0],
      [0, 2, 0],
    ];
    expect(() =>
      mendMesh({
        vertices,
        facets: [
          [0, 1, 2],
          [0, 1, 2, 3],
        ],
      }),
    ).toThrow(/^mesh\.facets\[1\]: the polygon crosses itself/);
    expect(() => mendMesh({ vertices, facets: [[0, 3, 4]] })).toThrow('mesh.facets: no facet has an area');
  });
});
