// SPDX-License-Identifier: MIT
/**
 * The texts that a scene is put together from, its own first: values from any of them keep their places. Offsets count
 * through all texts, as if they stood one behind another.
 */
import { type Marks, type Place, type PlaceFinder, type SourceTree, TextPlaces } from './source-tree.ts';

interface Part {
  readonly file: string | undefined;
  readonly start: number;
  readonly text: string;
  readonly places: TextPlaces;
}

export class SceneTexts implements PlaceFinder {
  readonly marks = new Map<object, Marks>();
  readonly #parts: Part[] = [];
  #end = 0;

  /**
   * Adds a text with the values read from it; `file` is undefined for the scene's own. Returns the offset at which it
   * begins.
   */
  add(file: string | undefined, text: string, tree: SourceTree): number {
    const start = this.#end;
    this.#parts.push({ file, start, text, places: new TextPlaces(text) });
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

  /** Names in messages of all texts but the scene's own, in the order in which they were added. */
  get files(): string[] {
    return this.#parts.flatMap(({ file }) => file ?? []);
  }

  at(offset: number): Place {
    const { file, start, places } = this.#partAt(offset);
    const place = places.at(offset - start);
    return file === undefined ? place : { file, ...place };
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
