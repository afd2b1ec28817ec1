// SPDX-License-Identifier: MIT
/** Studies through the built program on a real Slurm of one node, beside the same study on local processes. */
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { PROGRAM, scree } from '../../../../tests/support/built-program.ts';
import { SlurmCluster } from '../../../../tests/support/slurm-cluster.ts';
import { runFolderOwner } from '../../../runs/folder/run-lock.ts';

/** Grains that are poured into a box; a run takes some seconds. */
const SCENE = `time: { duration: 0.5 s }
gravity: [0, 0, -9.81]
materials:
  grain: { density: 1500, youngsModulus: 5 MPa, poissonsRatio: 0.3, restitution: 0.3, friction: 0.5 }
law: { normal: hertz, tangential: mindlin }
shapes: { ball: { sphere: { radius: 3 mm } } }
insertions:
  rain:
    shapes: [{ shape: ball, material: grain }]
    region: { box: { min: [-2 cm, -2 cm, 1 cm], max: [2 cm, 2 cm, 4 cm] } }
    rate: 1500 /s
halfSpaces:
  floor: { normal: [0, 0, 1], material: grain }
outputs: { csv: { t: { every: 10 ms, quantities: [region.all.centreOfMass.z, energy.kinetic] } } }
checkpoints: { every: 0.02 s }
`;

const STUDY = `title: Rain
scene: scene.yaml
parameters:
  friction: { set: materials.grain.friction, values: [0.1, 0.6] }
seeds: 2
results:
  height: { column: region.all.centreOfMass.z }
  energy: { column: energy.kinetic, take: mean, from: 0.1 s }
slurm: { chunk: 1 }
`;

const folder = mkdtempSync(join(tmpdir(), 'scree-slurm-study-'));
const study = join(folder, 'study.yaml');
const given = process.env.SLURM_CONF;
let cluster: SlurmCluster;
let table = '';

const tableOf = (out: string): string => readFileSync(join(out, 'table.csv'), 'utf8');
const namesIn = (path: string): string[] => (existsSync(path) ? readdirSync(path) : []);
const recordsOf = (out: string): string[] => namesIn(join(out, 'cases')).filter((name) => name.endsWith('.json'));
const begunOf = (out: string): string[] => namesIn(join(out, 'cases')).filter((name) => name.endsWith('.progress'));

/** Processes that have a run folder of the study. */
function workersOf(out: string): number[] {
  return namesIn(join(out, 'runs')).flatMap((id) => runFolderOwner(join(out, 'runs', id)) ?? []);
}

/** What the tasks of a study wrote, one line each time that one began or ended. */
function stateLines(out: string): string[] {
  const files = namesIn(join(out, 'slurm')).filter((name) => name.endsWith('.state'));
  return files.flatMap((name) =>
    readFileSync(join(out, 'slurm', name), 'utf8')
      .trim()
      .split('\n'),
  );
}

function stateOf(out: string): { readonly state: string; readonly [key: string]: unknown } {
  return JSON.parse(scree(['study', 'status', out, '--json']).stdout);
}

async function until(holds: () => boolean, what: string): Promise<void> {
  for (let k = 0; k < 1200; k++) {
    if (holds()) return;
    await setTimeout(100);
  }
  throw new Error(`waited in vain: ${what}`);
}

interface Started {
  readonly child: ChildProcess;
  readonly ended: Promise<number | null>;
  /** What it printed as JSON. */
  readonly events: { readonly event: string; readonly message?: string; readonly [key: string]: unknown }[];
}

function started(args: readonly string[]): Started {
  const child = spawn(process.execPath, [PROGRAM, ...args, '--json'], { stdio: ['ignore', 'pipe', 'inherit'] });
  const events: Started['events'] = [];
  let text = '';
  child.stdout?.setEncoding('utf8').on('data', (part: string) => {
    const lines = (text + part).split('\n');
    text = lines.pop() ?? '';
    for (const line of lines) events.push(JSON.parse(line));
  });
  return { child, events, ended: new Promise((done) => child.on('close', (code) => done(code))) };
}

const onSlurm = (out: string): Started => started(['study', study, '--out', out, '--executor', 'slurm']);
const isRunning = (): boolean => cluster.ask('squeue', ['-h', '-t', 'RUNNING']).trim() !== '';

beforeAll(async () => {
  cluster = await SlurmCluster.start();
  process.env.SLURM_CONF = cluster.configuration;
  writeFileSync(join(folder, 'scene.yaml'), SCENE);
  writeFileSync(study, STUDY);
  const out = join(folder, 'local');
  expect(scree(['study', study, '--out', out, '--quiet']).status).toBe(0);
  table = tableOf(out);
}, 180_000);

afterAll(async () => {
  await cluster.stop();
  if (given === undefined) delete process.env.SLURM_CONF;
  else process.env.SLURM_CONF = given;
  rmSync(folder, { recursive: true, force: true });
}, 120_000);

it('a study on Slurm has the table of the same study on local processes', async () => {
  const out = join(folder, 'same');
  const { ended, events } = onSlurm(out);
  expect(await ended).toBe(0);
  expect(tableOf(out)).toBe(table);
  expect(events.find(({ event }) => event === 'note')?.message).toMatch(/^job \d+ of Slurm: 4 runs in 4 tasks$/);
  const runs = events.filter(({ event }) => event === 'run');
  expect(runs).toHaveLength(4);
  expect(runs.every(({ results }) => Number.isFinite((results as { height: number }).height))).toBe(true);
  expect(stateOf(out)).toMatchObject({ state: 'finished', executor: 'slurm', done: 4, queue: { jobs: [] } });
});

it('short runs share a task', async () => {
  const out = join(folder, 'chunks');
  writeFileSync(join(folder, 'chunks.yaml'), STUDY.replace('chunk: 1', 'chunk: 3'));
  const { ended } = started(['study', join(folder, 'chunks.yaml'), '--out', out, '--executor', 'slurm']);
  expect(await ended).toBe(0);
  expect(tableOf(out)).toBe(table);
  expect(stateLines(out).filter((line) => line.includes('ended 0'))).toHaveLength(2);
});

it('jobs outlive kill -9 of the controller, and the next one finds them', async () => {
  const out = join(folder, 'killed');
  const { child, ended } = onSlurm(out);
  await until(() => begunOf(out).length > 0, 'the first run');
  child.kill('SIGKILL');
  await ended;
  expect(stateOf(out).state).toBe('queued');
  const resumed = started(['study', 'resume', out]);
  expect(await resumed.ended).toBe(0);
  expect(resumed.events.find(({ event }) => event === 'note')?.message).toMatch(/^job \d+ of Slurm is still there/);
  expect(resumed.events.some(({ message }) => /runs in \d tasks/.test(message ?? ''))).toBe(false);
  expect(tableOf(out)).toBe(table);
});

it('a run whose process was killed goes on from its checkpoint in another task', async () => {
  const out = join(folder, 'worker');
  const { ended, events } = onSlurm(out);
  await until(() => begunOf(out).length > 0 && workersOf(out).length > 0, 'a worker');
  await setTimeout(500);
  for (const pid of workersOf(out)) process.kill(pid, 'SIGKILL');
  expect(await ended).toBe(0);
  expect(stateLines(out).some((line) => line.endsWith('ended 137'))).toBe(true);
  expect(events.some(({ message }) => /ended by FAILED, exit code 137; run .* goes on/.test(message ?? ''))).toBe(true);
  expect(tableOf(out)).toBe(table);
});

it('the signal before the time limit sends a task back to the queue with a checkpoint', async () => {
  const out = join(folder, 'limit');
  const { ended } = onSlurm(out);
  await until(() => begunOf(out).length > 0 && workersOf(out).length > 0, 'a worker');
  cluster.signalTasks('USR1');
  expect(await ended).toBe(0);
  expect(stateLines(out).some((line) => line.endsWith('requeued 143'))).toBe(true);
  const logs = namesIn(join(out, 'runs')).map((id) => readFileSync(join(out, 'runs', id, 'log.txt'), 'utf8'));
  expect(logs.some((text) => /stopped: step/.test(text) && /resumed/.test(text))).toBe(true);
  expect(tableOf(out)).toBe(table);
});

it('tasks that are preempted go on when their nodes are free again', async () => {
  const out = join(folder, 'preempted');
  const { ended } = onSlurm(out);
  await until(() => begunOf(out).length > 0 && workersOf(out).length > 0, 'a worker');
  cluster.run('sbatch', ['--partition=urgent', '--exclusive', '--output=/dev/null', '--wrap=sleep 2']);
  expect(await ended).toBe(0);
  expect(stateLines(out).filter((line) => line.includes(' running ')).length).toBeGreaterThan(4);
  expect(tableOf(out)).toBe(table);
});

it('a study that was left to Slurm can be looked at, stopped and taken up again', async () => {
  const out = join(folder, 'left');
  const left = started(['study', study, '--out', out, '--executor', 'slurm', '--detach']);
  expect(await left.ended).toBe(0);
  expect(left.events.at(-1)).toMatchObject({ event: 'detached', runs: 4 });
  await until(() => begunOf(out).length > 0, 'a run');
  const state = stateOf(out);
  expect(state).toMatchObject({ state: 'queued' });
  expect((state.queue as { jobs: { running: number }[] }).jobs[0]?.running).toBeGreaterThan(0);
  expect((state.running as unknown[]).length).toBeGreaterThan(0);
  expect(scree(['study', 'stop', out, '--json']).stdout).toContain('"wasRunning":true');
  expect(cluster.ask('squeue', ['-h']).trim()).toBe('');
  expect(stateLines(out).some((line) => / stopped \d+$/.test(line))).toBe(true);
  expect(scree(['study', 'status', out]).stdout).toMatch(
    /stopped by scree study stop or kill at .*Z; scree study resume/,
  );
  const before = recordsOf(out).length;
  expect(before).toBeLessThan(4);
  expect(await started(['study', 'resume', out]).ended).toBe(0);
  expect(tableOf(out)).toBe(table);
});

it('Ctrl-C takes the jobs from the queue', async () => {
  const out = join(folder, 'interrupted');
  const { child, ended } = onSlurm(out);
  await until(() => begunOf(out).length > 0, 'a run');
  child.kill('SIGINT');
  expect(await ended).toBe(130);
  expect(isRunning()).toBe(false);
  expect(stateOf(out)).toMatchObject({ state: 'stopped', stopped: { by: 'SIGINT' } });
  expect(await started(['study', 'resume', out]).ended).toBe(0);
  expect(tableOf(out)).toBe(table);
});

it('waits while the controller of Slurm is away', async () => {
  const out = join(folder, 'away');
  const { ended, events } = onSlurm(out);
  await until(() => begunOf(out).length > 0, 'a run');
  await cluster.stopController();
  await until(() => events.some(({ message }) => message?.startsWith('Slurm does not answer')), 'a word about it');
  expect(stateOf(out)).toMatchObject({ state: 'running', queue: { problem: expect.stringMatching(/slurm/i) } });
  cluster.startController();
  expect(await ended).toBe(0);
  expect(tableOf(out)).toBe(table);
});

it('a run that fails does not end the study', async () => {
  const out = join(folder, 'failed');
  const failing = join(folder, 'failing.yaml');
  const limit = 'limit: { set: limits.overlapRatio, values: [1e-6, 1] }';
  writeFileSync(
    failing,
    STUDY.replace(/friction: .*\}/, limit)
      .replace('seeds: 2', 'seeds: 1')
      .replace(': 1 }', ': 2 }'),
  );
  const { ended, events } = started(['study', failing, '--out', out, '--executor', 'slurm']);
  expect(await ended).toBe(3);
  expect(events.at(-1)).toMatchObject({ event: 'finished', done: 1, runs: 2 });
  expect(tableOf(out)).toMatch(/^1,0\.000001,1,,,failed,/m);
  expect(tableOf(out)).toMatch(/^2,1,1,0\.\d+,.*,done,/m);
});

it('says what Slurm refuses', () => {
  const wrong = join(folder, 'wrong.yaml');
  writeFileSync(wrong, STUDY.replace('chunk: 1', 'partition: nowhere'));
  const { status, stderr } = scree(['study', wrong, '--out', join(folder, 'wrong'), '--executor', 'slurm']);
  expect(status).toBe(1);
  expect(stderr).toMatch(/sbatch refused it: .*invalid partition.*see the key slurm of the study file/i);
});
