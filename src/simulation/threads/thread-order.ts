// SPDX-License-Identifier: MIT
/**
 * The order that worker threads wait for: one integer that holds its number and the number of threads that execute it.
 * Both are read together, so a thread that wakes late cannot combine one order with the threads of the next.
 */

/** More than there can be threads; a power of two, so that the number of the order can overflow. */
const THREAD_NUMBERS = 32;

/** The order after this one. */
export function nextOrder(order: number, threads: number): number {
  return (order - threadsOfOrder(order) + THREAD_NUMBERS + threads) | 0;
}

/** Number of threads that execute the order: those with smaller numbers. */
export function threadsOfOrder(order: number): number {
  return order & (THREAD_NUMBERS - 1);
}
