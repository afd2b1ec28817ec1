// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { Random } from '../../math/random.ts';
import type { SizeDistribution } from './insertion-spec.ts';
import { drawIndex, drawSize, meanCube, sizeRange } from './size-distribution.ts';

const SEED = Number(process.env.TEST_SEED ?? 20_261_115);
const COUNT = 20_000;
/** Four standard errors of a mean of so many draws, in standard deviations of one. */
const MEAN_TOLERANCE = 4 / Math.sqrt(COUNT);

function draws(distribution: SizeDistribution): number[] {
  const random = new Random(SEED);
  return Array.from({ length: COUNT }, () => drawSize(distribution, random));
}

function moments(values: readonly number[]): { mean: number; deviation: number } {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length;
  return { mean, deviation: Math.sqrt(variance) };
}

/**
 * Mean and standard deviation of a normal distribution cut off at a and b standard deviations from its mean, by
 * summation.
 */
function cutNormal(a: number, b: number): { mean: number; deviation: number } {
  const points = Array.from({ length: 10_000 }, (_, k) => a + ((b - a) * (k + 0.5)) / 10_000);
  const weights = points.map((x) => Math.exp(-0.5 * x * x));
  const total = weights.reduce((sum, w) => sum + w, 0);
  const mean = points.reduce((sum, x, k) => sum + x * weights[k], 0) / total;
  const variance = points.reduce((sum, x, k) => sum + (x - mean) ** 2 * weights[k], 0) / total;
  return { mean, deviation: Math.sqrt(variance) };
}

describe(`sizes (seed ${SEED})`, () => {
  it.each<[string, SizeDistribution, number, number]>([
    ['uniform', { uniform: [0.5, 1.5] }, 1, 1 / Math.sqrt(12)],
    [
      'table',
      {
        table: [
          { size: 1, share: 1 },
          { size: 9, share: 0 },
          { size: 2, share: 3 },
        ],
      },
      1.75,
      Math.sqrt(3) / 4,
    ],
  ])('have the mean and the spread of the distribution: %s', (_, distribution, mean, deviation) => {
    const found = moments(draws(distribution));
    expect(Math.abs(found.mean - mean)).toBeLessThan(MEAN_TOLERANCE * deviation);
    expect(Math.abs(found.deviation / deviation - 1)).toBeLessThan(MEAN_TOLERANCE);
  });

  // In standard deviations: wide, one-sided, just on either side of the change of method, narrow, almost nothing.
  it.each([
    [-3, 3],
    [0, 4],
    [-1.2, 1.2],
    [-1.3, 1.3],
    [-0.1, 0.4],
    [0, 1e-9],
  ])('of a normal distribution cut off at %f and %f standard deviations are those of its closed form', (a, b) => {
    const deviation = 0.1;
    const distribution = { normal: { mean: 1, deviation, min: 1 + a * deviation, max: 1 + b * deviation } };
    const values = draws(distribution);
    const expected = cutNormal(a, b);
    const found = moments(values);
    const tolerance = MEAN_TOLERANCE * expected.deviation * deviation + 1e-15;
    expect(Math.abs(found.mean - (1 + expected.mean * deviation))).toBeLessThan(tolerance);
    expect(values.every((value) => value >= distribution.normal.min && value <= distribution.normal.max)).toBe(true);
  });

  it('are the mean when a normal distribution has no spread', () => {
    expect(draws({ normal: { mean: 1.5, deviation: 0, min: 1, max: 2 } }).every((size) => size === 1.5)).toBe(true);
  });

  it('have a range', () => {
    expect(sizeRange(undefined)).toEqual({ smallest: 1, largest: 1 });
    expect(sizeRange({ constant: 2 })).toEqual({ smallest: 2, largest: 2 });
    expect(sizeRange({ uniform: [1, 2] })).toEqual({ smallest: 1, largest: 2 });
    const normal = { mean: 2, deviation: 0.1, min: 1, max: 4 };
    expect(sizeRange({ normal })).toEqual({ smallest: 1, largest: 4 });
    expect(sizeRange({ normal: { ...normal, deviation: 0 } })).toEqual({ smallest: 2, largest: 2 });
    const table = [
      { size: 3, share: 1 },
      { size: 9, share: 0 },
      { size: 2, share: 1 },
    ];
    expect(sizeRange({ table })).toEqual({ smallest: 2, largest: 3 });
  });
});

describe('the mean cube of sizes', () => {
  it.each<[string, SizeDistribution]>([
    ['constant', { constant: 1.3 }],
    ['uniform', { uniform: [0.5, 2] }],
    ['normal', { normal: { mean: 1, deviation: 0.3, min: 0.6, max: 1.9 } }],
    ['normal of one size', { normal: { mean: 1.2, deviation: 0, min: 1, max: 2 } }],
    [
      'table',
      {
        table: [
          { size: 1, share: 3 },
          { size: 2, share: 1 },
        ],
      },
    ],
  ])('is that of what is drawn: %s', (_, distribution) => {
    const random = new Random(SEED);
    const cubes = Array.from({ length: COUNT }, () => drawSize(distribution, random) ** 3);
    const mean = cubes.reduce((sum, cube) => sum + cube, 0) / COUNT;
    const variance = cubes.reduce((sum, cube) => sum + (cube - mean) ** 2, 0) / COUNT;
    // Five standard deviations of the mean, and rounding of the sum.
    expect(Math.abs(meanCube(distribution) - mean)).toBeLessThanOrEqual(5 * Math.sqrt(variance / COUNT) + 1e-9);
  });
});

describe('drawing by weight', () => {
  it('never takes an item of weight 0, not even when rounding leaves nothing else', () => {
    const random = new Random(SEED);
    const weights = [0, 0.1, 0.2, 0.7, 0];
    const counts = [0, 0, 0, 0, 0];
    for (let k = 0; k < COUNT; k++) {
      const index = drawIndex(weights, (weight) => weight, random);
      counts[index] = counts[index] + 1;
    }
    expect([counts[0], counts[4]]).toEqual([0, 0]);
    weights.forEach((weight, k) => {
      const deviation = Math.sqrt(COUNT * weight * (1 - weight));
      expect(Math.abs(counts[k] - weight * COUNT)).toBeLessThanOrEqual(4 * deviation);
    });
  });
});
