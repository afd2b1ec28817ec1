// SPDX-License-Identifier: MIT
/**
 * The contact of two materials in the words of LAMMPS `pair_style granular` and `fix wall/gran granular`. All numbers
 * are given: what LAMMPS computes from moduli differs between pairs, walls and versions.
 */
import type { PairConstants } from '../contact-laws/pair-constants.ts';
import type { Engine } from './engine-name.ts';
import { dampingRatioOf, dashpotFactor, restitutionForRatio, tsujiArgument } from './restitution-number.ts';

const TANGENTIAL = { linear: 'linear_history', mindlin: 'mindlin', 'mindlin-incremental': 'mindlin_rescale/force' };

/**
 * Overlap over effective radius at which the spring of LAMMPS' rolling resistance is as stiff as the tangential spring
 * of a Hertz contact. Our model A has no such spring; a stiff one comes closest to it.
 */
const ROLLING_OVERLAP = 1e-3;

/** Stiffness of that spring, N/m. `radius` is the smallest effective one. */
function rollingStiffness({ law, tangential, normal }: PairConstants, radius: number): number {
  if (law.normal !== 'hertz') return normal;
  return tangential * radius * Math.sqrt(ROLLING_OVERLAP);
}

/** `radius` is the smallest effective radius of such a contact. */
export function lammpsLaw(constants: PairConstants, { dashpot }: Pick<Engine, 'dashpot'>, radius: number): string {
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
    ...(law.rolling === 'none' || rollingFriction === 0
      ? []
      : [`rolling sds ${rollingStiffness(constants, radius)} 0 ${rollingFriction}`]),
    `damping ${dashpot}`,
    ...(law.attraction === 'cut' ? ['limit_damping'] : []),
  ].join(' ');
}
