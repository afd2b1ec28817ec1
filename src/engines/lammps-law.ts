// SPDX-License-Identifier: MIT
/**
 * The contact of two materials in the words of LAMMPS `pair_style granular` and `fix wall/gran granular`. All numbers
 * are given: what LAMMPS computes from moduli differs between pairs, walls and versions.
 */
import { EPSD_DAMPING, EPSD_STIFFNESS } from '../contact-laws/law-descriptions.ts';
import type { PairConstants } from '../contact-laws/pair-constants.ts';
import { massOfSphere } from '../simulation/set-up.ts';
import type { Engine } from './engine-name.ts';
import { dampingRatioOf, dashpotFactor, restitutionForRatio, tsujiArgument } from './restitution-number.ts';

const TANGENTIAL = { linear: 'linear_history', mindlin: 'mindlin', 'mindlin-incremental': 'mindlin_rescale/force' };

/** A contact of the smallest spheres that have the two materials. */
export interface SmallestContact {
  /** Effective radius, m. */
  readonly radius: number;
  /** Moment of inertia about the contact over the square of that radius, kg: what rolls. */
  readonly rollingMass: number;
}

/**
 * Overlap over effective radius at which the spring of LAMMPS' rolling resistance, which is linear, has the stiffness
 * of ours for Hertz contacts.
 */
export const ROLLING_OVERLAP = 1e-3;
/** Moment of inertia of a sphere about its contact over m r². */
const ROLLING_INERTIA = 1.4;

/** Of two spheres of one radius, with their densities; of one sphere and a wall without the second density. */
export function smallestContact(radius: number, density: number, other?: number): SmallestContact {
  const mass = massOfSphere(radius, density);
  if (other === undefined) return { radius, rollingMass: ROLLING_INERTIA * mass };
  const effective = (mass * other) / (density + other);
  // The effective radius is half of theirs.
  return { radius: 0.5 * radius, rollingMass: 4 * ROLLING_INERTIA * effective };
}

/**
 * Stiffness of that spring, N/m; times the square of the effective radius it is ours. Model A has no spring; a stiff
 * one comes closest to it.
 */
function rollingStiffness({ law, tangential, normal, rollingFriction }: PairConstants, radius: number): number {
  const growth = law.normal === 'hertz' ? radius * Math.sqrt(ROLLING_OVERLAP) : 1;
  if (law.rolling === 'epsd') return EPSD_STIFFNESS * rollingFriction ** 2 * normal * growth;
  if (law.rolling === 'epsd2') return tangential * growth;
  return law.normal === 'hertz' ? tangential * growth : normal;
}

function rollingText(constants: PairConstants, { radius, rollingMass }: SmallestContact): string {
  const { law, numbers, rollingFriction } = constants;
  const stiffness = rollingStiffness(constants, radius);
  const ratio = law.rolling === 'epsd' ? (numbers.rollingDamping ?? EPSD_DAMPING) : 0;
  return `rolling sds ${stiffness} ${2 * ratio * Math.sqrt(rollingMass * stiffness)} ${rollingFriction}`;
}

export function lammpsLaw(
  constants: PairConstants,
  { dashpot }: Pick<Engine, 'dashpot'>,
  smallest: SmallestContact,
): string {
  const { law, normal, tangential, normalDamping, tangentialDamping, friction, rollingFriction } = constants;
  const ratio = dampingRatioOf(constants);
  const number =
    dashpot === 'tsuji' ? tsujiArgument(dashpotFactor(constants)) : (restitutionForRatio(ratio) ?? Number.NaN);
  // Relative to the normal dashpot, which LAMMPS also uses for the tangential one.
  const share = ratio === 0 ? 0 : tangentialDamping / normalDamping;
  return [
    `${law.normal === 'hertz' ? 'hertz' : 'hooke'} ${normal} ${number}`,
    law.tangential === 'none'
      ? 'tangential linear_nohistory 0 0'
      : `tangential ${TANGENTIAL[law.tangential]} ${tangential} ${share} ${friction}`,
    ...(law.rolling === 'none' || rollingFriction === 0 ? [] : [rollingText(constants, smallest)]),
    `damping ${dashpot}`,
    ...(law.attraction === 'cut' ? ['limit_damping'] : []),
  ].join(' ');
}
