// SPDX-License-Identifier: MIT
/** Warm starts and clearances of pairs of convex bodies move to the new list when the elements are sorted. */
import { expect, it, vi } from 'vitest';
import { heap, SIZE } from '../../../tests/support/convex-scene.ts';
import { start } from '../../../tests/support/simulations.ts';
import * as layout from '../../step-kernel/step-layout.ts';
import { idOf, shapeOf } from '../bodies/elements.ts';
import { StepMemory } from '../time-loop/step-memory.ts';

/** A warm start, and the clearance of the bodies; negative if the next step queries them. */
interface Known {
  readonly warm: readonly number[] | undefined;
  readonly left: number;
}

/** Of each pair of bodies, by the ids of its first and second one. */
function knownPairs(memory: StepMemory): Map<string, Known> {
  const { F, I } = memory;
  const found = new Map<string, Known>();
  for (let e = 0; e < I[layout.ELEMENT_COUNT]; e++) {
    const row = 2 * I[layout.ROW] + layout.ROW_INTEGERS * e;
    for (let p = I[row + layout.ROW_FIRST]; p < I[row + layout.ROW_WALLS]; p++) {
      const other = I[2 * I[layout.PARTNER] + p] & layout.PARTNER_MASK;
      const warm = 2 * (I[layout.WARM] + layout.WARM_STRIDE * p);
      const isWarm = I[warm + layout.WARM_SORT] === I[layout.SORT_COUNT];
      const lengths = F[I[layout.PATH_LENGTH] + e] + F[I[layout.PATH_LENGTH] + other];
      // The first 8 shapes are single elements. Elements of one body have the same id, so compounds are left out.
      if (shapeOf(memory, e) > 7 || shapeOf(memory, other) > 7) continue;
      found.set(`${idOf(memory, e)} ${idOf(memory, other)}`, {
        warm: isWarm ? [...I.subarray(warm, warm + layout.WARM_SORT)] : undefined,
        left: F[I[layout.CLEARANCE] + p] - lengths,
      });
    }
  }
  return found;
}

it('a new list has the warm starts of pairs that the next step queries, and the clearances of other pairs', {
  tags: ['long'],
}, () => {
  const grow = vi.spyOn(StepMemory.prototype, 'grow');
  const simulation = start({ ...heap(60), neighbours: { skin: 0.4 * SIZE } });
  simulation.step(600);
  const memory = grow.mock.contexts.at(-1) as StepMemory;
  grow.mockRestore();
  const before = knownPairs(memory);
  const sorts = memory.I[layout.SORT_COUNT];
  memory.I[layout.LIST_INVALID] = 1;
  simulation.contacts();
  expect(memory.I[layout.SORT_COUNT]).toBe(sorts + 1);
  const after = knownPairs(memory);
  let [warm, apart] = [0, 0];
  for (const [ids, old] of before) {
    const now = after.get(ids);
    if (now === undefined || old.warm === undefined) continue;
    if (old.left > 0) {
      // Path lengths have other sums, so the distance is less by their rounding, and never more.
      expect(now.left).toBeLessThanOrEqual(old.left);
      expect(now.left).toBeGreaterThan(old.left - 1e-12 * SIZE);
      apart++;
    } else {
      expect(now.warm).toEqual(old.warm);
      warm++;
    }
  }
  expect(warm).toBeGreaterThan(10);
  expect(apart).toBeGreaterThan(10);
});
