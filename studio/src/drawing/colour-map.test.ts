// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { COLOUR_MAPS, type ColourMapName, isDiverging, KIND_COLOURS, kindColours, mapColour } from './colour-map.ts';

/** Lightness as the eye sees it, 0 to 1 (Rec. 709, without the curve). */
const lightness = ([red = 0, green = 0, blue = 0]: readonly number[]): number =>
  (0.2126 * red + 0.7152 * green + 0.0722 * blue) / 255;

describe('colour maps', () => {
  const names = Object.keys(COLOUR_MAPS) as ColourMapName[];
  const lightnesses = (name: ColourMapName): number[] =>
    Array.from({ length: 101 }, (_, k) => lightness(mapColour(name, k / 100)));
  const grows = (values: readonly number[]): void => {
    for (const [k, value] of values.entries()) if (k > 0) expect(value).toBeGreaterThan(values[k - 1]);
  };

  it.each(names.filter((name) => !isDiverging(name)))('%s grows lighter all the way', (name) => {
    grows(lightnesses(name));
  });

  it.each(names.filter(isDiverging))('%s grows lighter towards its middle', (name) => {
    const values = lightnesses(name);
    grows(values.slice(0, 45));
    grows(values.slice(-45).reverse());
  });

  it('end where they should, and hold beyond', () => {
    expect(mapColour('viridis', 0)).toEqual([0x44, 0x01, 0x54]);
    expect(mapColour('viridis', 1)).toEqual([0xfd, 0xe7, 0x25]);
    expect(mapColour('viridis', 2)).toEqual(mapColour('viridis', 1));
    expect(mapColour('viridis', -1)).toEqual(mapColour('viridis', 0));
  });
});

describe('colours of kinds', () => {
  const many = (count: number): string[] => kindColours(Array.from({ length: count }, (_, k) => `k${k}`));

  it('are those of Okabe and Ito, and differ for three rounds', () => {
    expect(many(KIND_COLOURS.length)).toEqual(KIND_COLOURS);
    const all = many(3 * KIND_COLOURS.length + 1);
    expect(new Set(all).size).toBe(all.length - 1);
    expect(all.at(-1)).toBe(all[0]);
  });

  it('are what their names say: amber is not blue', () => {
    const hue = (hex: string): string => {
      const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
      return blue > red && blue > green ? 'blue' : red > green && green > blue ? 'amber' : 'other';
    };
    const [amber = '', blue = '', steel = ''] = kindColours(['amber', 'blue', 'steel']);
    expect([hue(amber), hue(blue)]).toEqual(['amber', 'blue']);
    expect([amber, blue]).not.toContain(steel);
    expect(kindColours(['blue', 'amber'])).toEqual([blue, amber]);
    expect(kindColours(['bigBlueBeads', 'amber-beads', 'Blues'])).toEqual([blue, amber, KIND_COLOURS[0]]);
  });

  it('differ where two names say the same, and from those that other names say', () => {
    const names = ['a', 'b', 'blue-large', 'blue-small', 'c', 'd', 'e', 'f', 'grey', 'g'];
    expect(new Set(kindColours(names)).size).toBe(names.length);
  });
});
