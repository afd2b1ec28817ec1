// SPDX-License-Identifier: MIT
/** Legend of the colours: a bar with its ends and unit, or a list of kinds. It is also painted on screenshots. */
import type { TrajectoryHeader } from '../../../src/io.ts';
import { COLOUR_MAPS, kindColours, mapGradient } from '../drawing/colour-map.ts';
import { FORCE_MAP } from '../drawing/line-layer.ts';
import { formatNumber, prefixedUnit } from '../ui/format.ts';
import { fill, h } from '../ui/h.ts';
import type { Overlays } from './overlays.ts';
import type { ColourScale } from './watch-scene.ts';

/** Lists of kinds are shown up to here. */
const MOST_KINDS = 10;

interface LegendText {
  readonly title: string;
  readonly low: string;
  readonly high: string;
}

function barText({ field, isLog }: ColourScale, [low, high]: readonly [number, number]): LegendText {
  const { factor, unit } = prefixedUnit(Math.max(Math.abs(low), Math.abs(high)), field.unit);
  const title = unit === '' ? field.label : `${field.label}, ${unit}`;
  return {
    title: isLog ? `${title} (log)` : title,
    low: formatNumber(low / factor, 3),
    high: formatNumber(high / factor, 3),
  };
}

export function updateLegend(
  element: HTMLElement,
  scale: ColourScale,
  range: readonly [number, number],
  header: TrajectoryHeader,
): void {
  const kinds = scale.field.kinds?.(header);
  if (kinds !== undefined) {
    const colours = kindColours(kinds);
    const rows = kinds.slice(0, MOST_KINDS).map((kind, k) => {
      const swatch = h('span', { class: 'swatch' });
      swatch.style.background = colours[k] ?? '';
      return h('li', {}, swatch, kind);
    });
    const more = kinds.length > MOST_KINDS && h('li', { class: 'muted' }, `and ${kinds.length - MOST_KINDS} more`);
    fill(element, h('strong', {}, scale.field.label), h('ul', {}, ...rows, more));
    return;
  }
  const { title, low, high } = barText(scale, range);
  const bar = h('div', { class: 'bar' });
  bar.style.background = mapGradient(scale.map);
  fill(element, h('strong', {}, title), bar, h('div', { class: 'ends' }, h('span', {}, low), h('span', {}, high)));
}

const PART_NAMES = { whole: 'Contact force', normal: 'Normal force', shear: 'Shear force' } as const;

/** Legend of the lines over the bodies: forces, or velocities where there are no forces. */
export function updateForceLegend(element: HTMLElement, overlays: Readonly<Overlays>): void {
  const { settings, largestForce, largestSpeed } = overlays;
  element.hidden = !settings.hasContacts && !settings.hasArrows;
  const rows: HTMLElement[] = [];
  const add = (name: string, largest: number, siUnit: string): void => {
    const { factor, unit } = prefixedUnit(largest, siUnit);
    const bar = h('div', { class: 'bar' });
    bar.style.background = mapGradient(FORCE_MAP);
    const ends = h('div', { class: 'ends' }, h('span', {}, '0'), h('span', {}, formatNumber(largest / factor, 3)));
    rows.push(h('strong', {}, `${name}, ${unit}`), bar, ends);
  };
  if (settings.hasContacts) add(PART_NAMES[settings.forcePart], largestForce, 'N');
  if (settings.hasArrows) add('Velocity', largestSpeed, 'm/s');
  fill(element, ...rows);
}

/** The same on a canvas, from its lower left corner; `size` is that of the letters. */
export function paintLegend(
  context: CanvasRenderingContext2D,
  scale: ColourScale,
  range: readonly [number, number],
  header: TrajectoryHeader,
  { size, colour }: { readonly size: number; readonly colour: string },
): void {
  const { height } = context.canvas;
  const left = size;
  context.font = `${size}px system-ui, sans-serif`;
  context.textBaseline = 'alphabetic';
  const all = scale.field.kinds?.(header);
  if (all !== undefined) {
    const colours = kindColours(all);
    const kinds = all.slice(0, MOST_KINDS);
    kinds.forEach((kind, k) => {
      const y = height - size * (1 + 1.4 * (kinds.length - 1 - k));
      context.fillStyle = colours[k] ?? colour;
      context.fillRect(left, y - 0.8 * size, 0.9 * size, 0.9 * size);
      context.fillStyle = colour;
      context.fillText(kind, left + 1.4 * size, y);
    });
    return;
  }
  const { title, low, high } = barText(scale, range);
  const width = 14 * size;
  const gradient = context.createLinearGradient(left, 0, left + width, 0);
  const colours = COLOUR_MAPS[scale.map];
  colours.forEach((each, k) => {
    gradient.addColorStop(k / (colours.length - 1), each);
  });
  context.fillStyle = gradient;
  context.fillRect(left, height - 3.2 * size, width, size);
  context.fillStyle = colour;
  context.fillText(title, left, height - 3.7 * size);
  context.fillText(low, left, height - size);
  context.fillText(high, left + width - context.measureText(high).width, height - size);
}
