// SPDX-License-Identifier: MIT
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Random } from '../../math/random.ts';
import { polygon } from './polygon.ts';

const pairs = (vertices: readonly { x: number; y: number }[]): [number, number][] => vertices.map(({ x, y }) => [x, y]);
const coordinate = fc.integer({ min: -6, max: 6 });

describe('polygon', () => {
  it('keeps the corners only, counter-clockwise from the lowest x', () => {
    const square = polygon({
      vertices: [
        [1, 1],
        [0, 0],
        [1, 0],
        [0, 1],
        [0.5, 0.5],
        [0.5, 0],
        [1, 1],
      ],
    });
    expect(pairs(square.vertices)).toEqual([
      [0, 0],
      [1, 0],
      [1, 1],
      [0, 1],
    ]);
  });

  it('takes flat coordinates and gives back its JSON form', () => {
    const triangle = polygon({ vertices: Float64Array.of(0, 0, 2, 0, 0, 1) });
    expect(triangle.toJson()).toEqual({
      polygon: {
        vertices: [
          [0, 0],
          [2, 0],
          [0, 1],
        ],
      },
    });
  });

  it('decides corners exactly where floating point cannot', () => {
    // 0.1 + 0.2 lies above the line from (0.1, 0.1) to (0.5, 0.5) at x = 0.3, by one unit in the last place.
    const sliver = polygon({
      vertices: [
        [0.1, 0.1],
        [0.5, 0.5],
        [0.3, 0.1 + 0.2],
        [0.5, 0.1],
      ],
    });
    expect(sliver.vertices).toHaveLength(4);
  });

  it('has the hull of any points on a grid: every point inside, every corner needed', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(coordinate, coordinate), { minLength: 3, maxLength: 20 }), (points) => {
        const [o, ...rest] = points as [[number, number], ...[number, number][]];
        const isFlat = rest.every((p) =>
          rest.every((q) => (p[0] - o[0]) * (q[1] - o[1]) === (p[1] - o[1]) * (q[0] - o[0])),
        );
        if (isFlat) {
          expect(() => polygon({ vertices: points })).toThrow(
            /polygon\.vertices: the \d+ points (all coincide|lie on one line)/,
          );
          return;
        }
        const corners = pairs(polygon({ vertices: points }).vertices);
        corners.forEach((p, i) => {
          const q = corners[(i + 1) % corners.length];
          const r = corners[(i + 2) % corners.length];
          const side = (x: readonly [number, number]): number =>
            (q[0] - p[0]) * (x[1] - p[1]) - (q[1] - p[1]) * (x[0] - p[0]);
          expect(side(r)).toBeGreaterThan(0);
          for (const x of points) expect(side(x)).toBeGreaterThanOrEqual(0);
        });
      }),
    );
  });

  it('has area, centroid and second moments, wherever it lies', () => {
    // A right triangle with legs 3 and 6: moments b h^3 / 36 about the centroid.
    for (const far of [0, 2 ** 20]) {
      const { area, centroid, secondMoment, polarMoment } = polygon({
        vertices: [
          [far, far],
          [far + 3, far],
          [far, far + 6],
        ],
      }).areaProperties();
      expect(area).toBe(9);
      expect(centroid).toEqual({ x: far + 1, y: far + 2 });
      expect(secondMoment.xx).toBeCloseTo((6 * 27) / 36, 12);
      expect(secondMoment.yy).toBeCloseTo((3 * 216) / 36, 12);
      expect(secondMoment.xy).toBeCloseTo(-(9 * 36) / 72, 12);
      expect(polarMoment).toBe(secondMoment.xx + secondMoment.yy);
    }
  });

  it('finds the farthest vertex of many as a scan does', () => {
    const random = new Random(Number(process.env.TEST_SEED ?? 20260601));
    for (const count of [30, 101, 1000]) {
      const vertices = Array.from({ length: count }, () => {
        const angle = random.between(0, 2 * Math.PI);
        return [Math.cos(angle) + 1000, 0.3 * Math.sin(angle)] as [number, number];
      });
      const shape = polygon({ vertices });
      for (let k = 0; k < 200; k++) {
        const angle = k < 8 ? (k * Math.PI) / 4 : random.between(0, 2 * Math.PI);
        const direction = { x: Math.cos(angle), y: Math.sin(angle) };
        const found = shape.support(direction);
        const top = Math.max(...shape.vertices.map((v) => v.x * direction.x + v.y * direction.y));
        // Heights are rounded at 1000: two units in the last place.
        expect(top - (found.x * direction.x + found.y * direction.y)).toBeLessThanOrEqual(2.5e-13);
      }
    }
  });

  it.each([
    [
      [
        [0, 0],
        [1, 0],
      ],
      'polygon.vertices: expected at least 3 points, got 2',
    ],
    [
      [
        [0, 0],
        [1, 0],
        [0, Number.NaN],
      ],
      'polygon.vertices[2][1]: expected a finite number, got NaN',
    ],
    [
      [
        [0, 0],
        [1, 0],
        [0, 1, 2],
      ],
      'polygon.vertices[2]: expected two numbers [x, y], got an array of 3',
    ],
    [[[0, 0], [1, 0], 'x'], 'polygon.vertices[2]: expected two numbers [x, y], got "x"'],
    [
      [
        [0, 0],
        [1, 1],
        [2, 2],
      ],
      'polygon.vertices: the 3 points lie on one line (width 0 of extent 2); a polygon needs an area',
    ],
    [
      [
        [1, 1],
        [1, 1],
        [1, 1],
      ],
      'polygon.vertices: the 3 points all coincide; a polygon needs an area',
    ],
    ['x', 'polygon.vertices: expected an array of points [[x, y], ...], got "x"'],
    [Float64Array.of(1, 2, 3), 'polygon.vertices: expected a multiple of 2 numbers, got 3'],
    [
      [
        [0, 0],
        [1e51, 0],
        [0, 1],
      ],
      'polygon.vertices[1][0]: expected a number from -1e+50 to 1e+50, got 1e+51',
    ],
    [
      [
        [0, 0],
        [1e-60, 0],
        [0, 1e-60],
      ],
      'polygon.vertices: expected an extent >= 1e-50, got 1e-60',
    ],
  ])('refuses %j with the reason', (vertices, message) => {
    expect(() => polygon({ vertices: vertices as [number, number][] })).toThrow(message);
  });
});
