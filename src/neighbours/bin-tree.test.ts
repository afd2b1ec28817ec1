// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { triangleSoup } from '../../tests/support/plain-double-hierarchy.ts';
import { ballMesh, boxMesh, placed, type SampleMesh } from '../../tests/support/sample-meshes.ts';
import { NODE_COUNT, NODE_FIRST, NODE_STRIDE } from '../kernel/mesh/mesh-layout.ts';
import { IDENTITY_QUATERNION } from '../math/quaternion.ts';
import { Random } from '../math/random.ts';
import { facetMesh } from '../meshes/facet-mesh.ts';
import { buildBinTree } from './bin-tree.ts';

const seed = Number(process.env.TEST_SEED ?? 3);

/** A grain of very small facets in the corner of a box of large ones. */
function grainInBox(): SampleMesh {
  const large = boxMesh(2, [8, 8, 8]);
  const small = placed(ballMesh(12), IDENTITY_QUATERNION, 1e-7, [3.9, 3.9, 3.9]);
  const first = large.vertices.length;
  return {
    vertices: [...large.vertices, ...small.vertices],
    facets: [...large.facets, ...small.facets.map((facet) => facet.map((v) => v + first))],
  };
}

const MESHES: Readonly<Record<string, () => SampleMesh>> = {
  'one facet': () => ({ ...boxMesh(1), facets: boxMesh(1).facets.slice(0, 1) }),
  'a box of squares': () => boxMesh(12),
  'a ball': () => ballMesh(20),
  'triangles of all sizes': () => triangleSoup(new Random(seed), 2000),
  'a grain in a box': grainInBox,
  'a hundred facets in one place': () => ({ ...boxMesh(1), facets: new Array(100).fill(boxMesh(1).facets[0]) }),
};

describe.each(Object.entries(MESHES))(`the bins of %s, seed ${seed}`, (_, make) => {
  const mesh = facetMesh(make());
  const facetCount = mesh.facetOffsets.length - 1;
  const { nodes, order, origin, lattice } = buildBinTree(mesh);

  it('hold every facet once, each in the boxes of all its bins', () => {
    const seen = new Uint8Array(facetCount);
    const visit = (node: number, above: readonly number[]): void => {
      const at = NODE_STRIDE * node;
      const path = [...above, at];
      const [first, count] = [nodes[at + NODE_FIRST], nodes[at + NODE_COUNT]];
      for (let child = first; child < first + count; child++) visit(child, path);
      for (let index = first; index < first - count; index++) {
        const facet = order[index];
        seen[facet] = seen[facet] + 1;
        for (const v of mesh.facetVertices.subarray(mesh.facetOffsets[facet], mesh.facetOffsets[facet + 1])) {
          for (let k = 0; k < 3; k++) {
            const x = 2 * (mesh.vertices[3 * v + k] - origin[k]) * lattice;
            const isInside = path.every((bin) => Math.abs(x - nodes[bin + k]) <= nodes[bin + 3 + k]);
            if (!isInside) expect.fail(`facet ${facet} sticks out of a bin along axis ${k}`);
          }
        }
      }
    };
    visit(0, []);
    expect(seen.every((times) => times === 1)).toBe(true);
  });

  it('are no more than facets, and divided until they hold few', () => {
    const binCount = nodes.length / NODE_STRIDE;
    expect(binCount).toBeLessThanOrEqual(facetCount + 1);
    const isOnePlace = facetCount === 100;
    for (let at = 0; at < nodes.length; at += NODE_STRIDE) {
      if (!isOnePlace) expect(-nodes[at + NODE_COUNT]).toBeLessThan(8);
      expect(nodes[at + NODE_COUNT]).not.toBe(1);
    }
  });
});
