// SPDX-License-Identifier: MIT
/**
 * The text of a scene in CodeMirror, loaded when it is first shown. Proposals, explanations and problems are those of
 * the program: the worker finds them from the schema. It lives in a shadow root, whose style sheets are objects: the
 * content security policy refuses the style elements that CodeMirror would add to the page.
 */
import {
  autocompletion,
  type Completion,
  type CompletionContext,
  type CompletionResult,
  closeBrackets,
  closeBracketsKeymap,
  completionKeymap,
  startCompletion,
} from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap, indentLess, indentMore } from '@codemirror/commands';
import { yaml } from '@codemirror/lang-yaml';
import { bracketMatching, foldGutter, foldKeymap, indentOnInput } from '@codemirror/language';
import { type Diagnostic, lintGutter, lintKeymap, setDiagnostics } from '@codemirror/lint';
import { highlightSelectionMatches, search, searchKeymap } from '@codemirror/search';
import { EditorState, Transaction } from '@codemirror/state';
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  hoverTooltip,
  keymap,
  lineNumbers,
  type Tooltip,
} from '@codemirror/view';
import type { SceneDocumentation, SceneProposal } from '../../../src/live.ts';
import { h } from '../ui/h.ts';
import { codeTheme } from './code-theme.ts';
import type { AskHint } from './hint-queries.ts';
import type { TextProblem } from './protocol.ts';

interface CodeHandlers {
  readonly onChange: (text: string) => void;
  readonly onRun: () => void;
  /** The cursor stands at this offset now. */
  readonly onCursor: (offset: number) => void;
  readonly ask: AskHint;
}

/** A key, and what the schema says of it. */
function hintElement({ path, description, unit, range, absent }: SceneDocumentation): HTMLElement {
  const facts = [
    unit === '' ? '' : `Plain numbers are in ${unit}.`,
    range === '' ? '' : `Allowed: ${range}.`,
    absent === '' ? '' : `If missing: ${absent}.`,
  ].filter((fact) => fact !== '');
  return h(
    'div',
    { class: 'hint' },
    h('p', {}, h('code', {}, path)),
    h('p', {}, description),
    facts.length > 0 && h('p', { class: 'facts' }, facts.join(' ')),
  );
}

function completionOf({ label, kind, insert, isRequired, documentation }: SceneProposal): Completion {
  const unit = documentation?.unit ?? '';
  const detail = [isRequired ? 'required' : '', kind === 'key' ? unit : ''].filter((part) => part !== '').join(', ');
  return {
    label,
    apply: insert,
    type: kind === 'key' ? 'property' : kind === 'word' ? 'enum' : 'variable',
    boost: isRequired ? 1 : 0,
    ...(detail !== '' && { detail }),
    ...(documentation !== undefined && { info: () => hintElement(documentation) }),
  };
}

/** The least part in which two texts differ, so that cursor and undo survive a change from outside. */
function changeBetween(before: string, after: string): { from: number; to: number; insert: string } {
  const most = Math.min(before.length, after.length);
  let from = 0;
  while (from < most && before[from] === after[from]) from++;
  let tail = 0;
  while (tail < most - from && before[before.length - 1 - tail] === after[after.length - 1 - tail]) tail++;
  return { from, to: before.length - tail, insert: after.slice(from, after.length - tail) };
}

export class CodeEditor {
  readonly #view: EditorView;
  readonly #handlers: CodeHandlers;
  /** Until the reader scrolls away from the cursor. */
  #followsCursor = true;

  constructor(host: HTMLElement, text: string, handlers: CodeHandlers) {
    this.#handlers = handlers;
    const root = host.attachShadow({ mode: 'open' });
    // Sizes of the host are in the style sheet of the page.
    const parent = h('div', { part: 'editor' });
    root.append(parent);
    this.#view = new EditorView({
      parent,
      root,
      state: EditorState.create({ doc: text, extensions: this.#extensions() }),
    });
    // Problems that are listed above the editor take room from it, and would hide the line that is being typed.
    new ResizeObserver(() => this.#showCursor()).observe(this.#view.scrollDOM);
  }

  get text(): string {
    return this.#view.state.doc.toString();
  }

  /** Another text from outside; does not call `onChange`. `isNew` forgets what could be undone. */
  setText(text: string, isNew: boolean): void {
    if (text === this.text) return;
    if (isNew) {
      this.#view.setState(EditorState.create({ doc: text, extensions: this.#extensions() }));
      return;
    }
    const annotations = Transaction.remote.of(true);
    this.#view.dispatch({ changes: changeBetween(this.text, text), annotations });
  }

  /** Underlines each problem from its column to the end of its value. */
  setProblems(problems: readonly TextProblem[]): void {
    const { doc } = this.#view.state;
    const diagnostics = problems.flatMap(({ file, line, column, path, message }): Diagnostic[] => {
      if (file !== undefined || line > doc.lines) return [];
      const { from: start, to: end, text } = doc.line(line);
      const from = Math.min(end, start + column - 1);
      const rest = /^[^,{}[\]#]+/.exec(text.slice(from - start))?.[0].trimEnd() ?? '';
      const to = Math.min(end, from + Math.max(1, rest.length));
      return [{ from, to, severity: 'error', message: path === '' ? message : `${path}: ${message}` }];
    });
    this.#view.dispatch(setDiagnostics(this.#view.state, diagnostics));
  }

  /** Counts from 1, as problems do. */
  goTo(line: number, column: number): void {
    const { doc } = this.#view.state;
    const { from, to } = doc.line(Math.min(line, doc.lines));
    this.goToOffset(Math.min(to, from + column - 1), to);
  }

  goToOffset(anchor: number, head = anchor): void {
    this.#view.dispatch({
      selection: { anchor, head },
      effects: EditorView.scrollIntoView(anchor, { y: 'center' }),
    });
    this.#view.focus();
  }

  #showCursor(): void {
    if (!this.#followsCursor || !this.#view.hasFocus) return;
    this.#view.dispatch({ effects: EditorView.scrollIntoView(this.#view.state.selection.main.head) });
  }

  #extensions() {
    const { onChange, onRun, onCursor } = this.#handlers;
    return [
      lineNumbers(),
      lintGutter(),
      foldGutter({ openText: '⌄', closedText: '›' }),
      highlightActiveLine(),
      highlightActiveLineGutter(),
      history(),
      drawSelection(),
      indentOnInput(),
      bracketMatching(),
      closeBrackets(),
      highlightSelectionMatches(),
      search({ top: true }),
      yaml(),
      // A line that is cut off cannot be read on a phone, nor beside a picture.
      EditorView.lineWrapping,
      codeTheme,
      autocompletion({ override: [(context) => this.#complete(context)], icons: false }),
      hoverTooltip((_, position) => this.#explain(position), { hoverTime: 250 }),
      EditorView.domEventHandlers({
        wheel: () => {
          this.#followsCursor = false;
        },
        touchmove: () => {
          this.#followsCursor = false;
        },
      }),
      // Checkers do not know that editable content has the focus of its own.
      EditorView.contentAttributes.of({
        tabindex: '0',
        'aria-label': 'Text of the scene',
        autocapitalize: 'off',
        spellcheck: 'false',
      }),
      // Tab moves the focus, as everywhere on the page; brackets indent.
      keymap.of([
        {
          key: 'Mod-Enter',
          run: () => {
            onRun();
            return true;
          },
        },
        { key: 'Mod-]', run: indentMore },
        { key: 'Mod-[', run: indentLess },
        ...closeBracketsKeymap,
        ...completionKeymap,
        ...defaultKeymap,
        ...searchKeymap,
        ...historyKeymap,
        ...foldKeymap,
        ...lintKeymap,
      ]),
      EditorView.updateListener.of(({ docChanged, selectionSet, state, transactions, view }) => {
        const isOurs = transactions.some((each) => each.annotation(Transaction.remote) === true);
        if (docChanged && !isOurs) onChange(state.doc.toString());
        if (docChanged || selectionSet) {
          this.#followsCursor = true;
          onCursor(state.selection.main.head);
        }
        // The value of a key that was just completed is what is typed next.
        const isKey = transactions.some((each) => each.isUserEvent('input.complete'));
        if (isKey && state.sliceDoc(state.selection.main.head - 2, state.selection.main.head) === ': ') {
          queueMicrotask(() => startCompletion(view));
        }
      }),
    ];
  }

  async #complete(context: CompletionContext): Promise<CompletionResult | null> {
    const { pos, state, explicit } = context;
    const found = await this.#handlers.ask('proposals', state.doc.toString(), pos);
    if (found === undefined || !('proposals' in found)) return null;
    const { from, proposals } = found;
    // Not unasked between words.
    const isAfterColon = state.sliceDoc(pos - 2, pos) === ': ';
    if (!explicit && from === pos && !isAfterColon) return null;
    return { from, options: proposals.map(completionOf), validFor: /^[\p{L}\p{N}_-]*$/u };
  }

  async #explain(position: number): Promise<Tooltip | null> {
    const found = await this.#handlers.ask('documentation', this.text, position);
    if (found === undefined || !('documentation' in found)) return null;
    const { from, to, documentation } = found;
    return { pos: from, end: to, above: true, create: () => ({ dom: hintElement(documentation) }) };
  }
}
