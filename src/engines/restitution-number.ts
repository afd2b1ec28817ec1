// SPDX-License-Identifier: MIT
/**
 * The numbers that make the normal dashpot of LAMMPS and LIGGGHTS ours. All three have a damping force of 2 zeta sqrt(k
 * m) for linear springs and sqrt(5) zeta sqrt(m K a) for a Hertz contact with force K a d; they differ in the number
 * from which they compute the damping ratio zeta.
 */
import type { PairConstants } from '../contact-laws/pair-constants.ts';
import { exp } from '../math/elementary.ts';

/** Coefficients of alpha(e) in LAMMPS, `damping tsuji`, constant first. */
const TSUJI = [1.2728, -4.2783, 11.087, -22.348, 27.467, -18.022, 4.8218];
/** Between these numbers the polynomial falls from about 4e5 to below 0: every alpha is met once. */
const LEAST_ARGUMENT = -5;
const LARGEST_ARGUMENT = 1.2;

/** Damping ratio zeta of a contact. */
export function dampingRatioOf({ law, normalDamping, normal, modulus }: PairConstants): number {
  const critical = law.normal === 'hertz' ? 2 * Math.sqrt(5 / 6) * Math.sqrt(2 * modulus) : 2 * Math.sqrt(normal);
  return normalDamping / critical;
}

/** The factor alpha of LAMMPS: damping is alpha sqrt(m k), where k is the stiffness K a of a Hertz contact. */
export function dashpotFactor(constants: PairConstants): number {
  return (constants.law.normal === 'hertz' ? Math.sqrt(5) : 2) * dampingRatioOf(constants);
}

/** The number that `damping tsuji` of LAMMPS before 2024 maps to this alpha. It may be below 0: nothing checks it. */
export function tsujiArgument(alpha: number): number {
  const polynomial = (e: number): number => TSUJI.reduceRight((sum, coefficient) => sum * e + coefficient, 0);
  let low = LEAST_ARGUMENT;
  let high = LARGEST_ARGUMENT;
  for (;;) {
    const middle = 0.5 * (low + high);
    if (middle <= low || middle >= high) return middle;
    if (polynomial(middle) > alpha) low = middle;
    else high = middle;
  }
}

/**
 * The number from which the closed form with attraction, zeta = -ln e / sqrt(pi^2 + ln^2 e), gives this damping ratio;
 * undefined from critical damping on.
 */
export function restitutionForRatio(ratio: number): number | undefined {
  if (ratio >= 1) return undefined;
  return ratio === 0 ? 1 : exp((-Math.PI * ratio) / Math.sqrt((1 - ratio) * (1 + ratio)));
}
