// SPDX-License-Identifier: MIT
/**
 * Keeps the run of the tab Run in the storage of the browser: when it pauses, ends or fails, and now and then while
 * it is going. *Watch this run* opens what was kept.
 */
import { type KeptRun, keepRun, newKeptName } from '../kept-runs/kept-runs.ts';
import { openRunFiles } from '../run-source/opened-runs.ts';
import type { LiveRunFiles } from './protocol.ts';

/** Shortest time between two copies while the run is going, ms: a reload loses what came after the last. */
const KEEP_MS = 2_000;
/** Copies take at most this part of the time. */
const KEEP_SHARE = 0.05;
const TRAJECTORY = 'trajectory.scree';

interface LiveKeepingOptions {
  /** Asks the engine for the files, which come to `take`. */
  readonly ask: () => void;
  readonly announce: (message: string) => void;
}

export class LiveKeeping {
  readonly #options: LiveKeepingOptions;
  /** Undefined until the run is kept for the first time. */
  #name: string | undefined;
  #started = 0;
  #isAsked = false;
  /** Something happened after the files were asked for. */
  #isStale = false;
  #isWatchWanted = false;
  #hasFailed = false;
  #asked = 0;
  #nextCopy = 0;

  constructor(options: LiveKeepingOptions) {
    this.#options = options;
  }

  /** Another run begins; the last stays kept. */
  begin(): void {
    this.#name = undefined;
    this.#isAsked = false;
    this.#isStale = false;
    this.#isWatchWanted = false;
    this.#started = Date.now();
    this.#nextCopy = performance.now() + KEEP_MS;
  }

  /** Keeps the run from time to time; `now` in ms. */
  going(now: number): void {
    if (now >= this.#nextCopy) this.keep();
  }

  keep(): void {
    this.#isStale = this.#isAsked;
    if (this.#isAsked) return;
    this.#isAsked = true;
    this.#asked = performance.now();
    this.#options.ask();
  }

  /** Opens the run in the tab Watch as soon as its files are here. */
  watch(): void {
    this.#isWatchWanted = true;
    this.keep();
  }

  async take(run: LiveRunFiles): Promise<void> {
    this.#name ??= newKeptName();
    const summary = summaryOf(run, this.#name, this.#started);
    // A run without frames is nothing to come back to.
    const isKept = run.files.has(TRAJECTORY) && (await this.#store(summary, run));
    this.#isAsked = false;
    const now = performance.now();
    this.#nextCopy = now + Math.max(KEEP_MS, (now - this.#asked) / KEEP_SHARE);
    if (this.#isStale) {
      this.keep();
      return;
    }
    if (!this.#isWatchWanted) return;
    this.#isWatchWanted = false;
    const name = isKept ? summary.name : openRunFiles(run.files, summary.facts);
    location.hash = `#/watch/${name}`;
  }

  async #store(summary: KeptRun, { files }: LiveRunFiles): Promise<boolean> {
    try {
      await keepRun(summary, files);
      return true;
    } catch (error) {
      // Said once: it would come every few seconds.
      if (!this.#hasFailed) {
        const reason = error instanceof Error ? error.message : String(error);
        this.#options.announce(`The run could not be kept: ${reason}. Discard runs in the Gallery, or download it.`);
      }
      this.#hasFailed = true;
      return false;
    }
  }
}

function summaryOf(run: LiveRunFiles, name: string, started: number): KeptRun {
  const { title, folder, time, until, bodies, files, scene } = run;
  const { domain, bodyNames } = scene;
  const bytes = [...files.values()].reduce((sum, { size }) => sum + size, 0);
  const facts = { folder, bodyNames, ...(domain !== undefined && { domain }) };
  return { name, title, started, time, until, bodies, bytes, facts };
}
