// SPDX-License-Identifier: MIT
/** Reads text token by token and tracks the line number. */

export class TextTokens {
  /** Line of the token returned last, from 1. */
  line = 1;
  private readonly text: string;
  private position = 0;
  /** Line at `position`. */
  private nextLine = 1;

  constructor(text: string) {
    this.text = text;
  }

  /** The next token, or undefined at the end; `line` is then the last line that is not blank. */
  next(): string | undefined {
    const { text } = this;
    let at = this.position;
    for (; at < text.length; at++) {
      const code = text.charCodeAt(at);
      if (code === 10) this.nextLine++;
      else if (code > 32) break;
    }
    if (at === text.length) {
      this.position = at;
      return undefined;
    }
    const begin = at;
    while (at < text.length && text.charCodeAt(at) > 32) at++;
    this.position = at;
    this.line = this.nextLine;
    return text.slice(begin, at);
  }

  /** Skips the rest of the line. */
  skipLine(): void {
    const end = this.text.indexOf('\n', this.position);
    this.position = end < 0 ? this.text.length : end;
  }
}
