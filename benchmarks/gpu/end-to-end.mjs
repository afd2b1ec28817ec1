// SPDX-License-Identifier: MIT
/**
 * What `scree run --device gpu` takes from its start to its end, on the wall clock: a cubic block of spheres that
 * touch, in a box under gravity, from a scene file of a few lines. The command runs without outputs, with a table,
 * and with a table and a trajectory (frames), and tells with --timings where the time went. Beside it the rate of
 * the same block in the same steps without a command: `GpuSimulation` alone, with the sums of the energy balance (as
 * the command has them) and without. A row has the rate between the first step and the last, outputs included, over
 * the one with the sums.
 *
 *   node benchmarks/gpu/end-to-end.mjs [--counts 1e5,1e6,1e7] [--steps 6000,2000,500] [--outputs nothing,table,frames] [--table 100] [--frames 4] [--folder FOLDER] [--json FILE]
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { openGpu } from '../../dist/gpu/engine/gpu-adapter.js';
import { GpuSimulation } from '../../dist/gpu/engine/gpu-simulation.js';
import { readScene } from '../../dist/scene/read-scene.js';

const { values } = parseArgs({
  options: {
    counts: { type: 'string', default: '1e5,1e6,1e7' },
    steps: { type: 'string', default: '6000,2000,500' },
    outputs: { type: 'string', default: 'nothing,table,frames' },
    table: { type: 'string', default: '100' },
    frames: { type: 'string', default: '4' },
    folder: { type: 'string' },
    json: { type: 'string' },
  },
});
const PROGRAM = fileURLToPath(new URL('../../dist/cli/scree.js', import.meta.url));
const DIAMETER = 0.01;
/** Neighbours overlap by this part of the diameter. */
const OVERLAP = 1e-3;
const STEP_US = 10;
/** The command checks signals at least so often when nothing else is due. */
const PART = 1000;
const TABLE = ['energy.kinetic', 'energy.balance', 'count.contacts', 'overlap.max', 'halfSpace.floor.force.z'];

const folder = values.folder ?? mkdtempSync(join(tmpdir(), 'scree-end-to-end-'));
mkdirSync(folder, { recursive: true });
const stepCounts = values.steps.split(',').map(Number);
const results = [];
for (const [k, wanted] of values.counts.split(',').map(Number).entries()) {
  const steps = stepCounts[Math.min(k, stepCounts.length - 1)];
  for (const result of await compare(Math.max(2, Math.round(Math.cbrt(wanted))), steps)) results.push(result);
}
if (values.folder === undefined) rmSync(folder, { recursive: true });
console.log(`\n${tableOf(results)}\n\n${partsOf(results)}`);
if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify(results, null, 2)}\n`);
process.exit(0);

async function compare(side, steps) {
  const count = side ** 3;
  const rates = { withSums: await plainRate(side, steps, true), without: await plainRate(side, steps, false) };
  const table = `csv: { table: { every: ${Number(values.table) * STEP_US} us, quantities: [${TABLE.join(', ')}] } }`;
  const every = Math.max(1, Math.floor(steps / Number(values.frames)));
  const runs = {
    nothing: ['nothing', ''],
    table: ['table', `outputs: { ${table} }`],
    frames: ['table, frames', `outputs: { ${table}, trajectory: { every: ${every * STEP_US} us } }`],
  };
  return values.outputs.split(',').map((name) => {
    const [outputs, text] = runs[name];
    const file = join(folder, 'scene.yaml');
    writeFileSync(file, sceneText(side, steps, text));
    const run = join(folder, 'run');
    const from = performance.now();
    const args = [PROGRAM, 'run', file, '--out', run, '--device', 'gpu', '--json', '--timings', '--force'];
    const { stdout, stderr, status } = spawnSync(process.execPath, args, { encoding: 'utf8' });
    const seconds = (performance.now() - from) / 1000;
    const events = stdout
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line));
    const finished = events.find(({ event }) => event === 'finished');
    if (status !== 0 || finished === undefined) {
      console.error(`${count} spheres, ${outputs}: the command ended with ${status}: ${stderr.slice(0, 2000)}`);
      return { count, steps, outputs, rates };
    }
    rmSync(run, { recursive: true });
    const { timings } = finished;
    const between = ({ part }) =>
      ['steps', 'last outputs', 'progress and signals'].includes(part) || /\.(csv|scree)/.test(part);
    const moving = timings.filter(between).reduce((sum, part) => sum + part.seconds, 0);
    const result = { count, steps, outputs, rates, seconds, rate: (count * steps) / moving, timings };
    console.log(
      `${count} spheres, ${outputs}: ${seconds.toFixed(2)} s for ${steps} steps, ${result.rate.toExponential(2)} ` +
        `sphere-steps/s between the first step and the last, ${(result.rate / rates.withSums).toFixed(2)} of the ` +
        'same steps alone',
    );
    return result;
  });
}

function sceneText(side, steps, outputs) {
  const pitch = (1 - OVERLAP) * DIAMETER;
  const [low, high] = [0.5 * pitch, side * pitch];
  const wall = (name, normal, offset) => `  ${name}: { normal: [${normal}], offset: ${offset}, material: glass }`;
  return `title: Spheres in a box
time: { duration: ${steps * STEP_US} us, timeStep: ${STEP_US} us }
gravity: [0, 0, -9.81]
materials:
  glass: { density: 2500, youngsModulus: 50 MPa, poissonsRatio: 0.25, restitution: 0.5, friction: 0.5 }
law: { normal: hertz, tangential: mindlin }
shapes: { ball: { sphere: { radius: ${DIAMETER / 2} } } }
bodies:
  bed:
    shape: ball
    material: glass
    position: [${low}, ${low}, ${low}]
    lattice: { count: [${side}, ${side}, ${side}], spacing: ${pitch} }
halfSpaces:
${wall('floor', '0, 0, 1', 0)}
${wall('west', '1, 0, 0', 0)}
${wall('east', '-1, 0, 0', -high)}
${wall('south', '0, 1, 0', 0)}
${wall('north', '0, -1, 0', -high)}
domain: { min: [${-DIAMETER}, ${-DIAMETER}, ${-DIAMETER}], max: [${[high, high, 1.1 * high].map((x) => x + DIAMETER)}] }
${outputs}
`;
}

/** Sphere-steps a second without a command, after the kernels have been compiled and the GPU has been busy once. */
async function plainRate(side, steps, accounts) {
  const { simulation: spec } = readScene(sceneText(side, steps, ''), {});
  const gpu = await openGpu();
  let best = Infinity;
  for (let k = 0; k < 2; k++) {
    const simulation = await GpuSimulation.create(spec, gpu, { accounts });
    await simulation.energy();
    const from = performance.now();
    for (let done = 0; done < steps; done += PART) await simulation.step(Math.min(PART, steps - done));
    best = Math.min(best, performance.now() - from);
    simulation.destroy();
  }
  gpu.device.destroy();
  return (1000 * side ** 3 * steps) / best;
}

function tableOf(all) {
  const cells = all.map(({ count, steps, outputs, seconds, rate, rates }) =>
    [
      count.toLocaleString('en'),
      steps.toLocaleString('en'),
      outputs,
      ...(seconds === undefined
        ? ['failed', '', '']
        : [seconds.toFixed(2), exponential(rate), (rate / rates.withSums).toFixed(2)]),
      exponential(rates.withSums),
      exponential(rates.without),
    ].join(' | '),
  );
  return [
    '| spheres | steps | outputs | whole command, s | sphere-steps per second, first step to last | of the steps alone | steps alone, with energy balance | without |',
    '|---|---|---|---|---|---|---|---|',
    ...cells.map((row) => `| ${row} |`),
  ].join('\n');
}

/** Where the time went, s; of what came several times also the time of each, ms. */
function partsOf(all) {
  const names = [...new Set(all.flatMap(({ timings = [] }) => timings.map(({ part }) => part)))];
  const cell = (timings, name) => {
    const found = timings.find(({ part }) => part === name);
    if (found === undefined) return '';
    const { seconds, count } = found;
    return `${seconds.toFixed(2)}${count > 1 ? ` (${count} × ${((1000 * seconds) / count).toFixed(1)} ms)` : ''}`;
  };
  return [
    `| spheres | outputs | ${names.join(' | ')} |`,
    `|---|---|${names.map(() => '---|').join('')}`,
    ...all
      .filter(({ timings }) => timings !== undefined)
      .map(
        ({ count, outputs, timings }) =>
          `| ${count.toLocaleString('en')} | ${outputs} | ${names.map((name) => cell(timings, name)).join(' | ')} |`,
      ),
  ].join('\n');
}

function exponential(x) {
  return x.toExponential(2).replace('+', '');
}
