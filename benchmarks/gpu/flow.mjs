// SPDX-License-Identifier: MIT
/**
 * What coming and going costs on a GPU: a loose bed of equal spheres that falls, closed; with an outlet below that
 * looks at every step or at every hundredth; with spheres that come in above it; with orientations. Wall clock a step,
 * with the lists, the looks and the readings.
 *
 *   node benchmarks/gpu/flow.mjs [--counts 1e5,1e6] [--steps 1000]
 */
import { parseArgs } from 'node:util';
import { openGpu } from '../../dist/gpu/engine/gpu-adapter.js';
import { GpuSimulation } from '../../dist/gpu/engine/gpu-simulation.js';
import { emptySpheres } from '../../dist/gpu/spheres/sphere-arrays.js';

const { values } = parseArgs({
  options: { counts: { type: 'string', default: '1e5,1e6' }, steps: { type: 'string', default: '1000' } },
});
const RADIUS = 0.005;
const STEP = 1e-5;
const SPEED = 2;
const steps = Number(values.steps);
const gpu = await openGpu();
gpu.device.addEventListener?.('uncapturederror', ({ error }) => console.error(error.message));
console.log(`adapter: ${gpu.name}`);
for (const count of values.counts.split(',').map(Number)) await compare(count);
process.exit(0);

async function compare(wanted) {
  const side = Math.round(Math.cbrt(wanted));
  const pitch = 2.2 * RADIUS;
  const width = side * pitch;
  const above = 0.2 * width + 10 * pitch;
  const plane = { through: [0, 0, 0.2 * pitch], direction: [0, 0, -1] };
  const outlet = { name: 'below', region: { plane } };
  const rain = {
    name: 'rain',
    rate: 1 / (100 * STEP),
    velocity: [0, 0, -SPEED],
    region: { box: { min: [pitch, pitch, width + 2 * pitch], max: [width - pitch, width - pitch, width + above / 2] } },
    shapes: [{ shape: 'ball', material: 'glass', weight: 1 }],
  };
  const closed = await time({}, {});
  for (const [name, more, options] of [
    ['closed', {}, {}],
    ['orientations', {}, { orientations: true }],
    ['outlet at every step', { outlets: [outlet] }, {}],
    ['outlet at every 100th', { outlets: [{ ...outlet, every: 100 * STEP }] }, {}],
    ['one comes at every 100th', { insertions: [rain] }, {}],
  ]) {
    const { microseconds, left, came, lists } = await time(more, options);
    console.log(
      `${side ** 3} spheres, ${name}: ${microseconds.toFixed(1)} us a step (closed before: ` +
        `${closed.microseconds.toFixed(1)}), ${lists} lists, ${left} left, ${came} came`,
    );
  }

  async function time(more, options) {
    const spec = {
      timeStep: STEP,
      gravity: [0, 0, -9.81],
      materials: [
        { name: 'glass', density: 2500, youngsModulus: 5e7, poissonsRatio: 0.25, restitution: 0.5, friction: 0.5 },
      ],
      law: { normal: 'hertz', tangential: 'mindlin' },
      shapes: [{ name: 'ball', sphere: { radius: RADIUS } }],
      domain: { min: [0, 0, -width], max: [width, width, width + above] },
      ...more,
    };
    const simulation = await GpuSimulation.fromArrays(spec, lattice(side, pitch), gpu, options);
    await simulation.step(Math.min(20, steps));
    const [from, listsBefore] = [performance.now(), simulation.lists];
    await simulation.step(steps);
    const microseconds = (1000 * (performance.now() - from)) / steps;
    const left = simulation.population.outlets.reduce((sum, { count }) => sum + count, 0);
    const came = simulation.population.insertions.reduce((sum, { inserted }) => sum + inserted, 0);
    const lists = simulation.lists - listsBefore;
    simulation.destroy();
    return { microseconds, left, came, lists };
  }
}

/** Falls with `SPEED`, each row a little shifted, so that it does not reach the outlet at once. */
function lattice(side, pitch) {
  const packing = emptySpheres(side ** 3);
  for (let i = 0; i < packing.count; i++) {
    const [x, y, z] = [i % side, Math.floor(i / side) % side, Math.floor(i / side / side)];
    const shift = (0.15 * ((x * 7919 + y * 104729) % 101)) / 101;
    packing.position.set([(x + 0.5) * pitch, (y + 0.5) * pitch, (z + 0.5 + shift / 2) * pitch], 3 * i);
    packing.velocity[3 * i + 2] = -SPEED;
    packing.radius[i] = RADIUS;
  }
  return packing;
}
