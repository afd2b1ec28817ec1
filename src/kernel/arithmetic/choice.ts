// SPDX-License-Identifier: MIT
/**
 * Choices between two numbers that are as often the one as the other: a branch would be mispredicted half the time,
 * which costs more than ten operations. The WebAssembly build has a text of its own (scripts/kernel/choice.as), without
 * branches.
 */

/** The lesser of two numbers; a where they are equal or one is not a number. */
export function lesser(a: f64, b: f64): f64 {
  return b < a ? b : a;
}

/** The greater of two numbers; a where they are equal or one is not a number. */
export function greater(a: f64, b: f64): f64 {
  return a < b ? b : a;
}

/** a if it is the first that is wanted, else b. */
export function either(isFirst: bool, a: f64, b: f64): f64 {
  return isFirst ? a : b;
}
