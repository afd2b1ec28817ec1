// SPDX-License-Identifier: MIT
/** A run with stages through the real program: the same bytes whatever ends it, and refusals by line. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { outputHashes, screeJson } from '../../scripts/run-folders.mjs';
import { ROOT } from '../source-files.ts';
import { scree } from '../support/built-program.ts';
import { runKilledTwice } from '../support/killed-run.ts';

/** A run takes some seconds; on a busy machine many times that. */
const TIMEOUT_MS = 240_000;
const SEED = Number(process.env.TEST_SEED ?? 20_261_118);

let folder = '';
let scene = '';
const at = (name: string): string => join(folder, name);

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'scree-stages-'));
  scene = at('oedometer.yaml');
  const text = readFileSync(join(ROOT, 'examples/oedometer.yaml'), 'utf8');
  writeFileSync(scene, `${text}checkpoints: { every: 30 ms, keep: 2 }\n`);
  await screeJson(['run', scene, '--out', at('straight')]);
}, TIMEOUT_MS);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('the example of stages', () => {
  it('goes through all of its stages and ends with the last', () => {
    const rows = readFileSync(join(at('straight'), 'piston.csv'), 'utf8')
      .trimEnd()
      .split('\n');
    const stages = new Set(rows.slice(1).map((row) => row.split(',')[2]));
    expect([...stages]).toEqual(['fill', 'settle', 'approach', 'compress', 'hold', 'unload', 'shear']);
    const { until, steps, timeStep } = JSON.parse(readFileSync(join(at('straight'), 'manifest.json'), 'utf8'));
    expect(until).toBeCloseTo(steps * timeStep, 12);
  });

  it(`has the same bytes after two kills, seed ${SEED}`, { timeout: TIMEOUT_MS }, async () => {
    const { status } = await runKilledTwice(scene, at('killed'), SEED);
    expect(status).toBe(0);
    expect(outputHashes(at('killed'))).toEqual(outputHashes(at('straight')));
  });

  it.each([
    ['--device', 'gpu'],
    ['--engine', 'liggghts'],
  ])('is refused by line with %s %s', (option, value) => {
    const { status, stderr } = scree(['check', scene, option, value]);
    expect(status).not.toBe(0);
    expect(stderr).toMatch(/oedometer\.yaml:\d+:\d+ stages: .*stages/);
  });
});
