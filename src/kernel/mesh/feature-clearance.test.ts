// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { Random } from '../../math/random.ts';
import { facetMesh } from '../../meshes/facet-mesh.ts';
import { bodyMeshQuery, runBodyMesh, settleMesh } from '../../narrow-phase/double-hierarchy/body-mesh-query.ts';
import { bodyRecord } from '../../narrow-phase/double-hierarchy/body-record.ts';
import { boundaryPatches } from '../../narrow-phase/double-hierarchy/boundary-patches.ts';
import { kernelBoundary } from '../../narrow-phase/double-hierarchy/kernel-boundary.ts';
import { indexOf } from '../../narrow-phase/double-hierarchy/sphere-batch.ts';
import { writePose } from '../../narrow-phase/kernel-query.ts';
import { kernelBlock } from '../../shapes/kernel-memory/kernel-block.ts';
import { allocateCells, freeCells } from '../../shapes/kernel-memory/kernel-heap.ts';
import { box } from '../../shapes/kinds/box.ts';
import { cylinder } from '../../shapes/kinds/cylinder.ts';
import { rounded } from '../../shapes/kinds/rounded.ts';
import { superquadric } from '../../shapes/kinds/superquadric.ts';
import type { ConvexShape } from '../../shapes/shape.ts';
import { fastestKernel, typescriptKernel } from '../kernel.ts';
import { F, I } from '../memory.ts';
import * as at from './boundary-layout.ts';

const SHAPES: Readonly<Record<string, ConvexShape>> = {
  brick: box({ halfExtents: [1, 0.8, 0.6] }),
  'rounded brick': rounded({ shape: box({ halfExtents: [0.8, 0.6, 0.4] }), radius: 0.2 }),
  superquadric: superquadric({ semiAxes: [1, 0.8, 0.6], n1: 4, n2: 3 }),
  cylinder: cylinder({ radius: 0.7, halfLength: 0.9 }),
};
const STEPS = 30;

/** Waves of triangles of this size, with steep valleys and ridges. */
function waves(side: number): ReturnType<typeof facetMesh> {
  const count = Math.round(8 / side);
  const vertices: [number, number, number][] = [];
  const facets: [number, number, number][] = [];
  for (let j = 0; j <= count; j++) {
    for (let i = 0; i <= count; i++) {
      const [x, y] = [i * side - 4, j * side - 4];
      vertices.push([x, y, 0.6 * Math.sin(1.3 * x) * Math.sin(1.1 * y)]);
      if (i === count || j === count) continue;
      const a = j * (count + 1) + i;
      facets.push([a, a + 1, a + count + 2], [a, a + count + 2, a + count + 1]);
    }
  }
  return facetMesh({ vertices, facets }, 'waves');
}

describe('features of a mesh that are clear of a moving body', () => {
  const engine = fastestKernel(typescriptKernel);
  const meshes = [waves(1.6), waves(0.4)] as const;

  /** The contacts of the body at the query, as numbers, with the record at `near`. */
  function contactsWith(near: number, boundary: ReturnType<typeof kernelBoundary>): number[] {
    const query = bodyMeshQuery();
    I[2 * query + at.QUERY_NEAR] = near;
    runBodyMesh(engine, boundary);
    const numbers: number[] = [];
    for (let k = 0; k < I[2 * query + at.QUERY_KEPT_COUNT]; k++) {
      const contact = I[2 * query + at.QUERY_CONTACTS] + at.CONTACT_STRIDE * I[I[2 * query + at.QUERY_ORDER] + k];
      numbers.push(I[2 * contact + at.CONTACT_FEATURE], I[2 * contact + at.CONTACT_FEATURE_ID]);
      numbers.push(...F.subarray(contact + at.CONTACT_DISTANCE, contact + at.CONTACT_NORMAL + 3));
    }
    return numbers;
  }

  it.each(Object.keys(SHAPES))('change no bit of the contacts of a %s', (name) => {
    const shape = SHAPES[name] as ConvexShape;
    const random = new Random(7);
    const [kept, fresh] = [allocateCells(at.NEAR_STRIDE), allocateCells(at.NEAR_STRIDE)];
    let touched = 0;
    let clear = 0;
    for (const mesh of meshes) {
      const patches = boundaryPatches(mesh, 1e-3);
      const boundary = kernelBoundary(patches);
      settleMesh(indexOf(mesh), boundary);
      const query = bodyMeshQuery();
      I[2 * query + at.QUERY_SHAPE] = bodyRecord(shape);
      I[2 * query + at.QUERY_BODY] = kernelBlock(shape);
      F[query + at.QUERY_FACTOR] = 1;
      F[query + at.QUERY_REACH] = 0;
      F[query + at.QUERY_DEPTH] = -1;
      writePose(query + at.QUERY_MESH_POSE, {
        position: { x: 0, y: 0, z: 0 },
        orientation: { w: 1, x: 0, y: 0, z: 0 },
      });
      for (const stride of [0.001, 0.02]) {
        for (const record of [kept, fresh]) {
          I[2 * record + at.NEAR_COUNT] = at.NEAR_UNKNOWN;
          I[2 * record + at.NEAR_NEXT] = 0;
        }
        const turn = { ...random.rotation() };
        let [x, y, z] = [random.between(-2, 2), random.between(-2, 2), 1.8];
        // Falls to the mesh first, then rises where it touches.
        for (let isOff = true; isOff; z -= 0.02) {
          writePose(query + at.QUERY_WORLD_POSE, { position: { x, y, z }, orientation: turn });
          isOff = contactsWith(0, boundary).length === 0;
        }
        for (let step = 0; step < STEPS; step++) {
          writePose(query + at.QUERY_WORLD_POSE, { position: { x, y, z }, orientation: turn });
          const found = contactsWith(kept, boundary);
          I[2 * fresh + at.NEAR_COUNT] = at.NEAR_UNKNOWN;
          expect(found, `${name}, step ${step}`).toEqual(contactsWith(fresh, boundary));
          // Without a record nothing is known to be clear; sizes are rounded in another way.
          const plain = contactsWith(0, boundary);
          expect(found.length, `${name}, step ${step}`).toBe(plain.length);
          for (let k = 0; k < plain.length; k++)
            expect(Math.abs(found[k] - plain[k]), `step ${step}`).toBeLessThan(1e-9);
          if (found.length > 0) touched++;
          const limits = 2 * (kept + at.NEAR_LIMITS);
          for (let k = 0; k < I[2 * kept + at.NEAR_COUNT]; k++) if (I[limits + k] > 0) clear++;
          x += stride * random.between(-1, 1);
          y += stride * random.between(-1, 1);
          z += found.length > 0 ? 0.5 * stride : -stride;
          turn.x += 0.5 * stride * random.between(-1, 1);
          turn.y += 0.5 * stride * random.between(-1, 1);
        }
      }
    }
    freeCells(kept, at.NEAR_STRIDE);
    freeCells(fresh, at.NEAR_STRIDE);
    expect(touched).toBeGreaterThan(20);
    expect(clear).toBeGreaterThan(100);
  });
});
