// SPDX-License-Identifier: MIT
/**
 * Reads JSON (RFC 8259) with the location of every value. Unlike `JSON.parse` it reports line and column of an error
 * and refuses duplicate keys.
 */
import { type Marks, type ScenePath, type SceneProblem, SourceTree, TextLocations } from './source-tree.ts';

/** Far deeper than any scene; deeper input is a mistake or an attack on the stack. */
export const DEEPEST_NESTING = 200;

const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const BLANK = /[ \t\r\n]*/y;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const BLANK_CODE = 0x20;
const WORDS = { true: true, false: false, null: null } as const;

/** Raised inside this file only. */
class JsonProblem extends Error {
  readonly offset: number;
  constructor(offset: number, message: string) {
    super(message);
    this.offset = offset;
  }
}

class JsonReader {
  readonly marks = new Map<object, Marks>();
  readonly problems: SceneProblem[] = [];
  readonly #text: string;
  readonly #path: (string | number)[] = [];
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  read(): unknown {
    this.#skipBlanks();
    const value = this.#value();
    this.#skipBlanks();
    if (this.#at < this.#text.length) throw this.#unexpected('the end of the file');
    return value;
  }

  #value(): unknown {
    if (this.#path.length > DEEPEST_NESTING)
      throw new JsonProblem(this.#at, `nested more than ${DEEPEST_NESTING} deep; flatten it`);
    const first = this.#text[this.#at];
    if (first === '{') return this.#object();
    if (first === '[') return this.#array();
    if (first === '"') return this.#string('a text');
    const number = this.#match(NUMBER);
    if (number !== undefined) return Number(number);
    for (const [word, value] of Object.entries(WORDS)) {
      if (!this.#text.startsWith(word, this.#at)) continue;
      this.#at += word.length;
      return value;
    }
    throw this.#unexpected('a value');
  }

  #object(): object {
    const object: Record<string, unknown> = {};
    const start = this.#at++;
    const keys: string[] = [];
    const offsets: number[] = [];
    const seen = new Set<string>();
    this.#list('}', () => {
      const keyOffset = this.#at;
      const key = this.#string('a key in double quotes');
      this.#skipBlanks();
      if (this.#text[this.#at] !== ':') throw this.#unexpected('":"');
      this.#at++;
      this.#skipBlanks();
      keys.push(key);
      offsets.push(keyOffset, this.#at);
      this.#path.push(key);
      if (seen.has(key)) this.problems.push(duplicateKey([...this.#path]));
      seen.add(key);
      // A key "__proto__" must become a property like any other, and be refused as unknown later.
      Object.defineProperty(object, key, {
        value: this.#value(),
        enumerable: true,
        writable: true,
        configurable: true,
      });
      this.#path.pop();
    });
    this.marks.set(object, { start, keys, offsets });
    return object;
  }

  #array(): unknown[] {
    const array: unknown[] = [];
    const start = this.#at++;
    const offsets: number[] = [];
    this.#list(']', () => {
      offsets.push(this.#at, this.#at);
      this.#path.push(array.length);
      array.push(this.#value());
      this.#path.pop();
    });
    this.marks.set(array, { start, keys: undefined, offsets });
    return array;
  }

  #list(end: '}' | ']', readPart: () => void): void {
    this.#skipBlanks();
    if (this.#text[this.#at] === end) {
      this.#at++;
      return;
    }
    for (;;) {
      readPart();
      this.#skipBlanks();
      const next = this.#text[this.#at];
      if (next !== ',' && next !== end) throw this.#unexpected(`"," or "${end}"`);
      this.#at++;
      if (next === end) return;
      this.#skipBlanks();
    }
  }

  #string(expected: string): string {
    const start = this.#at;
    if (this.#text[start] !== '"') throw this.#unexpected(expected);
    let isEscaped = false;
    for (let at = start + 1; at < this.#text.length; at++) {
      const code = this.#text.charCodeAt(at);
      if (code === QUOTE) {
        this.#at = at + 1;
        return isEscaped ? this.#unescape(start, at + 1) : this.#text.slice(start + 1, at);
      }
      if (code < BLANK_CODE) throw new JsonProblem(at, 'not JSON: a line break or tab inside a text; write \\n or \\t');
      if (code === BACKSLASH) {
        isEscaped = true;
        at++;
      }
    }
    throw new JsonProblem(start, 'not JSON: the closing quote of this text is missing');
  }

  #unescape(start: number, end: number): string {
    try {
      return JSON.parse(this.#text.slice(start, end));
    } catch {
      throw new JsonProblem(start, 'not JSON: an escape sequence in this text is wrong');
    }
  }

  #match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text)?.[0];
    if (found !== undefined) this.#at += found.length;
    return found;
  }

  #skipBlanks(): void {
    this.#match(BLANK);
  }

  #unexpected(expected: string): JsonProblem {
    const got = this.#text[this.#at];
    const shown = got === undefined ? 'the end of the file' : JSON.stringify(got);
    return new JsonProblem(this.#at, `not JSON: expected ${expected}, got ${shown}`);
  }
}

/** Description of a duplicate key. */
export function duplicateKey(path: ScenePath): SceneProblem {
  return { path, at: 'key', message: 'given twice; names and keys are unique, so rename or remove one' };
}

export function readJsonTree(text: string): { tree: SourceTree } | { problems: SceneProblem[] } {
  const locations = new TextLocations(text);
  const reader = new JsonReader(text);
  try {
    const tree = new SourceTree(reader.read(), reader.marks, locations);
    if (reader.problems.length === 0) return { tree };
    return { problems: reader.problems.map((each) => ({ ...each, location: tree.locationOf(each.path, 'key') })) };
  } catch (error) {
    if (!(error instanceof JsonProblem)) throw error;
    return { problems: [{ path: [], message: error.message, location: locations.at(error.offset) }] };
  }
}
