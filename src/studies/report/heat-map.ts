// SPDX-License-Identifier: MIT
/** A map of a result over two parameters as SVG: a cell for each pair of values, darker for larger results. */
import { element, svgPicture, svgText } from '../../verification/report/svg-text.ts';

interface HeatMap {
  readonly title: string;
  readonly x: { readonly label: string; readonly names: readonly string[] };
  readonly y: { readonly label: string; readonly names: readonly string[] };
  /** By index of x and y; undefined for a cell without a value. */
  readonly value: (x: number, y: number) => number | undefined;
}

const MARGIN = { left: 96, right: 18, top: 14, bottom: 50 };
const WIDTH = 640;
const CELL_HEIGHT = 34;
/** Opacity of the smallest and the largest value. */
const FAINTEST = 0.08;
const DARKEST = 0.62;

export function heatMap({ title, x, y, value }: HeatMap): string {
  const columns = x.names.length;
  const rows = y.names.length;
  const width = (WIDTH - MARGIN.left - MARGIN.right) / columns;
  const height = rows * CELL_HEIGHT;
  const known: number[] = [];
  for (let i = 0; i < columns; i++) for (let j = 0; j < rows; j++) known.push(...[value(i, j) ?? []].flat());
  const low = known.reduce((a, b) => Math.min(a, b), Infinity);
  const span = known.reduce((a, b) => Math.max(a, b), -Infinity) - low;
  const parts: string[] = [];
  for (let i = 0; i < columns; i++) {
    const left = MARGIN.left + i * width;
    parts.push(
      svgText(left + width / 2, MARGIN.top + height + 18, x.names[i] ?? '', { class: 'tick', 'text-anchor': 'middle' }),
    );
    for (let j = 0; j < rows; j++) {
      const found = value(i, j);
      const top = MARGIN.top + (rows - 1 - j) * CELL_HEIGHT;
      if (found === undefined) continue;
      const share = span > 0 ? (found - low) / span : 0.5;
      const opacity = String(Number((FAINTEST + share * (DARKEST - FAINTEST)).toFixed(3)));
      parts.push(
        element('rect', {
          class: 'fill tone1',
          x: left + 0.5,
          y: top + 0.5,
          width: width - 1,
          height: CELL_HEIGHT - 1,
          'fill-opacity': opacity,
        }),
        svgText(left + width / 2, top + CELL_HEIGHT / 2 + 4, String(Number(found.toPrecision(3))), {
          'text-anchor': 'middle',
        }),
      );
    }
  }
  for (let j = 0; j < rows; j++) {
    const middle = MARGIN.top + (rows - 1 - j) * CELL_HEIGHT + CELL_HEIGHT / 2;
    parts.push(svgText(MARGIN.left - 8, middle + 4, y.names[j] ?? '', { class: 'tick', 'text-anchor': 'end' }));
  }
  const centre = MARGIN.top + height / 2;
  parts.push(
    svgText((MARGIN.left + WIDTH - MARGIN.right) / 2, MARGIN.top + height + 40, x.label, { 'text-anchor': 'middle' }),
    svgText(16, centre, y.label, { 'text-anchor': 'middle', transform: `rotate(-90 16 ${centre})` }),
  );
  return svgPicture(WIDTH, MARGIN.top + height + MARGIN.bottom, title, parts.join(''));
}
