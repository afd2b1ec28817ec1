// SPDX-License-Identifier: MIT
/**
 * A meshed plane is the plane: the one contact that a body of any kind has with the half-space, and nothing at inner
 * edges.
 */
import { describe, expect, it } from 'vitest';
import { PLANE_MESHES, PLANE_NORMAL, pointOnPlane } from '../../../tests/support/plane-meshes.ts';
import { randomConvexShape, SHAPE_KINDS, scaledShape, sizeOf } from '../../../tests/support/random-convex-shapes.ts';
import { placed } from '../../../tests/support/sample-meshes.ts';
import { type Pose, transformPoint } from '../../math/pose.ts';
import { fromAxisAngle, multiply } from '../../math/quaternion.ts';
import { Random } from '../../math/random.ts';
import { addScaled, dot, length, subtract, vector3, ZERO_VECTOR } from '../../math/vector.ts';
import { facetMesh } from '../../meshes/facet-mesh.ts';
import { halfSpace } from '../../shapes/kinds/half-space.ts';
import type { ConvexShape } from '../../shapes/shape.ts';
import { contact } from '../contact.ts';
import { bodyMeshContacts } from './body-mesh-contacts.ts';

const seed = Number(process.env.TEST_SEED ?? 17);
const BODIES = 6;
/** Of the body's size, for the rounding of facets up to ten times as large. */
const TOLERANCE = 1e-12;
/** A point cannot overlap a wall with two sides. */
const kinds = SHAPE_KINDS.filter((kind) => kind !== 'halfSpace' && kind !== 'point');
const plane = halfSpace({ normal: PLANE_NORMAL, offset: 0 });

/** A body that overlaps the plane with its centre in front, away from the rim of the square of 40 m. */
function overlapping(shape: ConvexShape, random: Random, orientation = random.rotation()): Pose {
  const size = sizeOf(shape);
  const foot = vector3(pointOnPlane([random.between(-2, 2), random.between(-2, 2)]));
  const start = { position: foot, orientation };
  const { distance } = contact(plane, {}, shape, start);
  const centre = dot(PLANE_NORMAL, transformPoint(start, shape.massProperties().centroid));
  // Between touching and the centre in the plane; flat bodies with their centre lowest just touch.
  const rise = -distance - random.between(0, 0.9) * Math.max(0, centre - distance);
  return { position: addScaled(foot, PLANE_NORMAL, rise - 1e-9 * size), orientation };
}

function expectHalfSpace(
  found: ReturnType<typeof bodyMeshContacts>,
  shape: ConvexShape,
  poseOfBody: Pose,
  wall = plane,
): void {
  const expected = contact(wall, {}, shape, poseOfBody);
  expect(found).toHaveLength(1);
  const [only] = found as [(typeof found)[number]];
  const size = sizeOf(shape);
  expect(only.feature).toBe('f');
  expect(Math.abs(only.distance - expected.distance)).toBeLessThan(TOLERANCE * Math.max(size, 1));
  expect(length(subtract(only.normal, expected.normal))).toBeLessThan(TOLERANCE);
  const isUnique = expected.type === 'v-f';
  const off = length(subtract(only.point, expected.pointOnA));
  // The foot of a smooth body turns with the normal's last digits.
  if (isUnique) expect(off).toBeLessThan(1e-9 * Math.max(size, 1));
}

describe.each(Object.entries(PLANE_MESHES))(`a plane of %s, seed ${seed}`, (_, make) => {
  const mesh = facetMesh(make(new Random(seed)));

  it.each(kinds)('is the half-space to a %s, small or large', (kind) => {
    const random = new Random(seed + kinds.indexOf(kind));
    for (let k = 0; k < BODIES; k++) {
      const factor = [1, 0.02, 6][k % 3];
      const shape = scaledShape(randomConvexShape(kind, random), factor) as ConvexShape;
      const at = overlapping(shape, random);
      if (contact(plane, {}, shape, at).distance > 0) continue;
      expectHalfSpace(bodyMeshContacts(mesh, {}, shape, at), shape, at);
    }
  });

  it('is so to bodies that lie flat on it', () => {
    const random = new Random(seed + 1);
    const toPlane = fromAxisAngle({ x: 0, y: 1, z: 0 }, -Math.atan2(3, 4));
    for (const kind of ['box', 'cylinder', 'cone', 'capsule', 'rounded']) {
      const shape = scaledShape(randomConvexShape(kind, random), 3) as ConvexShape;
      for (const turn of [0, 1.3]) {
        const lying = kind === 'capsule' ? Math.PI / 2 : 0;
        const spin = fromAxisAngle({ x: 0, y: 0, z: 1 }, turn);
        const at = overlapping(
          shape,
          random,
          multiply(toPlane, multiply(spin, fromAxisAngle({ x: 0, y: 1, z: 0 }, lying))),
        );
        const found = bodyMeshContacts(mesh, {}, shape, at);
        expectHalfSpace(found, shape, at);
        // All of the flat side is on the plane, and it is symmetric: the mean of its corners is its centroid.
        const { manifold = [] } = contact(plane, {}, shape, at, { manifold: true });
        expect(manifold.length).toBeGreaterThan(1);
        const mean = manifold.reduce((sum, { pointOnA }) => addScaled(sum, pointOnA, 1 / manifold.length), ZERO_VECTOR);
        expect(length(subtract(found[0]?.point ?? ZERO_VECTOR, mean))).toBeLessThan(TOLERANCE * 10 * sizeOf(shape));
      }
    }
  });
});

describe(`a turned and rounded plane, seed ${seed}`, () => {
  it.each(Object.entries(PLANE_MESHES))('of %s is one contact', (_, make) => {
    const random = new Random(seed + 2);
    const turn = random.rotation();
    const mesh = facetMesh(placed(make(random), turn, 1, [3, -7, 5]));
    for (const kind of ['box', 'polyhedron', 'superquadric', 'cylinder']) {
      const shape = randomConvexShape(kind, random) as ConvexShape;
      const local = overlapping(shape, random);
      const outer = { position: vector3([3, -7, 5]), orientation: turn };
      const at = {
        position: transformPoint(outer, local.position),
        orientation: multiply(turn, local.orientation),
      };
      const expected = contact(plane, outer, shape, at);
      const found = bodyMeshContacts(mesh, {}, shape, at);
      expect(found).toHaveLength(1);
      // Coordinates of 40 m are rounded to 7e-15 m, and slivers have normals from that.
      expect(Math.abs((found[0]?.distance ?? 0) - expected.distance)).toBeLessThan(1e-12 * 40);
    }
  });
});
