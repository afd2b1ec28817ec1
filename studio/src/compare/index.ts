// SPDX-License-Identifier: MIT
/**
 * The view Compare: two runs side by side at the same time, with linked cameras, and a table of their differences. The
 * address names them: `#/compare/A/B`.
 */
import { compareRecordings } from '../../../src/live.ts';
import { runNamed } from '../run-source/opened-runs.ts';
import type { MakeView, StudioContext, StudioView } from '../studio-view.ts';
import { button, select, textField } from '../ui/controls.ts';
import { fill, h } from '../ui/h.ts';
import { BODY_FIELDS, fieldNamed } from '../watch/body-values.ts';
import { handleKey } from '../watch/keys.ts';
import { updateLegend } from '../watch/legend.ts';
import { Player } from '../watch/player.ts';
import { makeTimeBar } from '../watch/time-bar.ts';
import '../watch/watch.css';
import type { ColourScale } from '../watch/watch-scene.ts';
import '../watch/watch-tab.css';
import './compare.css';
import { ComparedRun } from './compared-run.ts';
import { comparisonText, momentTable } from './difference-table.ts';

/** Times of both runs are the same moment when they agree to rounding. */
const SAME_TIME = 1e-9;

function wantedRuns(): readonly [string, string] | undefined {
  const [, a, b] = /^#\/compare\/([\w-]+)\/([\w-]+)/.exec(location.hash) ?? [];
  return a === undefined || b === undefined ? undefined : [a, b];
}

/** All times of either, in order. */
function mergedTimes(a: readonly number[], b: readonly number[]): number[] {
  const all = [...a, ...b].sort((p, q) => p - q);
  const least = SAME_TIME * (all.at(-1) ?? 0);
  return all.filter((time, k) => k === 0 || time - all[k - 1] > least);
}

class Pair {
  readonly element: HTMLElement;
  readonly #runs: readonly [ComparedRun, ComparedRun];
  readonly #player = new Player();
  readonly #table = h('div', {});
  readonly #result = h('p', { role: 'status', 'data-role': 'comparison' });
  readonly #legend = h('div', { class: 'legend' });
  #scale: ColourScale;
  #tolerance = 0;
  #isShown = false;

  constructor(runs: readonly [ComparedRun, ComparedRun], scale: ColourScale, announce: (message: string) => void) {
    this.#runs = runs;
    this.#scale = scale;
    const [a, b] = runs;
    const colours = select(
      'Colour by',
      BODY_FIELDS.map(({ name, label }) => ({ value: name, label })),
      scale.field.name,
      (name) => {
        this.#scale = { ...this.#scale, field: fieldNamed(name) };
        this.#paint();
      },
    );
    const tolerance = textField('Tolerance', '0', (text) => {
      const value = Number(text);
      this.#tolerance = value >= 0 && Number.isFinite(value) ? value : 0;
      tolerance.input.value = String(this.#tolerance);
      this.#describe();
    });
    tolerance.row.title = 'Relative to the largest value of a quantity; 0 requires equal numbers';
    a.stage.element.append(this.#legend);
    const find = button('Find where they part', () => void this.#find(), 'Compares all common moments in order');
    this.element = h(
      'div',
      { class: 'compare' },
      h(
        'div',
        { class: 'compare-main' },
        h('div', { class: 'compare-stages' }, a.element, b.element),
        makeTimeBar(this.#player, announce),
      ),
      h(
        'aside',
        { class: 'panel', 'aria-label': 'Differences' },
        h('section', {}, h('h2', {}, 'Differences'), this.#table, tolerance.row, find, this.#result),
        h(
          'section',
          {},
          colours.row,
          button('Fit', () => this.#fit(), 'Fit both runs into view (F)'),
        ),
      ),
    );
    this.#link();
    this.#player.setTimes(mergedTimes(a.times, b.times));
    this.#player.onChange(() => this.showTime());
    a.stage.onFrame((now) => this.#player.tick(now, (index) => this.#canShow(index)));
    this.#fit();
    this.showTime();
  }

  show(): void {
    this.#isShown = true;
    for (const { stage } of this.#runs) stage.show();
    addEventListener('keydown', this.#onKey);
    this.#fit();
  }

  hide(): void {
    this.#isShown = false;
    this.#player.pause();
    for (const { stage } of this.#runs) stage.hide();
    removeEventListener('keydown', this.#onKey);
  }

  dispose(): void {
    this.hide();
    for (const run of this.#runs) run.dispose();
  }

  /** Brings both to the time of the player; what has to be fetched follows. */
  showTime(): void {
    const isThere = this.#runs.map((run) => run.showTime(this.#player.time));
    this.#runs[0].stage.invalidate();
    if (isThere.every(Boolean)) this.#paint();
  }

  readonly #onKey = (event: KeyboardEvent): void => {
    if (this.#isShown) handleKey(event, { player: this.#player, fit: () => this.#fit() });
  };

  #canShow(index: number): boolean {
    const time = this.#player.times[index] ?? 0;
    return this.#runs.map((run) => run.showTime(time)).every(Boolean);
  }

  #link(): void {
    const [a, b] = this.#runs;
    let isFollowing = false;
    const link = (from: ComparedRun, to: ComparedRun): void => {
      from.stage.controls.addEventListener('change', () => {
        if (isFollowing) return;
        isFollowing = true;
        to.lookAs(from);
        to.stage.controls.update();
        isFollowing = false;
      });
    };
    link(a, b);
    link(b, a);
  }

  #fit(): void {
    const [a, b] = this.#runs;
    a.fitWith(b);
    b.lookAs(a);
  }

  /** One scale for both, so that equal colours are equal values. */
  #paint(): void {
    const [a, b] = this.#runs;
    const own = { ...this.#scale, range: undefined };
    for (const { scene } of this.#runs) scene.scale = own;
    const range = [Math.min(a.scene.range[0], b.scene.range[0]), Math.max(a.scene.range[1], b.scene.range[1])] as const;
    for (const { scene } of this.#runs) scene.scale = { ...own, range };
    updateLegend(this.#legend, own, range, a.scene.header);
    this.#describe();
  }

  #describe(): void {
    const [a, b] = this.#runs;
    const names = [a.description.folder, b.description.folder] as const;
    fill(this.#table, momentTable(a.frame, b.frame, names, this.#tolerance));
  }

  async #find(): Promise<void> {
    const [a, b] = this.#runs;
    this.#result.textContent = 'Comparing…';
    try {
      const names = [a.description.folder, b.description.folder] as const;
      const found = await compareRecordings(a.recording, b.recording, this.#tolerance, names);
      this.#result.textContent = comparisonText(found);
      if (found.part !== undefined) this.#player.seekTime(found.part.time);
    } catch (error) {
      this.#result.textContent = error instanceof Error ? error.message : String(error);
    }
  }
}

class CompareView implements StudioView {
  readonly element = h('div', { class: 'watch-tab' });
  readonly #context: StudioContext;
  #names = '';
  #pair: Pair | undefined;
  #isShown = false;

  constructor(context: StudioContext) {
    this.#context = context;
  }

  show(): void {
    this.#isShown = true;
    this.#pair?.show();
  }

  hide(): void {
    this.#isShown = false;
    this.#pair?.hide();
  }

  readdress(): void {
    const wanted = wantedRuns();
    const names = wanted?.join(' ') ?? '';
    if (names === this.#names && names !== '') return;
    this.#names = names;
    this.#pair?.dispose();
    this.#pair = undefined;
    if (wanted === undefined) this.#say('Choose two runs in the Gallery, or drop two run folders on this page.');
    else void this.#open(wanted, names);
  }

  async #open([first, second]: readonly [string, string], names: string): Promise<void> {
    fill(this.element, h('p', { class: 'notice' }, 'Loading…'));
    const { theme, server } = this.#context;
    const scale: ColourScale = { field: fieldNamed('speed'), map: 'viridis', range: undefined };
    try {
      const open = async (name: string): Promise<ComparedRun> =>
        ComparedRun.open(await runNamed(name, server), theme, scale, () => this.#pair?.showTime());
      const runs = [await open(first), await open(second)] as const;
      const pair = new Pair(runs, scale, this.#context.announce);
      if (this.#names !== names) {
        pair.dispose();
        return;
      }
      this.#pair = pair;
      fill(this.element, pair.element);
      if (this.#isShown) pair.show();
    } catch (error) {
      if (this.#names === names) this.#say(error instanceof Error ? error.message : String(error));
    }
  }

  #say(text: string): void {
    const gallery = h('a', { href: '#/gallery' }, 'Gallery');
    fill(this.element, h('div', { class: 'notice', role: 'alert' }, h('h2', {}, 'Compare'), h('p', {}, text), gallery));
  }
}

export const makeView: MakeView = async (context) => new CompareView(context);
