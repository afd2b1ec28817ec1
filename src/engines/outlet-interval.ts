// SPDX-License-Identifier: MIT
/**
 * How often outlets look for bodies, and in LAMMPS new ones appear: a look reads all bodies back, a change means new
 * lists, so not every step. A body at 1 m/s with steps of 10 us moves 2 mm in between.
 */
export const OUTLET_STEPS = 200;
