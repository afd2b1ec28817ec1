// SPDX-License-Identifier: MIT
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { runStudy, type StudyOutcome } from './run-study.ts';

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
  });
});
