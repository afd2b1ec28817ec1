// SPDX-License-Identifier: MIT
/** Facets that are remembered around a moving body change no bit of an answer, in both builds. */
import { describe, expect, it } from 'vitest';
import { fastestKernel, type Kernel, typescriptKernel } from '../../kernel/kernel.ts';
import { F, I } from '../../kernel/memory.ts';
import * as at from '../../kernel/mesh/boundary-layout.ts';
import { IDENTITY_POSE, type Pose, pose } from '../../math/pose.ts';
import { fromAxisAngle, multiply, normaliseQuaternion } from '../../math/quaternion.ts';
import { Random } from '../../math/random.ts';
import { addScaled } from '../../math/vector.ts';
import { facetMesh } from '../../meshes/facet-mesh.ts';
import { kernelBlock } from '../../shapes/kernel-memory/kernel-block.ts';
import { allocateCells } from '../../shapes/kernel-memory/kernel-heap.ts';
import { box } from '../../shapes/kinds/box.ts';
import { superquadric } from '../../shapes/kinds/superquadric.ts';
import type { ConvexShape } from '../../shapes/shape.ts';
import { writePose } from '../kernel-query.ts';
import { bodyMeshQuery, runBodyMesh, settleMesh } from './body-mesh-query.ts';
import { bodyRecord } from './body-record.ts';
import { boundaryPatches } from './boundary-patches.ts';
import { kernelBoundary } from './kernel-boundary.ts';
import { indexOf } from './sphere-batch.ts';

const kernel = fastestKernel(typescriptKernel);

const SIDE = 0.4;
const COUNT = 12;

/** Hills and valleys of triangles as large as the body. */
function hills() {
  const at = (k: number): number => SIDE * (k - COUNT / 2);
  const vertices = Array.from({ length: (COUNT + 1) ** 2 }, (_, k) => {
    const [i, j] = [k % (COUNT + 1), Math.floor(k / (COUNT + 1))];
    return [at(i), at(j), 0.2 * ((i + 2 * j) % 3)] as const;
  });
  const facets = Array.from({ length: COUNT * COUNT }, (_, k) => {
    const a = (k % COUNT) + (COUNT + 1) * Math.floor(k / COUNT);
    return [
      [a, a + 1, a + COUNT + 2],
      [a, a + COUNT + 2, a + COUNT + 1],
    ];
  }).flat();
  return facetMesh({ vertices, facets });
}

function newRecord(): number {
  const record = allocateCells(at.NEAR_STRIDE);
  I[2 * record + at.NEAR_COUNT] = at.NEAR_UNKNOWN;
  return record;
}

describe.each<[string, ConvexShape]>([
  ['brick', box({ halfExtents: [0.3, 0.25, 0.2] })],
  ['superquadric', superquadric({ semiAxes: [0.3, 0.25, 0.2], n1: 4, n2: 4 })],
])('a %s that wanders over hills', (_, shape) => {
  it('has the same contacts whether facets are remembered, searched for again, or not kept', () => {
    const random = new Random(3);
    const index = indexOf(hills());
    const boundary = kernelBoundary(boundaryPatches(index.mesh, 1e-3));
    const query = bodyMeshQuery();
    const remembered = newRecord();
    let place: Pose = pose({ position: [0.1, 0, 0.4] });
    const contacts = (near: number, engine: Kernel): number[][] => {
      settleMesh(index, boundary);
      writePose(query + at.QUERY_MESH_POSE, IDENTITY_POSE);
      writePose(query + at.QUERY_WORLD_POSE, place);
      F[query + at.QUERY_REACH] = 0;
      F[query + at.QUERY_DEPTH] = -1;
      F[query + at.QUERY_FACTOR] = 1;
      I[2 * query + at.QUERY_NEAR] = near;
      I[2 * query + at.QUERY_SHAPE] = bodyRecord(shape);
      I[2 * query + at.QUERY_BODY] = kernelBlock(shape);
      runBodyMesh(engine, boundary);
      return Array.from({ length: I[2 * query + at.QUERY_KEPT_COUNT] }, (_, k) => {
        const number = I[I[2 * query + at.QUERY_ORDER] + k];
        const contact = I[2 * query + at.QUERY_CONTACTS] + at.CONTACT_STRIDE * number;
        return [
          I[2 * contact + at.CONTACT_FEATURE],
          I[2 * contact + at.CONTACT_FEATURE_ID],
          ...F.subarray(contact + at.CONTACT_DISTANCE, contact + at.CONTACT_FROM),
        ];
      });
    };
    let found = 0;
    for (let step = 0; step < 40; step++) {
      const turn = fromAxisAngle(random.unitVector(), 0.02);
      place = {
        position: addScaled(place.position, { ...random.unitVector(), z: random.between(-1, 1) }, 0.004),
        orientation: normaliseQuaternion(multiply(turn, place.orientation)),
      };
      const plain = contacts(newRecord(), kernel);
      expect(contacts(remembered, kernel)).toEqual(plain);
      expect(contacts(remembered, typescriptKernel)).toEqual(plain);
      found += plain.length;
    }
    expect(found).toBeGreaterThan(25);
  });
});
