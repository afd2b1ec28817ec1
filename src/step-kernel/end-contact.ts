// SPDX-License-Identifier: MIT
/**
 * The end of a contact: what its springs still held is lost to friction and rolling, what adhesion took is lost to
 * damping.
 */
import { energyAtEnd, holdsAcrossGap } from './contact-force.ts';
import { shearEnergy } from './laws/friction.ts';
import { rollingEnergy } from './laws/rolling-spring.ts';
import { F } from './memory-views.ts';
import {
  BLOCK_DAMPING_LOSS,
  BLOCK_FRICTION_LOSS,
  BLOCK_ROLLING_LOSS,
  FRICTION,
  ROLLING_SPRING,
} from './step-layout.ts';

/** Accounts for what the springs of a contact still held when it ended, in the sums that count from `losses`. */
export function endContact(
  law: i32,
  constants: i32,
  effectiveRadius: f64,
  history: i32,
  rolling: i32,
  losses: i32,
): void {
  if ((law & FRICTION) !== 0) {
    F[losses + BLOCK_FRICTION_LOSS] = F[losses + BLOCK_FRICTION_LOSS] + shearEnergy(law, constants, history);
  }
  if ((law & ROLLING_SPRING) !== 0) {
    F[losses + BLOCK_ROLLING_LOSS] = F[losses + BLOCK_ROLLING_LOSS] + rollingEnergy(rolling);
  }
  if (holdsAcrossGap(law)) {
    F[losses + BLOCK_DAMPING_LOSS] = F[losses + BLOCK_DAMPING_LOSS] + energyAtEnd(law, constants, effectiveRadius);
  }
}
