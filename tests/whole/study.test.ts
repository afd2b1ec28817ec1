// SPDX-License-Identifier: MIT
/** Studies through the built program: tables, repeated calls, failed runs, kills of controller and workers, signals. */
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runFolderOwner } from '../../src/runs/folder/run-lock.ts';
import { studyState } from '../../src/studies/study-state.ts';
import { PROGRAM, scree } from '../support/built-program.ts';

/** Grains that are poured into a box; a run takes about a second. */
const SCENE = `time: { duration: 0.3 s }
gravity: [0, 0, -9.81]
materials:
  grain: { density: 1500, youngsModulus: 5 MPa, poissonsRatio: 0.3, restitution: 0.3, friction: 0.5 }
law: { normal: hertz, tangential: mindlin }
shapes: { ball: { sphere: { radius: 3 mm } } }
insertions:
  rain:
    shapes: [{ shape: ball, material: grain }]
    region: { box: { min: [-1 cm, -1 cm, 1 cm], max: [1 cm, 1 cm, 4 cm] } }
    rate: 1000 /s
halfSpaces:
  floor: { normal: [0, 0, 1], material: grain }
outputs:
  trajectory: { every: 20 ms }
  csv: { t: { every: 10 ms, quantities: [region.all.centreOfMass.z, energy.kinetic] } }
checkpoints: { every: 0.02 s }
`;

const STUDY = `title: Rain
scene: scene.yaml
parameters:
  friction: { set: materials.grain.friction, values: [0.1, 0.6] }
seeds: 2
results:
  height: { column: region.all.centreOfMass.z }
  grains: { quantity: region.all.count, take: maximum }
  energy: { column: energy.kinetic, take: mean, from: 0.1 s }
`;

const folder = mkdtempSync(join(tmpdir(), 'scree-study-'));
const study = join(folder, 'study.yaml');
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const tableOf = (out: string): string => readFileSync(join(out, 'table.csv'), 'utf8');

/** Waits until something holds, for a minute at most. */
async function until(holds: () => boolean, what: string): Promise<void> {
  for (let k = 0; k < 1200; k++) {
    if (holds()) return;
    await setTimeout(50);
  }
  throw new Error(`waited in vain: ${what}`);
}

function started(args: readonly string[]): {
  readonly child: ChildProcess;
  readonly ended: Promise<{ readonly code: number | null; readonly signal: string | null }>;
} {
  const child = spawn(process.execPath, [PROGRAM, ...args], { stdio: 'ignore' });
  return { child, ended: new Promise((done) => child.on('close', (code, signal) => done({ code, signal }))) };
}

const recordsIn = (out: string): string[] =>
  existsSync(join(out, 'cases')) ? readdirSync(join(out, 'cases')).filter((name) => name.endsWith('.json')) : [];

/** Processes that have a run folder of the study. */
function workersOf(out: string): number[] {
  if (!existsSync(join(out, 'runs'))) return [];
  return readdirSync(join(out, 'runs')).flatMap((id) => runFolderOwner(join(out, 'runs', id)) ?? []);
}

describe('a study', () => {
  const out = join(folder, 'whole');
  let lines: { readonly event: string; readonly [key: string]: unknown }[] = [];
  let table = '';

  beforeAll(() => {
    writeFileSync(join(folder, 'scene.yaml'), SCENE);
    writeFileSync(study, STUDY);
    const { status, stdout, stderr } = scree(['study', study, '--out', out, '--json']);
    expect(stderr).toBe('');
    expect(status).toBe(0);
    lines = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    table = tableOf(out);
  }, 120_000);

  it('has one row a run, a report and plots, and tells what it does as JSON', () => {
    expect(table.split('\n')[0]).toBe('point,friction,seed,height,grains,energy,state,run');
    const rows = table.trim().split('\n').slice(1);
    expect(rows).toHaveLength(4);
    expect(rows.every((row) => /^\d,0\.\d,\d,0\.\d+,\d+,[\d.e-]+,done,[0-9a-f]{16}$/.test(row))).toBe(true);
    expect(lines[0]?.event).toBe('started');
    const runs = lines.filter(({ event }) => event === 'run');
    expect(runs).toHaveLength(4);
    const cells = rows.map((row) => row.split(','));
    for (const { id, parameters, seed, results } of runs) {
      const [, friction, ownSeed, height] = cells.find((row) => row.at(-1) === id) ?? [];
      expect({ parameters, seed, height: (results as { height: number }).height }).toEqual({
        parameters: { friction: Number(friction) },
        seed: Number(ownSeed),
        height: Number(height),
      });
    }
    const last = lines.at(-1);
    expect(last).toMatchObject({ event: 'finished', done: 4, runs: 4, failed: [] });
    const files = last?.files as string[];
    expect(files).toContain('plots/height-over-friction.svg');
    expect(files.filter((name) => !existsSync(join(out, name)))).toEqual([]);
    expect(readFileSync(join(out, 'report.html'), 'utf8')).toContain('<h1>Rain</h1>');
    expect(readFileSync(join(out, 'summary.csv'), 'utf8').split('\n')[0]).toContain(
      'height.mean,height.low,height.high',
    );
  });

  it('runs nothing when it is called again, and only what is new when it has more points', { timeout: 60_000 }, () => {
    const again = scree(['study', study, '--out', out, '--json']);
    expect(again.stdout).not.toContain('"event":"run"');
    expect(tableOf(out)).toBe(table);
    const wider = join(folder, 'wider.yaml');
    writeFileSync(wider, STUDY.replace('[0.1, 0.6]', '[0.1, 0.6, 0.9]').replace('seeds: 2', 'seeds: 1'));
    const dry = scree(['study', wider, '--out', out, '--dry-run', '--json']);
    expect(JSON.parse(dry.stdout)).toMatchObject({ runs: 3, done: 2, points: 3, seeds: 1, left: 0 });
  });

  it('measures again without a run when only the results change', { timeout: 60_000 }, () => {
    const logs = (): string[] =>
      readdirSync(join(out, 'runs')).map((id) => readFileSync(join(out, 'runs', id, 'log.txt'), 'utf8'));
    const before = logs();
    const other = join(folder, 'other.yaml');
    writeFileSync(other, STUDY.replace('take: mean, from: 0.1 s', 'take: slope'));
    expect(scree(['study', other, '--out', out, '--quiet']).status).toBe(0);
    expect(tableOf(out)).not.toBe(table);
    expect(logs()).toEqual(before);
  });

  it('refuses what it cannot use', () => {
    const wrong = join(folder, 'wrong.yaml');
    writeFileSync(wrong, STUDY.replace('materials.grain', 'materials.gran'));
    const { status, stderr } = scree(['study', wrong, '--out', join(folder, 'none')]);
    expect(status).toBe(1);
    expect(stderr).toMatch(
      /wrong\.yaml:4:13 parameters\.friction: .*there is no materials\.gran; did you mean grain\?/,
    );
    expect(existsSync(join(folder, 'none'))).toBe(false);
    for (const dry of [[], ['--dry-run']]) {
      expect(scree(['study', study, '--out', folder, ...dry]).stderr).toMatch(/is not empty and holds no study/);
    }
    expect(scree(['study', study]).status).toBe(2);
    expect(scree(['study', 'status', folder]).stderr).toMatch(/holds no study/);
  });

  it('goes on to the same table after kill -9 of its controller', { timeout: 120_000 }, async () => {
    const own = join(folder, 'killed');
    const { child, ended } = started(['study', study, '--out', own]);
    await until(() => recordsIn(own).length > 0, 'the first run');
    child.kill('SIGKILL');
    await ended;
    const status = JSON.parse(scree(['study', 'status', own, '--json']).stdout);
    expect(status.done).toBeLessThan(4);
    expect(status).toMatchObject({ state: 'killed', executor: 'local' });
    const { status: code, stdout } = scree(['study', 'resume', own, '--json']);
    expect(code).toBe(0);
    const events: { readonly event: string }[] = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(events[0]).toEqual({ event: 'started', folder: own });
    expect(events.filter(({ event }) => event === 'run')).toHaveLength(4 - status.done);
    expect(events.at(-1)).toMatchObject({ event: 'finished', folder: own, runs: 4, done: 4, waiting: 0, failed: [] });
    expect(tableOf(own)).toBe(table);
  });

  it('goes on to the same table after kill -9 of a worker', { timeout: 120_000 }, async () => {
    const own = join(folder, 'worker');
    const { ended } = started(['study', study, '--out', own]);
    await until(() => workersOf(own).length > 0, 'a worker');
    await setTimeout(200);
    for (const pid of workersOf(own)) process.kill(pid, 'SIGKILL');
    expect(await ended).toEqual({ code: 0, signal: null });
    expect(tableOf(own)).toBe(table);
  });

  it('stops at scree study stop, and goes on to the same table', { timeout: 120_000 }, async () => {
    const own = join(folder, 'stopped here');
    const { ended } = started(['study', study, '--out', own, '--cores', '1']);
    await until(() => workersOf(own).length > 0, 'a worker');
    // Not by the program: the study could end while it starts.
    const running = await studyState(own);
    expect(running).toMatchObject({ title: 'Rain', runs: 4, state: 'running', executor: 'local', failed: [] });
    expect(running.done + running.waiting + running.running.length).toBe(4);
    expect(JSON.parse(scree(['study', 'stop', own, '--json']).stdout)).toEqual({ folder: own, wasRunning: true });
    expect((await ended).code).toBe(143);
    expect(workersOf(own)).toEqual([]);
    expect(scree(['study', 'stop', own]).stdout).toContain('no process was working on it');
    expect(JSON.parse(scree(['study', 'status', own, '--json']).stdout)).toMatchObject({
      state: 'stopped',
      stopped: { by: 'SIGTERM', date: expect.stringMatching(/Z$/) },
      running: [],
    });
    expect(scree(['study', 'status', own]).stdout).toMatch(
      /stopped by scree study stop or kill at .*Z; scree study resume '\S+stopped here' goes on from there\n$/,
    );
    expect(scree(['study', 'resume', own, '--quiet']).status).toBe(0);
    expect(tableOf(own)).toBe(table);
  });

  it('does not end with a run that fails, and names it', { timeout: 120_000 }, () => {
    const own = join(folder, 'failed');
    const failing = join(folder, 'failing.yaml');
    const limit = '{ set: limits.overlapRatio, values: [1, 1e-6] }';
    writeFileSync(
      failing,
      STUDY.replace(/friction: .*\]/, `limit: ${limit.slice(0, -2)}`).replace('seeds: 2', 'seeds: 1'),
    );
    const { status, stdout, stderr } = scree(['study', failing, '--out', own]);
    expect(status).toBe(3);
    expect(stdout).toMatch(
      /1 of 2 runs done, 1 failed\n {2}[0-9a-f]{16} {2}limit 0\.000001, seed 1: failed: .*overlap/,
    );
    expect(stderr).toMatch(/warning: run [0-9a-f]{16}: /);
    expect(tableOf(own)).toMatch(/^2,0\.000001,1,,,,failed,/m);
    expect(tableOf(own)).toMatch(/^1,1,1,0\.\d+,.*,done,/m);
    expect(readFileSync(join(own, 'report.html'), 'utf8')).toContain('Failed runs');
  });
});
