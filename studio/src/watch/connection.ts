// SPDX-License-Identifier: MIT
/** Whether the server still hands out the run. After a request that failed it is asked once what is wrong, then again and again until it answers. */

/** Between two attempts of its own; the user may ask sooner. */
export const RETRY_MS = 3000;

export interface ConnectionOptions {
  /** Rejects as long as the run cannot be had: with a TypeError where no server answers, else with the server's own words. */
  readonly probe: () => Promise<void>;
  /** Called with the reason when the connection is lost, and with undefined when it is back. */
  readonly onChange: (lost: string | undefined) => void;
  /** A request failed, but the run can be had: what is wrong is that one thing. */
  readonly onProblem: (message: string) => void;
}

export class Connection {
  readonly #options: ConnectionOptions;
  #lost: string | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isProbing = false;
  #isStopped = false;

  constructor(options: ConnectionOptions) {
    this.#options = options;
  }

  /** Why there is none; undefined while there is. */
  get lost(): string | undefined {
    return this.#lost;
  }

  /** A request failed, with this message. */
  async suspect(message: string): Promise<void> {
    if (this.#isProbing) return;
    const wasLost = this.#lost !== undefined;
    await this.retry();
    if (this.#lost === undefined && !wasLost) this.#options.onProblem(message);
  }

  async retry(): Promise<void> {
    if (this.#isProbing) return;
    this.#isProbing = true;
    clearTimeout(this.#timer);
    let lost: string | undefined;
    try {
      await this.#options.probe();
    } catch (error) {
      lost = reasonOf(error);
    }
    this.#isProbing = false;
    const isNews = lost !== this.#lost;
    this.#lost = lost;
    if (isNews) this.#options.onChange(lost);
    this.#schedule();
  }

  /** Attempts of its own stop while nobody looks. */
  pause(): void {
    this.#isStopped = true;
    clearTimeout(this.#timer);
  }

  resume(): void {
    this.#isStopped = false;
    this.#schedule();
  }

  #schedule(): void {
    clearTimeout(this.#timer);
    if (this.#lost !== undefined && !this.#isStopped) this.#timer = setTimeout(() => void this.retry(), RETRY_MS);
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof TypeError) return 'the server does not answer';
  return error instanceof Error ? error.message : String(error);
}
