// SPDX-License-Identifier: MIT
/**
 * Colours for numbers, perceptually uniform and suitable for colour-blind readers: viridis and cividis (Nuñez, Anderton
 * and Renslow 2018, doi:10.1371/journal.pone.0199239), plasma, and vik, which diverges from a pale middle (Crameri,
 * Shephard and Heron 2020, doi:10.1038/s41467-020-19160-7), interpolated linearly between a few of their colours. For
 * kinds, the eight colours of Okabe and Ito.
 */
import * as THREE from 'three';

export const COLOUR_MAPS = {
  viridis: ['#440154', '#472d7b', '#3b528b', '#2c728e', '#21918c', '#28ae80', '#5ec962', '#addc30', '#fde725'],
  cividis: [
    '#00224e',
    '#123570',
    '#3b496c',
    '#575d6d',
    '#707173',
    '#8a8678',
    '#a59c74',
    '#c3b369',
    '#e1cc55',
    '#fee838',
  ],
  plasma: [
    '#0d0887',
    '#46039f',
    '#7201a8',
    '#9c179e',
    '#bd3786',
    '#d8576b',
    '#ed7953',
    '#fb9f3a',
    '#fdca26',
    '#f0f921',
  ],
  vik: ['#001261', '#033e7d', '#1e6f9d', '#71a8c4', '#c9dde7', '#eacebd', '#d39774', '#be6533', '#8b2706', '#590008'],
} as const;

/** Maps with a middle that means zero. */
const DIVERGING: ReadonlySet<string> = new Set(['vik']);

export function isDiverging(name: ColourMapName): boolean {
  return DIVERGING.has(name);
}

export type ColourMapName = keyof typeof COLOUR_MAPS;

/** For kinds: materials, shapes. */
export const KIND_COLOURS = [
  '#56b4e9',
  '#e69f00',
  '#009e73',
  '#cc79a7',
  '#f0e442',
  '#0072b2',
  '#d55e00',
  '#999999',
] as const;

type Rgb = readonly [red: number, green: number, blue: number];

function rgbOf(hex: string): Rgb {
  const value = Number.parseInt(hex.slice(1), 16);
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255];
}

/** Colour at `part`, 0 to 1, of a map; components 0 to 255. */
export function mapColour(name: ColourMapName, part: number): Rgb {
  const colours = COLOUR_MAPS[name];
  const index = Math.min(Math.max(part, 0), 1) * (colours.length - 1);
  const below = Math.min(Math.floor(index), colours.length - 2);
  const [from, to] = [rgbOf(colours[below] as string), rgbOf(colours[below + 1] as string)];
  const share = index - below;
  return from.map((value, k) => value + share * (to[k] - value)) as unknown as Rgb;
}

/** What each round through the same colours is mixed with, and how much of it: as they are, darker, paler. */
const ROUNDS: readonly (readonly [grey: number, share: number])[] = [
  [0, 0],
  [0, 0.45],
  [255, 0.55],
];

function inRound(colour: string, round: number): string {
  const [grey, share] = ROUNDS[round % ROUNDS.length] as readonly [number, number];
  const parts = rgbOf(colour).map((value) =>
    Math.round(value + share * (grey - value))
      .toString(16)
      .padStart(2, '0'),
  );
  return `#${parts.join('')}`;
}

/** Common names of colours, mapped to the colours of the kinds where there is one. */
const NAMED_COLOURS: ReadonlyMap<string, string> = new Map([
  ['amber', '#e69f00'],
  ['black', '#26292e'],
  ['blue', '#0072b2'],
  ['brown', '#7f4f24'],
  ['cyan', '#2bb5c4'],
  ['gold', '#c9a227'],
  ['gray', '#999999'],
  ['green', '#009e73'],
  ['grey', '#999999'],
  ['magenta', '#b8348b'],
  ['orange', '#e8750a'],
  ['pink', '#cc79a7'],
  ['purple', '#7b4fa3'],
  ['red', '#c8281e'],
  ['silver', '#b4bac2'],
  ['teal', '#0f7d7d'],
  ['turquoise', '#2bb5c4'],
  ['violet', '#7b4fa3'],
  ['white', '#f4f4f0'],
  ['yellow', '#f0e442'],
]);

/** Of a name such as `blue`, `blue-beads` or `bigBlueBeads`; undefined for one that names no colour. */
function namedColour(name: string): string | undefined {
  const words = name.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase();
  for (const word of words.split(/[^a-z]+/)) {
    const colour = NAMED_COLOURS.get(word);
    if (colour !== undefined) return colour;
  }
  return undefined;
}

/**
 * One colour for each kind, for drawing and legend: the colour that its name denotes, otherwise the next free one of
 * the eight. Repeated colours are darker, then paler.
 */
export function kindColours(names: readonly string[]): string[] {
  const named = names.map(namedColour);
  const free = KIND_COLOURS.filter((colour) => !named.includes(colour));
  const colours = free.length > 0 ? free : KIND_COLOURS;
  const uses = new Map<string, number>();
  let count = 0;
  return named.map((own) => {
    const colour = own ?? (colours[count++ % colours.length] as string);
    const round = uses.get(colour) ?? 0;
    uses.set(colour, round + 1);
    return inRound(colour, round);
  });
}

/** For style sheets and canvases: the map from left to right. */
export function mapGradient(name: ColourMapName): string {
  return `linear-gradient(to right, ${COLOUR_MAPS[name].join(', ')})`;
}

const TEXTURE_WIDTH = 256;

function textureOf(colours: readonly Rgb[], filter: THREE.MagnificationTextureFilter): THREE.DataTexture {
  const bytes = new Uint8Array(4 * colours.length);
  colours.forEach((colour, k) => {
    bytes.set([...colour.map(Math.round), 255], 4 * k);
  });
  const texture = new THREE.DataTexture(bytes, colours.length, 1);
  texture.magFilter = filter;
  texture.minFilter = filter;
  texture.needsUpdate = true;
  return texture;
}

export function mapTexture(name: ColourMapName): THREE.DataTexture {
  const colours = Array.from({ length: TEXTURE_WIDTH }, (_, k) => mapColour(name, k / (TEXTURE_WIDTH - 1)));
  return textureOf(colours, THREE.LinearFilter);
}

/** One pixel a colour. */
export function kindTexture(colours: readonly string[]): THREE.DataTexture {
  return textureOf(colours.map(rgbOf), THREE.NearestFilter);
}
