// SPDX-License-Identifier: MIT
/**
 * Sphere-steps a second on a GPU, Hertz-Mindlin with friction springs: a dense random bed (0.63 of the volume, radii
 * +-5 %, periodic, sheared slowly), or one that has come to rest on a floor under gravity, periodic along it. Lists are
 * made as the motion asks for it, and are in the time. Medians of repetitions on the wall clock, as the table of
 * benchmarks/results/gpu.md; with --passes the split by kernels from timestamps, taken in steps of their own. Beside
 * them the copy bandwidth that the same device reaches, and the part of it that the bytes of a step come to.
 *
 *   node benchmarks/gpu/spheres.mjs [--counts 1e5,1e6] [--beds random,settled] [--steps 400] [--settle 1500] [--rest 40000] [--reps 5] [--copy 2.7e8] [--accounts] [--passes] [--json FILE]
 */
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { GpuSimulation } from '../../dist/gpu/engine/gpu-simulation.js';
import { emptySpheres } from '../../dist/gpu/spheres/sphere-arrays.js';
import { copyBandwidth } from './copy-bandwidth.mjs';
import { openForTimes, tellPasses } from './pass-times.mjs';
import { random, WHILE_PRESSED_APART } from './random-packing.mjs';

const { values } = parseArgs({
  options: {
    counts: { type: 'string', default: '1e5,1e6' },
    steps: { type: 'string', default: '400' },
    settle: { type: 'string', default: '1500' },
    rest: { type: 'string', default: '40000' },
    reps: { type: 'string', default: '5' },
    beds: { type: 'string', default: 'random' },
    copy: { type: 'string', default: String(2 ** 28) },
    accounts: { type: 'boolean', default: false },
    passes: { type: 'boolean', default: false },
    json: { type: 'string' },
  },
});
const DIAMETER = 0.01;
const STEP = 1e-5;
const LAYERS = 40;
/** A bed is at rest when its kinetic energy is this part of what it takes to lift every sphere by its diameter. */
const AT_REST = 1e-6;

const gpu = await openForTimes();
gpu.device.addEventListener?.('uncapturederror', ({ error }) => console.error(error.message));
console.log(`adapter: ${gpu.name}`);
const bandwidth = await copyBandwidth(gpu.device, Number(values.copy));
console.log(`copy: ${(bandwidth / 1e12).toFixed(2)} TB/s`);
const results = [];
for (const kind of values.beds.split(',')) {
  for (const count of values.counts.split(',').map(Number)) results.push(await bench(kind, count));
}
console.log(`\n${tableOf(results)}`);
if (values.json !== undefined) {
  writeFileSync(values.json, `${JSON.stringify({ adapter: gpu.name, bandwidth, results }, null, 2)}\n`);
}
process.exit(0);

async function bench(kind, wanted) {
  const isSettled = kind === 'settled';
  const { packing, domain: box } = lattice(wanted, isSettled ? LAYERS / 2 : Infinity);
  const floor = { halfSpaces: [{ name: 'floor', normal: [0, 0, 1], offset: 0, material: 'glass' }] };
  const high = box.max[2] + 40 * DIAMETER;
  const domain = isSettled
    ? { min: [0, 0, -2 * DIAMETER], max: [box.max[0], box.max[1], high], periodic: [true, true, false] }
    : box;
  const spec = (damping, gravity = 0) => ({
    timeStep: STEP,
    gravity: [0, 0, -gravity],
    materials: [
      { name: 'glass', density: 2500, youngsModulus: 5e7, poissonsRatio: 0.25, restitution: 0.5, friction: 0.5 },
    ],
    law: { normal: 'hertz', tangential: 'mindlin' },
    neighbours: { skin: 0.2 * DIAMETER },
    domain,
    ...(isSettled && floor),
    ...(damping > 0 ? { damping: { viscous: damping } } : {}),
  });
  const g = isSettled ? 9.81 : 0;
  const start = performance.now();
  // Overlaps of the random start are pressed out under strong damping, then under weak.
  let settled = packing;
  for (const damping of [2e4, 500]) {
    const apart = { ...spec(damping, g), ...WHILE_PRESSED_APART };
    const settling = await GpuSimulation.fromArrays(apart, settled, gpu, { accounts: false });
    await settling.step(Number(values.settle));
    settled = await settling.bodies();
    settling.destroy();
  }
  if (isSettled) settled = await comeToRest(spec(20, g), settled);
  // A slow shear keeps the periodic bed moving, as beds do.
  for (let i = 0; i < settled.count && !isSettled; i++)
    settled.velocity[3 * i] += 0.1 * Math.sin((2 * Math.PI * settled.position[3 * i + 2]) / domain.max[2]);
  const simulation = await GpuSimulation.fromArrays(spec(0, g), settled, gpu, { accounts: values.accounts });
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
  const contacts = (await simulation.counts()).contacts;
  const rebuilt = (simulation.lists - lists) / (steps * times.length);
  const bytes = bytesOfStep((2 * contacts) / packing.count, isSettled);
  const result = {
    kind,
    count: packing.count,
    accounts: values.accounts,
    microsecondsPerStep: 1000 * ms,
    range: [1000 * times[0], 1000 * times[times.length - 1]],
    stepsPerSecond: packing.count / (ms / 1000),
    contactsPerSphere: (2 * contacts) / packing.count,
    listsPerStep: rebuilt,
    bytesPerSphere: simulation.bytes / packing.count,
    copyShare: (bytes * packing.count) / (ms / 1000) / bandwidth,
  };
  console.log(
    `${kind}, ${packing.count} spheres: ${result.microsecondsPerStep.toFixed(1)} us a step ` +
      `(${result.range.map((x) => x.toFixed(1)).join(' - ')}), ${(result.stepsPerSecond / 1e9).toFixed(3)}e9 ` +
      'sphere-steps/s, ' +
      (`${result.contactsPerSphere.toFixed(2)} contacts a sphere, a list every ${(1 / rebuilt).toFixed(1)} ` +
        `steps, ${result.bytesPerSphere.toFixed(0)} B a sphere; made and settled in ` +
        `${((ready - start) / 1000).toFixed(1)} s`),
  );
  if (values.passes) {
    const lying = await simulation.bodies();
    const make = (timed) => GpuSimulation.fromArrays(spec(0, g), lying, timed, { accounts: values.accounts });
    await tellPasses(gpu, make, Math.min(200, Number(values.steps)));
  }
  simulation.destroy();
  return result;
}

/** Under gravity and weak damping until nothing moves. */
async function comeToRest(spec, packing) {
  const simulation = await GpuSimulation.fromArrays(spec, packing, gpu, { accounts: false });
  const mass = packing.radius.reduce((sum, r) => sum + (4 / 3) * Math.PI * r ** 3 * 2500, 0);
  const still = AT_REST * mass * 9.81 * DIAMETER;
  let kinetic = Infinity;
  while (kinetic > still && simulation.stepCount < Number(values.rest)) {
    await simulation.step(1000);
    kinetic = (await simulation.energy()).kinetic;
  }
  console.log(
    `at rest after ${simulation.stepCount} steps: kinetic energy ` +
      `${(kinetic / (mass * 9.81 * DIAMETER)).toExponential(1)} of a lift by one diameter`,
  );
  const settled = await simulation.bodies();
  simulation.destroy();
  return settled;
}

/**
 * Bytes that a step must read and write for each sphere: states in and out, its row, springs and partners' states of
 * its contacts, each once.
 */
function bytesOfStep(contacts, hasWall) {
  const row = 16 * (1 + Math.ceil(12 / 4));
  return 2 * 48 + row + contacts * (2 * 16 + 16) + (hasWall ? 16 : 0);
}

/** As benchmarks/results/gpu.md has it. */
function tableOf(all) {
  const number = (x) => (x >= 100 ? Math.round(x).toLocaleString('en') : x.toFixed(1));
  const rows = all.map(
    (r) =>
      `| ${r.kind} | ${r.count.toLocaleString('en')} | ${r.accounts ? 'with' : 'without'} | ` +
      `${number(r.microsecondsPerStep)} (${r.range.map(number).join(' – ')}) | ` +
      `${r.stepsPerSecond.toExponential(2).replace('+', '')} | ${r.contactsPerSphere.toFixed(2)} | ` +
      `${r.listsPerStep > 0 ? Math.round(1 / r.listsPerStep) : 'all'} | ${r.copyShare.toFixed(2)} |`,
  );
  return [
    '| bed | spheres | energy balance | µs a step | sphere-steps a second | contacts a sphere | steps a list | ' +
      'part of copy |',
    '|---|---|---|---|---|---|---|---|',
    ...rows,
  ].join('\n');
}

/**
 * A face-centred lattice with so much disorder that nothing is left of it, of a volume fraction of 0.63, at most so
 * many cells high.
 */
function lattice(wanted, mostHigh) {
  const a = DIAMETER * Math.cbrt((4 * Math.PI) / 6 / 0.63);
  const wide = Number.isFinite(mostHigh) ? Math.sqrt(wanted / 4 / mostHigh) : 0;
  const side = Math.max(6, Math.round(Math.max(wide, Math.cbrt(wanted / 4))));
  const high = Math.max(1, Math.round(wanted / 4 / side / side));
  const count = 4 * side * side * high;
  const packing = emptySpheres(count);
  const next = random(1);
  const corners = [0, 0, 0, 0.5, 0.5, 0, 0.5, 0, 0.5, 0, 0.5, 0.5];
  for (let i = 0; i < count; i++) {
    const corner = 3 * (i & 3);
    const cell = i >> 2;
    const at = [cell % side, Math.floor(cell / side) % side, Math.floor(cell / side / side)];
    for (let axis = 0; axis < 3; axis++) {
      packing.position[3 * i + axis] = a * (at[axis] + 0.25 + corners[corner + axis]) + 0.7 * DIAMETER * (next() - 0.5);
    }
    packing.radius[i] = 0.5 * DIAMETER * (0.95 + 0.1 * next());
  }
  return {
    packing,
    domain: { min: [0, 0, 0], max: [a * side, a * side, a * high], periodic: [true, true, true] },
  };
}
