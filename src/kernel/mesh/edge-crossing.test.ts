// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { IDENTITY_POSE } from '../../math/pose.ts';
import { Random } from '../../math/random.ts';
import { facetMesh } from '../../meshes/facet-mesh.ts';
import { bodyMeshQuery, runBodyMesh, settleMesh } from '../../narrow-phase/double-hierarchy/body-mesh-query.ts';
import { bodyRecord } from '../../narrow-phase/double-hierarchy/body-record.ts';
import { boundaryPatches } from '../../narrow-phase/double-hierarchy/boundary-patches.ts';
import { kernelBoundary } from '../../narrow-phase/double-hierarchy/kernel-boundary.ts';
import { indexOf } from '../../narrow-phase/double-hierarchy/sphere-batch.ts';
import { writePose } from '../../narrow-phase/kernel-query.ts';
import { kernelBlock } from '../../shapes/kernel-memory/kernel-block.ts';
import { box } from '../../shapes/kinds/box.ts';
import { polyhedron } from '../../shapes/kinds/convex-polyhedron.ts';
import type { ConvexShape } from '../../shapes/shape.ts';
import { fastestKernel, typescriptKernel } from '../kernel.ts';
import { RESULT_DISTANCE, RESULT_NORMAL, RESULT_POINT_ON_A } from '../layout.ts';
import { F, I } from '../memory.ts';
import * as at from './boundary-layout.ts';
import { CROSSING_FOUND, CROSSING_NONE, edgeCrossing } from './edge-crossing.ts';
import { FEATURE_EDGE } from './mesh-layout.ts';

const kernel = fastestKernel(typescriptKernel);

const PLACES = 400;

/** Points on a ball. */
function stone(): ConvexShape {
  const random = new Random(4);
  const vertices = Array.from({ length: 16 }, () => {
    const { x, y, z } = random.unitVector();
    return [x, y, z] as const;
  });
  return polyhedron({ vertices });
}

/** A roof with its ridge along x, from -6 to 6, and a slope of 0.4 to both sides. */
function roof(): ReturnType<typeof facetMesh> {
  const vertices: [number, number, number][] = [-6, 6].flatMap((x) => [
    [x, -6, -2.4],
    [x, 0, 0],
    [x, 6, -2.4],
  ]);
  return facetMesh({ vertices, facets: [[0, 3, 4, 1] as const, [1, 4, 5, 2] as const] }, 'roof');
}

describe('an edge of a body across a ridge', () => {
  it.each<[string, ConvexShape]>([
    ['brick', box({ halfExtents: [1, 0.8, 0.6] })],
    ['stone', stone()],
  ])('of a %s gives the contact that GJK and EPA find', (_, shape) => {
    const index = indexOf(roof());
    const patches = boundaryPatches(index.mesh, 1e-3);
    const boundary = kernelBoundary(patches);
    const query = bodyMeshQuery();
    const ridge = patches.kinds.findIndex((_kind, edge) => {
      const [from, to] = index.mesh.edgeVertices.subarray(2 * edge, 2 * edge + 2);
      return index.mesh.vertices[3 * from + 1] === 0 && index.mesh.vertices[3 * to + 1] === 0;
    });
    const random = new Random(9);
    const counts = { found: 0, none: 0, touched: 0 };
    for (let place = 0; place < PLACES; place++) {
      settleMesh(index, boundary);
      boundary.writeWedge(ridge);
      writePose(query + at.QUERY_MESH_POSE, IDENTITY_POSE);
      const position = { x: random.between(-3, 3), y: random.between(-0.8, 0.8), z: random.between(0.4, 1.1) };
      writePose(query + at.QUERY_WORLD_POSE, { position, orientation: random.rotation() });
      F[query + at.QUERY_REACH] = 0;
      F[query + at.QUERY_DEPTH] = -1;
      F[query + at.QUERY_FACTOR] = 1;
      I[2 * query + at.QUERY_SHAPE] = bodyRecord(shape);
      I[2 * query + at.QUERY_BODY] = kernelBlock(shape);
      I[2 * query + at.QUERY_NEAR] = 0;
      runBodyMesh(kernel, boundary);
      const count = I[2 * query + at.QUERY_CONTACT_COUNT];
      const contacts = Array.from({ length: count }, (_each, k) => {
        return I[2 * query + at.QUERY_CONTACTS] + at.CONTACT_STRIDE * k;
      });
      const touched = contacts.find((each) => I[2 * each + at.CONTACT_FEATURE] === FEATURE_EDGE);
      const expected = touched === undefined ? [] : F.slice(touched, touched + at.CONTACT_STRIDE);
      // The pose of the body is still that of the query. Only steps, which have a record, ask for crossings.
      I[2 * query + at.QUERY_NEAR] = 1;
      const from = query + at.QUERY_VECTORS;
      for (let c = 0; c < 3; c++) F[from + c] = [-6, 0, 0][c] - F[query + at.QUERY_ORIGIN + c];
      const wedge = I[I[2 * boundary.settle() + at.BOUNDARY_WEDGES] + ridge];
      const crossing = edgeCrossing(query, wedge, from);
      I[2 * query + at.QUERY_NEAR] = 0;
      if (touched !== undefined) counts.touched++;
      if (crossing === CROSSING_NONE) {
        counts.none++;
        expect(touched, `place ${place}`).toBeUndefined();
      }
      if (crossing !== CROSSING_FOUND || touched === undefined) continue;
      counts.found++;
      const result = query + at.QUERY_RESULT;
      // Rounding of a few products of lengths of about 6.
      expect(Math.abs(F[result + RESULT_DISTANCE] - expected[at.CONTACT_DISTANCE])).toBeLessThan(1e-13);
      for (let c = 0; c < 3; c++) {
        expect(Math.abs(F[result + RESULT_NORMAL + c] - expected[at.CONTACT_NORMAL + c])).toBeLessThan(1e-12);
        expect(Math.abs(F[result + RESULT_POINT_ON_A + c] - expected[at.CONTACT_POINT + c])).toBeLessThan(1e-11);
      }
    }
    // Most touched ridges are answered here, and most that are not touched are told.
    expect(counts.found).toBeGreaterThan(0.9 * counts.touched);
    expect(counts.touched).toBeGreaterThan(20);
    expect(counts.none).toBeGreaterThan(20);
  });
});
