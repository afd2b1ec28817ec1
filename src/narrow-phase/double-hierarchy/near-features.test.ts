// SPDX-License-Identifier: MIT
/** What is remembered of the features around a moving body changes no answer. */
import { describe, expect, it } from 'vitest';
import { type Pose, pose } from '../../math/pose.ts';
import { fromAxisAngle, multiply, normaliseQuaternion } from '../../math/quaternion.ts';
import { Random } from '../../math/random.ts';
import { addScaled } from '../../math/vector.ts';
import { facetMesh } from '../../meshes/facet-mesh.ts';
import { box } from '../../shapes/kinds/box.ts';
import { superquadric } from '../../shapes/kinds/superquadric.ts';
import type { ConvexShape } from '../../shapes/shape.ts';
import { BodyAtMesh } from './body-at-mesh.ts';
import { featureContacts } from './body-mesh-contacts.ts';
import { boundaryPatches } from './boundary-patches.ts';
import { NearFeatures } from './near-features.ts';
import { indexOf } from './sphere-batch.ts';

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

describe.each<[string, ConvexShape]>([
  ['brick', box({ halfExtents: [0.3, 0.25, 0.2] })],
  ['superquadric', superquadric({ semiAxes: [0.3, 0.25, 0.2], n1: 4, n2: 4 })],
])('a %s that wanders over hills', (_, shape) => {
  it('has the same contacts whether its features are searched for now or were before', () => {
    const random = new Random(3);
    const index = indexOf(hills());
    const patches = boundaryPatches(index.mesh, 1e-3);
    const remembered = new NearFeatures();
    let found = 0;
    let place: Pose = pose({ position: [0.1, 0, 0.4] });
    for (let step = 0; step < 60; step++) {
      const turn = fromAxisAngle(random.unitVector(), 0.02);
      place = {
        position: addScaled(place.position, { ...random.unitVector(), z: random.between(-1, 1) }, 0.004),
        orientation: normaliseQuaternion(multiply(turn, place.orientation)),
      };
      const contacts = (near?: NearFeatures) => {
        const query = { maxDistance: 0, depth: -1, ...(near && { near }) };
        const body = new BodyAtMesh(index, patches, pose({}), shape, place, query);
        return featureContacts(body).map(({ feature, featureId, point, normal, distance }) => ({
          named: [feature, featureId],
          numbers: [point.x, point.y, point.z, normal.x, normal.y, normal.z, distance],
        }));
      };
      const old = contacts(remembered);
      expect(old).toEqual(contacts(new NearFeatures()));
      const plain = contacts();
      expect(old.map(({ named }) => named)).toEqual(plain.map(({ named }) => named));
      // The length of the cones depends on the box: rounding of coordinates of size 1.
      old.forEach(({ numbers }, k) => {
        const other = plain[k]?.numbers ?? [];
        expect(Math.max(...numbers.map((x, i) => Math.abs(x - (other[i] ?? NaN))))).toBeLessThan(1e-9);
      });
      found += old.length;
    }
    expect(found).toBeGreaterThan(40);
  });
});
