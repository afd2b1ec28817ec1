// SPDX-License-Identifier: MIT
import { expect, it } from 'vitest';
import { largestMemory, relativeWork } from './study-cost.ts';

it('expects of a run with twice the steps and three times the elements six times the computing time', () => {
  const sizes = [
    { steps: 10, elementSteps: 100 },
    { steps: 20, elementSteps: 600 },
  ];
  expect(relativeWork(sizes)).toEqual([1, 6]);
});

it('goes by the steps where there are no elements', () => {
  expect(
    relativeWork([
      { steps: 10, elementSteps: 0 },
      { steps: 30, elementSteps: 0 },
    ]),
  ).toEqual([1, 3]);
  expect(relativeWork([])).toEqual([]);
});

it('takes the memory of the largest run of all scenes', () => {
  const size = { bodiesAtStart: 0, bodiesInserted: 0, elements: 0, steps: 0, meanBodies: 0, meanKinds: [] };
  const sizes = new Map([
    ['a', [1, 5].map((memory) => ({ ...size, elementSteps: 0, outputs: 0, memory }))],
    ['b', [3].map((memory) => ({ ...size, elementSteps: 0, outputs: 0, memory }))],
  ]);
  expect(largestMemory({ sizes })).toBe(5);
});
