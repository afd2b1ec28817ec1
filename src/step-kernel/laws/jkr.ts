// SPDX-License-Identifier: MIT
/**
 * JKR adhesion (Johnson, Kendall & Roberts 1971, doi:10.1098/rspa.1971.0141) with work of adhesion w. In the root s =
 * sqrt(a) of the contact radius: overlap = s^4 / R* - g s with g = sqrt(2 pi w / E*), and F = 4/3 E* s^6 / R* - p s^3
 * with p = sqrt(8 pi w E*). A contact begins at overlap 0 and holds until the overlap has no root: the stable branch
 * ends where 4 s^3 / R* = g.
 */

import { F } from '../memory-views.ts';
import { LAW_COHESION, LAW_JKR_GAP, LAW_JKR_PULL, LAW_JKR_START, LAW_NORMAL } from '../step-layout.ts';

/** Newton's method from above converges monotonically; sizes that differ by 1:100 take about twelve steps. */
const MOST_STEPS: i32 = 60;

/** Root s of the contact radius on the stable branch, or 0.0 where the contact has broken. `start` must be above it. */
function stableRoot(effectiveRadius: f64, overlap: f64, gap: f64, start: f64): f64 {
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
function breakingRoot(effectiveRadius: f64, gap: f64, start: f64): f64 {
  const cube: f64 = 0.25 * gap * effectiveRadius;
  let s: f64 = start;
  for (let k: i32 = 0; k < MOST_STEPS; k++) {
    const next: f64 = (2.0 * s + cube / (s * s)) / 3.0;
    if (!(next < s)) return s;
    s = next;
  }
  return s;
}

/** A number above the root: the larger of the root at zero overlap and that without adhesion, doubled inside. */
function rootStart(effectiveRadius: f64, overlap: f64, startAtZero: f64): f64 {
  const bare: f64 = overlap > 0.0 ? Math.sqrt(Math.sqrt(2.0 * effectiveRadius * overlap)) : 0.0;
  return bare > startAtZero ? bare : startAtZero;
}

/**
 * Root of the contact radius at this overlap, or 0.0 where the contact has broken. `constants` is the address of those
 * of the two materials.
 */
export function jkrSize(constants: i32, effectiveRadius: f64, overlap: f64): f64 {
  const start: f64 = rootStart(effectiveRadius, overlap, F[constants + LAW_JKR_START]);
  return stableRoot(effectiveRadius, overlap, F[constants + LAW_JKR_GAP], start);
}

/** Force at this root, positive where it pushes. */
export function jkrForce(constants: i32, effectiveRadius: f64, root: f64): f64 {
  const cube: f64 = root * root * root;
  return (F[constants + LAW_NORMAL] / effectiveRadius) * cube * cube - F[constants + LAW_JKR_PULL] * cube;
}

/** Largest pull, 3/2 pi w R*. */
export function jkrPullOff(constants: i32, effectiveRadius: f64): f64 {
  return 1.5 * Math.PI * F[constants + LAW_COHESION] * effectiveRadius;
}

/** Antiderivative of the force over the overlap at this root. */
function workTo(constants: i32, effectiveRadius: f64, root: f64): f64 {
  const gap: f64 = F[constants + LAW_JKR_GAP];
  const pull: f64 = F[constants + LAW_JKR_PULL];
  const s4: f64 = root * root * root * root;
  const s7: f64 = s4 * root * root * root;
  const s10: f64 = s7 * root * root * root;
  const a: f64 = F[constants + LAW_NORMAL] / effectiveRadius;
  return (
    (0.4 * a * s10) / effectiveRadius - ((a * gap + (4.0 * pull) / effectiveRadius) * s7) / 7.0 + 0.25 * pull * gap * s4
  );
}

/** Energy held at this root: the work from zero overlap. */
export function jkrEnergy(constants: i32, effectiveRadius: f64, root: f64): f64 {
  const atZero: f64 = stableRoot(effectiveRadius, 0.0, F[constants + LAW_JKR_GAP], F[constants + LAW_JKR_START]);
  return workTo(constants, effectiveRadius, root) - workTo(constants, effectiveRadius, atZero);
}

/** Energy that is lost where a contact breaks: what it holds at the end of the stable branch. */
export function jkrBreakingEnergy(constants: i32, effectiveRadius: f64): f64 {
  const root: f64 = breakingRoot(effectiveRadius, F[constants + LAW_JKR_GAP], F[constants + LAW_JKR_START]);
  return jkrEnergy(constants, effectiveRadius, root);
}
