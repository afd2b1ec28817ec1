// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { meetingPoints, type PlanarPoint } from './planar-meeting.ts';

const square: PlanarPoint[] = [
  [1, 1],
  [0, 0],
  [1, 0],
  [0, 1],
];

const moved = (points: readonly PlanarPoint[], x: number, y: number): PlanarPoint[] =>
  points.map(([px, py]) => [px + x, py + y]);

describe('where two planar sets meet', () => {
  it('is the centroid of the overlap of polygons', () => {
    const [p, q] = meetingPoints(square, moved(square, 0.5, 0.25));
    expect(p).toEqual([0.75, 0.625]);
    expect(q).toBe(p);
  });

  it('is the middle of the part of a segment or point inside a polygon, in either order', () => {
    const across: PlanarPoint[] = [
      [-1, 0.5],
      [0.5, 0.5],
    ];
    expect(meetingPoints(square, across)[0]).toEqual([0.25, 0.5]);
    expect(meetingPoints(across, square)[1]).toEqual([0.25, 0.5]);
    expect(meetingPoints([[0.25, 0.75]], square)).toEqual([
      [0.25, 0.75],
      [0.25, 0.75],
    ]);
  });

  it('is the crossing of two segments', () => {
    const rising: PlanarPoint[] = [
      [0, 0],
      [1, 1],
    ];
    const falling: PlanarPoint[] = [
      [0, 0.5],
      [1, 0],
    ];
    const [p] = meetingPoints(rising, falling);
    expect(p[0]).toBeCloseTo(1 / 3, 15);
    expect(p[1]).toBeCloseTo(1 / 3, 15);
  });

  it('is the closest pair of sets that are apart', () => {
    expect(meetingPoints(square, moved(square, 2, 3))).toEqual([
      [1, 1],
      [2, 3],
    ]);
    expect(meetingPoints([[5, 0.5]], square)).toEqual([
      [5, 0.5],
      [1, 0.5],
    ]);
    expect(meetingPoints([[1, 2]], [[3, 4]])).toEqual([
      [1, 2],
      [3, 4],
    ]);
  });

  it('takes points on a line as a segment', () => {
    const line: PlanarPoint[] = [
      [0, 0],
      [1, 1],
      [0.5, 0.5],
      [1, 1],
    ];
    expect(meetingPoints(line, [[2, 2]])[0]).toEqual([1, 1]);
  });
});
