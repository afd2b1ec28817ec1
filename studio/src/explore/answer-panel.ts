// SPDX-License-Identifier: MIT
/** Table of the answer of the shown pair with all digits, as `scree contact` writes it. */
import { fill, h } from '../ui/h.ts';
import type { Explained } from './queries.ts';

export class AnswerPanel {
  readonly element: HTMLElement;
  readonly #title = h('h2', {}, 'Answer');
  readonly #rows = h('tbody', {});

  constructor() {
    this.element = h(
      'section',
      { class: 'explore-answer', tabindex: 0, 'aria-label': 'Answer' },
      this.#title,
      h('table', { class: 'values' }, this.#rows),
    );
  }

  show({ answer, problem, meshContacts }: Explained, by: string): void {
    fill(this.#title, `Answer by ${by}`);
    if (meshContacts !== undefined) {
      fill(
        this.#rows,
        row('contacts', String(meshContacts.length)),
        ...meshContacts.map(({ facet, feature, distance }) => row(`facet ${facet} (${feature})`, String(distance))),
      );
      return;
    }
    if (answer === undefined) {
      fill(this.#rows, row('status', `none: ${problem ?? ''}`, 'bad'));
      return;
    }
    const { distance, lower, upper, normal, pointOnA, pointOnB, type, status, reason } = answer;
    const steps = `${answer.gjkIterations} GJK, ${answer.epaIterations} EPA`;
    fill(
      this.#rows,
      row('distance', String(distance), distance < 0 ? 'bad' : 'good'),
      row('lower', String(lower)),
      row('upper', String(upper)),
      row('status', reason === undefined ? status : `${status} (${reason})`, status === 'converged' ? 'good' : 'bad'),
      row('type', type),
      row('iterations', steps),
      row('normal', normal.join(', ')),
      row('pointOnA', pointOnA.join(', ')),
      row('pointOnB', pointOnB.join(', ')),
    );
  }
}

function row(name: string, value: string, tone = ''): HTMLElement {
  return h('tr', {}, h('th', { scope: 'row' }, name), h('td', { class: tone, 'data-value': name }, value));
}
