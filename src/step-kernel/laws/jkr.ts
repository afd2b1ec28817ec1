// SPDX-License-Identifier: MIT
/**
 * JKR adhesion (Johnson, Kendall & Roberts 1971, doi:10.1098/rspa.1971.0141) with work of adhesion w. In the root
 * s = sqrt(a) of the contact radius: overlap = s^4 / R* - g s with g = sqrt(2 pi w / E*), and
 * F = 4/3 E* s^6 / R* - p s^3 with p = sqrt(8 pi w E*). A contact begins at overlap 0 and holds until the overlap has no
 * root: the stable branch ends where 4 s^3 / R* = g.
 */

/** Newton's method from above converges monotonically; sizes that differ by 1:100 take about twelve steps. */
const MOST_STEPS: i32 = 60;

/** Root s of the contact radius on the stable branch, or 0.0 where the contact has broken. `start` must be above it. */
export function jkrRoot(effectiveRadius: f64, overlap: f64, gap: f64, start: f64): f64 {
  let s: f64 = start;
  for (let k: i32 = 0; k < MOST_STEPS; k++) {
    const cube: f64 = (s * s * s) / effectiveRadius;
    const slope: f64 = 4.0 * cube - gap;
    if (!(slope > 0.0)) return 0.0;
    const next: f64 = s - (s * cube - gap * s - overlap) / slope;
    if (!(next < s)) return s;
    s = next;
  }
  return s;
}

/** Root s at which the contact breaks, s^3 = gap R* / 4, by Newton's method from above. */
export function jkrBreakingRoot(effectiveRadius: f64, gap: f64, start: f64): f64 {
  const cube: f64 = 0.25 * gap * effectiveRadius;
  let s: f64 = start;
  for (let k: i32 = 0; k < MOST_STEPS; k++) {
    const next: f64 = (2.0 * s + cube / (s * s)) / 3.0;
    if (!(next < s)) return s;
    s = next;
  }
  return s;
}

/** @inline A number above the root: the larger of the root at zero overlap and that without adhesion, doubled inside. */
export function jkrStart(effectiveRadius: f64, overlap: f64, startAtZero: f64): f64 {
  const bare: f64 = overlap > 0.0 ? Math.sqrt(Math.sqrt(2.0 * effectiveRadius * overlap)) : 0.0;
  return bare > startAtZero ? bare : startAtZero;
}

/** @inline `normal` is 4/3 E*. */
export function jkrForce(normal: f64, effectiveRadius: f64, pull: f64, root: f64): f64 {
  const cube: f64 = root * root * root;
  return (normal / effectiveRadius) * cube * cube - pull * cube;
}

/** @inline Work from the root s0 of zero overlap is jkrWork(s) - jkrWork(s0): the integral of F over the overlap. */
export function jkrWork(normal: f64, effectiveRadius: f64, gap: f64, pull: f64, root: f64): f64 {
  const s4: f64 = root * root * root * root;
  const s7: f64 = s4 * root * root * root;
  const s10: f64 = s7 * root * root * root;
  const a: f64 = normal / effectiveRadius;
  return (
    (0.4 * a * s10) / effectiveRadius - ((a * gap + (4.0 * pull) / effectiveRadius) * s7) / 7.0 + 0.25 * pull * gap * s4
  );
}

/** Energy held with this root, counted from zero overlap; `start` is above every root at zero overlap. */
export function jkrEnergy(normal: f64, effectiveRadius: f64, gap: f64, pull: f64, start: f64, root: f64): f64 {
  const atZero: f64 = jkrRoot(effectiveRadius, 0.0, gap, start);
  return jkrWork(normal, effectiveRadius, gap, pull, root) - jkrWork(normal, effectiveRadius, gap, pull, atZero);
}

/** Energy that is lost where a contact breaks: what it holds at the end of the stable branch. */
export function jkrBreakingEnergy(normal: f64, effectiveRadius: f64, gap: f64, pull: f64, start: f64): f64 {
  const root: f64 = jkrBreakingRoot(effectiveRadius, gap, start);
  return jkrEnergy(normal, effectiveRadius, gap, pull, start, root);
}
