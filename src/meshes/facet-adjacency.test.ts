// SPDX-License-Identifier: MIT
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ballMesh, boxMesh, cylinderMesh, type SampleMesh } from '../../tests/support/sample-meshes.ts';
import { Random } from '../math/random.ts';
import { edgeDirections } from './facet-adjacency.ts';
import { type FacetMesh, facetMesh } from './facet-mesh.ts';

const sample = fc.constantFrom<SampleMesh>(boxMesh(2), ballMesh(3), cylinderMesh(7, 2), boxMesh(3, [1, 2, 3], true));

/** `order[i]` is the facet that becomes facet i. */
function shuffled(count: number, seed: number): number[] {
  const random = new Random(seed);
  const order = Array.from({ length: count }, (_, i) => i);
  for (let i = count - 1; i > 0; i--) {
    const j = random.integer(i + 1);
    [order[i], order[j]] = [order[j], order[i]];
  }
  return order;
}

/** Lists per edge or vertex, in the numbering of facets given by `name`, sorted. */
function listsOf(offsets: Int32Array, members: Int32Array, name: (f: number) => number): number[][] {
  return Array.from({ length: offsets.length - 1 }, (_, i) =>
    [...members.slice(offsets[i], offsets[i + 1])].map(name).sort((f, g) => f - g),
  );
}

describe('adjacency', () => {
  it('is the same, but for the numbers, whatever the order of the facets and wherever they start', {
    tags: ['long'],
  }, () => {
    fc.assert(
      fc.property(sample, fc.integer(), (mesh, seed) => {
        const random = new Random(seed);
        const order = shuffled(mesh.facets.length, seed);
        const facets = order.map((f) => {
          const facet = mesh.facets[f];
          const start = random.integer(facet.length);
          return [...facet.slice(start), ...facet.slice(0, start)];
        });
        const before = facetMesh(mesh);
        const after = facetMesh({ vertices: mesh.vertices, facets });
        const old = (f: number): number => order[f];
        const same = (f: number): number => f;
        expect(after.edgeVertices).toEqual(before.edgeVertices);
        expect(listsOf(after.edgeFacetOffsets, after.edgeFacets, old)).toEqual(
          listsOf(before.edgeFacetOffsets, before.edgeFacets, same),
        );
        expect(listsOf(after.vertexFacetOffsets, after.vertexFacets, old)).toEqual(
          listsOf(before.vertexFacetOffsets, before.vertexFacets, same),
        );
        expect(listsOf(after.facetOffsets, after.facetEdges, same)).toEqual(
          order.map((f) => listsOf(before.facetOffsets, before.facetEdges, same)[f]),
        );
      }),
    );
  });

  it('satisfies Euler for closed meshes and tells the way each facet runs along an edge', { tags: ['long'] }, () => {
    fc.assert(
      fc.property(sample, (mesh) => {
        const built = facetMesh(mesh);
        const edgeCount = built.edgeVertices.length / 2;
        expect(mesh.vertices.length - edgeCount + mesh.facets.length).toBe(2);
        const directions = edgeDirections(built, built);
        for (let e = 0; e < edgeCount; e++) {
          for (let at = built.edgeFacetOffsets[e]; at < built.edgeFacetOffsets[e + 1]; at++) {
            const facet = mesh.facets[built.edgeFacets[at]];
            const [low, high] = [built.edgeVertices[2 * e], built.edgeVertices[2 * e + 1]];
            const isForward = facet[(facet.indexOf(low) + 1) % facet.length] === high;
            expect(directions[at]).toBe(isForward ? 1 : -1);
          }
        }
      }),
    );
  });

  it('has lists that rise', () => {
    const { edgeFacets, edgeFacetOffsets, vertexFacets, vertexFacetOffsets } = facetMesh(ballMesh(4));
    for (const list of [
      ...listsOf(edgeFacetOffsets, edgeFacets, (f) => f).map((facets, e) => [
        facets,
        [...edgeFacets.slice(edgeFacetOffsets[e], edgeFacetOffsets[e + 1])],
      ]),
      ...listsOf(vertexFacetOffsets, vertexFacets, (f) => f).map((facets, v) => [
        facets,
        [...vertexFacets.slice(vertexFacetOffsets[v], vertexFacetOffsets[v + 1])],
      ]),
    ]) {
      expect(list[1]).toEqual(list[0]);
    }
  });
});

/** A wavy sheet of 2 n n triangles. */
function sheet(n: number): { vertices: Float64Array; facets: { offsets: Int32Array; vertices: Int32Array } } {
  const vertices = new Float64Array(3 * (n + 1) ** 2);
  for (let v = 0; 3 * v < vertices.length; v++) {
    const i = v % (n + 1);
    const j = (v - i) / (n + 1);
    vertices[3 * v] = i;
    vertices[3 * v + 1] = j;
    vertices[3 * v + 2] = (i * j) % 7;
  }
  const corners = new Int32Array(6 * n * n);
  for (let square = 0; square < n * n; square++) {
    const i = square % n;
    const a = i + ((square - i) / n) * (n + 1);
    corners.set([a, a + 1, a + n + 2, a, a + n + 2, a + n + 1], 6 * square);
  }
  const offsets = new Int32Array(2 * n * n + 1);
  for (let f = 0; f < offsets.length; f++) offsets[f] = 3 * f;
  return { vertices, facets: { offsets, vertices: corners } };
}

it('of a million facets takes 108 bytes a facet and is right', { tags: ['long'] }, () => {
  const n = 708;
  const mesh = facetMesh(sheet(n));
  const facetCount = 2 * n * n;
  expect(facetCount).toBeGreaterThan(1e6);
  const arrays = Object.values(mesh as FacetMesh & Record<string, unknown>).filter((value) =>
    ArrayBuffer.isView(value),
  );
  const bytes = arrays.reduce((sum, array) => sum + array.byteLength, 0);
  expect(bytes / facetCount).toBeGreaterThan(107);
  expect(bytes / facetCount).toBeLessThan(109);
  const edgeCount = mesh.edgeVertices.length / 2;
  expect((n + 1) ** 2 - edgeCount + facetCount).toBe(1);
  let openCount = 0;
  for (let e = 0; e < edgeCount; e++) {
    if (mesh.edgeFacetOffsets[e + 1] - mesh.edgeFacetOffsets[e] === 1) openCount++;
  }
  expect(openCount).toBe(4 * n);
});
