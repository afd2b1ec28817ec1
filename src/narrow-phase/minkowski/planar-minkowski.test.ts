// SPDX-License-Identifier: MIT
/** Explicit sums, differences and entrance blocks of polygons, and their agreement with the implicit query. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { randomPolygon } from '../../../tests/support/random-planar-shapes.ts';
import { planarPose } from '../../math/planar-pose.ts';
import { Random } from '../../math/random.ts';
import { polygon } from '../../shapes/planar/polygon.ts';
import { planarContact } from '../planar/planar-contact.ts';
import { planarBlockDistance } from './block-distance.ts';
import { planarBlockState, planarContactState } from './contact-state.ts';
import {
  planarCentroid,
  planarEntranceBlock,
  planarMinkowskiDifference,
  planarMinkowskiSum,
} from './planar-minkowski.ts';

const SEED = Number(process.env.TEST_SEED ?? 20260603);
const square = polygon({
  vertices: [
    [1, 1],
    [-1, 1],
    [-1, -1],
    [1, -1],
  ],
});
const triangle = polygon({
  vertices: [
    [0, 0],
    [2, 0],
    [0, 1],
  ],
});
const pairs = (shape: { vertices: readonly { x: number; y: number }[] }) => shape.vertices.map(({ x, y }) => [x, y]);

function randomPair(random: Random) {
  const pose = () =>
    planarPose({ position: [random.between(-1.5, 1.5), random.between(-1.5, 1.5)], angle: random.between(-4, 4) });
  return { a: randomPolygon(random), poseA: pose(), b: randomPolygon(random), poseB: pose() };
}

describe('the Minkowski sum of polygons', () => {
  it('is the hull of all sums of vertices', () => {
    expect(pairs(planarMinkowskiSum(square, {}, triangle, { position: [10, 0] }))).toEqual([
      [9, -1],
      [13, -1],
      [13, 1],
      [11, 2],
      [9, 2],
    ]);
  });

  it('has the area of the hull of all sums, and the difference that of all differences', () => {
    const random = new Random(SEED);
    for (let i = 0; i < 100; i++) {
      const { a, poseA, b, poseB } = randomPair(random);
      const sum = planarMinkowskiSum(a, poseA, b, poseB);
      const c = (angle: number) => [Math.cos(angle), Math.sin(angle)] as const;
      const world = (shape: typeof a, { position, angle }: typeof poseA) =>
        shape.vertices.map(({ x, y }) => {
          const [cos, sin] = c(angle);
          return [position.x + cos * x - sin * y, position.y + sin * x + cos * y] as const;
        });
      const worldA = world(a, poseA);
      const worldB = world(b, poseB);
      const hull = polygon({ vertices: worldA.flatMap((p) => worldB.map((q) => [p[0] + q[0], p[1] + q[1]] as const)) });
      expect(sum.areaProperties().area).toBeCloseTo(hull.areaProperties().area, 12);
      const difference = planarMinkowskiDifference(a, poseA, b, poseB);
      const less = polygon({ vertices: worldA.flatMap((p) => worldB.map((q) => [p[0] - q[0], p[1] - q[1]] as const)) });
      expect(difference.areaProperties().area).toBeCloseTo(less.areaProperties().area, 12);
      expect(difference.areaProperties().centroid.x).toBeCloseTo(less.areaProperties().centroid.x, 12);
      // Linear: no more corners than edges of both.
      expect(sum.vertices.length).toBeLessThanOrEqual(a.vertices.length + b.vertices.length);
    }
  });

  it('merges parallel edges', () => {
    expect(pairs(planarMinkowskiDifference(square, {}, square, {}))).toEqual([
      [-2, -2],
      [2, -2],
      [2, 2],
      [-2, 2],
    ]);
  });
});

describe('the entrance block of polygons', () => {
  it('is the difference moved by the reference point', () => {
    const random = new Random(SEED + 1);
    for (let i = 0; i < 50; i++) {
      const { a, poseA, b, poseB } = randomPair(random);
      const v = [random.between(-5, 5), random.between(-5, 5)] as const;
      const block = planarEntranceBlock(a, poseA, b, poseB, v);
      const difference = planarMinkowskiDifference(b, poseB, a, poseA);
      expect(block.vertices).toHaveLength(difference.vertices.length);
      block.vertices.forEach((corner, k) => {
        expect(corner.x - v[0]).toBeCloseTo(difference.vertices[k]?.x, 13);
        expect(corner.y - v[1]).toBeCloseTo(difference.vertices[k]?.y, 13);
      });
    }
  });

  it('takes the centroid of A when no reference point is given, and touches it when A slides along B', () => {
    const at = { position: [2, 0.25] as const };
    expect(planarCentroid(square, at)).toEqual({ x: 2, y: 0.25 });
    const block = planarEntranceBlock(square, at, square, {});
    expect(planarBlockState(block, planarCentroid(square, at))).toBe('touch');
    // Fixed B: the block does not move with A, only its reference point does.
    const moved = planarEntranceBlock(square, { position: [7, 7] }, square, {});
    expect(pairs(moved)).toEqual(pairs(block));
  });

  it('gives the state by where the reference point is', () => {
    for (const [x, state] of [
      [2.5, 'separation'],
      [2, 'touch'],
      [1.5, 'overlap'],
    ] as const) {
      expect(planarContactState(square, {}, square, { position: [x, 1] })).toBe(state);
      for (const v of [
        [0, 0],
        [0.5, -0.25],
        [100, 3],
      ] as const) {
        expect(planarBlockState(planarEntranceBlock(square, {}, square, { position: [x, 1] }, v), v)).toBe(state);
      }
    }
  });
});

describe('explicit and implicit answers', () => {
  it('agree on random pairs', () => {
    const random = new Random(SEED + 2);
    for (let i = 0; i < 500; i++) {
      const { a, poseA, b, poseB } = randomPair(random);
      const implicit = planarContact(a, poseA, b, poseB);
      const explicit = planarBlockDistance(planarMinkowskiDifference(b, poseB, a, poseA), [0, 0]);
      // Coordinates of about 4: some roundings of them.
      expect(Math.abs(explicit.distance - implicit.distance)).toBeLessThanOrEqual(1e-14);
      const v = planarCentroid(a, poseA);
      const byBlock = planarBlockDistance(planarEntranceBlock(a, poseA, b, poseB), v);
      expect(Math.abs(byBlock.distance - implicit.distance)).toBeLessThanOrEqual(1e-14);
      if (Math.abs(implicit.distance) < 1e-10) continue;
      expect(planarContactState(a, poseA, b, poseB)).toBe(implicit.distance > 0 ? 'separation' : 'overlap');
      if (implicit.distance > 0) {
        expect(explicit.normal.x).toBeCloseTo(implicit.normal.x, 9);
        expect(explicit.normal.y).toBeCloseTo(implicit.normal.y, 9);
      }
    }
  });

  it.each(['random', 'special', 'extreme'])('agree with the exact reference answers: %s', (family) => {
    const url = new URL(`../../../fixtures/poly2d_${family}.jsonl`, import.meta.url);
    for (const line of readFileSync(url, 'utf8').trim().split('\n')) {
      const { id, A, B, d, status, scale } = JSON.parse(line);
      const a = polygon({ vertices: A });
      const b = polygon({ vertices: B });
      const largest = Math.max(scale, Math.abs(d), ...[...A, ...B].flat().map(Math.abs));
      // The corners of the difference are rounded at the size of the coordinates.
      const { distance } = planarBlockDistance(planarMinkowskiDifference(b, {}, a, {}), [0, 0]);
      expect(Math.abs(distance - d), id).toBeLessThanOrEqual(8 * 2 ** -52 * largest);
      expect({ separated: 'separation', touching: 'touch', overlap: 'overlap' }[status as 'overlap'], id).toBe(
        planarContactState(a, {}, b, {}),
      );
    }
  });
});
