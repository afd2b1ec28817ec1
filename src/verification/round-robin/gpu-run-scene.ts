// SPDX-License-Identifier: MIT
/**
 * Settles a scene and runs it on a GPU. The packing is stored as a list of numbers, so that another engine can start
 * from it.
 */

import type { GpuDevice } from '../../gpu/engine/gpu-adapter.ts';
import { GpuSimulation } from '../../gpu/engine/gpu-simulation.ts';
import { eachBody } from '../../simulation/bodies/body-groups.ts';
import type { BodySpec } from '../../simulation/simulation-spec.ts';
import { keptResult } from '../kept-result.ts';
import { runLongOnGpu } from '../long-run-gpu.ts';
import type { RunSetup } from '../verification-case.ts';
import { MATERIAL_NAMES } from './materials.ts';
import type { Places, RoundRobinScene } from './round-robin-scene.ts';
import { type Curves, measuredSpec, packingAt, sampleSteps, settlingSpec } from './run-scene.ts';

/** Resolution of stored positions, m: far below the overlaps of a packing. */
const GRAIN_OF_PLACES = 1e-10;

/** Where it is kept. */
export function packingName(scene: RoundRobinScene): string {
  return `round-robin-${scene.name}-bed`;
}

export async function settledOnGpu(scene: RoundRobinScene, gpu: GpuDevice, setup: RunSetup): Promise<BodySpec[]> {
  const { spec, steps } = settlingSpec(scene);
  const start = [...eachBody(spec.bodies)];
  const key = `${start.length} of ${scene.radius} m, ${steps} steps of ${spec.timeStep} s`;
  const places = await keptResult(setup, packingName(scene), key, async () => {
    const simulation = await GpuSimulation.create(spec, gpu, { accounts: false });
    const began = setup.wallSeconds();
    await simulation.step(steps);
    setup.progress(`${scene.name}: settled by ${steps} steps in ${(setup.wallSeconds() - began).toFixed(1)} s`);
    const { position } = await simulation.bodies();
    simulation.destroy();
    return [...position].map((x) => Number((Math.round(x / GRAIN_OF_PLACES) * GRAIN_OF_PLACES).toFixed(10)));
  });
  return packingAt(start, places);
}

function placesOf(bodies: readonly BodySpec[]): Places {
  const position = Float64Array.from(bodies.flatMap((body) => [...(body.position as readonly number[])]));
  const numbers: readonly string[] = MATERIAL_NAMES;
  return { count: bodies.length, position, material: Int32Array.from(bodies, (b) => numbers.indexOf(b.material)) };
}

export async function runSceneOnGpu(
  scene: RoundRobinScene,
  bodies: readonly BodySpec[],
  gpu: GpuDevice,
  setup: RunSetup,
): Promise<Curves> {
  const start = placesOf(bodies);
  const lookEvery = sampleSteps(scene);
  const first = { times: [0], samples: [scene.measure(start, start)] };
  const { seen } = await runLongOnGpu(
    {
      name: `round-robin-${scene.name}`,
      spec: measuredSpec(scene, bodies),
      steps: scene.samples * lookEvery,
      lookEvery,
      seen: first,
      async look(simulation, { times, samples }) {
        const { count, position, material } = await simulation.bodies();
        times.push(simulation.time);
        samples.push(scene.measure({ count, position, material: Int32Array.from(material) }, start));
      },
    },
    gpu,
    setup,
  );
  return { times: seen.times, values: scene.curves.map((_, k) => seen.samples.map((sample) => sample[k])) };
}
