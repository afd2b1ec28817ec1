// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { IDENTITY_POSE, pose } from '../../math/pose.ts';
import { Random } from '../../math/random.ts';
import { dot, length, negate } from '../../math/vector.ts';
import { box } from '../../shapes/kinds/box.ts';
import { ellipsoid } from '../../shapes/kinds/ellipsoid.ts';
import type { TraceStep } from '../family/algorithm.ts';
import { placeBody } from '../family/placed-body.ts';
import { betweenCentres, roundingOf, supportOfPair } from './difference-point.ts';
import { type GjkSetting, gjkDistance } from './gjk-distance.ts';
import { johnson, weightedSum } from './johnson.ts';
import { signedVolumes } from './signed-volumes.ts';

const cube = placeBody(box({ halfExtents: [1, 1, 1] }), IDENTITY_POSE);

function settingFor(a: typeof cube, b: typeof cube, more: Partial<GjkSetting> = {}): GjkSetting {
  return {
    support: supportOfPair(a, b),
    start: betweenCentres(a, b),
    subDistance: signedVolumes,
    rounding: roundingOf(a, b),
    stepLimit: 100,
    algorithm: 'test',
    ...more,
  };
}

describe.each([
  ['Johnson', johnson],
  ['signed volumes', signedVolumes],
] as const)('GJK with %s', (_, subDistance) => {
  it('finds the gap of two boxes, at faces, edges and corners', () => {
    for (const [position, gap] of [
      [[3, 0.5, 0.25], 1],
      [[4, 5, 0.25], Math.sqrt(4 + 9)],
      [[4, 5, 8], 7],
    ] as const) {
      const found = gjkDistance(settingFor(cube, placeBody(cube.shape, pose({ position })), { subDistance }));
      expect(found.state).toBe('separated');
      expect(found.lower).toBeCloseTo(gap, 14);
      expect(length(found.nearest)).toBeCloseTo(gap, 14);
      expect(
        length(
          weightedSum(
            found.simplex.map(({ w }) => w),
            found.weights,
          ),
        ),
      ).toBeCloseTo(gap, 14);
    }
  });

  it('ends with a simplex that holds the origin where bodies overlap', () => {
    const random = new Random(3);
    for (let n = 0; n < 200; n++) {
      const position = [0, 0, 0].map(() => random.between(-1, 1)) as [number, number, number];
      const other = placeBody(box({ halfExtents: [1, 1, 1] }), pose({ position, orientation: random.rotation() }));
      const setting = settingFor(cube, other, { subDistance });
      const found = gjkDistance(setting);
      expect(found.state).toBe('contact');
      const held = weightedSum(
        found.simplex.map(({ w }) => w),
        found.weights,
      );
      expect(length(held)).toBeLessThanOrEqual(16 * setting.rounding);
    }
  });
});

describe('GJK', () => {
  it('traces its simplices with a bound that each direction proves', () => {
    const other = placeBody(ellipsoid({ semiAxes: [1, 2, 3] }), pose({ position: [4, 3, 2] }));
    const steps: TraceStep[] = [];
    const setting = settingFor(cube, other, { trace: (step) => steps.push(step), tolerance: 1e-12 });
    const found = gjkDistance(setting);
    expect(steps.map(({ step }) => step)).toEqual(steps.map((_, i) => i + 1));
    expect(found.steps).toBe(steps.length);
    for (const { kind, points, normal, distance } of steps) {
      expect(kind).toBe('simplex');
      expect(points.length).toBeGreaterThanOrEqual(1);
      expect(length(normal)).toBeCloseTo(1, 14);
      expect(distance).toBeCloseTo(dot(normal, setting.support(negate(normal)).w), 14);
      expect(distance).toBeLessThanOrEqual(length(found.nearest) + 1e-14);
    }
  });

  it('stops at its step limit with bounds that hold', () => {
    const other = placeBody(ellipsoid({ semiAxes: [1, 2, 3] }), pose({ position: [4, 3, 2] }));
    const exact = gjkDistance(settingFor(cube, other));
    for (let stepLimit = 1; stepLimit < 5; stepLimit++) {
      const found = gjkDistance(settingFor(cube, other, { stepLimit }));
      expect(found.state).toBe('limit');
      expect(found.steps).toBe(stepLimit);
      expect(found.lower).toBeLessThanOrEqual(exact.lower);
      expect(length(found.nearest)).toBeGreaterThanOrEqual(exact.lower);
    }
  });
});

describe('GJK on a needle', () => {
  it('begins again where slivers stall it, until the origin is in the simplex', () => {
    const a = placeBody(
      box({ halfExtents: [0.6977775352541358, 1, 0.5] }),
      pose({ position: [-1, 0, 0], orientation: [0, 1, 0, 0] }),
    );
    const b = placeBody(
      ellipsoid({ semiAxes: [2, 10000, 0.5] }),
      pose({
        position: [-0.28113744780421257, 1.950257564894855, 1.072179526090622],
        orientation: [-0.5581578791617205, 0.6737306494818204, -0.20827267951388337, -0.43722909881045413],
      }),
    );
    const setting = settingFor(a, b, { tolerance: 1e-13 });
    expect(gjkDistance(setting).state).toBe('contact');
    // Without a tolerance the stall is final: the ones of polyhedra have nothing more to gain.
    expect(gjkDistance({ ...setting, tolerance: 0 }).state).toBe('separated');
  });
});
