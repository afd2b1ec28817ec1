// SPDX-License-Identifier: MIT
/** Regions of insertion and outlets that go along with a wall. */
import { describe, expect, it } from 'vitest';
import { outletScene } from '../../../tests/support/outlet-scene.ts';
import { expectSameBits, start } from '../../../tests/support/simulations.ts';
import type { FollowSpec } from '../../bodies/followed-region.ts';
import { movedRegion } from '../../bodies/followed-region.ts';
import { IDENTITY_POSE, pose } from '../../math/pose.ts';
import type { SimulationSpec } from '../simulation-spec.ts';
import { shapeWall } from '../walls/shape-wall.ts';

const START: FollowSpec = { wall: 'lid', start: IDENTITY_POSE };
/** A quarter of a turn about z. */
const QUARTER = { w: Math.SQRT1_2, x: 0, y: 0, z: Math.SQRT1_2 };

describe('the region of a wall that has moved', () => {
  it('is moved with it, and turned but for a box', () => {
    const now = pose({ position: [1, 0, 0], orientation: QUARTER });
    expect(movedRegion({ sphere: { centre: [1, 0, 0], radius: 2 } }, IDENTITY_POSE, now)).toEqual({
      sphere: { centre: { x: expect.closeTo(1, 14), y: expect.closeTo(1, 14), z: 0 }, radius: 2 },
    });
    expect(movedRegion({ plane: { through: [0, 0, 0], direction: [1, 0, 0] } }, IDENTITY_POSE, now)).toEqual({
      plane: {
        through: { x: 1, y: 0, z: 0 },
        direction: { x: expect.closeTo(0, 14), y: expect.closeTo(1, 14), z: 0 },
      },
    });
    expect(movedRegion({ box: { min: [0, 0, 0], max: [1, 1, 1] } }, IDENTITY_POSE, now)).toEqual({
      box: { min: { x: 1, y: 0, z: 0 }, max: { x: 2, y: 1, z: 1 } },
    });
  });
});

/** A ball at rest, and a wall that goes towards it with an outlet above. */
function approaching(kind: 'mesh' | 'halfSpace'): SimulationSpec {
  const motion = { velocity: [0, 0, 1] } as const;
  const region = { box: { min: [-1, -1, 0.1], max: [1, 1, 0.3] } } as const;
  const spec = outletScene([{ name: 'hole', region, follows: START }], {
    bodies: [{ shape: 'ball', material: 'glass', position: [0, 0, 0.5] }],
    gravity: [0, 0, 0],
  });
  const lid = { ...shapeWall('lid', { sphere: { radius: 0.01 }, side: 'outside' }, 'glass'), motion };
  return kind === 'mesh'
    ? { ...spec, meshes: [lid] }
    : { ...spec, halfSpaces: [{ name: 'lid', normal: [0, 0, 1], offset: 0, material: 'glass', motion }] };
}

describe('an outlet that follows a wall', () => {
  it.each(['mesh', 'halfSpace'] as const)('removes what it comes upon: %s', (kind) => {
    const spec = approaching(kind);
    const simulation = start(spec);
    const steps = Math.round(0.2 / spec.timeStep);
    simulation.step(steps - 2);
    expect(simulation.bodyCount).toBe(1);
    simulation.step(4);
    expect(simulation.bodyCount).toBe(0);
  });
});

describe('an insertion that follows a wall', () => {
  it('puts bodies where the wall has come to, with the same bits after restoring', () => {
    const spec: SimulationSpec = {
      ...approaching('mesh'),
      outlets: [],
      insertions: [
        {
          name: 'rain',
          shapes: [{ shape: 'ball', material: 'glass', weight: 1 }],
          region: { sphere: { centre: [1, 0, 0], radius: 0.01 } },
          follows: START,
          rate: 1,
          from: 0.1,
        },
      ],
    };
    const steps = Math.round(0.1 / spec.timeStep) + 2;
    const simulation = expectSameBits(spec, steps, Math.round(steps / 2));
    expect(simulation.bodyCount).toBe(2);
    const { position, ids } = simulation.bodies();
    const at = [...ids].indexOf(1);
    expect(Math.abs(position[3 * at + 2] - 0.1)).toBeLessThan(0.011);
  });
});
