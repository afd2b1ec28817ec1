// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { axisOracle } from '../../../tests/support/axis-oracle.ts';
import { Random } from '../../math/random.ts';
import { exactContact } from './exact-contact.ts';

const seed = Number(process.env.TEST_SEED ?? 20260101);

function cloud(count: number, coordinate: () => number): Float64Array {
  return Float64Array.from({ length: 3 * count }, coordinate);
}

const CUBE = Float64Array.from([0, 1, 2, 3, 4, 5, 6, 7].flatMap((i) => [i & 1, (i >> 1) & 1, i >> 2]));

describe('the axis oracle', () => {
  it('knows closed forms: a face gap, a corner gap, a shallow overlap and coincident cubes', () => {
    const moved = (x: number, y: number, z: number) => CUBE.map((c, i) => c + [x, y, z][i % 3]);
    expect(axisOracle(CUBE, moved(3, 0.25, 0))).toEqual({ distance: 2, normals: [[1, 0, 0]] });
    expect(axisOracle(CUBE, moved(4, 5, 1)).distance).toBe(5); // (3, 4, 0)
    expect(axisOracle(CUBE, moved(0, 0.25, -0.75))).toEqual({ distance: -0.25, normals: [[0, 0, -1]] });
    const coincident = axisOracle(CUBE, CUBE);
    expect(coincident.distance).toBe(-1);
    expect(coincident.normals).toHaveLength(6);
  });
});

describe('the exact contact agrees with the axis oracle', () => {
  const kinds: [string, number, (random: Random) => () => number][] = [
    // 53-bit coordinates in general position.
    ['random coordinates', 40, (random) => () => random.between(-1, 1)],
    // Few integers: parallel faces, duplicate vertices, flat bodies, touching and many equal depths.
    ['coordinates from {-2..2}', 200, (random) => () => random.integer(5) - 2],
    ['coordinates from {0, 1}', 200, (random) => () => random.integer(2)],
    // Slopes of 1e-9: float64 alone cannot tell these faces apart.
    ['nearly equal coordinates', 60, (random) => () => random.integer(3) + (random.integer(5) - 2) * 2 ** -40],
  ];
  it.each(kinds)('for %s', { tags: ['long'] }, (_, pairs, makeCoordinate) => {
    const random = new Random(seed);
    const coordinate = makeCoordinate(random);
    for (let k = 0; k < pairs; k++) {
      const a = cloud(1 + random.integer(6), coordinate);
      const shift = random.integer(3) * random.next();
      const b = cloud(1 + random.integer(6), coordinate).map((x, i) => (i % 3 === 0 && k % 2 === 0 ? x + shift : x));
      const oracle = axisOracle(a, b);
      const contact = exactContact({ vertices: a }, { vertices: b });
      const label = `seed ${seed}, pair ${k}: ${JSON.stringify([[...a], [...b]])}`;
      expect(contact.distance, label).toBe(oracle.distance);
      expect(contact.lower, label).toBeLessThanOrEqual(oracle.distance);
      expect(contact.upper, label).toBeGreaterThanOrEqual(oracle.distance);
      if (oracle.distance === 0) continue;
      const lexicographic = [...oracle.normals].sort((p, q) => p[0] - q[0] || p[1] - q[1] || p[2] - q[2]);
      expect(contact.normal, label).toEqual(lexicographic[lexicographic.length - 1]);
    }
  });
});
