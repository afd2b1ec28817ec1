// SPDX-License-Identifier: MIT
/**
 * Common planes against exact answers and against the default: a plane never shows a depth smaller than the true one.
 * Both are local searches, and how often they show a larger one is recorded here as the most that is allowed.
 */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { pose } from '../../math/pose.ts';
import { Random } from '../../math/random.ts';
import { addScaled, scale, type Vector3 } from '../../math/vector.ts';
import { type ConvexPolyhedron, polyhedron } from '../../shapes/kinds/convex-polyhedron.ts';
import { point } from '../../shapes/kinds/point.ts';
import { pointsOnEllipsoid } from '../../shapes/random-shapes.ts';
import { contact } from '../contact.ts';
import type { ContactAlgorithm } from '../family/algorithm.ts';
import { placeBody } from '../family/placed-body.ts';
import { cundall, cundallClassical } from './cundall.ts';
import { nezami, nezamiClassical } from './nezami.ts';

interface Line {
  readonly id: string;
  readonly A: [number, number, number][];
  readonly B: [number, number, number][];
  readonly d: number;
  readonly scale: number;
}

const SETS = ['boxes', 'degenerate', 'far_offset', 'near_parallel', 'random', 'scale', 'size_ratio', 'slender'];

const lines = SETS.flatMap((set) =>
  readFileSync(new URL(`../../../fixtures/poly3d_${set}.jsonl`, import.meta.url), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Line),
);

/** Rounding of the gap, relative to the bodies; nothing else may make a depth too small. */
const ROUNDING = 1e-14;

describe('on the exact fixtures', () => {
  const most: [ContactAlgorithm, number][] = [
    [nezami, 20],
    [cundall, 70],
  ];
  for (const [algorithm, mostWrong] of most) {
    it(`${algorithm.name} is never above the true distance, and off by 1e-6 on at most ${mostWrong} lines of 480`, {
      tags: ['long'],
    }, () => {
      let wrong = 0;
      for (const { id, A, B, d, scale: size } of lines) {
        const a = placeBody(polyhedron({ vertices: A }), pose());
        const b = placeBody(polyhedron({ vertices: B }), pose());
        const found = algorithm.solve(a, b, {});
        expect(found.distance - d, id).toBeLessThanOrEqual(ROUNDING * size);
        expect(found.lower, id).toBeLessThanOrEqual(d);
        expect(found.upper, id).toBeGreaterThanOrEqual(d);
        if (d - found.distance > 1e-6 * size) wrong++;
        // An overlap that is none is not proven, and says so.
        if (d > 1e-6 * size && found.distance < 0) expect(found.status, id).toBe('bounded');
      }
      expect(lines.length).toBe(480);
      expect(wrong).toBeLessThanOrEqual(mostWrong);
    });
  }
});

interface OverlappingPair {
  readonly a: ConvexPolyhedron;
  readonly b: ConvexPolyhedron;
  readonly position: Vector3;
  readonly distance: number;
}

/**
 * Two hulls of 12 points on the unit sphere, brought to touch and then moved by a share of their size along the normal.
 */
function overlappingPair(random: Random, share: number): OverlappingPair {
  const hull = () =>
    polyhedron({
      vertices: pointsOnEllipsoid(random, 12),
    });
  const a = hull();
  const b = hull();
  let position = scale(random.unitVector(), 4);
  const apart = contact(a, {}, b, { position });
  position = addScaled(position, apart.normal, -apart.distance - 2 * share);
  return { a, b, position, distance: contact(a, {}, b, { position }).distance };
}

describe('on random overlapping pairs', () => {
  /** Pairs of 300, at 1, 5 and 20 % overlap, whose depth is too large by more than a millionth of the size, 2. */
  const most: [ContactAlgorithm, readonly [number, number, number]][] = [
    [nezami, [20, 25, 30]],
    [nezamiClassical, [300, 300, 300]],
    [cundall, [200, 200, 200]],
    [cundallClassical, [300, 300, 300]],
  ];
  for (const [algorithm, offSurface] of [
    [nezami, 1e-11],
    [cundall, 1e-6],
  ] as const) {
    it(`${algorithm.name} has its points on both surfaces where its depth is the true one`, { tags: ['long'] }, () => {
      const random = new Random(Number(process.env.TEST_SEED ?? 8));
      for (let i = 0; i < 200; i++) {
        const { a, b, position, distance } = overlappingPair(random, 0.05);
        const found = algorithm.solve(placeBody(a, pose()), placeBody(b, pose({ position })), {});
        if (Math.abs(found.distance - distance) > 1e-8) continue;
        const onB = addScaled(found.pointOnA, found.normal, found.distance);
        const probe = point({ position: [0, 0, 0] });
        const fromA = contact(a, {}, probe, { position: found.pointOnA }).distance;
        const fromB = contact(b, { position }, probe, { position: onB }).distance;
        const context = `seed ${random.seed} pair ${i}`;
        expect(Math.abs(fromA), context).toBeLessThan(offSurface);
        expect(Math.abs(fromB), context).toBeLessThan(offSurface);
      }
    });
  }

  for (const [algorithm, limits] of most) {
    it(`${algorithm.name} never reports a smaller depth, and a larger one as often as a local search does`, {
      tags: ['long'],
    }, () => {
      for (const [k, share] of [0.01, 0.05, 0.2].entries()) {
        const random = new Random(Number(process.env.TEST_SEED ?? 7));
        let larger = 0;
        for (let i = 0; i < 300; i++) {
          const { a, b, position, distance } = overlappingPair(random, share);
          const found = algorithm.solve(placeBody(a, pose()), placeBody(b, pose({ position })), {});
          const context = `seed ${random.seed} overlap ${share} pair ${i}`;
          expect(found.distance - distance, context).toBeLessThanOrEqual(2 * ROUNDING);
          if (distance - found.distance > 1e-6 * 2) larger++;
        }
        expect(larger, `overlap ${share}`).toBeLessThanOrEqual(limits[k as 0]);
      }
    });
  }
});
