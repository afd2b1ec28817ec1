// SPDX-License-Identifier: MIT
/** Shows the progress and results of a run, and its files when it pauses. */
import { button } from '../ui/controls.ts';
import { formatBytes, formatCount, formatNumber, formatQuantity } from '../ui/format.ts';
import { fill, h } from '../ui/h.ts';
import type { RunFile, RunPause, RunState } from './protocol.ts';

function formatDuration(seconds: number): string {
  if (seconds < 90) return `${formatNumber(seconds, 2)} s`;
  return seconds < 5400 ? `${Math.round(seconds / 60)} min` : `${formatNumber(seconds / 3600, 2)} h`;
}

/** Files with their own buttons; the hundreds of files for other programs are in the archive. */
function isOffered({ name }: RunFile): boolean {
  return !name.includes('/') || name.startsWith('checkpoints/');
}

export class ResultPanel {
  readonly element: HTMLElement;
  readonly #bar = h('progress', { max: 1, value: 0, 'aria-label': 'Progress of the run' });
  readonly #line = h('p', { class: 'progress-line' }, '–');
  readonly #facts = h('table', { class: 'values' });
  readonly #hash = h('code', { class: 'hash', 'data-role': 'state-hash' });
  readonly #files = h('div', { class: 'files' });
  readonly #warnings = h('div', { class: 'warnings', role: 'status' });
  readonly #onTake: (name: string | undefined) => void;
  readonly #onWatch: () => void;
  #computedBy: readonly [what: string, which: string] = ['Threads', ''];

  constructor(onTake: (name: string | undefined) => void, onWatch: () => void) {
    this.#onTake = onTake;
    this.#onWatch = onWatch;
    this.element = h(
      'div',
      { class: 'result' },
      h('section', {}, this.#bar, this.#line, this.#facts, this.#warnings),
      h('section', {}, h('h2', {}, 'Files'), this.#files),
    );
    this.clear();
  }

  clear(): void {
    this.#bar.value = 0;
    this.#line.textContent = '–';
    fill(this.#facts);
    fill(this.#warnings);
    this.#waitForFiles();
  }

  /** Threads, or a graphics card. */
  set computedBy(row: readonly [what: string, which: string]) {
    this.#computedBy = row;
  }

  warn(message: string): void {
    this.#warnings.append(h('p', {}, `Warning: ${message}`));
  }

  going(state: RunState): void {
    this.#hash.textContent = '';
    this.#show(state);
    if (this.#files.querySelector('button') !== null) this.#waitForFiles();
  }

  waiting({ state, hash, files }: RunPause): void {
    this.#hash.textContent = hash;
    this.#show(state);
    this.#offer(state, files, 'goes on with it');
  }

  /** Files written before a failure. */
  failed({ state, files }: Omit<RunPause, 'hash'>): void {
    this.#hash.textContent = '';
    this.#show(state);
    this.#offer(state, files, 'goes on from its last checkpoint, where there is one');
  }

  #offer(state: RunState, files: readonly RunFile[], resumed: string): void {
    const rows = files.filter(isOffered).map(({ name, size }) => {
      const last = name.replace(/^.*\//, '');
      const take = button(last, () => this.#onTake(name), `Download ${name}`);
      return h('li', {}, take, h('span', { class: 'muted' }, ` ${formatBytes(size)}`));
    });
    const others = files.length - rows.length;
    const all = button('Run folder (.zip)', () => this.#onTake(undefined), 'Download all files as one archive');
    const hasFrames = files.some(({ name }) => name === 'trajectory.scree');
    const watch = button('Watch this run', this.#onWatch, 'Time bar, plots, colours and export, in the tab Watch');
    watch.classList.add('primary');
    watch.disabled = !hasFrames;
    if (!hasFrames) watch.title = 'It was not recorded: check Record and run again';
    fill(
      this.#files,
      state.progress.step > 0 && h('div', { class: 'row' }, watch),
      h('div', { class: 'row' }, all, h('span', { class: 'muted' }, formatBytes(state.bytes))),
      h('ul', {}, ...rows),
      others > 0 && h('p', { class: 'muted' }, `and ${formatCount(others)} more in the archive`),
      h('p', { class: 'muted' }, 'Unpacked, the folder is a run: ', h('code', {}, 'scree resume'), ` ${resumed}.`),
    );
  }

  #waitForFiles(): void {
    fill(this.#files, h('p', { class: 'muted' }, 'Pause to download the checkpoint and what was written so far.'));
  }

  #show({ progress, energies, bytes, seconds }: RunState): void {
    const { step, steps, time, until, timeLeft, bodies, contacts, particleStepsPerSecond: speed } = progress;
    const part = until === 0 ? 1 : Math.min(1, time / until);
    this.#bar.value = part;
    const left = part < 1 && timeLeft !== undefined ? ` · ${formatDuration(timeLeft)} left` : '';
    this.#line.textContent = `${Math.floor(100 * part)} % · ${formatQuantity(time, 's')} of ${formatQuantity(until, 's')}${left}`;
    const total = energies.kinetic + energies.rotational;
    const rows: (readonly [string, string | HTMLElement])[] = [
      ['Step', steps === undefined ? formatCount(step) : `${formatCount(step)} of ${formatCount(steps)}`],
      ['Bodies', formatCount(bodies)],
      ['Contacts', formatCount(contacts)],
      ['Kinetic energy', formatQuantity(total, 'J')],
      ['Speed', speed === undefined ? '–' : `${formatCount(Number(speed.toPrecision(3)))} body-steps/s`],
      ['Clock', formatDuration(seconds)],
      this.#computedBy,
      ['Written', formatBytes(bytes)],
      ['State', this.#hash],
    ];
    fill(this.#facts, ...rows.map(([name, value]) => h('tr', {}, h('th', {}, name), h('td', {}, value))));
  }
}
