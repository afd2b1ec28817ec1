// SPDX-License-Identifier: MIT
/**
 * Runs in which bodies appear, through the real program: with the same bytes for any number of threads and whatever
 * ends them.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { outputHashes, screeJson } from '../../scripts/run-folders.mjs';
import { Trajectory } from '../../src/io/trajectory/trajectory.ts';
import { ROOT } from '../source-files.ts';
import { scree } from '../support/built-program.ts';
import { runKilledTwice } from '../support/killed-run.ts';

const SCENE = join(ROOT, 'tests/support/rain.yaml');
/** A run takes about a second; on a busy machine many times that. */
const TIMEOUT_MS = 240_000;
const SEED = Number(process.env.TEST_SEED ?? 20_261_115);

let folder = '';
let expected: Readonly<Record<string, string>> = {};
let events: Record<string, unknown>[] = [];
const at = (name: string): string => join(folder, name);

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'scree-rain-'));
  ({ events } = await screeJson(['run', SCENE, '--out', at('straight')]));
  expected = outputHashes(at('straight'));
}, TIMEOUT_MS);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('a run with insertions', () => {
  it('has more and more bodies, of many sizes', () => {
    const rows = readFileSync(join(at('straight'), 'filling.csv'), 'utf8')
      .trimEnd()
      .split('\n')
      .slice(1);
    const counts = rows.map((row) => Number(row.split(',')[2]));
    expect(counts[0]).toBeGreaterThan(12);
    expect(counts.every((count, k) => count >= (counts[k - 1] ?? 0))).toBe(true);
    expect(counts.at(-1)).toBeGreaterThan(60);
    const trajectory = new Trajectory(new Uint8Array(readFileSync(join(at('straight'), 'trajectory.scree'))));
    const { ids, scales } = trajectory.frame(trajectory.frames.length - 1) ?? {};
    expect(ids?.length).toBe(counts.at(-1));
    expect(scales?.slice(0, 12)).toEqual(new Float32Array(12).fill(1));
    expect(new Set(scales).size).toBeGreaterThan(40);
    expect(Math.min(...(scales ?? []))).toBeGreaterThanOrEqual(0.5);
    expect(Math.max(...(scales ?? []))).toBeLessThanOrEqual(Math.fround(1.6));
  });

  it('says once, in the log too, that bodies wait for a place', () => {
    const warnings = events.filter(({ event }) => event === 'warning').map(({ message }) => message);
    const waiting = /^time \S+ s: insertion rain: .* for a place, \d+ inserted so far; enlarge the region/;
    expect(warnings.filter((message) => waiting.test(String(message)))).toHaveLength(1);
    const log = readFileSync(join(at('straight'), 'log.txt'), 'utf8');
    expect(log.match(/warning: time \S+ s: insertion rain: /g)).toHaveLength(1);
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
    'is the unbroken one when it was killed, and killed again',
    async () => {
      expect(await runKilledTwice(SCENE, at('killed'), SEED)).toEqual({ kills: 2, status: 0 });
      expect({ seed: SEED, ...outputHashes(at('killed')) }).toEqual({ seed: SEED, ...expected });
    },
    TIMEOUT_MS,
  );

  it(
    'does not start when what should be there at the start does not fit',
    () => {
      const scene = at('crowded.yaml');
      writeFileSync(scene, readFileSync(SCENE, 'utf8').replace('count: 12', 'count: 500'));
      const { status, stderr } = scree(['run', scene, '--out', at('crowded')]);
      expect(status).toBe(1);
      expect(stderr).toMatch(/insertions\[0\] "first": \d+ of 500 bodies fitted, porosity 0\.\d+ of the region; /);
    },
    TIMEOUT_MS,
  );

  it(
    'warns of an overlap above 5 % of the radius, with body, time and number, and again when it has doubled',
    () => {
      const scene = at('soft.yaml');
      writeFileSync(scene, readFileSync(SCENE, 'utf8').replace('youngsModulus: 20 MPa', 'youngsModulus: 100 kPa'));
      const { status, stderr } = scree(['run', scene, '--out', at('soft')]);
      expect(status).toBe(0);
      const warning =
        /warning: step \d+, time \S+ s: body \d+ overlaps a partner by (\S+) % of the smaller radius; above 5 %/g;
      const found = [...stderr.matchAll(warning)].map(([, percent]) => Number(percent));
      expect(found.length).toBeGreaterThan(1);
      expect(found.length).toBeLessThanOrEqual(5);
      // Numbers of three digits.
      for (const [k, percent] of found.slice(1).entries())
        expect(percent).toBeGreaterThan(1.98 * (found[k] ?? Infinity));
      expect(readFileSync(join(at('soft'), 'log.txt'), 'utf8').match(warning)).toHaveLength(found.length);
    },
    TIMEOUT_MS,
  );
});
