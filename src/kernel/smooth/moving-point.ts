// SPDX-License-Identifier: MIT
/**
 * A coordinate of a contact point in the frame of its body and its change over the last step, in one number: the next
 * step starts where the point will be if it goes on. In units of the body's radius over 2^24 the nearest integer is the
 * coordinate, and the rest its change over 2^16. So a warm start has room for both points of a pair and their motion.
 */

/** 2^-24: a search that starts within 3e-8 of the radius ends with the next evaluation. */
const UNIT_PART: f64 = 1.0 / 16777216.0;
/** 2^16 and its inverse: changes below 2^-12 of the radius make less than a quarter of a unit. */
const MOTION_SCALE: f64 = 65536.0;
const MOTION_PART: f64 = 1.0 / 65536.0;
const LONGEST_MOTION: f64 = 4096.0;

/** @inline Length of a unit on a body of this radius. */
export function unitOf(radius: f64): f64 {
  return radius * UNIT_PART;
}

/** @inline Where the coordinate will be after another step, in units. */
export function predicted(code: f64): f64 {
  const at: f64 = Math.floor(code + 0.5);
  return at + MOTION_SCALE * (code - at);
}

/** @inline The coordinate x, in units, with its change from the one in `before`; longer changes are not kept. */
export function movedTo(x: f64, before: f64): f64 {
  const way: f64 = x - Math.floor(before + 0.5);
  const isShort: bool = way < LONGEST_MOTION && way > -LONGEST_MOTION;
  return Math.floor(x + 0.5) + (isShort ? MOTION_PART * way : 0.0);
}
