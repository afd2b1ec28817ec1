// SPDX-License-Identifier: MIT
/** Curves over time as SVG, for papers: round numbers, a legend, one axis on each side for up to two units. */
import type { PlottedCurves } from './export-target.ts';

const SIZE = { width: 640, height: 400 };
const MARGIN = { left: 72, right: 72, top: 16, bottom: 48 };
/** Okabe and Ito; distinguishable with any colour vision, also on paper. */
const COLOURS = ['#0072b2', '#d55e00', '#009e73', '#cc79a7', '#b87f00', '#3c9bd6', '#6b5b95', '#4d4d4d'];
const TICKS = 6;
const LEGEND_LINE = 18;
/** Of a step: 0.6 is 6 steps of 0.1, although 0.6 / 0.1 is a little less in binary numbers. */
const ROUNDING = 1e-9;

/** Round numbers from `low` to `high`. */
export function roundTicks(low: number, high: number): number[] {
  if (!(high > low)) return [low];
  const rough = (high - low) / TICKS;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = ([1, 2, 5].find((factor) => factor * power >= rough) ?? 10) * power;
  const first = Math.ceil(low / step - ROUNDING);
  // Multiples of the step, so that 0 is 0 and 0.3 is 0.3.
  return Array.from({ length: Math.floor(high / step + ROUNDING) - first + 1 }, (_, k) =>
    Number(((first + k) * step).toPrecision(12)),
  );
}

function extent(values: Iterable<number>): [number, number] {
  let [low, high] = [Infinity, -Infinity];
  for (const value of values) {
    if (value < low) low = value;
    if (value > high) high = value;
  }
  if (!(low <= high)) return [0, 1];
  return low === high ? [low - 0.5, high + 0.5] : [low, high];
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

export function plotSvg({ time, series }: PlottedCurves): string {
  const { width, height } = SIZE;
  const bottom = height - MARGIN.bottom;
  const right = width - MARGIN.right;
  const [start, end] = extent(time);
  const x = (value: number): number => MARGIN.left + ((value - start) / (end - start)) * (right - MARGIN.left);
  const units = [...new Set(series.map(({ unit }) => unit))];
  const scales = new Map(
    units.map((unit) => {
      const values = series.filter((each) => each.unit === unit).flatMap((each) => Array.from(each.values));
      const [low, high] = extent(values);
      const y = (value: number): number => bottom - ((value - low) / (high - low)) * (bottom - MARGIN.top);
      return [unit, { y, ticks: roundTicks(low, high) }] as const;
    }),
  );
  const parts: string[] = [];
  for (const tick of roundTicks(start, end)) {
    parts.push(`<path d="M${x(tick)} ${bottom}v5" stroke="#000"/>`);
    parts.push(`<text x="${x(tick)}" y="${bottom + 20}" text-anchor="middle">${tick}</text>`);
  }
  parts.push(`<text x="${(MARGIN.left + right) / 2}" y="${height - 8}" text-anchor="middle">time, s</text>`);
  units.slice(0, 2).forEach((unit, side) => {
    const [at, outwards, anchor] = side === 0 ? [MARGIN.left, -1, 'end'] : [right, 1, 'start'];
    const { y, ticks } = scales.get(unit) ?? { y: Number, ticks: [] };
    for (const tick of ticks) {
      parts.push(`<path d="M${at} ${y(tick)}h${5 * outwards}" stroke="#000"/>`);
      parts.push(`<text x="${at + 8 * outwards}" y="${y(tick) + 4}" text-anchor="${anchor}">${tick}</text>`);
    }
    const [tx, ty] = [at + 56 * outwards, (MARGIN.top + bottom) / 2];
    parts.push(
      `<text x="${tx}" y="${ty}" text-anchor="middle" transform="rotate(-90 ${tx} ${ty})">${escaped(unit)}</text>`,
    );
  });
  series.forEach(({ label, unit, values }, k) => {
    const colour = COLOURS[k % COLOURS.length];
    const { y } = scales.get(unit) ?? { y: Number };
    parts.push(`<path d="${curve(time, values, x, y)}" fill="none" stroke="${colour}" stroke-width="1.5"/>`);
    const row = height + 4 + LEGEND_LINE * k;
    parts.push(`<path d="M${MARGIN.left} ${row}h24" stroke="${colour}" stroke-width="3"/>`);
    parts.push(
      `<text x="${MARGIN.left + 32}" y="${row + 4}">${escaped(unit === '' ? label : `${label}, ${unit}`)}</text>`,
    );
  });
  const whole = height + LEGEND_LINE * series.length + 4;
  const box = `M${MARGIN.left} ${MARGIN.top}H${right}V${bottom}H${MARGIN.left}Z`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${whole}" font-family="sans-serif" font-size="12">`,
    `<rect width="${width}" height="${whole}" fill="#fff"/>`,
    `<path d="${box}" fill="none" stroke="#000"/>`,
    ...parts,
    '</svg>\n',
  ].join('\n');
}

/** Gaps where there is no number. */
function curve(
  time: readonly number[],
  values: ArrayLike<number>,
  x: (value: number) => number,
  y: (value: number) => number,
): string {
  let isDown = false;
  return time
    .map((each, k) => {
      const value = values[k];
      if (!Number.isFinite(value)) {
        isDown = false;
        return '';
      }
      const command = isDown ? 'L' : 'M';
      isDown = true;
      return `${command}${x(each).toFixed(2)} ${y(value).toFixed(2)}`;
    })
    .join('');
}
