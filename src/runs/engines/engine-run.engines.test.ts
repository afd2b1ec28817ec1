// SPDX-License-Identifier: MIT
/** Runs of a scene file in LAMMPS and LIGGGHTS: the folder, a stop, and going on. */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { scree } from '../../../tests/support/built-program.ts';
import { compareRuns } from '../compare/compare-runs.ts';
import { readManifest } from '../folder/read-manifest.ts';
import { resumeRun, startRun } from '../folder/run-on-disk.ts';
import type { Run } from '../run.ts';
import { runToEnd } from '../time/run-loop.ts';

const root = mkdtempSync(join(tmpdir(), 'scree-engine-run-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const SCENE = 'examples/settling-bed.yaml';
const OPTIONS = { program: 'test', date: () => '2026-01-01T00:00:00.000Z', until: 0.04 };

/** Takes a run to its end, or stops it once it has come to a step. */
async function complete(run: Run, stopAt = Infinity): Promise<boolean> {
  try {
    return await runToEnd(run, {
      now: () => performance.now(),
      onSlice: () => {},
      onCheckpoint: () => {},
      onWarning: () => {},
      isStopWanted: () => run.loop.position >= stopAt,
      rest: async () => {},
      mostSteps: () => 500,
    });
  } finally {
    run.close();
  }
}

describe('a run in an engine', () => {
  it.each(['lammps', 'liggghts'] as const)('of %s can be stopped, resumed and compared with ours', async (name) => {
    const folder = join(root, name);
    const engine = { name, ranks: 2 };
    expect(await complete(await startRun(SCENE, folder, { ...OPTIONS, engine }), 1000)).toBe(false);
    expect(await complete(await resumeRun(folder, OPTIONS))).toBe(true);
    const manifest = readManifest(folder);
    expect(manifest.engine).toMatchObject({ name, ranks: 2 });
    expect(manifest.engine?.version).toMatch(/LAMMPS|LIGGGHTS/);
    expect(manifest.engine?.differences.length).toBeGreaterThan(0);
    expect(manifest.trajectoryFrames).toBe(3);
    expect(existsSync(join(folder, 'engine', 'in.scene'))).toBe(true);
    // The heading and a line for 0, 10, 20, 30 and 40 ms.
    const table = readFileSync(join(folder, 'bed.csv'), 'utf8').trim().split('\n');
    expect(table).toHaveLength(6);
    expect(table.join('\n')).not.toMatch(/NaN/);
    const own = join(root, `ours-${name}`);
    expect(await complete(await startRun(SCENE, own, OPTIONS))).toBe(true);
    // The start is the same to the bit; then friction differs.
    const { common, agree } = await compareRuns(folder, own, 0);
    expect(common).toBe(3);
    expect(agree?.step).toBe(0);
  });

  it('by the program prints its events as JSON, with the engine, also when it goes on or cannot begin', () => {
    const folder = join(root, 'json');
    const eventsOf = (args: readonly string[]): { readonly event: string; readonly [key: string]: unknown }[] =>
      scree([...args, '--json'])
        .stdout.trim()
        .split('\n')
        .map((line) => JSON.parse(line));
    const start = ['run', SCENE, '--out', folder, '--engine', 'lammps', '--ranks', '2'];
    const engine = {
      name: 'lammps',
      ranks: 2,
      version: expect.stringMatching(/^LAMMPS/),
      differences: expect.any(Array),
    };
    const events = eventsOf([...start, '--until', '0.01 s']);
    expect(events[0]).toMatchObject({ event: 'started', folder, until: 0.01, engine });
    expect(events.at(-1)).toMatchObject({
      event: 'finished',
      time: expect.closeTo(0.01, 9),
      outputs: expect.any(Array),
    });
    const more = eventsOf(['resume', folder, '--until', '0.02 s']);
    expect(more[0]).toMatchObject({ event: 'started', engine });
    expect(more.at(-1)).toMatchObject({ event: 'finished', time: expect.closeTo(0.02, 9) });
    expect(eventsOf(start)).toMatchObject([{ event: 'failed', code: 'run-exists' }]);
    const other = ['run', SCENE, '--out', join(root, 'other'), '--engine', 'lammps', '--launcher', '/none/mpirun'];
    expect(eventsOf(other)).toMatchObject([
      { event: 'failed', code: 'no-launcher', error: expect.stringMatching(/\/none\/mpirun cannot be started/) },
    ]);
  });

  it('refuses what the engine cannot do at its line, before it writes anything', async () => {
    const folder = join(root, 'refused');
    const engine = { name: 'lammps', ranks: 1 } as const;
    const started = startRun('examples/rotating-drum.yaml', folder, { ...OPTIONS, engine });
    await expect(started).rejects.toThrow(/rotating-drum\.yaml:\d+:\d+ meshes\.\S+: not with LAMMPS: meshes/);
    await expect(started).rejects.toThrow(/run without --engine/);
    expect(existsSync(folder)).toBe(false);
  });
});
