// SPDX-License-Identifier: MIT
/** GJK and EPA by themselves: every step's bounds hold, steps are few, and degenerate starts end. */
import { describe, expect, it } from 'vitest';
import { PLANAR_KINDS, planarSize, randomPlanarShape } from '../../../tests/support/random-planar-shapes.ts';
import { planarPose } from '../../math/planar-pose.ts';
import { Random } from '../../math/random.ts';
import { ellipse } from '../../shapes/planar/ellipse.ts';
import { polygon } from '../../shapes/planar/polygon.ts';
import { placePair } from './placed-pair.ts';
import { type PlanarTraceStep, planarContact } from './planar-contact.ts';
import { planarCore } from './planar-core.ts';
import { planarEpa } from './planar-epa.ts';
import { planarGjk } from './planar-gjk.ts';

const SEED = Number(process.env.TEST_SEED ?? 20260608);
const square = polygon({
  vertices: [
    [1, 1],
    [-1, 1],
    [-1, -1],
    [1, -1],
  ],
});
const pairOf = (x: number, y: number) =>
  placePair(planarCore(square), planarPose(), planarCore(square), planarPose({ position: [x, y] }));

describe('the steps of GJK and EPA', () => {
  it('enclose the answer, and close in on it', () => {
    const random = new Random(SEED);
    const curved = PLANAR_KINDS.filter((kind) => kind !== 'disc');
    for (let i = 0; i < 300; i++) {
      const a = randomPlanarShape(curved[random.integer(curved.length)], random);
      const b = randomPlanarShape(curved[random.integer(curved.length)], random);
      const poseB = { position: [random.between(-2, 2), random.between(-2, 2)] as const, angle: random.between(-4, 4) };
      const steps: PlanarTraceStep[] = [];
      const got = planarContact(a, {}, b, poseB, { trace: (step) => steps.push(step) });
      const margins = planarCore(a).margin + planarCore(b).margin;
      const slack = 1e-12 * Math.min(planarSize(a), planarSize(b));
      let width = Infinity;
      let before = '';
      for (const { algorithm, lower, upper } of steps) {
        expect(lower).toBeLessThanOrEqual(got.distance + slack);
        // GJK does not look inside: its upper bound is that of a gap of the cores.
        expect(upper).toBeGreaterThanOrEqual(
          Math.max(got.distance, algorithm === 'gjk' ? -margins : -Infinity) - slack,
        );
        expect(upper - lower).toBeLessThanOrEqual(algorithm === before ? width + slack : Infinity);
        width = upper - lower;
        before = algorithm;
      }
    }
  });
});

describe('planarGjk', () => {
  const limits = { tolerance: 1e-15, trace: undefined };

  it.each([
    ['far in one direction', 5, 0, 3],
    ['across a corner', 5, 6, 5],
    ['just apart', 2 + 2 ** -40, 0, 2 ** -40],
  ])('finds the gap: %s', (_, x, y, gap) => {
    const got = planarGjk(pairOf(x, y), limits);
    expect(got.holdsOrigin).toBe(false);
    expect(got.lower).toBeLessThanOrEqual(gap);
    expect(got.upper).toBeGreaterThanOrEqual(gap);
    expect(got.gjkIterations).toBeLessThan(8);
  });

  it.each([
    ['coincident', 0, 0],
    ['deep', 0.5, 0.25],
    ['touching along an edge', 2, 0.5],
    ['touching at a corner', 2, 2],
  ])('finds that they meet: %s', (_, x, y) => {
    const pair = pairOf(x, y);
    const { holdsOrigin, points, gjkIterations } = planarGjk(pair, limits);
    expect(holdsOrigin).toBe(true);
    const found = planarEpa(pair, points, gjkIterations, limits);
    const depth = 2 - Math.max(x, y);
    expect(found.lower).toBeLessThanOrEqual(-depth);
    expect(found.upper).toBeGreaterThanOrEqual(-depth);
    // Eight roundings each way, and the width that EPA leaves open.
    expect(found.upper - found.lower).toBeLessThanOrEqual(20 * pair.rounding);
    expect(found.reason).toBeUndefined();
  });

  it('ends on needles of ellipses', () => {
    const needle = ellipse({ semiAxes: [1, 1e-12] });
    for (const angle of [0, 1e-9, 0.5, Math.PI / 2]) {
      for (const x of [0, 1e-13, 0.5, 2, 2.5]) {
        const got = planarContact(needle, {}, needle, { position: [x, x / 3], angle });
        expect([got.distance, got.lower, got.upper, got.normal.x, got.point.x].every(Number.isFinite)).toBe(true);
        expect(got.lower <= got.distance && got.distance <= got.upper).toBe(true);
      }
    }
  });
});
