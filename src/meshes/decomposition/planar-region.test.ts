// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { Random } from '../../math/random.ts';
import { planarRegion } from './planar-region.ts';

/** Loops of points to coordinates and edges. */
function loopsOf(...loops: readonly (readonly (readonly [number, number])[])[]) {
  const x: number[] = [];
  const y: number[] = [];
  const edges: number[] = [];
  for (const loop of loops) {
    const first = x.length;
    loop.forEach(([u, v], i) => {
      x.push(u);
      y.push(v);
      edges.push(first + i, first + ((i + 1) % loop.length));
    });
  }
  return { x, y, edges };
}

function areaOf(x: readonly number[], y: readonly number[], loop: readonly number[]): number {
  return loop.reduce((sum, a, i) => {
    const b = loop[(i + 1) % loop.length];
    return sum + (x[a] * y[b] - x[b] * y[a]) / 2;
  }, 0);
}

const SQUARE = [
  [0, 0],
  [4, 0],
  [4, 4],
  [0, 4],
] as const;

describe('planar region', () => {
  it('makes one polygon of a convex loop, with its corners in a line', () => {
    const { x, y, edges } = loopsOf([...SQUARE.slice(0, 2), [4, 2], ...SQUARE.slice(2)]);
    expect(planarRegion(x, y, edges)?.polygons.map((loop) => loop.length)).toEqual([5]);
  });

  it('leaves holes out and counts islands as parts of their own', () => {
    const hole = [
      [1, 1],
      [1, 3],
      [3, 3],
      [3, 1],
    ] as const;
    const island = [
      [1.5, 1.5],
      [2.5, 1.5],
      [2.5, 2.5],
      [1.5, 2.5],
    ] as const;
    const { x, y, edges } = loopsOf(SQUARE, hole, island);
    const region = planarRegion(x, y, edges);
    expect(region?.partCount).toBe(2);
    const areas = [0, 1].map((part) =>
      (region?.polygons ?? [])
        .filter((_, i) => region?.parts[i] === part)
        .reduce((sum, loop) => sum + areaOf(x, y, loop), 0),
    );
    expect(areas.sort()).toEqual([1, 12]);
  });

  it('takes loops that meet in a corner', () => {
    const { x, y } = loopsOf([
      [0, 0],
      [1, 0],
      [1, 1],
      [0, 1],
      [2, 1],
      [2, 2],
      [1, 2],
    ]);
    // Two squares with the corner (1, 1) in common.
    const region = planarRegion(x, y, [0, 1, 1, 2, 2, 3, 3, 0, 2, 4, 4, 5, 5, 6, 6, 2]);
    expect(region?.partCount).toBe(2);
    expect(region?.polygons).toHaveLength(2);
  });

  it('refuses edges that cross, that touch others between their ends, and points in one place', () => {
    const crossing = loopsOf([
      [0, 0],
      [4, 4],
      [4, 0],
      [0, 4],
    ]);
    expect(planarRegion(crossing.x, crossing.y, crossing.edges)).toBeUndefined();
    const touching = loopsOf(SQUARE, [
      [2, 0],
      [1, 1],
      [3, 1],
    ]);
    expect(planarRegion(touching.x, touching.y, touching.edges)).toBeUndefined();
    const twice = loopsOf(SQUARE, SQUARE);
    expect(planarRegion(twice.x, twice.y, twice.edges)).toBeUndefined();
    const line = loopsOf([
      [0, 0],
      [1, 1],
      [2, 2],
    ]);
    expect(planarRegion(line.x, line.y, line.edges)).toBeUndefined();
  });

  it('cuts jagged loops into convex polygons of the same area', () => {
    const random = new Random(Number(process.env.TEST_SEED ?? 7));
    for (let trial = 0; trial < 40; trial++) {
      const count = 5 + Math.floor(40 * random.next());
      const jagged = (scale: number) =>
        Array.from({ length: count }, (_, i) => {
          const radius = scale * (0.6 + 0.4 * random.next());
          const angle = (2 * Math.PI * i) / count;
          return [radius * Math.cos(angle), radius * Math.sin(angle)] as const;
        });
      const { x, y, edges } = loopsOf(jagged(1), jagged(0.5).toReversed());
      const region = planarRegion(x, y, edges);
      const area =
        areaOf(x, y, [...Array(count).keys()]) +
        areaOf(
          x,
          y,
          [...Array(count).keys()].map((i) => count + i),
        );
      const sum = (region?.polygons ?? []).reduce((total, loop) => total + areaOf(x, y, loop), 0);
      expect(sum, `trial ${trial}`).toBeCloseTo(area, 12);
      expect(region?.partCount).toBe(1);
    }
  });
});
