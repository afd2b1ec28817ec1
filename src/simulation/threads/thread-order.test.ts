// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { MOST_THREADS } from '../time-loop/step-loop.ts';
import { nextOrder, threadsOfOrder } from './thread-order.ts';

describe('an order to threads', () => {
  it('differs from the last one and contains the number of threads, also after its number overflows', () => {
    for (const start of [0, 2 ** 31 - 32, -32]) {
      let order = start | 0;
      for (const threads of [1, 2, MOST_THREADS, MOST_THREADS, 1, 0]) {
        const next = nextOrder(order, threads);
        expect(next).not.toBe(order);
        expect(next).toBe(next | 0);
        expect(threadsOfOrder(next)).toBe(threads);
        order = next;
      }
    }
  });
});
