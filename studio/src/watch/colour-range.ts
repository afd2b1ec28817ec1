// SPDX-License-Identifier: MIT
/** Ends of the colour scale, parsed like quantities in a scene: with a unit, or as plain numbers in SI units. */
import { DIMENSIONS, type DimensionName, readQuantity } from '../../../src/quantities.ts';
import { select, textField } from '../ui/controls.ts';
import { prefixedUnit } from '../ui/format.ts';
import { h } from '../ui/h.ts';

type Range = readonly [low: number, high: number];

const DIGITS = 4;

function dimensionOf(unit: string): DimensionName {
  const names = Object.keys(DIMENSIONS) as DimensionName[];
  return names.find((name) => DIMENSIONS[name].unit === unit) ?? 'number';
}

/** Texts of the boxes for a range, both ends in one unit. */
export function rangeTexts([low, high]: Range, unit: string): readonly [low: string, high: string] {
  const scaled = prefixedUnit(Math.max(Math.abs(low), Math.abs(high)), unit);
  const text = (value: number): string =>
    `${Number((value / scaled.factor).toPrecision(DIGITS))} ${scaled.unit}`.trim();
  return [text(low), text(high)];
}

/** Value of one end in SI units, undefined for an empty text, or the problem. */
export function readEnd(
  text: string,
  unit: string,
): { readonly value: number | undefined } | { readonly problem: string } {
  if (text.trim() === '') return { value: undefined };
  return readQuantity(text.replaceAll('−', '-'), [dimensionOf(unit)]);
}

/** Parses the range of two texts, or returns the problem. `unit` is the SI unit of the field. */
export function readRange(
  low: string,
  high: string,
  unit: string,
): { readonly range: Range } | { readonly problem: string } {
  const ends: number[] = [];
  for (const [name, text] of [
    ['from', low],
    ['to', high],
  ] as const) {
    const reading = readQuantity(text.replaceAll('−', '-'), [dimensionOf(unit)]);
    if ('problem' in reading) return { problem: `${name}: ${reading.problem}` };
    ends.push(reading.value);
  }
  const [from = 0, to = 0] = ends;
  if (from < to) return { range: [from, to] };
  return { problem: `from must be below to, got from ${low.trim()} to ${high.trim()}; the colours are unchanged` };
}

/** Of each frame by itself, of the whole run, or as typed. */
export type RangeMode = 'frame' | 'run' | 'fixed';

const MODES: readonly { readonly value: RangeMode; readonly label: string }[] = [
  { value: 'frame', label: 'of each frame' },
  { value: 'run', label: 'of the whole run' },
  { value: 'fixed', label: 'fixed' },
];

interface ColourRangeOptions {
  readonly onMode: (mode: RangeMode) => void;
  /** A range was typed. */
  readonly onRange: (range: Range) => void;
}

export class ColourRange {
  readonly element: HTMLElement;
  readonly #options: ColourRangeOptions;
  readonly #mode: ReturnType<typeof select>;
  readonly #low: ReturnType<typeof textField>;
  readonly #high: ReturnType<typeof textField>;
  readonly #problem = h('p', { class: 'bad', role: 'alert' });
  readonly #note = h('p', { class: 'muted', role: 'status' });
  #unit = '';

  constructor(options: ColourRangeOptions) {
    this.#options = options;
    this.#mode = select('Range', MODES, 'frame', (mode) => {
      this.reset();
      options.onMode(mode as RangeMode);
    });
    this.#low = textField('from', '', () => this.#read());
    this.#high = textField('to', '', () => this.#read());
    for (const { row } of [this.#low, this.#high]) row.title = 'A number with its unit, such as 5 mm/s; SI without one';
    this.element = h(
      'div',
      {},
      this.#mode.row,
      h('div', { class: 'range' }, this.#low.row, this.#high.row),
      this.#problem,
      this.#note,
    );
  }

  /** `range` is the present range of the scale. Boxes with the focus or with a problem keep their text. */
  show(range: Range, unit: string, mode: RangeMode): void {
    this.#unit = unit;
    this.#mode.input.value = mode;
    if (this.#problem.textContent !== '') return;
    const texts = rangeTexts(range, unit);
    [this.#low, this.#high].forEach(({ input }, k) => {
      if (document.activeElement !== input) input.value = texts[k] ?? '';
    });
  }

  /** How far the range of the run is known. */
  tell(note: string): void {
    this.#note.textContent = note;
  }

  /** Clears the range, since another field has other values. */
  reset(): void {
    this.#complain('');
  }

  #read(): void {
    const reading = readRange(this.#low.input.value, this.#high.input.value, this.#unit);
    this.#complain('problem' in reading ? reading.problem : '');
    if ('range' in reading) this.#options.onRange(reading.range);
  }

  #complain(problem: string): void {
    this.#problem.textContent = problem;
    for (const { input } of [this.#low, this.#high]) {
      if (problem === '') input.removeAttribute('aria-invalid');
      else input.setAttribute('aria-invalid', 'true');
    }
  }
}
