// SPDX-License-Identifier: MIT
/** Readers of a run folder whose trajectory is whole, damaged, truncated or missing. */
import { copyFileSync, cpSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { analyseRun } from '../../cli/commands/analyse-run.ts';
import { ServedRun } from '../../server/served-run.ts';
import { compareRuns } from '../compare/compare-runs.ts';
import { exportRun } from '../export/export-run.ts';
import { ALL_FRAMES } from '../export/exported-run.ts';
import type { Run } from '../run.ts';
import { readAnyBodies } from '../scenes/run-bodies.ts';
import { runToEnd } from '../time/run-loop.ts';
import { readManifest } from './read-manifest.ts';
import { resumeRun, startRun } from './run-on-disk.ts';
import { openRunTrajectory } from './run-trajectory.ts';

/** Steps of 70 us: the step nearest to 50 ms is at 49.98 ms, that nearest to 80 ms at 80.01 ms. */
const SCENE = `title: Two balls
materials: { glass: { density: 2500, youngsModulus: 1 MPa, poissonsRatio: 0.3, restitution: 0.5 } }
law: { normal: hertz }
shapes: { ball: { sphere: { radius: 5 mm } } }
bodies:
  - { shape: ball, material: glass, position: [0, 0, 6 mm] }
  - { shape: ball, material: glass, position: [20 mm, 0, 30 mm] }
halfSpaces: { floor: { normal: [0, 0, 1], material: glass } }
gravity: [0, 0, -9.81]
time: { duration: 100 ms, timeStep: 70 us }
`;
const OUTPUTS = `outputs:
  trajectory: { every: 10 ms }
  csv: { places: { every: 10 ms, quantities: ['count.bodies'] } }
`;
const OPTIONS = { program: 'test', date: () => 'now' };
const FRAMES = 11;

let folder = '';
const at = (...names: string[]): string => join(folder, ...names);

async function toEnd(run: Run, until = 1): Promise<void> {
  const isStopWanted = (): boolean => run.loop.position >= until * run.lastPosition;
  const hooks = { now: () => 0, onSlice() {}, onCheckpoint() {}, onWarning() {}, isStopWanted, mostSteps: () => 50 };
  await runToEnd(run, { ...hooks, rest: async () => {} });
  run.close();
}

/** A copy of the whole run whose trajectory is altered. */
function altered(name: string, alter: (path: string, bytes: Buffer) => void): string {
  const copy = at(name);
  cpSync(at('whole'), copy, { recursive: true });
  const path = join(copy, 'trajectory.scree');
  alter(path, readFileSync(path));
  return copy;
}

const startOf = (frame: number): number => {
  const trajectory = openRunTrajectory(at('whole'), readManifest(at('whole')));
  trajectory.close();
  return trajectory.frames[frame]?.at ?? 0;
};

const flip = (byte: number) => (path: string, bytes: Buffer) => {
  bytes[byte] = bytes[byte] ^ 8;
  writeFileSync(path, bytes);
};

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'scree-trajectory-'));
  writeFileSync(at('recorded.yaml'), SCENE + OUTPUTS);
  writeFileSync(at('bare.yaml'), SCENE);
  writeFileSync(
    at('table.yaml'),
    `${SCENE}outputs:\n  csv: { counts: { every: 10 ms, quantities: [count.bodies] } }\n`,
  );
  await toEnd(await startRun(at('recorded.yaml'), at('whole'), OPTIONS));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('the trajectory of a run that has ended', () => {
  it('has its number of frames in the manifest, also after a stop and a resume', async () => {
    expect(readManifest(at('whole')).trajectoryFrames).toBe(FRAMES);
    await toEnd(await startRun(at('recorded.yaml'), at('stopped'), OPTIONS), 0.4);
    expect(readManifest(at('stopped')).trajectoryFrames).toBe(5);
    const run = await resumeRun(at('stopped'), OPTIONS);
    expect(readManifest(at('stopped')).trajectoryFrames).toBeUndefined();
    await toEnd(run);
    expect(readManifest(at('stopped')).trajectoryFrames).toBe(FRAMES);
    expect(readFileSync(at('stopped', 'trajectory.scree'))).toEqual(readFileSync(at('whole', 'trajectory.scree')));
  });

  it('that is truncated between two frames is recognised by every reader', async () => {
    const cut = altered('cut', (path) => truncateSync(path, startOf(7)));
    const problem = `frames 7 to 10 are missing: the run recorded 11 frames, the file ends at byte ${startOf(7)}`;
    const exported = await exportRun(cut, { to: 'csv', selection: ALL_FRAMES });
    expect(exported.frames).toBe(7);
    expect(exported.problem).toContain(problem);
    expect(analyseRun(cut, {}).problem).toContain(problem);
    const { problems, part, compared } = await compareRuns(at('whole'), cut, 0);
    expect([problems.length, part, compared]).toEqual([1, undefined, 8]);
    expect(problems[0]).toContain(problem);
    const served = new ServedRun(cut);
    expect(served.notes()[0]).toContain(problem);
    rmSync(join(cut, 'checkpoints'), { recursive: true });
    expect(() => readAnyBodies(folder, 'cut', undefined)).toThrow('the last frame is lost; use frame: 6, the last');
    expect(readAnyBodies(folder, 'cut', 6).count).toBe(2);
    expect(() => readAnyBodies(folder, 'cut', 9)).toThrow('cut: frame 9 is damaged');
  });

  it('with a damaged frame provides all others, with their numbers', { tags: ['long'] }, async () => {
    const damaged = altered('damaged', flip(startOf(4) + 9));
    const exported = await exportRun(damaged, { to: 'csv', selection: { from: 3, to: 7, every: 1 } });
    expect(exported.frames).toBe(3);
    expect(exported.problem).toContain('frame 4 is lost');
    const steps = readFileSync(join(damaged, 'export/csv/bodies.csv'), 'utf8')
      .split('\n')
      .slice(1, -1)
      .map((line) => Number(line.split(',')[1]));
    expect([...new Set(steps)]).toEqual([429, 714, 857]);
    const { text, problem } = analyseRun(damaged, { quantity: ['count'] });
    expect(text.trim().split('\n')).toHaveLength(FRAMES);
    expect(problem).toContain(`bytes ${startOf(4)} to ${startOf(5) - 1} are damaged: frame 4 is lost`);
    const spoilt = altered('spoilt', flip(startOf(4) + 90));
    const all = await exportRun(spoilt, { to: 'hdf5', selection: ALL_FRAMES });
    expect([all.frames, all.problem?.split('\n').length]).toEqual([10, 2]);
    expect(new ServedRun(damaged).notes()[0]).toContain('10 of 11 frames can be read');
  });

  it('with a damaged header is read with a header from the copy of the scene', async () => {
    const damaged = altered('headless', flip(40));
    const { text, problem } = analyseRun(damaged, { quantity: ['count'] });
    expect(text).toBe(analyseRun(at('whole'), { quantity: ['count'] }).text);
    expect(problem).toContain('11 frames can be read\n  the header, bytes 0 to');
    const trajectory = openRunTrajectory(damaged, readManifest(damaged));
    trajectory.close();
    expect(trajectory.header).toEqual(openRunTrajectory(at('whole'), readManifest(at('whole'))).header);
    copyFileSync(join(damaged, 'trajectory.scree'), at('alone.scree'));
    expect(() => readAnyBodies(folder, 'alone.scree', 1)).toThrow('open the run folder instead');
  });
});

describe('a range of time', () => {
  const times = (text: string): number[] =>
    text
      .trim()
      .split('\n')
      .slice(1)
      .map((line) => Number(line.split(',')[0]));

  it('includes the frames recorded for its ends, up to half a step before or after', () => {
    const measured = times(analyseRun(at('whole'), { quantity: ['count'], from: 0.05, until: 0.08 }).text);
    expect(measured.map((time) => Math.round(1000 * time))).toEqual([50, 60, 70, 80]);
    expect(measured[0]).toBeLessThan(0.05);
    expect(measured[3]).toBeGreaterThan(0.08);
    const written = times(analyseRun(at('whole'), { table: 'places', from: 0.05, until: 0.08 }).text);
    expect(written).toEqual(measured);
    expect(times(analyseRun(at('whole'), { quantity: ['count'], from: 0.0501, until: 0.0799 }).text)).toHaveLength(2);
  });
});

describe('a run without a trajectory', () => {
  it('says which lines to add to the scene', async () => {
    await toEnd(await startRun(at('bare.yaml'), at('bare'), OPTIONS));
    await toEnd(await startRun(at('table.yaml'), at('table'), OPTIONS));
    const lines = 'outputs:\n  trajectory: { every: 500 us }';
    const wanted = `${at('bare')}: the run recorded no trajectory; add to ${at('bare.yaml')}, then run it again:\n${lines}`;
    await expect(exportRun(at('bare'), { to: 'csv', selection: ALL_FRAMES })).rejects.toThrow(wanted);
    expect(() => analyseRun(at('bare'), {})).toThrow(wanted);
    expect(new ServedRun(at('bare')).notes()).toEqual([wanted]);
    expect(new ServedRun(at('bare')).describe().noTrajectory).toBe(wanted);
    // A second entry "outputs" would be refused.
    expect(() => analyseRun(at('table'), {})).toThrow(`add the second line below "outputs:" in ${at('table.yaml')}`);
    writeFileSync(at('again.yaml'), `${SCENE}${lines}\n`);
    await toEnd(await startRun(at('again.yaml'), at('again'), { ...OPTIONS, until: 0.01 }));
    expect(readManifest(at('again')).trajectoryFrames).toBe(21);
  });
});
