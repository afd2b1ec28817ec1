// SPDX-License-Identifier: MIT
/** Connects the parts of the tab Run: scene editor, worker, picture, numbers and files. */
import type { StudioContext, StudioView } from '../studio-view.ts';
import { setIcon } from '../ui/controls.ts';
import { download } from '../ui/download.ts';
import { fill, h } from '../ui/h.ts';
import { isForView } from '../ui/key-owner.ts';
import { TimePlot } from '../ui/plot.ts';
import { EnergySeries } from './energy-series.ts';
import { deviceChoice, Engine, fastestDevice, threadChoice } from './engine.ts';
import { EXAMPLES, FIRST_EXAMPLE, filesOf, nameOf } from './examples.ts';
import { HintQueries } from './hint-queries.ts';
import { LiveKeeping } from './live-keeping.ts';
import { LivePicture } from './live-picture.ts';
import type { News, RunState, SceneFacts, TextProblem } from './protocol.ts';
import { ResultPanel } from './result-panel.ts';
import {
  changedSettings,
  makeRunControls,
  OWN_SCENE,
  type RunControls,
  type RunSettings,
  settingsOf,
  speedOf,
} from './run-controls.ts';
import { layOutRun } from './run-layout.ts';
import { SceneEditor } from './scene-editor.ts';

/** Shortest time between two updates of the plot. */
const PLOT_MS = 250;
/** Number of frames of a trajectory that the scene does not request. */
const RECORDED_FRAMES = 200;
const STALE = 'The scene was changed. Reset to run it as it stands now.';
const STALE_AND_WRONG = 'The scene was changed and has problems. The run is that of the scene before.';
const BEFORE_THE_PROBLEMS = 'The scene has problems. The picture shows it as it was before.';
const SCENE_NAME = /\.(ya?ml|json)$/i;

type Phase = 'none' | 'starting' | 'waiting' | 'going' | 'finished' | 'failed';

export class RunView implements StudioView {
  readonly element: HTMLElement;
  readonly #context: StudioContext;
  readonly #picture: LivePicture;
  readonly #editor: SceneEditor;
  readonly #result: ResultPanel;
  readonly #plot: TimePlot;
  readonly #energies = new EnergySeries();
  readonly #over = h('div', { class: 'over' });
  readonly #status = h('p', { class: 'status', role: 'status', 'data-role': 'status' });
  readonly #checker = new Engine((news) => this.#checked(news));
  readonly #hints = new HintQueries(this.#checker);
  readonly #threads = threadChoice();
  readonly #controls: RunControls;
  readonly #keeping: LiveKeeping;
  #file = FIRST_EXAMPLE;
  /** The example whose files are on their way. */
  #opening: string | undefined;
  #files: ReadonlyMap<string, Uint8Array> = new Map();
  #ticket = 0;
  #facts: SceneFacts | undefined;
  #engine: Engine | undefined;
  #phase: Phase = 'none';
  /** What to do once the scene has been read and the run has been set up. */
  #next: 'go' | 'step' | undefined;
  /** The text is being read: its content is not known yet. */
  #isChecking = false;
  #problems: readonly TextProblem[] = [];
  /** The scene was changed since the run was set up. */
  #isStale = false;
  /** Opened scenes are counted; the picture is of one of them. */
  #sceneCount = 0;
  #pictured = 0;
  /** Why the scene has no picture. */
  #refusal: string | undefined;
  #used: RunSettings | undefined;
  #plotted = 0;
  #areColoursChosen = false;
  /** The device was not chosen by the user, so another may take its place. */
  #isDeviceOurs = false;

  constructor(context: StudioContext) {
    this.#context = context;
    this.#picture = new LivePicture(context.theme, () => this.#engine?.order({ kind: 'drawn' }));
    this.#editor = new SceneEditor({
      onChange: (text) => this.#edited(text),
      onRun: () => this.#runOrPause(),
      onShapes: (isShown) => {
        this.#picture.showsShapes = isShown;
      },
      ask: this.#hints.ask,
    });
    this.#result = new ResultPanel(
      (name) => this.#engine?.order({ kind: 'take', name }),
      () => this.#keeping.watch(),
    );
    this.#plot = new TimePlot(context.theme, () => {});
    this.#keeping = new LiveKeeping({
      ask: () => this.#engine?.order({ kind: 'files' }),
      announce: context.announce,
    });
    this.#plot.setMark(Number.NaN);
    this.#controls = makeRunControls(this.#threads, deviceChoice(), {
      onRun: () => this.#runOrPause(),
      onStep: () => this.#doOrSetUp('step'),
      onReset: () => this.#reset(),
      onSetting: () => this.#changeSetting(),
      onScene: (file) => this.#choose(file),
      onSpeed: () => this.#sendSpeed(),
      onColours: (field) => {
        this.#areColoursChosen = true;
        this.#picture.field = field;
      },
    });
    this.element = layOutRun({
      stage: this.#picture.stage,
      editor: this.#editor,
      result: this.#result,
      plot: this.#plot,
      controls: this.#controls,
      status: this.#status,
      over: [this.#picture.legend, this.#over],
      onFiles: (files) => void this.#open(files),
    });
    if (wantedExample() === undefined) void this.#openExample(FIRST_EXAMPLE);
    this.readdress();
  }

  /** `#/run/NAME` opens an example, `#/run/NAME/go` also runs it, on what is fastest here. */
  readdress(): void {
    const wanted = wantedExample();
    const present = this.#opening ?? (this.#sceneCount > 0 ? this.#file : undefined);
    if (wanted === undefined || (wanted.file === present && !wanted.isToGo)) return;
    this.#controls.example.input.value = wanted.file;
    void (wanted.isToGo ? this.#goExample(wanted.file) : this.#openExample(wanted.file));
  }

  async #goExample(file: string): Promise<void> {
    this.#opening = file;
    // A reload is not to run it again.
    history.replaceState(null, '', addressOf(file));
    const device = await fastestDevice();
    this.#isDeviceOurs = true;
    this.#controls.device.input.value = device;
    this.#controls.threads.input.disabled = device === 'gpu';
    await this.#openExample(file);
    if (this.#file === file) this.#next = 'go';
  }

  show(): void {
    this.#picture.stage.show();
    addEventListener('keydown', this.#onKey);
  }

  hide(): void {
    this.#picture.stage.hide();
    removeEventListener('keydown', this.#onKey);
  }

  readonly #onKey = (event: KeyboardEvent): void => {
    if (!isForView(event)) return;
    if (event.key === ' ') this.#runOrPause();
    else if (event.key === '.') this.#doOrSetUp('step');
    else if (event.key.toLowerCase() === 'f') this.#picture.fit();
    else if (!this.#picture.tools.handleKey(event.key)) return;
    event.preventDefault();
  };

  #choose(file: string): void {
    if (file === OWN_SCENE) return;
    history.replaceState(null, '', addressOf(file));
    void this.#openExample(file);
  }

  async #openExample(file: string): Promise<void> {
    const example = EXAMPLES.find((each) => each.file === file);
    if (example === undefined) return;
    this.#opening = file;
    const files = await filesOf(example);
    const { value } = this.#controls.example.input;
    // Another may have been chosen while the files came.
    if (value === file) this.#load(file, example.text, files);
  }

  /**
   * One of the files is the scene; the others are files that it names. Files without a scene are added to the present
   * one.
   */
  async #open(opened: readonly File[]): Promise<void> {
    if (opened.length === 0) return;
    const scene = opened.find(({ name }) => SCENE_NAME.test(name));
    const others = opened.filter((file) => file !== scene);
    const read = await Promise.all(
      others.map(async (file) => [file.name, new Uint8Array(await file.arrayBuffer())] as const),
    );
    this.#controls.example.input.value = OWN_SCENE;
    history.replaceState(null, '', '#/run');
    if (scene === undefined) this.#load(this.#file, this.#editor.text, new Map([...this.#files, ...read]));
    else this.#load(scene.name, await scene.text(), new Map(read));
    const beside = others.length === 0 ? '' : ` with ${others.map(({ name }) => name).join(', ')}`;
    this.#context.announce(scene === undefined ? `Added${beside.slice(5)}` : `Opened ${scene.name}${beside}`);
  }

  #load(file: string, text: string, files: ReadonlyMap<string, Uint8Array>): void {
    this.#opening = undefined;
    this.#file = file;
    this.#files = files;
    this.#facts = undefined;
    this.#sceneCount++;
    this.#endRun();
    this.#editor.setText(text);
  }

  #edited(text: string): void {
    this.#ticket++;
    this.#isChecking = true;
    if (!this.#hasBegun) this.#status.textContent = 'Reading the scene…';
    const scene = { file: this.#file, text, files: this.#files };
    this.#checker.order({ kind: 'check', ticket: this.#ticket, scene });
    this.#isStale = true;
    this.#update();
  }

  #checked(news: News): void {
    if (news.kind === 'hint') this.#hints.heard(news);
    if (news.kind === 'failed') this.#fail(news);
    if (news.kind !== 'checked' || news.ticket !== this.#ticket) return;
    this.#isChecking = false;
    this.#editor.show(news);
    this.#facts = news.facts;
    this.#problems = news.problems;
    const next = this.#next;
    this.#next = undefined;
    if (news.facts === undefined) {
      if (!this.#hasBegun) this.#cannotStart(problemText(news.problems));
      if (next !== undefined) this.#refuse();
    } else if (!this.#hasBegun) {
      this.#reset();
      this.#next = next;
    } else if (next !== undefined) {
      this.#doOrSetUp(next);
    }
    this.#update();
  }

  /** The run that was set up before goes, and so does the picture unless it shows the same scene before an edit. */
  #cannotStart(reason: string): void {
    this.#endRun();
    this.#refusal = reason;
    this.#status.textContent =
      this.#problems.length > 0 ? 'The scene has problems; they are listed with their lines.' : reason;
    if (this.#pictured !== this.#sceneCount) this.#picture.clear();
  }

  /** The user pressed Run, and the text has errors: shows them at their locations. */
  #refuse(): void {
    const [first] = this.#problems;
    this.#status.textContent = `Not run. ${problemText(this.#problems)}`;
    if (first !== undefined) this.#editor.goTo(first);
  }

  /** Steps have been taken: the run is not discarded without a request. */
  get #hasBegun(): boolean {
    const hasFailed = this.#phase === 'failed' && this.#engine !== undefined;
    return this.#phase === 'going' || this.#phase === 'finished' || hasFailed || this.#energies.time.length > 1;
  }

  /** A started run keeps its settings. */
  #changeSetting(): void {
    this.#isDeviceOurs = false;
    if (this.#hasBegun) this.#update();
    else this.#reset();
  }

  #runOrPause(): void {
    if (this.#phase === 'going') this.#engine?.order({ kind: 'pause' });
    else this.#doOrSetUp('go');
  }

  /** Continues the run, or sets up a run of the present text; a text with errors never runs as the previous one. */
  #doOrSetUp(what: 'go' | 'step'): void {
    this.#editor.flush();
    if (this.#phase === 'going') return;
    if (this.#isChecking || this.#phase === 'starting') {
      this.#next = what;
    } else if (this.#facts === undefined) {
      this.#refuse();
    } else if (this.#phase === 'waiting') {
      this.#engine?.order({ kind: what });
      if (what === 'go') {
        this.#phase = 'going';
        this.#editor.hideShapes();
        this.#status.textContent = 'Running…';
      }
    } else {
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
    this.#refusal = undefined;
    this.#status.textContent = 'Setting up…';
    const engine = new Engine((news) => {
      if (engine === this.#engine) this.#heard(news);
    });
    this.#engine = engine;
    const scene = { file: this.#file, text: this.#editor.text, files: this.#files };
    this.#used = settingsOf(this.#controls);
    const { device, isRecorded, threads } = this.#used;
    engine.order({ kind: 'start', scene, threads, device, settings: isRecorded ? this.#recording() : [] });
    this.#sendSpeed();
    this.#update();
  }

  /** A trajectory if the scene requests none. */
  #recording(): string[] {
    const asksForOne = /^\s*trajectory\s*:/m.test(this.#editor.text);
    if (asksForOne || this.#facts === undefined) return [];
    return [`outputs.trajectory={ every: ${this.#facts.duration / RECORDED_FRAMES} s }`];
  }

  #endRun(): void {
    this.#engine?.end();
    this.#engine = undefined;
    this.#phase = 'none';
    this.#next = undefined;
    this.#keeping.begin();
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
        this.#picture.take(news.frame);
        this.#stood(news.state);
        // A hidden tab draws nothing: the run continues without frames.
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
        this.#fail(news);
        break;
      case 'files':
        void this.#keeping.take(news.run);
        return;
      case 'taken':
        download(new Blob([news.bytes as Uint8Array<ArrayBuffer>]), news.name);
        break;
    }
    this.#update();
  }

  #started({ header, threads, adapter }: Extract<News, { kind: 'started' }>): void {
    if (!this.#areColoursChosen) {
      this.#picture.field = header.shapes.length > 1 ? 'shape' : 'speed';
      this.#controls.colours.input.value = this.#picture.field;
    }
    this.#picture.begin(header);
    this.#pictured = this.#sceneCount;
    if (adapter !== undefined) {
      this.#result.computedBy = ['Graphics card', adapter];
      return;
    }
    const wanted = this.#used?.threads ?? 'auto';
    const isVariable = this.#facts !== undefined && this.#facts.steps === undefined;
    const reason = isVariable ? 'variable steps are taken by one' : this.#threads.reason;
    const isFewer = (wanted !== 'auto' && threads < wanted) || this.#threads.most === 1;
    const why = isFewer ? `: ${reason}` : wanted === 'auto' ? ', automatic' : '';
    this.#result.computedBy = ['Threads', `${threads}${why}`];
  }

  #stood(state: RunState): void {
    this.#energies.add(state);
    if (this.#phase === 'going') {
      this.#result.going(state);
      this.#keeping.going(performance.now());
    }
    this.#drawPlot(false);
  }

  #waits(news: Extract<News, { kind: 'paused' | 'finished' }>): void {
    this.#energies.add(news.state);
    this.#result.waiting(news);
    if (news.state.progress.step > 0) this.#keeping.keep();
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

  /** A run that fails later keeps picture, numbers and files; a scene that cannot start has none of them. */
  #fail({ message, run }: Extract<News, { kind: 'failed' }>): void {
    if (run === undefined && this.#isDeviceOurs && this.#used?.device === 'gpu') {
      // Not every scene, and not every card: the threads can.
      this.#controls.device.input.value = 'cpu';
      this.#controls.threads.input.disabled = false;
      this.#reset();
      this.#next = 'go';
      this.#result.warn(`the graphics card cannot run this scene: ${message}`);
      return;
    }
    if (run === undefined) {
      this.#problems = [];
      this.#pictured = 0;
      this.#cannotStart(message);
    } else {
      this.#result.failed(run);
      this.#keeping.keep();
      this.#drawPlot(true);
    }
    this.#phase = 'failed';
    this.#status.textContent = message;
  }

  #drawPlot(isLast: boolean): void {
    const now = performance.now();
    if (!isLast && now - this.#plotted < PLOT_MS) return;
    this.#plotted = now;
    if (this.#energies.time.length > 0) this.#plot.setSeries(this.#energies.time, this.#energies.series);
  }

  #update(): void {
    const { run, step, reset } = this.#controls;
    const isGoing = this.#phase === 'going';
    // While the text is being read, Run waits for the result.
    const isRunnable = this.#facts !== undefined || this.#isChecking;
    const isOver = this.#phase === 'finished' || this.#phase === 'failed';
    const runText = isGoing ? 'Pause' : isOver ? 'Run again' : 'Run';
    setIcon(run, isGoing ? 'pause' : 'play', 'Run or pause (Space)', runText);
    run.disabled = !isGoing && !isRunnable;
    step.disabled = isGoing || !isRunnable;
    reset.disabled = this.#facts === undefined || this.#phase === 'none';
    this.element.dataset.phase = this.#phase;
    fill(this.#over, this.#notice() ?? false);
  }

  /** The message over the picture: why there is none, or how it differs from the present scene and settings. */
  #notice(): HTMLElement | undefined {
    if (this.#refusal !== undefined && !this.#hasBegun) {
      if (this.#pictured === this.#sceneCount) return h('p', { class: 'stale' }, BEFORE_THE_PROBLEMS);
      return h(
        'div',
        { class: 'notice', role: 'alert' },
        h('h2', {}, 'This scene cannot start'),
        h('p', { class: 'reason' }, this.#refusal),
      );
    }
    if (!this.#hasBegun) return undefined;
    if (this.#isStale) return h('p', { class: 'stale' }, this.#facts === undefined ? STALE_AND_WRONG : STALE);
    const changed = this.#used === undefined ? [] : changedSettings(this.#used, settingsOf(this.#controls));
    if (changed.length === 0) return undefined;
    return h('p', { class: 'stale' }, `${changed.join(', ')}: from the next run on. Reset to begin one now.`);
  }
}

/** The example that the address names. */
function wantedExample(): { readonly file: string; readonly isToGo: boolean } | undefined {
  const [, name, go] = /^#\/run\/([\w-]+)(\/go)?$/.exec(location.hash) ?? [];
  const example = EXAMPLES.find((each) => nameOf(each) === name);
  return example && { file: example.file, isToGo: go !== undefined };
}

function addressOf(file: string): string {
  return `#/run/${file.replace(/\.yaml$/, '')}`;
}

function problemText(problems: readonly TextProblem[]): string {
  const [first] = problems;
  if (first === undefined) return 'The scene could not be read.';
  const { file, line, path, message } = first;
  const place = file === undefined ? `Line ${line}` : `${file}, line ${line}`;
  const more = problems.length > 1 ? ` ${problems.length - 1} more are listed beside the scene.` : '';
  return `${place}: ${path === '' ? '' : `${path}: `}${message}.${more}`;
}
