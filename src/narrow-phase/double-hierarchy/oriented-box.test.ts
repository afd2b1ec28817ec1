// SPDX-License-Identifier: MIT
/** The box around a body holds the body, along its sides, edges and corners and between them. */
import { describe, expect, it } from 'vitest';
import { inverseRotate, rotate } from '../../math/quaternion.ts';
import { Random } from '../../math/random.ts';
import { add, addScaled, dot, scale } from '../../math/vector.ts';
import { facetMesh } from '../../meshes/facet-mesh.ts';
import { box } from '../../shapes/kinds/box.ts';
import { cone } from '../../shapes/kinds/cone.ts';
import { cylinder } from '../../shapes/kinds/cylinder.ts';
import { ellipsoid } from '../../shapes/kinds/ellipsoid.ts';
import { superquadric } from '../../shapes/kinds/superquadric.ts';
import { cutBoxOf, OrientedBox } from './oriented-box.ts';

const SHAPES = {
  box: box({ halfExtents: [0.5, 0.4, 0.3] }),
  cone: cone({ radius: 0.5, height: 0.8 }),
  cylinder: cylinder({ radius: 0.3, halfLength: 0.5 }),
  ellipsoid: ellipsoid({ semiAxes: [0.5, 0.3, 0.2] }),
  superquadric: superquadric({ semiAxes: [0.5, 0.4, 0.3], n1: 4, n2: 4 }),
};
/** Of bodies of size 1. */
const ROUNDING = 1e-14;

describe.each(Object.entries(SHAPES))('around a %s', (_, shape) => {
  it('reaches at least as far as the body in every direction, and not far beyond a round one', () => {
    const random = new Random(7);
    const around = new OrientedBox();
    for (let k = 0; k < 200; k++) {
      const turn = random.rotation();
      const factor = random.between(0.5, 2);
      around.place(cutBoxOf(shape), factor, 0, { x: 0, y: 0, z: 0 }, turn);
      const w = random.unitVector();
      const far = scale(rotate(turn, shape.support(inverseRotate(turn, scale(w, -1)))), factor);
      const least = around.leastAlong(w.x, w.y, w.z);
      expect(least).toBeLessThanOrEqual(dot(w, far) + ROUNDING);
      // Edges and corners are cut where a round body does not reach them: a plain box is 1.7 times as far away.
      if (shape.kind === 'ellipsoid') expect(least).toBeGreaterThan(1.2 * dot(w, far));
    }
  });

  it('meets every vertex, edge and facet with a point in the body', () => {
    const random = new Random(8);
    const around = new OrientedBox();
    for (let k = 0; k < 200; k++) {
      const turn = random.rotation();
      const origin = scale(random.unitVector(), 3);
      around.place(cutBoxOf(shape), 1, 0, origin, turn);
      const far = add(origin, rotate(turn, shape.support(inverseRotate(turn, random.unitVector()))));
      const inside = addScaled(
        far,
        addScaled(add(origin, rotate(turn, shape.massProperties().centroid)), far, -1),
        1e-9,
      );
      const [u, v] = [random.unitVector(), random.unitVector()];
      const mesh = facetMesh({
        vertices: [inside, addScaled(inside, u, 1), addScaled(inside, v, 2)].map(({ x, y, z }) => [x, y, z] as const),
        facets: [[0, 1, 2]],
      });
      expect(around.meetsVertex(mesh, 0)).toBe(true);
      expect(around.meetsFacet(mesh, 0, 0)).toBe(true);
      expect([0, 1, 2].filter((edge) => around.meetsEdge(mesh, edge)).length).toBeGreaterThan(1);
    }
  });

  it('does not meet what is beside it', () => {
    const around = new OrientedBox();
    around.place(cutBoxOf(shape), 1, 0, { x: 0, y: 0, z: 0 }, { w: 1, x: 0, y: 0, z: 0 });
    const { max } = shape.boundingBox();
    const beside = [
      [max.x + 0.01, -1, -1],
      [max.x + 0.01, 1, -1],
      [max.x + 0.02, 0, 1],
    ] as const;
    const mesh = facetMesh({ vertices: beside, facets: [[0, 1, 2]] });
    expect([0, 1, 2].map((edge) => around.meetsEdge(mesh, edge))).toEqual([false, false, false]);
    expect([around.meetsVertex(mesh, 0), around.meetsFacet(mesh, 0, 0)]).toEqual([false, false]);
  });
});
