// SPDX-License-Identifier: MIT
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { Random } from '../../math/random.ts';
import { clusterVertices } from './vertex-clusters.ts';

/** By comparing every pair, again and again until nothing changes. */
function bruteForce(vertices: Float64Array, among: readonly number[], tolerance: number): number[] {
  const representative = Array.from({ length: vertices.length / 3 }, (_, v) => v);
  const squared = (v: number, w: number): number =>
    [0, 1, 2].reduce((sum, k) => sum + (vertices[3 * v + k] - vertices[3 * w + k]) ** 2, 0);
  for (let hasChanged = true; hasChanged; ) {
    hasChanged = false;
    for (const v of among) {
      for (const w of among) {
        if (squared(v, w) > tolerance ** 2 || representative[v] === representative[w]) continue;
        const low = Math.min(representative[v], representative[w]);
        representative[v] = low;
        representative[w] = low;
        hasChanged = true;
      }
    }
  }
  return representative;
}

it('joins what lies within the tolerance, over chains, under the lowest number, and nothing else', () => {
  fc.assert(
    fc.property(
      fc.integer(),
      fc.constantFrom(0, 1e-14, 0.01, 0.1),
      fc.constantFrom(0, 1, -1e6, 1e20),
      fc.constantFrom(1, 1e-30, 1e30),
      (seed, tolerance, offset, scale) => {
        const random = new Random(seed);
        // Half of the vertices on a coarse lattice, so that some coincide.
        const vertices = Float64Array.from(
          { length: 120 },
          () => scale * (offset + (random.next() < 0.5 ? random.integer(3) / 4 : random.next())),
        );
        const among = Array.from({ length: 40 }, (_, v) => v).filter(() => random.next() < 0.8);
        const found = clusterVertices(vertices, Int32Array.from(among), tolerance * scale);
        expect([...(found ?? [])]).toEqual(bruteForce(vertices, among, tolerance * scale));
      },
    ),
    { numRuns: 300 },
  );
});

it('gives up when the tolerance makes one lump of a surface', { tags: ['long'] }, () => {
  const vertices = Float64Array.from({ length: 30_000 }, (_, i) => (i % 3 === 0 ? i * 1e-5 : 0));
  const all = Int32Array.from({ length: 10_000 }, (_, v) => v);
  expect(clusterVertices(vertices, all, 1)).toBeUndefined();
  expect(clusterVertices(vertices, all, 1e-6)).toHaveLength(10_000);
});
