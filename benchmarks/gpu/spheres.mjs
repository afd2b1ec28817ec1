// SPDX-License-Identifier: MIT
/**
 * Sphere-steps a second on a GPU: a dense random bed (0.63 of the volume, radii +-5 %, periodic), Hertz-Mindlin with friction springs. Lists are made as the motion asks for it, and are in
 * the time. Medians of repetitions on the wall clock; beside them the copy bandwidth that the same device reaches.
 *
 *   node benchmarks/gpu/spheres.mjs [--counts 1e5,1e6] [--steps 400] [--reps 5] [--accounts] [--json FILE]
 */
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { openGpu } from '../../dist/gpu/gpu-adapter.js';
import { GpuSimulation } from '../../dist/gpu/gpu-simulation.js';
import { emptyBed } from '../../dist/gpu/sphere-bed.js';
import { random } from './bed.mjs';
import { copyBandwidth } from './copy-bandwidth.mjs';

const { values } = parseArgs({
  options: {
    counts: { type: 'string', default: '1e5,1e6' },
    steps: { type: 'string', default: '400' },
    settle: { type: 'string', default: '1500' },
    reps: { type: 'string', default: '5' },
    accounts: { type: 'boolean', default: false },
    json: { type: 'string' },
  },
});
const DIAMETER = 0.01;
const STEP = 1e-5;

const gpu = await openGpu();
gpu.device.addEventListener?.('uncapturederror', ({ error }) => console.error(error.message));
console.log(`adapter: ${gpu.name}`);
const bandwidth = await copyBandwidth(gpu.device);
console.log(`copy: ${(bandwidth / 1e12).toFixed(2)} TB/s`);
const results = [];
for (const count of values.counts.split(',').map(Number)) results.push(await bench(count));
if (values.json !== undefined) {
  writeFileSync(values.json, `${JSON.stringify({ adapter: gpu.name, bandwidth, results }, null, 2)}\n`);
}
process.exit(0);

async function bench(wanted) {
  const { bed, domain } = lattice(wanted);
  const spec = (damping) => ({
    timeStep: STEP,
    gravity: [0, 0, 0],
    materials: [
      { name: 'glass', density: 2500, youngsModulus: 5e7, poissonsRatio: 0.25, restitution: 0.5, friction: 0.5 },
    ],
    law: { normal: 'hertz', tangential: 'mindlin' },
    neighbours: { skin: 0.2 * DIAMETER },
    domain,
    ...(damping > 0 ? { damping: { viscous: damping } } : {}),
  });
  const start = performance.now();
  // Overlaps of the random start are pressed out under strong damping, then under weak.
  let settled = bed;
  for (const damping of [2e4, 500]) {
    const settling = await GpuSimulation.fromBed(spec(damping), settled, gpu, { accounts: false });
    await settling.step(Number(values.settle));
    settled = await settling.bodies();
    settling.destroy();
  }
  // A slow shear keeps the bed moving, as beds do.
  for (let i = 0; i < settled.count; i++)
    settled.velocity[3 * i] += 0.1 * Math.sin((2 * Math.PI * settled.position[3 * i + 2]) / domain.max[2]);
  const simulation = await GpuSimulation.fromBed(spec(0), settled, gpu, { accounts: values.accounts });
  await simulation.step(Math.min(300, Number(values.settle)));
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
  const contacts = await simulation.contactCount();
  const rebuilt = (simulation.lists - lists) / (steps * times.length);
  const result = {
    count: bed.count,
    accounts: values.accounts,
    microsecondsPerStep: 1000 * ms,
    range: [1000 * times[0], 1000 * times[times.length - 1]],
    stepsPerSecond: bed.count / (ms / 1000),
    contactsPerSphere: (2 * contacts) / bed.count,
    listsPerStep: rebuilt,
    bytesPerSphere: simulation.bytes / bed.count,
  };
  console.log(
    `${bed.count} spheres: ${result.microsecondsPerStep.toFixed(1)} us a step (${result.range.map((x) => x.toFixed(1)).join(' - ')}), ${(result.stepsPerSecond / 1e9).toFixed(3)}e9 sphere-steps/s, ` +
      `${result.contactsPerSphere.toFixed(2)} contacts a sphere, a list every ${(1 / rebuilt).toFixed(1)} steps, ${result.bytesPerSphere.toFixed(0)} B a sphere; made and settled in ${((ready - start) / 1000).toFixed(1)} s`,
  );
  simulation.destroy();
  return result;
}

/** A face-centred lattice with so much disorder that nothing is left of it, of a volume fraction of 0.63. */
function lattice(wanted) {
  const a = DIAMETER * Math.cbrt((4 * Math.PI) / 6 / 0.63);
  const side = Math.max(6, Math.round(Math.cbrt(wanted / 4)));
  const high = Math.max(1, Math.round(wanted / 4 / side / side));
  const count = 4 * side * side * high;
  const bed = emptyBed(count);
  const next = random(1);
  const corners = [0, 0, 0, 0.5, 0.5, 0, 0.5, 0, 0.5, 0, 0.5, 0.5];
  for (let i = 0; i < count; i++) {
    const corner = 3 * (i & 3);
    const cell = i >> 2;
    const at = [cell % side, Math.floor(cell / side) % side, Math.floor(cell / side / side)];
    for (let axis = 0; axis < 3; axis++) {
      bed.position[3 * i + axis] = a * (at[axis] + 0.25 + corners[corner + axis]) + 0.7 * DIAMETER * (next() - 0.5);
    }
    bed.radius[i] = 0.5 * DIAMETER * (0.95 + 0.1 * next());
  }
  return {
    bed,
    domain: { min: [0, 0, 0], max: [a * side, a * side, a * high], periodic: [true, true, true] },
  };
}
