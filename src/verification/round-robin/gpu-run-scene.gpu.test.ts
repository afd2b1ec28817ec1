// SPDX-License-Identifier: MIT
import { expect, it } from 'vitest';
import { softwareGpu } from '../../../tests/support/software-gpu.ts';
import type { RunSetup } from '../verification-case.ts';
import { packingName, runSceneOnGpu, settledOnGpu } from './gpu-run-scene.ts';
import { impactScene } from './published-scenes.ts';
import { measuredBodies, runScene } from './run-scene.ts';

/** A few large spheres under the ball, for so short a time that chaos has not set in. */
const SCENE = {
  ...impactScene(25_000, { coarseness: 8, duration: 0.002, softening: 100 }),
  settlingTime: 0.002,
  samples: 4,
};
/** mm of 10 mm that the ball goes: float32 beside float64. */
const APART = 1e-3;

it('runs on a GPU as on the processor, and goes on from what was kept', async () => {
  const gpu = await softwareGpu();
  const kept = new Map<string, Uint8Array>();
  const lines: string[] = [];
  const setup: RunSetup = {
    full: true,
    cpuSeconds: () => 0,
    wallSeconds: () => 0,
    cores: 1,
    gpu,
    progress: (line) => void lines.push(line),
    store: { read: (name) => kept.get(name), write: (name, bytes) => void kept.set(name, bytes) },
  };
  const bed = await settledOnGpu(SCENE, gpu, setup);
  expect(await settledOnGpu(SCENE, gpu, setup)).toEqual(bed);
  expect(lines).toContain(`${packingName(SCENE)}: as kept`);
  const bodies = measuredBodies(SCENE, bed);
  const wanted = runScene(SCENE, bodies);
  const half = await runSceneOnGpu({ ...SCENE, samples: 2, duration: SCENE.duration / 2 }, bodies, gpu, setup);
  const found = await runSceneOnGpu(SCENE, bodies, gpu, setup);
  expect(found.times.length).toBe(wanted.times.length);
  expect(found.values[0]?.slice(0, 3)).toEqual(half.values[0]);
  const [depths = []] = found.values;
  depths.forEach((depth, k) => {
    expect(Math.abs(depth - (wanted.values[0]?.[k] ?? Number.NaN))).toBeLessThan(APART);
  });
  expect(depths[4]).toBeGreaterThan(5);
});
