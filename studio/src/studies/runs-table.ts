// SPDX-License-Identifier: MIT
/** The table of a study's runs: sorted by any column, with a link to each run. */
import type { StudyDescription } from '../server-api.ts';
import { formatNumber } from '../ui/format.ts';
import { fill, h } from '../ui/h.ts';
import { columnsOf, type StudyColumn, type StudyRow, sortedRows } from './study-rows.ts';

const DIGITS = 5;
/** Address of a run of the study; the page is loaded anew with it. */
export const runAddress = (id: string): string => `?run=${encodeURIComponent(id)}#/watch`;

const shown = (cell: number | string | undefined): string =>
  cell === undefined ? '–' : typeof cell === 'number' ? formatNumber(cell, DIGITS) : cell;

function stateText({ state, progress }: StudyRow): string {
  return state === 'running' ? `running, ${Math.round(100 * progress)} %` : state;
}

export class RunsTable {
  readonly element = h('div', { class: 'study-table', tabindex: 0, role: 'region', 'aria-label': 'Table of runs' });
  readonly #onPoint: (row: StudyRow | undefined) => void;
  #study: StudyDescription | undefined;
  /** Heading of the column that orders the rows. */
  #order = 'point';
  #isDescending = false;
  #rows = new Map<StudyRow, HTMLElement>();

  /** `onPoint` is told the row under the pointer or the focus. */
  constructor(onPoint: (row: StudyRow | undefined) => void) {
    this.#onPoint = onPoint;
  }

  show(study: StudyDescription): void {
    this.#study = study;
    const columns = columnsOf(study);
    const order = columns.find(({ heading }) => heading === this.#order) ?? columns[0];
    const rows = order === undefined ? [...study.rows] : sortedRows(study.rows, order, this.#isDescending);
    // A poll rebuilds the table; whoever is at a control of it stays there.
    const focused = this.element.contains(document.activeElement) ? document.activeElement?.id : undefined;
    this.#rows = new Map(rows.map((row) => [row, this.#row(row, columns)]));
    fill(
      this.element,
      h(
        'table',
        {},
        h('caption', {}, 'Choose a heading to sort, a run to watch it'),
        h(
          'thead',
          {},
          h('tr', {}, ...columns.map((each, k) => this.#heading(each, k)), h('th', { scope: 'col' }, 'run')),
        ),
        h('tbody', {}, ...this.#rows.values()),
      ),
    );
    if (focused) document.getElementById(focused)?.focus();
  }

  /** Marks the row that the pointer is at elsewhere. */
  mark(marked: StudyRow | undefined): void {
    for (const [row, element] of this.#rows) element.classList.toggle('marked', row === marked);
  }

  #heading({ heading }: StudyColumn, k: number): HTMLElement {
    const isOrder = heading === this.#order;
    const sort = isOrder ? (this.#isDescending ? 'descending' : 'ascending') : 'none';
    const sign = isOrder ? (this.#isDescending ? ' ▼' : ' ▲') : '';
    const onclick = (): void => {
      this.#isDescending = isOrder && !this.#isDescending;
      this.#order = heading;
      if (this.#study !== undefined) this.show(this.#study);
    };
    const mark = h('span', { 'aria-hidden': 'true' }, sign);
    return h(
      'th',
      { scope: 'col', 'aria-sort': sort },
      h('button', { type: 'button', id: `sort-${k}`, onclick }, heading, mark),
    );
  }

  #row(row: StudyRow, columns: readonly StudyColumn[]): HTMLElement {
    const cells = columns.map(({ kind, cell }) => {
      const value = cell(row);
      if (kind === 'state')
        return h('td', { class: `state ${row.state}`, title: row.notes.join('\n') }, stateText(row));
      return h('td', { class: typeof value === 'string' ? undefined : 'numeric' }, shown(value));
    });
    const links = row.runs.map(({ id, scene, isOpenable }) => {
      const label = row.runs.length > 1 ? scene : 'watch';
      if (!isOpenable) return h('span', { class: 'muted' }, label);
      const name = `Watch ${row.runs.length > 1 ? `${scene} of ` : ''}point ${row.point}${row.seed === undefined ? '' : `, seed ${row.seed}`}`;
      return h('a', { href: runAddress(id), id: `run-${id}`, title: name, 'aria-label': `${label}: ${name}` }, label);
    });
    const first = row.runs.find(({ isOpenable }) => isOpenable);
    const onclick = (event: MouseEvent): void => {
      if (first === undefined || (event.target instanceof Element && event.target.closest('a') !== null)) return;
      location.assign(runAddress(first.id));
    };
    const point = (): void => this.#onPoint(row);
    const leave = (): void => this.#onPoint(undefined);
    return h(
      'tr',
      {
        class: first && 'openable',
        onclick,
        onpointerenter: point,
        onpointerleave: leave,
        onfocusin: point,
        onfocusout: leave,
      },
      ...cells,
      h('td', { class: 'links' }, ...links),
    );
  }
}
