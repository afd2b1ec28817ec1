// SPDX-License-Identifier: MIT
/** The runs at hand: that of the server, those kept in the browser and those opened from files; two are compared. */
import { discardRun, type KeptRun, keptRuns, onKeptChange } from '../kept-runs/kept-runs.ts';
import { openRuns } from '../run-source/accept-drops.ts';
import { chosenFiles } from '../run-source/dropped-runs.ts';
import { openedRuns, SERVED } from '../run-source/opened-runs.ts';
import type { StudioContext } from '../studio-view.ts';
import { button } from '../ui/controls.ts';
import { formatBytes, formatCount, formatQuantity } from '../ui/format.ts';
import { fill, h } from '../ui/h.ts';

interface ListedRun {
  /** As addresses have it. */
  readonly name: string;
  readonly title: string;
  readonly note: string;
  readonly isKept: boolean;
}

function keptNote({ time, until, bodies, bytes, started }: KeptRun): string {
  const whole = time >= until * (1 - 1e-9) ? '' : ` of ${formatQuantity(until, 's')}`;
  const date = new Date(started).toLocaleString([], { dateStyle: 'medium', timeStyle: 'short' });
  return `${date} · ${formatCount(bodies)} bodies · ${formatQuantity(time, 's')}${whole} · ${formatBytes(bytes)}`;
}

export class RunList {
  readonly element = h('div', { class: 'run-list' });
  readonly #context: StudioContext;
  readonly #chosen = new Set<string>();
  readonly #compare = button('Compare', () => this.#openComparison(), 'Shows two chosen runs side by side');
  #ticket = 0;

  constructor(context: StudioContext) {
    this.#context = context;
    onKeptChange(() => void this.refresh());
  }

  async refresh(): Promise<void> {
    const ticket = ++this.#ticket;
    const runs = await this.#runs();
    if (ticket !== this.#ticket) return;
    for (const name of this.#chosen) if (!runs.some((run) => run.name === name)) this.#chosen.delete(name);
    const empty = h('p', { class: 'muted' }, 'Runs of the tab Run are kept here until you discard them.');
    fill(
      this.element,
      h('div', { class: 'row run-openers' }, ...this.#openers(), this.#compare),
      runs.length === 0 ? empty : h('ul', {}, ...runs.map((run) => this.#row(run))),
    );
    this.#update();
  }

  async #runs(): Promise<ListedRun[]> {
    const runs: ListedRun[] = [];
    const { server } = this.#context;
    if (server !== undefined && (await server.studio()).hasRun) {
      const { folder, manifest } = await server.run();
      runs.push({ name: SERVED, title: manifest.title, note: `${folder}, from the server`, isKept: false });
    }
    for (const { name, folder } of openedRuns()) {
      runs.push({ name, title: folder, note: 'opened from files, until the page is closed', isKept: false });
    }
    try {
      for (const run of await keptRuns()) {
        runs.push({ name: run.name, title: run.title, note: keptNote(run), isKept: true });
      }
    } catch {
      // Browsers may refuse storage, as in private windows; then nothing is kept.
    }
    return runs;
  }

  #row({ name, title, note, isKept }: ListedRun): HTMLElement {
    const box = h('input', {
      type: 'checkbox',
      checked: this.#chosen.has(name),
      'aria-label': `Choose ${title} for a comparison`,
      onchange: () => {
        if (box.checked) this.#chosen.add(name);
        else this.#chosen.delete(name);
        this.#update();
      },
    });
    const address = name === SERVED ? '#/watch' : `#/watch/${name}`;
    return h(
      'li',
      { 'data-run': name },
      box,
      h('a', { href: address }, title),
      h('span', { class: 'muted' }, note),
      h('span', { class: 'grow' }),
      isKept && button('Discard', () => void discardRun(name), `Discard ${title}: deletes it from this browser`),
    );
  }

  #openers(): HTMLElement[] {
    const opener = (text: string, attributes: Readonly<Record<string, string | boolean>>): HTMLElement[] => {
      const picker = h('input', {
        type: 'file',
        class: 'hidden-input',
        'aria-label': text,
        tabindex: -1,
        ...attributes,
        onchange: () => openRuns(chosenFiles(picker.files ?? []), this.#context.announce),
      });
      return [button(text, () => picker.click()), picker];
    };
    return [
      ...opener('Open a run folder…', { webkitdirectory: true }),
      ...opener('Open trajectories…', { multiple: true, accept: '.scree' }),
    ];
  }

  #update(): void {
    this.#compare.disabled = this.#chosen.size !== 2;
    this.#compare.textContent = this.#chosen.size === 2 ? 'Compare these two' : 'Compare: choose two';
  }

  #openComparison(): void {
    location.hash = `#/compare/${[...this.#chosen].join('/')}`;
  }
}
