// SPDX-License-Identifier: MIT
/** The real program, run as a user runs it: what goes in, what comes out, how it ends. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { ROOT } from '../source-files.ts';
import { PROGRAM, runCommand, scree } from '../support/built-program.ts';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'scree-command-line-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const sphere = { shape: { sphere: { radius: 1 } } };
const spheresApart = (id: unknown, gap: number): string =>
  JSON.stringify({ id, a: sphere, b: { ...sphere, pose: { position: [2 + gap, 0, 0] } } });

const answersOf = (stdout: string): Record<string, unknown>[] =>
  stdout
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line));

describe('scree contact', () => {
  it('answers one line for each line, in order, with the documented keys', () => {
    const path = join(folder, 'pairs.jsonl');
    writeFileSync(path, `${spheresApart('x', 0.5)}\n${spheresApart(7, 0)}\n${spheresApart(null, -0.25)}\n`);
    const { status, stdout, stderr } = scree(['contact', path]);
    const answers = answersOf(stdout);
    expect(answers.map(({ id, distance }) => [id, distance])).toEqual([
      ['x', 0.5],
      [7, 0],
      [null, -0.25],
    ]);
    expect(Object.keys(answers[0] ?? {})).toEqual([
      'id',
      'distance',
      'normal',
      'pointOnA',
      'pointOnB',
      'lower',
      'upper',
      'type',
      'status',
      'gjkIterations',
      'epaIterations',
    ]);
    expect(answers[0]).toMatchObject({
      normal: [1, 0, 0],
      pointOnA: [1, 0, 0],
      pointOnB: [1.5, 0, 0],
      status: 'converged',
    });
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  });

  it('reads standard input for -', () => {
    const { status, stdout } = scree(['contact', '-'], spheresApart('last line without an end', 1));
    expect(answersOf(stdout)).toMatchObject([{ id: 'last line without an end', distance: 1 }]);
    expect(status).toBe(0);
  });

  it('answers the other lines when one cannot be answered, and exits with 1', () => {
    const lines = [
      spheresApart('good', 1),
      '',
      '{"id": 1,',
      '[]',
      '{"id":"no b","a":{"shape":{"sphere":{"radius":1}}}}',
      '{"id":"negative","a":{"shape":{"sphere":{"radius":-1}}},"b":{"shape":{"sphere":{"radius":1}}}}',
      '{"id":"planar","a":{"shape":{"disc":{"radius":1}}},"b":{"shape":{"disc":{"radius":1}},"pose":{"position":[5,0]}}}',
      '{"id":"mixed","a":{"shape":{"disc":{"radius":1}}},"b":{"shape":{"sphere":{"radius":1}}}}',
      '{"id":"mesh","a":{"shape":{"sphere":{"radius":1}}},"b":{"shape":{"mesh":{"vertices":[],"facets":[]}}}}',
      '{"id":"turned","a":{"shape":{"sphere":{"radius":1}},"pose":{"orientaton":[1,0,0,0]}},"b":{"shape":{"sphere":{"radius":1}}}}',
      spheresApart('good again', 2),
    ];
    const { status, stdout, stderr } = scree(['contact', '-'], `${lines.join('\n')}\n`);
    expect(answersOf(stdout)).toMatchObject([
      { id: 'good', distance: 1 },
      { id: null, error: expect.stringMatching(/^line 3: not JSON: /) },
      { id: null, error: 'line 4: expected {"id":…,"a":{…},"b":{…}}, got an array of 0' },
      { id: 'no b', error: 'line 5: b: expected an object with shape, pose, got nothing' },
      { id: 'negative', error: expect.stringMatching(/^line 6: a\.shape.*radius: expected .* > 0, got -1$/) },
      { id: 'planar', distance: 3, normal: [1, 0], pointOnA: [1, 0] },
      { id: 'mixed', error: expect.stringContaining('a.shape.disc is planar and b.shape.sphere is not') },
      { id: 'mesh', error: expect.stringMatching(/^line 9: b\.shape\.mesh/) },
      {
        id: 'turned',
        error: 'line 10: a.pose.orientaton: unknown key; did you mean orientation?; allowed: position, orientation',
      },
      { id: 'good again', distance: 2 },
    ]);
    expect({ status, stderr }).toEqual({ status: 1, stderr: '' });
  });

  it('adds the corners of the contact patch on request', () => {
    const cube = { shape: { box: { halfExtents: [1, 1, 1] } } };
    const stack = JSON.stringify({ a: cube, b: { ...cube, pose: { position: [0.5, 0, 2] } } });
    const [{ manifold } = {}] = answersOf(scree(['contact', '-', '--manifold'], stack).stdout);
    const corners = [-0.5, 1].flatMap((x) =>
      [-1, 1].map((y) => ({ pointOnA: [x, y, 1], pointOnB: [x, y, 1], distance: 0 })),
    );
    expect(manifold).toHaveLength(corners.length);
    expect(manifold).toEqual(expect.arrayContaining(corners));
    expect(answersOf(scree(['contact', '-'], stack).stdout)[0]).not.toHaveProperty('manifold');
  });

  it('mentions an unknown key of a line once, and answers', () => {
    const line = JSON.stringify({ ...JSON.parse(spheresApart(1, 1)), tag: 'x' });
    const { status, stdout, stderr } = scree(['contact', '-'], `${line}\n${line}\n`);
    expect(answersOf(stdout)).toMatchObject([{ distance: 1 }, { distance: 1 }]);
    expect({ status, stderr }).toEqual({
      status: 0,
      stderr: 'scree: line 1: unknown key "tag" ignored, here and below\n',
    });
  });

  it('shows a stack only with --verbose', () => {
    expect(scree(['contact', '-'], '[]\n').stderr).toBe('');
    expect(scree(['contact', '-', '--verbose'], '[]\n').stderr).toMatch(/\n {4}at /);
  });

  it('says which file cannot be read, and exits with 1', () => {
    expect(scree(['contact', 'nowhere.jsonl'])).toEqual({
      status: 1,
      stdout: '',
      stderr: 'scree: nowhere.jsonl: cannot be read: no such file or directory\n',
    });
    expect(scree(['contact', folder])).toMatchObject({ status: 1, stderr: expect.stringContaining('directory') });
  });

  it('answers a line while the next has not been written', async () => {
    const child = spawn(process.execPath, [PROGRAM, 'contact', '-']);
    child.stdin.write(`${spheresApart('ping', 1)}\n`);
    const [answer] = await once(child.stdout, 'data');
    expect(answersOf(String(answer))).toMatchObject([{ id: 'ping', distance: 1 }]);
    child.stdin.end();
    expect(await once(child, 'close')).toEqual([0, null]);
  });

  it('stops quietly when its reader has seen enough', () => {
    const path = join(folder, 'many.jsonl');
    writeFileSync(path, `${spheresApart('x', 0.5)}\n`.repeat(50_000));
    const { status, stdout, stderr } = runCommand('bash', [
      '-c',
      `set -o pipefail; "${process.execPath}" "${PROGRAM}" contact "${path}" | head -n 1`,
    ]);
    expect({ status, stderr, lines: answersOf(stdout).length }).toEqual({ status: 0, stderr: '', lines: 1 });
    // What is written when nobody reads any more.
    const help = runCommand('bash', [
      '-c',
      `"${process.execPath}" "${PROGRAM}" --help | true; echo "\${PIPESTATUS[0]}"`,
    ]);
    expect(help).toEqual({ status: 0, stderr: '', stdout: '0\n' });
  });

  it('needs no more memory for a long file', { tags: ['thorough'] }, () => {
    // 200,000 pairs are 20 MB in and 40 MB out, more than a heap of 24 MB could hold.
    const path = join(folder, 'long.jsonl');
    writeFileSync(path, `${spheresApart('x', 0.5)}\n`.repeat(200_000));
    const { status, stdout } = runCommand('bash', [
      '-c',
      `set -o pipefail; "${process.execPath}" --max-old-space-size=24 "${PROGRAM}" contact "${path}" | wc -l`,
    ]);
    expect({ status, lines: Number(stdout) }).toEqual({ status: 0, lines: 200_000 });
  });
});

describe('scree', () => {
  it('exits with 2 on wrong usage and says what is known', () => {
    expect(scree(['contact', '-', '--algorithm', 'magic'])).toMatchObject({
      status: 2,
      stdout: '',
      stderr: expect.stringMatching(/argument 'magic' is invalid\. Allowed choices are .*gjk-epa/),
    });
    expect(scree(['contact']).status).toBe(2);
    expect(scree(['contact', '-', '--fast']).status).toBe(2);
    expect(scree(['touch']).status).toBe(2);
    expect(scree([]).status).toBe(2);
  });

  it('accepts the algorithm by name', () => {
    const { status, stdout } = scree(['contact', '-', '--algorithm', 'gjk-epa'], spheresApart(1, 0.5));
    expect(status).toBe(0);
    expect(answersOf(stdout)[0]?.distance).toBeCloseTo(0.5, 9);
  });

  it('prints help with an example that works', () => {
    const { status, stdout } = scree(['--help']);
    expect(status).toBe(0);
    const example = /\$ (echo .*)/.exec(stdout)?.[1] ?? '';
    const ran = runCommand('bash', ['-c', example.replace('| scree', `| "${process.execPath}" "${PROGRAM}"`)]);
    expect(answersOf(ran.stdout)[0]?.distance).toBeCloseTo(-0.1, 12);
  });

  it('prints its version', () => {
    expect(scree(['--version'])).toEqual({ status: 0, stdout: `${manifest.version}\n`, stderr: '' });
  });

  it('runs by npx in the checkout', () => {
    expect(runCommand('npx', ['scree', '--version'], { cwd: ROOT })).toMatchObject({
      status: 0,
      stdout: `${manifest.version}\n`,
    });
  });
});

describe('scree gallery', () => {
  it('prints a table in which every pair has converged', () => {
    const { status, stdout, stderr } = scree(['gallery']);
    const rows = stdout.split('\n\n')[0]?.split('\n').slice(1) ?? [];
    expect(rows.length).toBeGreaterThanOrEqual(12);
    expect(rows.filter((row) => !row.endsWith('  converged'))).toEqual([]);
    expect(stdout).not.toMatch(/NaN|Infinity|undefined/);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  });
});
