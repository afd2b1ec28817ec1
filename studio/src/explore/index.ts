// SPDX-License-Identifier: MIT
/**
 * The tab Explore: the contact of one pair in detail. Two bodies, moved by hand or by numbers; the result as they move;
 * the Minkowski difference and the steps of every algorithm. The pair is stored in the address, so that it can be
 * shared.
 */
import type { PairOfBodies } from '../../../src/pairs.ts';
import type { MakeView, StudioContext, StudioView } from '../studio-view.ts';
import { button, select } from '../ui/controls.ts';
import { fill, h } from '../ui/h.ts';
import { isForView } from '../ui/key-owner.ts';
import { AlgorithmTable } from './algorithm-table.ts';
import { AnswerPanel } from './answer-panel.ts';
import { BodiesStage, type Handle, type Side } from './bodies-stage.ts';
import { BodyEditor } from './body-editor.ts';
import { DifferenceStage } from './difference-stage.ts';
import './explore.css';
import { movedBody, turnedBody } from './keyboard-moves.ts';
import { MENU } from './menu.ts';
import {
  type BodyJson,
  hashOf,
  linesOf,
  type PairJson,
  pairLine,
  readPair,
  readPairLine,
  sharedPair,
  testCase,
} from './pair-json.ts';
import { ALGORITHM_NAMES, type AlgorithmName, EXPLICIT, type Explained, explain } from './queries.ts';
import { StepBar } from './step-bar.ts';

/** What changed: another pair, the shape of a body, its pose, or the algorithm. */
type Change = 'pair' | 'shape' | 'pose' | 'algorithm';

const FIRST = MENU[0];
/** Traces that take longer wait until the bodies have rested for so long. */
const LONGEST_TRACE_MS = 10;
const REST_MS = 200;

class ExploreView implements StudioView {
  readonly element: HTMLElement;
  readonly #context: StudioContext;
  readonly #bodies: BodiesStage;
  readonly #difference: DifferenceStage;
  readonly #editors: Readonly<Record<Side, BodyEditor>>;
  readonly #answer = new AnswerPanel();
  readonly #table = new AlgorithmTable((name) => this.#chooseAlgorithm(name));
  readonly #steps = new StepBar(
    (name) => this.#chooseAlgorithm(name),
    () => this.#drawStep(),
  );
  readonly #problem = h('p', { class: 'explore-problem', role: 'alert' });
  readonly #noDifference = h('span', {});
  readonly #hint = h('span', { class: 'muted' });
  readonly #lines = h('div', {});
  readonly #handleButtons: Readonly<Record<Handle, HTMLButtonElement>>;
  #pair: PairJson = FIRST.pair;
  #placed: PairOfBodies | undefined;
  #algorithm: AlgorithmName = 'gjk-epa';
  #found: Explained = { steps: [] };
  #chosen: Side = 'b';
  #handle: Handle = 'translate';
  #isShown = false;
  #menu: HTMLSelectElement | undefined;
  /** How long the last trace took, and when the next is due. */
  #traceMs = 0;
  #restTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(context: StudioContext) {
    this.#context = context;
    this.#bodies = new BodiesStage(context.theme, (side, pose) => {
      this.#setPair({ ...this.#pair, [side]: { ...this.#pair[side], pose } }, 'pose');
    });
    this.#bodies.onChoose((side) => {
      this.#chosen = side;
    });
    this.#difference = new DifferenceStage(context.theme);
    const edited = (side: Side) => (body: BodyJson) => {
      const isPose = body.shape === this.#pair[side].shape;
      this.#setPair({ ...this.#pair, [side]: body }, isPose ? 'pose' : 'shape');
    };
    this.#editors = { a: new BodyEditor('a', edited('a')), b: new BodyEditor('b', edited('b')) };
    this.#handleButtons = {
      translate: button('Move', () => this.#setHandle('translate'), 'Handles that move (T)'),
      rotate: button('Turn', () => this.#setHandle('rotate'), 'Handles that turn (R)'),
    };
    this.element = this.#layOut();
    this.#setHandle('translate');
    context.theme.onChange(() => {
      this.#difference.forget();
      this.#refresh('shape');
    });
    addEventListener('keydown', (event) => this.#key(event));
    addEventListener('hashchange', () => this.#readAddress());
    const shared = sharedPair(location.hash);
    this.#takeShared(shared);
    if (shared.pair === undefined) this.#setPair(FIRST.pair, 'pair');
  }

  show(): void {
    this.#isShown = true;
    this.#bodies.stage.show();
    this.#difference.stage.show();
    this.#writeAddress();
    requestAnimationFrame(() => this.#fit());
  }

  hide(): void {
    this.#isShown = false;
    this.#bodies.stage.hide();
    this.#difference.stage.hide();
    this.#table.stop();
  }

  #layOut(): HTMLElement {
    const menu = select(
      'Pair',
      [{ value: '', label: 'your own' }, ...MENU.map(({ id, title, group }) => ({ value: id, label: title, group }))],
      FIRST.id,
      (id) => {
        const chosen = MENU.find((each) => each.id === id);
        if (chosen !== undefined) this.#setPair(chosen.pair, 'pair');
      },
    );
    menu.input.setAttribute('data-field', 'menu');
    this.#menu = menu.input;
    const file = h('input', {
      type: 'file',
      accept: '.jsonl,.json,.txt',
      hidden: true,
      'aria-label': 'Pairs file',
      onchange: () => this.#openFile(file),
    });
    const side = h(
      'div',
      { class: 'panel explore-side' },
      h(
        'section',
        {},
        menu.row,
        h(
          'div',
          { class: 'explore-buttons' },
          button('Open pairs file…', () => file.click()),
          button('Copy as JSON', () => this.#copy(pairLine(this.#pair), 'The line for scree contact is copied')),
          button('Copy as test', () => this.#copyTest()),
          file,
        ),
        this.#lines,
        this.#problem,
      ),
      this.#editors.a.element,
      this.#editors.b.element,
    );
    this.#bodies.stage.element.append(
      h(
        'div',
        { class: 'explore-caption' },
        h('b', {}, 'The bodies'),
        key('a'),
        'A',
        key('b'),
        'B',
        h('br', {}),
        this.#hint,
      ),
      h(
        'div',
        { class: 'explore-tools' },
        ...Object.values(this.#handleButtons),
        button('Fit', () => this.#fit(), 'Fit the view (F)'),
      ),
    );
    this.#difference.stage.element.append(
      h(
        'div',
        { class: 'explore-caption' },
        h('b', {}, 'Minkowski difference B − A'),
        key('origin'),
        'origin',
        h('br', {}),
        h('span', { class: 'muted' }, key('simplex'), 'so far', key('chosen'), 'nearest', key('added'), 'next point'),
        h('br', {}),
        this.#noDifference,
      ),
    );
    const main = h(
      'div',
      { class: 'explore-main' },
      h('div', { class: 'explore-stages' }, this.#bodies.stage.element, this.#difference.stage.element),
      this.#steps.element,
      h('div', { class: 'explore-results' }, this.#answer.element, this.#table.element),
    );
    return h('div', { class: 'explore' }, side, main);
  }

  #takeShared({ pair, algorithm, problem }: ReturnType<typeof sharedPair>): void {
    const known = ALGORITHM_NAMES.find((name) => name === algorithm);
    if (known !== undefined) this.#algorithm = known;
    if (pair !== undefined) this.#setPair(pair, 'pair');
    if (problem !== undefined) fill(this.#problem, problem);
  }

  #setPair(pair: PairJson, change: Change): void {
    try {
      this.#placed = readPair(pair as never).bodies;
    } catch (error) {
      fill(this.#problem, error instanceof Error ? error.message : String(error));
      return;
    }
    fill(this.#problem);
    this.#pair = pair;
    this.#refresh(change);
  }

  #chooseAlgorithm(name: AlgorithmName): void {
    this.#algorithm = name;
    this.#refresh('algorithm');
  }

  #refresh(change: Change): void {
    const bodies = this.#placed;
    if (bodies === undefined) return;
    if (change === 'pair' || change === 'shape') this.#bodies.setBodies(this.#pair, bodies);
    if (change !== 'algorithm') {
      this.#bodies.setPoses(this.#pair);
      const hasDifference = this.#difference.setBodies(this.#pair, bodies);
      const view = bodies.kind === 'planar' ? 'wheel and right button zoom and move' : 'the background to turn';
      fill(this.#hint, `drag a body to move it, ${view} the view`);
      fill(this.#noDifference, hasDifference ? '' : 'a half-space or a mesh has no bounded difference to draw');
      if (this.#menu !== undefined) this.#menu.value = MENU.find(({ pair }) => pair === this.#pair)?.id ?? '';
      this.#editors.a.body = this.#pair.a;
      this.#editors.b.body = this.#pair.b;
    }
    if (change === 'pair') this.#fit();
    this.#explain(bodies, change);
    this.#steps.algorithm = this.#algorithm;
    this.#table.chosen = this.#algorithm;
    this.#steps.show(this.#found.steps, this.#found.problem, change === 'pose' || change === 'shape');
    const own = this.#algorithm === 'gjk-epa' ? this.#found : explain(bodies, 'gjk-epa', false);
    // The explicit difference has a distance, but no contact: the default's is shown.
    const isBlock = this.#algorithm === EXPLICIT && this.#found.steps.length > 0;
    this.#answer.show(isBlock ? own : this.#found, isBlock ? 'gjk-epa' : this.#algorithm);
    this.#drawStep();
    if (change !== 'algorithm') this.#table.update(bodies, own.answer?.distance, this.#sizeOf(bodies));
    this.#writeAddress();
  }

  /**
   * While a body is dragged, a search that takes long to trace is traced when it rests; its answer is there at once.
   */
  #explain(bodies: PairOfBodies, change: Change): void {
    clearTimeout(this.#restTimer);
    const isQuick = this.#traceMs < LONGEST_TRACE_MS || !this.#steps.isAtEnd;
    const isTraced = change !== 'pose' || isQuick;
    const start = performance.now();
    this.#found = explain(bodies, this.#algorithm, isTraced);
    if (isTraced) this.#traceMs = performance.now() - start;
    else this.#restTimer = setTimeout(() => this.#refresh('algorithm'), REST_MS);
  }

  /** Approximate size of the pair, for the tolerance of equal results. */
  #sizeOf(bodies: PairOfBodies): number {
    const shapes = bodies.kind === 'mesh' ? [bodies.body.shape] : [bodies.a.shape, bodies.b.shape];
    const sizes = shapes.map((shape) => {
      if (shape.kind === 'halfSpace') return 0;
      const { min, max } = shape.boundingBox();
      return Math.max(max.x - min.x, max.y - min.y);
    });
    return Math.max(...sizes);
  }

  #drawStep(): void {
    if (this.#placed === undefined) return;
    this.#bodies.explain(this.#placed, this.#found, this.#steps.step);
    this.#difference.explain(this.#steps.step);
  }

  #fit(): void {
    this.#bodies.fit();
    this.#difference.fit();
  }

  #setHandle(handle: Handle): void {
    this.#handle = handle;
    this.#bodies.setHandle(handle);
    for (const [name, each] of Object.entries(this.#handleButtons)) {
      each.setAttribute('aria-pressed', String(name === handle));
    }
  }

  #writeAddress(): void {
    if (this.#isShown) history.replaceState(undefined, '', hashOf(this.#pair, this.#algorithm));
  }

  #readAddress(): void {
    if (!this.#isShown || !location.hash.startsWith('#/explore')) return;
    this.#takeShared(sharedPair(location.hash));
    this.#refresh('algorithm');
  }

  #key(event: KeyboardEvent): void {
    if (!this.#isShown || !isForView(event)) return;
    const actions: Readonly<Record<string, () => void>> = {
      '[': () => this.#steps.move(-1),
      ']': () => this.#steps.move(1),
      ArrowLeft: () => this.#steps.move(-1),
      ArrowRight: () => this.#steps.move(1),
      Home: () => this.#steps.go(0),
      End: () => this.#steps.go(Infinity),
      t: () => this.#setHandle('translate'),
      r: () => this.#setHandle('rotate'),
      f: () => this.#fit(),
      a: () => this.#choose('a'),
      b: () => this.#choose('b'),
      ...Object.fromEntries((['x', 'y', 'z'] as const).map((axis) => [axis, () => this.#push(axis, event.shiftKey)])),
    };
    const action = actions[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    if (action === undefined) return;
    event.preventDefault();
    action();
  }

  #choose(side: Side): void {
    this.#chosen = side;
    this.#bodies.choose(side);
    this.#context.announce(`Body ${side.toUpperCase()} is chosen`);
  }

  /** Moves or rotates the selected body a little along an axis. */
  #push(axis: 'x' | 'y' | 'z', isBack: boolean): void {
    if (this.#placed === undefined) return;
    const body = this.#pair[this.#chosen];
    const sign = isBack ? -1 : 1;
    const next =
      this.#handle === 'translate'
        ? movedBody(body, axis, (sign * this.#sizeOf(this.#placed)) / 50)
        : turnedBody(body, axis, sign);
    this.#setPair({ ...this.#pair, [this.#chosen]: next }, 'pose');
  }

  async #openFile(input: HTMLInputElement): Promise<void> {
    const [file] = input.files ?? [];
    input.value = '';
    if (file === undefined) return;
    const lines = linesOf(await file.text());
    if (lines.length === 0) {
      fill(this.#problem, `${file.name}: no line with a pair`);
      return;
    }
    const open = (index: number): void => {
      const line = lines[index];
      if (line === undefined) return;
      try {
        this.#setPair(readPairLine(line.text, line.number), 'pair');
      } catch (error) {
        fill(this.#problem, error instanceof Error ? error.message : String(error));
      }
    };
    const field = h('input', {
      type: 'number',
      min: 1,
      max: lines.length,
      step: 1,
      value: 1,
      'aria-label': 'Pair of the file',
      onchange: () => open(field.valueAsNumber - 1),
    });
    fill(this.#lines, h('p', { class: 'muted' }, `${file.name}: pair `, field, ` of ${lines.length}`));
    open(0);
  }

  #copyTest(): void {
    const answer = this.#found.answer;
    if (this.#placed === undefined || answer === undefined || this.#placed.kind === 'mesh') {
      this.#context.announce('There is no answer to test');
      return;
    }
    this.#copy(testCase(this.#pair, this.#placed.kind, answer), 'The test is copied');
  }

  async #copy(text: string, done: string): Promise<void> {
    try {
      await navigator.clipboard.writeText(text);
      this.#context.announce(done);
    } catch {
      this.#context.announce('The browser refused to copy; the address of this page has the pair');
    }
  }
}

function key(what: string): HTMLElement {
  return h('i', { class: `explore-key ${what}` });
}

export const makeView: MakeView = async (context) => new ExploreView(context);
