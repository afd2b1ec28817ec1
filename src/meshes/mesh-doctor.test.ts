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
import { facetMesh } from './facet-mesh.ts';
import { examineMesh, type FindingKind, type MeshFinding, mendMesh } from './mesh-doctor.ts';

const SHAPES: readonly (() => SampleMesh)[] = [
  () => boxMesh(1),
  () => boxMesh(3, [1, 2, 0.5]),
  () => boxMesh(4, [1, 1, 1], true),
  () => ballMesh(4),
  () => cylinderMesh(12),
  () => cylinderMesh(40, 5),
];

/** Any orientation; at the origin or a million sizes away; of any size. */
const PLACES = [
  { scale: 1, offset: 0 },
  { scale: 1, offset: 1e6 },
  { scale: 1e-9, offset: 0 },
  { scale: 1e9, offset: 0 },
  { scale: 1e-9, offset: 1e6 },
  { scale: 1e9, offset: 1e6 },
];

const anywhere = fc
  .record({
    shape: fc.constantFrom(...SHAPES),
    place: fc.constantFrom(...PLACES),
    seed: fc.integer({ min: 0, max: 2 ** 31 }),
  })
  .map(({ shape, place: { scale, offset }, seed }) => {
    const random = new Random(seed);
    const { x, y, z } = random.unitVector();
    const away = offset * scale;
    return { mesh: placed(shape(), random.rotation(), scale, [away * x, away * y, away * z]), random, scale };
  });

function kindsOf(mesh: SampleMesh): FindingKind[] {
  return examineMesh(mesh)
    .findings.map(({ kind }) => kind)
    .sort();
}

function found(mesh: SampleMesh, kind: FindingKind): MeshFinding | undefined {
  return examineMesh(mesh).findings.find((finding) => finding.kind === kind);
}

/** A point of the facet, pushed along its normal by a height. */
function over(mesh: SampleMesh, f: number, height: number): Triple {
  const { vertices, facetNormals } = facetMesh(mesh);
  const facet = mesh.facets[f];
  return [0, 1, 2].map((k) => {
    const mean = facet.reduce((sum, v) => sum + (vertices[3 * v + k] - vertices[3 * facet[0] + k]), 0);
    return vertices[3 * facet[0] + k] + mean / facet.length + height * facetNormals[3 * f + k];
  }) as Triple;
}

/** Cuts facet f into a fan around a new vertex; the facet itself becomes the triangle over its first side. */
function withApex(mesh: SampleMesh, f: number, apex: Triple): SampleMesh {
  const facet = mesh.facets[f];
  const fan = facet.map((v, i) => [v, facet[(i + 1) % facet.length], mesh.vertices.length]);
  const facets = mesh.facets.map((loop, i) => (i === f ? fan[0] : loop));
  return { vertices: [...mesh.vertices, apex], facets: [...facets, ...fan.slice(1)] };
}

function onSide(mesh: SampleMesh, f: number, part: number): Triple {
  const [v = 0, w = 0] = mesh.facets[f];
  const p = mesh.vertices[v];
  const q = mesh.vertices[w];
  return [0, 1, 2].map((k) => p[k] + part * (q[k] - p[k])) as Triple;
}

describe('a sound mesh', () => {
  it('raises no alarm, anywhere and at any size', () => {
    fc.assert(
      fc.property(anywhere, ({ mesh }) => {
        const report = examineMesh(mesh);
        expect(report.findings).toEqual([]);
        expect(report).toMatchObject({ isUsable: true, isClosed: true, orientation: 'outward', shellCount: 1 });
      }),
      { numRuns: 60 },
    );
  });

  it('has the volume of the box it is', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 6 }),
        fc.boolean(),
        fc.constantFrom(...PLACES),
        (n, isCut, { scale, offset }) => {
          const mesh = placed(boxMesh(n, [1, 2, 0.5], isCut), { w: 1, x: 0, y: 0, z: 0 }, scale, [
            offset * scale,
            0,
            0,
          ]);
          // Coordinates at a million sizes keep ten digits.
          const tolerance = offset > 0 ? 1e-8 : 1e-14;
          expect(Math.abs((examineMesh(mesh).volume as number) / scale ** 3 - 1)).toBeLessThan(tolerance);
        },
      ),
      { numRuns: 40 },
    );
  });

  it('turned inside out looks inward', () => {
    const { vertices, facets } = ballMesh(3);
    const report = examineMesh({ vertices, facets: facets.map((facet) => facet.toReversed()) });
    expect(report).toMatchObject({ isClosed: true, orientation: 'inward', findings: [] });
    expect(report.volume).toBeGreaterThan(3);
  });

  it('with a cavity has two shells and the volume between them', () => {
    const outer = boxMesh(2, [2, 2, 2]);
    const inner = boxMesh(1);
    const facets = inner.facets.map((facet) => facet.map((v) => v + outer.vertices.length).reverse());
    const report = examineMesh({
      vertices: [...outer.vertices, ...inner.vertices],
      facets: [...outer.facets, ...facets],
    });
    expect(report).toMatchObject({ shellCount: 2, isClosed: true, orientation: 'mixed', findings: [] });
    expect(report.volume).toBeCloseTo(7, 12);
    expect(report.shells.map(({ orientation, volume }) => [orientation, volume])).toEqual([
      ['outward', 8],
      ['inward', 1],
    ]);
  });

  it('is described by its sizes', () => {
    expect(examineMesh(boxMesh(2, [2, 4, 2000]))).toMatchObject({
      vertexCount: 26,
      facetCount: 24,
      edgeCount: 48,
      quadCount: 24,
      shortestEdge: 1,
      longestEdge: 1000,
      smallestArea: 2,
      largestArea: 2000,
      min: { x: -1, y: -2, z: -1000 },
      unit: { unit: 'millimetre', metres: 1e-3 },
    });
  });
});

describe('a planted defect is found, and nothing else', () => {
  const property = (check: (sample: { mesh: SampleMesh; random: Random; scale: number }) => void): void =>
    fc.assert(fc.property(anywhere, check), { numRuns: 40 });

  it('a missing facet', () => {
    property(({ mesh, random }) => {
      const f = random.integer(mesh.facets.length);
      const corners = mesh.facets[f].length;
      const open = { vertices: mesh.vertices, facets: mesh.facets.toSpliced(f, 1) };
      expect(kindsOf(open)).toEqual(['open-edge']);
      expect(found(open, 'open-edge')?.count).toBe(corners);
      expect(examineMesh(open)).toMatchObject({ isClosed: false, volume: undefined, isUsable: true });
    });
  });

  it('flipped facets', () => {
    property(({ mesh, random }) => {
      // A tenth at most, and no caps: far from half of the area.
      const most = Math.max(1, Math.floor(mesh.facets.length / 10));
      const candidates = mesh.facets.flatMap((facet, f) => (facet.length <= 4 ? [f] : []));
      const picked = Array.from({ length: most }, () => candidates[random.integer(candidates.length)]);
      const flipped = [...new Set(picked)].sort((f, g) => f - g);
      const facets = mesh.facets.map((facet, f) => (flipped.includes(f) ? facet.toReversed() : facet));
      const report = examineMesh({ vertices: mesh.vertices, facets });
      expect(report.findings.map(({ kind, facets }) => ({ kind, facets: [...facets] }))).toEqual([
        { kind: 'flipped', facets: flipped },
      ]);
      expect(report).toMatchObject({ isClosed: true, orientation: 'outward' });
    });
  });

  it('a facet given twice, started elsewhere or turned over', () => {
    property(({ mesh, random }) => {
      const f = random.integer(mesh.facets.length);
      const facet = mesh.facets[f];
      const start = random.integer(facet.length);
      const copy = [...facet.slice(start), ...facet.slice(0, start)];
      if (random.next() < 0.5) copy.reverse();
      const at = f + 1 + random.integer(mesh.facets.length - f);
      const doubled = { vertices: mesh.vertices, facets: mesh.facets.toSpliced(at, 0, copy) };
      expect(kindsOf(doubled)).toEqual(['duplicate-facet']);
      expect([...(found(doubled, 'duplicate-facet')?.facets ?? [])]).toEqual([at]);
    });
  });

  it('a sliver', () => {
    property(({ mesh, random, scale }) => {
      const f = random.integer(mesh.facets.length);
      const middle = over(mesh, f, 0);
      const side = onSide(mesh, f, 0.4);
      const near = side.map((x, k) => x + 1e-5 * (middle[k] - x)) as Triple;
      expect(Math.hypot(...near.map((x, k) => x - side[k]))).toBeGreaterThan(1e-7 * scale);
      const thin = withApex(mesh, f, near);
      expect(kindsOf(thin)).toEqual(['sliver']);
      expect([...(found(thin, 'sliver')?.facets ?? [])]).toEqual([f]);
    });
  });

  it('a facet without area', () => {
    property(({ mesh, random }) => {
      const f = random.integer(mesh.facets.length);
      const flat = withApex(mesh, f, onSide(mesh, f, 0.5));
      expect(kindsOf(flat)).toEqual(['no-area']);
      expect([...(found(flat, 'no-area')?.facets ?? [])]).toEqual([f]);
      expect(() => facetMesh(flat)).toThrow(`mesh.facets[${f}]: expected a facet with an area`);
    });
  });

  it('a facet with a corner named twice', () => {
    property(({ mesh, random }) => {
      const f = random.integer(mesh.facets.length);
      const facets = mesh.facets.map((facet, i) => (i === f ? [facet[0], ...facet] : facet));
      expect(kindsOf({ vertices: mesh.vertices, facets })).toEqual(['repeated-vertex']);
      expect([...(found({ vertices: mesh.vertices, facets }, 'repeated-vertex')?.facets ?? [])]).toEqual([f]);
    });
  });

  it('quads that are not flat', () => {
    fc.assert(
      fc.property(fc.constantFrom(...PLACES), fc.integer(), ({ scale, offset }, seed) => {
        const random = new Random(seed);
        const mesh = placed(boxMesh(4), random.rotation(), scale, [offset * scale, 0, 0]);
        const { facetNormals } = facetMesh(mesh);
        // A vertex inside a side of the box has four facets with one normal.
        const inner = mesh.vertices.map((_, v) => mesh.facets.flatMap((facet, f) => (facet.includes(v) ? [f] : [])));
        const isInner = (facets: number[]): boolean =>
          facets.length === 4 && facets.every((f) => Math.abs(dotOf(facetNormals, f, facets[0]) - 1) < 1e-6);
        const candidates = inner.flatMap((facets, v) => (isInner(facets) ? [v] : []));
        const v = candidates[random.integer(candidates.length)];
        const n = 3 * inner[v]?.[0];
        const moved = mesh.vertices[v].map((x, k) => x + 1e-3 * scale * facetNormals[n + k]);
        const bent = { vertices: mesh.vertices.with(v, moved as Triple), facets: mesh.facets };
        expect(kindsOf(bent)).toEqual(['not-flat']);
        expect([...(found(bent, 'not-flat')?.facets ?? [])]).toEqual(inner[v]);
      }),
      { numRuns: 30 },
    );
  });

  it('a facet that is not convex', () => {
    property(({ mesh, random }) => {
      // Two triangles over a side and a point inside make the rest of the facet an arrow.
      const f = random.integer(mesh.facets.length);
      const facet = mesh.facets[f];
      const apex = mesh.vertices.length;
      const [v, w] = facet as [number, number];
      const facets = [...mesh.facets.with(f, [...facet.slice(1), v, apex]), [v, w, apex]];
      const arrow = { vertices: [...mesh.vertices, over(mesh, f, 0)], facets };
      expect(kindsOf(arrow)).toEqual(['not-convex']);
      expect([...(found(arrow, 'not-convex')?.facets ?? [])]).toEqual([f]);
    });
  });

  it('a third facet at an edge', () => {
    property(({ mesh, random, scale }) => {
      const f = random.integer(mesh.facets.length);
      const [v, w] = mesh.facets[f] as [number, number];
      const fin = [v, w, mesh.vertices.length];
      const finned = { vertices: [...mesh.vertices, over(mesh, f, 0.3 * scale)], facets: [...mesh.facets, fin] };
      expect(kindsOf(finned)).toEqual(['non-manifold-edge', 'open-edge']);
      const finding = found(finned, 'non-manifold-edge');
      expect([...(finding?.vertices ?? [])]).toEqual([v, w].sort((a, b) => a - b));
      expect([...(finding?.facets ?? [])]).toEqual(expect.arrayContaining([f, mesh.facets.length]));
    });
  });

  it('vertices without a facet', () => {
    property(({ mesh }) => {
      const vertices: Triple[] = [...mesh.vertices, [0, 0, 0]];
      expect(kindsOf({ vertices, facets: mesh.facets })).toEqual(['unreferenced-vertex']);
    });
  });

  it('a crack of a ten-millionth, with the tolerance that welds it', () => {
    property(({ mesh, random, scale }) => {
      const f = random.integer(mesh.facets.length);
      const facet = mesh.facets[f];
      const { x, y, z } = random.unitVector();
      const shifted = facet.map((v) => {
        const p = mesh.vertices[v];
        return [p[0] + 1e-7 * scale * x, p[1] + 1e-7 * scale * y, p[2] + 1e-7 * scale * z] as Triple;
      });
      const copy = facet.map((_, i) => mesh.vertices.length + i);
      const cracked = { vertices: [...mesh.vertices, ...shifted], facets: mesh.facets.with(f, copy) };
      const report = examineMesh(cracked);
      expect(report.findings.map(({ kind }) => kind).filter((kind) => kind !== 'self-intersection')).toEqual([
        'near-vertex',
        'open-edge',
      ]);
      expect([...(found(cracked, 'near-vertex')?.vertices ?? [])]).toEqual(copy);
      expect(report.weldTolerance).toBeGreaterThan(0.9e-7 * scale);
      expect(report.weldTolerance).toBeLessThan(1e-4 * scale);
      const mended = mendMesh(cracked);
      expect(mended.changes.weldedVertexCount).toBe(facet.length);
      expect(examineMesh(mended)).toMatchObject({ isClosed: true, findings: [] });
    });
  });

  it('a spike through the surface', () => {
    property(({ mesh, random, scale }) => {
      const f = random.integer(mesh.facets.length);
      const facet = mesh.facets[f];
      const tip = over(mesh, f, -0.01 * scale);
      const top = over(mesh, f, 0.01 * scale);
      const base = mesh.vertices.length;
      const others = facet
        .slice(0, 2)
        .map((v, i) => mesh.vertices[v].map((x, k) => top[k] + 0.01 * (i + 1) * (x - top[k])) as Triple);
      const spike = [
        [base + 1, base + 3, base + 2],
        [base, base + 1, base + 2],
        [base, base + 2, base + 3],
        [base, base + 3, base + 1],
      ];
      const pierced = { vertices: [...mesh.vertices, tip, top, ...others], facets: [...mesh.facets, ...spike] };
      const finding = found(pierced, 'self-intersection');
      expect(kindsOf(pierced).filter((kind) => kind !== 'sliver')).toEqual(['self-intersection']);
      expect(finding?.isComplete).toBe(true);
      const facets = new Set(finding?.facets);
      expect(facets.has(f)).toBe(true);
      for (const g of facets) expect(g === f || g >= mesh.facets.length).toBe(true);
    });
  });

  it('a Moebius strip, which has one side', () => {
    const n = 24;
    const vertices = Array.from({ length: 2 * n }, (_, i): Triple => {
      const angle = (2 * Math.PI * (i >> 1)) / n;
      const r = 1 + (i & 1 ? 0.2 : -0.2) * Math.cos(angle / 2);
      return [r * Math.cos(angle), r * Math.sin(angle), (i & 1 ? 0.2 : -0.2) * Math.sin(angle / 2)];
    });
    const facets = Array.from({ length: n }, (_, i) => {
      const [a, b] = [2 * i, 2 * i + 1];
      const [c, d] = i + 1 < n ? [a + 2, b + 2] : [1, 0];
      return [
        [a, c, d],
        [a, d, b],
      ];
    }).flat();
    const report = examineMesh({ vertices, facets });
    expect(report.findings.map(({ kind }) => kind)).toContain('one-sided');
    expect(report.findings.find(({ kind }) => kind === 'one-sided')?.count).toBe(1);
  });
});

function dotOf(normals: Float64Array, f: number, g: number): number {
  return [0, 1, 2].reduce((sum, k) => sum + normals[3 * f + k] * normals[3 * g + k], 0);
}
