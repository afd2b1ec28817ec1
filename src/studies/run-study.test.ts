// SPDX-License-Identifier: MIT
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import type { Executor } from './executors/executor.ts';
import type { EndedCase } from './plan/study-status.ts';
import { resumeStudy, runStudy, type StudyOutcome } from './run-study.ts';
import { studyState } from './study-state.ts';

const SCENE = `time: { duration: 0.1 s }
gravity: [0, 0, -10]
variables: { speed: 1 m/s }
materials: { glass: { density: 2500, stiffness: 10 N/mm } }
law: { normal: linear }
shapes: { ball: { sphere: { radius: 5 mm } } }
bodies: { ball: { shape: ball, material: glass, position: [0, 0, 0], velocity: [0, 0, =speed] } }
outputs: { csv: { ball: { every: 10 ms, quantities: [body.ball.velocity.z] } } }
`;

const folder = mkdtempSync(join(tmpdir(), 'scree-study-'));
const out = join(folder, 'out');
afterAll(() => rmSync(folder, { recursive: true }));
beforeEach(() => {
  rmSync(out, { recursive: true, force: true });
  writeFileSync(join(folder, 'scene.yaml'), SCENE);
});

const study = (result = 'last'): string => `scene: scene.yaml
parameters: { speed: { values: [1 m/s, 2 m/s] } }
results: { ${result}: { column: body.ball.velocity.z } }
`;

/** Runs a study whose results are the number of the case. */
function run(name: string, text: string, log?: (k: number) => string): Promise<StudyOutcome> {
  const path = join(folder, name);
  writeFileSync(path, text);
  return runStudy(path, out, {
    executor: {
      name: 'count',
      execute: async (cases, { write, onEnd }) => {
        for (const [k, { id }] of cases.entries()) {
          const text = log?.(k);
          if (text !== undefined) {
            mkdirSync(join(out, 'runs', id), { recursive: true });
            writeFileSync(join(out, 'runs', id, 'log.txt'), text);
          }
          write({ id, state: 'done', results: { last: k, other: k }, notes: [] });
          onEnd(id);
        }
      },
    },
  });
}

it('does not resume with a scene that was altered, and says what to do', async () => {
  await run('one.yaml', study());
  writeFileSync(join(folder, 'scene.yaml'), SCENE.replace('-10', '-9'));
  await expect(resumeStudy(out)).rejects.toThrow(
    /scene\.yaml: was altered since the study began, so that its runs must be computed anew; scree study .*one\.yaml --out/,
  );
  const { table } = await run('one.yaml', study());
  expect(table.rows.map(({ state }) => state)).toEqual(['done', 'done']);
});

it('counts numbers by their values: 1 m/s and 100 cm/s are one case', async () => {
  const text = study().replace('[1 m/s, 2 m/s]', '[1 m/s, 100 cm/s, 2 m/s]');
  const { status, table } = await run('one.yaml', text);
  expect(status.runs).toBe(2);
  expect(table.rows.map(({ results }) => results[0])).toEqual([0, 1]);
});

describe('the folder of a study', () => {
  it('refuses another study and keeps its table', async () => {
    await run('one.yaml', study());
    const table = readFileSync(join(out, 'table.csv'), 'utf8');
    await expect(run('two.yaml', study('other'))).rejects.toThrow(
      /out: holds the study "one" of .*one\.yaml, not "two" of .*two\.yaml; choose another folder/,
    );
    expect(readFileSync(join(out, 'table.csv'), 'utf8')).toBe(table);
  });

  it('takes a study file that was edited or moved', async () => {
    await run('one.yaml', `title: A\n${study()}`);
    await run('one.yaml', `title: B\n${study()}`);
    const { isComplete } = await run('two.yaml', `title: B\n${study()}`);
    expect(isComplete).toBe(true);
  });

  it('loses the plots of results that the study no longer has', async () => {
    await run('one.yaml', study());
    const own = join(out, 'plots', 'mine.svg');
    writeFileSync(own, '');
    const { files } = await run('one.yaml', study('other'));
    expect(files).toContain('plots/other-over-speed.svg');
    expect(existsSync(join(out, 'plots', 'last-over-speed.svg'))).toBe(false);
    expect(existsSync(own)).toBe(true);
  });
});

describe('an executor of the user', () => {
  const written = join(folder, 'toy.yaml');
  const toy = (execute: Executor['execute'], name = 'toy'): Executor => ({ name, execute });
  beforeEach(() => writeFileSync(written, study()));

  it('gets the command of a case, its memory and its cost, and tells what it does', async () => {
    const notes: string[] = [];
    const ended: EndedCase[] = [];
    let costs = 0;
    const { status } = await runStudy(written, out, {
      executor: toy(async (cases, { folder: place, command, memory, cost, write, onEnd, note, record, progress }) => {
        expect(place).toBe(resolve(out));
        expect(command.slice(-3)).toEqual(['study', 'work', place]);
        const { seconds, longest, disk } = await cost('scene');
        expect(longest?.most).toBeGreaterThanOrEqual(seconds?.least ?? Infinity);
        expect(Math.min(memory, disk)).toBeGreaterThan(0);
        costs++;
        for (const { id } of cases) {
          expect(record(id)).toBeUndefined();
          expect(progress(id)).toBeUndefined();
          write({ id, state: 'done', results: { last: 3 }, notes: [] });
          onEnd(id);
          expect(record(id)?.results).toEqual({ last: 3 });
        }
        note('all done', 'information');
      }),
      onNote: (message, kind) => notes.push(`${kind}: ${message}`),
      onCase: (each) => ended.push(each),
    });
    expect(status.done).toBe(2);
    expect(costs).toBe(1);
    expect(notes).toEqual(['information: all done']);
    expect(ended.map(({ parameters, state, results }) => ({ parameters, state, results }))).toEqual([
      { parameters: { speed: 1 }, state: 'done', results: { last: 3 } },
      { parameters: { speed: 2 }, state: 'done', results: { last: 3 } },
    ]);
  });

  it('that ends without a record has lost the case', async () => {
    const { status } = await runStudy(written, out, { executor: toy(async () => {}) });
    expect(status.failed.map(({ state, notes }) => [state, ...notes])[0]).toEqual([
      'lost',
      'the executor toy ended without a result',
    ]);
  });

  it('may leave the cases, whose results the next call takes', async () => {
    const outcome = await runStudy(written, out, { executor: toy(async (_, { leave }) => leave()) });
    expect(outcome).toMatchObject({ isLeft: true, isComplete: false, status: { waiting: 2, failed: [] } });
    expect(await studyState(out)).toMatchObject({ state: 'killed', executor: 'toy' });
  });

  it('is stopped by a signal, which the folder remembers until the study goes on', async () => {
    const controller = new AbortController();
    const options = { executor: toy(async () => controller.abort('SIGINT')), signal: controller.signal };
    expect(await runStudy(written, out, options)).toMatchObject({ isLeft: false, isComplete: false });
    const state = await studyState(out);
    expect(state).toMatchObject({ state: 'stopped', stopped: { by: 'SIGINT' }, waiting: 2 });
    await runStudy(written, out, {
      executor: toy(async (cases, { write }) => {
        for (const { id } of cases) write({ id, state: 'done', results: { last: 1 }, notes: [] });
      }),
    });
    expect(await studyState(out)).toMatchObject({ state: 'finished', done: 2 });
  });
});

describe('warnings of runs', () => {
  const started = '2026-01-01T00:00:00Z started: no warning: none\n';

  it('are counted, with the first in the report', async () => {
    const warned = `${started}2026-01-01T00:00:01Z warning: body 3 < body 4\n2026-01-01T00:00:02Z warning: more\n`;
    const { warnings } = await run('one.yaml', study(), (k) => (k === 1 ? warned : started));
    expect(warnings).toEqual({ warning: 1, runs: 2, first: 'body 3 < body 4' });
    expect(readFileSync(join(out, 'report.html'), 'utf8')).toContain('<p>1 of 2 runs warns: body 3 &lt; body 4</p>');
  });

  it('are absent if no run warns', async () => {
    expect(await run('one.yaml', study(), () => started)).not.toHaveProperty('warnings');
    expect(readFileSync(join(out, 'report.html'), 'utf8')).not.toContain('<h3>Stages</h3>');
  });
});

it('the report says how each stage of each run ended', async () => {
  const ended = (step: number): string =>
    `2026-01-01T00:00:0${step}Z stage fill 1 ended at step ${step}, time 0.05 s: energy.kinetic is 2 uJ, below 3 uJ\n`;
  await run('one.yaml', study(), (k) => (k === 1 ? ended(4) + ended(4) : ''));
  const html = readFileSync(join(out, 'report.html'), 'utf8');
  expect(html).toContain('<h3>Stages</h3>');
  expect(html).toContain('fill 1<');
  expect(html.split('step 4, time 0.05 s')).toHaveLength(2);
  expect(html).toContain('energy.kinetic is 2 uJ, below 3 uJ');
});
