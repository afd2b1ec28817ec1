// SPDX-License-Identifier: MIT
/** The parts of Run and what they tell each other: a scene to edit, the run of it in a worker, its picture, numbers and files. */
import { Stage } from '../drawing/stage.ts';
import { download } from '../ui/download.ts';
import { fill, h } from '../ui/h.ts';
import { TimePlot } from '../ui/plot.ts';
import type { StudioContext, StudioView } from '../view.ts';
import { fieldNamed } from '../watch/body-fields.ts';
import { updateLegend } from '../watch/legend.ts';
import { WatchScene } from '../watch/watch-scene.ts';
import { AutoFit } from './auto-fit.ts';
import { EnergySeries } from './energy-series.ts';
import { deviceChoice, Engine, threadChoice } from './engine.ts';
import { EXAMPLES, FIRST_EXAMPLE } from './examples.ts';
import type { News, RunState, SceneFacts } from './protocol.ts';
import { ResultPanel } from './result-panel.ts';
import { deviceOf, makeRunControls, OWN_SCENE, type RunControls, speedOf, threadsOf } from './run-controls.ts';
import { layOutRun } from './run-layout.ts';
import { SceneEditor } from './scene-editor.ts';

/** The plot is drawn anew at most so often. */
const PLOT_MS = 250;
/** A trajectory that the scene does not ask for has so many frames. */
const RECORDED_FRAMES = 200;
/** The picture of the last run is kept for so long. */
const RETIRE_MS = 2000;
const STALE = 'The scene was changed. Reset to run it as it stands now.';
const STALE_AND_WRONG = 'The scene was changed and has problems. The run is that of the scene before.';
const SCENE_NAME = /\.(ya?ml|json)$/i;
const COLOURS = { field: fieldNamed('speed'), map: 'viridis', range: undefined } as const;

type Phase = 'none' | 'starting' | 'waiting' | 'going' | 'finished' | 'failed';

export class RunView implements StudioView {
  readonly element: HTMLElement;
  readonly #context: StudioContext;
  readonly #stage: Stage;
  readonly #editor: SceneEditor;
  readonly #result: ResultPanel;
  readonly #plot: TimePlot;
  readonly #energies = new EnergySeries();
  readonly #legend = h('div', { class: 'legend' });
  readonly #over = h('div', { class: 'over' });
  readonly #status = h('p', { class: 'status', role: 'status', 'data-role': 'status' });
  readonly #checker = new Engine((news) => this.#checked(news));
  readonly #threads = threadChoice();
  readonly #controls: RunControls;
  #file = FIRST_EXAMPLE;
  #files: ReadonlyMap<string, Uint8Array> = new Map();
  #ticket = 0;
  #facts: SceneFacts | undefined;
  #engine: Engine | undefined;
  #phase: Phase = 'none';
  /** What to do once the run has been set up. */
  #next: 'go' | 'step' | undefined;
  /** The scene was changed since the run was set up. */
  #isStale = false;
  #header: Extract<News, { kind: 'started' }>['header'] | undefined;
  #scene: WatchScene | undefined;
  #frame: Extract<News, { kind: 'frame' }>['frame'] | undefined;
  #plotted = 0;
  readonly #autoFit: AutoFit;

  constructor(context: StudioContext) {
    this.#context = context;
    this.#stage = new Stage(context.theme);
    this.#stage.onFrame(() => this.#draw());
    this.#autoFit = new AutoFit(this.#stage);
    this.#editor = new SceneEditor((text) => this.#edited(text));
    this.#result = new ResultPanel((name) => this.#engine?.order({ kind: 'take', name }));
    this.#plot = new TimePlot(context.theme, () => {});
    this.#plot.setMark(Number.NaN);
    this.#controls = makeRunControls(this.#threads, deviceChoice(), {
      onRun: () => this.#runOrPause(),
      onStep: () => this.#doOrSetUp('step'),
      onReset: () => this.#reset(),
      onScene: (file) => this.#choose(file),
      onSpeed: () => this.#sendSpeed(),
    });
    this.element = layOutRun({
      ...{ stage: this.#stage, editor: this.#editor, result: this.#result, plot: this.#plot },
      ...{ controls: this.#controls, status: this.#status, over: [this.#legend, this.#over] },
      onFit: () => this.#autoFit.fit(),
      onFiles: (files) => void this.#open(files),
    });
    context.theme.onChange(() => {
      if (this.#scene !== undefined) this.#scene.theme = context.theme;
    });
    this.#openExample(FIRST_EXAMPLE);
  }

  show(): void {
    this.#stage.show();
    addEventListener('keydown', this.#onKey);
  }

  hide(): void {
    this.#stage.hide();
    removeEventListener('keydown', this.#onKey);
  }

  readonly #onKey = (event: KeyboardEvent): void => {
    const isTyping = event.target instanceof HTMLElement && event.target.closest('input, select, textarea, button');
    if (isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === ' ') this.#runOrPause();
    else if (event.key === '.') this.#doOrSetUp('step');
    else if (event.key.toLowerCase() === 'f') this.#autoFit.fit();
    else return;
    event.preventDefault();
  };

  #choose(file: string): void {
    if (file !== OWN_SCENE) this.#openExample(file);
  }

  #openExample(file: string): void {
    this.#load(file, EXAMPLES.find((example) => example.file === file)?.text ?? '', new Map());
  }

  /** Of the files, one is the scene; the others are what it names. Files without a scene are added to the one that is there. */
  async #open(opened: readonly File[]): Promise<void> {
    if (opened.length === 0) return;
    const scene = opened.find(({ name }) => SCENE_NAME.test(name));
    const others = opened.filter((file) => file !== scene);
    const read = await Promise.all(
      others.map(async (file) => [file.name, new Uint8Array(await file.arrayBuffer())] as const),
    );
    this.#controls.example.input.value = OWN_SCENE;
    if (scene === undefined) this.#load(this.#file, this.#editor.text, new Map([...this.#files, ...read]));
    else this.#load(scene.name, await scene.text(), new Map(read));
    const beside = others.length === 0 ? '' : ` with ${others.map(({ name }) => name).join(', ')}`;
    this.#context.announce(scene === undefined ? `Added${beside.slice(5)}` : `Opened ${scene.name}${beside}`);
  }

  #load(file: string, text: string, files: ReadonlyMap<string, Uint8Array>): void {
    this.#file = file;
    this.#files = files;
    this.#facts = undefined;
    this.#endRun();
    this.#editor.setText(text);
  }

  #edited(text: string): void {
    this.#ticket++;
    if (!this.#hasBegun) this.#status.textContent = 'Reading the scene…';
    const scene = { file: this.#file, text, files: this.#files };
    this.#checker.order({ kind: 'check', ticket: this.#ticket, scene });
    this.#isStale = true;
    this.#update();
  }

  #checked(news: News): void {
    if (news.kind === 'failed') this.#fail(news.message);
    if (news.kind !== 'checked' || news.ticket !== this.#ticket) return;
    this.#editor.show(news);
    this.#facts = news.facts;
    if (news.facts === undefined) {
      if (!this.#hasBegun) this.#status.textContent = 'The scene has problems; they are listed on the left.';
    } else if (!this.#hasBegun) {
      this.#reset();
    }
    this.#update();
  }

  /** Steps have been taken: the run is not thrown away without being asked to. */
  get #hasBegun(): boolean {
    return this.#phase === 'going' || this.#phase === 'finished' || this.#energies.time.length > 1;
  }

  #runOrPause(): void {
    if (this.#phase === 'going') this.#engine?.order({ kind: 'pause' });
    else this.#doOrSetUp('go');
  }

  #doOrSetUp(what: 'go' | 'step'): void {
    if (this.#phase === 'waiting') {
      this.#engine?.order({ kind: what });
      if (what === 'go') {
        this.#phase = 'going';
        this.#status.textContent = 'Running…';
      }
    } else if (this.#phase !== 'going' && this.#facts !== undefined) {
      this.#reset();
      this.#next = what;
    }
    this.#update();
  }

  /** Sets the run up at its start, which shows how the scene begins. */
  #reset(): void {
    this.#endRun();
    if (this.#facts === undefined) return;
    this.#phase = 'starting';
    this.#isStale = false;
    this.#status.textContent = 'Setting up…';
    const engine = new Engine((news) => {
      if (engine === this.#engine) this.#heard(news);
    });
    this.#engine = engine;
    const scene = { file: this.#file, text: this.#editor.text, files: this.#files };
    const threads = threadsOf(this.#controls);
    engine.order({ kind: 'start', scene, threads, device: deviceOf(this.#controls), settings: this.#settings() });
    this.#sendSpeed();
    this.#update();
  }

  #settings(): string[] {
    const asksForOne = /^\s*trajectory\s*:/m.test(this.#editor.text);
    if (!this.#controls.record.input.checked || asksForOne || this.#facts === undefined) return [];
    return [`outputs.trajectory={ every: ${this.#facts.duration / RECORDED_FRAMES} s }`];
  }

  #endRun(): void {
    this.#engine?.end();
    this.#engine = undefined;
    this.#phase = 'none';
    this.#next = undefined;
    this.#frame = undefined;
    this.#energies.clear();
    this.#plotted = 0;
    this.#plot.setSeries([], []);
    this.#result.clear();
  }

  #sendSpeed(): void {
    this.#engine?.order({ kind: 'speed', speed: speedOf(this.#controls) });
  }

  #heard(news: News): void {
    switch (news.kind) {
      case 'started':
        this.#started(news);
        break;
      case 'frame':
        this.#frame = news.frame;
        this.#stood(news.state);
        this.#stage.invalidate();
        // A tab that is not shown draws nothing: the run goes on without frames.
        break;
      case 'state':
        this.#stood(news.state);
        break;
      case 'warning':
        this.#result.warn(news.message);
        break;
      case 'paused':
      case 'finished':
        this.#waits(news);
        break;
      case 'failed':
        this.#fail(news.message);
        break;
      case 'taken':
        download(new Blob([news.bytes as Uint8Array<ArrayBuffer>]), news.name);
        break;
    }
    this.#update();
  }

  #started({ header, threads, adapter }: Extract<News, { kind: 'started' }>): void {
    this.#retire();
    this.#header = header;
    if (adapter !== undefined) {
      this.#result.computedBy = ['Graphics card', adapter];
      return;
    }
    const asked = threadsOf(this.#controls);
    const wanted = asked === 'auto' ? 1 : asked;
    const isVariable = this.#facts !== undefined && this.#facts.steps === undefined;
    const reason = isVariable ? 'variable steps are taken by one' : this.#threads.reason;
    const why = threads < wanted || this.#threads.most === 1 ? `: ${reason}` : '';
    this.#result.computedBy = ['Threads', `${threads}${why}`];
  }

  /** The picture of the last run goes once the new one is there: what both share of the graphics card need not be made again. */
  #retire(): void {
    const old = this.#scene;
    this.#scene = undefined;
    if (old === undefined) return;
    old.layer.group.visible = false;
    old.showsWalls = false;
    setTimeout(() => old.dispose(), RETIRE_MS);
  }

  #stood(state: RunState): void {
    this.#energies.add(state);
    if (this.#phase === 'going') this.#result.going(state);
    this.#drawPlot(false);
  }

  #waits(news: Extract<News, { kind: 'paused' | 'finished' }>): void {
    this.#energies.add(news.state);
    this.#result.waiting(news);
    this.#drawPlot(true);
    const { time, step } = news.state.progress;
    if (news.kind === 'finished') {
      this.#phase = 'finished';
      this.#status.textContent = `Finished after ${news.state.seconds.toFixed(1)} s on the clock.`;
      return;
    }
    this.#phase = 'waiting';
    this.#status.textContent = step === 0 ? 'Ready to run.' : `Paused at ${time.toPrecision(6)} s.`;
    const next = this.#next;
    this.#next = undefined;
    if (next !== undefined) this.#doOrSetUp(next);
  }

  #fail(message: string): void {
    this.#phase = 'failed';
    this.#status.textContent = message;
    this.#engine?.end();
    this.#engine = undefined;
  }

  /** Before each drawing: the newest frame goes into the picture, and another may come. */
  #draw(): boolean {
    const frame = this.#frame;
    if (frame === undefined || this.#header === undefined) return false;
    this.#frame = undefined;
    if (this.#scene === undefined) {
      this.#scene = new WatchScene(this.#stage, this.#header, frame, {}, COLOURS);
      this.#scene.theme = this.#context.theme;
      this.#autoFit.start(frame, this.#scene.layer.reaches, this.#header);
    } else {
      this.#scene.show(frame);
      this.#autoFit.follow(frame);
    }
    updateLegend(this.#legend, COLOURS, this.#scene.range, this.#header);
    this.#engine?.order({ kind: 'drawn' });
    return false;
  }

  #drawPlot(isLast: boolean): void {
    const now = performance.now();
    if (!isLast && now - this.#plotted < PLOT_MS) return;
    this.#plotted = now;
    if (this.#energies.time.length > 0) this.#plot.setSeries(this.#energies.time, this.#energies.series);
  }

  #update(): void {
    const { run, step, reset } = this.#controls;
    const isRunnable = this.#facts !== undefined || this.#phase === 'waiting' || this.#phase === 'going';
    run.textContent = this.#phase === 'going' ? '❚❚ Pause' : this.#phase === 'finished' ? '▶ Run again' : '▶ Run';
    run.disabled = !isRunnable || this.#phase === 'starting';
    step.disabled = !isRunnable || this.#phase === 'starting' || this.#phase === 'going';
    reset.disabled = this.#facts === undefined || this.#phase === 'none';
    this.element.dataset.phase = this.#phase;
    fill(
      this.#over,
      this.#isStale &&
        this.#hasBegun &&
        h('p', { class: 'stale' }, this.#facts === undefined ? STALE_AND_WRONG : STALE),
    );
  }
}
