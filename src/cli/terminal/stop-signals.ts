// SPDX-License-Identifier: MIT
/**
 * Signals that stop a run after a checkpoint: Ctrl-C, `kill`, and the hang-up of a closed terminal. The terminal and
 * `npx` often send the same signal to the process and to its group, so signals within a second count as one. A later
 * Ctrl-C ends the program at once, with the checkpoints it has.
 */
import { isatty } from 'node:tty';
import { EXIT_HUNG_UP, EXIT_INTERRUPTED, EXIT_TERMINATED } from './exit-code.ts';

const EXIT_CODES = { SIGINT: EXIT_INTERRUPTED, SIGTERM: EXIT_TERMINATED, SIGHUP: EXIT_HUNG_UP } as const;
const REPEATED_SIGNAL_MS = 1000;

export type StopSignal = keyof typeof EXIT_CODES;
const SIGNALS = Object.keys(EXIT_CODES) as StopSignal[];

export class StopSignals {
  readonly #now: () => number;
  /** Read at the start: `isatty` cannot recognise a closed terminal. */
  readonly #hasTerminal = [0, 1, 2].some((stream) => isatty(stream));
  #first: { readonly name: StopSignal; readonly time: number } | undefined;

  readonly #onFirst: (signal: StopSignal) => void;

  /** Starts to listen; `now` in milliseconds. `onFirst` is called at the first signal. */
  constructor(now: () => number, onFirst: (signal: StopSignal) => void = () => {}) {
    this.#now = now;
    this.#onFirst = onFirst;
    for (const name of SIGNALS) process.on(name, this.#take);
  }

  /** The first signal received. */
  get received(): StopSignal | undefined {
    return this.#first?.name;
  }

  /** By the convention of shells: 128 plus the number of the signal. */
  get exitCode(): number {
    return EXIT_CODES[this.received ?? 'SIGINT'];
  }

  /** Stops listening: signals end the program at once again. */
  close(): void {
    for (const name of SIGNALS) process.removeListener(name, this.#take);
  }

  /**
   * Ends a program that has released everything else. After a hang-up the program ends by SIGHUP itself, which a shell
   * reports as the same exit code. A normal exit would abort Node.js, which cannot reset the closed terminal (an
   * assertion in ResetStdio).
   */
  end(): void {
    this.close();
    if (this.received !== 'SIGHUP' || !this.#hasTerminal) return;
    process.kill(process.pid, 'SIGHUP');
  }

  readonly #take = (name: StopSignal): void => {
    if (this.#first === undefined) {
      this.#first = { name, time: this.#now() };
      this.#onFirst(name);
    } else if (name === 'SIGINT' && this.#now() - this.#first.time >= REPEATED_SIGNAL_MS) {
      this.close();
      process.kill(process.pid, name);
    }
  };
}
