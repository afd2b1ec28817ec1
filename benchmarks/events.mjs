// SPDX-License-Identifier: MIT
/**
 * Cost of 100 bodies of an event-driven simulation beside 25: balls and boxes above a floor, from one height and from
 * different heights, 1 s to rest with 100 zero-crossing functions. The two sizes take turns after a warm-up run. The
 * time is the CPU time of this process, the smallest of the repetitions. Needs `npm run build`.
 *
 *   node benchmarks/events.mjs [turns] [balls | boxes | all] [explicit | auto] [separate | one]
 */
import { box, sphere } from '../dist/contact.js';
import { EventSimulation } from '../dist/dem.js';
import { Random } from '../dist/math/random.js';

const SIZES = [25, 100];
const METHOD = process.argv[4] ?? 'explicit';
const ISLANDS = process.argv[5] ?? 'separate';
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
    method: METHOD,
    islands: ISLANDS,
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
  `n_z = 100, tolerance 1e-5, ${METHOD} method, 1 s of simulated time. CPU time is the smallest of the repetitions of
benchmarks/events.mjs. \`per body\` is the number of evaluations of the equations of motion, each times the bodies of its
island, divided by the number of bodies.\n`,
);
console.log(
  '| bodies | heights | islands | number | ended | steps | evaluations | per body | ratio | distances | events ' +
    '| CPU ms per body | ratio |',
);
console.log('|---|---|---|---|---|---|---|---|---|---|---|---|---|');
for (const [name, shape] of Object.entries(BODIES)) {
  if (![name, 'all', undefined].includes(process.argv[3])) continue;
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
    const evaluationsOf = (count) => best.get(count).bodyEvaluations / count;
    const ratioOf = (measure, count) => (count === SIZES[0] ? '' : (measure(count) / measure(SIZES[0])).toFixed(2));
    for (const [count, { kind, steps, evaluations, distances, events }] of best) {
      const cells = [
        name,
        isStaggered ? 'their own' : 'one',
        ISLANDS,
        count,
        kind,
        steps,
        evaluations,
        evaluationsOf(count).toFixed(0),
        ratioOf(evaluationsOf, count),
        distances,
        events,
        (1e3 * perBody(count)).toFixed(1),
        ratioOf(perBody, count),
      ];
      console.log(`| ${cells.join(' | ')} |`);
    }
  }
}
