// SPDX-License-Identifier: MIT
/** Curves over time (uPlot) in the colours of the theme, with a mark at the shown time; a click goes to a time. */
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import type { Theme } from '../theme.ts';
import { formatNumber } from './format.ts';
import { h } from './h.ts';
import { lonePoints, plotColumns } from './plot-data.ts';

export interface PlotSeries {
  readonly label: string;
  /** Joined with others of the same unit on one axis. */
  readonly unit: string;
  readonly values: ArrayLike<number>;
}

const SERIES_COLOURS = 8;
const DASHES = [undefined, [6, 4], [2, 3]] as const;

export class TimePlot {
  readonly element: HTMLElement;
  readonly dispose: () => void;
  readonly #theme: Theme;
  readonly #onSeek: (time: number) => void;
  #plot: uPlot | undefined;
  #time: ArrayLike<number> = [];
  #series: readonly PlotSeries[] = [];
  #mark = 0;

  constructor(theme: Theme, onSeek: (time: number) => void) {
    this.#theme = theme;
    this.#onSeek = onSeek;
    this.element = h('div', { class: 'plot' });
    const endTheme = theme.onChange(() => this.#build());
    const resizes = new ResizeObserver(() => this.#fit());
    resizes.observe(this.element);
    this.dispose = () => {
      endTheme();
      resizes.disconnect();
      this.#plot?.destroy();
    };
  }

  /** `time` in s and values of the same length; at most two units have an axis. */
  setSeries(time: ArrayLike<number>, series: readonly PlotSeries[]): void {
    const isSame =
      series.length === this.#series.length && series.every(({ label }, k) => label === this.#series[k]?.label);
    this.#time = time;
    this.#series = series;
    if (isSame && this.#plot !== undefined) this.#plot.setData(this.#data());
    else this.#build();
    this.#tellMark();
  }

  /** Moves the mark; redraws nothing else. */
  setMark(time: number): void {
    this.#mark = time;
    this.#plot?.redraw(false, false);
    this.#tellMark();
  }

  /** The legend has the values at the mark while the pointer is elsewhere. */
  #tellMark(): void {
    if (this.#plot === undefined || (this.#plot.cursor.left ?? -1) >= 0) return;
    const times = this.#plot.data[0];
    const at = Number.isFinite(this.#mark) ? times.findLastIndex((time) => time <= this.#mark) : -1;
    this.#plot.setLegend({ idxs: this.#plot.data.map(() => (at < 0 ? null : at)) }, false);
  }

  /** For tests and screen readers. */
  get labels(): readonly string[] {
    return this.#series.map(({ label }) => label);
  }

  #data(): uPlot.AlignedData {
    return plotColumns(
      this.#time,
      this.#series.map(({ values }) => values),
    );
  }

  #build(): void {
    this.#plot?.destroy();
    this.#plot = undefined;
    if (this.#series.length === 0) return;
    const muted = this.#theme.colour('--muted');
    const line = this.#theme.colour('--line');
    const units = [...new Set(this.#series.map(({ unit }) => unit))];
    const axis = (scale: string, label: string, isRight: boolean): uPlot.Axis => ({
      scale,
      stroke: muted,
      label,
      labelSize: 18,
      labelFont: '12px system-ui',
      font: '11px system-ui',
      size: 58,
      grid: { show: !isRight, stroke: line, width: 1 },
      ticks: { stroke: line, width: 1 },
      side: isRight ? 1 : 3,
      values: (_, splits) => splits.map((value) => (value === null ? '' : formatNumber(value, 5))),
    });
    const options: uPlot.Options = {
      ...this.#size(),
      scales: { x: { time: false } },
      legend: { show: true, live: true },
      cursor: { drag: { x: false, y: false } },
      axes: [
        {
          stroke: muted,
          label: 'time, s',
          labelSize: 16,
          size: 34,
          font: '11px system-ui',
          labelFont: '12px system-ui',
          grid: { stroke: line, width: 1 },
          ticks: { stroke: line, width: 1 },
          values: (_, splits) => splits.map((value) => formatNumber(value, 6)),
        },
        ...units.slice(0, 2).map((unit, k) => axis(unit, unit, k === 1)),
      ],
      series: [
        { label: 'time', value: (_, value) => (value === null ? '–' : `${formatNumber(value, 5)} s`) },
        ...this.#series.map(({ label, unit }, k): uPlot.Series => {
          const dash = DASHES[Math.floor(k / SERIES_COLOURS) % DASHES.length];
          return {
            label,
            scale: unit,
            width: 1.5,
            points: { show: true, size: 5, filter: (plot, which) => lonePoints(plot.data[which] ?? []) },
            stroke: this.#theme.colour(`--series-${(k % SERIES_COLOURS) + 1}`),
            ...(dash !== undefined && { dash: [...dash] }),
            value: (_, value) =>
              value === null || value === undefined ? '–' : `${formatNumber(value)} ${unit}`.trim(),
          };
        }),
      ],
      hooks: { draw: [(plot) => this.#drawMark(plot)], setLegend: [() => this.#tellMark()] },
    };
    this.#plot = new uPlot(options, this.#data(), this.element);
    this.#plot.over.addEventListener('click', ({ offsetX }) => {
      if (this.#plot !== undefined) this.#onSeek(this.#plot.posToVal(offsetX, 'x'));
    });
    this.#fit();
    // The legend has its height only once it is laid out.
    requestAnimationFrame(() => this.#fit());
  }

  #size(): { width: number; height: number } {
    const legend = this.element.querySelector('.u-legend')?.clientHeight ?? 28;
    return {
      width: Math.max(this.element.clientWidth, 120),
      height: Math.max(this.element.clientHeight - legend, 90),
    };
  }

  #fit(): void {
    if (this.#plot === undefined || this.element.clientWidth === 0) return;
    // Another width may wrap the legend, which leaves another height.
    for (let pass = 0; pass < 2; pass++) {
      const { width, height } = this.#size();
      if (width !== this.#plot.width || height !== this.#plot.height) this.#plot.setSize({ width, height });
    }
  }

  #drawMark(plot: uPlot): void {
    const { ctx, bbox } = plot;
    const x = plot.valToPos(this.#mark, 'x', true);
    if (!(x >= bbox.left && x <= bbox.left + bbox.width)) return;
    ctx.save();
    ctx.strokeStyle = this.#theme.colour('--text');
    ctx.lineWidth = 1.5 * devicePixelRatio;
    ctx.setLineDash([4 * devicePixelRatio, 3 * devicePixelRatio]);
    ctx.beginPath();
    ctx.moveTo(x, bbox.top);
    ctx.lineTo(x, bbox.top + bbox.height);
    ctx.stroke();
    ctx.restore();
  }
}
