// SPDX-License-Identifier: MIT
/**
 * Contacts of polyhedra with superquadrics on the GPU that there is, each from a cold start, beside the CPU in float64:
 * errors of overlap, normal and point.
 *
 *   node benchmarks/gpu/mixed-contacts.mjs [--poses 60] [--near 0.9] [--far 1.8] [--seed 11]
 */
import { parseArgs } from 'node:util';
import { Simulation } from '../../dist/dem.js';
import { openGpu } from '../../dist/gpu/engine/gpu-adapter.js';
import { GpuSimulation } from '../../dist/gpu/engine/gpu-simulation.js';
import { Random } from '../../dist/math/random.js';
import { box } from '../../dist/shapes/kinds/box.js';
import { polyhedron } from '../../dist/shapes/kinds/convex-polyhedron.js';
import { ellipsoid } from '../../dist/shapes/kinds/ellipsoid.js';
import { superquadric } from '../../dist/shapes/kinds/superquadric.js';

const { values } = parseArgs({
  options: {
    poses: { type: 'string', default: '60' },
    near: { type: 'string', default: '0.9' },
    far: { type: 'string', default: '1.8' },
    seed: { type: 'string', default: '11' },
  },
});
const SIZE = 0.01;
const random = new Random(Number(values.seed));

function hull(count) {
  const points = Array.from({ length: count }, () => random.unitVector());
  return polyhedron({ vertices: points.map(({ x, y, z }) => [SIZE * x, 0.8 * SIZE * y, 0.7 * SIZE * z]) });
}
function sized(...sizes) {
  return sizes.map((x) => x * SIZE);
}
const polyhedra = [
  { name: 'box', convex: box({ halfExtents: sized(1, 0.7, 0.5) }) },
  {
    name: 'tetrahedron',
    convex: polyhedron({ vertices: [sized(0, 0, 0), sized(1.6, 0, 0), sized(0, 1.5, 0), sized(0, 0, 1.4)] }),
  },
  { name: 'hull 14', convex: hull(14) },
  { name: 'hull 40', convex: hull(40) },
];
const round = [
  { name: 'ellipsoid', convex: ellipsoid({ semiAxes: sized(1, 0.7, 0.8) }) },
  { name: 'exponents 4, 3', convex: superquadric({ semiAxes: sized(0.9, 0.7, 0.8), n1: 4, n2: 3 }) },
  { name: 'exponents 1.7, 2.5', convex: superquadric({ semiAxes: sized(1, 0.9, 0.6), n1: 1.7, n2: 2.5 }) },
  { name: 'exponents 8', convex: superquadric({ semiAxes: sized(0.8, 0.7, 0.6), n1: 8, n2: 8 }) },
];
const bodies = [];
const poses = Number(values.poses);
for (const p of polyhedra) {
  for (const r of round) {
    for (let pose = 0; pose < poses; pose++) {
      const k = bodies.length / 2;
      const direction = random.unitVector();
      const far =
        SIZE * (Number(values.near) + ((Number(values.far) - Number(values.near)) * pose) / Math.max(1, poses - 1));
      const at = [6 * SIZE * (k % 40), 6 * SIZE * Math.floor(k / 40), 0];
      const [first, second] = k % 2 === 1 ? [p, r] : [r, p];
      bodies.push({ shape: first.name, material: 'stone', orientation: turned(), position: at });
      bodies.push({
        shape: second.name,
        material: 'stone',
        orientation: turned(),
        scale: k % 4 === 3 ? 0.8 : 1,
        position: [at[0] + far * direction.x, at[1] + far * direction.y, far * direction.z],
      });
    }
  }
}
function turned() {
  const [a, b] = [random.unitVector(), random.unitVector()];
  return [a.x, a.y, a.z, b.x];
}
const spec = {
  timeStep: 1e-5,
  gravity: [0, 0, 0],
  shapes: [...polyhedra, ...round],
  bodies,
  limits: { overlapRatio: 10 },
  materials: [{ name: 'stone', density: 2500, stiffness: 2e4, poissonsRatio: 0.25, restitution: 0.5, friction: 0.4 }],
  law: { normal: 'linear', tangential: 'linear' },
};
const device = await openGpu();
console.log(`adapter: ${device.name}`);
const wanted = new Simulation(spec).contacts();
const gpu = await GpuSimulation.create(spec, device);
const got = await gpu.contacts(await gpu.bodies(), (k) => k);
const contactOf = new Map(Array.from({ length: got.count }, (_, k) => [Math.min(got.idA[k], got.idB[k]), k]));
const rows = [];
for (let k = 0; k < wanted.count; k++) {
  const id = Math.min(wanted.idA[k], wanted.idB[k]);
  const j = contactOf.get(id);
  if (j === undefined) continue;
  const sign = wanted.idA[k] === got.idA[j] ? 1 : -1;
  const apart = (key, by) =>
    Math.max(...[0, 1, 2].map((c) => Math.abs(wanted[key][3 * k + c] - by * got[key][3 * j + c])));
  rows.push({
    overlap: wanted.overlap[k] / SIZE,
    error: Math.abs(got.overlap[j] - wanted.overlap[k]) / SIZE,
    normal: apart('normal', sign),
    point: apart('point', 1) / SIZE,
    shapes: `${bodies[id].shape} - ${bodies[id + 1].shape}`,
  });
}
console.log(`contacts: ${wanted.count} on the CPU, ${got.count} on the GPU, ${rows.length} of both`);
const part = (list, share) => list[Math.min(list.length - 1, Math.floor(share * list.length))] ?? 0;
const shallow = rows.filter(({ overlap }) => overlap > 0.005 && overlap < 0.1);
const tell = (label, some, of) => {
  const list = some.map(of).sort((a, b) => a - b);
  console.log(`${label.padEnd(58)} ${[0.5, 0.9, 0.99, 1].map((x) => part(list, x).toExponential(1)).join('  ')}`);
};
console.log('                                              median, nine of ten, 99 %, largest');
tell('overlap over the size', rows, ({ error }) => error);
tell('normal', rows, ({ normal }) => normal);
tell('point over the size', rows, ({ point }) => point);
tell('overlap of 0.25 to 5 % of the size, relative', shallow, ({ error, overlap }) => error / overlap);
for (const { shapes, overlap, error } of rows.sort((a, b) => b.error - a.error).slice(0, 6)) {
  console.log(`  ${shapes}: overlap ${overlap.toFixed(4)}, off by ${error.toExponential(1)}`);
}
process.exit(0);
