// SPDX-License-Identifier: MIT
/** Asks the worker what the schema says at a location of the text. */
import type { Engine } from './engine.ts';
import type { News, SceneHint } from './protocol.ts';

export type AskHint = (want: 'proposals' | 'documentation', text: string, offset: number) => Promise<SceneHint>;

export class HintQueries {
  readonly #engine: Engine;
  readonly #waiting = new Map<number, (hint: SceneHint) => void>();
  #ticket = 0;

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  readonly ask: AskHint = (want, text, offset) => {
    const ticket = ++this.#ticket;
    this.#engine.order({ kind: 'hint', ticket, want, text, offset });
    return new Promise((resolve) => this.#waiting.set(ticket, resolve));
  };

  heard({ ticket, hint }: Extract<News, { kind: 'hint' }>): void {
    this.#waiting.get(ticket)?.(hint);
    this.#waiting.delete(ticket);
  }
}
