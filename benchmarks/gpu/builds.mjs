// SPDX-License-Identifier: MIT
/**
 * Times by kernel of several builds of Scree on the same beds of convex bodies, in turns, by timestamp queries: the
 * first build settles a periodic bed, which is repeated in each direction; then each build takes a few steps of it at a
 * time. `layer` is boxes on a half-space and on a floor of triangles that are shorter than the bodies. Medians over the
 * turns, microseconds a step.
 *
 *   node benchmarks/gpu/builds.mjs --builds before=OTHER/dist,after=dist [--beds boxes,hulls,mixed,superquadrics,layer] [--count 37044] [--repeat 3] [--fraction 0.62] [--settle 400] [--turns 12] [--steps 4] [--layer 126] [--json FILE]
 */
import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { buildAt, lattice, RADIUS, shapesOf, shear, specOf } from './convex-bed.mjs';
import { openForTimes, withPassTimes } from './pass-times.mjs';
import { random, WHILE_PRESSED_APART } from './random-packing.mjs';

const { values } = parseArgs({
  options: {
    builds: { type: 'string', default: 'now=dist' },
    beds: { type: 'string', default: 'boxes,hulls,mixed,superquadrics,layer' },
    count: { type: 'string', default: '37044' },
    repeat: { type: 'string', default: '3' },
    fraction: { type: 'string', default: '0.62' },
    settle: { type: 'string', default: '400' },
    turns: { type: 'string', default: '12' },
    steps: { type: 'string', default: '4' },
    layer: { type: 'string', default: '126' },
    json: { type: 'string' },
  },
});
/** Bodies along each side of the layer, and squares of its floor for each body's place. */
const LAYER = Number(values.layer);
const SQUARES = 300 / 126;
/** First turns, which warm up. */
const WARM_UP = 3;

const gpu = await openForTimes();
console.log(`adapter: ${gpu.name}`);
const builds = new Map();
for (const each of values.builds.split(',')) {
  const [name, folder] = each.split('=');
  builds.set(name, await buildAt(resolve(folder)));
}
const [first] = builds.values();
const results = [];
for (const bed of values.beds.split(',')) {
  if (bed === 'layer')
    for (const floor of ['half-space', 'triangles']) await compare(`layer on ${floor}`, layer(floor));
  else await compare(bed, await periodic(bed));
  if (values.json !== undefined)
    writeFileSync(values.json, `${JSON.stringify({ adapter: gpu.name, results }, null, 2)}\n`);
}
process.exit(0);

/** A settled bed, repeated: the spec by the build that makes it, and the bodies. */
async function periodic(kind) {
  const shapes = (build) => shapesOf(build, kind, random(1));
  const next = random(2);
  const { packing, domain } = lattice(first, shapes(first), Number(values.count), Number(values.fraction), next);
  let settled = packing;
  for (const viscous of [2e4, 500]) {
    const spec = { ...specOf(shapes(first), domain, viscous), ...WHILE_PRESSED_APART };
    const simulation = await first.GpuSimulation.fromArrays(spec, settled, gpu, { accounts: false });
    await simulation.step(Number(values.settle));
    settled = await simulation.bodies();
    simulation.destroy();
  }
  const times = Number(values.repeat);
  const all = first.emptyConvexBodies(settled.count * times ** 3);
  for (let copy = 0; copy < times ** 3; copy++) {
    const shift = [copy % times, Math.floor(copy / times) % times, Math.floor(copy / times ** 2)];
    for (const key of Object.keys(all)) {
      if (key !== 'count') all[key].set(settled[key], copy * settled[key].length);
    }
    for (let k = 0; k < 3 * settled.count; k++) {
      all.position[3 * settled.count * copy + k] += shift[k % 3] * domain.max[k % 3];
    }
  }
  const whole = { ...domain, max: domain.max.map((x) => times * x) };
  shear(all, whole);
  return { bodies: all, specBy: (build) => specOf(shapes(build), whole, 0) };
}

/** Boxes that have all but come to rest in a layer, each by itself. */
function layer(floor) {
  const shapes = (build) => shapesOf(build, 'boxes', random(1));
  const next = random(3);
  const pitch = 2.2 * RADIUS;
  const side = LAYER * pitch;
  const bodies = first.emptyConvexBodies(LAYER * LAYER);
  const forms = shapes(first).map((shape) => shape.convex.halfExtents.z);
  for (let i = 0; i < bodies.count; i++) {
    bodies.shape[i] = Math.floor(forms.length * next());
    const place = [(i % LAYER) + 0.5, Math.floor(i / LAYER) + 0.5].map((x) => pitch * x - 0.5 * side);
    bodies.position.set([...place, 0.999 * forms[bodies.shape[i]]], 3 * i);
    const angle = Math.PI * next();
    bodies.orientation.set([Math.cos(angle), 0, 0, Math.sin(angle)], 4 * i);
    bodies.velocity.set([0.2, 0.1, 0], 3 * i);
  }
  const specBy = (build) => ({
    ...specOf(shapes(build), undefined, 0),
    gravity: [0, 0, -9.81],
    domain: { min: [-side, -side, -4 * RADIUS], max: [side, side, 12 * RADIUS] },
    ...(floor === 'triangles'
      ? { meshes: [{ name: 'floor', mesh: build.facetMesh(triangles(side)), material: 'stone' }] }
      : { halfSpaces: [{ name: 'floor', normal: [0, 0, 1], offset: 0, material: 'stone' }] }),
  });
  return { bodies, specBy };
}

function triangles(side) {
  const n = Math.round(LAYER * SQUARES);
  const vertices = [];
  const facets = [];
  for (let j = 0; j <= n; j++)
    for (let i = 0; i <= n; i++) vertices.push([side * (1.2 * (i / n) - 0.6), side * (1.2 * (j / n) - 0.6), 0]);
  for (let j = 0; j < n; j++) {
    for (let i = 0; i < n; i++) {
      const a = i + j * (n + 1);
      facets.push([a, a + 1, a + n + 2], [a, a + n + 2, a + n + 1]);
    }
  }
  return { vertices, facets };
}

async function compare(bed, { bodies, specBy }) {
  const steps = Number(values.steps);
  const runs = [];
  for (const [name, build] of builds) {
    const timed = withPassTimes(gpu);
    const on = timed?.gpu ?? gpu;
    const simulation = await build.GpuSimulation.fromArrays(specBy(build), bodies, on, { accounts: false });
    runs.push({ name, simulation, take: timed?.take, kernels: new Map(), walls: [] });
  }
  for (let turn = 0; turn < WARM_UP + Number(values.turns); turn++) {
    for (const run of runs) {
      await run.take?.();
      const from = performance.now();
      await run.simulation.step(steps);
      if (turn < WARM_UP) continue;
      run.walls.push((1000 * (performance.now() - from)) / steps);
      const times = [...((await run.take?.()) ?? [])];
      for (const [label, { microseconds }] of [...times, ['all', { microseconds: sum(times) }]]) {
        const known = run.kernels.get(label) ?? [];
        run.kernels.set(label, [...known, microseconds / steps]);
      }
    }
  }
  const turns = Number(values.turns);
  // A kernel that does not run in a turn, as those of lists, takes no time there.
  const medianOf = (times = []) => median([...times, ...new Array(turns - times.length).fill(0)]);
  const labels = [...new Set(runs.flatMap(({ kernels }) => [...kernels.keys()]))];
  console.log(`\n| ${bed}, ${bodies.count} bodies: us a step | ${runs.map(({ name }) => name).join(' | ')} |`);
  console.log(`|---|${runs.map(() => '---|').join('')}`);
  for (const label of labels) {
    const row = runs.map(({ kernels }) => medianOf(kernels.get(label)));
    if (row.some((x) => x >= 1)) console.log(`| ${label} | ${row.map((x) => x.toFixed(0)).join(' | ')} |`);
  }
  const last = [];
  for (const { name, simulation, kernels, walls } of runs) {
    const { contacts, pairs } = await simulation.counts();
    last.push({ name, contacts, pairs, bytesPerBody: simulation.bytes / bodies.count, wall: median(walls) });
    results.push({ bed, ...last.at(-1), kernels: Object.fromEntries(kernels) });
    simulation.destroy();
  }
  console.log(`| wall clock, with waiting | ${last.map(({ wall }) => wall.toFixed(0)).join(' | ')} |`);
  console.log(`| contacts | ${last.map(({ contacts }) => contacts).join(' | ')} |`);
  console.log(`| bytes a body | ${last.map(({ bytesPerBody }) => bytesPerBody.toFixed(0)).join(' | ')} |`);
}

function sum(times) {
  return times.reduce((all, [, { microseconds }]) => all + microseconds, 0);
}

function median(given) {
  const sorted = given.toSorted((a, b) => a - b);
  return sorted[sorted.length >> 1];
}
