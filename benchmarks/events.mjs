// SPDX-License-Identifier: MIT
/**
 * What do 100 bodies of an event-driven simulation cost beside 25? Balls and boxes over a floor, from one height and from heights of their own, 1 s to rest with
 * 100 zero-crossing functions. Both sizes in turns, after a run to warm up; CPU time of this process, the least of the turns. Needs `npm run build`.
 *
 *   node benchmarks/events.mjs [turns] [balls | boxes] > benchmarks/results/events.md
 */
import { box, sphere } from '../dist/contact.js';
import { EventSimulation } from '../dist/dem.js';
import { Random } from '../dist/math/random.js';

const SIZES = [25, 100];
const TURNS = Number(process.argv[2] ?? 2);
const BODIES = { balls: sphere({ radius: 0.1 }), boxes: box({ halfExtents: [0.1, 0.08, 0.05] }) };
const LAW = { point: { stiffness: 1e5 }, volume: { stiffness: 5e6 }, restitution: 0.5, friction: 0.4 };

function scene(shape, count, isStaggered) {
  const random = new Random(20261115);
  const side = Math.sqrt(count);
  const floor = { name: 'floor', shape: box({ halfExtents: [20, 20, 0.5] }), position: [0, 0, -0.5], fixed: true };
  const bodies = Array.from({ length: count }, (_, i) => ({
    shape,
    position: [0.4 * (i % side), 0.4 * Math.floor(i / side), 0.3 + (isStaggered ? random.between(0, 0.2) : 0)],
  }));
  return {
    gravity: [0, 0, -9.81],
    tolerance: 1e-5,
    method: 'explicit',
    contacts: { functions: 100 },
    law: LAW,
    bodies: [floor, ...bodies],
  };
}

function measure(shape, count, isStaggered) {
  const simulation = new EventSimulation(scene(shape, count, isStaggered));
  const before = process.cpuUsage().user;
  const { kind } = simulation.advance(1);
  const seconds = (process.cpuUsage().user - before) / 1e6;
  return { ...simulation.statistics(), kind, seconds };
}

console.log('# Event-driven simulations: 25 and 100 bodies to rest\n');
console.log(
  'n_z = 100, tolerance 1e-5, explicit method, 1 s; CPU time, the least of the turns of `benchmarks/events.mjs`.\n',
);
console.log('| bodies | heights | number | ended | steps | evaluations | distances | events | CPU ms a body | ratio |');
console.log('|---|---|---|---|---|---|---|---|---|---|');
for (const [name, shape] of Object.entries(BODIES)) {
  if (name !== (process.argv[3] ?? name)) continue;
  for (const isStaggered of [false, true]) {
    measure(shape, SIZES[0], isStaggered);
    const best = new Map();
    for (let turn = 0; turn < TURNS; turn++) {
      for (const count of SIZES) {
        const run = measure(shape, count, isStaggered);
        if (!(best.get(count)?.seconds <= run.seconds)) best.set(count, run);
      }
    }
    const perBody = (count) => best.get(count).seconds / count;
    for (const [count, { kind, steps, evaluations, distances, events }] of best) {
      const ratio = count === SIZES[0] ? '' : (perBody(count) / perBody(SIZES[0])).toFixed(2);
      const cells = [name, isStaggered ? 'their own' : 'one', count, kind, steps, evaluations, distances, events];
      console.log(`| ${[...cells, (1e3 * perBody(count)).toFixed(1), ratio].join(' | ')} |`);
    }
  }
}
