// SPDX-License-Identifier: MIT
/**
 * Damping ratio of the normal dashpot from the coefficient of restitution e. A linear spring-dashpot has a closed form
 * for e (Schwager & Pöschel 2007, doi:10.1007/s10035-007-0065-z), with or without the attraction at the end of a
 * contact. A Hertz contact with damping proportional to overlap^(1/4) is the same oscillator in overlap^(5/4), with
 * alpha = sqrt(5) times the ratio (Antypov & Elliott 2011, doi:10.1209/0295-5075/94/50004). Neither depends on the
 * impact speed.
 */

import { atan2 } from '../math/circular.ts';
import { exp, log, power } from '../math/elementary.ts';
import { length2 } from '../math/planar-vector.ts';

/** Whether the damping of a contact may attract near its end: `cut` keeps the normal force at 0 or above. */
export type Attraction = 'allowed' | 'cut';

/**
 * Coefficient of restitution of a head-on impact with this damping ratio, >= 0.
 *
 * @example
 * ```ts
 * import { restitutionOf } from 'scree/dem';
 *
 * console.log(restitutionOf(0, 'allowed')); // 1
 * ```
 */
export function restitutionOf(ratio: number, attraction: Attraction): number {
  if (ratio === 0) return 1;
  if (attraction === 'allowed') return ratio < 1 ? exp((-Math.PI * ratio) / Math.sqrt(1 - ratio * ratio)) : 0;
  if (ratio < 1) {
    const root = Math.sqrt((1 - ratio) * (1 + ratio));
    // Phase at which the force returns to zero: pi for no damping, pi/2 at 1/sqrt(2), 0 at critical damping.
    const phase = atan2(2 * ratio * root, 2 * ratio * ratio - 1);
    return exp((-ratio / root) * phase);
  }
  if (ratio === 1) return exp(-2);
  const root = Math.sqrt((ratio - 1) * (ratio + 1));
  return power(ratio + root, (-2 * ratio) / root);
}

/**
 * Damping ratio that gives this coefficient of restitution, 0 < e <= 1.
 *
 * @example
 * ```ts
 * import { dampingRatio } from 'scree/dem';
 *
 * console.log(dampingRatio(1, 'allowed')); // 0
 * ```
 */
export function dampingRatio(restitution: number, attraction: Attraction): number {
  if (restitution === 1) return 0;
  if (attraction === 'allowed') {
    const logarithm = log(restitution);
    return -logarithm / length2(Math.PI, logarithm);
  }
  // The relation falls strictly from 1 to 0 and is below 1 / (2 ratio)^2 * e: bisection to the last bit.
  let low = 0;
  let high = 1;
  while (restitutionOf(high, attraction) > restitution) high *= 2;
  for (;;) {
    const middle = 0.5 * (low + high);
    if (middle <= low || middle >= high) return middle;
    if (restitutionOf(middle, attraction) > restitution) low = middle;
    else high = middle;
  }
}
