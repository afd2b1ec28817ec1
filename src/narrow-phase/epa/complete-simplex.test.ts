// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { IDENTITY_POSE, pose } from '../../math/pose.ts';
import { add, cross, dot, length, subtract, type Vector3 } from '../../math/vector.ts';
import { box } from '../../shapes/kinds/box.ts';
import { facet } from '../../shapes/kinds/facet.ts';
import { point } from '../../shapes/kinds/point.ts';
import { segment } from '../../shapes/kinds/segment.ts';
import type { ConvexShape } from '../../shapes/shape.ts';
import { placeBody } from '../family/placed-body.ts';
import { type DifferencePoint, roundingOf, supportOfPair } from '../gjk/difference-point.ts';
import { weightedSum } from '../gjk/johnson.ts';
import { signedVolumes } from '../gjk/signed-volumes.ts';
import { completeTetrahedron } from './complete-simplex.ts';

const cube = box({ halfExtents: [1, 1, 1] });

function completed(a: ConvexShape, b: ConvexShape, chosen: readonly [number, number][]): readonly DifferencePoint[] {
  const bodyA = placeBody(a, IDENTITY_POSE);
  const bodyB = placeBody(b, pose());
  const simplex = chosen.map(([vertexA, vertexB]) => {
    const onA = (bodyA.vertices as readonly Vector3[])[vertexA];
    const onB = (bodyB.vertices as readonly Vector3[])[vertexB];
    return { w: subtract(onB, onA), onA, onB, vertexA, vertexB };
  });
  return completeTetrahedron(simplex, supportOfPair(bodyA, bodyB), roundingOf(bodyA, bodyB));
}

function volumeOf(points: readonly DifferencePoint[]): number {
  const [p, q, r, s] = points.map(({ w }) => w) as [Vector3, Vector3, Vector3, Vector3];
  return Math.abs(dot(subtract(q, p), cross(subtract(r, p), subtract(s, p)))) / 6;
}

function missOf(points: readonly DifferencePoint[]): number {
  const corners = points.map(({ w }) => w);
  return length(weightedSum(corners, signedVolumes(corners)));
}

/** Vertices of the cube by the signs of x, y, z as bits 4, 2, 1: i and 7 - i are opposite. */
describe('a simplex that holds the origin becomes a solid tetrahedron', () => {
  it.each([
    ['a vertex of the difference at the origin', [[0, 0]]],
    [
      'a segment through it',
      [
        [0, 7],
        [7, 0],
      ],
    ],
    [
      'a triangle around it',
      [
        [0, 6],
        [6, 0],
        [0, 0],
      ],
    ],
    [
      'a flat tetrahedron',
      [
        [0, 6],
        [6, 0],
        [2, 4],
        [4, 2],
      ],
    ],
    [
      'four times the same point',
      [
        [3, 3],
        [2, 2],
        [1, 1],
        [0, 0],
      ],
    ],
  ] as [string, [number, number][]][])('from %s', (_, chosen) => {
    const tetrahedron = completed(cube, cube, chosen);
    expect(tetrahedron).toHaveLength(4);
    expect(volumeOf(tetrahedron)).toBeGreaterThan(0.1);
    expect(missOf(tetrahedron)).toBeLessThan(1e-15);
  });

  it('and stays flat where the difference is flat', () => {
    const dot0 = point({ position: [0, 0, 0] });
    const line = segment({ from: [-1, 0, 0], to: [1, 0, 0] });
    const triangle = facet({
      vertices: [
        [-1, -1, 0],
        [1, -1, 0],
        [0, 1, 0],
      ],
    });
    expect(completed(dot0, dot0, [[0, 0]])).toHaveLength(1);
    expect(completed(line, line, [[0, 0]])).toHaveLength(2);
    expect(completed(triangle, triangle, [[0, 0]])).toHaveLength(3);
    expect(
      completed(triangle, line, [
        [0, 0],
        [1, 1],
      ]).length,
    ).toBe(3);
  });

  it('at any scale', () => {
    for (const size of [1e-40, 1e-9, 1e9, 1e40]) {
      const scaled = box({ halfExtents: [size, size, size] });
      const tetrahedron = completed(scaled, scaled, [[0, 0]]);
      expect(tetrahedron).toHaveLength(4);
      expect(length(add(tetrahedron[0]?.w, { x: 0, y: 0, z: 0 }))).toBe(0);
    }
  });
});
