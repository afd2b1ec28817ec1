// SPDX-License-Identifier: MIT
/**
 * Chooses how much work a picture may be: as much as the graphics card draws fluidly while something moves, and all of
 * it when the picture stands still.
 */

export interface Quality {
  /** Samples a pixel. */
  readonly samples: number;
  /** Pixels along a side of the lamp's picture; 0 draws no shadows. */
  readonly shadowSize: number;
  readonly hasOcclusion: boolean;
  /** Pixels for each point of the screen, relative to what the screen has. */
  readonly resolution: number;
  /** Distance that the chords of curved bodies may be off their arcs, in pixels. */
  readonly chordError: number;
}

export const QUALITIES: readonly Quality[] = [
  { samples: 0, shadowSize: 0, hasOcclusion: false, resolution: 0.6, chordError: 1.5 },
  { samples: 0, shadowSize: 0, hasOcclusion: false, resolution: 1, chordError: 1 },
  { samples: 4, shadowSize: 1024, hasOcclusion: false, resolution: 1, chordError: 0.6 },
  { samples: 4, shadowSize: 1024, hasOcclusion: true, resolution: 1, chordError: 0.3 },
];
export const BEST = QUALITIES.length - 1;

/** Pictures that take the graphics card longer than this are not fluid, ms. */
const SLOW_MS = 40;
/** With pictures as quick as this there is room for more, ms. */
const QUICK_MS = 14;
/** Pictures in a row before the quality falls, and before it rises. */
const FALL_AFTER = 2;
const RISE_AFTER = 60;
/** After it fell from a level it returns there this many times at most: a level that is too much stays so. */
const MOST_RETURNS = 2;

export class AdaptiveQuality {
  #level = BEST;
  #slow = 0;
  #quick = 0;
  readonly #falls = QUALITIES.map(() => 0);

  /** For moving pictures. */
  get level(): number {
    return this.#level;
  }

  /** To be called with the time that a picture of this level took, ms. */
  note(took: number): void {
    this.#slow = took > SLOW_MS ? this.#slow + 1 : 0;
    this.#quick = took < QUICK_MS ? this.#quick + 1 : 0;
    if (this.#slow >= FALL_AFTER && this.#level > 0) {
      this.#falls[this.#level]++;
      this.#change(-1);
    } else if (this.#quick >= RISE_AFTER && this.#level < BEST && this.#falls[this.#level + 1] <= MOST_RETURNS) {
      this.#change(1);
    }
  }

  #change(by: 1 | -1): void {
    this.#level += by;
    this.#slow = 0;
    this.#quick = 0;
  }
}
