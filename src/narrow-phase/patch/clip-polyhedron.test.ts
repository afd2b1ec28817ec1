// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { boxTopology } from '../../shapes/polyhedral-topology.ts';
import { type ClippedPolyhedron, clipPolyhedron } from './clip-polyhedron.ts';

const { vertices, faceOffsets, faceVertices } = boxTopology({ x: 1, y: 1, z: 1 });
const cube: ClippedPolyhedron = {
  corners: Array.from({ length: 8 }, (_, v) => ({
    x: vertices[3 * v] as number,
    y: vertices[3 * v + 1] as number,
    z: vertices[3 * v + 2] as number,
  })),
  faces: Array.from({ length: 6 }, (_, f) => ({
    loop: [...faceVertices.subarray(faceOffsets[f] as number, faceOffsets[f + 1] as number)],
    isB: false,
  })),
};
const through = (x: number) => ({ normal: { x: 1, y: 0, z: 0 }, through: { x, y: 0, z: 0 } });

/** Every edge is run through once each way: the surface is closed. */
function expectClosed({ faces }: ClippedPolyhedron): void {
  const runs = new Set(faces.flatMap(({ loop }) => loop.map((v, k) => `${v} ${loop[(k + 1) % loop.length]}`)));
  for (const run of runs) expect(runs.has(run.split(' ').reverse().join(' '))).toBe(true);
}

describe('clipPolyhedron', () => {
  it('cuts a cube in half, with a new face of B', () => {
    const half = clipPolyhedron(cube, through(0.25), 0);
    expect(half.faces).toHaveLength(6);
    const added = half.faces.filter(({ isB }) => isB);
    expect(added).toHaveLength(1);
    for (const v of added[0]?.loop ?? []) expect(half.corners[v]?.x).toBe(0.25);
    expectClosed(half);
  });

  it('leaves a body alone that the plane does not cut, or touches', () => {
    expect(clipPolyhedron(cube, through(2), 0)).toBe(cube);
    expect(clipPolyhedron(cube, through(1 - 1e-15), 1e-14)).toBe(cube);
    expect(clipPolyhedron(cube, through(-2), 0).faces).toEqual([]);
  });

  it('stays closed through corners, along diagonals and in any order of planes', () => {
    const planes = [
      { normal: { x: 1, y: 1, z: 1 }, through: { x: 1, y: 0, z: 0 } },
      { normal: { x: 1, y: -1, z: 0 }, through: { x: 0, y: 0, z: 0 } },
      { normal: { x: 0, y: 0.6, z: -0.8 }, through: { x: 0, y: 0.1, z: 0 } },
      { normal: { x: -1, y: 1e-15, z: 0 }, through: { x: -1, y: 0, z: 0 } },
    ];
    for (const order of [planes, [...planes].reverse()]) {
      let body = cube;
      for (const plane of order) {
        body = clipPolyhedron(body, plane, 0);
        expect(body.faces.length).toBeGreaterThan(3);
        expectClosed(body);
      }
    }
  });
});
