// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { polyhedron } from '../../shapes/kinds/convex-polyhedron.ts';
import { Drawing } from './svg-drawing.ts';
import { plot } from './svg-plot.ts';
import { drawPolyhedron, ISOMETRIC } from './svg-polyhedron.ts';

const countOf = (svg: string, what: string): number => svg.split(what).length - 1;

describe('plot', () => {
  it('draws lines, points and bars with a legend', () => {
    const svg = plot({
      title: 'three',
      x: { label: 'across', names: ['p', 'q'] },
      y: { label: 'up' },
      series: [
        {
          name: 'bars',
          style: 'bars',
          tone: 1,
          points: [
            [0, 1],
            [1, 2],
          ],
        },
        {
          name: 'points',
          style: 'points',
          tone: 2,
          points: [
            [0, 1],
            [1, 2],
          ],
        },
        {
          name: 'line',
          style: 'line',
          tone: 3,
          points: [
            [0, 1],
            [1, 2],
          ],
        },
      ],
      marks: [{ axis: 'y', at: 1.5, label: 'here' }],
    });
    expect(countOf(svg, '<rect')).toBe(2 + 1);
    expect(countOf(svg, '<circle')).toBe(2 + 1);
    expect(countOf(svg, '<polyline')).toBe(1);
    for (const word of ['across', 'up', 'bars', 'points', 'line', 'here']) expect(svg).toContain(`>${word}<`);
    expect(svg).not.toContain('NaN');
  });
});

describe('error bars', () => {
  it('reach as far as the errors, within the axes', () => {
    const svg = plot({
      title: 'errors',
      x: { label: 'across' },
      y: { label: 'up' },
      series: [
        {
          name: 'points',
          style: 'points',
          tone: 1,
          errors: [1, 0.5],
          points: [
            [0, 0],
            [1, 4],
          ],
        },
      ],
    });
    const bars = [...svg.matchAll(/class="stroke tone1" x1="([\d.]+)" y1="([\d.]+)" x2="([\d.]+)" y2="([\d.]+)"/g)];
    const upright = bars.filter(([, x1, , x2]) => x1 === x2).map(([, , y1, , y2]) => Number(y1) - Number(y2));
    expect(upright).toHaveLength(2);
    expect(upright[0] / upright[1]).toBeCloseTo(2, 2);
    const bottom = Math.max(...bars.map(([, , y1]) => Number(y1)));
    expect(bottom).toBeLessThanOrEqual(320 - 50);
  });
});

describe('Drawing', () => {
  it('fits what is drawn into the picture, y up, with one scale for both axes', () => {
    const svg = new Drawing().dot({ x: 0, y: 0 }, 1).dot({ x: 10, y: 1 }, 1).svg('two dots', 144, 500);
    const centres = [...svg.matchAll(/cx="([\d.]+)" cy="([\d.]+)"/g)].map(([, x, y]) => [Number(x), Number(y)]);
    const [[x0 = 0, y0 = 0] = [], [x1 = 0, y1 = 0] = []] = centres;
    expect(x1 - x0).toBeCloseTo(100, 1);
    expect(y0 - y1).toBeCloseTo(10, 1);
    expect(svg).toContain('width="144"');
  });

  it('shows the faces towards the viewer and dashes the edges behind', () => {
    const corners = [-1, 1].flatMap((x) =>
      [-1, 1].flatMap((y) => [-1, 1].map((z): [number, number, number] => [x, y, z])),
    );
    const drawing = new Drawing();
    drawPolyhedron(drawing, polyhedron({ vertices: corners }), ISOMETRIC, 1);
    const svg = drawing.svg('cube', 100, 100);
    expect(countOf(svg, '<polygon')).toBe(3);
    expect(countOf(svg, 'dashed')).toBe(3);
  });
});
