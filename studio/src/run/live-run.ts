// SPDX-License-Identifier: MIT
/**
 * One run in a worker: runs, pauses, takes single steps, keeps a speed, and sends frames to the page as fast as it
 * draws them. Its files stay in memory until they are taken.
 */
import { version } from '../../../package.json';
import {
  MemoryStore,
  momentFrame,
  ProgressGauge,
  Run,
  runToEnd,
  stateHash,
  trajectoryHeader,
  viewedSceneFacts,
  zipBytes,
} from '../../../src/live.ts';
import type { News, Order, RunFile, RunPause, RunState } from './protocol.ts';
import { foundScene } from './scene-reading.ts';

/** Approximate time between two checks for commands. */
const SLICE_MS = 12;
/** Frames are made at most so often, and take at most this part of the time. */
const FRAME_MS = 15;
const FRAME_SHARE = 0.2;
/** Time between two reports if no frame is requested. */
const STATE_MS = 200;
/** Memory limit for the files of a run. */
const MOST_BYTES = 2 ** 30;

type Post = (news: News, transfer?: Transferable[]) => void;

/** Lets messages come in: timers of workers wait for some milliseconds, a message to oneself does not. */
function turn(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(undefined);
  });
}

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

export class LiveRun {
  readonly #run: Run;
  readonly #store: MemoryStore;
  readonly #post: Post;
  /** Replaced at each start, so that pauses do not count in the speed. */
  #gauge: ProgressGauge;
  #speed = Infinity;
  /** Simulated and clock time that the speed is counted from. */
  #paceFrom = { time: 0, at: 0 };
  #stepsPerMs = 0;
  #isGoing = false;
  #hasFailed = false;
  #isPauseWanted = false;
  #isOneStep = false;
  #isPageReady = true;
  #lastFrame = -Infinity;
  #frameCost = 0;
  #lastState = -Infinity;
  /** On the clock while going, without the present going. */
  #secondsBefore = 0;
  #goneFrom: number | undefined;
  #reported: RunState;

  private constructor(run: Run, store: MemoryStore, post: Post) {
    this.#run = run;
    this.#store = store;
    this.#post = post;
    this.#gauge = new ProgressGauge(run, performance.now());
    this.#reported = this.#state();
  }

  static async start(order: Extract<Order, { kind: 'start' }>, post: Post): Promise<LiveRun> {
    const { scene, threads, device, settings } = order;
    const found = foundScene(scene, settings);
    const name = found.original.replace(/^.*[\\/]/, '').replace(/\.\w+$/, '');
    const store = new MemoryStore(name, MOST_BYTES);
    const run = await Run.start(found, () => store, {
      program: version,
      date: () => new Date().toISOString(),
      threads: found.scene.events === undefined && device === 'cpu' ? threads : 1,
      device,
      machine: {
        processor: 'a browser',
        cores: navigator.hardwareConcurrency,
        platform: navigator.userAgent,
        node: 'none',
      },
    });
    const live = new LiveRun(run, store, post);
    const header = trajectoryHeader(found.scene.simulation, found.scene.title);
    const adapter = run.manifest.device?.adapter;
    post({ kind: 'started', header, threads: run.threads, adapter, title: found.scene.title });
    await run.loop.prepare?.('view');
    live.#sendFrame();
    post({ kind: 'paused', ...live.#pause() });
    return live;
  }

  async obey(order: Order): Promise<void> {
    switch (order.kind) {
      case 'go':
        return this.#go(false);
      case 'step':
        return this.#go(true);
      case 'pause':
        this.#isPauseWanted = true;
        return;
      case 'speed':
        this.#speed = order.speed;
        this.#startPace();
        return;
      case 'drawn':
        this.#isPageReady = true;
        return;
      case 'take':
        return this.#take(order.name);
      case 'files':
        return this.#sendFiles();
    }
  }

  end(): void {
    this.#isPauseWanted = true;
    this.#run.close();
  }

  async #go(isOneStep: boolean): Promise<void> {
    if (this.#isGoing || this.#hasFailed) return;
    this.#isGoing = true;
    this.#isPauseWanted = false;
    this.#isOneStep = isOneStep;
    this.#startPace();
    const start = performance.now();
    this.#goneFrom = start;
    this.#gauge = new ProgressGauge(this.#run, start);
    const { view } = this.#run.loop;
    const first = view.stepCount;
    let before = { step: first, at: start };
    try {
      const isFinished = await runToEnd(this.#run, {
        now: () => performance.now(),
        onSlice: () => {
          const at = performance.now();
          const taken = view.stepCount - before.step;
          if (taken > 0 && at > before.at) this.#stepsPerMs = taken / (at - before.at);
        },
        onCheckpoint: () => {},
        onWarning: (message) => this.#post({ kind: 'warning', message }),
        isStopWanted: () => this.#isPauseWanted || (isOneStep && view.stepCount > first),
        rest: async () => {
          await this.#report();
          await this.#rest();
          before = { step: view.stepCount, at: performance.now() };
        },
        mostSteps: () => this.#mostSteps(),
      });
      this.#secondsBefore = this.#seconds;
      this.#goneFrom = undefined;
      await this.#run.loop.prepare?.('view');
      if (isFinished) this.#run.log(`finished: step ${view.stepCount}, time ${view.time} s, state ${this.#hash()}`);
      this.#sendFrame();
      this.#post(isFinished ? { kind: 'finished', ...this.#pause() } : { kind: 'paused', ...this.#pause() });
    } catch (error) {
      this.#fail(error);
    } finally {
      this.#isGoing = false;
    }
  }

  /** The state is the last that was reported: that of the failure may be no state at all. */
  #fail(error: unknown): void {
    this.#hasFailed = true;
    this.#secondsBefore = this.#seconds;
    this.#goneFrom = undefined;
    const state = { ...this.#reported, bytes: this.#store.size, seconds: this.#seconds };
    const message = error instanceof Error ? error.message : String(error);
    this.#post({ kind: 'failed', message, run: { state, files: this.#files() } });
  }

  #files(): RunFile[] {
    return this.#store.files().map(({ name, bytes }) => ({ name, size: bytes.length }));
  }

  /** On the clock while it was going. */
  get #seconds(): number {
    const present = this.#goneFrom === undefined ? 0 : (performance.now() - this.#goneFrom) / 1000;
    return this.#secondsBefore + present;
  }

  #hash(): string {
    const { view } = this.#run.loop;
    return stateHash(view.stepCount, view.bodies());
  }

  #mostSteps(): number {
    if (this.#isOneStep) return 1;
    const fitting = Math.max(this.#run.loop.leastSteps ?? 1, Math.round(SLICE_MS * this.#stepsPerMs));
    if (this.#speed === Infinity) return fitting;
    const timeStep = this.#run.stages?.present.timeStep ?? this.#run.scene.simulation.timeStep;
    const wanted = (this.#speed * FRAME_MS) / 1000 / timeStep;
    return Math.max(1, Math.min(fitting, Math.round(wanted)));
  }

  #startPace(): void {
    this.#paceFrom = { time: this.#run.loop.view.time, at: performance.now() };
  }

  /** Waits as long as the run is ahead of its speed; messages come in meanwhile. */
  async #rest(): Promise<void> {
    await turn();
    while (this.#speed < Infinity && !this.#isPauseWanted) {
      const { time, at } = this.#paceFrom;
      const ahead = (this.#run.loop.view.time - time) / this.#speed - (performance.now() - at) / 1000;
      if (ahead <= 0) {
        // A run that cannot keep up is not to hurry later.
        this.#startPace();
        return;
      }
      await sleep(Math.min(1000 * ahead, STATE_MS));
      if (ahead < STATE_MS / 1000) return;
    }
  }

  /** Sends a frame if the page can draw one and the last is old enough; otherwise from time to time the progress. */
  async #report(): Promise<void> {
    const now = performance.now();
    const wait = Math.max(FRAME_MS, this.#frameCost / FRAME_SHARE);
    const isFrame = this.#isPageReady && now - this.#lastFrame >= wait;
    if (!isFrame && now - this.#lastState < STATE_MS) return;
    await this.#run.loop.prepare?.('view');
    if (isFrame) {
      this.#sendFrame(now);
      return;
    }
    this.#lastState = now;
    this.#post({ kind: 'state', state: this.#state() });
  }

  /** Of the state that was read last; `start` is when that began. */
  #sendFrame(start = performance.now()): void {
    const frame = momentFrame(this.#run);
    const state = this.#state();
    this.#isPageReady = false;
    this.#lastFrame = performance.now();
    this.#lastState = this.#lastFrame;
    this.#frameCost = this.#lastFrame - start;
    const buffers = Object.values(frame).flatMap((part) => (ArrayBuffer.isView(part) ? [part.buffer] : []));
    this.#post({ kind: 'frame', frame, state }, [...new Set(buffers)] as Transferable[]);
  }

  #state(): RunState {
    const progress = this.#gauge.measure(performance.now());
    const { kinetic, rotational, potential, elastic } = this.#run.loop.view.energy();
    const energies = { kinetic, rotational, potential, elastic };
    this.#reported = { progress, energies, bytes: this.#store.size, seconds: this.#seconds };
    return this.#reported;
  }

  #pause(): RunPause {
    return { state: this.#state(), hash: this.#hash(), files: this.#files() };
  }

  /** Of a failure the last checkpoint before it is worth keeping, not the state that failed. */
  async #writeCheckpoint(): Promise<void> {
    if (this.#isGoing || this.#hasFailed) return;
    await this.#run.loop.prepare?.('save');
    await this.#run.writeCheckpoint();
  }

  /** A blob copies the bytes, so the run may go on. */
  async #sendFiles(): Promise<void> {
    await this.#writeCheckpoint();
    const { scene } = this.#run;
    const { progress } = this.#reported;
    const files = this.#store.files().map(({ name, bytes }) => {
      return [name, new Blob([bytes as Uint8Array<ArrayBuffer>])] as const;
    });
    this.#post({
      kind: 'files',
      run: {
        folder: this.#store.folder,
        title: scene.title,
        files: new Map(files),
        scene: viewedSceneFacts(scene.simulation),
        time: progress.time,
        until: progress.until,
        bodies: progress.bodies,
      },
    });
  }

  /** The archive holds a folder with the name of the run, as `scree run` writes it. */
  async #take(name: string | undefined): Promise<void> {
    await this.#writeCheckpoint();
    const { folder } = this.#store;
    const bytes =
      name === undefined
        ? zipBytes(this.#store.files().map((file) => ({ ...file, name: `${folder}/${file.name}` })))
        : this.#store.read(name);
    const last = name?.replace(/^.*\//, '');
    this.#post({ kind: 'taken', name: last ?? `${folder}.zip`, bytes }, [bytes.buffer as ArrayBuffer]);
  }
}
