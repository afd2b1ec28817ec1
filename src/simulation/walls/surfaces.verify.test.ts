// SPDX-License-Identifier: MIT
import { describe, it } from 'vitest';
import { boxBoundary } from '../../../tests/support/box-boundary.ts';
import { expectSameBits } from '../../../tests/support/simulations.ts';
import { at, movingFloor, surfaceScene } from '../../../tests/support/surface-scene.ts';

describe('moving surfaces', () => {
  it('have the same bits with two threads, in TypeScript and after being restored', () => {
    const bodies = Array.from({ length: 60 }, (_, k) => {
      return at(
        k % 5 === 0 ? 'block' : 'ball',
        0.12 * (k % 8) - 0.4,
        0.12 * (Math.floor(k / 8) % 4) - 0.2,
        0.1 + 0.12 * Math.floor(k / 32),
      );
    });
    const spec = surfaceScene(bodies, {
      ...movingFloor({ rotation: { axis: [0, 0, 1], through: [0, 0, 0], rate: 1 }, from: 0.01, until: 0.1 }),
      meshes: [
        {
          name: 'band',
          mesh: boxBoundary(0.4, 0.2, 0.03),
          position: [0, 0, 0.01],
          material: 'rubber',
          surface: { belt: { axis: [0, 1, 0], speed: 0.7 } },
        },
      ],
    });
    expectSameBits(spec, 1500, 500);
  });
});
