// SPDX-License-Identifier: MIT
/** The parts of Watch and what they tell each other. */
import type { TrajectoryHeader } from '../../../src/io.ts';
import { Stage } from '../drawing/stage.ts';
import type { FrameFacts, RunDescription, ServerApi } from '../server-api.ts';
import { button } from '../ui/controls.ts';
import { download } from '../ui/download.ts';
import { formatCount, formatQuantity } from '../ui/format.ts';
import { fill, h } from '../ui/h.ts';
import type { StudioContext, StudioView } from '../view.ts';
import { BodyPanel } from './body-panel.ts';
import { DisplayPanel } from './display-panel.ts';
import { FrameStore } from './frame-store.ts';
import { handleKey } from './keys.ts';
import { paintLegend, updateLegend } from './legend.ts';
import { Film, filmType, screenshot } from './pictures.ts';
import { Player } from './player.ts';
import { PlotPanel } from './plot-panel.ts';
import { makeTimeBar } from './time-bar.ts';
import { WatchScene } from './watch-scene.ts';

/** How often a run that is being written is asked for news. */
const POLL_MS = 1000;
/** Frames fetched ahead while playing. */
const FRAMES_AHEAD = 3;
/** A press that moves less than this many pixels picks. */
const CLICK_PIXELS = 4;

export class WatchView implements StudioView {
  readonly element: HTMLElement;
  readonly #server: ServerApi;
  readonly #context: StudioContext;
  readonly #stage: Stage;
  readonly #player = new Player();
  readonly #frames: FrameStore;
  readonly #display: DisplayPanel;
  readonly #body: BodyPanel;
  readonly #plots: PlotPanel;
  readonly #legend = h('div', { class: 'legend' });
  readonly #state = h('p', { class: 'muted' });
  readonly #over = h('div', { class: 'over' });
  #run: RunDescription;
  #header: TrajectoryHeader | undefined;
  #facts: FrameFacts[] = [];
  #generation = -1;
  #problem: string | undefined;
  #scene: WatchScene | undefined;
  #shownIndex = -1;
  #film: Film | undefined;
  #poll: ReturnType<typeof setTimeout> | undefined;
  #isShown = false;

  static async open(server: ServerApi, context: StudioContext): Promise<WatchView> {
    const view = new WatchView(server, context, await server.run());
    await view.#refresh();
    return view;
  }

  private constructor(server: ServerApi, context: StudioContext, run: RunDescription) {
    this.#server = server;
    this.#context = context;
    this.#run = run;
    const { theme } = context;
    const onProblem = (message: string): void => context.announce(message);
    this.#stage = new Stage(theme);
    this.#frames = new FrameStore((index) => this.#arrived(index), onProblem);
    this.#display = new DisplayPanel({
      scene: () => this.#scene,
      onScale: (scale) => {
        if (this.#scene !== undefined) this.#scene.scale = scale;
        this.#updateLegend();
      },
      onPicture: () => this.#takePicture(),
      onFilm: filmType() === undefined ? undefined : () => this.#toggleFilm(),
    });
    const onSeek = (time: number): void => {
      this.#player.pause();
      this.#player.seekTime(time);
    };
    this.#body = new BodyPanel({
      ...{ server, theme, names: run.bodyNames, onSeek, onProblem },
      onPick: (id) => this.#pick(id),
    });
    this.#plots = new PlotPanel({ server, theme, onSeek, onProblem });
    this.element = this.#layOut();
    this.#player.onChange(() => this.#showFrame());
    this.#stage.onFrame((now) => this.#tick(now));
    theme.onChange(() => {
      if (this.#scene !== undefined) this.#scene.theme = theme;
    });
    this.#listenToPointer();
    addEventListener('keydown', (event) => {
      if (this.#isShown)
        handleKey(event, { player: this.#player, fit: () => this.#scene?.fit(), letGo: () => this.#pick(undefined) });
    });
  }

  show(): void {
    this.#isShown = true;
    this.#stage.show();
    this.#schedule();
  }

  hide(): void {
    this.#isShown = false;
    this.#player.pause();
    this.#stage.hide();
    clearTimeout(this.#poll);
  }

  #layOut(): HTMLElement {
    const plots = h('div', { class: 'watch-plots' }, this.#plots.element);
    const panel = h(
      'aside',
      { class: 'panel watch-panel', 'aria-label': 'Settings' },
      h('section', {}, h('h2', {}, this.#run.manifest.title), this.#state),
      this.#body.element,
      this.#display.element,
    );
    const toggle = (element: HTMLElement, text: string): HTMLButtonElement => {
      const switch_ = button(text, () => {
        element.hidden = !element.hidden;
        switch_.setAttribute('aria-pressed', String(!element.hidden));
      });
      switch_.setAttribute('aria-pressed', 'true');
      return switch_;
    };
    this.#stage.element.append(
      this.#legend,
      h(
        'div',
        { class: 'corner' },
        button('Fit', () => this.#scene?.fit(), 'Everything into view (F)'),
        toggle(plots, 'Plots'),
        toggle(panel, 'Panel'),
      ),
      this.#over,
    );
    return h(
      'div',
      { class: 'watch' },
      h('div', { class: 'watch-main' }, this.#stage.element, makeTimeBar(this.#player), plots),
      panel,
    );
  }

  #tick(now: number): boolean {
    const isPlaying = this.#player.tick(now, (index) => this.#frames.peek(index) !== undefined || this.#ask(index));
    if (!isPlaying && this.#film !== undefined) this.#finishFilm();
    return isPlaying;
  }

  /** Asks for a frame and those behind it; false, since it is not here yet. */
  #ask(index: number): false {
    this.#frames.want(index, true);
    for (let ahead = 1; ahead <= FRAMES_AHEAD; ahead++) {
      if (index + ahead < this.#facts.length) this.#frames.want(index + ahead, false);
    }
    return false;
  }

  #arrived(index: number): void {
    if (index === this.#player.index) this.#showFrame();
    this.#stage.invalidate();
  }

  #showFrame(): void {
    const { index } = this.#player;
    this.#stage.invalidate();
    this.#plots.setMark(this.#player.time);
    if (this.#facts.length === 0 || index === this.#shownIndex) return;
    const frame = this.#frames.peek(index);
    if (frame === undefined) {
      this.#ask(index);
      return;
    }
    this.#shownIndex = index;
    if (this.#player.isPlaying) this.#ask(index);
    if (this.#scene === undefined && this.#header !== undefined) {
      this.#display.chooseFirst(this.#header);
      this.#scene = new WatchScene(this.#stage, this.#header, frame, this.#run, this.#display.scale);
      this.#scene.theme = this.#context.theme;
      this.#display.apply(this.#scene);
    } else {
      this.#scene?.show(frame);
    }
    this.#updateLegend();
    this.#display.update();
    this.#updateBody();
  }

  #updateLegend(): void {
    if (this.#scene !== undefined)
      updateLegend(this.#legend, this.#display.scale, this.#scene.range, this.#scene.header);
  }

  #updateBody(): void {
    if (this.#scene !== undefined) this.#body.show(this.#scene.pickedId, this.#scene.frame, this.#scene.header);
  }

  #pick(id: number | undefined): void {
    if (this.#scene === undefined) return;
    this.#scene.pickedId = id;
    this.#updateBody();
  }

  /** A click picks; a drag that turned the picture does not. */
  #listenToPointer(): void {
    const canvas = this.#stage.renderer.domElement;
    let [startX, startY] = [0, 0];
    canvas.addEventListener('pointerdown', ({ offsetX, offsetY }) => {
      [startX, startY] = [offsetX, offsetY];
    });
    canvas.addEventListener('pointerup', ({ offsetX, offsetY, button: which }) => {
      if (which !== 0 || Math.hypot(offsetX - startX, offsetY - startY) > CLICK_PIXELS) return;
      const { clientWidth, clientHeight } = canvas;
      this.#pick(this.#scene?.pick((2 * offsetX) / clientWidth - 1, 1 - (2 * offsetY) / clientHeight));
    });
  }

  #schedule(): void {
    clearTimeout(this.#poll);
    if (!this.#isShown || !this.#run.isRunning) return;
    this.#poll = setTimeout(async () => {
      try {
        this.#run = await this.#server.run();
        await this.#refresh();
        await this.#body.refreshHistory();
      } catch (error) {
        this.#context.announce(`The server does not answer: ${error instanceof Error ? error.message : error}`);
      }
      this.#schedule();
    }, POLL_MS);
  }

  /** What the run has written since. */
  async #refresh(): Promise<void> {
    const wasAtEnd = this.#player.index >= this.#facts.length - 1 && this.#facts.length > 1;
    let part = await this.#server.trajectory(this.#facts.length);
    if (part.generation !== this.#generation) {
      this.#generation = part.generation;
      this.#facts = [];
      this.#frames.clear();
      this.#plots.clear();
      this.#scene?.dispose();
      this.#scene = undefined;
      this.#shownIndex = -1;
      if (part.from !== 0) part = await this.#server.trajectory(0);
      this.#header = part.header;
    }
    if (part.problem !== undefined && part.problem !== this.#problem) this.#context.announce(part.problem);
    this.#problem = part.problem;
    this.#facts.push(...part.frames);
    this.#player.setTimes(this.#facts.map(([, time]) => time));
    if (wasAtEnd && this.#run.isRunning && !this.#player.isPlaying) this.#player.seek(this.#facts.length - 1);
    this.#tellState();
    await this.#plots.refresh(this.#run);
  }

  #tellState(): void {
    const { manifest, isRunning, folder, hasTrajectory } = this.#run;
    const bodies = this.#facts.reduce((most, [, , , count]) => Math.max(most, count), 0);
    const progress = isRunning
      ? `being written, ${formatQuantity(this.#facts.at(-1)?.[1] ?? 0, 's')} of ${formatQuantity(manifest.until, 's')}`
      : `${formatQuantity(manifest.until, 's')} simulated`;
    this.#state.textContent = `${folder} · ${formatCount(bodies)} bodies · ${progress}`;
    const isEmpty = this.#facts.length === 0;
    this.#over.hidden = !isEmpty;
    if (!isEmpty) return;
    fill(
      this.#over,
      isRunning && hasTrajectory
        ? h('div', { class: 'notice' }, h('p', {}, 'The run has not written its first frame yet…'))
        : h(
            'div',
            { class: 'notice' },
            h('h2', {}, 'This run recorded no bodies'),
            h('p', {}, 'Its scene asks for no trajectory. Add this to the scene and run it again:'),
            h('pre', {}, 'outputs:\n  trajectory: { every: 10 ms }'),
            h('p', { class: 'muted' }, 'Its tables are plotted below.'),
          ),
    );
  }

  async #takePicture(): Promise<void> {
    const scene = this.#scene;
    if (scene === undefined) return;
    const { theme } = this.#context;
    const picture = await screenshot(this.#stage, (context) => {
      const size = Math.round(13 * Math.min(devicePixelRatio, 2));
      paintLegend(context, this.#display.scale, scene.range, scene.header, { size, colour: theme.colour('--text') });
      context.fillText(`${this.#run.manifest.title}, t = ${formatQuantity(this.#player.time, 's')}`, size, 1.6 * size);
    });
    download(picture, `${this.#run.folder}-${this.#player.index}.png`);
  }

  /** From the first frame to the last at the chosen speed; a second press ends it. */
  #toggleFilm(): void {
    const type = filmType();
    if (this.#film !== undefined) this.#player.pause();
    else if (type !== undefined && this.#facts.length > 1) {
      this.#film = new Film(this.#stage, type);
      this.#display.film.setAttribute('aria-pressed', 'true');
      this.#player.seek(0);
      this.#player.play();
    }
  }

  async #finishFilm(): Promise<void> {
    const film = this.#film;
    this.#film = undefined;
    this.#display.film.removeAttribute('aria-pressed');
    if (film !== undefined) download(await film.stop(), `${this.#run.folder}.webm`);
  }
}
