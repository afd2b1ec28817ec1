// SPDX-License-Identifier: MIT
/** The tab Study: how far a study is, the table of its runs, parallel coordinates, and the plots that it has. */
import type { ServerApi, StudyDescription } from '../server-api.ts';
import type { StudioView } from '../studio-view.ts';
import { fill, h } from '../ui/h.ts';
import { ParallelCoordinates } from './parallel-coordinates.ts';
import { RunsTable } from './runs-table.ts';
import type { StudyRow } from './study-rows.ts';

/** Between two looks at a study that is still running. */
const POLL_MS = 2000;

function countText({ rows }: StudyDescription): string {
  const count = (state: StudyRow['state']): number => rows.filter((row) => row.state === state).length;
  const words = (['done', 'running', 'open', 'failed'] as const).flatMap((state) => {
    const number = count(state);
    return number === 0 ? [] : [`${number} ${state}`];
  });
  return `${rows.length} rows: ${words.join(', ')}`;
}

export class StudyView implements StudioView {
  readonly element: HTMLElement;
  readonly #server: ServerApi;
  readonly #counts = h('p', { class: 'muted', role: 'status' });
  readonly #plots = h('section', { class: 'study-plots' });
  readonly #table: RunsTable;
  readonly #lines: ParallelCoordinates;
  #study: StudyDescription;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isShown = false;

  static async open(server: ServerApi): Promise<StudyView> {
    return new StudyView(server, await server.study());
  }

  private constructor(server: ServerApi, study: StudyDescription) {
    this.#server = server;
    this.#study = study;
    const mark = (row: StudyRow | undefined): void => {
      this.#table.mark(row);
      this.#lines.mark(row);
    };
    this.#table = new RunsTable(mark);
    this.#lines = new ParallelCoordinates(mark);
    this.element = h(
      'div',
      { class: 'study' },
      h('section', {}, h('h2', {}, study.title), this.#counts, this.#table.element),
      this.#lines.element,
      this.#plots,
    );
    this.#draw();
  }

  show(): void {
    this.#isShown = true;
    // Its width is known only now.
    this.#lines.show(this.#study);
    this.#pollLater();
  }

  hide(): void {
    this.#isShown = false;
    clearTimeout(this.#timer);
  }

  #draw(): void {
    const study = this.#study;
    this.#counts.textContent = countText(study);
    this.#table.show(study);
    this.#lines.show(study);
    this.#plots.hidden = study.plots.length === 0;
    const figures = study.plots.map((name) => {
      const title = name.replace(/\.svg$/, '').replaceAll('-', ' ');
      const address = this.#server.plotAddress(name);
      return h(
        'figure',
        {},
        h('a', { href: address, target: '_blank', rel: 'noopener' }, h('img', { src: address, alt: title })),
        h('figcaption', {}, title),
      );
    });
    fill(this.#plots, h('h2', {}, 'Plots'), h('div', { class: 'figures' }, ...figures));
  }

  #pollLater(): void {
    clearTimeout(this.#timer);
    const isOver = this.#study.rows.every(({ state }) => state === 'done' || state === 'failed');
    if (this.#isShown && !isOver) this.#timer = setTimeout(() => this.#poll(), POLL_MS);
  }

  async #poll(): Promise<void> {
    try {
      const study = await this.#server.study();
      const isChanged = JSON.stringify(study) !== JSON.stringify(this.#study);
      this.#study = study;
      if (isChanged) this.#draw();
    } catch {
      // The server may have ended; the page shows what it has, and asks again.
    }
    this.#pollLater();
  }
}
