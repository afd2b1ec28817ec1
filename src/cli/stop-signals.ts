// SPDX-License-Identifier: MIT
/**
 * Signals that stop a run after a checkpoint: Ctrl-C, `kill`, and the hang-up of a terminal that was closed. They often come twice, to the process and to
 * its whole group, from the terminal and from `npx`: that is one wish. Another Ctrl-C a second later ends the program at once, with the checkpoints it has.
 */
import { isatty } from 'node:tty';
import { EXIT_HUNG_UP, EXIT_INTERRUPTED, EXIT_TERMINATED } from './exit-code.ts';

const EXIT_CODES = { SIGINT: EXIT_INTERRUPTED, SIGTERM: EXIT_TERMINATED, SIGHUP: EXIT_HUNG_UP } as const;
const SAME_WISH_MS = 1000;

export type StopSignal = keyof typeof EXIT_CODES;
const SIGNALS = Object.keys(EXIT_CODES) as StopSignal[];

export class StopSignals {
  readonly #now: () => number;
  /** Once it is closed it can no longer be told from a file. */
  readonly #hasTerminal = [0, 1, 2].some((stream) => isatty(stream));
  #first: { readonly name: StopSignal; readonly time: number } | undefined;

  /** Listens from now on; `now` in milliseconds. */
  constructor(now: () => number) {
    this.#now = now;
    for (const name of SIGNALS) process.on(name, this.#take);
  }

  /** The first that came. */
  get received(): StopSignal | undefined {
    return this.#first?.name;
  }

  /** By the convention of shells: 128 and the number of the signal. */
  get exitCode(): number {
    return EXIT_CODES[this.received ?? 'SIGINT'];
  }

  /** Signals then end the program at once, as without this. */
  close(): void {
    for (const name of SIGNALS) process.removeListener(name, this.#take);
  }

  /**
   * The end of a program that has let go of everything else. After a hang-up of its terminal it ends by that signal, which a shell takes for the same exit
   * code: Node.js aborts when it ends otherwise, since it cannot set the terminal back (an assertion in ResetStdio).
   */
  end(): void {
    this.close();
    if (this.received !== 'SIGHUP' || !this.#hasTerminal) return;
    process.kill(process.pid, 'SIGHUP');
  }

  readonly #take = (name: StopSignal): void => {
    if (this.#first === undefined) {
      this.#first = { name, time: this.#now() };
    } else if (name === 'SIGINT' && this.#now() - this.#first.time >= SAME_WISH_MS) {
      this.close();
      process.kill(process.pid, name);
    }
  };
}
