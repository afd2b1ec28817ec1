// SPDX-License-Identifier: MIT
/**
 * Colours for numbers, perceptually uniform and readable with any colour vision: viridis and cividis (Nuñez, Anderton and Renslow 2018,
 * doi:10.1371/journal.pone.0199239) by a few of their colours, straight between these; and for kinds, the eight of Okabe and Ito.
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
} as const;

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
  const place = Math.min(Math.max(part, 0), 1) * (colours.length - 1);
  const below = Math.min(Math.floor(place), colours.length - 2);
  const [from, to] = [rgbOf(colours[below] as string), rgbOf(colours[below + 1] as string)];
  const share = place - below;
  return from.map((value, k) => value + share * ((to[k] as number) - value)) as unknown as Rgb;
}

/** What each round through the kinds is mixed with, and how much of it. */
const ROUNDS: readonly (readonly [grey: number, share: number])[] = [
  [0, 0],
  [0, 0.45],
  [255, 0.55],
];

/** After the eighth kind the same hues come again, darker, then paler. */
export function kindColour(kind: number): string {
  const colour = rgbOf(KIND_COLOURS[kind % KIND_COLOURS.length] as string);
  const [grey, share] = ROUNDS[Math.floor(kind / KIND_COLOURS.length) % ROUNDS.length] as readonly [number, number];
  const parts = colour.map((value) =>
    Math.round(value + share * (grey - value))
      .toString(16)
      .padStart(2, '0'),
  );
  return `#${parts.join('')}`;
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

/** One pixel a kind. */
export function kindTexture(count: number): THREE.DataTexture {
  return textureOf(
    Array.from({ length: Math.max(count, 1) }, (_, k) => rgbOf(kindColour(k))),
    THREE.NearestFilter,
  );
}
