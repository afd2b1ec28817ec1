// SPDX-License-Identifier: MIT
/** Which bodies have left the domain, and how far out bodies are; asked whenever the list is made anew. */
import * as layout from '../step-kernel/layout.ts';
import { isDead } from './elements.ts';
import type { StepMemory } from './step-memory.ts';

/** Living elements whose centres are outside the domain in a direction that is not periodic. */
export function escapedElements(memory: StepMemory): number[] {
  const { F, I } = memory;
  const place = memory.address(layout.PLACE);
  const periodic = I[layout.PERIODIC] ?? 0;
  const found: number[] = [];
  for (let e = 0; e < (I[layout.ELEMENT_COUNT] ?? 0); e++) {
    for (let axis = 0; axis < 3; axis++) {
      if (((periodic >> axis) & 1) !== 0) continue;
      const x = F[place + 4 * e + axis] ?? 0;
      if (x >= (F[layout.DOMAIN_MIN + axis] ?? 0) && x <= (F[layout.DOMAIN_MAX + axis] ?? 0)) continue;
      if (!isDead(memory, e)) found.push(e);
      break;
    }
  }
  return found;
}

/** Largest distance of a point of an element from the origin. */
export function largestDistance(memory: StepMemory): number {
  const { F, I } = memory;
  const place = memory.address(layout.PLACE);
  let most = 0;
  for (let e = 0; e < (I[layout.ELEMENT_COUNT] ?? 0); e++) {
    const [x = 0, y = 0, z = 0, radius = 0] = F.subarray(place + 4 * e, place + 4 * e + 4);
    most = Math.max(most, Math.sqrt(x * x + y * y + z * z) + radius);
  }
  return most;
}
