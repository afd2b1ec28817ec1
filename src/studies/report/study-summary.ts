// SPDX-License-Identifier: MIT
/** Means of a study over seeds, with confidence intervals, and the main effect of each parameter. */
import { studentQuantile } from './student-t.ts';
import { csvText, type StudyTable } from './study-table.ts';

const CONFIDENCE = 0.95;
/** Results that differ by less, relative to their mean, are equal. */
const ROUNDING = 1e-12;
/** Groups of a parameter that has more values than runs can tell apart. */
const MOST_GROUPS = 6;

export interface Mean {
  readonly count: number;
  readonly mean: number;
  /** Standard deviation of the values; undefined for one. */
  readonly deviation: number | undefined;
  /** Half the width of the 95 % confidence interval of the mean; undefined for one value. */
  readonly halfWidth: number | undefined;
}

export interface SummaryPoint {
  readonly point: number;
  readonly values: readonly (number | string)[];
  /** In the order of the results; undefined without a value. */
  readonly means: readonly (Mean | undefined)[];
}

/** Undefined for no values. */
export function meanOf(values: readonly number[]): Mean | undefined {
  const count = values.length;
  if (count === 0) return undefined;
  const mean = values.reduce((sum, value) => sum + value, 0) / count;
  if (count === 1) return { count, mean, deviation: undefined, halfWidth: undefined };
  const deviation = Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (count - 1));
  return { count, mean, deviation, halfWidth: (studentQuantile(CONFIDENCE, count - 1) * deviation) / Math.sqrt(count) };
}

/** One entry for each point, over its seeds. */
export function summarise({ rows, results }: StudyTable): SummaryPoint[] {
  const points = new Map<number, StudyTable['rows'][number][]>();
  for (const row of rows) points.set(row.point, [...(points.get(row.point) ?? []), row]);
  return [...points].map(([point, group]) => ({
    point,
    values: group[0]?.values ?? [],
    means: results.map((_, k) => meanOf(group.flatMap((row) => row.results[k] ?? []))),
  }));
}

/** Low and high are the ends of the 95 % confidence interval of the mean. */
export function summaryCsv(table: StudyTable): string {
  const headings = table.results.flatMap((name) =>
    ['mean', 'low', 'high', 'deviation', 'count'].map((word) => `${name}.${word}`),
  );
  return csvText([
    ['point', ...table.parameters, ...headings],
    ...summarise(table).map(({ point, values, means }) => [
      point,
      ...values,
      ...means.flatMap((each) => {
        if (each === undefined) return [undefined, undefined, undefined, undefined, 0];
        const { mean, halfWidth, deviation, count } = each;
        const ends = halfWidth === undefined ? [undefined, undefined] : [mean - halfWidth, mean + halfWidth];
        return [mean, ...ends, deviation, count];
      }),
    ]),
  ]);
}

/** What a parameter does to a result on average over all other parameters. */
export interface MainEffect {
  readonly parameter: number;
  /** Groups of runs by the value of the parameter, in its order. */
  readonly groups: readonly { readonly value: number | string; readonly mean: Mean }[];
  /** Part of the variance of the result that lies between the groups, 0 to 1. */
  readonly share: number;
}

type Pair = readonly [value: number | string, result: number];

/** Runs with equal values; of many different numbers, groups of about equal size with the mean of their values. */
function groupsOf(pairs: readonly Pair[], pointCount: number): (readonly Pair[])[] {
  const byValue = new Map<number | string, Pair[]>();
  for (const pair of pairs) byValue.set(pair[0], [...(byValue.get(pair[0]) ?? []), pair]);
  const isSampled = byValue.size > MOST_GROUPS && byValue.size > pointCount / 2;
  const isNumeric = pairs.every(([value]) => typeof value === 'number');
  const sorted = isNumeric ? [...pairs].sort((a, b) => Number(a[0]) - Number(b[0])) : pairs;
  if (!isSampled || !isNumeric) {
    const order = [...new Set(sorted.map(([value]) => value))];
    return order.map((value) => byValue.get(value) ?? []);
  }
  const count = Math.max(2, Math.min(MOST_GROUPS, Math.floor(pairs.length / 3)));
  return Array.from({ length: count }, (_, k) => {
    return sorted.slice(Math.round((k * sorted.length) / count), Math.round(((k + 1) * sorted.length) / count));
  }).filter(({ length }) => length > 0);
}

function middleOf(group: readonly Pair[]): number | string {
  const [first] = group;
  if (first === undefined || typeof first[0] === 'string') return first?.[0] ?? '';
  return group.every(([value]) => value === first[0])
    ? first[0]
    : group.reduce((sum, [value]) => sum + Number(value), 0) / group.length;
}

/** Undefined for a parameter with one value, and for a result without values. */
export function mainEffect({ rows }: StudyTable, parameter: number, result: number): MainEffect | undefined {
  const pairs = rows.flatMap((row): Pair[] => {
    const [value, measured] = [row.values[parameter], row.results[result]];
    return value === undefined || measured === undefined ? [] : [[value, measured]];
  });
  if (new Set(pairs.map(([value]) => value)).size < 2) return undefined;
  const groups = groupsOf(pairs, new Set(rows.map(({ point }) => point)).size).flatMap((group) => {
    const mean = meanOf(group.map(([, measured]) => measured));
    return mean === undefined ? [] : [{ value: middleOf(group), mean }];
  });
  const whole = meanOf(pairs.map(([, measured]) => measured))?.mean ?? 0;
  const total = pairs.reduce((sum, [, measured]) => sum + (measured - whole) ** 2, 0);
  const between = groups.reduce((sum, { mean }) => sum + mean.count * (mean.mean - whole) ** 2, 0);
  const isConstant = total <= pairs.length * (ROUNDING * whole) ** 2;
  return { parameter, groups, share: isConstant ? 0 : between / total };
}
