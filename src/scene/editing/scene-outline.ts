// SPDX-License-Identifier: MIT
/**
 * The keys of a scene's text with their paths, for editors: reads text that is being typed and is not YAML yet, which
 * the reader of scenes refuses. Knows mappings and lists by indentation and in brackets, quotes and comments.
 */
import type { ScenePath } from '../source/source-tree.ts';

/** A key of a scene, and where it is in the text. */
export interface OutlineKey {
  readonly path: ScenePath;
  /** Offsets of the key in the text. */
  readonly start: number;
  readonly end: number;
}

/** What may be typed at a location. */
export interface ScenePlace {
  /** A key of the mapping at `path`, or the value at `path`. */
  readonly kind: 'key' | 'value';
  readonly path: ScenePath;
}

interface Level {
  readonly isFlow: boolean;
  readonly isList: boolean;
  /** Column of its keys or dashes; of no meaning in brackets. */
  readonly indent: number;
  /** Key or index of the present part. */
  step: string | number | undefined;
}

/** A key is followed by a colon and a blank, or by the end of the line. */
const KEY = /("(?:[^"\\\n]|\\.)*"|'[^'\n]*'|[^\s#,[\]{}"'][^\n#,[\]{}"']*?)[ \t]*:(?=\s|$)/y;
/** A section at the left edge ends brackets that were not closed. */
const SECTION = /^[\p{L}$][\p{L}\p{N}_-]*[ \t]*:(?=\s|$)/u;
const BLOCK_TEXT = /[|>][-+\d]*[ \t]*(?:#.*)?$/;

class OutlineScan {
  readonly keys: OutlineKey[] = [];
  readonly #text: string;
  readonly #levels: Level[] = [];
  #kind: 'key' | 'value' = 'key';
  #isComment = false;
  /** Lines indented deeper than this belong to a text that began with | or >. */
  #textIndent: number | undefined;

  constructor(text: string) {
    this.#text = text;
    for (let start = 0; start <= text.length; ) {
      const newline = text.indexOf('\n', start);
      const end = newline < 0 ? text.length : newline;
      this.#isComment = false;
      this.#line(start, end);
      start = end + 1;
    }
  }

  /** At the end of the text; undefined in a comment or a text of several lines. */
  get place(): ScenePlace | undefined {
    if (this.#isComment || this.#textIndent !== undefined) return undefined;
    return { kind: this.#kind, path: this.#path() };
  }

  #path(): ScenePath {
    return this.#levels.flatMap(({ step }) => (step === undefined ? [] : [step]));
  }

  get #top(): Level | undefined {
    return this.#levels.at(-1);
  }

  #line(start: number, end: number): void {
    const line = this.#text.slice(start, end);
    const indent = line.length - line.trimStart().length;
    if (this.#textIndent !== undefined && (indent > this.#textIndent || line.trim() === '')) return;
    this.#textIndent = undefined;
    if (SECTION.test(line)) this.#leave(({ isFlow }) => isFlow);
    if (this.#top?.isFlow === true) this.#inline(start, end);
    else this.#block(start, end, indent);
  }

  #block(start: number, end: number, indent: number): void {
    const isLast = end === this.#text.length;
    // Blank lines and comments say nothing about the structure, except where something is about to be typed.
    if (start + indent >= end && !isLast) return;
    if (this.#text[start + indent] === '#') {
      this.#isComment = true;
      return;
    }
    let at = start + indent;
    this.#leave((level) => level.indent > indent);
    while (this.#text[at] === '-' && /\s/.test(this.#text[at + 1] ?? ' ')) {
      const column = at - start;
      if (this.#top?.isList === true && this.#top.indent === column) this.#top.step = Number(this.#top.step) + 1;
      else this.#levels.push({ isFlow: false, isList: true, indent: column, step: 0 });
      at++;
      while (at < end && /[ \t]/.test(this.#text[at])) at++;
    }
    const column = at - start;
    if (column === indent) this.#leave(({ isList, indent: own }) => isList && own === column);
    KEY.lastIndex = at;
    const found = KEY.exec(this.#text);
    if (found === null || found.index + found[0].length > end) {
      this.#kind = 'key';
      const top = this.#top;
      if (top !== undefined && !top.isList && top.indent === column) top.step = undefined;
      this.#inline(at, end);
      return;
    }
    if (this.#top === undefined || this.#top.isList || this.#top.indent < column) {
      this.#levels.push({ isFlow: false, isList: false, indent: column, step: undefined });
    }
    this.#key(found);
    at = found.index + found[0].length;
    if (BLOCK_TEXT.test(this.#text.slice(at, end))) this.#textIndent = indent;
    else this.#inline(at, end);
  }

  #key([whole, key]: RegExpExecArray, at = KEY.lastIndex - whole.length): void {
    const top = this.#top;
    if (top === undefined) return;
    top.step = key.replace(/^(["'])(.*)\1$/, '$2');
    this.#kind = 'value';
    this.keys.push({ path: this.#path(), start: at, end: at + key.length });
  }

  /** Values and brackets up to the end of a line. */
  #inline(from: number, end: number): void {
    for (let at = from; at < end; at++) {
      const character = this.#text[at];
      const top = this.#top;
      if (character === '#' && /\s/.test(this.#text[at - 1] ?? ' ')) {
        this.#isComment = true;
        return;
      }
      if (character === '{' || character === '[') {
        const isList = character === '[';
        this.#levels.push({ isFlow: true, isList, indent: Infinity, step: isList ? 0 : undefined });
        this.#kind = isList ? 'value' : 'key';
      } else if (top?.isFlow === true && (character === '}' || character === ']')) {
        this.#levels.pop();
        this.#kind = 'value';
      } else if (top?.isFlow === true && character === ',') {
        if (top.isList) top.step = Number(top.step) + 1;
        else top.step = undefined;
        this.#kind = top.isList ? 'value' : 'key';
      } else if (!/\s/.test(character)) {
        at = this.#word(at, end) - 1;
      }
    }
  }

  /** A key in brackets, a quoted text or a plain word; its end. */
  #word(at: number, end: number): number {
    const top = this.#top;
    if (top?.isFlow === true && !top.isList && top.step === undefined) {
      KEY.lastIndex = at;
      const found = KEY.exec(this.#text);
      if (found !== null && at + found[0].length <= end) {
        this.#key(found, at);
        return at + found[0].length;
      }
    }
    const quote = this.#text[at];
    if (quote === '"' || quote === "'") {
      const close = this.#text.indexOf(quote, at + 1);
      return close < 0 || close >= end ? end : close + 1;
    }
    let next = at + 1;
    while (next < end && !/[\s,[\]{}]/.test(this.#text[next])) next++;
    return next;
  }

  #leave(isLeft: (level: Level) => boolean): void {
    for (let top = this.#top; top !== undefined && isLeft(top); top = this.#top) this.#levels.pop();
  }
}

/**
 * The keys of a scene with their places, in the order of the text.
 *
 * @example
 * ```ts
 * import { sceneOutline } from 'scree/live';
 *
 * console.log(sceneOutline('time: { duration: 1 s }').length > 0); // true
 * ```
 */
export function sceneOutline(text: string): OutlineKey[] {
  return new OutlineScan(text).keys;
}

/** What may be typed at an offset; undefined where a comment stands. */
export function scenePlace(text: string, offset: number): ScenePlace | undefined {
  return new OutlineScan(text.slice(0, offset)).place;
}
