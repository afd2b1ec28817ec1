// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { SizeCurve } from './size-curve.ts';

const COUNT = 100_000;
const OFFSET = 0.3;

function sizes(curve: SizeCurve, count = COUNT): number[] {
  return Array.from({ length: count }, (_, k) => curve.sizeOf(k, OFFSET));
}

/** Part of the bodies, or of their mass, that is at most this size. */
function partBelow(drawn: readonly number[], size: number, by: 'number' | 'mass'): number {
  const weight = (each: number): number => (by === 'number' ? 1 : each ** 3);
  const total = drawn.reduce((sum, each) => sum + weight(each), 0);
  return drawn.reduce((sum, each) => sum + (each <= size ? weight(each) : 0), 0) / total;
}

describe('a log-normal distribution', () => {
  // Hatch & Choate 1929: the median by mass is that by number times exp(3 ln^2 spread).
  it.each([
    [1.2, 1.10487],
    [1.5, 1.63756],
    [2, 4.22644],
  ])('of spread %d has a median by mass that is larger than that by number by %d', (spread, ratio) => {
    const width = spread ** 8;
    const byNumber = new SizeCurve({ logNormal: { median: 1, spread, min: 1 / width, max: width * ratio } });
    const byMass = new SizeCurve({
      logNormal: { median: ratio, spread, min: 1 / width, max: width * ratio, by: 'mass' },
    });
    expect(byNumber.quantile(0.5)).toBeCloseTo(1, 4);
    expect(byMass.quantile(0.5)).toBeCloseTo(1, 3);
    expect(byMass.quantile(0.9) / byNumber.quantile(0.9)).toBeCloseTo(1, 3);
  });

  it('is constant for a spread of 1', () => {
    const curve = new SizeCurve({ logNormal: { median: 2, spread: 1, min: 1, max: 3 } });
    expect([curve.quantile(0), curve.quantile(0.7), curve.smallest, curve.largest]).toEqual([2, 2, 2, 2]);
  });
});

describe('a Weibull distribution', () => {
  it.each(['number', 'mass'] as const)('has the share 1 - exp(-(s / size)^n) below s, by %s', (by) => {
    const [size, exponent, min, max] = [1, 2.5, 0.2, 3];
    const above = (s: number): number => Math.exp(-((s / size) ** exponent));
    const drawn = sizes(new SizeCurve({ weibull: { size, exponent, min, max, by } }));
    for (const s of [0.4, 0.8, 1, 1.4, 2]) {
      const expected = (above(min) - above(s)) / (above(min) - above(max));
      expect(Math.abs(partBelow(drawn, s, by) - expected)).toBeLessThan(1e-3);
    }
  });
});

describe('a sieve analysis', () => {
  const sieves = [
    { from: 0.5, to: 1, share: 20 },
    { from: 1, to: 2, share: 50 },
    { from: 2, to: 4, share: 30 },
    { from: 4, to: 4, share: 0 },
  ];

  it.each([300, 5_000, COUNT])('has the mass of each class within three of its largest bodies, of %i', (count) => {
    const drawn = sizes(new SizeCurve({ sieves }), count);
    const mass = drawn.reduce((sum, each) => sum + each ** 3, 0);
    for (const { from, to, share } of sieves.slice(0, 3)) {
      const inside = drawn.filter((each) => each >= from && each < to).reduce((sum, each) => sum + each ** 3, 0);
      expect(Math.abs(inside - (share / 100) * mass)).toBeLessThan(3 * to ** 3 + (3 * share * 4 ** 3) / 100);
    }
  });

  it('has masses uniform in the logarithm of the size inside a class', () => {
    const drawn = sizes(new SizeCurve({ sieves: [{ from: 1, to: 4, share: 1 }] }));
    expect(partBelow(drawn, 2, 'mass')).toBeCloseTo(0.5, 3);
  });

  it('does not depend on the order of its classes', () => {
    const turned = new SizeCurve({ sieves: [...sieves].reverse() });
    expect(sizes(turned, 100)).toEqual(sizes(new SizeCurve({ sieves }), 100));
  });
});

describe('sizes of a curve', () => {
  it.each([
    ['log-normal', { logNormal: { median: 1, spread: 1.6, min: 0.2, max: 5, by: 'mass' } }],
    ['Weibull', { weibull: { size: 1, exponent: 3, min: 0.1, max: 2 } }],
    [
      'sieves',
      {
        sieves: [
          { from: 0.3, to: 0.6, share: 1 },
          { from: 0.6, to: 3, share: 2 },
        ],
      },
    ],
    ['samples', { samples: [1, 1, 2, 5] }],
  ] as const)('stay within their range and have their mean volume: %s', (_, distribution) => {
    const curve = new SizeCurve(distribution);
    const drawn = sizes(curve);
    expect(Math.min(...drawn)).toBeGreaterThanOrEqual(curve.smallest);
    expect(Math.max(...drawn)).toBeLessThanOrEqual(curve.largest);
    const mean = drawn.reduce((sum, each) => sum + each ** 3, 0) / COUNT;
    expect(mean / curve.meanCube()).toBeCloseTo(1, 2);
  });

  it('are nearer to the distribution than independent draws by far', () => {
    const curve = new SizeCurve({ weibull: { size: 1, exponent: 2, min: 0.01, max: 10 } });
    const drawn = sizes(curve, 1000).sort((a, b) => a - b);
    const above = (s: number): number => Math.exp(-(s ** 2));
    const whole = above(0.01) - above(10);
    const distance = Math.max(...drawn.map((s, k) => Math.abs((k + 0.5) / 1000 - (above(0.01) - above(s)) / whole)));
    // Of independent draws it is above 0.8 / sqrt(1000) = 0.026 in half of all cases.
    expect(distance).toBeLessThan(0.005);
  });

  it('are finite for sizes of any unit', () => {
    const curve = new SizeCurve({ logNormal: { median: 1e-120, spread: 2, min: 1e-121, max: 1e-119, by: 'mass' } });
    expect(curve.quantile(0.5)).toBeGreaterThan(1e-121);
    expect(curve.quantile(0.5)).toBeLessThan(1e-119);
  });
});
