// SPDX-License-Identifier: MIT
/**
 * The normal spring of a contact, by the law of its materials: a new normal law is entered here. A law has a size, from which its force, its energy and
 * the radius of the contact circle follow: JKR the root of the contact radius, Hertz the contact radius, a linear spring 1.
 */
import { HERTZ, JKR, LAW_NORMAL } from '../layout.ts';
import { F } from '../memory.ts';
import { hertzEnergy, hertzForce, hertzRadius } from './hertz.ts';
import { jkrBreakingEnergy, jkrEnergy, jkrForce, jkrPullOff, jkrSize } from './jkr.ts';
import { linearEnergy, linearForce } from './linear.ts';

/** @inline True for laws that hold a contact across a gap. Their force does not follow from the overlap alone. */
export function holdsAcrossGap(law: i32): bool {
  return (law & JKR) !== 0;
}

/** @inline Size of the contact, or 0.0 where it has broken. */
export function contactSize(law: i32, constants: i32, effectiveRadius: f64, overlap: f64): f64 {
  if ((law & JKR) !== 0) return jkrSize(constants, effectiveRadius, overlap);
  return (law & HERTZ) !== 0 ? hertzRadius(effectiveRadius, overlap) : 1.0;
}

/** @inline Radius of the contact circle, which stiffnesses and dashpots grow with; 1 for a linear spring, where they do not. */
export function circleRadius(law: i32, size: f64): f64 {
  return (law & JKR) !== 0 ? size * size : size;
}

/** @inline Force of the spring, positive where it pushes. */
export function springForce(law: i32, constants: i32, effectiveRadius: f64, overlap: f64, size: f64): f64 {
  if ((law & JKR) !== 0) return jkrForce(constants, effectiveRadius, size);
  if ((law & HERTZ) !== 0) return hertzForce(F[constants + LAW_NORMAL], size, overlap);
  return linearForce(F[constants + LAW_NORMAL], overlap);
}

/** @inline Energy that the spring holds; `force` is its force. */
export function springEnergy(law: i32, constants: i32, effectiveRadius: f64, overlap: f64, size: f64, force: f64): f64 {
  if ((law & JKR) !== 0) return jkrEnergy(constants, effectiveRadius, size);
  return (law & HERTZ) !== 0 ? hertzEnergy(force, overlap) : linearEnergy(force, overlap);
}

/** @inline Largest pull of the spring, N. */
export function largestPull(law: i32, constants: i32, effectiveRadius: f64): f64 {
  return (law & JKR) !== 0 ? jkrPullOff(constants, effectiveRadius) : 0.0;
}

/** @inline Energy that the spring loses where a contact ends. */
export function energyAtEnd(law: i32, constants: i32, effectiveRadius: f64): f64 {
  return (law & JKR) !== 0 ? jkrBreakingEnergy(constants, effectiveRadius) : 0.0;
}
