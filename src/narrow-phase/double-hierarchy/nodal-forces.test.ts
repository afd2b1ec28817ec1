// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { cylinderMesh } from '../../../tests/support/sample-meshes.ts';
import { IDENTITY_POSE, transformPoint } from '../../math/pose.ts';
import { Random } from '../../math/random.ts';
import { add, cross, length, scale, subtract, ZERO_VECTOR } from '../../math/vector.ts';
import { facetMesh } from '../../meshes/facet-mesh.ts';
import { sphere } from '../../shapes/kinds/sphere.ts';
import { meshContacts } from './mesh-contacts.ts';
import { addNodalForces, meshLoad } from './nodal-forces.ts';
import { vertexOf } from './nodal-weights.ts';

const seed = Number(process.env.TEST_SEED ?? 13);

describe(`forces on a mesh, seed ${seed}`, () => {
  it('have the same force and moment on the vertices as at the contact points', () => {
    const random = new Random(seed);
    const mesh = facetMesh(cylinderMesh(7, 3));
    for (const pose of [IDENTITY_POSE, { position: random.unitVector(), orientation: random.rotation() }]) {
      const nodal = new Float64Array(mesh.vertices.length);
      const centres = [
        ...Array.from({ length: 60 }, () => scale(random.unitVector(), random.between(0.5, 1.4))),
        scale(vertexOf(mesh, 0), 1.1),
        scale(add(vertexOf(mesh, 0), vertexOf(mesh, 1)), 0.55),
      ];
      const contacts = centres.flatMap((centre) =>
        meshContacts(mesh, pose, sphere({ radius: 0.5 }), { position: transformPoint(pose, centre) }),
      );
      expect(new Set(contacts.map(({ feature }) => feature)).size).toBe(3);
      const forces = contacts.map(() => scale(random.unitVector(), 10));
      contacts.forEach((contact, i) => {
        addNodalForces(mesh, contact, forces[i], nodal);
      });
      const about = { x: 1, y: 2, z: 3 };
      const { force, moment } = meshLoad(contacts, forces, about);
      let [nodalForce, nodalMoment] = [ZERO_VECTOR, ZERO_VECTOR];
      for (let v = 0; v < mesh.vertices.length / 3; v++) {
        const [x = 0, y = 0, z = 0] = nodal.subarray(3 * v, 3 * v + 3);
        nodalForce = add(nodalForce, { x, y, z });
        nodalMoment = add(nodalMoment, cross(subtract(transformPoint(pose, vertexOf(mesh, v)), about), { x, y, z }));
      }
      // Sums of some hundred terms of size 10 to 40.
      expect(length(subtract(nodalForce, force))).toBeLessThan(1e-12);
      expect(length(subtract(nodalMoment, moment))).toBeLessThan(1e-11);
    }
  });

  it('are none without contacts', () => {
    expect(meshLoad([], [])).toEqual({ force: ZERO_VECTOR, moment: ZERO_VECTOR });
  });
});
