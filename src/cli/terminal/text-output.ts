// SPDX-License-Identifier: MIT
/**
 * Writes text to a stream and waits while its reader is slow. A closed reader (`scree contact big.jsonl | head`) is not
 * an error: writing then returns false and the command stops.
 */
import type { Writable } from 'node:stream';
import { isSystemError } from './exit-code.ts';

export class TextOutput {
  readonly #stream: Writable;
  #readerHasGone = false;
  #failure: Error | undefined;
  #resume: (() => void) | undefined;

  constructor(stream: Writable) {
    this.#stream = stream;
    const wake = (): void => this.#resume?.();
    stream.on('drain', wake);
    stream.on('close', () => {
      this.#readerHasGone = true;
      wake();
    });
    stream.on('error', (error) => {
      this.#readerHasGone = true;
      if (!isSystemError(error) || error.code !== 'EPIPE') this.#failure = error;
      wake();
    });
  }

  /** False if the reader has closed the stream. Throws if the stream failed otherwise, for example on a full disk. */
  async write(text: string): Promise<boolean> {
    if (!this.#readerHasGone && text !== '' && !this.#stream.write(text)) {
      await new Promise<void>((resolve) => {
        this.#resume = resolve;
      });
      this.#resume = undefined;
    }
    if (this.#failure !== undefined) throw this.#failure;
    return !this.#readerHasGone;
  }
}
