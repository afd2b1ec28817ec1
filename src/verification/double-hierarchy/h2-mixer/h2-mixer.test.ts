// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { edgeKinds, OPEN_EDGE } from '../../../meshes/edge-kinds.ts';
import type { FacetMesh } from '../../../meshes/facet-mesh.ts';
import { RIBBONS, rotor, SHAFT, trough } from './mixer-geometry.ts';
import { solidShare } from './mixer-spec.ts';

const sizes = ({ facetOffsets }: FacetMesh): number[] =>
  Array.from({ length: facetOffsets.length - 1 }, (_, f) => facetOffsets[f + 1] - facetOffsets[f]);

describe('the mixer', () => {
  it('has the facets of the paper: quadrilaterals in the trough, triangles in the rotor', () => {
    expect(sizes(trough()).filter((size) => size === 4)).toHaveLength(1600);
    expect(sizes(trough())).toHaveLength(1600);
    expect(sizes(rotor()).filter((size) => size === 3)).toHaveLength(848);
    expect(sizes(rotor())).toHaveLength(848);
  });

  it('is closed but for the holes of the shaft', () => {
    const mesh = trough();
    const radiusOf = (v: number): number => Math.hypot(mesh.vertices[3 * v + 1], mesh.vertices[3 * v + 2]);
    const open = [...edgeKinds(mesh)].flatMap((kind, e) => (kind === OPEN_EDGE ? [e] : []));
    expect(open).toHaveLength(80);
    for (const e of open) expect(radiusOf(mesh.edgeVertices[2 * e])).toBeCloseTo(SHAFT.radius, 12);
  });

  it('has ribbons that push to the middle and to the ends, and room for the spheres', () => {
    expect(RIBBONS.map(({ turns }) => Math.sign(turns))).toEqual([1, -1]);
    // Of a random filling without overlaps that can be reached without moving spheres.
    expect(solidShare()).toBeLessThan(0.3);
  });
});
