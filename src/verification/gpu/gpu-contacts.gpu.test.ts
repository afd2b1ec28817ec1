// SPDX-License-Identifier: MIT
import { expect, it } from 'vitest';
import { softwareGpu } from '../../../tests/support/software-gpu.ts';
import { GRID_LAWS } from './contact-grid.ts';
import { compareGrid } from './gpu-contacts.ts';
import { SPHERE_KINDS, sphereGrid } from './sphere-grid.ts';

/** Kernels take their time to compile where others use the processor too. */
const TIMEOUT_MS = 120_000;

it(
  'single contacts of spheres on the GPU have the forces of the CPU by every law, as far as places are known',
  async () => {
    const grid = sphereGrid(GRID_LAWS, [1e-4, 1e-2], [0, 0.1], true);
    const offs = await compareGrid(grid, await softwareGpu());
    expect(offs).toHaveLength(SPHERE_KINDS.length * GRID_LAWS.length * 2 * 2);
    expect(offs.filter(({ share }) => !(share <= 1))).toEqual([]);
    // A tenth of it where the rounding of places is nothing to the overlap.
    const deep = offs.filter(({ contact: { overlap } }) => overlap === 1e-2);
    expect(Math.max(...deep.map(({ force, torque }) => Math.max(force, torque)))).toBeLessThan(1e-6);
  },
  TIMEOUT_MS,
);
