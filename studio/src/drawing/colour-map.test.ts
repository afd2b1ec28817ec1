// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { COLOUR_MAPS, KIND_COLOURS, kindColour, mapColour } from './colour-map.ts';

/** Lightness as the eye sees it, 0 to 1 (Rec. 709, without the curve). */
const lightness = ([red = 0, green = 0, blue = 0]: readonly number[]): number =>
  (0.2126 * red + 0.7152 * green + 0.0722 * blue) / 255;

describe('colour maps', () => {
  it.each(Object.keys(COLOUR_MAPS) as (keyof typeof COLOUR_MAPS)[])('%s grows lighter all the way', (name) => {
    const values = Array.from({ length: 101 }, (_, k) => lightness(mapColour(name, k / 100)));
    for (const [k, value] of values.entries()) if (k > 0) expect(value).toBeGreaterThan(values[k - 1] as number);
  });

  it('end where they should, and hold beyond', () => {
    expect(mapColour('viridis', 0)).toEqual([0x44, 0x01, 0x54]);
    expect(mapColour('viridis', 1)).toEqual([0xfd, 0xe7, 0x25]);
    expect(mapColour('viridis', 2)).toEqual(mapColour('viridis', 1));
    expect(mapColour('viridis', -1)).toEqual(mapColour('viridis', 0));
  });
});

describe('colours of kinds', () => {
  it('are those of Okabe and Ito, and differ for three rounds', () => {
    expect(kindColour(0)).toBe(KIND_COLOURS[0]);
    const all = Array.from({ length: 3 * KIND_COLOURS.length }, (_, k) => kindColour(k));
    expect(new Set(all).size).toBe(all.length);
    expect(kindColour(3 * KIND_COLOURS.length)).toBe(kindColour(0));
  });
});
