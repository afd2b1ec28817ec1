// SPDX-License-Identifier: MIT
/** Edits a scene as a form and as text; problems are shown beside their field and line. */
import { button } from '../ui/controls.ts';
import { fill, h } from '../ui/h.ts';
import type { News, TextProblem } from './protocol.ts';
import { ValueForm } from './value-form.ts';

type Checked = Extract<News, { kind: 'checked' }>;

/** Typed text is checked after a pause of this length. */
const PAUSE_MS = 300;
/** Beyond this number, problems are only counted. */
const MOST_PROBLEMS = 30;

export class SceneEditor {
  readonly element: HTMLElement;
  readonly #onChange: (text: string) => void;
  readonly #form: ValueForm;
  readonly #area = h('textarea', {
    spellcheck: 'false',
    wrap: 'off',
    'aria-label': 'Text of the scene',
    autocapitalize: 'off',
    oninput: () => this.#typed(),
    onscroll: () => this.#scrolled(),
  });
  readonly #gutter = h('div', { class: 'gutter', 'aria-hidden': 'true' });
  readonly #problems = h('div', { class: 'problems', role: 'alert' });
  readonly #tabs: Readonly<Record<'values' | 'text', HTMLButtonElement>>;
  readonly #textPane = h('div', { class: 'text-pane' }, this.#gutter, this.#area);
  #timer: ReturnType<typeof setTimeout> | undefined;
  #marked = new Map<number, string>();
  #lineCount = 0;

  /** `onChange` is called with each text that is to be checked. */
  constructor(onChange: (text: string) => void) {
    this.#onChange = onChange;
    this.#form = new ValueForm(
      (text) => this.setText(text),
      () => this.#area.value,
    );
    this.#tabs = {
      values: button('Values', () => this.#show('values')),
      text: button('Text', () => this.#show('text')),
    };
    this.element = h(
      'div',
      { class: 'scene-editor' },
      h('div', { class: 'row', role: 'group', 'aria-label': 'Edit as' }, this.#tabs.values, this.#tabs.text),
      this.#problems,
      this.#form.element,
      this.#textPane,
    );
    this.#show('values');
  }

  get text(): string {
    return this.#area.value;
  }

  setText(text: string): void {
    this.#area.value = text;
    this.#changed();
  }

  /** Checks the last input now, without the pause. */
  flush(): void {
    if (this.#timer !== undefined) this.#changed();
  }

  /** Opens the text at a problem. */
  goTo(problem: TextProblem): void {
    if (problem.file === undefined) this.#goTo(problem);
  }

  show({ fields, problems }: Pick<Checked, 'fields' | 'problems'>): void {
    this.#form.show(fields, problems);
    this.#marked = new Map();
    for (const { file, line, message } of problems) {
      if (file !== undefined) continue;
      const before = this.#marked.get(line);
      this.#marked.set(line, before === undefined ? message : `${before}\n${message}`);
    }
    this.#lineCount = 0;
    this.#drawGutter();
    this.#listProblems(problems);
  }

  #show(pane: 'values' | 'text'): void {
    for (const [name, tab] of Object.entries(this.#tabs)) tab.setAttribute('aria-pressed', String(name === pane));
    this.#form.element.hidden = pane !== 'values';
    this.#textPane.hidden = pane !== 'text';
    this.#scrolled();
  }

  #typed(): void {
    this.#drawGutter();
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#changed(), PAUSE_MS);
  }

  #changed(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#drawGutter();
    this.#onChange(this.#area.value);
  }

  #scrolled(): void {
    this.#gutter.scrollTop = this.#area.scrollTop;
  }

  #drawGutter(): void {
    const count = this.#area.value.split('\n').length;
    if (count === this.#lineCount) return;
    this.#lineCount = count;
    const lines = Array.from({ length: count }, (_, k) => {
      const message = this.#marked.get(k + 1);
      return h('div', { class: message === undefined ? undefined : 'wrong', title: message }, k + 1);
    });
    fill(this.#gutter, ...lines);
    this.#scrolled();
  }

  #listProblems(problems: readonly TextProblem[]): void {
    const more = problems.length - MOST_PROBLEMS;
    fill(
      this.#problems,
      problems.length > 0 &&
        h('strong', { class: 'bad' }, problems.length === 1 ? 'One problem' : `${problems.length} problems`),
      ...problems.slice(0, MOST_PROBLEMS).map((problem) => {
        const { file, line, column, path, message } = problem;
        const place = `${file === undefined ? '' : `${file} `}${line}:${column}`;
        const text = `${path === '' ? '' : `${path}: `}${message}`;
        return h(
          'p',
          {},
          file === undefined
            ? button(place, () => this.#goTo(problem), `${place}: go to line ${line}, column ${column}`)
            : place,
          ` ${text}`,
        );
      }),
      more > 0 && h('p', {}, `and ${more} more`),
    );
  }

  #goTo({ line, column }: TextProblem): void {
    this.#show('text');
    const lines = this.#area.value.split('\n');
    const at = lines.slice(0, line - 1).reduce((sum, { length }) => sum + length + 1, 0) + column - 1;
    this.#area.focus();
    this.#area.setSelectionRange(at, at + Math.max(1, (lines[line - 1] ?? '').length - column + 1));
    const height = this.#area.scrollHeight / lines.length;
    this.#area.scrollTop = Math.max(0, (line - 5) * height);
  }
}
