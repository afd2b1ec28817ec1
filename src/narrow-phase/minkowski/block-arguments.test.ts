// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { InvalidShapeError } from '../../errors.ts';
import { polyhedron } from '../../shapes/kinds/convex-polyhedron.ts';
import { sphere } from '../../shapes/kinds/sphere.ts';
import { disc } from '../../shapes/planar/disc.ts';
import { polygon } from '../../shapes/planar/polygon.ts';
import { blockDistance, planarBlockDistance } from './block-distance.ts';
import { blockState, contactState, planarBlockState, planarContactState } from './contact-state.ts';
import { planarEntranceBlock, planarMinkowskiSum } from './planar-minkowski.ts';
import { entranceBlock, minkowskiSum } from './polyhedral-minkowski.ts';

const corner = polygon({
  vertices: [
    [0, 0],
    [1, 0],
    [0, 1],
  ],
});
const simplex = polyhedron({
  vertices: [
    [0, 0, 0],
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
});
const round = disc({ radius: 1 }) as never;
const ball = sphere({ radius: 1 }) as never;

describe('explicit blocks refuse', () => {
  it.each([
    ['planarMinkowskiSum', () => planarMinkowskiSum(round, {}, corner, {}), 'a: expected a polygon'],
    ['planarEntranceBlock', () => planarEntranceBlock(corner, {}, round, {}), 'b: expected a polygon'],
    ['planarContactState', () => planarContactState(corner, {}, round, {}), 'b: expected a polygon'],
    ['minkowskiSum', () => minkowskiSum(ball, {}, simplex, {}), 'a: expected a polyhedron or a box'],
    ['entranceBlock', () => entranceBlock(ball, {}, simplex, {}), 'a: expected a polyhedron or a box'],
    ['contactState', () => contactState(simplex, {}, ball, {}), 'b: expected a polyhedron or a box'],
  ])('other shapes: %s', (_, call, message) => {
    expect(call).toThrow(InvalidShapeError);
    expect(call).toThrow(message);
  });

  it.each([Number.NaN, Infinity])('points that are not finite: %d', (value) => {
    expect(() => planarBlockState(corner, [value, 0])).toThrow(`point[0]: expected a finite number, got ${value}`);
    expect(() => planarBlockDistance(corner, [0, value])).toThrow('point[1]: expected a finite number');
    expect(() => blockState(simplex, [value, 0, 0])).toThrow('point[0]: expected a finite number');
    expect(() => blockDistance(simplex, [0, 0, value])).toThrow('point[2]: expected a finite number');
    expect(() => planarEntranceBlock(corner, {}, corner, {}, [value, 0])).toThrow(
      'reference[0]: expected a finite number',
    );
  });

  it('offsets that leave no room for the corners, by the name of what was asked for', () => {
    const far = { position: [1e30, 1e30] as const };
    expect(() => planarEntranceBlock(corner, {}, corner, far)).toThrow(/^entranceBlock\.vertices: .* all coincide/);
    expect(() => planarMinkowskiSum(corner, far, corner, {})).toThrow(/^minkowskiSum\.vertices/);
  });
});
