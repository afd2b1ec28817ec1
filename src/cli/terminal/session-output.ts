// SPDX-License-Identifier: MIT
/** What long commands print: events as JSON and the final message on stdout, progress and notes on stderr. */

/** Between two progress lines: a terminal overwrites them, a file keeps each. */
const TERMINAL_MS = 200;
const JSON_MS = 1000;
const FILE_MS = 5000;

export interface PrintOptions {
  readonly quiet?: true;
  readonly json?: true;
}

/** Prints what the options request: JSON and the final message to stdout, progress to stderr. */
export class SessionOutput {
  readonly #options: PrintOptions;
  readonly #isTerminal = process.stderr.isTTY === true;
  #lineLength = 0;

  constructor(options: PrintOptions) {
    this.#options = options;
    // A reader that has gone (`scree run … --json | head -1`) does not end the run.
    for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
  }

  get interval(): number {
    if (this.#options.json) return JSON_MS;
    return this.#isTerminal ? TERMINAL_MS : FILE_MS;
  }

  get isQuiet(): boolean {
    return this.#options.quiet === true;
  }

  event(event: string, values: Readonly<Record<string, unknown>>): void {
    if (this.#options.json && !this.isQuiet) process.stdout.write(`${JSON.stringify({ event, ...values })}\n`);
  }

  progress(line: string): void {
    if (this.#options.json || this.isQuiet) return;
    if (!this.#isTerminal) {
      process.stderr.write(`${line}\n`);
      return;
    }
    // A line that wraps could not be overwritten.
    const shown = line.slice(0, Math.max(1, process.stderr.columns - 1));
    process.stderr.write(`\r${shown.padEnd(this.#lineLength)}`);
    this.#lineLength = shown.length;
  }

  say(text: string): void {
    this.endProgress();
    if (!this.#options.json && !this.isQuiet) process.stdout.write(`${text}\n`);
  }

  warn(message: string): void {
    this.event('warning', { message });
    if (!this.#options.json && !this.isQuiet) this.note(`warning: ${message}`);
  }

  inform(message: string): void {
    this.event('note', { message });
    if (!this.#options.json && !this.isQuiet) this.note(message);
  }

  note(text: string): void {
    this.endProgress();
    process.stderr.write(`scree: ${text}\n`);
  }

  /** Leaves the line that is overwritten. */
  endProgress(): void {
    if (this.#lineLength > 0) process.stderr.write('\n');
    this.#lineLength = 0;
  }
}
