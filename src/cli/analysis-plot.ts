// SPDX-License-Identifier: MIT
/** The table of an analysis as a plot: values over time, or those of the last moment over the axis of a profile. */
import type { AnalysisTable } from '../runs/analyse/analysis-table.ts';
import { svgFile } from '../verification/svg-file.ts';
import { plot, type Series, type Tone } from '../verification/svg-plot.ts';

const TONES: readonly Tone[] = [1, 2, 3, 4, 5, 6];

function withUnit(name: string, unit: string): string {
  return unit === '' ? name : `${name} / ${unit}`;
}

/** What the columns have in common, up to the last dot. */
function commonName(names: readonly string[]): string {
  const [first = ''] = names;
  if (names.length === 1) return first;
  const parts = first.split('.');
  for (let count = parts.length; count > 0; count--) {
    const start = parts.slice(0, count).join('.');
    if (names.every((name) => name === start || name.startsWith(`${start}.`))) return start;
  }
  return 'value';
}

/** The text of an .svg file; `along` is the axis of a profile. */
export function analysisPlot(title: string, { headings, rows, units }: AnalysisTable, along?: string): string {
  const first = along === undefined ? 2 : 3;
  const names = headings.slice(first);
  const lastTime = rows.at(-1)?.[0];
  const shown = along === undefined ? rows : rows.filter(([time]) => time === lastTime);
  const at = along === undefined ? 0 : 2;
  const series = names.map((name, k): Series => {
    const points = shown.flatMap((row): [number, number][] => {
      const [x, y] = [row[at], row[first + k]];
      return x === undefined || y === undefined || !Number.isFinite(y) ? [] : [[x, y]];
    });
    const tone = TONES[k % TONES.length] as Tone;
    return { name: withUnit(name, units[k] ?? ''), style: 'line', tone, points, dashed: k >= TONES.length };
  });
  const isOneUnit = new Set(units).size === 1;
  const label = commonName(names);
  return svgFile(
    plot({
      title,
      x: { label: along === undefined ? 'time / s' : `${along} / m, at ${Number((lastTime ?? 0).toPrecision(4))} s` },
      y: { label: isOneUnit ? withUnit(label, units[0] ?? '') : label },
      series,
    }),
  );
}
