// SPDX-License-Identifier: MIT
/**
 * Damping proportional to the elastic force, F = F_el (1 + d v) with the speed of approach v (Hunt & Crossley 1975,
 * doi:10.1115/1.3423596). It starts and ends at zero with the contact. In a head-on impact m v dv = -(1 + d v) dE for
 * any stored energy E, so the coefficient of restitution e depends on a = d v0 only: a (1 + e) = ln((1 + a) / (1 - e
 * a)). It does not depend on the shape of the bodies or the exponent of the law.
 */
import { log1p } from '../math/elementary.ts';

/**
 * Damping constant a = d v0 of a Hunt-Crossley contact, F = F_el (1 + d v), that gives a head-on impact at the speed v0
 * the restitution 0 < e <= 1; 0 for e = 1, unbounded as e approaches 0.
 *
 * @example
 * ```ts
 * import { impactDamping } from 'scree/dem';
 *
 * console.log(impactDamping(1)); // 0
 * ```
 */
export function impactDamping(restitution: number): number {
  if (restitution >= 1) return 0;
  const excess = (a: number): number => log1p(a) - log1p(-restitution * a) - a * (1 + restitution);
  // Negative above zero, where it falls like -a^2 (1 - e^2) / 2, and without bound at 1 / e.
  let low = 0;
  let high = 1 / restitution;
  for (;;) {
    const middle = 0.5 * (low + high);
    if (middle <= low || middle >= high) return middle;
    if (excess(middle) > 0) high = middle;
    else low = middle;
  }
}

/**
 * Restitution of a head-on impact at the speed v0 with the damping constant a = d v0 >= 0 of a Hunt-Crossley contact,
 * F = F_el (1 + d v).
 *
 * @example
 * ```ts
 * import { impactRestitution } from 'scree/dem';
 *
 * console.log(impactRestitution(0)); // 1
 * ```
 */
export function impactRestitution(a: number): number {
  if (a === 0) return 1;
  const loss = log1p(a) - a;
  // a e + ln(1 - a e) = ln(1 + a) - a: the left side falls from 0.
  let low = 0;
  let high = 1;
  for (;;) {
    const middle = 0.5 * (low + high);
    if (middle <= low || middle >= high) return middle;
    if (a * middle < 1 && a * middle + log1p(-a * middle) > loss) low = middle;
    else high = middle;
  }
}
