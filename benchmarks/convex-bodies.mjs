// SPDX-License-Identifier: MIT
// All measurements of convex bodies on one thread, one after the other, with the other engines that are there:
//
//   node benchmarks/convex-bodies.mjs --beds BEDS --bullet ./bullet
//
// steps of settled beds, lattices and bodies on meshes beside their targets, LIGGGHTS (LIGGGHTS_SUPERQUADRICS) and
// YADE; the map of lattices; cliffs; `contact()` beside the batch; cold queries beside Bullet. Results go to
// benchmarks/results, or to the folder of `--out`. With beds that have settled it takes twelve minutes. `--quick` only
// tests that all of it runs.
import { spawnSync } from 'node:child_process';
import { closeSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const { values } = parseArgs({
  options: {
    beds: { type: 'string', default: join(tmpdir(), 'scree-beds') },
    bullet: { type: 'string' },
    out: { type: 'string' },
    quick: { type: 'boolean', default: false },
  },
});
const here = fileURLToPath(new URL('.', import.meta.url));
const out = values.out ?? join(here, 'results');
const program = join(here, '..', 'dist', 'cli', 'scree.js');
const targets = join(here, 'convex-targets.json');
/** Many scenes, of which one repetition is enough. */
const MAP = 'lattice-map';
/** Of the file of targets, but not of convex bodies. */
const SPHERES = ['spheres', 'flow', 'drum'];
const scenes = JSON.parse(readFileSync(targets, 'utf8')).scenes.map(({ scene }) => scene);
const settled = scenes.filter((name) => name !== MAP && !SPHERES.includes(name));
const quick = values.quick ? ['--quick'] : [];

/** Runs a program of Node; what it prints goes to the file, if one is given. */
function run(what, args, file) {
  const start = performance.now();
  const output = file === undefined ? 'inherit' : openSync(file, 'w');
  const { status } = spawnSync(process.execPath, args, { stdio: ['ignore', output, 'inherit'] });
  if (typeof output === 'number') closeSync(output);
  console.error(`${what}: ${((performance.now() - start) / 1000).toFixed(0)} s`);
  if (status !== 0) process.exit(1);
}

function steps(names, repetitions, more) {
  const drivers = ['liggghts-superquadrics', 'yade'].flatMap((name) => ['--driver', join(here, 'dem', `${name}.mjs`)]);
  const json = join(out, 'convex-steps.json');
  const common = ['--threads', '1', '--reps', repetitions, '--beds', values.beds, '--targets', targets, '--json', json];
  const args = [program, 'bench', 'step', '--scenes', names, ...common, ...drivers, ...more, ...quick];
  run(`steps of ${names}`, args, join(out, 'convex-steps.md'));
}

mkdirSync(out, { recursive: true });
steps(settled.join(','), '3', []);
steps(MAP, '1', ['--merge']);
const shapes = values.quick ? ['--shapes', 'box'] : [];
run('cliffs', [program, 'bench', 'cliffs', '--json', join(out, 'cliffs.json'), ...shapes], join(out, 'cliffs.md'));

const calls = ['bench', 'contact', '--sets', 'h16_near,h16_shallow', '--no-family', ...quick];
run('contact()', [program, ...calls, '--json', join(out, 'contact-calls.json')], join(out, 'contact-calls.md'));

const sets = [8, 16, 32, 64].flatMap((n) => [`h${n}_near`, `h${n}_far`]).join(',');
const data = mkdtempSync(join(tmpdir(), 'scree-pairs-'));
run('pairs', [join(here, 'native', 'write-pairs.mjs'), data, sets]);
const driver = values.bullet === undefined ? [] : ['--driver', values.bullet];
const timing = values.quick ? ['--reps', '1', '--budget', '0.01'] : ['--reps', '5', '--budget', '0.1'];
const native = [join(here, 'native', 'run.mjs'), '--data', data, '--sets', sets, '--out', join(out, 'native-cold')];
run('cold queries', [...native, ...driver, ...timing]);
rmSync(data, { recursive: true, force: true });
