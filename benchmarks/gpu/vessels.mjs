// SPDX-License-Identifier: MIT
/**
 * What meshes cost on a GPU: the silo and the drum of the round robin of Dosta et al. 2024. The bed settles; then a
 * step is timed in the turning drum, in the silo while its plug is in, and while it runs out, where spheres that leave
 * the domain are taken out on the way. Wall clock, medians of repetitions, lists included; with the split of a step by
 * kernels.
 *
 *   node benchmarks/gpu/vessels.mjs [--scenes silo,drum] [--coarseness 1] [--settle 20000] [--run 60000] [--steps 2000] [--reps 5]
 *
 * `coarseness` enlarges the spheres in the same vessels; `run` steps are done after the plug is gone, before the clock
 * starts.
 */
import { parseArgs } from 'node:util';
import { GpuSimulation } from '../../dist/gpu/engine/gpu-simulation.js';
import { drumScene, siloScene } from '../../dist/verification/round-robin/published-scenes.js';
import { measuredSpec, packingAt, settlingSpec } from '../../dist/verification/round-robin/run-scene.js';
import { openForTimes, tellPasses } from './pass-times.mjs';

const { values } = parseArgs({
  options: {
    scenes: { type: 'string', default: 'silo,drum' },
    coarseness: { type: 'string', default: '1' },
    settle: { type: 'string', default: '20000' },
    run: { type: 'string', default: '60000' },
    steps: { type: 'string', default: '2000' },
    reps: { type: 'string', default: '5' },
  },
});
const OPTIONS = { accounts: false };
const gpu = await openForTimes();
gpu.device.addEventListener?.('uncapturederror', ({ error }) => console.error(error.message));
console.log(`adapter: ${gpu.name}`);
const size = { coarseness: Number(values.coarseness) };
for (const name of values.scenes.split(',')) {
  if (name === 'silo') await benchSilo();
  else await benchDrum();
}
process.exit(0);

async function benchSilo() {
  const scene = siloScene('large', 'M1', size);
  const bodies = await settled(scene);
  const open = measuredSpec(scene, bodies);
  const shut = { ...open, meshes: scene.settling.meshes };
  await bench('silo, shut', shut, 0);
  await bench('silo, running out', open, Number(values.run));
}

async function benchDrum() {
  const scene = drumScene(size);
  await bench('drum', measuredSpec(scene, await settled(scene)), 0);
}

async function settled(scene) {
  const { spec, steps } = settlingSpec(scene);
  const simulation = await GpuSimulation.create(spec, gpu, OPTIONS);
  await simulation.step(Math.min(steps, Number(values.settle)));
  const { position } = await simulation.bodies();
  simulation.destroy();
  return packingAt(spec.bodies, position);
}

async function bench(name, spec, before) {
  const simulation = await GpuSimulation.create(spec, gpu, OPTIONS);
  const steps = Number(values.steps);
  await simulation.step(before + Math.min(300, steps));
  const [{ lists }, bodies] = [simulation, simulation.count];
  const times = [];
  for (let k = 0; k < Number(values.reps); k++) {
    const from = performance.now();
    await simulation.step(steps);
    times.push((1000 * (performance.now() - from)) / steps);
  }
  times.sort((a, b) => a - b);
  const perList = (steps * times.length) / Math.max(1, simulation.lists - lists);
  console.log(
    `${name}: ${bodies} spheres, ${(await simulation.counts()).nearMeshes} near meshes: ` +
      `${times[times.length >> 1].toFixed(1)} us a step (${times[0].toFixed(1)} - ${times.at(-1).toFixed(1)}), ` +
      (`a list every ${perList.toFixed(1)} steps, ${bodies - simulation.count} taken out meanwhile, ` +
        `${((2 * (await simulation.counts()).contacts) / simulation.count).toFixed(2)} contacts a sphere`),
  );
  const state = await simulation.save();
  simulation.destroy();
  const again = async (timed) => {
    const resumed = await GpuSimulation.create(spec, timed, OPTIONS);
    resumed.restore(state);
    return resumed;
  };
  await tellPasses(gpu, again, Math.min(steps, 1000));
}
