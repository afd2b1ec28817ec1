// SPDX-License-Identifier: MIT
/** Connects the parts of the tab Watch. */
import type { Frame, TrajectoryHeader } from '../../../src/io.ts';
import { AutoFit } from '../drawing/auto-fit.ts';
import { LitStage } from '../drawing/lit-stage.ts';
import type { FrameFacts, RunDescription, ServerApi } from '../server-api.ts';
import type { StudioContext, StudioView } from '../studio-view.ts';
import { button } from '../ui/controls.ts';
import { formatCount } from '../ui/format.ts';
import { fill, h } from '../ui/h.ts';
import { BodyPanel } from './body-panel.ts';
import { Connection } from './connection.ts';
import { DisplayPanel } from './display-panel.ts';
import { sampleFrames } from './frame-samples.ts';
import { FrameStore } from './frame-store.ts';
import { handleKey } from './keys.ts';
import { updateLegend } from './legend.ts';
import { filmType } from './pictures.ts';
import { Player } from './player.ts';
import { PlotPanel } from './plot-panel.ts';
import { Recording } from './recording.ts';
import { connectionNotice, noTrajectoryNotice, progressText } from './run-notice.ts';
import { makeTimeBar } from './time-bar.ts';
import { WatchScene } from './watch-scene.ts';

/** Interval of the requests for updates while a run is being written. */
const POLL_MS = 1000;
/** Frames fetched ahead while playing. */
const FRAMES_AHEAD = 3;
const SAMPLED_GROWTH = 1.25;
/** A press that moves less than this many pixels picks. */
const CLICK_PIXELS = 4;

export class WatchView implements StudioView {
  readonly element: HTMLElement;
  readonly #server: ServerApi;
  readonly #context: StudioContext;
  readonly #stage: LitStage;
  readonly #player = new Player();
  readonly #frames: FrameStore;
  readonly #display: DisplayPanel;
  readonly #body: BodyPanel;
  readonly #plots: PlotPanel;
  readonly #legend = h('div', { class: 'legend' });
  readonly #state = h('p', { class: 'muted' });
  readonly #over = h('div', { class: 'over' });
  readonly #banner = h('div', { class: 'banner', role: 'alert', hidden: true });
  /** Why nothing is visible. */
  readonly #note = h('p', { class: 'view-note', role: 'status' });
  readonly #connection: Connection;
  readonly #recording: Recording;
  readonly #autoFit: AutoFit<Frame>;
  /** Frames that the bounds of the run are still to be found from. */
  #samples: number[] = [];
  #sampledCount = 0;
  #run: RunDescription;
  #header: TrajectoryHeader | undefined;
  #facts: FrameFacts[] = [];
  #generation = '';
  #problem: string | undefined;
  #scene: WatchScene | undefined;
  #shownIndex = -1;
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
    const onProblem = (message: string): void => void this.#connection.suspect(message);
    this.#connection = new Connection({
      probe: () => this.#probe(),
      onChange: (lost) => this.#showConnection(lost),
      onProblem: (message) => context.announce(message),
    });
    this.#stage = new LitStage(theme);
    this.#autoFit = new AutoFit(this.#stage);
    this.#frames = new FrameStore(
      (index) => this.#arrived(index),
      (index, message) => this.#failed(index, message),
    );
    this.#display = new DisplayPanel({
      scene: () => this.#scene,
      onScale: (scale) => {
        if (this.#scene !== undefined) this.#scene.scale = scale;
        this.#updateLegend();
      },
      onPicture: () => void this.#recording.picture(),
      onFilm: filmType() === undefined ? undefined : () => this.#recording.toggleFilm(),
    });
    this.#recording = new Recording({
      stage: this.#stage,
      player: this.#player,
      theme,
      display: this.#display,
      scene: () => this.#scene,
      run: () => this.#run,
    });
    const onSeek = (time: number): void => {
      this.#player.pause();
      this.#player.seekTime(time);
    };
    this.#body = new BodyPanel({
      server,
      theme,
      names: run.bodyNames,
      onSeek,
      onProblem,
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
        handleKey(event, { player: this.#player, fit: () => this.#fit(), letGo: () => this.#pick(undefined) });
    });
  }

  show(): void {
    this.#isShown = true;
    this.#stage.show();
    this.#connection.resume();
    this.#schedule();
  }

  hide(): void {
    this.#isShown = false;
    this.#player.pause();
    this.#stage.hide();
    this.#connection.pause();
    clearTimeout(this.#poll);
  }

  /** All of the run, and the bodies of the present frame wherever they are. */
  #fit(): void {
    this.#autoFit.fit(this.#scene?.bodyBox);
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
        button('Fit', () => this.#fit(), 'Fit everything into view (F)'),
        toggle(plots, 'Plots'),
        toggle(panel, 'Panel'),
      ),
      this.#over,
      this.#note,
    );
    return h(
      'div',
      { class: 'watch' },
      h('div', { class: 'watch-main' }, this.#banner, this.#stage.element, makeTimeBar(this.#player), plots),
      panel,
    );
  }

  #tick(now: number): boolean {
    const isPlaying = this.#player.tick(now, (index) => this.#frames.peek(index) !== undefined || this.#ask(index));
    if (!isPlaying) void this.#recording.finishFilm();
    this.#noteView();
    return isPlaying;
  }

  /** Requests a frame and those after it; false, because it is not available yet. */
  #ask(index: number): false {
    this.#frames.want(index, true);
    for (let ahead = 1; ahead <= FRAMES_AHEAD; ahead++) {
      if (index + ahead < this.#facts.length) this.#frames.want(index + ahead, false);
    }
    return false;
  }

  #arrived(index: number): void {
    if (index === this.#player.index) this.#showFrame();
    this.#sample(index);
    this.#stage.invalidate();
  }

  /** What cannot be had is not shown: the time bar goes back to the frame that is. */
  #failed(index: number, message: string): void {
    this.#samples = this.#samples.filter((each) => each !== index);
    if (index === this.#player.index && this.#shownIndex >= 0) this.#showLast();
    void this.#connection.suspect(message);
  }

  #showLast(): void {
    this.#player.pause();
    this.#player.seek(this.#shownIndex);
  }

  /** Reads frames over the whole run one after the other, so that the picture has room for all of it. */
  #sample(arrived?: number): void {
    if (this.#scene === undefined) return;
    if (arrived !== undefined && this.#samples.includes(arrived)) {
      const frame = this.#frames.peek(arrived);
      if (frame !== undefined) this.#autoFit.look(frame);
    }
    this.#samples = this.#samples.filter((index) => index !== arrived);
    const [next] = this.#samples;
    if (next === undefined || this.#connection.lost !== undefined) return;
    if (this.#frames.peek(next) !== undefined) this.#sample(next);
    else this.#frames.want(next, false);
  }

  /** Explains why the picture has no body. */
  #noteView(): void {
    const scene = this.#scene;
    let note = '';
    if (scene !== undefined && scene.frame.ids.length === 0) note = 'No bodies at this moment.';
    else if (scene !== undefined && !scene.hasBodyInView) note = 'All bodies are out of view. Press F to fit them.';
    if (this.#note.textContent !== note) this.#note.textContent = note;
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
    // Which frame the picture is of, for whoever checks it against the time bar.
    this.#stage.element.dataset.frame = String(index + 1);
    if (this.#player.isPlaying) this.#ask(index);
    if (this.#scene === undefined && this.#header !== undefined) {
      this.#display.chooseFirst(this.#header);
      const { domain } = this.#run;
      const about = { ...(domain !== undefined && { domain }), bodyCount: this.#mostBodies };
      this.#scene = new WatchScene(this.#stage, this.#header, frame, about, this.#display.scale);
      this.#scene.theme = this.#context.theme;
      this.#display.apply(this.#scene);
      this.#autoFit.start(this.#scene);
      this.#sample();
    } else {
      this.#scene?.show(frame);
      this.#autoFit.follow(frame);
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
        await this.#connection.suspect(error instanceof Error ? error.message : String(error));
      }
      this.#schedule();
    }, POLL_MS);
  }

  async #probe(): Promise<void> {
    const run = await this.#server.run();
    if (this.#facts.length > 0 && !run.hasTrajectory) throw new Error('the trajectory is no longer in the run folder');
    this.#run = run;
  }

  #showConnection(lost: string | undefined): void {
    this.#banner.hidden = lost === undefined;
    if (lost === undefined) {
      fill(this.#banner);
      this.#context.announce('The connection is back.');
      this.#refresh().then(
        () => {
          this.#showFrame();
          this.#sample();
        },
        (error: unknown) => this.#connection.suspect(error instanceof Error ? error.message : String(error)),
      );
      return;
    }
    if (this.#shownIndex >= 0) this.#showLast();
    fill(this.#banner, ...connectionNotice(lost, this.#shownIndex, () => void this.#connection.retry()));
  }

  /** Data that the run has written since. */
  async #refresh(): Promise<void> {
    const wasAtEnd = this.#player.index >= this.#facts.length - 1 && this.#facts.length > 1;
    let part = await this.#server.trajectory(this.#facts.length);
    // Another server may serve another run at the same address.
    const generation = `${this.#run.manifest.started} ${part.generation}`;
    if (generation !== this.#generation) {
      this.#generation = generation;
      this.#facts = [];
      this.#sampledCount = 0;
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
    for (const facts of part.frames) this.#facts.push(facts);
    // A growing run is sampled again each time it has become a quarter longer.
    if (this.#facts.length > SAMPLED_GROWTH * this.#sampledCount || (!this.#run.isRunning && part.frames.length > 0)) {
      this.#samples = sampleFrames(this.#facts.map(([length]) => length));
      this.#sampledCount = this.#facts.length;
      this.#sample();
    }
    this.#player.setTimes(this.#facts.map(([, time]) => time));
    if (wasAtEnd && this.#run.isRunning && !this.#player.isPlaying) this.#player.seek(this.#facts.length - 1);
    await this.#plots.refresh(this.#run);
    this.#tellState();
  }

  get #mostBodies(): number {
    return this.#facts.reduce((most, [, , , count]) => Math.max(most, count), 0);
  }

  #tellState(): void {
    const { manifest, isRunning, folder, hasTrajectory } = this.#run;
    const times = this.#facts.length > 0 ? this.#facts.slice(-2).map(([, time]) => time) : this.#plots.times;
    const progress = progressText({ isRunning, until: manifest.until, times });
    this.#state.textContent = `${folder} · ${formatCount(this.#mostBodies)} bodies · ${progress}`;
    const isEmpty = this.#facts.length === 0;
    this.#over.hidden = !isEmpty;
    if (!isEmpty) return;
    fill(
      this.#over,
      hasTrajectory
        ? h(
            'div',
            { class: 'notice' },
            h(
              'p',
              {},
              isRunning ? 'The run has not written its first frame yet…' : 'The run ended before its first frame.',
            ),
          )
        : noTrajectoryNotice(this.#run),
    );
  }
}
