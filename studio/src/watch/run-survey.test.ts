// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import type { Frame } from '../../../src/io.ts';
import { fieldNamed } from './body-values.ts';
import { surveyRange, surveyRun } from './run-survey.ts';

const frameOf = (...speeds: number[]): Frame =>
  ({
    ids: Int32Array.from(speeds, (_, k) => k + 1),
    velocities: Float32Array.from(speeds.flatMap((speed) => [speed, 0, 0])),
  }) as Frame;
const FRAMES = [frameOf(1, 3), frameOf(0.5, 8, 2), frameOf()];
const COMMON = {
  field: fieldNamed('speed'),
  context: { header: { title: '', boundaries: [], materials: [], shapes: [] }, reaches: [] },
  frameCount: FRAMES.length,
  load: async (index: number) => FRAMES[index],
  onProgress: () => {},
};

describe('a survey of a run', () => {
  it('has the range of all frames', async () => {
    const { signal } = new AbortController();
    const surveys = await surveyRun({ ...COMMON, signal });
    expect(surveyRange(surveys ?? [])).toEqual([0.5, 8]);
  });

  it('has the mean of a group, and none in a frame without it', async () => {
    const { signal } = new AbortController();
    const surveys = await surveyRun({ ...COMMON, ids: [2, 3], signal });
    expect(surveys?.map(({ mean }) => mean)).toEqual([3, 5, Number.NaN]);
  });

  it('ends early when it is aborted', async () => {
    const controller = new AbortController();
    const surveys = surveyRun({ ...COMMON, signal: controller.signal, onProgress: () => controller.abort() });
    expect(await surveys).toBeUndefined();
  });

  it('has no range without values', () => expect(surveyRange([])).toBeUndefined());
});
