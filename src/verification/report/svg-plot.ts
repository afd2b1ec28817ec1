// SPDX-License-Identifier: MIT
/** Plots as SVG: lines, points and grouped bars over axes with ticks and labels, and a legend. No plotting library. */
import { type Axis, type PlacedAxis, placeAxis } from './svg-axis.ts';
import { element, polylinePoints, svgPicture, svgText } from './svg-text.ts';

/** Tones 1 to 6 of the report's palette. */
export type Tone = 1 | 2 | 3 | 4 | 5 | 6;

export interface Series {
  readonly name: string;
  readonly style: 'line' | 'points' | 'bars';
  readonly tone: Tone;
  readonly points: readonly (readonly [x: number, y: number])[];
  /** Half the length of a vertical bar through each point. */
  readonly errors?: readonly number[];
  /** Lower and upper end of a shaded band around a line, one for each point. */
  readonly band?: readonly (readonly [low: number, high: number])[];
  readonly dashed?: boolean;
}

/** A line across the plot at one value. */
interface Mark {
  readonly axis: 'x' | 'y';
  readonly at: number;
  readonly label: string;
}

interface Plot {
  readonly title: string;
  readonly x: Axis;
  readonly y: Axis;
  readonly series: readonly Series[];
  readonly marks?: readonly Mark[];
  readonly width?: number;
  readonly height?: number;
}

const MARGIN = { left: 68, right: 18, top: 14, bottom: 50 };
const LEGEND_ROW = 20;
/** Part of a name's room that its bars fill. */
const BAR_SHARE = 0.72;
const LETTER_WIDTH = 7.2;
/** Half the width of the ends of error bars, pixels. */
const CAP = 4;

interface Frame {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  readonly x: PlacedAxis;
  readonly y: PlacedAxis;
}

const atX = (frame: Frame, value: number): number => frame.left + frame.width * frame.x.place(value);
const atY = (frame: Frame, value: number): number => frame.top + frame.height * (1 - frame.y.place(value));

function drawAxes(frame: Frame): string {
  const { left, top, width, height, x, y } = frame;
  const bottom = top + height;
  const parts: string[] = [];
  for (const { at, label } of y.ticks) {
    const py = bottom - height * at;
    parts.push(element('line', { class: 'grid', x1: left, x2: left + width, y1: py, y2: py }));
    parts.push(svgText(left - 8, py + 4, label, { class: 'tick', 'text-anchor': 'end' }));
  }
  for (const { at, label } of x.ticks) {
    const xAt = left + width * at;
    parts.push(element('line', { class: 'axis', x1: xAt, x2: xAt, y1: bottom, y2: bottom + 4 }));
    parts.push(svgText(xAt, bottom + 18, label, { class: 'tick', 'text-anchor': 'middle' }));
  }
  parts.push(element('line', { class: 'axis', x1: left, x2: left + width, y1: bottom, y2: bottom }));
  parts.push(svgText(left + width / 2, bottom + 40, x.label, { class: 'label', 'text-anchor': 'middle' }));
  const middle = top + height / 2;
  parts.push(
    svgText(16, middle, y.label, {
      class: 'label',
      'text-anchor': 'middle',
      transform: `rotate(-90 16 ${middle})`,
    }),
  );
  return parts.join('');
}

function drawLine(frame: Frame, { points, tone, dashed }: Series): string {
  const placed = points.map(([x, y]): [number, number] => [atX(frame, x), atY(frame, y)]);
  const style = `stroke tone${tone}${dashed ? ' dashed' : ''}`;
  return element('polyline', { class: style, points: polylinePoints(placed) });
}

function drawBand(frame: Frame, { points, tone, band = [] }: Series): string {
  if (band.length === 0) return '';
  const edge = (end: 0 | 1): [number, number][] =>
    points.map(([x], k) => [atX(frame, x), atY(frame, band[k]?.[end] ?? Number.NaN)]);
  return element('polygon', { class: `ghost tone${tone}`, points: polylinePoints([...edge(1), ...edge(0).reverse()]) });
}

function drawErrors(frame: Frame, { points, tone, errors = [] }: Series): string {
  return errors
    .map((error, k) => {
      const [x, y] = points[k] ?? [Number.NaN, Number.NaN];
      const [at, low, high] = [atX(frame, x), atY(frame, y - error), atY(frame, y + error)];
      const line = (x1: number, y1: number, x2: number, y2: number): string =>
        element('line', { class: `stroke tone${tone}`, x1, y1, x2, y2 });
      return line(at, low, at, high) + [low, high].map((end) => line(at - CAP, end, at + CAP, end)).join('');
    })
    .join('');
}

function drawPoints(frame: Frame, { points, tone }: Series): string {
  return points
    .map(([x, y]) => element('circle', { class: `fill tone${tone}`, cx: atX(frame, x), cy: atY(frame, y), r: 3.5 }))
    .join('');
}

function drawBars(frame: Frame, series: Series, index: number, barSeries: number, rooms: number): string {
  const room = (frame.width / rooms) * BAR_SHARE;
  const width = room / barSeries;
  const bottom = frame.top + frame.height;
  return series.points
    .map(([x, y]) => {
      const left = atX(frame, x) - room / 2 + index * width;
      const top = atY(frame, y);
      const height = bottom - top;
      return height > 0
        ? element('rect', {
            class: `fill tone${series.tone}`,
            x: left + 0.5,
            y: top,
            width: Math.max(1, width - 1),
            height,
          })
        : '';
    })
    .join('');
}

function drawMark(frame: Frame, { axis, at, label }: Mark): string {
  const { left, top, width, height } = frame;
  if (axis === 'x') {
    const x = atX(frame, at);
    const isRight = x > left + width / 2;
    return (
      element('line', { class: 'mark', x1: x, x2: x, y1: top, y2: top + height }) +
      svgText(x + (isRight ? -5 : 5), top + 12, label, {
        class: 'tick halo',
        'text-anchor': isRight ? 'end' : 'start',
      })
    );
  }
  const y = atY(frame, at);
  return (
    element('line', { class: 'mark', x1: left, x2: left + width, y1: y, y2: y }) +
    svgText(left + width - 4, y - 5, label, { class: 'tick halo', 'text-anchor': 'end' })
  );
}

/** Entries from left to right, on as many rows as they need. */
function drawLegend(series: readonly Series[], width: number): { readonly svg: string; readonly rows: number } {
  if (series.length < 2) return { svg: '', rows: 0 };
  let x = MARGIN.left;
  let row = 0;
  const parts = series.map(({ name, tone, style, dashed }) => {
    const needed = 30 + name.length * LETTER_WIDTH;
    if (x > MARGIN.left && x + needed > width - MARGIN.right) {
      x = MARGIN.left;
      row++;
    }
    const y = 14 + row * LEGEND_ROW;
    const swatch =
      style === 'line'
        ? element('line', {
            class: `stroke tone${tone}${dashed ? ' dashed' : ''}`,
            x1: x,
            x2: x + 16,
            y1: y - 4,
            y2: y - 4,
          })
        : style === 'points'
          ? element('circle', { class: `fill tone${tone}`, cx: x + 8, cy: y - 4, r: 4 })
          : element('rect', { class: `fill tone${tone}`, x: x + 2, y: y - 10, width: 12, height: 12 });
    const entry = swatch + svgText(x + 22, y, name, { class: 'label' });
    x += needed;
    return entry;
  });
  return { svg: parts.join(''), rows: row + 1 };
}

export function plot({ title, x, y, series, marks = [], width = 760, height = 320 }: Plot): string {
  const legend = drawLegend(series, width);
  const top = MARGIN.top + legend.rows * LEGEND_ROW;
  const all = series.flatMap(({ points }) => points);
  const isBars = series.some(({ style }) => style === 'bars');
  const axisY = isBars && !('names' in y) && y.scale !== 'log' ? { min: 0, ...y } : y;
  const frame: Frame = {
    left: MARGIN.left,
    top,
    width: width - MARGIN.left - MARGIN.right,
    height: height - MARGIN.top - MARGIN.bottom,
    x: placeAxis(
      x,
      all.map(([value]) => value),
    ),
    y: placeAxis(
      axisY,
      series.flatMap(({ points, errors = [], band = [] }) =>
        points.flatMap(([, value], k) => [value - (errors[k] ?? 0), value + (errors[k] ?? 0)]).concat(band.flat()),
      ),
    ),
  };
  const bars = series.filter(({ style }) => style === 'bars');
  const rooms = 'names' in x ? x.names.length : Math.max(1, ...series.map(({ points }) => points.length));
  const drawn = series.map((each) => {
    if (each.style === 'bars') return drawBars(frame, each, bars.indexOf(each), bars.length, rooms);
    return (
      drawBand(frame, each) +
      drawErrors(frame, each) +
      (each.style === 'line' ? drawLine(frame, each) : drawPoints(frame, each))
    );
  });
  const content = legend.svg + drawAxes(frame) + drawn.join('') + marks.map((each) => drawMark(frame, each)).join('');
  return svgPicture(width, height + legend.rows * LEGEND_ROW, title, content);
}
