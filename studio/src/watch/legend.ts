// SPDX-License-Identifier: MIT
/** Legend of the colours: a bar with its ends and unit, or a list of kinds. It is also painted on screenshots. */
import type { TrajectoryHeader } from '../../../src/io.ts';
import { COLOUR_MAPS, type ColourMapName, kindColours, mapGradient } from '../drawing/colour-map.ts';
import { FORCE_MAP } from '../drawing/line-layer.ts';
import { formatNumber, prefixedUnit } from '../ui/format.ts';
import { fill, h } from '../ui/h.ts';
import type { Overlays } from './overlays.ts';
import type { ColourScale, WatchScene } from './watch-scene.ts';

/** Lists of kinds are shown up to here. */
const MOST_KINDS = 10;

/** A bar of colours with what it shows and its ends. */
export interface LegendBar {
  readonly title: string;
  readonly map: ColourMapName;
  readonly low: string;
  readonly high: string;
}

export function legendBar(
  label: string,
  siUnit: string,
  map: ColourMapName,
  [low, high]: readonly [number, number],
): LegendBar {
  const { factor, unit } = prefixedUnit(Math.max(Math.abs(low), Math.abs(high)), siUnit);
  const title = unit === '' ? label : `${label}, ${unit}`;
  return { title, map, low: formatNumber(low / factor, 3), high: formatNumber(high / factor, 3) };
}

function scaleBar({ field, map, isLog }: ColourScale, range: readonly [number, number]): LegendBar {
  const bar = legendBar(field.label, field.unit, map, range);
  return isLog ? { ...bar, title: `${bar.title} (log)` } : bar;
}

export function barElements({ title, map, low, high }: LegendBar): HTMLElement[] {
  const bar = h('div', { class: 'bar' });
  bar.style.background = mapGradient(map);
  return [h('strong', {}, title), bar, h('div', { class: 'ends' }, h('span', {}, low), h('span', {}, high))];
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
  fill(element, ...barElements(scaleBar(scale, range)));
}

const PART_NAMES = { whole: 'Contact force', normal: 'Normal force', shear: 'Shear force' } as const;

/** Bars of the lines over the bodies; those of which there are none at this moment have no bar. */
export function overlayBars(overlays: Readonly<Overlays>): LegendBar[] {
  const { settings, contactCount, largestForce, fullForce, largestSpeed, bondCount } = overlays;
  const bars: LegendBar[] = [];
  if (settings.hasContacts && contactCount > 0) {
    const bar = legendBar(PART_NAMES[settings.forcePart], 'N', FORCE_MAP, [0, fullForce]);
    bars.push(largestForce > fullForce ? { ...bar, high: `≥ ${bar.high}` } : bar);
  }
  if (settings.hasBonds && bondCount > 0) {
    bars.push({ title: 'Load of bonds', map: FORCE_MAP, low: '0', high: 'largest' });
  }
  if (settings.hasArrows && largestSpeed > 0) bars.push(legendBar('Velocity', 'm/s', FORCE_MAP, [0, largestSpeed]));
  return bars;
}

export function updateOverlayLegend(element: HTMLElement, overlays: Readonly<Overlays>): void {
  const bars = overlayBars(overlays);
  element.hidden = bars.length === 0;
  fill(element, ...bars.flatMap(barElements));
}

/** All of it on a canvas, from its lower left corner up; `size` is that of the letters. */
export function paintLegend(
  context: CanvasRenderingContext2D,
  scene: LegendScene,
  { size, colour }: { readonly size: number; readonly colour: string },
): void {
  context.font = `${size}px system-ui, sans-serif`;
  context.textBaseline = 'alphabetic';
  const { scale, range, header, overlays, sliceBar } = scene;
  const kinds = scale.field.kinds?.(header);
  const bars = [...(sliceBar === undefined ? [] : [sliceBar]), ...overlayBars(overlays)];
  let bottom = context.canvas.height;
  if (kinds === undefined) bars.push(scaleBar(scale, range));
  else bottom = paintKinds(context, kinds, bottom, size, colour);
  for (const bar of bars) bottom = paintBar(context, bar, bottom, size, colour);
}

type LegendScene = Pick<WatchScene, 'scale' | 'range' | 'header' | 'overlays' | 'sliceBar'>;

/** Returns the new lower end of what is free. */
function paintKinds(
  context: CanvasRenderingContext2D,
  all: readonly string[],
  bottom: number,
  size: number,
  colour: string,
): number {
  const colours = kindColours(all);
  const kinds = all.slice(0, MOST_KINDS);
  kinds.forEach((kind, k) => {
    const y = bottom - size * (1 + 1.4 * (kinds.length - 1 - k));
    context.fillStyle = colours[k] ?? colour;
    context.fillRect(size, y - 0.8 * size, 0.9 * size, 0.9 * size);
    context.fillStyle = colour;
    context.fillText(kind, 2.4 * size, y);
  });
  return bottom - size * (1 + 1.4 * kinds.length);
}

function paintBar(
  context: CanvasRenderingContext2D,
  { title, map, low, high }: LegendBar,
  bottom: number,
  size: number,
  colour: string,
): number {
  const [left, width] = [size, 14 * size];
  const gradient = context.createLinearGradient(left, 0, left + width, 0);
  const colours = COLOUR_MAPS[map];
  colours.forEach((each, k) => {
    gradient.addColorStop(k / (colours.length - 1), each);
  });
  context.fillStyle = gradient;
  context.fillRect(left, bottom - 3.2 * size, width, size);
  context.fillStyle = colour;
  context.fillText(title, left, bottom - 3.7 * size);
  context.fillText(low, left, bottom - size);
  context.fillText(high, left + width - context.measureText(high).width, bottom - size);
  return bottom - 5 * size;
}
