// SPDX-License-Identifier: MIT
/** Connects the parts of the tab Watch. */
import { Box3, Vector3 } from 'three';
import type { Frame, TrajectoryHeader } from '../../../src/io.ts';
import { AutoFit } from '../drawing/auto-fit.ts';
import { LitStage } from '../drawing/lit-stage.ts';
import { StageTools } from '../drawing/stage-tools.ts';
import { makeExportSection } from '../export/export-section.ts';
import type { FrameFacts, RunDescription, RunSource } from '../run-source/run-source.ts';
import type { StudioContext, StudioView } from '../studio-view.ts';
import { toggleButton } from '../ui/controls.ts';
import { formatCount } from '../ui/format.ts';
import { fill, h } from '../ui/h.ts';
import type { IconName } from '../ui/icon.ts';
import { type AddressPart, hashOf, hashParameters, numbersText, readEnds, readNumbers } from './address.ts';
import { BodyPanel } from './body-panel.ts';
import type { BodyField } from './body-values.ts';
import { BookmarkPanel } from './bookmark-panel.ts';
import { CameraPart } from './camera-part.ts';
import { ColourPanel } from './colour-panel.ts';
import { Connection } from './connection.ts';
import { DisplayPanel } from './display-panel.ts';
import { sampleFrames } from './frame-samples.ts';
import { FrameStore } from './frame-store.ts';
import { Histogram } from './histogram.ts';
import { handleKey } from './keys.ts';
import { updateLegend, updateOverlayLegend } from './legend.ts';
import { MeasureTool } from './measure-tool.ts';
import { Player } from './player.ts';
import { PlotPanel } from './plot-panel.ts';
import { connectionNotice, noTrajectoryNotice, progressText } from './run-notice.ts';
import { type FrameSurvey, surveyRange, surveyRun } from './run-survey.ts';
import { SelectionPanel } from './selection-panel.ts';
import { SlicePanel } from './slice-panel.ts';
import { makeTimeBar } from './time-bar.ts';
import { WatchScene } from './watch-scene.ts';

/** Interval of the requests for updates while a run is being written. */
const POLL_MS = 1000;
/** Frames fetched ahead while playing. */
const FRAMES_AHEAD = 3;
/** Time without a change after which the address is written, ms. */
const ADDRESS_MS = 400;
const SAMPLED_GROWTH = 1.25;
/** A press that moves less than this many pixels picks. */
const CLICK_PIXELS = 4;

export class WatchView implements StudioView {
  readonly element: HTMLElement;
  readonly #source: RunSource;
  readonly #context: StudioContext;
  readonly #stage: LitStage;
  readonly #player = new Player();
  readonly #frames: FrameStore;
  readonly #colours: ColourPanel;
  readonly #display: DisplayPanel;
  readonly #slice: SlicePanel;
  readonly #selection: SelectionPanel;
  readonly #measure = new MeasureTool(() => this.#measured());
  readonly #histogram = new Histogram((range) => {
    if (this.#scene !== undefined) this.#scene.filter = range;
  });
  readonly #overlayLegend = h('div', { class: 'legend-part', 'data-role': 'overlay-legend', hidden: true });
  readonly #body: BodyPanel;
  readonly #plots: PlotPanel;
  readonly #legend = h('div', { class: 'legend-part' });
  readonly #state = h('p', { class: 'muted' });
  readonly #over = h('div', { class: 'over' });
  readonly #banner = h('div', { class: 'banner', role: 'alert', hidden: true });
  /** Why nothing is visible. */
  readonly #note = h('p', { class: 'view-note', role: 'status' });
  readonly #connection: Connection;
  readonly #autoFit: AutoFit<Frame>;
  readonly #tools: StageTools;
  readonly #camera: CameraPart;
  /** All that the address says. */
  readonly #parts: readonly AddressPart[];
  /** Questions about all frames: for the range of the colours, and for the mean of a group. */
  readonly #surveying = { range: new AbortController(), mean: new AbortController() };
  #wantedTime: number | undefined;
  #wantedBody: number | undefined;
  #wantedFilter: readonly [number, number] | undefined;
  #wantedBounds: readonly number[] | undefined;
  #surveyCount = 0;
  /** The address as it was last read or written. */
  #address = '';
  #addressTimer: ReturnType<typeof setTimeout> | undefined;
  /** Frames that the bounds of the run are still to be found from. */
  #samples: number[] = [];
  #sampledCount = 0;
  #isSampled = false;
  #run: RunDescription;
  #header: TrajectoryHeader | undefined;
  #facts: FrameFacts[] = [];
  #generation = '';
  #problem: string | undefined;
  #scene: WatchScene | undefined;
  #shownIndex = -1;
  #poll: ReturnType<typeof setTimeout> | undefined;
  #isShown = false;
  readonly #endTheme: () => void;

  static async open(source: RunSource, context: StudioContext): Promise<WatchView> {
    const view = new WatchView(source, context, await source.run());
    await view.#refresh();
    return view;
  }

  private constructor(source: RunSource, context: StudioContext, run: RunDescription) {
    this.#source = source;
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
    this.#stage.isAwaiting = () => this.#isAwaiting;
    this.#autoFit = new AutoFit(this.#stage);
    this.#frames = new FrameStore(
      (index) => source.frame(index),
      (index) => this.#arrived(index),
      (index, message) => this.#failed(index, message),
    );
    this.#colours = new ColourPanel({
      present: () => this.#scene?.range,
      onScale: (scale) => {
        // The filter belongs to the field that it was drawn over.
        if (this.#scene !== undefined && this.#scene.scale.field !== scale.field) this.#histogram.filter = undefined;
        if (this.#scene !== undefined) this.#scene.scale = scale;
        this.#updateLegend();
      },
      surveyRange: async (field, onProgress) => {
        const surveys = await this.#survey(field, undefined, onProgress);
        return surveys && surveyRange(surveys);
      },
    });
    this.#display = new DisplayPanel(() => this.#scene);
    this.#slice = new SlicePanel(() => this.#scene);
    this.#display.onOverlays = () => this.#updateLegend();
    const onSeek = (time: number): void => {
      this.#player.pause();
      this.#player.seekTime(time);
    };
    this.#body = new BodyPanel({
      source,
      theme,
      names: run.bodyNames,
      onSeek,
      onProblem,
      onPick: (id) => this.#pick(id),
    });
    this.#plots = new PlotPanel({ source, theme, onSeek, onProblem });
    this.#selection = new SelectionPanel({
      theme,
      scene: () => this.#scene,
      onChange: () => this.#select(),
      onZoom: (ids) => this.#zoomTo(ids),
      onSeek,
      times: () => this.#player.times,
      survey: (field, ids, onProgress) => this.#survey(field, ids, onProgress),
    });
    const panels = this.#makePanels();
    this.#tools = new StageTools(this.#stage, this.#autoFit, () => this.#fit(), [
      this.#measure.button,
      panelSwitch(panels.plots, 'chart', 'Plots'),
      panelSwitch(panels.settings, 'panel', 'Panel'),
    ]);
    this.#camera = new CameraPart({
      stage: this.#stage,
      tools: this.#tools,
      origin: () => this.#scene?.origin,
      isFollowing: () => !this.#autoFit.isTaken,
      onPlaced: () => this.#autoFit.take(),
    });
    this.#parts = [
      this.#camera,
      this.#colours,
      this.#display,
      this.#slice,
      this.#selection,
      this.#measure,
      this.#timePart(),
    ];
    this.element = this.#layOut(panels);
    this.#readAddress();
    this.#player.onChange(() => this.#showFrame());
    this.#stage.onFrame((now) => this.#tick(now));
    this.#endTheme = theme.onChange(() => {
      if (this.#scene !== undefined) this.#scene.theme = theme;
    });
    this.#listenToPointer();
    this.#stage.controls.addEventListener('end', () => this.#keepAddress());
    for (const name of ['change', 'input', 'click', 'pointerup']) {
      this.element.addEventListener(name, () => this.#keepAddress());
    }
    addEventListener('keydown', this.#onKey);
  }

  readonly #onKey = (event: KeyboardEvent): void => {
    if (!this.#isShown) return;
    handleKey(event, {
      player: this.#player,
      tools: this.#tools,
      fit: () => this.#fit(),
      letGo: () => this.#pick(undefined),
      measure: () => this.#measure.toggle(),
    });
  };

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

  /** The address may show another view of the same run. */
  readdress(): void {
    if (location.hash !== this.#address) this.#readAddress();
  }

  /** Another run is watched: its worker, its WebGL context and its listeners go. */
  dispose(): void {
    this.hide();
    clearTimeout(this.#addressTimer);
    for (const controller of Object.values(this.#surveying)) controller.abort();
    this.#endTheme();
    removeEventListener('keydown', this.#onKey);
    this.#frames.dispose();
    this.#scene?.dispose();
    this.#body.dispose();
    this.#plots.dispose();
    this.#stage.dispose();
    this.#source.close();
  }

  /** All of the run, and the bodies of the present frame wherever they are. */
  #fit(): void {
    this.#autoFit.fit(this.#scene?.bodyBox);
  }

  #makePanels(): { readonly plots: HTMLElement; readonly settings: HTMLElement } {
    const bookmarks = new BookmarkPanel({
      run: `${this.#run.manifest.title} ${this.#run.manifest.started}`,
      present: () => this.#hash(),
      onOpen: (hash) => this.#open(hash),
      announce: (message) => this.#context.announce(message),
    });
    return {
      plots: h('div', { class: 'watch-plots' }, this.#plots.element),
      settings: h(
        'aside',
        { class: 'panel watch-panel', 'aria-label': 'Settings' },
        h('section', {}, h('h2', {}, this.#run.manifest.title), this.#state),
        this.#body.element,
        this.#colours.element,
        this.#display.element,
        this.#slice.element,
        this.#selection.element,
        bookmarks.element,
        this.#exportSection(),
      ),
    };
  }

  #layOut({ plots, settings }: { readonly plots: HTMLElement; readonly settings: HTMLElement }): HTMLElement {
    const parts = [this.#histogram.element, this.#legend, this.#overlayLegend, this.#slice.legend];
    const legend = h('div', { class: 'legend' }, ...parts);
    this.#stage.element.append(legend, this.#over, this.#note, this.#measure.element);
    const timeBar = makeTimeBar(this.#player, (message) => this.#context.announce(message));
    const main = h('div', { class: 'watch-main' }, this.#banner, this.#stage.element, timeBar, plots);
    return h('div', { class: 'watch' }, main, settings);
  }

  /** The shown time, the section that is played, the picked body, the filter, and bounds larger than of the samples. */
  #timePart(): AddressPart {
    return {
      keys: ['t', 'section', 'body', 'filter', 'bounds'],
      write: (to) => {
        if (this.#player.index > 0) to.set('t', String(this.#player.time));
        if (this.#player.section !== undefined) to.set('section', numbersText(this.#player.section));
        if (this.#scene?.pickedId !== undefined) to.set('body', String(this.#scene.pickedId));
        if (this.#histogram.filter !== undefined) to.set('filter', numbersText(this.#histogram.filter));
        // The first view needs none.
        const grown = to.size > 0 && this.#samples.length === 0 ? this.#scene?.grownBounds : undefined;
        if (grown !== undefined) to.set('bounds', [...grown.min, ...grown.max].join(','));
      },
      read: (from) => {
        const time = Number(from.get('t') ?? 0);
        this.#wantedTime = Number.isFinite(time) ? time : 0;
        this.#player.section = readNumbers(from.get('section'), 2) as [number, number] | undefined;
        const body = from.get('body');
        this.#wantedBody = body !== null && /^\d+$/.test(body) ? Number(body) : undefined;
        this.#wantedFilter = readEnds(from.get('filter'), 2) as [number, number] | undefined;
        this.#wantedBounds = readNumbers(from.get('bounds'), 6);
        this.#seekWanted();
      },
    };
  }

  #seekWanted(): void {
    if (this.#wantedTime === undefined || this.#facts.length === 0) return;
    this.#player.seekTime(this.#wantedTime);
    this.#wantedTime = undefined;
    if (this.#scene !== undefined) this.#applyWanted(this.#scene);
  }

  /** Parts of the address that need a scene. */
  #applyWanted(scene: WatchScene): void {
    scene.pickedId = this.#wantedBody;
    this.#histogram.filter = this.#wantedFilter;
    if (this.#wantedBounds !== undefined) {
      const [min, max] = [this.#wantedBounds.slice(0, 3), this.#wantedBounds.slice(3)];
      scene.reserve(new Box3(new Vector3().fromArray(min), new Vector3().fromArray(max)));
    }
    this.#updateBody();
  }

  #hash(): string {
    return hashOf('watch', location.hash, this.#parts);
  }

  /** Shows the view of an address. */
  #open(hash: string): void {
    history.replaceState(null, '', hash);
    this.#readAddress();
  }

  #readAddress(): void {
    this.#address = location.hash;
    const parameters = hashParameters(location.hash);
    // Without an address everything is as it is at first.
    if (parameters.size === 0) return;
    for (const part of this.#parts) part.read(parameters);
    if (!parameters.has('camera') && this.#scene !== undefined) this.#autoFit.fit();
  }

  /** Writes the view to the address once it stands still. */
  #keepAddress(): void {
    clearTimeout(this.#addressTimer);
    this.#addressTimer = setTimeout(() => {
      if (!this.#isShown || this.#player.isPlaying || this.#scene === undefined) return;
      // Another tab that is still being loaded would not be shown if the address became that of Watch again.
      if (/^#\/(?!watch\b)/.test(location.hash)) return;
      const hash = this.#hash();
      if (hash === location.hash) return;
      history.replaceState(null, '', hash);
      this.#address = hash;
    }, ADDRESS_MS);
  }

  /** Looks through all frames; a new question ends the one before. */
  async #survey(
    field: BodyField,
    ids: readonly number[] | undefined,
    onProgress: (text: string) => void,
  ): Promise<readonly FrameSurvey[] | undefined> {
    const purpose = ids === undefined ? 'range' : 'mean';
    this.#surveying[purpose].abort();
    const controller = new AbortController();
    this.#surveying[purpose] = controller;
    const scene = this.#scene;
    const frameCount = this.#facts.length;
    if (scene === undefined) return undefined;
    this.#surveyCount++;
    try {
      return await surveyRun({
        field,
        context: { header: scene.header, reaches: scene.layer.reaches },
        ...(ids !== undefined && { ids }),
        frameCount,
        load: (index) => this.#frames.load(index),
        onProgress: (done) => onProgress(`${formatCount(done.length)} of ${formatCount(frameCount)} frames read…`),
        signal: controller.signal,
      });
    } catch (error) {
      onProgress(error instanceof Error ? error.message : String(error));
      return undefined;
    } finally {
      this.#surveyCount--;
      this.#stage.settle();
    }
  }

  /** Whether anything is on its way that will change the picture. */
  get #isAwaiting(): boolean {
    const { index, isPlaying } = this.#player;
    if (this.#facts.length === 0 || isPlaying || index !== this.#shownIndex || this.#surveyCount > 0) return true;
    if (this.#connection.lost !== undefined) return false;
    return this.#samples.length > 0 || this.#frames.isBusy || this.#autoFit.isLate || this.#slice.isBusy;
  }

  #select(): void {
    if (this.#scene === undefined) return;
    this.#scene.selection = this.#selection.selection;
    this.#selection.update(this.#player.time);
    this.#noteView();
  }

  #zoomTo(ids: readonly number[]): void {
    const box = this.#scene?.boxOf(ids);
    if (box === undefined || box.isEmpty()) return;
    this.#autoFit.take();
    this.#stage.zoomTo(box);
  }

  #measured(): void {
    if (this.#scene === undefined) return;
    this.#measure.update(this.#scene.frame);
    this.#scene.measuredIds = this.#measure.ids;
    this.#stage.invalidate();
  }

  #exportSection(): HTMLElement {
    return makeExportSection({
      stage: this.#stage,
      theme: this.#context.theme,
      player: this.#player,
      source: this.#source,
      scene: () => this.#scene,
      run: () => this.#run,
      header: () => this.#header,
      scale: () => this.#colours.scale,
      curves: () => this.#plots.curves,
      announce: this.#context.announce,
    });
  }

  #tick(now: number): boolean {
    const isPlaying = this.#player.tick(now, (index) => this.#frames.peek(index) !== undefined || this.#ask(index));
    this.#noteView();
    this.#keepAddress();
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
    else if (this.#scene !== undefined && index < this.#shownIndex) this.#scene.drawTrails();
    this.#sample(index);
    this.#stage.settle();
  }

  /** What cannot be had is not shown: the time bar goes back to the frame that is. */
  #failed(index: number, message: string): void {
    this.#samples = this.#samples.filter((each) => each !== index);
    if (index === this.#player.index && this.#shownIndex >= 0) this.#showLast();
    this.#stage.settle();
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
      if (frame !== undefined) this.#autoFit.look(frame, true);
    }
    this.#samples = this.#samples.filter((index) => index !== arrived);
    const [next] = this.#samples;
    if (next === undefined) {
      // The first view shall not depend on the order in which the frames came.
      if (arrived !== undefined && !this.#isSampled && !this.#autoFit.isTaken) this.#autoFit.fit();
      this.#isSampled = true;
    }
    if (next === undefined || this.#connection.lost !== undefined) return;
    if (this.#frames.peek(next) !== undefined) this.#sample(next);
    else this.#frames.want(next, false);
  }

  /** Explains why the picture has no body. */
  #noteView(): void {
    const scene = this.#scene;
    let note = '';
    if (scene !== undefined && scene.frame.ids.length === 0) note = 'No bodies at this moment.';
    else if (scene !== undefined && scene.shownCount === 0) note = 'The selection hides all bodies.';
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
      this.#colours.chooseFirst(this.#header);
      this.#selection.setHeader(this.#header);
      const { domain } = this.#run;
      const about = { ...(domain !== undefined && { domain }), bodyCount: this.#mostBodies };
      const scene = new WatchScene(this.#stage, this.#header, frame, about, this.#colours.scale);
      this.#scene = scene;
      scene.theme = this.#context.theme;
      scene.past = (count) => this.#past(count);
      scene.onBounds = () => {
        this.#slice.refresh();
        this.#display.refreshCut();
      };
      scene.selection = this.#selection.selection;
      this.#display.apply(scene);
      if (this.#camera.isWanted) this.#autoFit.keep();
      this.#autoFit.start(scene);
      this.#camera.place();
      this.#applyWanted(scene);
      this.#measured();
      this.#colours.refreshRange();
      this.#sample();
    } else {
      this.#scene?.show(frame);
      this.#autoFit.follow(frame);
    }
    this.#updateLegend();
    this.#colours.update();
    this.#display.update();
    this.#slice.update();
    this.#selection.update(this.#player.time);
    this.#measured();
    this.#updateBody();
  }

  /** Frames up to the present one, as far as they are here; those that are missing are asked for. */
  #past(count: number): Frame[] {
    const frames: Frame[] = [];
    for (let index = this.#shownIndex; index >= Math.max(this.#shownIndex - count, 0); index--) {
      const frame = this.#frames.peek(index);
      if (frame === undefined) {
        this.#frames.want(index, false);
        break;
      }
      frames.unshift(frame);
    }
    return frames;
  }

  #updateLegend(): void {
    const scene = this.#scene;
    if (scene === undefined) return;
    const { scale } = this.#colours;
    updateLegend(this.#legend, scale, scene.range, scene.header);
    const isKind = scale.field.kinds !== undefined;
    this.#histogram.element.hidden = isKind || scene.values.length === 0;
    if (!isKind) this.#histogram.update(scene.values, scene.range, scale.isLog ?? false);
    updateOverlayLegend(this.#overlayLegend, scene.overlays);
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
      const id = this.#scene?.pick((2 * offsetX) / clientWidth - 1, 1 - (2 * offsetY) / clientHeight);
      if (!this.#measure.isOn) this.#pick(id);
      else if (id !== undefined) this.#measure.add(id);
    });
  }

  #schedule(): void {
    clearTimeout(this.#poll);
    if (!this.#isShown || !this.#run.isRunning) return;
    this.#poll = setTimeout(async () => {
      try {
        this.#run = await this.#source.run();
        await this.#refresh();
        await this.#body.refreshHistory();
      } catch (error) {
        await this.#connection.suspect(error instanceof Error ? error.message : String(error));
      }
      this.#schedule();
    }, POLL_MS);
  }

  async #probe(): Promise<void> {
    const run = await this.#source.run();
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
    let part = await this.#source.trajectory(this.#facts.length);
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
      if (part.from !== 0) part = await this.#source.trajectory(0);
      this.#header = part.header;
    }
    if (part.problem !== undefined && part.problem !== this.#problem) this.#context.announce(part.problem);
    this.#problem = part.problem;
    for (const facts of part.frames) this.#facts.push(facts);
    // A growing run is sampled again each time it has become a quarter longer.
    if (this.#facts.length > SAMPLED_GROWTH * this.#sampledCount || (!this.#run.isRunning && part.frames.length > 0)) {
      this.#isSampled = false;
      this.#samples = sampleFrames(this.#facts.map(([length]) => length));
      this.#sampledCount = this.#facts.length;
      this.#sample();
    }
    this.#player.setTimes(this.#facts.map(([, time]) => time));
    this.#seekWanted();
    if (part.frames.length > 0) this.#colours.refreshRange();
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

/** A button that shows or hides a part of the page. */
function panelSwitch(element: HTMLElement, name: IconName, text: string): HTMLButtonElement {
  const onChange = (isShown: boolean): void => {
    element.hidden = !isShown;
  };
  return toggleButton(name, true, onChange, `${text}: show or hide`, text);
}
