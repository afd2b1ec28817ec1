// SPDX-License-Identifier: MIT
/**
 * The forces of two touches of bodies, one after the other. The WebAssembly build has a text of its own
 * (scripts/kernel/two-touches.as) that computes both at once, lane by lane, so that it has the same bits.
 */

import { I } from './memory-views.ts';
import { FORCE, TOUCH_ELEMENT } from './step-layout.ts';
import { springContact } from './touch-forces.ts';

/**
 * Forces of two touches whose law, with the constants at lawA and lawB, is a linear or Hertz's spring with friction:
 * each with another body that it overlaps, none GIVEN or PASSING. They are taken from what is at forceJA and forceJB.
 */
export function twoTouches(
  law: i32,
  touchA: i32,
  touchB: i32,
  lawA: i32,
  lawB: i32,
  forceJA: i32,
  forceJB: i32,
  sums: i32,
): void {
  springContact(law, lawA, touchA, I[FORCE] + 6 * I[2 * touchA + TOUCH_ELEMENT], forceJA, sums);
  springContact(law, lawB, touchB, I[FORCE] + 6 * I[2 * touchB + TOUCH_ELEMENT], forceJB, sums);
}
