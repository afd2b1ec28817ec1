// SPDX-License-Identifier: MIT
/**
 * The normal spring of a contact, by the law of its materials: the place where a new normal law is entered. A law has a size s, from which its force,
 * its energy and the radius of the contact circle follow: JKR the root of the contact radius, Hertz the contact radius, a linear spring 1.
 */
import { HERTZ, JKR, LAW_COHESION, LAW_JKR_GAP, LAW_JKR_PULL, LAW_JKR_START, LAW_NORMAL } from '../layout.ts';
import { F } from '../memory.ts';
import { hertzEnergy, hertzForce, hertzRadius } from './hertz.ts';
import { jkrBreakingEnergy, jkrEnergy, jkrForce, jkrRoot, jkrStart } from './jkr.ts';
import { linearEnergy, linearForce } from './linear.ts';

/** @inline True for laws whose force follows from the overlap alone and is zero without one. */
export function isOverlapForce(law: i32): bool {
  return (law & JKR) === 0;
}

/** @inline True for laws that hold a contact across a gap. */
export function holdsAcrossGap(law: i32): bool {
  return (law & JKR) !== 0;
}

/** @inline Size of the contact, or 0.0 where it has broken. */
export function contactSize(law: i32, constants: i32, effectiveRadius: f64, overlap: f64): f64 {
  if ((law & JKR) !== 0) {
    const start: f64 = jkrStart(effectiveRadius, overlap, F[constants + LAW_JKR_START]);
    return jkrRoot(effectiveRadius, overlap, F[constants + LAW_JKR_GAP], start);
  }
  if ((law & HERTZ) !== 0) return hertzRadius(effectiveRadius, overlap);
  return 1.0;
}

/** @inline Radius of the contact circle, which stiffnesses and dashpots grow with; 1 for a linear spring, where they do not. */
export function circleRadius(law: i32, size: f64): f64 {
  return (law & JKR) !== 0 ? size * size : size;
}

/** @inline Force of the spring, positive where it pushes. */
export function springForce(law: i32, constants: i32, effectiveRadius: f64, overlap: f64, size: f64): f64 {
  const normal: f64 = F[constants + LAW_NORMAL];
  if ((law & JKR) !== 0) return jkrForce(normal, effectiveRadius, F[constants + LAW_JKR_PULL], size);
  if ((law & HERTZ) !== 0) return hertzForce(normal, size, overlap);
  return linearForce(normal, overlap);
}

/** @inline Energy that the spring holds; `force` is its force. */
export function springEnergy(law: i32, constants: i32, effectiveRadius: f64, overlap: f64, size: f64, force: f64): f64 {
  if ((law & JKR) !== 0) {
    const gap: f64 = F[constants + LAW_JKR_GAP];
    const pull: f64 = F[constants + LAW_JKR_PULL];
    return jkrEnergy(F[constants + LAW_NORMAL], effectiveRadius, gap, pull, F[constants + LAW_JKR_START], size);
  }
  if ((law & HERTZ) !== 0) return hertzEnergy(force, overlap);
  return linearEnergy(force, overlap);
}

/** @inline Largest pull of the law, N. */
export function largestPull(law: i32, constants: i32, effectiveRadius: f64): f64 {
  return (law & JKR) !== 0 ? 1.5 * Math.PI * F[constants + LAW_COHESION] * effectiveRadius : 0.0;
}

/** @inline Energy that the spring loses where a contact ends. */
export function energyAtEnd(law: i32, constants: i32, effectiveRadius: f64): f64 {
  if ((law & JKR) === 0) return 0.0;
  const gap: f64 = F[constants + LAW_JKR_GAP];
  const pull: f64 = F[constants + LAW_JKR_PULL];
  return jkrBreakingEnergy(F[constants + LAW_NORMAL], effectiveRadius, gap, pull, F[constants + LAW_JKR_START]);
}
