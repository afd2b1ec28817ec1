// SPDX-License-Identifier: MIT
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { Random } from '../../math/random.ts';
import { boxTree, facetBoxes, forEachInBox } from './box-tree.ts';

/** Boxes of sizes from 1e-6 to 1, in clusters; some are copies of others. */
function randomBoxes(count: number, random: Random): Float64Array {
  const boxes = new Float64Array(6 * count);
  for (let i = 0; i < count; i++) {
    const source = random.next() < 0.1 ? random.integer(i + 1) : i;
    for (let k = 0; k < 3; k++) {
      const low = random.next() < 0.5 ? random.next() : 0.5 + 1e-3 * random.next();
      const size = 10 ** random.between(-6, 0);
      boxes[6 * i + k] = source < i ? boxes[6 * source + k] : low;
      boxes[6 * i + 3 + k] = source < i ? boxes[6 * source + 3 + k] : low + size;
    }
  }
  return boxes;
}

it('finds the boxes that meet a box, neither more nor fewer', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 200 }), fc.integer(), (count, seed) => {
      const boxes = randomBoxes(count, new Random(seed));
      const tree = boxTree(boxes);
      expect([...tree.items].sort((a, b) => a - b)).toEqual(Array.from({ length: count }, (_, i) => i));
      for (let i = 0; i < count; i++) {
        const found: number[] = [];
        forEachInBox(tree, boxes, 6 * i, 0, (item) => found.push(item) > 0);
        const meets = (j: number): boolean =>
          [0, 1, 2].every((k) => boxes[6 * i + k] <= boxes[6 * j + 3 + k] && boxes[6 * j + k] <= boxes[6 * i + 3 + k]);
        expect(found.sort((a, b) => a - b)).toEqual(Array.from({ length: count }, (_, j) => j).filter(meets));
      }
    }),
    { numRuns: 40 },
  );
});

it('visits each pair once when asked from the next place on, and stops when told to', () => {
  const boxes = Float64Array.from({ length: 60 }, (_, i) => (i % 6 < 3 ? 0 : 1));
  const tree = boxTree(boxes);
  const pairs = new Set<string>();
  tree.items.forEach((item, index) => {
    forEachInBox(tree, boxes, 6 * item, index + 1, (other) => pairs.add([item, other].sort().join()).size > 0);
  });
  expect(pairs.size).toBe(45);
  let visits = 0;
  expect(forEachInBox(tree, boxes, 0, 0, () => ++visits < 3)).toBe(false);
  expect(visits).toBe(3);
});

it('takes the boxes of facets', () => {
  const list = {
    vertices: Float64Array.of(0, 5, 1, 2, 3, -1, 4, 4, 0),
    facetOffsets: Int32Array.of(0, 3),
    facetVertices: Int32Array.of(2, 0, 1),
  };
  expect([...facetBoxes(list)]).toEqual([0, 3, -1, 4, 5, 1]);
});
