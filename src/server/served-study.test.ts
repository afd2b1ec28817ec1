// SPDX-License-Identifier: MIT
/** A study in the studio's server: its rows, its plots and its runs, and nothing else of its folder. */
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeSampleRun } from '../../tests/support/sample-run.ts';
import { STUDY_FORMAT } from '../studies/plan/study-folder.ts';
import { ServedStudy, type StudyDescription } from './served-study.ts';
import { type StudioServer, startStudioServer } from './studio-server.ts';

const ID = '00000000000000aa';
const FAILED = '00000000000000bb';
const OTHER = '00000000000000cc';
let folder = '';
let study = '';
let server: StudioServer;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'scree-served-study-'));
  study = join(folder, 'friction');
  for (const name of ['plots', 'cases', 'app']) mkdirSync(join(study, name), { recursive: true });
  const cases = [ID, FAILED].map((id, point) => ({ id, scene: 'scene', point, seed: 1, settings: [] }));
  const manifest = {
    ...STUDY_FORMAT,
    title: 'Friction',
    parameters: ['friction'],
    units: { parameters: [''], results: ['deg'] },
    scenes: { scene: {} },
    results: [{ name: 'angle', scene: 'scene' }],
    points: [[0.1], [0.2]],
    cases,
  };
  writeFileSync(join(study, 'study.json'), JSON.stringify(manifest));
  const record = { notes: [], measured: '' };
  writeFileSync(
    join(study, 'cases', `${ID}.json`),
    JSON.stringify({ ...record, id: ID, state: 'done', results: { angle: 20 } }),
  );
  writeFileSync(
    join(study, 'cases', `${FAILED}.json`),
    JSON.stringify({ ...record, id: FAILED, state: 'failed', results: {}, notes: ['too fast'] }),
  );
  writeSampleRun(join(study, 'runs', ID), 2);
  writeSampleRun(join(study, 'runs', OTHER), 2);
  writeFileSync(join(study, 'plots', 'angle-over-friction.svg'), '<svg/>');
  writeFileSync(join(folder, 'secret.svg'), 'secret');
  symlinkSync(join(folder, 'secret.svg'), join(study, 'plots', 'linked.svg'));
  server = await startStudioServer({ appFolder: join(study, 'app'), port: 0, study: new ServedStudy(study) });
});

afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

const ask = (path: string): Promise<Response> => fetch(`${server.url}api/${path}`);

describe('a served study', () => {
  it('has a row for each point and seed, with state, results and the run that it opens', async () => {
    const described = (await (await ask('study')).json()) as StudyDescription;
    expect(described).toMatchObject({
      title: 'Friction',
      parameters: [{ name: 'friction', unit: '' }],
      results: [{ name: 'angle', unit: 'deg' }],
      plots: ['angle-over-friction.svg'],
    });
    expect(described.rows).toMatchObject([
      { values: [0.1], results: [20], state: 'done', runs: [{ id: ID, isOpenable: true }] },
      { values: [0.2], results: [null], state: 'failed', notes: ['too fast'], runs: [{ isOpenable: false }] },
    ]);
    expect(await (await ask('studio')).json()).toEqual({ hasRun: false, hasStudy: true, reports: [] });
  });

  it('serves the run that a request names, and none that the study does not have', async () => {
    expect(await (await ask(`run?run=${ID}`)).json()).toMatchObject({ manifest: { title: 'Sample' } });
    expect(await (await ask(`trajectory?from=0&run=${ID}`)).json()).toMatchObject({ count: 2 });
    for (const id of [FAILED, OTHER, '..', '']) expect((await ask(`run?run=${id}`)).status).toBe(404);
    expect((await ask('run')).status).toBe(404);
  });

  it('serves plots without scripts, and no file from outside', async () => {
    const plot = await ask('plots/angle-over-friction.svg');
    expect(plot.headers.get('content-type')).toContain('image/svg+xml');
    expect(plot.headers.get('content-security-policy')).toContain('sandbox');
    for (const name of ['linked.svg', 'none.svg', '..%2fstudy.json']) {
      expect((await ask(`plots/${name}`)).status).not.toBe(200);
    }
  });
});
