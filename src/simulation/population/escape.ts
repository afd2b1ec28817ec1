// SPDX-License-Identifier: MIT
/**
 * Bodies that left the domain, their mass and energy, and how far outside they are; checked at each rebuild of the
 * neighbour list.
 */
import { type DepartedBodies, NONE_DEPARTED } from '../../bodies/outlet.ts';
import * as layout from '../../step-kernel/step-layout.ts';
import { clumpAddress, clumpInteger } from '../bodies/clumps.ts';
import { inverseMassOf, isDead, ownerOf } from '../bodies/elements.ts';
import type { StepMemory } from '../time-loop/step-memory.ts';
import type { BodyHandle } from '../views/body-view.ts';

/** Bodies whose centres are outside the domain in a direction that is not periodic. */
export function escapedBodies(memory: StepMemory): BodyHandle[] {
  const { I } = memory;
  const position = memory.address(layout.POSITION);
  const found: BodyHandle[] = [];
  for (let e = 0; e < I[layout.ELEMENT_COUNT]; e++) {
    if (isOutside(memory, position + 4 * e) && ownerOf(memory, e) < 0 && !isDead(memory, e)) found.push(e);
  }
  for (let b = 0; b < I[layout.BODY_COUNT]; b++) {
    const isGone = (clumpInteger(memory, b, layout.BODY_FLAGS) & layout.DEAD) !== 0;
    if (!isGone && isOutside(memory, clumpAddress(memory, b) + layout.BODY_POSITION)) found.push(-1 - b);
  }
  return found;
}

function isOutside({ F, I }: StepMemory, at: number): boolean {
  const periodic = I[layout.PERIODIC];
  for (let axis = 0; axis < 3; axis++) {
    if (((periodic >> axis) & 1) !== 0) continue;
    const x = F[at + axis];
    if (!(x >= F[layout.DOMAIN_MIN + axis] && x <= F[layout.DOMAIN_MAX + axis])) return true;
  }
  return false;
}

/** Bodies that were deleted because they left the domain. */
export class Escapes {
  total: DepartedBodies = NONE_DEPARTED;

  /** Adds bodies that are still in the memory; `remove` deletes one and returns its energy. */
  add(memory: StepMemory, bodies: readonly BodyHandle[], remove: (body: BodyHandle) => number): void {
    for (const body of bodies) {
      const inverseMass =
        body >= 0 ? inverseMassOf(memory, body) : memory.F[clumpAddress(memory, -1 - body) + layout.BODY_INVERSE_MASS];
      const { count, mass, energy } = this.total;
      // Fixed and moved bodies have no mass and no energy in the balance.
      const own = inverseMass === 0 ? 0 : 1 / inverseMass;
      this.total = { count: count + 1, mass: mass + own, energy: energy + remove(body) };
    }
  }
}

/** Largest distance of a point of an element from the origin. */
export function largestDistance(memory: StepMemory): number {
  const { F, I } = memory;
  const position = memory.address(layout.POSITION);
  const skin = F[layout.SKIN];
  let most = 0;
  for (let e = 0; e < I[layout.ELEMENT_COUNT]; e++) {
    const [x = 0, y = 0, z = 0, radius = 0] = F.subarray(position + 4 * e, position + 4 * e + 4);
    // No margin is more than half of the skin or of the radius.
    most = Math.max(most, Math.sqrt(x * x + y * y + z * z) + 2 * radius + skin);
  }
  return most;
}
