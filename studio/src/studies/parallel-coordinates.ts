// SPDX-License-Identifier: MIT
/** Parallel coordinates: an axis for each parameter and result, a line for each run, coloured by one of the axes. */
import { mapColour } from '../drawing/colour-map.ts';
import type { StudyDescription } from '../server-api.ts';
import { select, setChoices } from '../ui/controls.ts';
import { formatNumber } from '../ui/format.ts';
import { fill, h } from '../ui/h.ts';
import { axisOf, type ColumnAxis, columnsOf, type StudyRow } from './study-rows.ts';

const HEIGHT = 300;
const MARGIN = { left: 60, right: 60, top: 34, bottom: 28 };
/** Pixels between two axes, at least: narrower ones scroll. */
const LEAST_GAP = 110;
const WIDEST = 1200;
const DIGITS = 3;

function svg(
  tag: string,
  attributes: Readonly<Record<string, string | number>>,
  ...children: (Node | string)[]
): SVGElement {
  const element = document.createElementNS('http://www.w3.org/2000/svg', tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  element.append(...children);
  return element;
}

const shown = (end: number | string): string => (typeof end === 'number' ? formatNumber(end, DIGITS) : end);

export class ParallelCoordinates {
  readonly element: HTMLElement;
  readonly #picture = h('div', {
    class: 'study-lines',
    tabindex: 0,
    role: 'region',
    'aria-label': 'Parallel coordinates',
  });
  readonly #colourBy: ReturnType<typeof select>;
  readonly #onPoint: (row: StudyRow | undefined) => void;
  #study: StudyDescription | undefined;
  #lines = new Map<StudyRow, SVGElement>();

  constructor(onPoint: (row: StudyRow | undefined) => void) {
    this.#onPoint = onPoint;
    this.#colourBy = select('Colour', [], '', () => this.#draw());
    this.element = h('section', {}, h('h2', {}, 'Parallel coordinates'), this.#colourBy.row, this.#picture);
  }

  show(study: StudyDescription): void {
    this.#study = study;
    const axes = this.#axes();
    const { input } = this.#colourBy;
    const last = axes[axes.length - 1]?.heading ?? '';
    setChoices(
      input,
      axes.map(({ heading }) => ({ value: heading })),
      input.value === '' ? last : input.value,
    );
    this.element.hidden = axes.length < 2;
    this.#draw();
  }

  mark(marked: StudyRow | undefined): void {
    for (const [row, line] of this.#lines) {
      line.classList.toggle('marked', row === marked);
      line.classList.toggle('faint', marked !== undefined && row !== marked);
    }
    const line = marked && this.#lines.get(marked);
    line?.parentNode?.append(line);
  }

  #axes(): ColumnAxis[] {
    const study = this.#study;
    if (study === undefined) return [];
    return columnsOf(study).flatMap((column) => {
      if (column.kind !== 'parameter' && column.kind !== 'result') return [];
      return axisOf(column, study.rows) ?? [];
    });
  }

  #draw(): void {
    const axes = this.#axes();
    const room = Math.min(WIDEST, this.#picture.clientWidth || WIDEST);
    const gap = Math.max(LEAST_GAP, (room - MARGIN.left - MARGIN.right) / Math.max(1, axes.length - 1));
    const width = MARGIN.left + MARGIN.right + gap * (axes.length - 1);
    const [top, bottom] = [MARGIN.top, HEIGHT - MARGIN.bottom];
    const x = (k: number): number => MARGIN.left + k * gap;
    const y = (share: number): number => bottom - share * (bottom - top);
    const colour = axes.find(({ heading }) => heading === this.#colourBy.input.value) ?? axes[axes.length - 1];
    this.#lines = new Map(
      (this.#study?.rows ?? []).map((row) => [row, this.#line(row, axes, (k, share) => `${x(k)},${y(share)}`, colour)]),
    );
    const names = `${axes.map(({ heading }) => heading).join(', ')}: a line for each run`;
    fill(
      this.#picture,
      svg(
        'svg',
        { viewBox: `0 0 ${width} ${HEIGHT}`, width, height: HEIGHT, role: 'img', 'aria-label': names },
        svg('g', { class: 'runs' }, ...this.#lines.values()),
        ...axes.map(({ heading, low, high }, k) =>
          svg(
            'g',
            {},
            svg('line', { class: 'axis', x1: x(k), x2: x(k), y1: top, y2: bottom }),
            svg('text', { class: 'name', x: x(k), y: 12, 'text-anchor': 'middle' }, heading),
            svg('text', { x: x(k), y: top - 6, 'text-anchor': 'middle' }, shown(high)),
            svg('text', { x: x(k), y: bottom + 16, 'text-anchor': 'middle' }, shown(low)),
          ),
        ),
      ) as unknown as HTMLElement,
    );
  }

  /** Axes on which a run has no value are left out of its line. */
  #line(
    row: StudyRow,
    axes: readonly ColumnAxis[],
    at: (k: number, share: number) => string,
    colour: ColumnAxis | undefined,
  ): SVGElement {
    const points = axes.flatMap(({ place }, k) => {
      const share = place(row);
      return share === undefined ? [] : [at(k, share)];
    });
    const line = svg('polyline', { points: points.join(' '), 'data-point': row.point });
    const share = colour?.place(row);
    line.style.stroke =
      share === undefined
        ? 'var(--muted)'
        : `rgb(${mapColour('viridis', 0.25 + 0.65 * share)
            .map(Math.round)
            .join(' ')})`;
    line.addEventListener('pointerenter', () => this.#onPoint(row));
    line.addEventListener('pointerleave', () => this.#onPoint(undefined));
    return line;
  }
}
