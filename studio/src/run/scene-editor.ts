// SPDX-License-Identifier: MIT
/** Edits a scene as a form and as text; problems are shown beside their field and line. */
import { button, toggleButton } from '../ui/controls.ts';
import { fill, h } from '../ui/h.ts';
import type { CodeEditor } from './code-editor.ts';
import type { AskHint } from './hint-queries.ts';
import type { News, TextProblem } from './protocol.ts';
import { StructureTree } from './structure-tree.ts';
import { ValueForm } from './value-form.ts';

type Pane = 'values' | 'text';

interface SceneEditorHandlers {
  /** Called with each text that is to be checked. */
  readonly onChange: (text: string) => void;
  readonly onRun: () => void;
  /** The picture is to show each shape once, instead of the start of the run. */
  readonly onShapes: (isShown: boolean) => void;
  readonly ask: AskHint;
}

type Checked = Extract<News, { kind: 'checked' }>;

/** Typed text is checked after a pause of this length. */
const PAUSE_MS = 300;
/** Beyond this number, problems are only counted. */
const MOST_PROBLEMS = 30;

export class SceneEditor {
  readonly element: HTMLElement;
  readonly #form: ValueForm;
  readonly #problems = h('div', { class: 'problems', role: 'alert' });
  readonly #tabs: Readonly<Record<Pane, HTMLButtonElement>>;
  readonly #shapes: HTMLButtonElement;
  readonly #host = h('div', { class: 'code-host' });
  readonly #tree = new StructureTree((offset) => void this.#withCode((code) => code.goToOffset(offset)));
  readonly #textPane = h(
    'div',
    { class: 'text-pane' },
    h(
      'details',
      { class: 'structure-part', open: matchMedia('(min-width: 701px)').matches },
      h('summary', {}, 'Structure'),
      this.#tree.element,
    ),
    this.#host,
  );
  readonly #handlers: SceneEditorHandlers;
  #text = '';
  #code: Promise<CodeEditor> | undefined;
  #shown: readonly TextProblem[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(handlers: SceneEditorHandlers) {
    this.#handlers = handlers;
    this.#form = new ValueForm(
      (text, isGoingOn) => this.#replace(text, isGoingOn),
      () => this.#text,
    );
    this.#tabs = {
      values: button('Values', () => this.#show('values')),
      text: button('Text', () => this.#show('text')),
    };
    this.#shapes = toggleButton(
      'cube',
      false,
      handlers.onShapes,
      'Shapes: each of them once, in the picture, until the scene runs',
      'Shapes',
    );
    this.element = h(
      'div',
      { class: 'scene-editor' },
      h(
        'div',
        { class: 'row', role: 'group', 'aria-label': 'Edit as' },
        this.#tabs.values,
        this.#tabs.text,
        this.#shapes,
      ),
      this.#problems,
      this.#form.element,
      this.#textPane,
    );
    this.#show('values');
  }

  get text(): string {
    return this.#text;
  }

  /** Another scene. */
  setText(text: string): void {
    this.#text = text;
    void this.#code?.then((code) => code.setText(text, true));
    this.#changed();
  }

  /** The picture is that of the run again. */
  hideShapes(): void {
    if (this.#shapes.getAttribute('aria-pressed') === 'true') this.#shapes.click();
  }

  /** Checks the last input now, without the pause. */
  flush(): void {
    if (this.#timer !== undefined) this.#changed();
  }

  /** Opens the text at a problem. */
  goTo({ file, line, column }: TextProblem): void {
    if (file === undefined) void this.#withCode((code) => code.goTo(line, column));
  }

  show({ fields, outline, problems }: Pick<Checked, 'fields' | 'outline' | 'problems'>): void {
    this.#form.show(fields, problems);
    this.#tree.show(outline);
    this.#shown = problems;
    void this.#code?.then((code) => code.setProblems(problems));
    this.#listProblems(problems);
  }

  #show(pane: Pane): void {
    for (const [name, tab] of Object.entries(this.#tabs)) tab.setAttribute('aria-pressed', String(name === pane));
    this.#form.element.hidden = pane !== 'values';
    this.#textPane.hidden = pane !== 'text';
    if (pane === 'text') void this.#withCode(() => {});
  }

  /** The editor of the text, which is loaded when it is first wanted. */
  async #withCode(use: (code: CodeEditor) => void): Promise<void> {
    if (this.#textPane.hidden) this.#show('text');
    this.#code ??= this.#loadCode();
    try {
      use(await this.#code);
    } catch (error) {
      this.#code = undefined;
      const reason = error instanceof Error ? error.message : String(error);
      fill(this.#problems, h('p', { class: 'bad' }, `The editor of the text could not be loaded: ${reason}`));
    }
  }

  async #loadCode(): Promise<CodeEditor> {
    const { CodeEditor } = await import('./code-editor.ts');
    const code = new CodeEditor(this.#host, this.#text, {
      ask: this.#handlers.ask,
      onRun: () => this.#handlers.onRun(),
      onCursor: (offset) => (this.#tree.cursor = offset),
      onChange: (text) => {
        this.#text = text;
        this.#changeSoon();
      },
    });
    code.setProblems(this.#shown);
    return code;
  }

  /** A value was edited in the form. */
  #replace(text: string, isGoingOn: boolean): void {
    this.#text = text;
    void this.#code?.then((code) => code.setText(text, false));
    if (isGoingOn) this.#changeSoon();
    else this.#changed();
  }

  #changeSoon(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#changed(), PAUSE_MS);
  }

  #changed(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#handlers.onChange(this.#text);
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
            ? button(place, () => this.goTo(problem), `${place}: go to line ${line}, column ${column}`)
            : place,
          ` ${text}`,
        );
      }),
      more > 0 && h('p', {}, `and ${more} more`),
    );
  }
}
