// SPDX-License-Identifier: MIT
/**
 * Body-steps a second of convex bodies on a GPU: a dense random bed (32 hulls of 8 to 16 vertices, or superquadrics, or
 * both; or capsules, cylinders, cones, tablets, rounded boxes, all of these, or these among hulls and superquadrics; or
 * clumps of three spheres; periodic), Hertz-Mindlin with friction springs. Lists are made as the motion asks
 * for it, and are in the time. Medians of repetitions on the wall clock; with --passes the split by kernels too.
 *
 *   node benchmarks/gpu/polyhedra.mjs [--counts 1e5,1e6] [--shapes hulls|boxes|superquadrics|mixed|capsules|cylinders|cones|tablets|rounded|swept|all|clumps] [--fraction 0.62] [--steps 100] [--settle 400] [--reps 5] [--accounts] [--passes] [--json FILE]
 */
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { buildAt, lattice, shapesOf, shear, specOf } from './convex-bed.mjs';
import { openForTimes, tellPasses } from './pass-times.mjs';
import { random, WHILE_PRESSED_APART } from './random-packing.mjs';

const { values } = parseArgs({
  options: {
    counts: { type: 'string', default: '1e5,1e6' },
    shapes: { type: 'string', default: 'hulls' },
    fraction: { type: 'string', default: '0.62' },
    steps: { type: 'string', default: '100' },
    settle: { type: 'string', default: '400' },
    reps: { type: 'string', default: '5' },
    accounts: { type: 'boolean', default: false },
    passes: { type: 'boolean', default: false },
    json: { type: 'string' },
  },
});
const build = await buildAt(fileURLToPath(new URL('../../dist', import.meta.url)));
const gpu = await openForTimes();
gpu.device.addEventListener?.('uncapturederror', ({ error }) => console.error(error.message));
console.log(`adapter: ${gpu.name}`);
const next = random(1);
const shapes = shapesOf(build, values.shapes, next);
const results = [];
for (const count of values.counts.split(',').map(Number)) results.push(await bench(count));
if (values.json !== undefined)
  writeFileSync(values.json, `${JSON.stringify({ adapter: gpu.name, results }, null, 2)}\n`);
process.exit(0);

function simulationOf(spec, packing, options, on = gpu) {
  return build.GpuSimulation.fromArrays(spec, packing, on, options);
}

async function bench(wanted) {
  const { packing, domain } = lattice(build, shapes, wanted, Number(values.fraction), next);
  const spec = (viscous) => specOf(shapes, domain, viscous);
  const start = performance.now();
  let settled = packing;
  for (const viscous of [2e4, 500]) {
    const settling = await simulationOf({ ...spec(viscous), ...WHILE_PRESSED_APART }, settled, { accounts: false });
    await settling.step(Number(values.settle));
    settled = await settling.bodies();
    settling.destroy();
  }
  shear(settled, domain);
  const simulation = await simulationOf(spec(0), settled, { accounts: values.accounts });
  await simulation.step(Math.min(50, Number(values.settle)));
  const ready = performance.now();
  const times = [];
  const steps = Number(values.steps);
  const lists = simulation.lists;
  for (let k = 0; k < Number(values.reps); k++) {
    const from = performance.now();
    await simulation.step(steps);
    times.push((performance.now() - from) / steps);
  }
  times.sort((a, b) => a - b);
  const ms = times[times.length >> 1];
  const result = {
    count: packing.count,
    shapes: values.shapes,
    accounts: values.accounts,
    millisecondsPerStep: ms,
    range: [times[0], times[times.length - 1]],
    stepsPerSecond: (1000 * packing.count) / ms,
    pointsPerBody: (2 * (await simulation.counts()).contacts) / packing.count,
    pairsPerBody: (await simulation.counts()).pairs / packing.count,
    listsPerStep: (simulation.lists - lists) / (steps * times.length),
    bytesPerBody: simulation.bytes / packing.count,
    deepest: simulation.deepest,
  };
  console.log(
    `${packing.count} ${values.shapes}: ${ms.toFixed(3)} ms a step ` +
      `(${result.range.map((x) => x.toFixed(3)).join(' - ')}), ${(result.stepsPerSecond / 1e8).toFixed(3)}e8 ` +
      'body-steps/s, ' +
      (`${result.pointsPerBody.toFixed(2)} contact points and ${result.pairsPerBody.toFixed(2)} listed pairs a ` +
        `body, a list every ${(1 / result.listsPerStep).toFixed(1)} steps, deepest ${result.deepest.toFixed(3)}, `) +
      `${result.bytesPerBody.toFixed(0)} B a body; made and settled in ${((ready - start) / 1000).toFixed(1)} s`,
  );
  simulation.destroy();
  if (values.passes)
    await tellPasses(gpu, (on) => simulationOf(spec(0), settled, { accounts: values.accounts }, on), steps);
  return result;
}
