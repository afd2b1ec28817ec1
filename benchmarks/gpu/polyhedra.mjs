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
import { parseArgs } from 'node:util';
import { emptyConvexBodies } from '../../dist/gpu/convex/convex-arrays.js';
import { GpuSimulation } from '../../dist/gpu/engine/gpu-simulation.js';
import { box } from '../../dist/shapes/kinds/box.js';
import { capsule } from '../../dist/shapes/kinds/capsule.js';
import { cone } from '../../dist/shapes/kinds/cone.js';
import { polyhedron } from '../../dist/shapes/kinds/convex-polyhedron.js';
import { cylinder } from '../../dist/shapes/kinds/cylinder.js';
import { rounded } from '../../dist/shapes/kinds/rounded.js';
import { superquadric } from '../../dist/shapes/kinds/superquadric.js';
import { tablet } from '../../dist/shapes/kinds/tablet.js';
import { bodyForm } from '../../dist/simulation/bodies/body-form.js';
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
const RADIUS = 0.005;
const STEP = 1e-5;
const SHAPES = 32;

const gpu = await openForTimes();
gpu.device.addEventListener?.('uncapturederror', ({ error }) => console.error(error.message));
console.log(`adapter: ${gpu.name}`);
const next = random(1);
const isOfClumps = values.shapes === 'clumps';
const shapes = Array.from({ length: SHAPES }, (_, k) => {
  const name = `shape ${k}`;
  return isOfClumps ? { name, clump: { spheres: clumpNumber() } } : { name, convex: shapeNumber(k) };
});
const volume = shapes.reduce((sum, shape) => sum + bodyForm(shape).volume, 0) / SHAPES;
const results = [];
for (const count of values.counts.split(',').map(Number)) results.push(await bench(count));
if (values.json !== undefined)
  writeFileSync(values.json, `${JSON.stringify({ adapter: gpu.name, results }, null, 2)}\n`);
process.exit(0);

function unitVector() {
  const z = 2 * next() - 1;
  const angle = 2 * Math.PI * next();
  const r = Math.sqrt(1 - z * z);
  return [r * Math.cos(angle), r * Math.sin(angle), z];
}

/** Cores swept by a ball, of about the volume of a hull; each factor is within a tenth of 1. */
const SWEPT = {
  capsules: (f, g) => capsule({ radius: 0.5 * f, halfLength: 0.4 * g }),
  cylinders: (f, g) => cylinder({ radius: 0.6 * f, halfLength: 0.6 * g }),
  cones: (f, g) => cone({ radius: 0.8 * f, height: 1.3 * g }),
  tablets: (f, g) => tablet({ diameter: 1.5 * f, bandHeight: 0.5 * g, capRadius: 1.2 * f }),
  rounded: (f, g) => rounded({ shape: box({ halfExtents: [0.55 * f, 0.45 * g, 0.4 * f] }), radius: 0.12 * g }),
};

function sweptNumber(k) {
  const kinds = Object.keys(SWEPT);
  const kind = values.shapes in SWEPT ? values.shapes : kinds[k % kinds.length];
  return SWEPT[kind](0.9 + 0.2 * next(), 0.9 + 0.2 * next()).scaled(RADIUS);
}

function shapeNumber(k) {
  const isAll = values.shapes === 'all';
  if (values.shapes in SWEPT || values.shapes === 'swept' || (isAll && k % 2 === 0))
    return sweptNumber(k >> (isAll ? 1 : 0));
  if (values.shapes === 'boxes')
    return box({ halfExtents: [0.7, 0.6, 0.5].map((x) => x * RADIUS * (0.9 + 0.2 * next())) });
  if (values.shapes === 'superquadrics' || (values.shapes === 'mixed' && k % 2 === 0) || (isAll && k % 4 === 1)) {
    return superquadric({
      semiAxes: [0.8, 0.7, 0.6].map((x) => x * RADIUS * (0.9 + 0.2 * next())),
      n1: 2 + (k % 3),
      n2: 2 + (k % 2),
    });
  }
  // Points that keep their distance, so that bodies are round rather than flat.
  const points = [];
  while (points.length < 8 + (k % 9)) {
    const v = unitVector();
    if (points.every((w) => v[0] * w[0] + v[1] * w[1] + v[2] * w[2] < 0.7)) points.push(v);
    else if (next() < 0.001) points.push(v);
  }
  return polyhedron({ vertices: points.map((v) => v.map((x) => x * RADIUS)) });
}

/** Three spheres of about one size, each within the others. */
function clumpNumber() {
  const radius = 0.55 * RADIUS;
  return [0, 1, 2].map((k) => {
    const angle = (2 * Math.PI * k) / 3;
    const centre = [Math.cos(angle), Math.sin(angle), next() - 0.5].map((x) => 0.8 * radius * x);
    return { centre, radius: radius * (0.95 + 0.1 * next()) };
  });
}

function simulationOf(spec, packing, options, on = gpu) {
  return GpuSimulation.fromArrays(spec, packing, on, options);
}

async function bench(wanted) {
  const { packing, domain } = lattice(wanted);
  const spec = (viscous) => ({
    timeStep: STEP,
    gravity: [0, 0, 0],
    shapes,
    domain,
    materials: [
      { name: 'stone', density: 2500, youngsModulus: 5e7, poissonsRatio: 0.25, restitution: 0.5, friction: 0.5 },
    ],
    law: { normal: 'hertz', tangential: 'mindlin' },
    neighbours: { skin: 0.3 * RADIUS },
    ...(viscous > 0 ? { damping: { viscous } } : {}),
  });
  const start = performance.now();
  let settled = packing;
  for (const viscous of [2e4, 500]) {
    const settling = await simulationOf({ ...spec(viscous), ...WHILE_PRESSED_APART }, settled, { accounts: false });
    await settling.step(Number(values.settle));
    settled = await settling.bodies();
    settling.destroy();
  }
  // A slow shear keeps the bed moving, as beds do.
  for (let i = 0; i < settled.count; i++) {
    settled.velocity[3 * i] += 0.1 * Math.sin((2 * Math.PI * settled.position[3 * i + 2]) / domain.max[2]);
  }
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

/** A face-centred lattice with some disorder and any orientations. */
function lattice(wanted) {
  const a = Math.cbrt((4 * volume) / Number(values.fraction));
  const side = Math.max(6, Math.round(Math.cbrt(wanted / 4)));
  const high = Math.max(6, Math.round(wanted / 4 / side / side));
  const count = 4 * side * side * high;
  const packing = emptyConvexBodies(count);
  const corners = [0, 0, 0, 0.5, 0.5, 0, 0.5, 0, 0.5, 0, 0.5, 0.5];
  for (let i = 0; i < count; i++) {
    const corner = 3 * (i & 3);
    const cell = i >> 2;
    const at = [cell % side, Math.floor(cell / side) % side, Math.floor(cell / side / side)];
    for (let axis = 0; axis < 3; axis++) {
      packing.position[3 * i + axis] = a * (at[axis] + 0.25 + corners[corner + axis]) + 0.3 * RADIUS * (next() - 0.5);
    }
    const q = [next() - 0.5, next() - 0.5, next() - 0.5, next() - 0.5];
    const length = Math.hypot(...q) || 1;
    for (let c = 0; c < 4; c++) packing.orientation[4 * i + c] = q[c] / length;
    packing.shape[i] = Math.floor(SHAPES * next());
  }
  return { packing, domain: { min: [0, 0, 0], max: [a * side, a * side, a * high], periodic: [true, true, true] } };
}
