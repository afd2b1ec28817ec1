// SPDX-License-Identifier: MIT
/**
 * The values of a scene as a form: one group for each section, a choice where the schema has one. An edit changes only
 * that value in the text. Variables that are numbers have a slider.
 */
import type { SceneField } from '../../../src/live.ts';
import { fill, h } from '../ui/h.ts';
import type { TextProblem } from './protocol.ts';

interface FormRow {
  readonly input: HTMLInputElement | HTMLSelectElement;
  readonly message: HTMLElement;
  readonly slider: HTMLInputElement | undefined;
  field: SceneField;
}

/** A number and what follows it, such as its unit. */
const NUMBER = /^([-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?)(\s*[^\s=].*)?$/i;
/** Digits of a number set by a slider. */
const DIGITS = 3;
const SLIDER_STEPS = 200;

/** A slider goes from zero to twice the value that it first shows. */
function setSlider(slider: HTMLInputElement, value: number): void {
  const [min, max] = [Number(slider.min), Number(slider.max)];
  if (slider.max === '' || value < min || value > max) {
    const far = value === 0 ? 1 : Number((2 * value).toPrecision(DIGITS));
    slider.min = String(value === 0 ? -1 : Math.min(0, far));
    slider.max = String(Math.max(0, far));
    slider.step = String(Math.abs(far) / SLIDER_STEPS);
  }
  slider.valueAsNumber = value;
}

/** Sections that are open at first; users search for outputs and the like. */
const OPEN_SECTIONS = new Set(['variables', 'time', 'gravity', 'materials', 'pairs', 'law', 'shapes']);

function sectionOf(path: string): string {
  return /^[^.[]*/.exec(path)?.[0] ?? path;
}

function tooltip({ description, unit }: SceneField): string | undefined {
  if (description === undefined) return undefined;
  return unit === undefined ? description : `${description} Plain numbers are in ${unit}.`;
}

/** The problem of the value at a path, or of a part of it. */
function problemsAt(path: string, problems: readonly TextProblem[]): string {
  return problems
    .filter(
      (problem) => problem.path === path || problem.path.startsWith(`${path}[`) || problem.path.startsWith(`${path}.`),
    )
    .map(({ message }) => message)
    .join('\n');
}

export class ValueForm {
  readonly element = h('div', { class: 'value-form' });
  readonly #setText: (text: string, isGoingOn: boolean) => void;
  readonly #getText: () => string;
  #rows = new Map<string, FormRow>();

  /** `isGoingOn` says that another change will follow soon. */
  constructor(setText: (text: string, isGoingOn: boolean) => void, getText: () => string) {
    this.#setText = setText;
    this.#getText = getText;
  }

  /** Rows with the same values are kept, so that the focus stays while the user types. */
  show(fields: readonly SceneField[], problems: readonly TextProblem[]): void {
    const isSame = fields.length === this.#rows.size && fields.every(({ path }) => this.#rows.has(path));
    // A text that cannot be read has no fields: the old ones stay until it can.
    if (!isSame && (fields.length > 0 || problems.length === 0)) this.#build(fields);
    for (const field of fields) {
      const row = this.#rows.get(field.path);
      if (row === undefined) continue;
      row.field = field;
      if (document.activeElement !== row.input) row.input.value = field.text;
      const number = NUMBER.exec(field.text)?.[1];
      if (row.slider === undefined) continue;
      row.slider.disabled = number === undefined;
      if (number !== undefined && document.activeElement !== row.slider) setSlider(row.slider, Number(number));
    }
    for (const [path, { input, message }] of this.#rows) {
      const text = problemsAt(path, problems);
      message.textContent = text;
      if (text === '') input.removeAttribute('aria-invalid');
      else input.setAttribute('aria-invalid', 'true');
    }
  }

  #build(fields: readonly SceneField[]): void {
    this.#rows = new Map();
    const sections = new Map<string, HTMLElement>();
    for (const field of fields) {
      const name = sectionOf(field.path);
      let section = sections.get(name);
      if (section === undefined) {
        section = h('details', { open: OPEN_SECTIONS.has(name) }, h('summary', {}, name));
        sections.set(name, section);
      }
      section.append(this.#row(field, name));
    }
    fill(this.element, ...sections.values());
    if (fields.length === 0) fill(this.element, h('p', { class: 'muted' }, 'No values: see the text.'));
  }

  #row(field: SceneField, section: string): HTMLElement {
    const { path, text, choices } = field;
    const label = path === section ? section : path.slice(section.length).replace(/^\./, '');
    const id = `value-${path}`;
    const edit = (): void => this.#edit(path);
    const input =
      choices?.includes(text) === true
        ? h('select', { id, onchange: edit }, ...choices.map((each) => h('option', { value: each }, each)))
        : h('input', { id, type: 'text', onchange: edit, autocomplete: 'off', spellcheck: 'false' });
    input.value = text;
    const message = h('div', { class: 'bad' });
    const number = section === 'variables' ? NUMBER.exec(text)?.[1] : undefined;
    const slider =
      number === undefined
        ? undefined
        : h('input', { type: 'range', 'aria-label': `Slide ${label}`, oninput: () => this.#slide(path) });
    if (slider !== undefined) setSlider(slider, Number(number));
    this.#rows.set(path, { input, message, slider, field });
    const hint = tooltip(field);
    return h('div', { class: 'control value', title: hint }, h('label', { for: id }, label), input, slider, message);
  }

  /** Keeps the unit. */
  #slide(path: string): void {
    const row = this.#rows.get(path);
    if (row?.slider === undefined) return;
    const rest = NUMBER.exec(row.field.text)?.[2] ?? '';
    row.input.value = `${Number(row.slider.valueAsNumber.toPrecision(DIGITS))}${rest}`;
    this.#edit(path, true);
  }

  #edit(path: string, isGoingOn = false): void {
    const row = this.#rows.get(path);
    if (row === undefined) return;
    const { start, end, text: before } = row.field;
    const text = this.#getText();
    const { value } = row.input;
    // The text was edited and not checked yet: its fields will follow with their new values.
    if (text.slice(start, end) !== before || value.trim() === '' || value === before) {
      row.input.value = before;
      return;
    }
    // Fields after this one move with the text; the next check also updates them, but another edit may come first.
    const shift = value.length - before.length;
    row.field = { ...row.field, text: value, end: end + shift };
    for (const each of this.#rows.values()) {
      if (each.field.start <= start) continue;
      each.field = { ...each.field, start: each.field.start + shift, end: each.field.end + shift };
    }
    this.#setText(text.slice(0, start) + value + text.slice(end), isGoingOn);
  }
}
