// SPDX-License-Identifier: MIT
/**
 * Random bodies over flat, wavy and closed meshes against answers that were recorded when facets under a body were
 * still objects and all features were searched for: a faster way must not change them. Bodies lie flat, all but flat,
 * or anyhow.
 */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { FLAT_CELLS, FLAT_STRIDE } from '../../kernel/features/flat-layout.ts';
import { fastestKernel, typescriptKernel } from '../../kernel/kernel.ts';
import { POSE_STRIDE, RESULT_STRIDE } from '../../kernel/layout.ts';
import { F, I } from '../../kernel/memory.ts';
import * as layout from '../../kernel/mesh/boundary-layout.ts';
import { IDENTITY_POSE, pose } from '../../math/pose.ts';
import { normaliseQuaternion } from '../../math/quaternion.ts';
import { Random } from '../../math/random.ts';
import { distance, toTriple, vector3, ZERO_VECTOR } from '../../math/vector.ts';
import { type FacetMesh, facetMesh } from '../../meshes/facet-mesh.ts';
import { kernelBlock } from '../../shapes/kernel-memory/kernel-block.ts';
import { allocateCells } from '../../shapes/kernel-memory/kernel-heap.ts';
import { ReusableHalfSpace } from '../../shapes/kernel-memory/reusable-block.ts';
import { box } from '../../shapes/kinds/box.ts';
import { cylinder } from '../../shapes/kinds/cylinder.ts';
import type { ConvexShape, ShapeJson } from '../../shapes/shape.ts';
import { shapeFromJson } from '../../shapes/shape-from-json.ts';
import { writePose } from '../kernel-query.ts';
import { bodyMeshContacts } from './body-mesh-contacts.ts';
import { bodyMeshQuery, runFlatOnFace } from './body-mesh-query.ts';
import { boundaryPatches } from './boundary-patches.ts';
import { kernelBoundary } from './kernel-boundary.ts';
import { readMeshOptions } from './mesh-contact-options.ts';
import { indexOf } from './sphere-batch.ts';

const kernel = fastestKernel(typescriptKernel);

type Triple = [number, number, number];

interface Recorded {
  readonly mesh: string;
  readonly shape: ShapeJson;
  readonly position: Triple;
  readonly orientation: [number, number, number, number];
  readonly options: { readonly sides: 'one' | 'two'; readonly depth?: number };
  readonly contacts: readonly {
    readonly facet: number;
    readonly feature: string;
    readonly featureId: number;
    readonly point: Triple;
    readonly normal: Triple;
    readonly distance: number;
  }[];
}

/** Bodies and coordinates are of size 1 to 3. */
const TOLERANCE = 1e-12;

const { meshes, cases } = JSON.parse(
  readFileSync(new URL('../../../fixtures/body-mesh-contacts.json', import.meta.url), 'utf8'),
) as { meshes: Record<string, { vertices: Triple[]; facets: number[][] }>; cases: Recorded[] };

const made = new Map<string, FacetMesh>();

function meshOf(name: string): FacetMesh {
  const mesh = made.get(name) ?? facetMesh(meshes[name] ?? { vertices: [], facets: [] });
  made.set(name, mesh);
  return mesh;
}

describe.each(Object.keys(meshes))('over the %s mesh', (name) => {
  const recorded = cases.filter(({ mesh }) => mesh === name);

  it('contacts are as they were', () => {
    expect(recorded).toHaveLength(24);
    for (const { shape, position, orientation, options, contacts } of recorded) {
      const body = shapeFromJson(shape) as ConvexShape;
      const found = bodyMeshContacts(meshOf(name), {}, body, { position, orientation }, options);
      expect(found.map(({ facet, feature, featureId }) => ({ facet, feature, featureId }))).toEqual(
        contacts.map(({ facet, feature, featureId }) => ({ facet, feature, featureId })),
      );
      found.forEach((each, k) => {
        const old = contacts[k];
        expect(Math.abs(each.distance - old.distance)).toBeLessThan(TOLERANCE);
        expect(distance(each.point, vector3(old.point))).toBeLessThan(TOLERANCE);
        expect(distance(each.normal, vector3(old.normal))).toBeLessThan(TOLERANCE);
      });
    }
  });
});

it('a body over one plane face has the contact points that the search for all features gives', () => {
  const random = new Random(5);
  const index = indexOf(meshOf('flat'));
  const [, coplanarSine] = readMeshOptions({});
  const query = bodyMeshQuery();
  const patches = boundaryPatches(index.mesh, coplanarSine);
  const cells = allocateCells(2 * POSE_STRIDE + RESULT_STRIDE + FLAT_CELLS);
  const [bodyPose, result, points] = [POSE_STRIDE, 2 * POSE_STRIDE, 2 * POSE_STRIDE + RESULT_STRIDE].map(
    (offset) => cells + offset,
  ) as Triple;
  let flat = 0;
  for (let k = 0; k < 80; k++) {
    const half = random.between(0.2, 0.6);
    const size = [random.between(0.2, 0.8), random.between(0.2, 0.8)] as const;
    const shape =
      k % 2 === 0 ? box({ halfExtents: [size[0], size[1], half] }) : cylinder({ radius: size[0], halfLength: half });
    const [turn, tilt] = [random.between(-2, 2), random.between(-0.01, 0.01)];
    const at = pose({
      position: [random.between(-0.6, 0.6), random.between(-0.6, 0.6), random.between(0.9, 1) * half],
      orientation: normaliseQuaternion({ w: 1, x: tilt, y: 0, z: turn }),
    });
    const all = bodyMeshContacts(index, {}, shape, at);
    if (all.length !== 1 || all[0]?.feature !== 'f') continue;
    const [{ facet, normal }] = all as [(typeof all)[number]];
    // The only contact is still in the memory of the query.
    const contact = I[2 * query + layout.QUERY_CONTACTS] + layout.CONTACT_STRIDE * I[I[2 * query + layout.QUERY_ORDER]];
    for (let c = 0; c < 3; c++) {
      F[query + layout.QUERY_PLANE_CORNER + c] = F[contact + layout.CONTACT_POINT + c];
      F[query + layout.QUERY_PLANE_NORMAL + c] = F[contact + layout.CONTACT_NORMAL + c];
    }
    const through = F.slice(query + layout.QUERY_PLANE_CORNER, query + layout.QUERY_PLANE_CORNER + 3);
    const general = runFlatOnFace(kernel, kernelBoundary(patches), patches.patchOfFacet[facet], false);
    writePose(cells, IDENTITY_POSE);
    writePose(bodyPose, { ...at, position: ZERO_VECTOR });
    const plane = new ReusableHalfSpace().set(Float64Array.from(toTriple(normal)), through);
    const count = kernel.bodyOnPlane(plane, cells, kernelBlock(shape), bodyPose, 0, result, points);
    expect(general).toBe(count);
    flat++;
    for (let i = 0; i < FLAT_STRIDE * count; i++) {
      expect(Math.abs(F[points + i] - F[query + layout.QUERY_FLAT + i])).toBeLessThan(TOLERANCE);
    }
  }
  expect(flat).toBeGreaterThan(40);
});
