// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { ENERGY_SHARE, pendulumReference, pendulumRun, TIME_SHARE } from './double-pendulum.ts';

describe('a double pendulum at a wall', () => {
  it.each(['explicit', 'auto'] as const)(
    "keeps its energy and the events of Lagrange's equations: %s",
    { tags: ['long'] },
    (method) => {
      const tolerance = 1e-6;
      const reference = pendulumReference();
      const { energyError, timeError, matching, events } = pendulumRun(tolerance, method, reference);
      expect(reference.events.length).toBeGreaterThanOrEqual(12);
      expect([matching, events]).toEqual([reference.events.length, reference.events.length]);
      expect(energyError).toBeLessThan(ENERGY_SHARE * tolerance);
      expect(timeError).toBeLessThan(TIME_SHARE * tolerance);
    },
  );
});
