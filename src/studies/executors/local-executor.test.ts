// SPDX-License-Identifier: MIT
import { expect, it } from 'vitest';
import { coresForNext, processesInMemory } from './local-executor.ts';

it.each([
  [8, 100, 1],
  [8, 8, 1],
  [8, 3, 2],
  [8, 1, 8],
  [3, 2, 1],
  [1, 5, 1],
])('gives of %d free cores and %d waiting runs %d cores to the next', (free, waiting, cores) => {
  expect(coresForNext(free, waiting)).toBe(cores);
});

it('runs as many at a time as memory has room for, and at least one', () => {
  expect(processesInMemory(850 * 2 ** 20, 10_000 * 2 ** 20)).toBe(8);
  expect(processesInMemory(2 ** 40, 2 ** 30)).toBe(1);
});
