// SPDX-License-Identifier: MIT
/** Least, largest and mean value of a field in every frame of a run, of all bodies or of some. */
import type { Frame } from '../../../src/io.ts';
import { type BodyField, bodyIndex, type FieldContext } from './body-values.ts';

export interface FrameSurvey {
  readonly low: number;
  readonly high: number;
  /** NaN if none of the bodies is there. */
  readonly mean: number;
}

/** Of one frame; `ids` undefined for all bodies. */
export function surveyFrame(
  frame: Frame,
  field: BodyField,
  context: FieldContext,
  ids: readonly number[] | undefined,
): FrameSurvey {
  const values = field.values(frame, context);
  let [low, high, sum, count] = [Infinity, -Infinity, 0, 0];
  const add = (value: number): void => {
    if (!Number.isFinite(value)) return;
    low = Math.min(low, value);
    high = Math.max(high, value);
    sum += value;
    count++;
  };
  if (ids === undefined) values.forEach(add);
  else {
    for (const id of ids) {
      const body = bodyIndex(frame.ids, id);
      if (body >= 0) add(values[body]);
    }
  }
  return { low, high, mean: count === 0 ? Number.NaN : sum / count };
}

interface SurveyOptions {
  readonly field: BodyField;
  readonly context: FieldContext;
  readonly ids?: readonly number[];
  readonly frameCount: number;
  readonly load: (index: number) => Promise<Frame>;
  /** After every frame; the surveys so far. */
  readonly onProgress: (done: readonly FrameSurvey[]) => void;
  readonly signal: AbortSignal;
}

/** Frame by frame, so that the page stays responsive; undefined if it was aborted. */
export async function surveyRun(options: SurveyOptions): Promise<readonly FrameSurvey[] | undefined> {
  const { field, context, ids, frameCount, load, onProgress, signal } = options;
  const done: FrameSurvey[] = [];
  for (let index = 0; index < frameCount; index++) {
    const frame = await load(index);
    if (signal.aborted) return undefined;
    done.push(surveyFrame(frame, field, context, ids));
    onProgress(done);
  }
  return done;
}

/** Range of all frames; undefined if no frame has a value. */
export function surveyRange(surveys: readonly FrameSurvey[]): readonly [low: number, high: number] | undefined {
  let [low, high] = [Infinity, -Infinity];
  for (const survey of surveys) {
    low = Math.min(low, survey.low);
    high = Math.max(high, survey.high);
  }
  return low <= high ? [low, high] : undefined;
}
