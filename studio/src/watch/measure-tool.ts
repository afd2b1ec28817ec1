// SPDX-License-Identifier: MIT
/** Measuring by clicks: two bodies give a distance, a third an angle; the numbers follow the bodies through time. */
import type { Frame } from '../../../src/io.ts';
import { toggleButton } from '../ui/controls.ts';
import { formatNumber, formatQuantity } from '../ui/format.ts';
import { h } from '../ui/h.ts';
import type { AddressPart } from './address.ts';
import { measure } from './measuring.ts';

const MOST_BODIES = 3;

export class MeasureTool implements AddressPart {
  readonly keys = ['measure'];
  readonly button: HTMLButtonElement;
  readonly element = h('output', { class: 'measured', hidden: true });
  readonly #onChange: () => void;
  #isOn = false;
  #ids: readonly number[] = [];

  constructor(onChange: () => void) {
    this.#onChange = onChange;
    this.button = toggleButton('ruler', false, (value) => this.#set(value, []), 'Measure between bodies (M)');
  }

  /** Whether clicks belong to this tool. */
  get isOn(): boolean {
    return this.#isOn;
  }

  get ids(): readonly number[] {
    return this.#ids;
  }

  toggle(): void {
    this.#set(!this.#isOn, []);
  }

  /** A click on a body; the fourth begins again. */
  add(id: number): void {
    const ids = this.#ids.length >= MOST_BODIES ? [] : this.#ids.filter((each) => each !== id);
    this.#set(true, [...ids, id]);
  }

  update(frame: Frame): void {
    this.element.hidden = !this.#isOn;
    const [a, b, c] = this.#ids;
    const { distance, nextDistance, angle } = measure(frame, this.#ids);
    const parts: string[] = [];
    if (distance !== undefined) parts.push(`${a} to ${b}: ${formatQuantity(distance, 'm')}`);
    if (nextDistance !== undefined) parts.push(`${b} to ${c}: ${formatQuantity(nextDistance, 'm')}`);
    if (angle !== undefined) parts.push(`angle at ${b}: ${formatNumber(angle)}°`);
    if (parts.length === 0) {
      const left = this.#ids.length === 0 ? 'Click two bodies to measure between their middles' : 'Click a second body';
      parts.push(this.#ids.length >= 2 ? 'A body is not there at this moment' : `${left}; a third gives an angle`);
    }
    this.element.textContent = parts.join(' · ');
  }

  write(to: URLSearchParams): void {
    if (this.#isOn) to.set('measure', this.#ids.join(','));
  }

  read(from: URLSearchParams): void {
    const text = from.get('measure');
    const ids = (text ?? '').split(',').filter((each) => /^\d+$/.test(each));
    this.#set(text !== null, ids.slice(0, MOST_BODIES).map(Number));
  }

  #set(isOn: boolean, ids: readonly number[]): void {
    this.#isOn = isOn;
    this.#ids = isOn ? ids : [];
    this.button.setAttribute('aria-pressed', String(isOn));
    this.#onChange();
  }
}
