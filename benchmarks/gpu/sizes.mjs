// SPDX-License-Identifier: MIT
/**
 * Sphere-steps a second on a GPU where radii differ: a dense periodic bed with as many spheres in every part of the
 * logarithm of the radius from 1 to RATIO ("medley"), and a steel ball of RATIO times the radius that goes through a
 * periodic bed of equal spheres at 5 m/s ("ball"), beside that bed without it ("equal"). Hertz-Mindlin with friction
 * springs, lists in the time, medians of repetitions on the wall clock; with --passes the split by kernels from
 * timestamps, taken in steps of their own.
 *
 *   node benchmarks/gpu/sizes.mjs [--beds equal,ball,medley] [--counts 1e5] [--ratio 10] [--steps 400] [--settle 1500] [--reps 5] [--accounts] [--passes]
 */
import { parseArgs } from 'node:util';
import { GpuSimulation } from '../../dist/gpu/engine/gpu-simulation.js';
import { emptySpheres } from '../../dist/gpu/spheres/sphere-arrays.js';
import { openForTimes, tellPasses } from './pass-times.mjs';
import { random, WHILE_PRESSED_APART } from './random-packing.mjs';

const { values } = parseArgs({
  options: {
    beds: { type: 'string', default: 'equal,ball,medley' },
    counts: { type: 'string', default: '1e5' },
    ratio: { type: 'string', default: '10' },
    steps: { type: 'string', default: '400' },
    settle: { type: 'string', default: '1500' },
    reps: { type: 'string', default: '5' },
    accounts: { type: 'boolean', default: false },
    passes: { type: 'boolean', default: false },
  },
});
const SMALL = 0.001;
const RATIO = Number(values.ratio);
const STEP = 1e-6;
const SPEED = 5;
/**
 * Spheres are put in with overlaps of this part of their radii, which are pressed out then, until this part of the
 * volume is full or nothing fits.
 */
const OVERLAP = 0.12;
const FULL = 0.64;
const TRIES = 60;

const gpu = await openForTimes();
gpu.device.addEventListener?.('uncapturederror', ({ error }) => console.error(error.message));
console.log(`adapter: ${gpu.name}`);
const rows = [];
for (const count of values.counts.split(',').map(Number)) {
  for (const kind of values.beds.split(',')) rows.push(await bench(kind, count));
}
console.log(
  [
    '\n| bed | spheres | full | µs a step | sphere-steps a second | contacts a sphere | steps a list | bytes a ' +
      'sphere |',
    '|---|---|---|---|---|---|---|---|',
    ...rows,
  ].join('\n'),
);
process.exit(0);

async function bench(kind, wanted) {
  const { packing, side, full } = kind === 'medley' ? medley(wanted) : equal(wanted, kind === 'ball');
  const spec = (viscous) => ({
    timeStep: STEP,
    gravity: [0, 0, 0],
    materials: [
      { name: 'glass', density: 2500, youngsModulus: 5e7, poissonsRatio: 0.25, restitution: 0.5, friction: 0.5 },
    ],
    law: { normal: 'hertz', tangential: 'mindlin' },
    domain: { min: [0, 0, 0], max: [side, side, side], periodic: [true, true, true] },
    ...(viscous > 0 ? { damping: { viscous } } : {}),
  });
  let settled = packing;
  for (const damping of [2e5, 5e3]) {
    const apart = { ...spec(damping), ...WHILE_PRESSED_APART };
    const settling = await GpuSimulation.fromArrays(apart, settled, gpu, { accounts: false });
    await settling.step(Number(values.settle));
    settled = await settling.bodies();
    settling.destroy();
  }
  for (let i = 0; i < settled.count; i++) {
    settled.velocity[3 * i] += 0.1 * Math.sin((2 * Math.PI * settled.position[3 * i + 2]) / side);
  }
  if (kind === 'ball') settled.velocity[0] = SPEED;
  const simulation = await GpuSimulation.fromArrays(spec(0), settled, gpu, { accounts: values.accounts });
  await simulation.step(Math.min(200, Number(values.settle)));
  const steps = Number(values.steps);
  const lists = simulation.lists;
  const times = [];
  for (let k = 0; k < Number(values.reps); k++) {
    const from = performance.now();
    await simulation.step(steps);
    times.push((1000 * (performance.now() - from)) / steps);
  }
  times.sort((a, b) => a - b);
  const median = times[times.length >> 1];
  const contacts = (2 * (await simulation.counts()).contacts) / packing.count;
  const perList = (steps * times.length) / Math.max(1, simulation.lists - lists);
  const row =
    `| ${kind} | ${packing.count} | ${full.toFixed(2)} | ${median.toFixed(1)} (${times[0].toFixed(1)} – ` +
    `${times.at(-1).toFixed(1)}) | ${((packing.count / median) * 1e6).toExponential(2)} | ${contacts.toFixed(2)} ` +
    `| ${perList.toFixed(0)} | ${(simulation.bytes / packing.count).toFixed(0)} |`;
  console.log(row);
  if (values.passes) {
    const lying = await simulation.bodies();
    const make = (timed) => GpuSimulation.fromArrays(spec(0), lying, timed, { accounts: values.accounts });
    await tellPasses(gpu, make, Math.min(200, steps));
  }
  simulation.destroy();
  return row;
}

/** A disordered bed of equal spheres, with a ball in its middle. */
function equal(count, hasBall) {
  const side = Math.cbrt((count * (4 / 3) * Math.PI * SMALL ** 3) / FULL);
  const next = random(1);
  const [centre, hole] = [0.5 * side, RATIO * SMALL + 0.9 * SMALL];
  const perSide = Math.round(Math.cbrt(count));
  const centres = hasBall ? [[centre, centre, centre]] : [];
  for (let k = 0; k < perSide ** 3; k++) {
    const at = [k % perSide, Math.floor(k / perSide) % perSide, Math.floor(k / perSide ** 2)].map(
      (c) => ((c + 0.5 + 0.35 * (next() - 0.5)) * side) / perSide,
    );
    if (!hasBall || Math.hypot(at[0] - centre, at[1] - centre, at[2] - centre) > hole) centres.push(at);
  }
  const packing = emptySpheres(centres.length);
  centres.forEach((at, i) => {
    packing.position.set(at, 3 * i);
    packing.radius[i] = SMALL * (hasBall && i === 0 ? RATIO : 0.97 + 0.06 * next());
  });
  return { packing, side, full: FULL };
}

/** The largest are put in first, each where it overlaps little with what is there. */
function medley(count) {
  const next = random(3);
  const radii = Float64Array.from({ length: count }, () => SMALL * RATIO ** next())
    .sort()
    .reverse();
  const volume = radii.reduce((sum, r) => sum + (4 / 3) * Math.PI * r ** 3, 0);
  const side = Math.cbrt(volume / FULL);
  const grids = Array.from({ length: 5 }, (_, k) => ({
    perSide: Math.max(4, Math.floor(side / ((2 * RATIO * SMALL) / 2 ** k))),
    cells: new Map(),
  }));
  const centres = [];
  const sizes = [];
  const cellOf = (at, perSide) => at.map((x) => Math.min(perSide - 1, Math.floor((x / side) * perSide)));
  const key = ([x, y, z], perSide) =>
    (((z + perSide) % perSide) * perSide + ((y + perSide) % perSide)) * perSide + ((x + perSide) % perSide);
  const fits = (at, radius, level) => {
    for (let g = 0; g <= level; g++) {
      const { perSide, cells } = grids[g];
      const [cx, cy, cz] = cellOf(at, perSide);
      for (let d = 0; d < 27; d++) {
        const found = cells.get(
          key([cx + (d % 3) - 1, cy + (Math.floor(d / 3) % 3) - 1, cz + Math.floor(d / 9) - 1], perSide),
        );
        for (const j of found ?? []) {
          let squared = 0;
          for (let axis = 0; axis < 3; axis++) {
            let apart = Math.abs(at[axis] - centres[j][axis]);
            if (apart > 0.5 * side) apart = side - apart;
            squared += apart * apart;
          }
          // The small of two may sink in by a part of its radius.
          const least = radius + sizes[j] - 2 * OVERLAP * Math.min(radius, sizes[j]);
          if (squared < least * least) return false;
        }
      }
    }
    return true;
  };
  let put = 0;
  for (const radius of radii) {
    const level = Math.max(0, Math.min(grids.length - 1, Math.floor(Math.log2((RATIO * SMALL) / radius))));
    for (let k = 0; k < TRIES; k++) {
      const at = [next() * side, next() * side, next() * side];
      if (!fits(at, radius, level)) continue;
      const { perSide, cells } = grids[level];
      const own = key(cellOf(at, perSide), perSide);
      if (!cells.has(own)) cells.set(own, []);
      cells.get(own).push(centres.length);
      centres.push(at);
      sizes.push(radius);
      put += (4 / 3) * Math.PI * radius ** 3;
      break;
    }
  }
  const packing = emptySpheres(centres.length);
  centres.forEach((at, i) => {
    packing.position.set(at, 3 * i);
  });
  packing.radius.set(sizes);
  return { packing, side, full: put / side ** 3 };
}
