// SPDX-License-Identifier: MIT
/**
 * The texts of a scene, its own first; values from each keep their locations. Offsets count through all texts, as if
 * they were concatenated.
 */
import { type LocationFinder, type Marks, type SourceLocation, type SourceTree, TextLocations } from './source-tree.ts';

interface Part {
  readonly file: string | undefined;
  readonly start: number;
  readonly text: string;
  readonly locations: TextLocations;
}

export class SceneTexts implements LocationFinder {
  readonly marks = new Map<object, Marks>();
  readonly #parts: Part[] = [];
  #end = 0;

  /**
   * Adds a text with the values read from it; `file` is undefined for the scene's own. Returns the offset at which it
   * begins.
   */
  add(file: string | undefined, text: string, tree: SourceTree): number {
    const start = this.#end;
    this.#parts.push({ file, start, text, locations: new TextLocations(text) });
    this.#end += text.length + 1;
    for (const [value, marks] of tree.marks) {
      const moved = (): Marks => ({
        start: marks.start + start,
        keys: marks.keys,
        offsets: marks.offsets.map((offset) => offset + start),
      });
      this.marks.set(value, start === 0 ? marks : moved());
    }
    return start;
  }

  /** A copy of a mapping without one key; the others keep their locations. */
  without(value: Readonly<Record<string, unknown>>, key: string): Readonly<Record<string, unknown>> {
    const { [key]: _, ...rest } = value;
    const marks = this.marks.get(value);
    const index = marks?.keys?.indexOf(key) ?? -1;
    if (marks?.keys !== undefined && index >= 0) {
      const keys = marks.keys.filter((_, i) => i !== index);
      const offsets = marks.offsets.filter((_, i) => i >> 1 !== index);
      this.marks.set(rest, { start: marks.start, keys, offsets });
    }
    return rest;
  }

  /** Names in messages of all texts but the scene's own, in the order in which they were added. */
  get files(): string[] {
    return this.#parts.flatMap(({ file }) => file ?? []);
  }

  at(offset: number): SourceLocation {
    const { file, start, locations } = this.#partAt(offset);
    const location = locations.at(offset - start);
    return file === undefined ? location : { file, ...location };
  }

  /** The character there. */
  characterAt(offset: number): string | undefined {
    const { start, text } = this.#partAt(offset);
    return text[offset - start];
  }

  /** Whether a character occurs anywhere. */
  includes(character: string): boolean {
    return this.#parts.some(({ text }) => text.includes(character));
  }

  #partAt(offset: number): Part {
    return this.#parts.findLast(({ start }) => start <= offset) as Part;
  }
}
