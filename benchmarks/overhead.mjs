// SPDX-License-Identifier: MIT
// CPU time of steps as ratios: with an empty hook of `onStep` over without one, and of this build over another build
// (`--against FOLDER`, a checkout with a dist/), on beds that use no stages, bonds, fields or walls that are shapes.
// Both simulations of a ratio have the same state and take turns, so that a busy machine slows both.
//
//   node benchmarks/overhead.mjs --against ../scree-before > benchmarks/results/overhead.md
import { createHash } from 'node:crypto';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';

const { values } = parseArgs({
  options: { against: { type: 'string' }, repetitions: { type: 'string', default: '41' } },
});
const repetitions = Number(values.repetitions);
const WARM_UP_STEPS = 1500;
const SECONDS_PER_BLOCK = 0.06;

async function load(folder) {
  const [dem, contact] = await Promise.all(
    ['dem', 'contact'].map((name) => import(resolve(folder, 'dist', `${name}.js`))),
  );
  return { ...dem, ...contact };
}

const half = 0.005;
const beds = [
  ['spheres', 16, () => ({ sphere: { radius: half } })],
  [
    'clumps of two spheres',
    11,
    () => ({
      clump: {
        spheres: [-0.25, 0.25].map((x) => ({ centre: [x * half, 0, 0], radius: 0.75 * half })),
      },
    }),
  ],
  ['boxes', 9, ({ box }) => ({ convex: box({ halfExtents: [0.7 * half, 0.6 * half, 0.5 * half] }) })],
  ['spheres in a mesh', 14, () => ({ sphere: { radius: half } })],
];

/** A lattice that falls into a box of half-spaces, or of facets. */
function spec(library, name, count, shapeOf) {
  const side = 2.2 * half * count;
  const wall = (normal, offset) => ({ name: `${normal}`, normal, offset, material: 'm' });
  const faces = [
    [[0, 0, 1], 0],
    [[1, 0, 0], 0],
    [[-1, 0, 0], -side],
    [[0, 1, 0], 0],
    [[0, -1, 0], -side],
  ];
  const positions = Float64Array.from({ length: 3 * count ** 3 }, (_, i) => {
    const [body, axis] = [Math.floor(i / 3), i % 3];
    const row = Math.floor(body / count ** axis) % count;
    // Rows are set off sideways, so that the bed does not stand as a lattice.
    const layer = Math.floor(body / count ** 2) % count;
    return 2.2 * half * (row + 0.5) + (axis === 2 ? 0 : 0.1 * half * Math.sin(7 * layer + axis + row));
  });
  const h = 2 * side;
  const corners = [0, h].flatMap((z) => [[0, 0, z], [side, 0, z], [side, side, z], [0, side, z]]); // biome-ignore format: short
  const vessel = [[0, 1, 2, 3], [0, 4, 5, 1], [1, 5, 6, 2], [2, 6, 7, 3], [3, 7, 4, 0]]; // biome-ignore format: short
  const isMesh = name.endsWith('mesh');
  return {
    timeStep: 2e-5,
    gravity: [0, 0, -9.81],
    law: { normal: 'hertz', tangential: 'mindlin' },
    materials: [{ name: 'm', density: 2500, youngsModulus: 1e7, poissonsRatio: 0.25, restitution: 0.4, friction: 0.4 }],
    shapes: [{ name: 's', ...shapeOf(library) }],
    bodies: [{ shape: 's', material: 'm', positions }],
    ...(isMesh
      ? {
          meshes: [{ name: 'vessel', material: 'm', mesh: library.facetMesh({ vertices: corners, facets: vessel }) }],
        }
      : { halfSpaces: faces.map(([normal, offset]) => wall(normal, offset)) }),
  };
}

const stateOf = (simulation) => createHash('sha256').update(simulation.bodies().position).digest('hex');

function timed(simulation, steps) {
  const before = process.cpuUsage();
  simulation.step(steps);
  const { user, system } = process.cpuUsage(before);
  return user + system;
}

const median = (numbers) => [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)];

/** Median of the ratios of neighbouring blocks, with its 95 % interval by ranks, and the time of a body and step. */
function compare(first, second, bodies) {
  for (const simulation of [first, second]) simulation.step(WARM_UP_STEPS);
  const trial = timed(first, 20);
  timed(second, 20);
  const steps = Math.max(5, Math.round((SECONDS_PER_BLOCK * 1e6) / (trial / 20)));
  const ratios = [];
  const times = [];
  for (let k = 0; k < repetitions; k++) {
    const pair = k % 2 === 0 ? [first, second] : [second, first];
    const costs = pair.map((simulation) => timed(simulation, steps));
    const [a, b] = k % 2 === 0 ? costs : costs.reverse();
    ratios.push(a / b);
    times.push(b / steps / bodies);
  }
  const sorted = [...ratios].sort((a, b) => a - b);
  const spread = Math.ceil(0.98 * Math.sqrt(repetitions));
  const middle = Math.floor(repetitions / 2);
  const interval = [sorted[Math.max(0, middle - spread)], sorted[Math.min(repetitions - 1, middle + spread)]];
  const same = stateOf(first) === stateOf(second);
  return { ratio: median(ratios), interval, ns: 1000 * median(times), same };
}

const own = await load('.');
const other = values.against === undefined ? undefined : await load(values.against);
console.log('| bed | bodies | compared | ratio of CPU times | 95 % | ns of a body and step | same bits |');
console.log('|---|---|---|---|---|---|---|');
for (const [name, count, shapeOf] of beds) {
  const bodies = count ** 3;
  const rows = [];
  {
    const hooked = new own.Simulation(spec(own, name, count, shapeOf));
    hooked.onStep(() => {});
    rows.push(['empty hook / none', hooked, new own.Simulation(spec(own, name, count, shapeOf))]);
  }
  if (other !== undefined) {
    rows.push([
      'this build / the other',
      new own.Simulation(spec(own, name, count, shapeOf)),
      new other.Simulation(spec(other, name, count, shapeOf)),
    ]);
  }
  for (const [what, first, second] of rows) {
    const { ratio, interval, ns, same } = compare(first, second, bodies);
    const range = interval.map((each) => each.toFixed(3)).join(' to ');
    console.log(
      `| ${name} | ${bodies} | ${what} | ${ratio.toFixed(3)} | ${range} | ${ns.toFixed(0)} | ${same ? 'yes' : 'no'} |`,
    );
    first.dispose();
    second.dispose();
  }
}
