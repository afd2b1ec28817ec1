// SPDX-License-Identifier: MIT
/** Drawing of the mixer from the side and along its axis, with dimensions in mm. */
import type { Vector2 } from '../../../math/planar-vector.ts';
import { Drawing } from '../../report/svg-drawing.ts';
import type { Tone } from '../../report/svg-plot.ts';
import { RIBBON_LENGTH, RIBBONS, SHAFT, TROUGH } from './mixer-geometry.ts';

const TONES: readonly Tone[] = [2, 3];
/** Corners of a drawn circle. */
const CORNERS = 80;
const millimetres = (metres: number): string => (1000 * metres).toFixed(1).replace(/\.0$/, '');

/** x to the right, z up; each ribbon as its two edges and the zigzag of its triangles. */
export function sideView(): string {
  const { radius, length, along } = TROUGH;
  const drawing = new Drawing();
  const upright = (x: number, height: number): Vector2[] => [
    { x, y: -height },
    { x, y: height },
  ];
  for (let i = 0; i <= along; i++) drawing.line(upright(length * (i / along - 0.5), radius), 1, 'thin');
  for (const y of [-radius, radius])
    drawing.line(
      [
        { x: -length / 2, y },
        { x: length / 2, y },
      ],
      1,
    );
  for (const [k, { inner, outer, turns, count, strips }] of RIBBONS.entries()) {
    const tone = TONES[k];
    for (let ribbon = 0; ribbon < count; ribbon++) {
      const edges: Vector2[][] = [[], []];
      for (let i = 0; i <= strips; i++) {
        const angle = 2 * Math.PI * (ribbon / count + turns * Math.abs((2 * i) / strips - 1));
        const x = RIBBON_LENGTH * (i / strips - 0.5);
        for (const [e, r] of [inner, outer].entries()) edges[e]?.push({ x, y: r * Math.sin(angle) });
      }
      for (const edge of edges) drawing.line(edge, tone);
      drawing.line(
        (edges[0] ?? []).flatMap((point, i) => [point, edges[1]?.[i] ?? point]),
        tone,
        'thin',
      );
    }
  }
  for (const y of [-SHAFT.radius, SHAFT.radius])
    drawing.line(
      [
        { x: -length / 2, y },
        { x: length / 2, y },
      ],
      4,
    );
  const below = -radius - 0.012;
  drawing.arrow({ x: 0, y: below }, { x: length / 2, y: below }, 1);
  drawing.arrow({ x: 0, y: below }, { x: -length / 2, y: below }, 1);
  drawing.label({ x: 0, y: below - 0.002 }, `${millimetres(length)}; ribbons ${millimetres(RIBBON_LENGTH)}`);
  return drawing.svg('the mixer from the side', 760, 460);
}

/** y to the right, z up, at the middle of the trough. */
export function endView(): string {
  const drawing = new Drawing();
  const circle = (radius: number): Vector2[] =>
    Array.from({ length: CORNERS }, (_, k) => {
      const angle = (2 * Math.PI * k) / CORNERS;
      return { x: radius * Math.cos(angle), y: radius * Math.sin(angle) };
    });
  drawing.polygon(circle(TROUGH.radius), 1, 'faint');
  drawing.polygon(circle(SHAFT.radius), 4);
  drawing.label({ x: 0, y: TROUGH.radius + 0.012 }, `trough r ${millimetres(TROUGH.radius)}`, 1);
  drawing.label({ x: 0, y: 0.005 }, `shaft r ${millimetres(SHAFT.radius)}`, 4);
  for (const [k, { name, inner, outer, count }] of RIBBONS.entries()) {
    const tone = TONES[k];
    for (const radius of [inner, outer]) drawing.polygon(circle(radius), tone, 'outline');
    for (let ribbon = 0; ribbon < count; ribbon++) {
      const side = Math.cos((2 * Math.PI * ribbon) / count);
      drawing.line(
        [
          { x: side * inner, y: 0 },
          { x: side * outer, y: 0 },
        ],
        tone,
        'bold',
      );
    }
    const label = `${name} ribbons r ${millimetres(inner)} to ${millimetres(outer)}`;
    drawing.label({ x: 0, y: -(inner + outer) / 2 + 0.005 }, label, tone);
  }
  return drawing.svg('the mixer along its axis', 380, 400);
}
