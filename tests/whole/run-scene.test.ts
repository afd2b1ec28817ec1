// SPDX-License-Identifier: MIT
/**
 * `scree run` and `scree resume` through the real program: whatever ends a run, what it leaves behind is that of an
 * unbroken one.
 */
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { outputHashes, screeJson, screeKilled } from '../../scripts/run-folders.mjs';
import { Trajectory } from '../../src/io/trajectory/trajectory.ts';
import { Random } from '../../src/math/random.ts';
import { ROOT } from '../source-files.ts';
import { PROGRAM, runCommand, scree } from '../support/built-program.ts';

const SCENE = join(ROOT, 'tests/support/tumbling-balls.yaml');
/** A run takes about two seconds; on a busy machine many times that. */
const TIMEOUT_MS = 240_000;
const SEED = Number(process.env.TEST_SEED ?? 20_261_115);

let folder = '';
let straight = '';
let expected: Readonly<Record<string, string>> = {};
const at = (name: string): string => join(folder, name);

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'scree-runs-'));
  straight = at('straight');
  await screeJson(['run', SCENE, '--out', straight]);
  expected = outputHashes(straight);
}, TIMEOUT_MS);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function lines(name: string): string[][] {
  const text = readFileSync(join(straight, name), 'utf8');
  return text
    .trimEnd()
    .split('\n')
    .map((line) => line.split(','));
}

describe('a run', () => {
  it('leaves what the scene asks for, and what it was made with', () => {
    const manifest = JSON.parse(readFileSync(join(straight, 'manifest.json'), 'utf8'));
    expect(manifest).toMatchObject({
      title: 'Tumbling balls',
      steps: 6000,
      until: 0.12,
      seed: 1,
      shapes: ['large', 'small'],
    });
    expect(readFileSync(join(straight, 'scene.yaml'))).toEqual(readFileSync(SCENE));
    const names = readdirSync(straight).sort();
    const wanted = ['bodies.pvd', 'contacts.pvd', 'surfaces.pvd', 'energies.csv', 'one.csv', 'trajectory.scree', 'vtk'];
    expect(names).toEqual([...wanted, 'checkpoints', 'log.txt', 'manifest.json', 'scene.yaml'].sort());
    expect(readdirSync(join(straight, 'vtk')).length).toBe(3 * 31);
    expect(readdirSync(join(straight, 'checkpoints')).length).toBe(3);
  });

  it('writes tables at the steps nearest to the times wanted', () => {
    const [heading, ...rows] = lines('one.csv');
    expect(heading?.slice(0, 6)).toEqual([
      'time',
      'step',
      'body.one.position.x',
      'body.one.position.y',
      'body.one.position.z',
      'body.one.orientation.w',
    ]);
    expect(rows.map(([, step]) => Number(step))).toEqual(Array.from({ length: 572 }, (_, k) => Math.round(k * 10.5)));
    expect(
      rows.every((row) => row.length === heading?.length && row.every((cell) => Number.isFinite(Number(cell)))),
    ).toBe(true);
    const steps = lines('energies.csv').slice(1);
    expect(steps.length).toBe(121);
    expect(steps.at(-1)?.[1]).toBe('6000');
  });

  it('writes a trajectory with the same motion as the table', () => {
    const trajectory = new Trajectory(new Uint8Array(readFileSync(join(straight, 'trajectory.scree'))));
    expect(trajectory.header.title).toBe('Tumbling balls');
    expect(trajectory.frames.length).toBe(41);
    const rows = lines('one.csv');
    for (const index of [0, 7, 14, 21, 28]) {
      const frame = trajectory.frame(index);
      const row = rows.find(([, step]) => Number(step) === frame?.step);
      const height = (frame?.positions[2] ?? Number.NaN) + (frame?.origin[2] ?? Number.NaN);
      // float32 about an origin within centimetres.
      if (row !== undefined) expect(Math.abs(height - Number(row[4]))).toBeLessThan(1e-8);
      expect(frame?.ids.length).toBe(101);
    }
  });

  it(
    'has the same bytes with two threads',
    async () => {
      expect((await screeJson(['run', SCENE, '--out', at('threads'), '--threads', '2'])).status).toBe(0);
      expect(outputHashes(at('threads'))).toEqual(expected);
    },
    TIMEOUT_MS,
  );

  it(
    'says how it goes on, and where the result is',
    () => {
      const { status, stdout, stderr } = scree(['run', SCENE, '--out', at('told'), '--until', '2 ms']);
      expect(status).toBe(0);
      expect(stdout).toContain('Tumbling balls: finished at 2 ms, 100 steps');
      expect(stdout).toContain(`${at('told')}/bodies.pvd  (open in ParaView)`);
      expect(stderr).toMatch(/^100 % {2}step 100 of 100 .* particle-steps\/s .* contacts?\n$/);
      const quiet = scree(['run', SCENE, '--out', at('told'), '--until', '2ms', '--force', '--quiet']);
      expect(quiet).toEqual({ status: 0, stdout: '', stderr: '' });
    },
    TIMEOUT_MS,
  );
});

describe('a run that is resumed', () => {
  it(
    'is the unbroken one when it was killed, again and again',
    async () => {
      const random = new Random(SEED);
      const delay = (): number => 40 * random.next();
      let outcome = await screeKilled(['run', SCENE, '--out', at('killed')], 1, delay());
      let kills = 0;
      while (outcome.signal === 'SIGKILL' && kills < 3) {
        kills++;
        outcome = await screeKilled(
          ['resume', at('killed'), '--threads', String(1 + (kills % 2))],
          kills < 3 ? 2 : 1e9,
          delay(),
        );
      }
      expect({ kills, status: outcome.status, stderr: outcome.stderr }).toEqual({ kills: 3, status: 0, stderr: '' });
      expect({ seed: SEED, ...outputHashes(at('killed')) }).toEqual({ seed: SEED, ...expected });
    },
    TIMEOUT_MS,
  );

  it.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)(
    'is the unbroken one after %s, which writes a checkpoint',
    async (signal, code) => {
      let isSent = false;
      const stopped = await screeJson(['run', SCENE, '--out', at(signal)], ({ event }, send) => {
        if (event !== 'checkpoint' || isSent) return;
        isSent = true;
        send(signal);
      });
      expect(stopped.status).toBe(code);
      expect(stopped.stderr).toContain(`scree resume ${at(signal)} goes on from there`);
      const { step } = stopped.events.at(-1) as { step: number };
      const newest = readdirSync(join(at(signal), 'checkpoints'))
        .sort()
        .at(-1);
      expect(newest).toBe(`checkpoint-${String(step).padStart(12, '0')}.ckpt`);
      expect((await screeJson(['resume', at(signal), '--threads', '2'])).status).toBe(0);
      expect(outputHashes(at(signal))).toEqual(expected);
    },
    TIMEOUT_MS,
  );

  it(
    'leaves out a checkpoint that is cut short, and says so',
    async () => {
      await screeJson(['run', SCENE, '--out', at('cut'), '--until', '30ms']);
      const checkpoints = join(at('cut'), 'checkpoints');
      const newest = readdirSync(checkpoints).sort().at(-1) ?? '';
      truncateSync(join(checkpoints, newest), 1000);
      const { status, stderr } = await screeJson(['resume', at('cut'), '--until', '120ms']);
      expect(status).toBe(0);
      expect(stderr).toContain(`${newest}: expected`);
      expect(stderr).toContain('the file is cut short or altered; the one before is used');
      expect(outputHashes(at('cut'))).toEqual(expected);
    },
    TIMEOUT_MS,
  );

  it(
    'starts again when it had no checkpoint yet',
    async () => {
      await screeJson(['run', SCENE, '--out', at('early'), '--until', '3ms']);
      rmSync(join(at('early'), 'checkpoints'), { recursive: true });
      const { status, stderr } = await screeJson(['resume', at('early'), '--until', '120 ms']);
      expect({ status, stderr }).toEqual({
        status: 0,
        stderr: 'scree: there is no checkpoint yet: the run starts again from the beginning\n',
      });
      expect(outputHashes(at('early'))).toEqual(expected);
    },
    TIMEOUT_MS,
  );

  it('cannot end before the time it has come to', () => {
    scree(['run', SCENE, '--out', at('past'), '--until', '2ms', '--quiet']);
    const { status, stderr } = scree(['resume', at('past'), '--until', '1ms', '--threads', '2']);
    expect(status).toBe(1);
    expect(stderr).toContain('the run is at 0.002 s already; it cannot end at 0.001 s');
  });

  it(
    'is refused when its scene was altered',
    () => {
      scree(['run', SCENE, '--out', at('altered'), '--until', '1ms', '--quiet']);
      writeFileSync(join(at('altered'), 'scene.yaml'), readFileSync(SCENE, 'utf8').replace('0.4', '0.5'));
      const { status, stderr } = scree(['resume', at('altered')]);
      expect(status).toBe(1);
      expect(stderr).toContain('was altered since the run began');
    },
    TIMEOUT_MS,
  );
});

describe('the folder of a run', () => {
  it(
    'is not overwritten unless forced',
    () => {
      const refused = scree(['run', SCENE, '--out', straight]);
      expect(refused.status).toBe(1);
      expect(refused.stderr).toContain(
        `${straight}: holds a run already; scree resume ${straight} goes on with it, --force replaces it`,
      );
      expect(outputHashes(straight)).toEqual(expected);
      mkdirSync(at('mine'));
      writeFileSync(join(at('mine'), 'thesis.txt'), 'mine');
      expect(scree(['run', SCENE, '--out', at('mine')]).stderr).toContain('is not empty and holds no run');
      expect(scree(['resume', at('mine')]).stderr).toContain('holds no run, there is no manifest.json');
      expect(scree(['run', SCENE, '--out', at('mine'), '--until', '1ms', '--quiet', '--force']).status).toBe(0);
      expect(scree(['run', SCENE, '--out', at('mine'), '--until', '1ms', '--quiet', '--force']).status).toBe(0);
      expect(readFileSync(join(at('mine'), 'thesis.txt'), 'utf8')).toBe('mine');
    },
    TIMEOUT_MS,
  );

  it(
    'belongs to one program at a time',
    () => {
      scree(['run', SCENE, '--out', at('shared'), '--until', '1ms', '--quiet']);
      writeFileSync(join(at('shared'), 'lock'), `${process.pid}\n`);
      const { status, stderr } = scree(['resume', at('shared'), '--until', '2ms']);
      expect(status).toBe(1);
      expect(stderr).toContain(`is in use by process ${process.pid}`);
    },
    TIMEOUT_MS,
  );

  it(
    'gives a clear error when it cannot be written',
    () => {
      writeFileSync(at('file'), '');
      const { status, stderr } = scree(['run', SCENE, '--out', join(at('file'), 'run')]);
      expect(status).toBe(1);
      expect(stderr).toContain('a part of the path is a file, not a folder; choose another folder (ENOTDIR)');
    },
    TIMEOUT_MS,
  );

  it(
    'is left so that it can be resumed when a write fails',
    async () => {
      // Files of at most 200 KiB: without surfaces, the trajectory is the first to reach it, in the middle of a frame.
      const scene = at('no-surfaces.yaml');
      writeFileSync(scene, readFileSync(SCENE, 'utf8').replace('contacts: true', 'contacts: true, surfaces: 0'));
      const command = `ulimit -f 200; "${process.execPath}" "${PROGRAM}" run "${scene}" --out "${at('full')}" --quiet`;
      const { status, stderr } = runCommand('bash', ['-c', command]);
      expect(status).toBe(1);
      expect(stderr).toMatch(
        /cannot be written: the file has grown beyond .*; then scree resume \S+ goes on from step \d+/,
      );
      expect(readdirSync(at('full'), { recursive: true }).filter((name) => String(name).endsWith('.part'))).toEqual([]);
      const left = new Uint8Array(readFileSync(join(at('full'), 'trajectory.scree')));
      const { at: start, length } = new Trajectory(left).frames.at(-1) ?? { at: 0, length: 0 };
      expect(left.length).toBe(start + length);
      expect((await screeJson(['resume', at('full')])).status).toBe(0);
      const { 'scene.yaml': _, ...outputs } = outputHashes(at('full'));
      expect(Object.keys(outputs).length).toBeGreaterThan(60);
      expect(expected).toMatchObject(outputs);
    },
    TIMEOUT_MS,
  );
});

describe('a simulation that fails', () => {
  it(
    'ends with exit code 3, the bodies and the last good checkpoint',
    () => {
      const scene = at('soft.yaml');
      const text = readFileSync(SCENE, 'utf8')
        .replace('youngsModulus: 20 MPa', 'youngsModulus: 5 kPa')
        .replace('every: 7 ms', 'every: 1 ms');
      writeFileSync(scene, `${text}\nlimits: { overlapRatio: 0.5 }\n`);
      const { status, stderr } = scree(['run', scene, '--out', at('soft'), '--quiet']);
      expect(status).toBe(3);
      expect(stderr).toMatch(
        /^scree: step \d+, time \S+ s: body \d+ at .* overlaps a partner by .* of the smaller radius, the limit is 0\.5/,
      );
      expect(stderr).toMatch(
        /\nthe last good checkpoint is that of step \d+, .*\.ckpt; outputs hold all up to the failure\n$/,
      );
      expect(existsSync(join(at('soft'), 'lock'))).toBe(false);
    },
    TIMEOUT_MS,
  );
});
