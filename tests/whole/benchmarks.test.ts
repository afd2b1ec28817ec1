// SPDX-License-Identifier: MIT
/** The scripts that benchmarks/README.md names, each in a small size; those of the GPU on one of software. */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import '../support/built-program.ts';
import { ROOT } from '../source-files.ts';
import { SOFTWARE_GPU } from '../support/software-gpu.ts';

/** Kernels are compiled in each; on a busy machine that takes long. */
const TIMEOUT_MS = 300_000;
const SMALL = ['--settle', '60', '--steps', '3', '--reps', '1'];
/** These compile many kernels for the GPU or let beds come to rest, which takes long in a small size too. */
const LONG = new Set(
  ['drum', 'vessels', 'polyhedra', 'builds', 'flow', 'sizes', 'mixed-contacts', 'end-to-end']
    .map((name) => `benchmarks/gpu/${name}.mjs`)
    .concat('benchmarks/overhead.mjs', 'benchmarks/convex-bodies.mjs'),
);
const FOLDER = mkdtempSync(join(tmpdir(), 'scree-benchmarks-'));

/** What each is asked, and what it then prints. */
type Script = readonly [script: string, args: readonly string[], told: RegExp];
const SCRIPTS: readonly Script[] = [
  [
    'benchmarks/gpu/spheres.mjs',
    ['--counts', '1000', '--copy', '1e6', ...SMALL],
    /^random, \d+ spheres: .* us a step/m,
  ],
  [
    'benchmarks/gpu/drum.mjs',
    ['--counts', '200', '--facets', '100', ...SMALL],
    /^\d+ spheres, \d+ facets: .* us a step/m,
  ],
  [
    'benchmarks/gpu/vessels.mjs',
    ['--scenes', 'drum', '--coarseness', '7', ...SMALL],
    /^drum: \d+ spheres, .* us a step/m,
  ],
  [
    'benchmarks/gpu/polyhedra.mjs',
    ['--shapes', 'clumps', '--counts', '100', '--passes', ...SMALL],
    /^\d+ clumps: .* ms a step[\s\S]*^\| step \| 3 \|/m,
  ],
  ['benchmarks/gpu/polyhedra.mjs', ['--shapes', 'swept', '--counts', '60', ...SMALL], /^\d+ swept: .* ms a step/m],
  [
    'benchmarks/gpu/builds.mjs',
    [
      '--builds',
      'one=dist,other=dist',
      '--beds',
      'hulls,layer',
      '--count',
      '60',
      '--repeat',
      '1',
      '--settle',
      '20',
    ].concat('--turns', '1', '--steps', '1', '--layer', '4'),
    /^\| hulls, \d+ bodies: us a step \| one \| other \|[\s\S]*^\| layer on triangles, 16 bodies/m,
  ],
  [
    'benchmarks/gpu/flow.mjs',
    ['--counts', '1000', '--steps', '20'],
    /^1000 spheres, one comes at every 100th: .* lists, 0 left, 1 came/m,
  ],
  [
    'benchmarks/gpu/end-to-end.mjs',
    ['--counts', '27', '--steps', '20', '--table', '10', '--frames', '1'],
    /^\| 27 \| 20 \| table, frames \| \d[^f]*\n\n[\s\S]*^\| 27 \| table, frames \|/m,
  ],
  [
    'benchmarks/gpu/sizes.mjs',
    ['--beds', 'medley', '--ratio', '3', '--counts', '1000', ...SMALL],
    /^\| medley \| \d+ \|/m,
  ],
  [
    'benchmarks/gpu/mixed-contacts.mjs',
    ['--poses', '1'],
    /^contacts: (\d+) on the CPU, \1 on the GPU, \1 of both[\s\S]*^normal /m,
  ],
  ['benchmarks/events.mjs', ['1', 'balls'], /^\| balls \|/m],
  ['benchmarks/overhead.mjs', ['--repetitions', '1'], /^\| spheres \|/m],
  ['benchmarks/convex-bodies.mjs', ['--quick', '--out', FOLDER, '--beds', FOLDER], /^h64_far: \d+ pairs/m],
  ['benchmarks/pressure-field.mjs', ['pairs'], /^\| cubes on faces \|/m],
];

function run(script: string, args: readonly string[]): Promise<{ status: number | null; out: string; err: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [script, ...args], { cwd: ROOT, env: { ...process.env, ...SOFTWARE_GPU } });
    let [out, err] = ['', ''];
    child.stdout.on('data', (text) => {
      out += text;
    });
    child.stderr.on('data', (text) => {
      err += text;
    });
    child.on('error', reject).on('close', (status) => resolve({ status, out, err }));
  });
}

afterAll(() => rmSync(FOLDER, { recursive: true, force: true }));

describe('the scripts of benchmarks/README.md', () => {
  it('are all among those that are run here', () => {
    const text = readFileSync(join(ROOT, 'benchmarks/README.md'), 'utf8');
    const named = [...text.matchAll(/\bnode (benchmarks\/\S+\.mjs)/g)].map(([, script]) => script);
    expect(named.length).toBeGreaterThan(4);
    for (const script of named) expect(SCRIPTS.map(([known]) => known)).toContain(script);
  });

  const isRun = async (...[script, args, told]: Script): Promise<void> => {
    const { status, out, err } = await run(script, args);
    expect(err).not.toMatch(/Error/);
    expect(out).toMatch(told);
    expect(status).toBe(0);
  };
  const title = '%s runs and tells its result';
  const [short, long] = [false, true].map((wanted) => SCRIPTS.filter(([script]) => LONG.has(script) === wanted));
  it.concurrent.each(short)(title, { timeout: TIMEOUT_MS }, isRun);
  it.concurrent.each(long)(title, { timeout: TIMEOUT_MS, tags: ['thorough'] }, isRun);
});
