// SPDX-License-Identifier: MIT
/**
 * Table of all algorithms on the shown pair: answers, iterations, times; answers that differ from the default are
 * marked. One row is computed between two frames.
 */
import type { PairOfBodies } from '../../../src/pairs.ts';
import { fill, h } from '../ui/h.ts';
import { ALGORITHM_NAMES, type AlgorithmName, type Compared, compare, timeOf } from './queries.ts';
import { short } from './step-sentence.ts';

/** Times are taken when nothing has moved for so long, in milliseconds. */
const REST_MS = 400;

export class AlgorithmTable {
  readonly element: HTMLElement;
  readonly #body = h('tbody', {});
  readonly #rows = new Map<AlgorithmName, HTMLTableRowElement>();
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(onChoose: (name: AlgorithmName) => void) {
    for (const name of ALGORITHM_NAMES) {
      const choose = h('button', { type: 'button', class: 'quiet', onclick: () => onChoose(name) }, name);
      const line = h('tr', { 'data-algorithm': name }, h('th', { scope: 'row' }, choose), ...cells());
      this.#rows.set(name, line);
      this.#body.append(line);
    }
    const heads = ['Algorithm', 'Distance', 'Status', 'Steps', 'Time (µs)'];
    this.element = h(
      'section',
      { class: 'explore-algorithms', tabindex: 0, 'aria-label': 'All algorithms' },
      h('h2', {}, 'All algorithms on this pair'),
      h('table', {}, h('thead', {}, h('tr', {}, ...heads.map((head) => h('th', { scope: 'col' }, head)))), this.#body),
    );
  }

  set chosen(name: AlgorithmName) {
    for (const [each, line] of this.#rows) line.classList.toggle('chosen', each === name);
  }

  /** Compares again; times follow when the pair rests. */
  update(bodies: PairOfBodies, expected: number | undefined, size: number): void {
    clearTimeout(this.#timer);
    const names = [...ALGORITHM_NAMES];
    const compared = new Map<AlgorithmName, Compared>();
    const next = (): void => {
      const name = names.shift();
      if (name === undefined) {
        this.#timer = setTimeout(() => this.#time(bodies, [...compared.values()]), REST_MS);
        return;
      }
      const found = compare(bodies, name, expected ?? Number.NaN, size);
      compared.set(name, found);
      this.#show(found);
      this.#timer = setTimeout(next);
    };
    this.#timer = setTimeout(next);
  }

  stop(): void {
    clearTimeout(this.#timer);
  }

  #time(bodies: PairOfBodies, rest: readonly Compared[]): void {
    const [found, ...others] = rest;
    if (found === undefined) return;
    if (found.distance !== undefined) this.#show({ ...found, time: timeOf(bodies, found.name) });
    this.#timer = setTimeout(() => this.#time(bodies, others));
  }

  #show({ name, distance, status, iterations, differs, time }: Compared): void {
    const line = this.#rows.get(name);
    if (line === undefined) return;
    line.classList.toggle('differs', differs);
    line.classList.toggle('absent', distance === undefined);
    const [, ...values] = line.cells;
    const texts = [
      distance === undefined ? '–' : `${differs ? '≠ ' : ''}${short(distance)}`,
      status,
      iterations === undefined ? '–' : String(iterations),
      time === undefined ? '…' : String(Number(time.toPrecision(3))),
    ];
    if (distance === undefined) texts[3] = '–';
    values.forEach((cell, i) => {
      fill(cell, texts[i] ?? '');
    });
  }
}

function cells(): HTMLTableCellElement[] {
  return Array.from({ length: 4 }, () => h('td', {}));
}
