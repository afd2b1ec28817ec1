// SPDX-License-Identifier: MIT
/**
 * Particle-steps per second on a settled bed: 30 000 spheres of radius 3.5 mm in a box of 0.2 m by 0.2 m, Hertz-Mindlin with history (E 1e7, nu
 * 0.2, density 1000, e 0.4, friction 0.5), time step 5e-5 s, skin 1 mm. The bed is settled once (about 70 s of CPU time) and kept in a file; measured runs start
 * at rest, without contact history, and are warmed up for 200 steps.
 *
 *   node benchmarks/sphere-bed.mjs [--bed FILE] [--count 30000] [--threads 1,2] [--steps 100] [--repetitions 5]
 *
 * Prints rates by wall time and by CPU time per thread; on a busy machine only the latter says something, and it counts waiting at barriers.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Simulation } from '../dist/dem.js';
import { Random } from '../dist/math/random.js';

const { values } = parseArgs({
  options: {
    bed: { type: 'string', default: join(tmpdir(), 'scree-sphere-bed.f64') },
    count: { type: 'string', default: '30000' },
    threads: { type: 'string', default: '1,2' },
    steps: { type: 'string', default: '100' },
    repetitions: { type: 'string', default: '5' },
  },
});
const RADIUS = 0.0035;
const WIDTH = 0.2;
const SETTLING_STEPS = 8000;
const count = Number(values.count);
const steps = Number(values.steps);

function spec(positions, threads) {
  const walls = [
    ['floor', [0, 0, 1], 0],
    ['west', [1, 0, 0], 0],
    ['east', [-1, 0, 0], -WIDTH],
    ['south', [0, 1, 0], 0],
    ['north', [0, -1, 0], -WIDTH],
  ];
  return {
    timeStep: 5e-5,
    gravity: [0, 0, -9.81],
    law: { normal: 'hertz', tangential: 'mindlin', attraction: 'allowed' },
    materials: [
      { name: 'grain', density: 1000, youngsModulus: 1e7, poissonsRatio: 0.2, restitution: 0.4, friction: 0.5 },
    ],
    shapes: [{ name: 'ball', sphere: { radius: RADIUS } }],
    bodies: Array.from({ length: positions.length / 3 }, (_, k) => ({
      shape: 'ball',
      material: 'grain',
      position: [...positions.subarray(3 * k, 3 * k + 3)],
    })),
    halfSpaces: walls.map(([name, normal, offset]) => ({ name, normal, offset, material: 'grain' })),
    neighbours: { skin: 1e-3 },
    threads,
  };
}

/** A loose lattice, each sphere a little off its place. */
function lattice() {
  const random = new Random(1);
  const spacing = 2.1 * RADIUS;
  const along = Math.floor(WIDTH / spacing);
  const jitter = () => random.between(-0.045, 0.045) * RADIUS;
  const positions = new Float64Array(3 * count);
  for (let k = 0; k < count; k++) {
    const cell = [k % along, Math.floor(k / along) % along, Math.floor(k / along / along)];
    for (let axis = 0; axis < 3; axis++) positions[3 * k + axis] = (cell[axis] + 0.5) * spacing + jitter();
  }
  return positions;
}

function settledBed() {
  if (existsSync(values.bed)) {
    const bytes = readFileSync(values.bed);
    if (bytes.length === 24 * count)
      return new Float64Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length));
  }
  console.error(`settling ${count} spheres, ${SETTLING_STEPS} steps; the bed is kept in ${values.bed}`);
  const simulation = new Simulation(spec(lattice(), 1));
  simulation.step(SETTLING_STEPS);
  const { position } = simulation.bodies();
  writeFileSync(values.bed, new Uint8Array(position.buffer));
  return position;
}

const median = (list) => list.toSorted((a, b) => a - b)[list.length >> 1];
const rate = (seconds) => ((count * steps) / seconds / 1e6).toFixed(2);

const bed = settledBed();
const runs = values.threads.split(',').map((text) => {
  const simulation = new Simulation(spec(bed, Number(text)));
  simulation.step(200);
  return { threads: Number(text), simulation, wall: [], cpu: [] };
});
for (let k = 0; k < Number(values.repetitions); k++) {
  for (const run of runs) {
    const cpu = process.cpuUsage();
    const start = performance.now();
    run.simulation.step(steps);
    run.wall.push((performance.now() - start) / 1000);
    const { user, system } = process.cpuUsage(cpu);
    run.cpu.push((user + system) / 1e6);
  }
}
for (const { threads, simulation, wall, cpu } of runs) {
  const { pairs, contacts } = simulation.statistics();
  console.log(
    `${threads} thread${threads > 1 ? 's' : ''}: wall ${rate(median(wall))}, CPU ${rate(median(cpu) / threads)} million particle-steps/s; ${pairs} pairs, ${contacts} contacts`,
  );
  simulation.dispose();
}
