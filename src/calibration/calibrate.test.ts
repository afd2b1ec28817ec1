// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { Random } from '../math/random.ts';
import { calibrate } from './calibrate.ts';
import type { CalibrationAnswer } from './calibration-answer.ts';
import type { CalibrationTarget } from './calibration-spec.ts';
import { GaussianProcess } from './gaussian-process.ts';

type Model = (shares: readonly number[]) => number[];

async function calibrated(
  model: Model,
  dimensions: number,
  targets: readonly CalibrationTarget[],
  { noise = 0, budget = 24, isAllowed = (_: readonly number[]): boolean => true } = {},
): Promise<{ answer: CalibrationAnswer; points: (readonly number[])[] }> {
  const random = new Random(3);
  const points: (readonly number[])[] = [];
  const answer = await calibrate({
    dimensions,
    spec: { targets, budget, batch: 2, start: 6 },
    isAllowed,
    evaluate: async (asked) => {
      points.push(...asked);
      const results = asked.map((shares) =>
        model(shares).map((value, k) => value + noise * (targets[k]?.tolerance ?? 0) * random.normal()),
      );
      return { results, noise: targets.map(() => undefined) };
    },
  });
  return { answer: answer as CalibrationAnswer, points };
}

/** An angle and a rate that both depend on both frictions, in different ways. */
const silo: Model = ([sliding = 0, rolling = 0]) => [
  18 + 16 * (1 - Math.exp(-2.5 * sliding)) + 9 * rolling,
  0.5 - 0.18 * sliding - 0.05 * rolling * sliding + 0.03 * rolling ** 2,
];

function targetsAt(model: Model, truth: readonly number[], tolerances: readonly number[]): CalibrationTarget[] {
  return model(truth).map((value, k) => ({ result: `r${k}`, value, tolerance: tolerances[k] ?? 1 }));
}

describe('a Gaussian process', () => {
  it('goes through its points and is unsure between them', () => {
    const points = [0, 0.25, 0.5, 0.75, 1].map((x) => [x]);
    const process = new GaussianProcess(
      points,
      points.map(([x = 0]) => Math.sin(3 * x)),
      { noise: 1e-8 },
    );
    const at = process.predict([0.5]);
    expect(at.mean).toBeCloseTo(Math.sin(1.5), 3);
    expect(process.predict([0.62]).mean).toBeCloseTo(Math.sin(1.86), 1);
    expect(process.predict([0.62]).deviation).toBeGreaterThan(at.deviation);
  });

  it('estimates the noise of values', () => {
    const random = new Random(2);
    const points = Array.from({ length: 40 }, (_, k) => [k / 39]);
    const process = new GaussianProcess(
      points,
      points.map(([x = 0]) => 5 * x + 0.2 * random.normal()),
    );
    expect(process.noise).toBeGreaterThan(0.1);
    expect(process.noise).toBeLessThan(0.35);
  });
});

describe('a calibration', () => {
  it('recovers known parameters within its stated uncertainty, with noisy results', { tags: ['long'] }, async () => {
    const truth = [0.4, 0.3];
    const { answer, points } = await calibrated(silo, 2, targetsAt(silo, truth, [0.5, 0.004]), { noise: 0.3 });
    expect(points.length).toBeLessThanOrEqual(24);
    for (const [k, { low, high, isDetermined, deviation }] of answer.parameters.entries()) {
      expect(low).toBeLessThan(truth[k] as number);
      expect(high).toBeGreaterThan(truth[k] as number);
      expect(deviation).toBeGreaterThan(0.01);
      expect(isDetermined).toBe(true);
    }
    expect(answer.missed).toEqual([]);
  });

  it('says that two parameters trade off if only their sum matters', { tags: ['long'] }, async () => {
    const sum: Model = ([a = 0, b = 0]) => [a + b];
    const { answer } = await calibrated(sum, 2, [{ result: 'r', value: 1, tolerance: 0.05 }]);
    expect(answer.tradeOffs).toHaveLength(1);
    expect(answer.tradeOffs[0]?.correlation).toBeLessThan(-0.9);
    expect(answer.tradeOffs[0]?.slope).toBeCloseTo(-1, 0);
    expect(answer.parameters.every(({ isDetermined }) => !isDetermined)).toBe(true);
    expect(answer.settled).toBe(true);
  });

  it('says that a parameter without effect is not determined', { tags: ['long'] }, async () => {
    const { answer } = await calibrated(([a = 0]) => [a], 2, [{ result: 'r', value: 0.5, tolerance: 0.02 }]);
    expect(answer.parameters.map(({ isDetermined }) => isDetermined)).toEqual([true, false]);
    expect(answer.tradeOffs).toEqual([]);
  });

  it('says that a target cannot be reached', { tags: ['long'] }, async () => {
    const { answer } = await calibrated(([a = 0]) => [a], 1, [{ result: 'r', value: 2, tolerance: 0.05 }], {
      budget: 12,
    });
    expect(answer.missed).toEqual([0]);
    expect(answer.parameters[0]?.best).toBeGreaterThan(0.9);
  });

  it('chooses the same points again, and only those that the constraints allow', { tags: ['long'] }, async () => {
    const targets = targetsAt(silo, [0.4, 0.3], [0.5, 0.004]);
    const isAllowed = ([a = 0, b = 0]: readonly number[]): boolean => b < a;
    const [first, second] = [
      await calibrated(silo, 2, targets, { budget: 12, isAllowed }),
      await calibrated(silo, 2, targets, { budget: 12, isAllowed }),
    ];
    expect(second.points).toEqual(first.points);
    expect(first.points.every(isAllowed)).toBe(true);
  });

  it('ends without an answer when too few points give results', async () => {
    const answer = await calibrate({
      dimensions: 2,
      spec: { targets: targetsAt(silo, [0.5, 0.5], [1, 1]), budget: 8, batch: 2, start: 6 },
      isAllowed: () => true,
      evaluate: async (points) => ({ results: points.map(() => undefined), noise: [] }),
    });
    expect(answer).toBeUndefined();
  });
});
