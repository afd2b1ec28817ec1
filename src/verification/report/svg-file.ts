// SPDX-License-Identifier: MIT
/**
 * A plot as a separate SVG file, with name space and explicit colours, because many viewers do not support CSS
 * variables.
 */
import { LIGHT } from './report-style.ts';

const TONES = [1, 2, 3, 4, 5, 6] as const;

/** The colour that the report's light look has under a name. */
function colour(name: string): string {
  return new RegExp(`--${name}: (#[0-9a-f]+)`).exec(LIGHT)?.[1] ?? '#000000';
}

const STYLE = [
  `text { fill: ${colour('ink')}; font: 12px system-ui, "Segoe UI", Roboto, "Helvetica Neue", sans-serif; }`,
  `.tick { fill: ${colour('soft')}; font-size: 11px; }`,
  `.grid { stroke: ${colour('grid')}; }`,
  `.axis { stroke: ${colour('soft')}; }`,
  `.mark { stroke: ${colour('soft')}; stroke-dasharray: 2 3; }`,
  '.stroke { fill: none; stroke-width: 1.8; stroke-linejoin: round; stroke-linecap: round; }',
  '.dashed { stroke-dasharray: 4 4; stroke-width: 1.2; }',
  '.opaque, .ghost { stroke-width: .7; stroke-linejoin: round; }',
  `.backing { fill: ${colour('card')}; }`,
  '.opaque { fill-opacity: .5; }',
  '.ghost { fill-opacity: .09; }',
  ...TONES.map((tone) => {
    const ink = colour(`tone${tone}`);
    return `.opaque.tone${tone}, .ghost.tone${tone} { fill: ${ink}; stroke: ${ink}; }`;
  }),
  ...TONES.map((tone) => `.stroke.tone${tone} { stroke: ${colour(`tone${tone}`)}; }`),
  ...TONES.map((tone) => `.fill.tone${tone} { fill: ${colour(`tone${tone}`)}; }`),
].join('\n');

/** The text of an .svg file from a picture that `plot` has drawn. */
export function svgFile(picture: string): string {
  const end = picture.indexOf('>');
  const tag = picture.slice(0, end).replace('<svg', '<svg xmlns="http://www.w3.org/2000/svg"');
  const back = `<rect width="100%" height="100%" fill="${colour('card')}"/>`;
  return `${tag}>\n<style>\n${STYLE}\n</style>\n${back}${picture.slice(end + 1)}\n`;
}
