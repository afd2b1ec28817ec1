// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { Random } from '../../math/random.ts';
import { cross, dot, length, normalise, subtract, type Vector3, vector3 } from '../../math/vector.ts';
import { regionOf } from './insertion-region.ts';
import type { InsertionRegionSpec } from './insertion-spec.ts';

const SEED = Number(process.env.TEST_SEED ?? 20_261_115);
const COUNT = 20_000;
/** Four standard errors of a share of so many draws. */
const SHARE_TOLERANCE = (4 * 0.5) / Math.sqrt(COUNT);
/** Points on the rim, computed along the axes of the region and measured in the world. */
const ROUNDING = 1e-12;

const CYLINDER = { from: [1, 2, 3], to: [2, 4, 1], radius: 0.5 } as const;
const axis = normalise(subtract(vector3(CYLINDER.to), vector3(CYLINDER.from)));
const fromAxis = (p: Vector3): number => length(cross(axis, subtract(p, vector3(CYLINDER.from))));
const along = (p: Vector3): number => dot(axis, subtract(p, vector3(CYLINDER.from)));
const fromCentre = (p: Vector3): number => length(subtract(p, { x: 1, y: -2, z: 3 }));

/** Each with a part of it that has a known share of its volume. */
const REGIONS: [string, InsertionRegionSpec, number, (p: Vector3) => boolean, (p: Vector3) => boolean, number][] = [
  [
    'box',
    { box: { min: [-1, 0, 2], max: [1, 3, 4] } },
    12,
    ({ x, y, z }) => Math.abs(x) <= 1 && y >= 0 && y <= 3 && z >= 2 && z <= 4,
    ({ x, y }) => x > 0 && y < 1,
    1 / 6,
  ],
  [
    'sphere',
    { sphere: { centre: [1, -2, 3], radius: 2 } },
    (32 / 3) * Math.PI,
    (p) => fromCentre(p) <= 2 * (1 + ROUNDING),
    (p) => fromCentre(p) < 1,
    1 / 8,
  ],
  [
    'cylinder',
    { cylinder: CYLINDER },
    Math.PI * 0.25 * 3,
    (p) => fromAxis(p) <= 0.5 * (1 + ROUNDING) && along(p) >= -ROUNDING && along(p) <= 3 + ROUNDING,
    (p) => fromAxis(p) < 0.25 && along(p) < 1.5,
    1 / 8,
  ],
  [
    'tube',
    { tube: { ...CYLINDER, innerRadius: 0.3 } },
    Math.PI * (0.25 - 0.09) * 3,
    (p) => fromAxis(p) <= 0.5 * (1 + ROUNDING) && fromAxis(p) >= 0.3 * (1 - ROUNDING) && along(p) <= 3 + ROUNDING,
    (p) => fromAxis(p) < 0.4 && along(p) < 1.5,
    (0.16 - 0.09) / (2 * (0.25 - 0.09)),
  ],
];

describe(`regions (seed ${SEED})`, () => {
  it.each(REGIONS)('are filled evenly: %s', (_, spec, volume, isInside, isInPart, share) => {
    const region = regionOf(spec);
    const random = new Random(SEED);
    const points = Array.from({ length: COUNT }, () => region.draw(random));
    expect(region.volume / volume).toBeCloseTo(1, 12);
    expect(points.every(isInside)).toBe(true);
    expect(Math.abs(points.filter(isInPart).length / COUNT - share)).toBeLessThan(SHARE_TOLERANCE);
    const { min, max } = region;
    for (const key of ['x', 'y', 'z'] as const) {
      const values = points.map((p) => p[key]);
      const size = max[key] - min[key];
      // The bounds hold all points and are met to a few per cent by so many.
      expect(Math.min(...values)).toBeGreaterThanOrEqual(min[key] - ROUNDING);
      expect(Math.max(...values)).toBeLessThanOrEqual(max[key] + ROUNDING);
      expect(Math.min(...values)).toBeLessThan(min[key] + 0.05 * size);
      expect(Math.max(...values)).toBeGreaterThan(max[key] - 0.05 * size);
    }
  });

  it('may be a point', () => {
    const region = regionOf({ box: { min: [1, 2, 3], max: [1, 2, 3] } });
    expect(region.draw(new Random(SEED))).toEqual({ x: 1, y: 2, z: 3 });
    expect(region.volume).toBe(0);
  });
});
