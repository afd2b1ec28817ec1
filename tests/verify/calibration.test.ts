// SPDX-License-Identifier: MIT
/** A calibration with real runs: it recovers the frictions with which a heap and a silo were made. */
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import type { CalibrationResult } from '../../src/studies/calibration/calibration-report.ts';
import { ROOT } from '../source-files.ts';
import { scree } from '../support/built-program.ts';

const folder = mkdtempSync(join(tmpdir(), 'scree-calibration-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const TRUTH = { sliding: 0.35, rolling: 0.06 };

function runStudy(name: string, text: string): string {
  const file = join(folder, `${name}.yaml`);
  writeFileSync(file, text);
  const out = join(folder, name);
  const { status, stderr } = scree(['study', file, '--out', out, '--quiet']);
  expect(stderr).toBe('');
  expect(status).toBe(0);
  return out;
}

it('recovers the frictions of a synthetic heap and silo within the stated uncertainty', { timeout: 900_000 }, () => {
  for (const name of ['small-heap.yaml', 'small-silo.yaml']) {
    copyFileSync(join(ROOT, 'examples/studies', name), join(folder, name));
  }
  const example = readFileSync(join(ROOT, 'examples/studies/calibration.yaml'), 'utf8');
  const [study = ''] = example.split('\ncalibration:');
  // The experiment: other seeds than that of the calibration, as a real one has other grains.
  const experiment = study
    .replace('range: { from: 0.1, to: 0.9 }', `values: [${TRUTH.sliding}]`)
    .replace('range: { from: 0.01, to: 0.2 }', `values: [${TRUTH.rolling}]`);
  const measured = readFileSync(
    join(runStudy('experiment', `${experiment}\nseeds: [11, 12, 13, 14]\n`), 'summary.csv'),
    'utf8',
  );
  const [headings = [], values = []] = measured.split('\n').map((line) => line.split(','));
  const mean = (name: string): number => Number(values[headings.indexOf(`${name}.mean`)]);
  const targets =
    `{ angle: { value: ${mean('angle')}, tolerance: 1 }, ` +
    `rate: { value: ${mean('rate')}, tolerance: ${0.03 * mean('rate')} } }`;
  const out = runStudy('calibrated', `${study}\ncalibration: { targets: ${targets}, budget: 16 }\n`);
  const result = JSON.parse(readFileSync(join(out, 'calibration.json'), 'utf8')) as CalibrationResult;
  for (const { name, low, high } of result.parameters) {
    const truth = TRUTH[name as keyof typeof TRUTH];
    expect(low, `${name}: ${result.sentences.join(' ')}`).toBeLessThan(truth);
    expect(high, `${name}: ${result.sentences.join(' ')}`).toBeGreaterThan(truth);
  }
  expect(result.targets.every(({ isReached }) => isReached)).toBe(true);
  // The targets tell more than the ranges: the likely frictions fill a part of the area only.
  const [sliding, rolling] = result.parameters;
  const area = ((sliding?.high ?? 1) - (sliding?.low ?? 0)) * ((rolling?.high ?? 1) - (rolling?.low ?? 0));
  expect(area).toBeLessThan(0.7 * 0.8 * 0.19);
});
