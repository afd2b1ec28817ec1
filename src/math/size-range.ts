// SPDX-License-Identifier: MIT
/** The range of every length. */

/**
 * Queries and mass properties form products of up to six lengths (inertia has five, a squared distance from cross
 * products six); within these limits all of them stay normal float64 numbers, so nothing can overflow or lose digits by
 * underflow.
 */
export const SMALLEST_SIZE = 1e-50;
export const LARGEST_SIZE = 1e50;
