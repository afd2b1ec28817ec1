// SPDX-License-Identifier: MIT
/**
 * The order that worker threads wait for: one integer with its number and the number of threads that follow it. Both
 * are read at once, so that a thread that wakes late cannot take the threads of one order for those of the next.
 */

/** More than there can be threads; a power of two, so that the number of the order can overflow. */
const THREAD_NUMBERS = 32;

/** The order after this one. */
export function nextOrder(order: number, threads: number): number {
  return (order - threadsOfOrder(order) + THREAD_NUMBERS + threads) | 0;
}

/** Threads that follow the order: those with smaller numbers. */
export function threadsOfOrder(order: number): number {
  return order & (THREAD_NUMBERS - 1);
}
