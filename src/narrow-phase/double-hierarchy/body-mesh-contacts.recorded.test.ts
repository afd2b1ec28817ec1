// SPDX-License-Identifier: MIT
/**
 * Random bodies over flat, wavy and closed meshes against answers that were recorded when facets under a body were
 * still objects and all features were searched for: a faster way must not change them. Bodies lie flat, all but flat,
 * or anyhow.
 */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { pose } from '../../math/pose.ts';
import { normaliseQuaternion } from '../../math/quaternion.ts';
import { Random } from '../../math/random.ts';
import { distance, vector3 } from '../../math/vector.ts';
import { type FacetMesh, facetMesh } from '../../meshes/facet-mesh.ts';
import { box } from '../../shapes/kinds/box.ts';
import { cylinder } from '../../shapes/kinds/cylinder.ts';
import type { ConvexShape, ShapeJson } from '../../shapes/shape.ts';
import { shapeFromJson } from '../../shapes/shape-from-json.ts';
import { BodyAtMesh } from './body-at-mesh.ts';
import { bodyMeshContacts, featureContacts, nearFaces } from './body-mesh-contacts.ts';
import { boundaryPatches } from './boundary-patches.ts';
import { soleFace } from './face-contacts.ts';
import { flatCorners, wholeFlatCorners } from './flat-corners.ts';
import { readMeshOptions } from './mesh-contact-options.ts';
import { indexOf } from './sphere-batch.ts';

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

it('a body flat on its only face has the corners that the search for all features gives', () => {
  const random = new Random(5);
  const index = indexOf(meshOf('flat'));
  const [maxDistance, coplanarSine, depth] = readMeshOptions({});
  const patches = boundaryPatches(index.mesh, coplanarSine);
  let flat = 0;
  for (let k = 0; k < 80; k++) {
    const half = random.between(0.2, 0.6);
    const size = [random.between(0.2, 0.8), random.between(0.2, 0.8)] as const;
    const shape =
      k % 2 === 0 ? box({ halfExtents: [size[0], size[1], half] }) : cylinder({ radius: size[0], halfLength: half });
    const [turn, tilt] = [random.between(-2, 2), random.between(-0.01, 0.01)];
    const at = pose({
      position: [random.between(-1.6, 1.6), random.between(-1.6, 1.6), random.between(0.9, 1) * half],
      orientation: normaliseQuaternion({ w: 1, x: tilt, y: 0, z: turn }),
    });
    const body = new BodyAtMesh(index, patches, pose({}), shape, at, { maxDistance, depth });
    const side = soleFace(body, nearFaces(body));
    const corners = side === undefined ? [] : wholeFlatCorners(body, side);
    if (side === undefined || corners.length === 0) continue;
    flat++;
    const all = featureContacts(body);
    expect(all.map(({ feature, patches: of }) => [feature, of])).toEqual([['f', [side.patch]]]);
    const [{ point, normal }] = all as [(typeof all)[number]];
    const general = flatCorners(body, { patch: side.patch, normal, through: point, isInCorner: false });
    expect(general).toHaveLength(corners.length);
    general.forEach((corner, k) => {
      const other = corners[k];
      expect(other.facet).toBe(corner.facet);
      expect(distance(other.point, corner.point)).toBeLessThan(TOLERANCE);
      expect(Math.abs(other.overlap - corner.overlap)).toBeLessThan(TOLERANCE);
      expect(Math.abs(other.share - corner.share)).toBeLessThan(TOLERANCE);
    });
  }
  expect(flat).toBeGreaterThan(40);
});
