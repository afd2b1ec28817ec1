// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import type { MotionSpec } from '../../bodies/prescribed-motion.ts';
import type { MeshSpec } from '../../simulation/simulation-spec.ts';
import { CellGrid } from '../engine/cell-grid.ts';
import { MeshMotions } from './gpu-mesh-motion.ts';
import type { LatticeMesh } from './mesh-lattice.ts';

const MARGIN = 0.01;

/** A mesh within 1 m of the origin; steps of 1 ms. */
function motions(motion: MotionSpec): MeshMotions {
  const grid = new CellGrid(
    { min: { x: -2, y: -2, z: -2 }, max: { x: 2, y: 2, z: 2 }, periodic: [false, false, false] },
    1,
  );
  const lattice = { name: 'blade', box: { min: [-1, 0, 0], max: [1, 0, 0] }, low: [-1, -1, -1] };
  const spec = { timeStep: 1e-3, meshes: [{ name: 'blade', material: 'm', motion } as unknown as MeshSpec] };
  return new MeshMotions(spec, [lattice as unknown as LatticeMesh], grid, MARGIN);
}

describe('a list on the GPU serves', () => {
  const TURN: MotionSpec = { rotation: { axis: [0, 0, 1], through: [0, 0, 0], rate: 2 }, from: 1, until: 2 };

  it.each<[string, MotionSpec, number, number]>([
    ['all steps of a mesh at rest', TURN, 0, 100],
    ['as many steps as the turning end stays in the margin', TURN, 1000, 5],
    ['the same for a motion that follows another', { velocity: [1, 0, 0], until: 1e-3, next: [TURN] }, 1000, 4],
    [
      'a table',
      {
        table: {
          of: 'displacement',
          rows: [
            [0, 0, 0, 0],
            [1, 2, 0, 0],
          ],
        },
      },
      0,
      5,
    ],
    ['a list that has ended', { velocity: [9, 0, 0], until: 0.1, next: [TURN] }, 3000, 100],
  ])('%s', (_, motion, step, steps) => {
    expect(motions(motion).stepsFrom(step, 100)).toBe(steps);
  });

  it('not one step of a mesh that a later motion makes too fast', () => {
    const fast = motions({ velocity: [0, 0, 1], until: 1, next: [{ velocity: [11, 0, 0], from: 1 }] });
    expect(fast.stepsFrom(0, 100)).toBe(10);
    expect(() => fast.stepsFrom(1000, 100)).toThrow('meshes[0] "blade": moves up to 0.011 m in one step');
  });
});
