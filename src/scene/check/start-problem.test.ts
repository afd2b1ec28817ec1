// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { readScene } from '../read-scene.ts';
import { startProblem } from './start-problem.ts';

const scene = (count: number) =>
  readScene(
    JSON.stringify({
      time: { duration: 1, timeStep: 1e-3 },
      gravity: [0, 0, 0],
      materials: { m: { density: 1000, stiffness: 1e4 } },
      law: { normal: 'linear' },
      shapes: { ball: { sphere: { radius: 0.1 } } },
      insertions: {
        rain: {
          shapes: [{ shape: 'ball', material: 'm' }],
          region: { sphere: { centre: [0, 0, 0], radius: 1 } },
          count,
        },
      },
    }),
  );

describe('the start of a run', () => {
  it('is tried out', async () => {
    expect(await startProblem(scene(50))).toEqual([]);
    expect(await startProblem(scene(1000))).toEqual([
      expect.stringMatching(
        /^a run would end at once: insertions\[0\] "rain": \d+ of 1000 bodies fitted, porosity 0\.\d+/,
      ),
    ]);
  });

  it('is not tried out when it is large', async () => {
    expect(await startProblem(scene(1_000_000))).toEqual([]);
  });
});
