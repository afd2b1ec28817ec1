// SPDX-License-Identifier: MIT
/** The values of a scene file with their locations in the text. */

/** Keys of mappings and indices of lists, from the root. */
export type ScenePath = readonly (string | number)[];

/** From 1, as editors count; columns in UTF-16 units. */
export interface SourceLocation {
  /** As messages call it; undefined for the scene's own file. */
  readonly file?: string;
  readonly line: number;
  readonly column: number;
}

/** Start of a mapping or list and of its parts, as offsets in the text. */
export interface Marks {
  readonly start: number;
  /** In the order of the text; a list has none. */
  readonly keys: readonly string[] | undefined;
  /** Offset of the key and of the value, two a part; in a list both are the same. */
  readonly offsets: readonly number[];
}

/** Something wrong, and where; `at` says whether the key of the last step of the path is meant or its value. */
export interface SceneProblem {
  readonly path: ScenePath;
  readonly message: string;
  readonly at?: 'key' | 'value';
  /** Character of the value, for a text that has a problem inside. */
  readonly inside?: number;
  /** Known without the path, for text that could not be read to the end. */
  readonly location?: SourceLocation;
}

/** `bodies.ball.position[2]` */
export function formatPath(path: ScenePath): string {
  return path.map((step, i) => (typeof step === 'number' ? `[${step}]` : i === 0 ? step : `.${step}`)).join('');
}

/** Converts offsets to locations. */
export interface LocationFinder {
  at(offset: number): SourceLocation;
}

/** Lines and columns in one text. */
export class TextLocations implements LocationFinder {
  readonly #lineStarts: readonly number[];

  constructor(text: string) {
    const starts = [0];
    for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
    this.#lineStarts = starts;
  }

  at(offset: number): SourceLocation {
    let low = 0;
    let high = this.#lineStarts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.#lineStarts[middle] <= offset) low = middle;
      else high = middle - 1;
    }
    return { line: low + 1, column: offset - this.#lineStarts[low] + 1 };
  }
}

export class SourceTree {
  /** Plain objects, arrays, strings, numbers, booleans and null. */
  readonly value: unknown;
  readonly marks: ReadonlyMap<object, Marks>;
  /** The expressions behind values that were computed, by the paths of the values. */
  readonly expressions: ReadonlyMap<string, string>;
  readonly #locations: LocationFinder;

  constructor(
    value: unknown,
    marks: ReadonlyMap<object, Marks>,
    locations: LocationFinder,
    expressions: ReadonlyMap<string, string> = new Map(),
  ) {
    this.value = value;
    this.marks = marks;
    this.expressions = expressions;
    this.#locations = locations;
  }

  /**
   * Start of the value at a path, or of its key. A path that does not exist has the location of its last existing part.
   */
  locationOf(path: ScenePath, at: 'key' | 'value' = 'value'): SourceLocation {
    return this.#locations.at(this.offsetOf(path, at));
  }

  /** The same as an offset in the text. */
  offsetOf(path: ScenePath, at: 'key' | 'value' = 'value'): number {
    let value: unknown = this.value;
    let offset = 0;
    for (const [i, step] of path.entries()) {
      if (typeof value !== 'object' || value === null) break;
      const marks = this.marks.get(value);
      const index = typeof step === 'number' ? step : (marks?.keys?.lastIndexOf(step) ?? -1);
      if (marks === undefined || index < 0 || 2 * index >= marks.offsets.length) break;
      const wantsKey = at === 'key' && i === path.length - 1;
      offset = marks.offsets[2 * index + (wantsKey ? 0 : 1)] ?? marks.start;
      value = (value as Readonly<Record<string | number, unknown>>)[step];
    }
    return offset;
  }
}
