// SPDX-License-Identifier: MIT
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { start } from '../../../tests/support/simulations.ts';
import type { BodySpec } from '../../simulation/simulation-spec.ts';
import { CONVEX_SCENES } from './convex-scenes.ts';
import { providePacking, readPacking } from './settled-packing.ts';

describe('a packing', () => {
  it('restores the places of bodies, also of those whose centre of mass is not their origin', () => {
    const folder = mkdtempSync(join(tmpdir(), 'scree-packing-test-'));
    try {
      // The centre of mass of a cone is a quarter of its height from the middle of its axis.
      const scene = { ...CONVEX_SCENES.cones(0.1), settlingSteps: 0 };
      const packing = readPacking(providePacking(folder, scene));
      const before = (scene.settling().bodies ?? []) as readonly BodySpec[];
      const after = (scene.measured(packing, 1).bodies ?? []) as readonly BodySpec[];
      expect(after).toHaveLength(before.length);
      after.forEach(({ position }, k) => {
        const [x = 0, y = 0, z = 0] = position as readonly number[];
        const [px = 0, py = 0, pz = 0] = (before[k]?.position ?? []) as readonly number[];
        expect(Math.hypot(x - px, y - py, z - pz)).toBeLessThan(1e-15);
      });
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

  it('of cones starts without overlaps', () => {
    const simulation = start(CONVEX_SCENES.cones(0.02).settling());
    simulation.step(1);
    expect(simulation.statistics().contacts).toBe(0);
  });
});
