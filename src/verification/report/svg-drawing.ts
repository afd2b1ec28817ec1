// SPDX-License-Identifier: MIT
/**
 * 2D drawings as SVG: shapes, lines, arrows, points and labels in world coordinates with y up, scaled to the size of
 * the picture at the end. 3D objects are projected first (svg-polyhedron.ts).
 */
import type { Vector2 } from '../../math/planar-vector.ts';
import type { Tone } from './svg-plot.ts';
import { element, polylinePoints, svgPicture, svgText } from './svg-text.ts';

export type Place = 'above' | 'below' | 'left' | 'right';

type OnPage = (point: Vector2) => [number, number];
type Item = (onPage: OnPage) => string;

const PADDING = 22;
const ARROW_HEAD = 9;
const LABEL_GAP = 9;

function labelAt([x, y]: readonly [number, number], label: string, place: Place, tone?: Tone): string {
  const dx = place === 'left' ? -LABEL_GAP : place === 'right' ? LABEL_GAP : 0;
  const dy = place === 'above' ? -LABEL_GAP : place === 'below' ? LABEL_GAP + 9 : 4;
  const anchor = place === 'left' ? 'end' : place === 'right' ? 'start' : 'middle';
  return svgText(x + dx, y + dy, label, {
    class: `label halo${tone === undefined ? '' : ` ink tone${tone}`}`,
    'text-anchor': anchor,
  });
}

export class Drawing {
  readonly #items: Item[] = [];
  readonly #points: Vector2[] = [];

  /** Includes points in the picture at which nothing is drawn. */
  include(points: readonly Vector2[]): this {
    this.#points.push(...points);
    return this;
  }

  polygon(points: readonly Vector2[], tone: Tone, style: 'solid' | 'faint' | 'outline' | 'opaque' = 'solid'): this {
    this.include(points);
    const fill = { outline: 'open', faint: 'ghost', solid: 'body', opaque: 'opaque' }[style];
    this.#items.push((onPage) => {
      const placed = polylinePoints(points.map(onPage));
      const backing = style === 'opaque' ? element('polygon', { class: 'backing', points: placed }) : '';
      return backing + element('polygon', { class: `${fill} tone${tone}`, points: placed });
    });
    return this;
  }

  line(points: readonly Vector2[], tone: Tone, style: 'solid' | 'dashed' | 'thin' | 'bold' = 'solid'): this {
    this.include(points);
    this.#items.push((onPage) =>
      element('polyline', { class: `stroke ${style} tone${tone}`, points: polylinePoints(points.map(onPage)) }),
    );
    return this;
  }

  arrow(from: Vector2, to: Vector2, tone: Tone, label?: string, place: Place = 'above'): this {
    this.include([from, to]);
    this.#items.push((onPage) => {
      const [x1, y1] = onPage(from);
      const [x2, y2] = onPage(to);
      const size = Math.sqrt((x2 - x1) ** 2 + (y2 - y1) ** 2) || 1;
      const head = Math.min(ARROW_HEAD, 0.6 * size);
      const [ux, uy] = [(x2 - x1) / size, (y2 - y1) / size];
      const [bx, by] = [x2 - head * ux, y2 - head * uy];
      const corners: [number, number][] = [
        [x2, y2],
        [bx - 0.4 * head * uy, by + 0.4 * head * ux],
        [bx + 0.4 * head * uy, by - 0.4 * head * ux],
      ];
      return (
        element('line', { class: `stroke tone${tone}`, x1, y1, x2: bx, y2: by }) +
        element('polygon', { class: `fill tone${tone}`, points: polylinePoints(corners) }) +
        (label === undefined ? '' : labelAt([x2, y2], label, place, tone))
      );
    });
    return this;
  }

  dot(at: Vector2, tone: Tone, label?: string, place: Place = 'right'): this {
    this.include([at]);
    this.#items.push((onPage) => {
      const [cx, cy] = onPage(at);
      return (
        element('circle', { class: `fill tone${tone}`, cx, cy, r: 3.6 }) +
        (label === undefined ? '' : labelAt([cx, cy], label, place, tone))
      );
    });
    return this;
  }

  /** A cross: the origin. */
  cross(at: Vector2, label: string, place: Place = 'right'): this {
    this.include([at]);
    this.#items.push((onPage) => {
      const [x, y] = onPage(at);
      const arm = (dx: number, dy: number): string =>
        element('line', { class: 'cross', x1: x - dx, x2: x + dx, y1: y - dy, y2: y + dy });
      return arm(6, 0) + arm(0, 6) + labelAt([x, y], label, place);
    });
    return this;
  }

  label(at: Vector2, label: string, tone?: Tone): this {
    this.include([at]);
    this.#items.push((onPage) => {
      const [x, y] = onPage(at);
      return labelAt([x, y - 4], label, 'below', tone);
    });
    return this;
  }

  /** The picture with this width; both axes have the same scale, which determines the height. */
  svg(title: string, width: number, tallest: number): string {
    const xs = this.#points.map(({ x }) => x);
    const ys = this.#points.map(({ y }) => y);
    const [left, right] = [Math.min(...xs), Math.max(...xs)];
    const [low, high] = [Math.min(...ys), Math.max(...ys)];
    const factor = Math.min(
      (width - 2 * PADDING) / Math.max(right - left, 1e-300),
      (tallest - 2 * PADDING) / Math.max(high - low, 1e-300),
    );
    const height = Math.min(tallest, factor * (high - low) + 2 * PADDING);
    const onPage: OnPage = ({ x, y }) => [
      width / 2 + factor * (x - (left + right) / 2),
      height / 2 - factor * (y - (low + high) / 2),
    ];
    return svgPicture(width, height, title, this.#items.map((item) => item(onPage)).join(''));
  }
}
