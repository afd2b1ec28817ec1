// SPDX-License-Identifier: MIT
/**
 * Cost of a touching pair of polyhedra: `pressureField` beside `overlapVolume` and `contact`, and of a body in a
 * settled bed by the laws that use them, and of the same bed in YADE, whose law is that of the common volume. Times are
 * the smallest of several turns; those of beds are CPU times. Needs `npm run build`, and YADE for its lines.
 *
 *   node benchmarks/pressure-field.mjs [pairs | beds | all]
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { box, contact, overlapVolume, polyhedron, pressureField } from '../dist/contact.js';
import { Simulation } from '../dist/dem.js';
import { fromAxisAngle } from '../dist/math/quaternion.js';
import { Random } from '../dist/math/random.js';

const WHAT = process.argv[2] ?? 'all';
const PAIRS = 50;
const TURNS = 200;
/** Of the radius. */
const DEPTH = 0.005;

function hull(random, count, [x, y, z] = [1, 1, 1]) {
  const vertices = Array.from({ length: count }, () => {
    const point = random.unitVector();
    return [x * point.x, y * point.y, z * point.z];
  });
  return polyhedron({ vertices });
}

/** Cubes with a face on each other, turned about the normal. */
function onFaces(random) {
  const cube = box({ halfExtents: [1, 1, 1] });
  return Array.from({ length: PAIRS }, () => {
    const position = [random.between(-0.5, 0.5), random.between(-0.5, 0.5), 2 - DEPTH];
    const orientation = fromAxisAngle({ x: 0, y: 0, z: 1 }, random.between(0, 3));
    return [cube, {}, cube, { position, orientation }];
  });
}

/** Bodies in any orientation that overlap by the depth. */
function anyhow(random, make) {
  return Array.from({ length: PAIRS }, () => {
    const [a, b, towards] = [make(), make(), random.unitVector()];
    const [poseA, orientation] = [{ orientation: random.rotation() }, random.rotation()];
    const at = (way) => ({ position: [way * towards.x, way * towards.y, way * towards.z], orientation });
    let [near, far] = [0, 4];
    for (let k = 0; k < 40; k++) {
      const middle = (near + far) / 2;
      if (contact(a, poseA, b, at(middle)).distance < -DEPTH) near = middle;
      else far = middle;
    }
    return [a, poseA, b, at(near)];
  });
}

/** Microseconds a pair. */
function timeOf(query, pairs) {
  let best = Infinity;
  for (let turn = 0; turn < TURNS; turn++) {
    const start = performance.now();
    for (const pair of pairs) query(...pair);
    best = Math.min(best, (1e3 * (performance.now() - start)) / pairs.length);
  }
  return best.toFixed(2);
}

function timePairs() {
  const random = new Random(3);
  const sets = {
    'cubes on faces': onFaces(random),
    'cubes anyhow': anyhow(random, () => box({ halfExtents: [1, 1, 1] })),
    'hulls of 8 points': anyhow(random, () => hull(random, 8)),
    'hulls of 16 points': anyhow(random, () => hull(random, 16)),
    'hulls of 30 points': anyhow(random, () => hull(random, 30)),
  };
  console.log('| pairs | pressureField (us) | overlapVolume (us) | contact (us) |\n|---|---|---|---|');
  for (const [name, pairs] of Object.entries(sets)) {
    console.log(
      `| ${name} | ${[pressureField, overlapVolume, contact].map((query) => timeOf(query, pairs)).join(' | ')} |`,
    );
  }
}

const SIZE = 0.01;
const STIFFNESS = 2e9;

/** Bodies that fall into a box; 0.35 s later they are at rest. */
function bed(shape, side, normal) {
  const random = new Random(5);
  const spacing = 2.1 * SIZE;
  const wall = (direction, offset, k) => ({ name: `wall ${k}`, normal: direction, offset, material: 'stone' });
  const stiffness = normal === 'linear' ? STIFFNESS * 1.2 * SIZE * SIZE : STIFFNESS;
  return {
    timeStep: 1e-9,
    threads: 1,
    gravity: [0, 0, -9.81],
    materials: [{ name: 'stone', density: 2500, stiffness, friction: 0.4, restitution: 0.3 }],
    law: { normal, tangential: 'linear' },
    shapes: [{ name: 'body', convex: shape }],
    bodies: Array.from({ length: 2 * side ** 3 }, (_, i) => ({
      shape: 'body',
      material: 'stone',
      position: [i % side, Math.floor(i / side) % side, Math.floor(i / side / side)].map((x) => (x + 0.5) * spacing),
      orientation: random.rotation(),
      velocity: [random.between(-0.1, 0.1), random.between(-0.1, 0.1), -0.5],
    })),
    halfSpaces: [
      wall([0, 0, 1], 0, 0),
      wall([1, 0, 0], 0, 1),
      wall([-1, 0, 0], -side * spacing, 2),
      wall([0, 1, 0], 0, 3),
      wall([0, -1, 0], -side * spacing, 4),
    ],
  };
}

/** Address space of the arrays of a simulation over its bodies, bytes. */
function memoryOf(simulation, count) {
  return simulation.memoryAccount().reduce((sum, [, bytes]) => sum + bytes, 0) / count;
}

function timeBed(name, shape, side, normal) {
  const spec = bed(shape, side, normal);
  const count = spec.bodies.length;
  const probe = new Simulation(spec);
  const timeStep = 0.1 * probe.criticalTimeStep();
  probe.dispose();
  const simulation = new Simulation({ ...spec, timeStep });
  simulation.step(Math.round(0.35 / timeStep));
  let best = Infinity;
  for (let turn = 0; turn < 5; turn++) {
    const start = process.cpuUsage();
    simulation.step(300);
    const { user, system } = process.cpuUsage(start);
    best = Math.min(best, (user + system) / 300 / count);
  }
  const contacts = simulation.statistics().contacts / count;
  printBed(name, normal, timeStep, contacts, best, memoryOf(simulation, count));
  const bodies = spec.bodies.map((_, id) => simulation.body(id));
  simulation.dispose();
  return { spec, timeStep, bodies };
}

function printBed(name, law, timeStep, contacts, cost, bytes) {
  const numbers = [
    (1e6 * timeStep).toFixed(1),
    contacts.toFixed(2),
    cost.toFixed(2),
    (cost / contacts).toFixed(2),
    (cost / timeStep / 1e6).toFixed(3),
    bytes === undefined ? '' : (bytes / 1000).toFixed(1),
  ];
  console.log(`| ${name} | ${law} | ${numbers.join(' | ')} |`);
}

/** The settled bed in YADE, as files of `scree bench step` for its driver. Bodies are at their centroids. */
function timeInYade(name, shape, { spec, timeStep, bodies }) {
  const folder = mkdtempSync(join(tmpdir(), 'scree-yade-'));
  const [{ density, stiffness, friction }] = spec.materials;
  const { centroid } = shape.massProperties();
  const vertices = shape.surface().vertices;
  const scene = {
    material: { density, friction, stiffness: stiffness * 1.2 * SIZE * SIZE },
    polyhedra: [Array.from(vertices, (x, k) => x - [centroid.x, centroid.y, centroid.z][k % 3])],
    halfSpaces: spec.halfSpaces,
    gravity: spec.gravity,
    skin: 0.1 * SIZE,
    reach: SIZE,
    timeStep,
    warmUpSteps: 2,
    steps: 100,
  };
  const rows = bodies.map(({ position: p, orientation: q, velocity: v, angularVelocity: w }) =>
    [p.x, p.y, p.z, 0, v.x, v.y, v.z, w.x, w.y, w.z, q.w, q.x, q.y, q.z].join(),
  );
  try {
    writeFileSync(join(folder, 'scene.json'), JSON.stringify(scene));
    writeFileSync(join(folder, 'bodies.csv'), `x,y,z,shape,vx,vy,vz,wx,wy,wz,qw,qx,qy,qz\n${rows.join('\n')}\n`);
    const driver = join(dirname(fileURLToPath(import.meta.url)), 'dem/yade.mjs');
    const output = execFileSync(process.execPath, [driver, folder, '1'], { encoding: 'utf8' });
    const { missing, engine, steps, cpuSeconds, contacts } = JSON.parse(output);
    if (missing !== undefined) return console.log(`YADE: ${missing}`);
    const cost = (1e6 * cpuSeconds) / steps / bodies.length;
    printBed(name, `${engine}, volume`, timeStep, contacts / bodies.length, cost);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function timeBeds() {
  const beds = [
    ['250 bricks', box({ halfExtents: [0.9 * SIZE, 0.6 * SIZE, 0.5 * SIZE] }), 5],
    ['54 hulls of 16 points', hull(new Random(5), 16, [SIZE, 0.8 * SIZE, 0.7 * SIZE]), 3],
  ];
  console.log(
    '| bodies | law | time step (us) | contacts a body | CPU us a body and step | us a contact | ' +
      'CPU s a body and simulated second | kB a body |\n|---|---|---|---|---|---|---|---|',
  );
  for (const [name, shape, side] of beds) {
    timeBed(name, shape, side, 'linear');
    timeBed(name, shape, side, 'overlap-volume');
    timeInYade(name, shape, timeBed(name, shape, side, 'pressure-field'));
  }
}

if (WHAT !== 'beds') timePairs();
if (WHAT !== 'pairs') timeBeds();
