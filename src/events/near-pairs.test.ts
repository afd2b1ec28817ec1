// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { Random } from '../math/random.ts';
import { bodyMotion } from '../motion/mechanical-system.ts';
import { distance } from '../narrow-phase/distance.ts';
import { box } from '../shapes/kinds/box.ts';
import { halfSpace } from '../shapes/kinds/half-space.ts';
import { sphere } from '../shapes/kinds/sphere.ts';
import { ContactPieces } from './contact-pieces.ts';
import { KeptDistances } from './kept-distances.ts';
import { NearPairs } from './near-pairs.ts';

const SEED = Number(process.env.TEST_SEED ?? 20261115);
const COUNT = 30;
const REACH = 0.2;

/** Bodies over a half-space and beside a fixed box that move a little, turn, and drift. */
function wandering() {
  const random = new Random(SEED);
  const pieces = new ContactPieces([
    { name: 'floor', shape: halfSpace({ normal: [0, 0, 1], offset: 0 }) },
    { name: 'block', shape: box({ halfExtents: [0.5, 0.5, 0.5] }) },
    ...Array.from({ length: COUNT }, (_, body) => ({
      name: `body ${body}`,
      shape: body % 2 === 0 ? sphere({ radius: 0.1 }) : box({ halfExtents: [0.1, 0.05, 0.08] }),
      body,
    })),
  ]);
  const motion = bodyMotion(COUNT);
  for (let i = 0; i < 3 * COUNT; i++) motion.positions[i] = random.between(0, 2);
  const move = (): void => {
    for (let i = 0; i < 3 * COUNT; i++) motion.positions[i] += random.between(-0.01, 0.012);
    for (let body = 0; body < COUNT; body++) {
      const { w, x, y, z } = random.rotation();
      const turned = [w, x, y, z].map((q, k) => motion.orientations[4 * body + k] + 0.01 * q);
      const size = Math.hypot(...turned);
      motion.orientations.set(
        turned.map((q) => q / size),
        4 * body,
      );
    }
    pieces.place(motion);
  };
  pieces.place(motion);
  return { pieces, move };
}

const exact = ({ pieces, poses }: ContactPieces, i: number, j: number): number =>
  distance(pieces[i].shape, poses[i], pieces[j].shape, poses[j]);

describe('near pairs', () => {
  it('leave out no pair within the reach, and are listed anew only now and then', () => {
    const { pieces, move } = wandering();
    const near = new NearPairs(pieces, REACH);
    const n = pieces.pieces.length;
    let withinReach = 0;
    for (let round = 0; round < 40; round++) {
      near.update();
      const found = new Set<number>();
      near.forEach((pair, isNear) => {
        expect(found.has(pair)).toBe(false);
        if (isNear) found.add(pair);
      });
      for (let i = 0; i < n; i++) {
        for (let j = Math.max(i + 1, 2); j < n; j++) {
          if (exact(pieces, i, j) > REACH) continue;
          withinReach++;
          expect(found.has(i * n + j)).toBe(true);
          expect(near.isListed(i * n + j)).toBe(true);
        }
      }
      move();
    }
    expect(withinReach).toBeGreaterThan(100);
    // Bodies go 0.012 a round at most along an axis, the margin is 0.1.
    expect(near.listCount).toBeLessThan(10);
  });
});

describe('kept distances', () => {
  it('are between zero and the distance, at least three quarters of it, and spare most queries', {
    tags: ['long'],
  }, () => {
    const { pieces, move } = wandering();
    const kept = new KeptDistances(pieces, 'default');
    const n = pieces.pieces.length;
    let asked = 0;
    for (let round = 0; round < 20; round++) {
      for (let i = 0; i < n; i++) {
        for (let j = Math.max(i + 1, 2); j < n; j++) {
          const value = kept.signed(i * n + j, i, j, 0, 0);
          const z = exact(pieces, i, j);
          asked++;
          expect(value > 0).toBe(z > 0);
          expect(Math.abs(value)).toBeLessThanOrEqual(Math.abs(z) + 1e-12);
          // What was a quarter of the old distance is less than 0.4 of one that has grown.
          expect(Math.abs(value)).toBeGreaterThan(0.6 * Math.abs(z) - 1e-12);
        }
      }
      move();
    }
    expect(kept.count).toBeLessThan(0.5 * asked);
  });
});
