// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import type { SimulationSpec } from '../../simulation/simulation-spec.ts';
import { gpuRefusals } from './gpu-refusals.ts';

describe('what the GPU refuses', () => {
  it('is a scene without bodies, since the cell size follows from the bodies', () => {
    const spec: SimulationSpec = {
      timeStep: 1e-5,
      gravity: [0, 0, 0],
      law: { normal: 'linear' },
      materials: [{ name: 'm', density: 1000, stiffness: 1e5 }],
      shapes: [{ name: 'ball', sphere: { radius: 0.01 } }],
    };
    const ball = { shape: 'ball', material: 'm', position: [0, 0, 0] } as const;
    expect(gpuRefusals({ ...spec, bodies: [ball] })).toEqual([]);
    for (const bodies of [undefined, []]) {
      expect(gpuRefusals({ ...spec, ...(bodies && { bodies }) }).map(({ path }) => path)).toEqual(['bodies']);
    }
  });
});
