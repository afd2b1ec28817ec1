// SPDX-License-Identifier: MIT
/** Runs with variable steps through the real program: the same files, checkpoints and exit codes as with fixed ones. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { outputHashes, screeJson, screeKilled } from '../../scripts/run-folders.mjs';
import { ROOT } from '../source-files.ts';
import { scree } from '../support/built-program.ts';

const SCENE = join(ROOT, 'tests/support/bouncing-bodies.yaml');
/** A run takes about two seconds; on a busy machine many times that. */
const TIMEOUT_MS = 240_000;

let folder = '';
let straight = '';
let expected: Readonly<Record<string, string>> = {};
let events: readonly Readonly<Record<string, unknown>>[] = [];
const at = (name: string): string => join(folder, name);

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'scree-events-'));
  straight = at('straight');
  events = (await screeJson(['run', SCENE, '--out', straight])).events;
  expected = outputHashes(straight);
}, TIMEOUT_MS);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function table(name: string): Record<string, string>[] {
  const [heading = '', ...rows] = readFileSync(join(straight, name), 'utf8').trimEnd().split('\n');
  const names = heading.split(',');
  return rows.map((row) => Object.fromEntries(row.split(',').map((cell, i) => [names[i], cell])));
}

describe('a run with variable steps', () => {
  it('writes its events with names and numbers', () => {
    const events = table('events.csv');
    const ball = events.find(({ a }) => a === 'ball');
    expect(ball).toMatchObject({ event: 'begin', b: 'floor', 'normal.z': '-1' });
    // A fall by 10 cm; the tolerance of the scene is 1e-5 of bodies of 10 cm.
    expect(Number(ball?.time)).toBeCloseTo(Math.sqrt(0.2 / 9.81), 5);
    expect(Number(ball?.approach)).toBeCloseTo(Math.sqrt(2 * 9.81 * 0.1), 4);
    expect(events.some(({ a, b }) => a === 'hinge' && b === 'high stop')).toBe(true);
    const times = events.map(({ time }) => Number(time));
    expect(times).toEqual([...times].sort((p, q) => p - q));
  });

  it('writes moments at the very times asked for', () => {
    const rows = table('one.csv');
    expect(rows).toHaveLength(134);
    expect(rows.map(({ time }) => time)).toEqual(rows.map((_, k) => String(Number((0.003 * k).toPrecision(15)))));
    const [, , third] = rows;
    // In flight: 9.81 t^2 / 2.
    expect(Number(third?.['body.ball.position.z'])).toBeCloseTo(0.15 - 0.5 * 9.81 * 0.006 ** 2, 9);
    expect(outputHashes(straight)).toHaveProperty(['contacts.csv']);
  });

  it(
    'goes on after a kill and after an earlier end with the bytes of an unbroken one',
    async () => {
      const broken = at('broken');
      let outcome = await screeKilled(['run', SCENE, '--out', broken], 2, 10);
      for (let kills = 0; outcome.signal === 'SIGKILL' && kills < 2; kills++) {
        outcome = await screeKilled(['resume', broken], 3, 15);
      }
      if (outcome.signal !== null) outcome = await screeJson(['resume', broken]);
      expect(outcome.status).toBe(0);
      expect(outputHashes(broken)).toEqual(expected);
      const extended = at('extended');
      await screeJson(['run', SCENE, '--out', extended, '--until', '151 ms']);
      expect((await screeJson(['resume', extended, '--until', '0.4 s'])).status).toBe(0);
      expect(outputHashes(extended)).toEqual(expected);
      const { stdout, status } = scree(['compare', straight, extended]);
      expect(status).toBe(0);
      expect(stdout).toMatch(/agree at all \d+ common moments, up to step \d+, time 0.4 s/);
    },
    TIMEOUT_MS,
  );

  it('is exported and analysed like any other', () => {
    expect(scree(['export', straight, '--to', 'csv']).status).toBe(0);
    const text = readFileSync(join(straight, 'export/csv/bodies.csv'), 'utf8');
    expect(text.split('\n').length).toBe(2 + 3 * 81);
    expect(scree(['analyse', straight, '--quantity', 'count']).stdout.trimEnd().split('\n').length).toBe(82);
  });

  it('tells how it goes on', () => {
    const last = events.filter(({ event }) => event === 'progress').at(-1);
    expect(last).toMatchObject({ time: 0.4, until: 0.4, bodies: 3, events: table('events.csv').length });
    expect(Number.isFinite(last?.energy)).toBe(true);
  });

  it('ends with exit code 3 and says who is to blame when it cannot go on', () => {
    const limits = [
      ['steps', 'integrator.variable.mostSteps=40', /the limit of steps was reached.*allow more with integrator/],
      ['storm', 'integrator.variable.storm={events: 2, within: 1 s}', /begin and end their contact again and again/],
    ] as const;
    for (const [name, setting, message] of limits) {
      const { status, stderr } = scree(['run', SCENE, '--out', at(name), '--set', setting]);
      expect(status).toBe(3);
      expect(stderr).toMatch(message);
      expect(stderr).toMatch(/time 0\.\d+ s, step \d+/);
      expect(stderr).toMatch(/the last good checkpoint is that of step \d+/);
    }
  });

  it('takes one thread, and refuses what it does not know at its place', () => {
    const threads = scree(['run', SCENE, '--out', at('threads'), '--threads', '2']);
    expect(threads.status).toBe(1);
    expect(threads.stderr).toMatch(/variable steps use one thread, got 2/);
    const wrong = at('wrong.yaml');
    writeFileSync(wrong, `include: ${SCENE}\ndomain: { min: [-1, -1, -1], max: [1, 1, 1], periodic: [x] }\n`);
    const { status, stderr } = scree(['check', wrong]);
    expect(status).toBe(1);
    expect(stderr).toMatch(/wrong.yaml:2:9 domain: with variable steps there are no bounds and no periodic directions/);
  });

  it('is checked before it is run', () => {
    const { stdout, status } = scree(['check', SCENE]);
    expect(status).toBe(0);
    expect(stdout).toMatch(/pieces {8}3 convex ones that move, 1 that stand still: 6 pairs that may touch/);
    expect(stdout).toMatch(/joint {9}hinge: revolute, arm on world/);
    expect(stdout).toMatch(/law {11}rubber-rubber: point 5 kN\/m, line 1 MN\/m2, volume 10 MN\/m3, restitution 0.7/);
    expect(stdout).toMatch(/no warnings/);
  });
});
