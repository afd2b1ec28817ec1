// SPDX-License-Identifier: MIT
/**
 * Touches of polyhedra by their pressure fields: pairs of materials with the pressure-field law
 * (docs/theory/pressure-field-law.md). Force and torque are the derivatives of an energy without kinks, so that nothing
 * jumps where the touching features change.
 */
import type { Kernel } from '../../kernel/kernel.ts';
import { F as K } from '../../kernel/memory.ts';
import {
  PRESSURE_DEPTH,
  PRESSURE_ENERGY,
  PRESSURE_FORCE,
  PRESSURE_MOMENT,
  PRESSURE_POINT,
  PRESSURE_RADIUS,
} from '../../kernel/pressure-field/pressure-layout.ts';
import { PRESSURE_RESULT, queryPressure } from '../../narrow-phase/patch/pressure-query.ts';
import * as layout from '../../step-kernel/step-layout.ts';
import type { SolidPairLaw } from './solid-pair-finder.ts';

export const PRESSURE_FIELDS: SolidPairLaw = {
  bit: layout.FIELD_LAW,
  usesNormal: true,

  query(engine: Kernel, block: number, pose: number, other: number, otherPose: number, guess: number): boolean {
    queryPressure(engine, block, pose, other, otherPose, guess, 'pressureInStep');
    return K[PRESSURE_RESULT + PRESSURE_ENERGY] > 0;
  },

  write(F: Float64Array, touch: number, stiffness: number): void {
    writePressure(F, touch, stiffness, PRESSURE_RESULT);
  },
};

/**
 * Writes the answer at an address of the contact kernel's memory to the touch: point, normal, overlap; force, energy
 * and moment of the spring, and the radius that it twists with.
 */
export function writePressure(F: Float64Array, touch: number, stiffness: number, r: number): void {
  const f = r + PRESSURE_FORCE;
  const force = Math.sqrt(K[f] * K[f] + K[f + 1] * K[f + 1] + K[f + 2] * K[f + 2]);
  for (let c = 0; c < 3; c++) {
    F[touch + layout.TOUCH_POINT + c] = K[r + PRESSURE_POINT + c];
    // The force is that on the partner.
    F[touch + layout.TOUCH_NORMAL + c] = force > 0 ? K[f + c] / force : c === 2 ? 1 : 0;
    F[touch + layout.TOUCH_MOMENT + c] = -stiffness * K[r + PRESSURE_MOMENT + c];
  }
  F[touch + layout.TOUCH_OVERLAP] = K[r + PRESSURE_DEPTH];
  F[touch + layout.TOUCH_RADIUS] = K[r + PRESSURE_RADIUS];
  F[touch + layout.TOUCH_SPRING] = stiffness * force;
  F[touch + layout.TOUCH_ELASTIC] = stiffness * K[r + PRESSURE_ENERGY];
}
