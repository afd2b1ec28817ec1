// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { IDENTITY_POSE, pose } from '../math/pose.ts';
import { Random } from '../math/random.ts';
import { FreeBodies } from '../motion/free-bodies.ts';
import { distance } from '../narrow-phase/distance.ts';
import { box } from '../shapes/kinds/box.ts';
import { compound } from '../shapes/kinds/compound.ts';
import { halfSpace } from '../shapes/kinds/half-space.ts';
import { sphere } from '../shapes/kinds/sphere.ts';
import type { Shape } from '../shapes/shape.ts';
import { ContactCrossings, type CrossingOptions } from './contact-crossings.ts';
import { type ContactBody, ContactPieces } from './contact-pieces.ts';

const SEED = Number(process.env.TEST_SEED ?? 20261118);
const REST = { x: 0, y: 0, z: 0 };

function scene(shapes: readonly Shape[], fixed: readonly ContactBody[], options: CrossingOptions = {}) {
  const free = shapes.map(() => ({ mass: 1, inertia: [1, 1, 1] as const, principal: IDENTITY_POSE, size: 1 }));
  const system = new FreeBodies(free, REST, 1);
  const bodies = [...shapes.map((shape, body) => ({ name: `body ${body}`, shape, body })), ...fixed];
  const pieces = new ContactPieces(bodies);
  return { system, pieces, crossings: new ContactCrossings(system, pieces, options) };
}

const FLOOR: ContactBody = { name: 'floor', shape: halfSpace({ normal: [0, 0, 1], offset: 0 }) };

describe('distances as zero-crossing functions', () => {
  it('are those of all pairs within the reach, nearest first, and no others', () => {
    const random = new Random(SEED);
    const count = 12;
    const shapes = Array.from({ length: count }, (_, i) =>
      i % 2 === 0 ? sphere({ radius: 0.2 }) : box({ halfExtents: [0.2, 0.1, 0.15] }),
    );
    const { system, crossings } = scene(shapes, [FLOOR], { reach: 0.3, functions: 10 });
    const y = new Float64Array(system.size);
    for (let round = 0; round < 10; round++) {
      const poses = shapes.map(() => {
        const position = [random.between(0, 2), random.between(0, 2), random.between(-0.1, 2)] as const;
        return pose({ position, orientation: [random.next(), random.next(), random.next(), 0.1] });
      });
      for (const [body, at] of poses.entries()) system.setBody(y, body, at, REST, REST);
      crossings.prepare(round, y);
      const z = new Float64Array(crossings.count);
      crossings.evaluate(round, y, z);
      const expected: number[] = [];
      for (let i = 0; i < count; i++) {
        for (let j = i + 1; j < count; j++) expected.push(distance(shapes[i], poses[i], shapes[j], poses[j]));
        expected.push(distance(shapes[i], poses[i], FLOOR.shape, IDENTITY_POSE));
      }
      const near = expected.filter((d) => d <= 0.15).sort((a, b) => a - b);
      expect(near.length).toBeGreaterThan(0);
      expect(z.length).toBeGreaterThanOrEqual(near.length);
      for (const [k, d] of near.entries()) expect(Math.abs(z[k] - d)).toBeLessThan(1e-12);
    }
  });

  it('leave out pieces of one body and pairs of fixed bodies', () => {
    const two = compound([
      { shape: sphere({ radius: 0.1 }) },
      { shape: sphere({ radius: 0.1 }), pose: { position: [0.1, 0, 0] } },
    ]);
    const wall: ContactBody = { name: 'wall', shape: box({ halfExtents: [1, 1, 1] }), pose: IDENTITY_POSE };
    const { system, crossings } = scene([two], [FLOOR, wall]);
    const y = new Float64Array(system.size);
    system.setBody(y, 0, pose({ position: [0, 0, 1.3] }), REST, REST);
    crossings.prepare(0, y);
    // Two pieces against the wall; the floor is farther than the reach.
    expect(crossings.candidateCount).toBe(2);
    expect(crossings.describe(crossings.pairOf(0))).toBe('body 0 and wall');
  });

  it('end contacts at the gap of the hysteresis, and bound slopes and steps by speeds', () => {
    const { system, crossings } = scene([sphere({ radius: 0.1 })], [FLOOR], { hysteresis: 1e-3, acceleration: 0 });
    const y = new Float64Array(system.size);
    const z = new Float64Array(crossings.count);
    system.setBody(y, 0, pose({ position: [0, 0, 0.1005] }), { x: 3, y: 0, z: 4 }, { x: 0, y: 2, z: 0 });
    const longest = crossings.prepare(0, y);
    crossings.evaluate(0, y, z);
    expect(z[0]).toBeCloseTo(5e-4, 12);
    const slopes = new Float64Array(crossings.count);
    crossings.slopeBounds(0, y, slopes);
    expect(slopes[0]).toBeCloseTo(5 + 0.2, 12);
    // Half of the reach, the ball's diameter, at the speed of its fastest point.
    expect(longest).toBeCloseTo(0.1 / 5.2, 12);
    crossings.setTouching(crossings.pairOf(0), true);
    crossings.evaluate(0, y, z);
    expect(z[0]).toBeCloseTo(-5e-4, 12);
    expect(crossings.hasKink(0)).toBe(true);
  });
});
