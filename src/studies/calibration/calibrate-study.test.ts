// SPDX-License-Identifier: MIT
/** Calibrations by `runStudy` with an executor that computes a formula in place of a run. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { runStudy, type StudyOutcome } from '../run-study.ts';

const SCENE = `time: { duration: 0.1 s }
gravity: [0, 0, -10]
variables: { sliding: 0.3, rolling: 0.1 }
materials: { glass: { density: 2500, stiffness: 10 N/mm, friction: =sliding, rollingFriction: =rolling } }
law: { normal: linear, tangential: linear, rolling: epsd }
shapes: { ball: { sphere: { radius: 5 mm } } }
bodies: { ball: { shape: ball, material: glass, position: [0, 0, 0] } }
outputs: { csv: { ball: { every: 10 ms, quantities: [body.ball.velocity.z, body.ball.position.z] } } }
`;

const study = (targets: string): string => `scene: scene.yaml
parameters:
  sliding: { range: { from: 0.1, to: 0.5 } }
  rolling: { range: { from: 0, to: 0.2 } }
seeds: 2
results: { angle: { column: body.ball.velocity.z }, rate: { column: body.ball.position.z } }
calibration: { targets: { ${targets} }, budget: 14 }
`;

/** Degrees and kg/s: an angle that depends on a sum of both frictions, a rate that depends on one. */
const angleAt = (sliding: number, rolling: number): number => 20 + 20 * sliding + 40 * rolling;
const rateAt = (sliding: number): number => 0.5 - 0.4 * sliding;

const folder = mkdtempSync(join(tmpdir(), 'scree-calibration-'));
afterAll(() => rmSync(folder, { recursive: true }));

async function calibrated(name: string, targets: string): Promise<{ outcome: StudyOutcome; report: string }> {
  const out = join(folder, name);
  writeFileSync(join(folder, 'scene.yaml'), SCENE);
  writeFileSync(join(folder, `${name}.yaml`), study(targets));
  const outcome = await runStudy(join(folder, `${name}.yaml`), out, {
    executor: {
      name: 'formula',
      execute: async (cases, { write, onEnd }) => {
        for (const { id, settings } of cases) {
          const value = (key: string): number =>
            Number(settings.find((each) => each.startsWith(`variables.${key}=`))?.split('=')[1]);
          const [sliding, rolling] = [value('sliding'), value('rolling')];
          write({ id, state: 'done', results: { angle: angleAt(sliding, rolling), rate: rateAt(sliding) }, notes: [] });
          onEnd(id);
        }
      },
    },
  });
  return { outcome, report: readFileSync(join(out, 'report.html'), 'utf8') };
}

describe('a calibration by a study', () => {
  const angle = `angle: { value: ${angleAt(0.3, 0.1)}, tolerance: 0.3 }`;

  it('says that two frictions trade off if only their sum matters, with the exchange rate', {
    tags: ['long'],
  }, async () => {
    const { outcome, report } = await calibrated('one-target', angle);
    const { sentences = [], correlations } = outcome.calibration ?? {};
    expect(correlations?.[0]?.[1]).toBeLessThan(-0.9);
    const [, more = '', less = ''] =
      /^sliding and rolling trade off \(correlation -\S+\): (\S+) more of sliding with (\S+) less of rolling/.exec(
        sentences[0] ?? '',
      ) ?? [];
    // 20 times the sliding and 40 times the rolling friction.
    expect(Number(more) / Number(less)).toBeGreaterThan(1.6);
    expect(Number(more) / Number(less)).toBeLessThan(2.4);
    expect(report).toContain(sentences[0]);
  });

  it('determines both with a second target, and does not say so then', { tags: ['long'] }, async () => {
    const rate = `rate: { value: ${rateAt(0.3)}, tolerance: 0.005 }`;
    const { outcome } = await calibrated('two-targets', `${angle}, ${rate}`);
    const { sentences = [], parameters = [] } = outcome.calibration ?? {};
    expect(sentences.join('\n')).not.toMatch(/not determine/);
    for (const [k, truth] of [0.3, 0.1].entries()) {
      const { low = 1, high = 0, isDetermined } = parameters[k] ?? {};
      expect(isDetermined).toBe(true);
      expect(low).toBeLessThan(truth);
      expect(high).toBeGreaterThan(truth);
    }
  });

  it('gives each point seeds of its own', { tags: ['long'] }, async () => {
    const { outcome } = await calibrated('one-target', angle);
    const seeds = outcome.table.rows.map(({ seed }) => seed);
    expect(seeds.length).toBeGreaterThanOrEqual(16);
    expect(seeds).toEqual(seeds.map((_, k) => k + 1));
  });
});
