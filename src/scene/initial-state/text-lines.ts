// SPDX-License-Identifier: MIT
/** Iterates over the lines of a long text with their numbers from 1. */

export class TextLines {
  readonly #text: string;
  #at = 0;
  /** Number of the line that was given last. */
  number = 0;

  constructor(text: string) {
    this.#text = text;
  }

  /** The next line without its end; undefined when there is none. */
  next(): string | undefined {
    if (this.#at >= this.#text.length) return undefined;
    const newline = this.#text.indexOf('\n', this.#at);
    const end = newline < 0 ? this.#text.length : newline;
    const line = this.#text.slice(this.#at, end);
    this.#at = end + 1;
    this.number++;
    return line.endsWith('\r') ? line.slice(0, -1) : line;
  }
}

/** The words of a line. */
export function wordsOf(line: string): string[] {
  const trimmed = line.trim();
  return trimmed === '' ? [] : trimmed.split(/\s+/);
}
