// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { Random } from '../../math/random.ts';
import { box } from '../../shapes/kinds/box.ts';
import { BEAM, faceCount, PLATONIC_SOLIDS, roundPolyhedron } from './platonic-solids.ts';
import { casesAround, HALF_WIDTH, randomCentres } from './spheres-around.ts';

describe('the solids of Fig. 12', () => {
  it('have their faces and the volume of the cube', () => {
    const counts = Object.fromEntries(Object.entries(PLATONIC_SOLIDS).map(([name, solid]) => [name, faceCount(solid)]));
    expect(counts).toEqual({ tetrahedron: 4, cube: 6, octahedron: 8, dodecahedron: 12, icosahedron: 20 });
    for (const solid of [...Object.values(PLATONIC_SOLIDS), BEAM, roundPolyhedron(100)]) {
      expect(solid.massProperties().volume).toBeCloseTo(8, 12);
    }
  });

  it('have as many faces as is asked for, nearly', () => {
    for (const faces of [12, 100, 1000]) expect(Math.abs(faceCount(roundPolyhedron(faces)) - faces)).toBeLessThan(5);
  });
});

describe('spheres around a cube', () => {
  it('end in the case of the region that their centre is in', () => {
    const cube = box({ halfExtents: [1, 1, 1] });
    const centres = Float64Array.of(0, 0, 0, 1.5, 0, 0, 2.5, 0, 0, 1.5, 1.5, 0, 1.9, 1.9, 0);
    expect([...casesAround(cube, centres)]).toEqual([8, 2, 1, 6, 5]);
  });

  it('are anywhere in the space', () => {
    const centres = randomCentres(new Random(1), 1000);
    expect(Math.max(...centres)).toBeLessThanOrEqual(HALF_WIDTH);
    expect(Math.max(...centres)).toBeGreaterThan(0.99 * HALF_WIDTH);
    expect(Math.min(...centres)).toBeLessThan(-0.99 * HALF_WIDTH);
  });
});
