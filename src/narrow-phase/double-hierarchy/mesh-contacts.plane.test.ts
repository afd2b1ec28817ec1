// SPDX-License-Identifier: MIT
/** A plane is a plane however it is meshed: one contact, that of the analytic plane. */
import { describe, expect, it } from 'vitest';
import { PLANE_HALF, PLANE_MESHES, PLANE_NORMAL, pointOnPlane } from '../../../tests/support/plane-meshes.ts';
import { placed } from '../../../tests/support/sample-meshes.ts';
import { transformPoint } from '../../math/pose.ts';
import { rotate } from '../../math/quaternion.ts';
import { Random } from '../../math/random.ts';
import { addScaled, dot, length, scale, subtract, type Vector3, vector3 } from '../../math/vector.ts';
import { facetMesh } from '../../meshes/facet-mesh.ts';
import { sphere } from '../../shapes/kinds/sphere.ts';
import { meshContacts } from './mesh-contacts.ts';

const seed = Number(process.env.TEST_SEED ?? 8);
const SPHERES = 400;
const TOLERANCE = 1e-12;

/**
 * A sphere whose foot on the plane is in the square, with a radius from a hundredth of the smallest cells to the square
 * itself.
 */
function sphereOverSquare(random: Random): { centre: Vector3; radius: number; height: number } {
  const foot = vector3(
    pointOnPlane([random.between(-PLANE_HALF, PLANE_HALF), random.between(-PLANE_HALF, PLANE_HALF)]),
  );
  const radius = 10 ** random.between(-2, 1);
  const height = radius * random.between(-0.999, 0.999);
  const centre = addScaled(foot, PLANE_NORMAL, height);
  // Of the centre as it is after rounding.
  return { centre, radius, height: (4 * centre.z - 3 * centre.x) / 5 };
}

describe.each(Object.entries(PLANE_MESHES))(`a plane of %s, seed ${seed}`, (_, make) => {
  it('is the analytic plane, at any pose', () => {
    const random = new Random(seed);
    const mesh = facetMesh(make(random));
    for (let k = 0; k < SPHERES; k++) {
      const { centre, radius, height } = sphereOverSquare(random);
      const pose = { position: scale(random.unitVector(), 5), orientation: random.rotation() };
      const isPlaced = k % 2 === 1;
      const at = isPlaced ? transformPoint(pose, centre) : centre;
      const found = meshContacts(mesh, isPlaced ? pose : {}, sphere({ radius }), { position: at });
      expect(found).toHaveLength(1);
      const [contact] = found as [(typeof found)[number]];
      const side = height < 0 ? -1 : 1;
      const normal = scale(PLANE_NORMAL, side);
      expect(contact.feature).toBe('f');
      expect(Math.abs(contact.distance - (Math.abs(height) - radius))).toBeLessThan(TOLERANCE);
      expect(length(subtract(contact.normal, isPlaced ? rotate(pose.orientation, normal) : normal))).toBeLessThan(
        TOLERANCE,
      );
      expect(length(subtract(contact.point, addScaled(at, contact.normal, -Math.abs(height))))).toBeLessThan(TOLERANCE);
    }
  });

  it('stays one contact when its vertices were turned and rounded', () => {
    const random = new Random(seed + 1);
    const turn = random.rotation();
    const mesh = facetMesh(placed(make(random), turn, 1, [3, -7, 5]));
    const normal = rotate(turn, PLANE_NORMAL);
    for (let k = 0; k < SPHERES; k++) {
      const { centre, radius } = sphereOverSquare(random);
      const position = addScaled(rotate(turn, centre), { x: 3, y: -7, z: 5 }, 1);
      const height = dot(normal, subtract(position, { x: 3, y: -7, z: 5 }));
      const found = meshContacts(mesh, {}, sphere({ radius }), { position });
      expect(found).toHaveLength(1);
      expect(Math.abs((found[0]?.distance ?? 0) - (Math.abs(height) - radius))).toBeLessThan(TOLERANCE);
    }
  });
});
