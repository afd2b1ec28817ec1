// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { IDENTITY_POSE, pose } from '../../math/pose.ts';
import { subtract, type Vector3 } from '../../math/vector.ts';
import { box } from '../../shapes/kinds/box.ts';
import { placeBody } from '../family/placed-body.ts';
import { type DifferencePoint, roundingOf } from '../gjk/difference-point.ts';
import { areaWeights, facetWitness } from './facet-witness.ts';

const v = (x: number, y: number, z: number): Vector3 => ({ x, y, z });

describe('weights by areas', () => {
  const triangle = [v(0, 0, 0), v(4, 0, 0), v(0, 4, 0)];
  const up = v(0, 0, 1);

  it('are those of the point, inside and outside', () => {
    expect(areaWeights(triangle, up, v(1, 1, 0))).toEqual([0.5, 0.25, 0.25]);
    expect(areaWeights(triangle, up, v(-1, 1, 0))).toEqual([1, -0.25, 0.25]);
  });

  it('exist where the plane holds the origin, where the determinants of TD eq. (8) to (10) vanish', () => {
    expect(areaWeights(triangle, up, v(0, 0, 0))).toEqual([1, 0, 0]);
  });

  it('are none for a triangle without area', () => {
    expect(areaWeights([v(0, 0, 0), v(1, 0, 0), v(2, 0, 0)], up, v(1, 0, 0))).toBeUndefined();
  });
});

describe('the witness of a facet', () => {
  it('is on both bodies although the triangle misses the foot of the origin', () => {
    const a = placeBody(box({ halfExtents: [1, 1, 1] }), IDENTITY_POSE);
    const b = placeBody(box({ halfExtents: [1, 1, 1] }), pose({ position: [0.5, 0.25, 1.75] }));
    const at = (vertexA: number, vertexB: number): DifferencePoint => {
      const onA = (a.vertices as readonly Vector3[])[vertexA];
      const onB = (b.vertices as readonly Vector3[])[vertexB];
      return { w: subtract(onB, onA), onA, onB, vertexA, vertexB };
    };
    // The top of A is 1, 3, 5, 7; the bottom of B is 0, 2, 4, 6. All of these differences have large x.
    const triangle = [at(1, 4), at(1, 6), at(3, 6)];
    const point = facetWitness(triangle, v(0, 0, 1), -0.25, a, b, roundingOf(a, b));
    expect(point.z).toBe(1);
    expect(point.x).toBeGreaterThanOrEqual(-0.5);
    expect(point.x).toBeLessThanOrEqual(1);
    expect(point.y).toBeGreaterThanOrEqual(-0.75);
    expect(point.y).toBeLessThanOrEqual(1);
  });
});
