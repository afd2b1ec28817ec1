// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { flatDrops, runFlatDrop } from './flat-drops.ts';

describe('a body with flat or straight sides', () => {
  it.each(flatDrops(false).map((drop) => [`${drop.body} ${drop.how} on ${drop.on}`, drop] as const))(
    'settles: %s',
    (_name, drop) => {
      const { end, state, events, rise } = runFlatDrop(drop);
      expect(end).toBe('end');
      expect(['rests', 'rolls']).toContain(state);
      expect(events).toBeLessThan(100);
      // Errors of some hundreds of steps at the tolerance of 1e-5.
      expect(rise).toBeLessThan(1e-3);
    },
    60_000,
  );
});
