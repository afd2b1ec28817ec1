// SPDX-License-Identifier: MIT
/** Scalars from values over time: the last, the mean, the slope of a line and others. */
import { TimeRange } from '../../runs/analyse/recorded-run.ts';
import type { ResultSpec } from '../study-file/study.ts';

/** A time, s, and a value; undefined where there is none. */
export type Sample = readonly [time: number, value: number | undefined];

type Taken = Pick<ResultSpec, 'take' | 'at' | 'from' | 'until'>;

function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** Of a least-squares line; undefined for fewer than two times. */
function slopeOf(samples: readonly (readonly [number, number])[]): number | undefined {
  const middle = meanOf(samples.map(([time]) => time));
  const squares = samples.reduce((sum, [time]) => sum + (time - middle) ** 2, 0);
  return squares > 0 ? samples.reduce((sum, [time, value]) => sum + (time - middle) * value, 0) / squares : undefined;
}

/** The value, or why there is none. `timeStep` is that of the run, s; 0 with variable steps. */
export function takenValue(
  samples: readonly Sample[],
  { take, at, from = -Infinity, until = Infinity }: Taken,
  timeStep: number,
): { readonly value: number } | { readonly problem: string } {
  if (at !== undefined) {
    let nearest: Sample | undefined;
    for (const sample of samples) {
      if (nearest === undefined || Math.abs(sample[0] - at) < Math.abs(nearest[0] - at)) nearest = sample;
    }
    const value = nearest?.[1];
    return value === undefined ? { problem: `no value at ${at} s` } : { value };
  }
  const range = new TimeRange(from, until, timeStep);
  const known = samples.flatMap(([time, value]): [number, number][] =>
    value !== undefined && Number.isFinite(value) && range.has(time) ? [[time, value]] : [],
  );
  const values = known.map(([, value]) => value);
  const last = values.at(-1);
  if (last === undefined) return { problem: 'no value in the time range' };
  // An earlier value would stand for another state: that of a heap which has flowed apart since, say.
  const [end, endValue] = samples.filter(([time]) => range.has(time)).at(-1) as Sample;
  if (take === 'last' && !Number.isFinite(endValue)) {
    return { problem: `no value at the end, ${end} s; the last one is of ${known.at(-1)?.[0]} s` };
  }
  switch (take) {
    case 'last':
      return { value: last };
    case 'mean':
      return { value: meanOf(values) };
    case 'minimum':
      return { value: values.reduce((a, b) => Math.min(a, b)) };
    case 'maximum':
      return { value: values.reduce((a, b) => Math.max(a, b)) };
    case 'deviation': {
      if (values.length < 2) return { problem: 'one value in the time range has no deviation' };
      const mean = meanOf(values);
      return { value: Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (values.length - 1)) };
    }
    case 'slope': {
      const slope = slopeOf(known);
      return slope === undefined ? { problem: 'one value in the time range has no slope' } : { value: slope };
    }
  }
}
