// SPDX-License-Identifier: MIT
/** Selects the algorithm and its step, and describes the step in words. */
import { iconButton, select } from '../ui/controls.ts';
import { fill, h } from '../ui/h.ts';
import { ALGORITHM_NAMES, type AlgorithmName, type DrawnStep } from './queries.ts';
import { short, stepSentence } from './step-sentence.ts';

export class StepBar {
  readonly element: HTMLElement;
  readonly #slider: HTMLInputElement;
  readonly #count = h('output', { class: 'explore-count' });
  readonly #sentence = h('p', { class: 'explore-sentence', 'aria-live': 'polite' });
  readonly #bounds = h('span', { class: 'muted' });
  readonly #algorithm: HTMLSelectElement;
  readonly #onStep: (index: number) => void;
  #steps: readonly DrawnStep[] = [];
  #index = 0;

  constructor(onAlgorithm: (name: AlgorithmName) => void, onStep: (index: number) => void) {
    this.#onStep = onStep;
    const choices = ALGORITHM_NAMES.map((value) => ({
      value,
      label: value === 'explicit' ? 'explicit difference' : value,
    }));
    const algorithm = select('Algorithm', choices, 'gjk-epa', (value) => onAlgorithm(value as AlgorithmName));
    this.#algorithm = algorithm.input;
    this.#slider = h('input', {
      type: 'range',
      min: 0,
      max: 0,
      step: 1,
      value: 0,
      'aria-label': 'Step',
      oninput: () => this.go(this.#slider.valueAsNumber),
    });
    this.element = h(
      'div',
      { class: 'explore-steps' },
      h(
        'div',
        { class: 'explore-controls' },
        algorithm.row,
        iconButton('first', () => this.go(0), 'First step (Home)'),
        iconButton('back', () => this.move(-1), 'Step back ([)'),
        this.#slider,
        iconButton('forward', () => this.move(1), 'Step forward (])'),
        iconButton('last', () => this.go(Infinity), 'Last step (End)'),
        this.#count,
        this.#bounds,
      ),
      this.#sentence,
    );
  }

  set algorithm(name: AlgorithmName) {
    this.#algorithm.value = name;
  }

  /** Steps of another search: at its end, or still at the same step where `keeps` says so. */
  show(steps: readonly DrawnStep[], problem: string | undefined, keeps: boolean): void {
    const wasLast = this.isAtEnd;
    this.#steps = steps;
    this.#slider.max = String(Math.max(0, steps.length - 1));
    this.#slider.disabled = steps.length < 2;
    this.#index = keeps && !wasLast ? Math.min(this.#index, steps.length - 1) : steps.length - 1;
    this.#write(problem);
  }

  get step(): DrawnStep | undefined {
    return this.#steps[this.#index];
  }

  get isAtEnd(): boolean {
    return this.#index >= this.#steps.length - 1;
  }

  move(by: number): void {
    this.go(this.#index + by);
  }

  go(index: number): void {
    const next = Math.max(0, Math.min(this.#steps.length - 1, index));
    if (next === this.#index || this.#steps.length === 0) return;
    this.#index = next;
    this.#write(undefined);
    this.#onStep(next);
  }

  #write(problem: string | undefined): void {
    this.#slider.value = String(Math.max(0, this.#index));
    const { step } = this;
    this.#count.value = step === undefined ? 'no steps' : `step ${this.#index + 1} of ${this.#steps.length}`;
    fill(this.#bounds, step === undefined ? '' : `proven: ${short(step.lower)} ≤ distance ≤ ${short(step.upper)}`);
    fill(this.#sentence, step === undefined ? (problem ?? '') : stepSentence(step));
  }
}
