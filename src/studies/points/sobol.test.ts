// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { MOST_SOBOL_DIMENSIONS, sobolPoints } from '../../math/sobol.ts';
import { latinHypercube } from './latin-hypercube.ts';

function firstPoints(dimensions: number, count: number): number[][] {
  const points: number[][] = [];
  for (const point of sobolPoints(dimensions)) {
    if (points.length === count) break;
    points.push(point);
  }
  return points;
}

/** Numbers of points in each of `parts` equal parts of an axis. */
function countsOn(points: readonly (readonly number[])[], axis: number, parts: number): number[] {
  const counts = new Array<number>(parts).fill(0);
  for (const point of points) counts[Math.floor((point[axis] as number) * parts)]++;
  return counts;
}

describe("Sobol's sequence", () => {
  it('has the published first points', () => {
    const rounded = firstPoints(3, 5).map((point) => point.map((value) => Math.round(value * 1e6) / 1e6));
    expect(rounded).toEqual([
      [0.5, 0.5, 0.5],
      [0.75, 0.25, 0.25],
      [0.25, 0.75, 0.75],
      [0.375, 0.375, 0.625],
      [0.875, 0.875, 0.125],
    ]);
  });

  it('with the origin has one point in each of 2^k equal parts of every axis', () => {
    const points = [new Array<number>(MOST_SOBOL_DIMENSIONS).fill(0), ...firstPoints(MOST_SOBOL_DIMENSIONS, 63)];
    for (let axis = 0; axis < MOST_SOBOL_DIMENSIONS; axis++) {
      expect(countsOn(points, axis, 64)).toEqual(new Array<number>(64).fill(1));
    }
  });

  it('fills every pair of axes: no quarter of a square is empty', () => {
    const points = firstPoints(MOST_SOBOL_DIMENSIONS, 64);
    for (let a = 0; a < MOST_SOBOL_DIMENSIONS; a++) {
      for (let b = a + 1; b < MOST_SOBOL_DIMENSIONS; b++) {
        const quarters = new Set(points.map((point) => 2 * Math.round(point[a] ?? 0) + Math.round(point[b] ?? 0)));
        expect(quarters.size, `axes ${a} and ${b}`).toBe(4);
      }
    }
  });
});

describe('a Latin hypercube', () => {
  it('has one point in each part of every axis, and the same points for the same seed', () => {
    const points = latinHypercube(20, 3, 5);
    for (const axis of [0, 1, 2]) expect(countsOn(points, axis, 20)).toEqual(new Array<number>(20).fill(1));
    expect(latinHypercube(20, 3, 5)).toEqual(points);
    expect(latinHypercube(20, 3, 6)).not.toEqual(points);
  });
});
