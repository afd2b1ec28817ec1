// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { Random } from '../../math/random.ts';
import { kernelBlock } from '../../shapes/kernel-memory/kernel-block.ts';
import { box } from '../../shapes/kinds/box.ts';
import { polyhedron } from '../../shapes/kinds/convex-polyhedron.ts';
import { pointsOnEllipsoid } from '../../shapes/random-shapes.ts';
import { SHAPE_FACE_COUNT } from '../layout.ts';
import { I } from '../memory.ts';
import {
  cornerCount,
  cornerOf,
  distanceFromFace,
  edgeTowards,
  faceAcross,
  faceMostAlong,
  heightOverFace,
  highestFace,
} from './polyhedron-face.ts';

const cube = box({ halfExtents: [1, 1, 1] });
const random = new Random(17);
const hull = polyhedron({ vertices: pointsOnEllipsoid(random, 60) });

describe('faces of a block', () => {
  it('have heights from their planes, positive outside', () => {
    const s = kernelBlock(cube);
    // Faces of a box: -x, +x, -y, +y, -z, +z.
    expect([0, 1, 2, 3, 4, 5].map((face) => heightOverFace(s, face, 3, 0.5, 0))).toEqual([-4, 2, -1.5, -0.5, -1, -1]);
    expect(highestFace(s, 3, 0.5, 0)).toBe(1);
    expect(highestFace(s, 0.2, -0.5, 0)).toBe(2);
    expect(faceMostAlong(s, 0.1, 0.2, -0.3)).toBe(4);
  });

  it('lie across an edge from each other, both ways', () => {
    for (const shape of [cube, hull]) {
      const s = kernelBlock(shape);
      const faces = I[2 * s + SHAPE_FACE_COUNT];
      let edges = 0;
      for (let face = 0; face < faces; face++) {
        for (let k = 0; k < cornerCount(s, face); k++) {
          const other = faceAcross(s, face, k);
          const back = edgeTowards(s, other, face);
          expect(back).toBeGreaterThanOrEqual(0);
          expect([cornerOf(s, other, back + 1), cornerOf(s, other, back)]).toEqual([
            cornerOf(s, face, k),
            cornerOf(s, face, k + 1),
          ]);
          edges++;
        }
      }
      // Euler: twice the edges, each from both sides.
      const vertices = shape.kind === 'box' ? 8 : shape.vertices.length;
      expect(edges).toBe(2 * (vertices + faces - 2));
    }
  });

  it('share no edge where they share a vertex at most', () => {
    const s = kernelBlock(cube);
    expect(edgeTowards(s, 0, 1)).toBe(-1);
    expect(edgeTowards(s, 0, 0)).toBe(-1);
    expect(edgeTowards(s, 0, 3)).toBeGreaterThanOrEqual(0);
  });

  it('are as far from a point as their nearest point', () => {
    const s = kernelBlock(cube);
    expect(distanceFromFace(s, 1, 3, 0.5, -0.25)).toBe(2);
    expect(distanceFromFace(s, 1, 0, 0.5, -0.25)).toBe(1);
    // Beside an edge: 2 above, 1 beyond; beside a corner: 2, 1 and 1.
    expect(distanceFromFace(s, 1, 3, 2, 0)).toBeCloseTo(Math.sqrt(5), 14);
    expect(distanceFromFace(s, 1, 3, -2, 2)).toBeCloseTo(Math.sqrt(6), 14);
  });
});
