// SPDX-License-Identifier: MIT
import { expect, it } from 'vitest';
import { HEAP } from '../layout.ts';
import { I } from '../memory.ts';
import { sortNumbers } from './sort-numbers.ts';

it.each([0, 1, 2, 31, 32, 33, 100, 1000])('sorts %d integers, some of them equal', (count) => {
  const numbers = Array.from({ length: count }, (_, k) => (k * 7919) % 613);
  I.set(numbers, 2 * HEAP);
  sortNumbers(2 * HEAP, count);
  expect([...I.subarray(2 * HEAP, 2 * HEAP + count)]).toEqual(numbers.toSorted((a, b) => a - b));
});
