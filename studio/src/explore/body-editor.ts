// SPDX-License-Identifier: MIT
/**
 * Form for one body: kind of shape, its numbers, position and orientation, or any shape as JSON. Reports changes and
 * checks nothing itself.
 */
import type { JsonObject } from '../../../src/pairs.ts';
import { EXAMPLE_SHAPES } from '../../../src/pairs.ts';
import { select, setChoices } from '../ui/controls.ts';
import { fill, h } from '../ui/h.ts';
import type { Side } from './bodies-stage.ts';
import { PLANAR_SHAPES } from './menu.ts';
import type { BodyJson } from './pair-json.ts';

const AXES = ['x', 'y', 'z'];
const TURN = ['w', 'x', 'y', 'z'];

export class BodyEditor {
  readonly element: HTMLElement;
  readonly #onChange: (body: BodyJson) => void;
  readonly #fields = h('div', { class: 'explore-fields' });
  readonly #json: HTMLTextAreaElement;
  readonly #kind: HTMLSelectElement;
  #body: BodyJson | undefined;
  /** The kind that the fields were built for; other numbers of the same kind only change their values. */
  #layout = '';
  readonly #inputs = new Map<string, HTMLInputElement>();

  constructor(side: Side, onChange: (body: BodyJson) => void) {
    this.#onChange = onChange;
    const kind = select('Shape', [], '', (value) => this.#chooseKind(value));
    this.#kind = kind.input;
    this.#kind.setAttribute('data-field', `${side}-kind`);
    this.#json = h('textarea', {
      rows: 3,
      spellcheck: 'false',
      'aria-label': `Shape of ${side.toUpperCase()} as JSON`,
      onchange: () => this.#readJson(),
    });
    this.element = h(
      'section',
      { class: `explore-body explore-${side}` },
      h('h2', {}, `Body ${side.toUpperCase()}`),
      kind.row,
      this.#fields,
      h('details', {}, h('summary', {}, 'Shape as JSON'), this.#json),
    );
  }

  set body(body: BodyJson) {
    this.#body = body;
    const kind = Object.keys(body.shape)[0] ?? '';
    const kinds = Object.keys(body.pose.angle === undefined ? EXAMPLE_SHAPES : PLANAR_SHAPES);
    const all = kinds.includes(kind) ? kinds : [...kinds, kind];
    setChoices(
      this.#kind,
      all.map((value) => ({ value })),
      kind,
    );
    const rows = rowsOf(body);
    const layout = rows.map(({ label, names }) => `${label} ${names.join()}`).join('; ');
    if (layout !== this.#layout) this.#layFields(rows);
    this.#layout = layout;
    for (const { label, names, values } of rows) {
      names.forEach((name, i) => {
        const input = this.#inputs.get(`${label} ${name}`);
        if (input !== undefined && document.activeElement !== input) input.value = String(values[i]);
      });
    }
    if (document.activeElement !== this.#json) this.#json.value = JSON.stringify(body.shape);
  }

  #layFields(rows: readonly Row[]): void {
    this.#inputs.clear();
    fill(
      this.#fields,
      ...rows.map((row) =>
        h(
          'div',
          { class: 'explore-row' },
          h('span', { class: 'muted' }, row.label),
          h('span', { class: 'explore-numbers' }, ...row.names.map((name, i) => this.#field(row, name, i))),
        ),
      ),
    );
  }

  #field({ label, change }: Row, name: string, i: number): HTMLElement {
    const input = h('input', {
      type: 'number',
      step: 'any',
      'aria-label': `${label} ${name}`,
      onchange: () => {
        if (this.#body !== undefined && Number.isFinite(input.valueAsNumber)) {
          this.#onChange(change(this.#body, i, input.valueAsNumber));
        }
      },
    });
    this.#inputs.set(`${label} ${name}`, input);
    return input;
  }

  #chooseKind(kind: string): void {
    if (this.#body === undefined) return;
    const shapes = this.#body.pose.angle === undefined ? EXAMPLE_SHAPES : PLANAR_SHAPES;
    const shape = shapes[kind];
    if (shape !== undefined) this.#onChange({ ...this.#body, shape });
  }

  #readJson(): void {
    if (this.#body === undefined) return;
    try {
      this.#json.setCustomValidity('');
      this.#onChange({ ...this.#body, shape: JSON.parse(this.#json.value) as JsonObject });
    } catch (error) {
      this.#json.setCustomValidity(`Not JSON: ${error instanceof Error ? error.message : String(error)}`);
      this.#json.reportValidity();
    }
  }
}

interface Row {
  readonly label: string;
  readonly names: readonly string[];
  readonly values: readonly number[];
  change(body: BodyJson, i: number, value: number): BodyJson;
}

const replaced = (numbers: readonly number[], i: number, value: number): number[] =>
  numbers.map((number, k) => (k === i ? value : number));

/** The numbers of a shape that fit into fields: those of vertices and pieces do not. */
function rowsOf({ shape, pose }: BodyJson): readonly Row[] {
  const [kind] = Object.keys(shape);
  const parameters = kind === undefined ? undefined : shape[kind];
  const rows: Row[] = [];
  const isPlain = typeof parameters === 'object' && parameters !== null && !Array.isArray(parameters);
  for (const [name, value] of isPlain ? Object.entries(parameters as JsonObject) : []) {
    const numbers = typeof value === 'number' ? [value] : value;
    if (!Array.isArray(numbers) || !numbers.every((number) => typeof number === 'number')) continue;
    rows.push({
      label: name,
      names: numbers.length === 1 ? [''] : AXES.slice(0, numbers.length),
      values: numbers,
      change: (body, i, changed) => {
        const next = typeof value === 'number' ? changed : replaced(numbersOf(body, kind, name), i, changed);
        return { ...body, shape: { [kind]: { ...(body.shape[kind] as object), [name]: next } } };
      },
    });
  }
  rows.push({
    label: 'position',
    names: AXES.slice(0, pose.position.length),
    values: pose.position,
    change: (body, i, value) => ({
      ...body,
      pose: { ...body.pose, position: replaced(body.pose.position, i, value) },
    }),
  });
  const isPlanar = pose.angle !== undefined;
  rows.push({
    label: isPlanar ? 'angle (rad)' : 'orientation',
    names: isPlanar ? [''] : TURN,
    values: isPlanar ? [pose.angle ?? 0] : (pose.orientation ?? [1, 0, 0, 0]),
    change: (body, i, value) => ({
      ...body,
      pose: isPlanar
        ? { ...body.pose, angle: value }
        : { ...body.pose, orientation: replaced(body.pose.orientation ?? [1, 0, 0, 0], i, value) },
    }),
  });
  return rows;
}

function numbersOf(body: BodyJson, kind: string | undefined, name: string): number[] {
  const parameters = body.shape[kind as string] as Readonly<Record<string, number[]>>;
  return parameters[name] ?? [];
}
