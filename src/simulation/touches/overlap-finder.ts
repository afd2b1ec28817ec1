// SPDX-License-Identifier: MIT
/**
 * Touches of polyhedra by the volume that they share: pairs of materials with the overlap-volume law
 * (src/contact-laws/overlap-volume-law.ts). Force and torque follow from the energy alone, so that nothing jumps where
 * the touching features change.
 */
import { overlapEnergy, overlapForce, referenceArea } from '../../contact-laws/overlap-volume-law.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import { F as K } from '../../kernel/memory.ts';
import {
  OVERLAP_GRADIENT,
  OVERLAP_MOMENT,
  OVERLAP_POINT,
  OVERLAP_VOLUME,
} from '../../kernel/overlap/overlap-layout.ts';
import { OVERLAP_RESULT, queryOverlap } from '../../narrow-phase/patch/overlap-query.ts';
import * as layout from '../../step-kernel/step-layout.ts';
import type { SolidPairLaw } from './solid-pair-finder.ts';

/** Reference area of a body over the square of the radius of the sphere of equal volume. */
const AREA_OF_RADIUS = referenceArea((4 / 3) * Math.PI, Infinity);

export const OVERLAP_VOLUMES: SolidPairLaw = {
  bit: layout.OVERLAP_LAW,
  usesNormal: false,

  query(engine: Kernel, block: number, pose: number, other: number, otherPose: number): boolean {
    queryOverlap(engine, block, pose, other, otherPose);
    return K[OVERLAP_RESULT + OVERLAP_VOLUME] !== 0;
  },

  /** Point, normal, overlap; force, energy and moment of the spring. Its radius is that of a disc of its area. */
  write(F: Float64Array, touch: number, stiffness: number, smaller: number): void {
    const s = OVERLAP_RESULT + OVERLAP_GRADIENT;
    const volume = K[OVERLAP_RESULT + OVERLAP_VOLUME];
    const sx = K[s];
    const sy = K[s + 1];
    const sz = K[s + 2];
    const size = Math.sqrt(sx * sx + sy * sy + sz * sz);
    const area = AREA_OF_RADIUS * smaller * smaller;
    const pressure = (stiffness * volume) / area;
    // A body wholly inside another has an energy and no force; its overlap is reported.
    const mean = size > 0 ? volume / size : Infinity;
    const most = Math.sqrt(area);
    for (let c = 0; c < 3; c++) {
      F[touch + layout.TOUCH_POINT + c] = K[OVERLAP_RESULT + OVERLAP_POINT + c];
      F[touch + layout.TOUCH_NORMAL + c] = size > 0 ? -K[s + c] / size : c === 2 ? 1 : 0;
      F[touch + layout.TOUCH_MOMENT + c] = pressure * K[OVERLAP_RESULT + OVERLAP_MOMENT + c];
    }
    F[touch + layout.TOUCH_OVERLAP] = mean < most ? mean : most;
    F[touch + layout.TOUCH_RADIUS] = Math.sqrt(size / Math.PI);
    F[touch + layout.TOUCH_SPRING] = overlapForce(stiffness, area, volume, size);
    F[touch + layout.TOUCH_ELASTIC] = overlapEnergy(stiffness, area, volume);
  },
};
