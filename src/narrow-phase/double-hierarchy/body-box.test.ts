// SPDX-License-Identifier: MIT
/** The box around a body holds the body, along its sides, edges and corners and between them. */
import { describe, expect, it } from 'vitest';
import { F, I } from '../../kernel/memory.ts';
import { leastAlong, meetsEdge, meetsFacet, meetsVertex, placeBox } from '../../kernel/mesh/body-box.ts';
import * as at from '../../kernel/mesh/boundary-layout.ts';
import { inverseRotate, type Quaternion, rotate } from '../../math/quaternion.ts';
import { Random } from '../../math/random.ts';
import { add, addScaled, dot, scale, toTriple, type Vector3, ZERO_VECTOR } from '../../math/vector.ts';
import { type FacetMesh, facetMesh } from '../../meshes/facet-mesh.ts';
import { box } from '../../shapes/kinds/box.ts';
import { cone } from '../../shapes/kinds/cone.ts';
import { cylinder } from '../../shapes/kinds/cylinder.ts';
import { ellipsoid } from '../../shapes/kinds/ellipsoid.ts';
import { superquadric } from '../../shapes/kinds/superquadric.ts';
import type { ConvexShape } from '../../shapes/shape.ts';
import { bodyMeshQuery, settleMesh } from './body-mesh-query.ts';
import { bodyRecord } from './body-record.ts';
import { boundaryPatches } from './boundary-patches.ts';
import { kernelBoundary } from './kernel-boundary.ts';
import { indexOf } from './sphere-batch.ts';

const query = bodyMeshQuery();

/** Places the box of a shape, scaled by `factor`. */
function place(shape: ConvexShape, factor: number, origin: Vector3, turn: Quaternion): void {
  F[query + at.QUERY_FACTOR] = factor;
  I[2 * query + at.QUERY_SHAPE] = bodyRecord(shape);
  F.set(toTriple(origin), query + at.QUERY_ORIGIN);
  const axes = [
    { x: 1, y: 0, z: 0 },
    { x: 0, y: 1, z: 0 },
    { x: 0, y: 0, z: 1 },
  ];
  axes.forEach((axis, row) => {
    F.set(toTriple(rotate(turn, axis)), query + at.QUERY_TURN + 3 * row);
  });
  placeBox(query, 0);
}

function use(mesh: FacetMesh): void {
  settleMesh(indexOf(mesh), kernelBoundary(boundaryPatches(mesh, 1e-9)));
}

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
    for (let k = 0; k < 200; k++) {
      const turn = random.rotation();
      const factor = random.between(0.5, 2);
      place(shape, factor, ZERO_VECTOR, turn);
      const w = random.unitVector();
      const far = scale(rotate(turn, shape.support(inverseRotate(turn, scale(w, -1)))), factor);
      const least = leastAlong(query, w.x, w.y, w.z);
      expect(least).toBeLessThanOrEqual(dot(w, far) + ROUNDING);
      // Edges and corners are cut where a round body does not reach them: a plain box is 1.7 times as far away.
      if (shape.kind === 'ellipsoid') expect(least).toBeGreaterThan(1.2 * dot(w, far));
    }
  });

  it('meets every vertex, edge and facet with a point in the body', () => {
    const random = new Random(8);
    for (let k = 0; k < 200; k++) {
      const turn = random.rotation();
      const origin = scale(random.unitVector(), 3);
      place(shape, 1, origin, turn);
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
      use(mesh);
      expect(meetsVertex(query, 0)).toBe(true);
      expect(meetsFacet(query, 0, 0)).toBe(true);
      expect([0, 1, 2].filter((edge) => meetsEdge(query, edge)).length).toBeGreaterThan(1);
    }
  });

  it('does not meet what is beside it', () => {
    place(shape, 1, ZERO_VECTOR, { w: 1, x: 0, y: 0, z: 0 });
    const { max } = shape.boundingBox();
    const beside = [
      [max.x + 0.01, -1, -1],
      [max.x + 0.01, 1, -1],
      [max.x + 0.02, 0, 1],
    ] as const;
    use(facetMesh({ vertices: beside, facets: [[0, 1, 2]] }));
    expect([0, 1, 2].map((edge) => meetsEdge(query, edge))).toEqual([false, false, false]);
    expect([meetsVertex(query, 0), meetsFacet(query, 0, 0)]).toEqual([false, false]);
  });
});
