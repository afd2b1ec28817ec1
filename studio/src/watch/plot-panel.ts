// SPDX-License-Identifier: MIT
/** Tables of the run as curves over time, with a mark at the shown time; a click goes to a time. */
import type { PlottedCurves } from '../export/export-target.ts';
import type { RunDescription, RunSource } from '../run-source/run-source.ts';
import type { Theme } from '../theme.ts';
import { select, setChoices } from '../ui/controls.ts';
import { fill, h } from '../ui/h.ts';
import { type PlotSeries, TimePlot } from '../ui/plot.ts';
import { columnUnit, Table } from './table.ts';

/** Lists, which are no series, and may be very long. */
const LISTS = ['contacts.csv', 'force-chains.csv'];
const MOST_BYTES = 64 << 20;
/** Curves at first. */
const FIRST_CURVES = 4;

interface PlotPanelOptions {
  readonly source: RunSource;
  readonly theme: Theme;
  readonly onSeek: (time: number) => void;
  readonly onProblem: (message: string) => void;
}

export class PlotPanel {
  readonly element: HTMLElement;
  readonly plot: TimePlot;
  readonly #options: PlotPanelOptions;
  readonly #which: ReturnType<typeof select>;
  readonly #columns = h('fieldset', { class: 'columns', 'aria-label': 'Curves' });
  readonly #note = h('p', { class: 'muted' });
  readonly #tables = new Map<string, Table>();
  readonly #chosen = new Map<string, Set<string>>();
  #shown: Table | undefined;

  constructor(options: PlotPanelOptions) {
    this.#options = options;
    this.plot = new TimePlot(options.theme, options.onSeek);
    this.#which = select('Table', [], '', (name) => this.#show(name));
    this.element = h(
      'div',
      { class: 'plots' },
      h('div', { class: 'plot-choice' }, this.#which.row, this.#columns, this.#note),
      this.plot.element,
    );
  }

  /** Fetches new rows of the tables of the run. */
  async refresh({ tables }: RunDescription): Promise<void> {
    for (const { name, size } of tables) {
      if (LISTS.includes(name) || size > MOST_BYTES) continue;
      const table = this.#tables.get(name) ?? new Table(name);
      this.#tables.set(name, table);
      try {
        const isNew = await table.refresh(this.#options.source);
        if (isNew && table === this.#shown) this.#draw();
      } catch (error) {
        this.#options.onProblem(error instanceof Error ? error.message : String(error));
      }
    }
    const series = [...this.#tables.values()].filter((table) => table.isSeries).map(({ name }) => name);
    setChoices(
      this.#which.input,
      series.map((value) => ({ value, label: value.replace(/\.csv$/, '') })),
    );
    this.#which.row.hidden = series.length === 0;
    this.#note.textContent =
      series.length === 0
        ? 'This run has no table over time. In the scene, outputs: { csv: { energy: { every: 1 ms, quantities: ' +
          '[energy.kinetic] } } } writes one.'
        : '';
    if (this.#shown === undefined && series[0] !== undefined) this.#show(series[0]);
  }

  /** Times of the table that goes furthest. */
  get times(): readonly number[] {
    const series = [...this.#tables.values()].filter((table) => table.isSeries).map(({ time }) => time);
    return series.reduce((most, time) => ((time.at(-1) ?? 0) > (most.at(-1) ?? 0) ? time : most), []);
  }

  /** The curves shown; undefined without a table. */
  get curves(): PlottedCurves | undefined {
    const table = this.#shown;
    return table && { name: table.name.replace(/\.csv$/, ''), time: table.time, series: this.#seriesOf(table) };
  }

  clear(): void {
    for (const table of this.#tables.values()) table.clear();
  }

  dispose(): void {
    this.plot.dispose();
  }

  setMark(time: number): void {
    this.plot.setMark(time);
  }

  #show(name: string): void {
    this.#shown = this.#tables.get(name);
    const { headings = [] } = this.#shown ?? {};
    const names = headings.filter((heading) => heading !== 'time' && heading !== 'step');
    const chosen = this.#chosen.get(name) ?? new Set(firstCurves(names));
    this.#chosen.set(name, chosen);
    fill(
      this.#columns,
      ...names.map((heading) => {
        const input = h('input', {
          type: 'checkbox',
          checked: chosen.has(heading),
          onchange: () => {
            if (input.checked) chosen.add(heading);
            else chosen.delete(heading);
            this.#draw();
          },
        });
        return h('label', {}, input, heading);
      }),
    );
    this.#draw();
  }

  #draw(): void {
    const table = this.#shown;
    if (table === undefined) return;
    this.plot.setSeries(table.time, this.#seriesOf(table));
  }

  #seriesOf(table: Table): PlotSeries[] {
    const chosen = this.#chosen.get(table.name);
    return table.headings.flatMap((label, k) =>
      chosen?.has(label) ? [{ label, unit: columnUnit(label), values: table.columns[k] ?? [] }] : [],
    );
  }
}

/** Energies if there are several, otherwise the first columns; of one unit, so that one axis suffices. */
function firstCurves(names: readonly string[]): string[] {
  const energies = names.filter((name) => name.startsWith('energy.'));
  const [first] = energies.length > 1 ? energies : names;
  if (first === undefined) return [];
  return names.filter((name) => columnUnit(name) === columnUnit(first)).slice(0, FIRST_CURVES);
}
