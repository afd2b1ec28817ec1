// SPDX-License-Identifier: MIT
/**
 * Watches the connection to the server. After a failed request it probes the server, and repeats the probe until the
 * server answers.
 */

/** Interval between two automatic probes; the user may retry sooner. */
export const RETRY_MS = 3000;

interface ConnectionOptions {
  /**
   * Rejects while the run is not available: with a TypeError if no server answers, otherwise with the message of the
   * server.
   */
  readonly probe: () => Promise<void>;
  /** Called with the reason when the connection is lost, and with undefined when it is back. */
  readonly onChange: (lost: string | undefined) => void;
  /** Called if a request failed although the run is available. */
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

  /** Reason why the connection is lost; undefined while it exists. */
  get lost(): string | undefined {
    return this.#lost;
  }

  /** Probes the server after a request failed with this message. */
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

  /** Stops the automatic probes while the tab is hidden. */
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
