// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { readStructuredPoints } from './read-structured-points.ts';

const HEAD = ['# vtk DataFile Version 3.0', 'flow', 'ASCII', 'DATASET STRUCTURED_POINTS'];
const GRID = ['DIMENSIONS 2 1 1', 'ORIGIN 1 2 3', 'SPACING 0.5 1 1', 'POINT_DATA 2'];
const VECTORS = ['VECTORS velocity double', '1 2 3', '4 5 6'];

const read = (lines: readonly string[]) => readStructuredPoints(new TextEncoder().encode(lines.join('\n')), 'f.vtk');

describe('vectors on a grid', () => {
  it('are read from text, whatever the order of the keys and the breaks of lines', () => {
    const { origin, spacing, points, values } = read([
      ...HEAD,
      ...GRID.toReversed(),
      'VECTORS v float',
      '1 2 3 4',
      '5 6',
    ]);
    expect([origin, spacing, points]).toEqual([
      [1, 2, 3],
      [0.5, 1, 1],
      [2, 1, 1],
    ]);
    expect([...values]).toEqual([1, 2, 3, 4, 5, 6]);
  });

  it('are read from big-endian numbers', () => {
    const head = new TextEncoder().encode([...HEAD.with(2, 'BINARY'), ...GRID, 'VECTORS v float', ''].join('\n'));
    const bytes = new Uint8Array(head.length + 24);
    bytes.set(head);
    const view = new DataView(bytes.buffer, head.length);
    for (let k = 0; k < 6; k++) view.setFloat32(4 * k, k + 0.5);
    expect([...readStructuredPoints(bytes, 'f.vtk').values]).toEqual([0.5, 1.5, 2.5, 3.5, 4.5, 5.5]);
  });

  it.each<[string, readonly string[], RegExp]>([
    ['nothing', [''], /^f\.vtk: the file ends before its vectors/],
    ['another file', ['solid cube'], /^f\.vtk: the first line is not that of a VTK file/],
    ['another data set', [...HEAD.with(3, 'DATASET POLYDATA'), ...GRID, ...VECTORS], /has a POLYDATA/],
    ['no grid', [...HEAD, 'POINT_DATA 2', ...VECTORS], /no DIMENSIONS or no SPACING/],
    ['no points', [...HEAD, ...GRID.with(0, 'DIMENSIONS 0 1 1'), ...VECTORS], /DIMENSIONS are 0 1 1/],
    ['half a point', [...HEAD, ...GRID.with(0, 'DIMENSIONS 1.5 1 1'), ...VECTORS], /DIMENSIONS are 1\.5 1 1/],
    ['another number of points', [...HEAD, ...GRID.with(3, 'POINT_DATA 3'), ...VECTORS], /3, but DIMENSIONS make 2/],
    ['a spacing of words', [...HEAD, ...GRID.with(2, 'SPACING a b c'), ...VECTORS], /SPACING has no three numbers/],
    ['whole numbers', [...HEAD, ...GRID, 'VECTORS v int', '1 2 3 4 5 6'], /VECTORS are int/],
    ['too few numbers', [...HEAD, ...GRID, ...VECTORS.slice(0, 2)], /has 3 of 6 numbers/],
    ['no vectors', [...HEAD, ...GRID], /ends before its vectors/],
  ])('are refused with %s', (_, lines, message) => {
    expect(() => read(lines)).toThrow(message);
  });

  it('keep what is no number, which the field refuses by its place', () => {
    expect(read([...HEAD, ...GRID, 'VECTORS v float', '1 nan 3', '4 x 6']).values[1]).toBeNaN();
  });
});
