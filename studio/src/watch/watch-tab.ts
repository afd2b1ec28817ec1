// SPDX-License-Identifier: MIT
/**
 * Chooses the run of the tab Watch by the address: `#/watch` is the run of the server, `#/watch/NAME` another, see
 * opened-runs.ts. One run is open at a time.
 */
import { onKeptChange } from '../kept-runs/kept-runs.ts';
import { runNamed, SERVED } from '../run-source/opened-runs.ts';
import type { StudioContext, StudioView } from '../studio-view.ts';
import { fill, h } from '../ui/h.ts';
import { WatchView } from './watch-view.ts';

const COMMAND = 'npx scree run examples/mixed-hopper.yaml --out runs/hopper\nnpx scree view runs/hopper';

/** The run that the address names. */
function wantedRun(): string {
  return /^#\/watch\/([\w-]+)/.exec(location.hash)?.[1] ?? SERVED;
}

export class WatchTab implements StudioView {
  readonly element = h('div', { class: 'watch-tab' });
  readonly #context: StudioContext;
  #name: string | undefined;
  #view: WatchView | undefined;
  #isShown = false;
  #isStale = false;

  constructor(context: StudioContext) {
    this.#context = context;
    onKeptChange((name) => {
      // The run went on: what is open is of the past.
      if (name === this.#name) this.#isStale = true;
    });
  }

  show(): void {
    this.#isShown = true;
    if (wantedRun() === this.#name && this.#view !== undefined && !this.#isStale) this.#view.show();
    else void this.open();
  }

  hide(): void {
    this.#isShown = false;
    this.#view?.hide();
  }

  readdress(): void {
    if (wantedRun() !== this.#name) void this.open();
    else this.#view?.readdress();
  }

  async open(): Promise<void> {
    const name = wantedRun();
    this.#name = name;
    this.#isStale = false;
    this.#view?.dispose();
    this.#view = undefined;
    fill(this.element, h('p', { class: 'notice' }, 'Loading…'));
    try {
      const source = await runNamed(name, this.#context.server);
      const view = await WatchView.open(source, this.#context);
      // Another may have been asked for meanwhile.
      if (this.#name !== name) {
        view.dispose();
        return;
      }
      this.#view = view;
      fill(this.element, view.element);
      if (this.#isShown) view.show();
    } catch (error) {
      if (this.#name !== name) return;
      this.#name = undefined;
      fill(this.element, this.#notice(name, error instanceof Error ? error.message : String(error)));
    }
  }

  #notice(name: string, reason: string): HTMLElement {
    return h(
      'div',
      { class: 'notice', role: name === SERVED ? undefined : 'alert' },
      h('h2', {}, 'No run to watch'),
      h('p', {}, reason),
      h(
        'p',
        {},
        'Drop a run folder or a trajectory.scree anywhere on this page, or choose an example in the ',
        h('a', { href: '#/gallery' }, 'Gallery'),
        '. In a terminal:',
      ),
      h('pre', {}, COMMAND),
      h(
        'p',
        {},
        'Or try ',
        h('a', { href: '#/run' }, 'Run'),
        ', which simulates here in the browser, and ',
        h('a', { href: '#/explore' }, 'Explore'),
        ', which shows how two bodies touch.',
      ),
    );
  }
}
