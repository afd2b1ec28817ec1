// SPDX-License-Identifier: MIT
/** Explicit sums, differences and entrance blocks of polyhedra, and their agreement with the implicit query. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { pose, transformPoint } from '../../math/pose.ts';
import { Random } from '../../math/random.ts';
import { dot, type Vector3 } from '../../math/vector.ts';
import { box } from '../../shapes/kinds/box.ts';
import { polyhedron } from '../../shapes/kinds/convex-polyhedron.ts';
import { pointsOnEllipsoid } from '../../shapes/random-shapes.ts';
import { contact } from '../contact.ts';
import { blockDistance } from './block-distance.ts';
import { blockState, contactState } from './contact-state.ts';
import { entranceBlock, minkowskiDifference, minkowskiSum, type SolidPolyhedron } from './polyhedral-minkowski.ts';

const SEED = Number(process.env.TEST_SEED ?? 20260604);
const cube = box({ halfExtents: [1, 1, 1] });

function verticesOf(shape: SolidPolyhedron): readonly Vector3[] {
  if (shape.kind === 'polyhedron') return shape.vertices;
  const { x, y, z } = shape.halfExtents;
  return [-x, x].flatMap((u) => [-y, y].flatMap((v) => [-z, z].map((w) => ({ x: u, y: v, z: w }))));
}

function randomPair(random: Random) {
  const solid = (): SolidPolyhedron => {
    if (random.next() < 0.3)
      return box({ halfExtents: [random.between(0.2, 1), random.between(0.2, 1), random.between(0.2, 1)] });
    const vertices = pointsOnEllipsoid(random, 4 + random.integer(9));
    return polyhedron({ vertices });
  };
  const at = () =>
    pose({
      position: [random.between(-1, 1), random.between(-1, 1), random.between(-1, 1)],
      orientation: random.next() < 0.3 ? [1, 0, 0, 0] : random.rotation(),
    });
  return { a: solid(), poseA: at(), b: solid(), poseB: at() };
}

describe('the Minkowski sum of polyhedra', () => {
  it('of two boxes along the axes is a box', () => {
    const sum = minkowskiSum(cube, {}, box({ halfExtents: [1, 2, 3] }), { position: [10, 0, 0] });
    expect(sum.vertices).toHaveLength(8);
    expect(sum.boundingBox()).toEqual({ min: { x: 8, y: -3, z: -4 }, max: { x: 12, y: 3, z: 4 } });
  });

  it('is the hull of all sums of vertices, although most are left out before', () => {
    const random = new Random(SEED);
    for (let i = 0; i < 60; i++) {
      const { a, poseA, b, poseB } = randomPair(random);
      const worldA = verticesOf(a).map((v) => transformPoint(poseA, v));
      const worldB = verticesOf(b).map((v) => transformPoint(poseB, v));
      const every = polyhedron({
        vertices: worldA.flatMap((p) => worldB.map((q) => [p.x - q.x, p.y - q.y, p.z - q.z] as const)),
      });
      const difference = minkowskiDifference(a, poseA, b, poseB);
      expect(difference.massProperties().volume).toBeCloseTo(every.massProperties().volume, 11);
      for (let k = 0; k < 30; k++) {
        const n = random.unitVector();
        expect(dot(n, difference.support(n))).toBeCloseTo(dot(n, every.support(n)), 12);
      }
    }
  });
});

describe('the entrance block of polyhedra', () => {
  it('gives the state by where any reference point is', () => {
    for (const [x, state] of [
      [2.5, 'separation'],
      [2, 'touch'],
      [1.5, 'overlap'],
    ] as const) {
      const at = { position: [x, 1, 0.5] as const };
      expect(contactState(cube, {}, cube, at)).toBe(state);
      for (const v of [
        [0, 0, 0],
        [0.5, -0.25, 3],
        [100, 3, 1],
      ] as const) {
        expect(blockState(entranceBlock(cube, {}, cube, at, v), v)).toBe(state);
      }
      expect(blockState(entranceBlock(cube, {}, cube, at), [0, 0, 0])).toBe(state);
    }
  });
});

describe('explicit and implicit answers', () => {
  it('agree on random pairs', () => {
    const random = new Random(SEED + 1);
    for (let i = 0; i < 150; i++) {
      const { a, poseA, b, poseB } = randomPair(random);
      const implicit = contact(a, poseA, b, poseB);
      const explicit = blockDistance(minkowskiDifference(b, poseB, a, poseA), [0, 0, 0]);
      // Both are right to some roundings of coordinates of about 4.
      expect(Math.abs(explicit.distance - implicit.distance)).toBeLessThanOrEqual(1e-13);
      if (Math.abs(implicit.distance) < 1e-10) continue;
      expect(contactState(a, poseA, b, poseB)).toBe(implicit.distance > 0 ? 'separation' : 'overlap');
      if (implicit.distance > 0) expect(dot(explicit.normal, implicit.normal)).toBeCloseTo(1, 9);
    }
  });

  it.each(['boxes', 'random', 'degenerate'])('agree with the exact reference answers of few vertices: %s', (family) => {
    const url = new URL(`../../../fixtures/poly3d_${family}.jsonl`, import.meta.url);
    let tried = 0;
    for (const line of readFileSync(url, 'utf8').trim().split('\n')) {
      const { id, A, B, d, scale } = JSON.parse(line);
      if (A.length * B.length > 400) continue;
      tried++;
      const a = polyhedron({ vertices: A });
      const b = polyhedron({ vertices: B });
      const { distance } = blockDistance(minkowskiDifference(b, {}, a, {}), [0, 0, 0]);
      // The hull merges faces that are flat to 2^-46 of its extent.
      expect(Math.abs(distance - d), id).toBeLessThanOrEqual(2 ** -46 * (scale + Math.abs(d)));
      expect(contactState(a, {}, b, {}), id).toBe(d > 0 ? 'separation' : d < 0 ? 'overlap' : 'touch');
    }
    expect(tried).toBeGreaterThan(20);
  });
});
