// SPDX-License-Identifier: MIT
/** Panel of the picked body: its state, its contacts and its path through the run. */
import type { BodyHistory, Frame, TrajectoryHeader } from '../../../src/io.ts';
import type { RunSource } from '../run-source/run-source.ts';
import type { Theme } from '../theme.ts';
import { button, iconButton, select } from '../ui/controls.ts';
import { formatNumber, formatQuantity, prefixedUnit } from '../ui/format.ts';
import { fill, h } from '../ui/h.ts';
import { TimePlot } from '../ui/plot.ts';
import { bodyIndex, contactForce } from './body-values.ts';

/** Contacts listed, the strongest first. */
const MOST_CONTACTS = 8;

const HISTORIES = {
  speed: { label: 'Speed', unit: 'm/s', column: ({ speed }: BodyHistory) => speed },
  x: { label: 'Position x', unit: 'm', column: ({ position: [x] }: BodyHistory) => x },
  y: { label: 'Position y', unit: 'm', column: ({ position: [, y] }: BodyHistory) => y },
  z: { label: 'Position z', unit: 'm', column: ({ position: [, , z] }: BodyHistory) => z },
  spin: { label: 'Spin', unit: 'rad/s', column: ({ spin }: BodyHistory) => spin },
} as const;
type HistoryName = keyof typeof HISTORIES;

interface BodyPanelOptions {
  readonly source: RunSource;
  readonly theme: Theme;
  readonly names: Readonly<Record<number, string>>;
  readonly onSeek: (time: number) => void;
  readonly onPick: (id: number | undefined) => void;
  readonly onProblem: (message: string) => void;
}

export class BodyPanel {
  readonly element = h('section', { class: 'body-panel' });
  readonly #options: BodyPanelOptions;
  readonly #values = h('div', {});
  readonly #plot: TimePlot;
  readonly #which: HTMLElement;
  #quantity: HistoryName = 'speed';
  #id: number | undefined;
  #history: { readonly id: number; readonly data: BodyHistory } | undefined;

  constructor(options: BodyPanelOptions) {
    this.#options = options;
    this.#plot = new TimePlot(options.theme, options.onSeek);
    const choices = Object.entries(HISTORIES).map(([value, { label }]) => ({ value, label }));
    this.#which = select('Over time', choices, this.#quantity, (value) => {
      this.#quantity = value as HistoryName;
      this.#drawHistory();
    }).row;
    this.#showNone();
  }

  /** The body with this id in a frame; undefined for none. */
  show(id: number | undefined, frame: Frame, header: TrajectoryHeader): void {
    if (id === undefined) {
      if (this.#id !== undefined) this.#showNone();
      this.#id = undefined;
      return;
    }
    if (this.#id !== id) {
      this.#id = id;
      fill(
        this.element,
        h(
          'div',
          { class: 'row' },
          h('h2', {}, this.#nameOf(id)),
          h('span', { class: 'grow' }),
          iconButton('close', () => this.#options.onPick(undefined), 'Let go (Esc)'),
        ),
        this.#values,
        this.#which,
        this.#plot.element,
      );
      this.refreshHistory();
    }
    fill(this.#values, this.#state(id, frame, header));
    this.#plot.setMark(frame.time);
  }

  /** Requests the path of the body again, because the run has continued. */
  async refreshHistory(): Promise<void> {
    const id = this.#id;
    if (id === undefined) return;
    try {
      const data = await this.#options.source.history(id);
      if (this.#id !== id) return;
      this.#history = { id, data };
      this.#drawHistory();
    } catch (error) {
      this.#options.onProblem(error instanceof Error ? error.message : String(error));
    }
  }

  dispose(): void {
    this.#plot.dispose();
  }

  #drawHistory(): void {
    if (this.#history === undefined || this.#history.id !== this.#id) return;
    const { label, unit, column } = HISTORIES[this.#quantity];
    const values = column(this.#history.data);
    // Not Math.max of them all: a call takes fewer arguments than a long run has frames.
    const largest = values.reduce((most, value) => (Math.abs(value) > most ? Math.abs(value) : most), 0);
    const scaled = prefixedUnit(largest, unit);
    const shown = values.map((value) => value / scaled.factor);
    this.#plot.setSeries(this.#history.data.time, [{ label, unit: scaled.unit, values: shown }]);
  }

  #nameOf(id: number): string {
    const name = this.#options.names[id];
    return name === undefined ? `Body ${id}` : `${name} (body ${id})`;
  }

  #showNone(): void {
    fill(
      this.element,
      h('h2', {}, 'Body'),
      h('p', { class: 'muted' }, 'Click a body to see its state, its contacts and its way through the run.'),
    );
  }

  #state(id: number, frame: Frame, header: TrajectoryHeader): HTMLElement {
    const body = bodyIndex(frame.ids, id);
    if (body < 0) return h('p', { class: 'muted' }, 'Not there at this moment.');
    const vector = (values: Float32Array, origin?: Float64Array): number[] =>
      [0, 1, 2].map((k) => (origin?.[k] ?? 0) + values[3 * body + k]);
    const rows: [string, string][] = [
      ['Shape', header.shapes[frame.shapes[body]]?.name ?? ''],
      ['Material', header.materials[frame.materials[body]] ?? ''],
      ['Scale', formatNumber(frame.scales[body])],
      ['Position', vectorText(vector(frame.positions, frame.origin), 'm')],
      ['Velocity', vectorText(vector(frame.velocities), 'm/s')],
      ['Speed', formatQuantity(Math.hypot(...vector(frame.velocities)), 'm/s')],
      ['Spin', `${formatNumber(Math.hypot(...vector(frame.angularVelocities)))} rad/s`],
    ];
    const contacts = this.#contacts(id, frame, header);
    const table = h(
      'table',
      { class: 'values' },
      ...rows.map(([name, text]) => h('tr', {}, h('th', {}, name), h('td', {}, text))),
    );
    return h(
      'div',
      {},
      table,
      h('h3', {}, contacts.length === 0 ? 'Touches nothing' : `Touches (${contacts.length})`),
      contactTable(contacts.slice(0, MOST_CONTACTS)),
    );
  }

  #contacts(
    id: number,
    frame: Frame,
    { boundaries }: TrajectoryHeader,
  ): { name: string; force: number; partner: HTMLElement | string }[] {
    const found: { name: string; force: number; partner: HTMLElement | string }[] = [];
    for (let k = 0; k < frame.contactBodies.length / 2; k++) {
      const [a, b] = [frame.contactBodies[2 * k], frame.contactBodies[2 * k + 1]];
      if (a !== id && b !== id) continue;
      const other = a === id ? b : a;
      const name = other < 0 ? (boundaries[-1 - other]?.name ?? 'wall') : this.#nameOf(other);
      const partner = other < 0 ? name : button(name, () => this.#options.onPick(other), `Pick ${name}`);
      found.push({ name, force: contactForce(frame, k), partner });
    }
    return found.sort((a, b) => b.force - a.force);
  }
}

/** Components below this part of the largest are rounding of float32. */
const NEGLIGIBLE = 1e-7;

function vectorText(vector: readonly number[], unit: string): string {
  const largest = Math.max(...vector.map(Math.abs));
  const scaled = prefixedUnit(largest, unit);
  const text = (value: number): string =>
    formatNumber(Math.abs(value) < NEGLIGIBLE * largest ? 0 : value / scaled.factor);
  return `${vector.map(text).join(', ')} ${scaled.unit}`;
}

function contactTable(contacts: readonly { force: number; partner: HTMLElement | string }[]): HTMLElement {
  return h(
    'table',
    { class: 'values' },
    ...contacts.map(({ partner, force }) => h('tr', {}, h('th', {}, partner), h('td', {}, formatQuantity(force, 'N')))),
  );
}
