// SPDX-License-Identifier: MIT
/** Smallest and largest length. */

/**
 * Queries and mass properties form products of up to six lengths (inertia five, a squared distance from cross products
 * six). Within these limits all of them are normal float64 numbers, so nothing overflows or loses digits by underflow.
 */
export const SMALLEST_SIZE = 1e-50;
export const LARGEST_SIZE = 1e50;
