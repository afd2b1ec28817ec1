// SPDX-License-Identifier: MIT
/** How many bodies have which value, above the bar of the legend. Dragging across it shows only those between. */
import { formatNumber } from '../ui/format.ts';
import { h } from '../ui/h.ts';

const BINS = 48;
const HEIGHT = 34;
const NAMESPACE = 'http://www.w3.org/2000/svg';
/** A drag over less than this part of the width takes the filter away. */
const LEAST_PART = 0.02;

type Range = readonly [low: number, high: number];

/** Part, 0 to 1, of a value in a range. */
export function partOf(value: number, [low, high]: Range, isLog: boolean): number {
  if (!isLog) return (value - low) / (high - low);
  return Math.log(Math.max(value, 1e-30) / Math.max(low, 1e-30)) / Math.log(high / Math.max(low, 1e-30));
}

export function valueAt(part: number, [low, high]: Range, isLog: boolean): number {
  return isLog ? Math.max(low, 1e-30) * (high / Math.max(low, 1e-30)) ** part : low + part * (high - low);
}

/** Number of values in each bin; those beyond the range are in none. */
export function binCounts(values: Float32Array, range: Range, isLog: boolean): Int32Array {
  const counts = new Int32Array(BINS);
  for (const value of values) {
    const bin = Math.floor(partOf(value, range, isLog) * BINS);
    if (bin >= 0 && bin < BINS) counts[bin]++;
    else if (value === range[1]) counts[BINS - 1]++;
  }
  return counts;
}

export class Histogram {
  readonly element: HTMLElement;
  readonly #path = document.createElementNS(NAMESPACE, 'path');
  readonly #brush = h('div', { class: 'brush', hidden: true });
  readonly #text = h('p', { class: 'muted' }, 'drag to filter');
  readonly #onFilter: (range: Range | undefined) => void;
  #range: Range = [0, 1];
  #isLog = false;
  #filter: Range | undefined;

  constructor(onFilter: (range: Range | undefined) => void) {
    this.#onFilter = onFilter;
    const svg = document.createElementNS(NAMESPACE, 'svg');
    svg.setAttribute('viewBox', `0 0 ${BINS} ${HEIGHT}`);
    svg.setAttribute('preserveAspectRatio', 'none');
    svg.setAttribute('aria-hidden', 'true');
    svg.append(this.#path);
    const area = h('div', { class: 'bins', title: 'Drag to show only the bodies between' });
    area.append(svg, this.#brush);
    this.element = h('div', { class: 'histogram', hidden: true }, area, this.#text);
    this.#listen(area);
  }

  get filter(): Range | undefined {
    return this.#filter;
  }

  set filter(range: Range | undefined) {
    this.#filter = range;
    this.#onFilter(range);
    this.#show();
  }

  update(values: Float32Array, range: Range, isLog: boolean): void {
    this.#range = range;
    this.#isLog = isLog;
    const counts = binCounts(values, range, isLog);
    const most = Math.max(...counts, 1);
    let d = `M0 ${HEIGHT}`;
    counts.forEach((count, k) => {
      // The square root keeps rare values visible.
      const top = (HEIGHT * (1 - Math.sqrt(count / most))).toFixed(1);
      d += `V${top}H${k + 1}`;
    });
    this.#path.setAttribute('d', `${d}V${HEIGHT}Z`);
    this.#show();
  }

  #show(): void {
    this.#brush.hidden = this.#filter === undefined;
    this.#text.textContent = 'drag to filter';
    if (this.#filter === undefined) return;
    const [from, to] = this.#filter.map((value) =>
      Math.min(Math.max(partOf(value, this.#range, this.#isLog), 0), 1),
    ) as [number, number];
    this.#brush.style.left = `${100 * from}%`;
    this.#brush.style.width = `${100 * (to - from)}%`;
    this.#text.textContent = `shown: ${formatNumber(this.#filter[0], 3)} to ${formatNumber(this.#filter[1], 3)}`;
  }

  #listen(area: HTMLElement): void {
    let start: number | undefined;
    const partAt = ({ clientX }: PointerEvent): number => {
      const { left, width } = area.getBoundingClientRect();
      return Math.min(Math.max((clientX - left) / width, 0), 1);
    };
    area.addEventListener('pointerdown', (event) => {
      start = partAt(event);
      area.setPointerCapture(event.pointerId);
    });
    area.addEventListener('pointermove', (event) => {
      if (start !== undefined) this.#set(start, partAt(event));
    });
    area.addEventListener('pointerup', (event) => {
      if (start !== undefined) this.#set(start, partAt(event));
      start = undefined;
    });
  }

  #set(a: number, b: number): void {
    const [from, to] = [Math.min(a, b), Math.max(a, b)];
    if (to - from < LEAST_PART) {
      this.filter = undefined;
      return;
    }
    // The ends take in what lies beyond the scale.
    const low = from === 0 ? -Infinity : valueAt(from, this.#range, this.#isLog);
    const high = to === 1 ? Infinity : valueAt(to, this.#range, this.#isLog);
    this.filter = [low, high];
  }
}
