// SPDX-License-Identifier: MIT
import { expect, it } from 'vitest';
import { randomConvexShape, SHAPE_KINDS } from '../../tests/support/random-convex-shapes.ts';
import { pose } from '../math/pose.ts';
import { Random } from '../math/random.ts';
import { writePose } from '../narrow-phase/kernel-query.ts';
import { kernelBlock } from '../shapes/kernel-memory/kernel-block.ts';
import { allocateCells } from '../shapes/kernel-memory/kernel-heap.ts';
import type { ConvexShape } from '../shapes/shape.ts';
import { fastestKernel, typescriptKernel } from './kernel.ts';
import { POSE_STRIDE, RESULT_LOWER, RESULT_STRIDE, RESULT_UPPER } from './layout.ts';
import { F } from './memory.ts';
import { scaledBlockCells, writeScaledBlock } from './scaled-block.ts';

const kernel = fastestKernel(typescriptKernel);

it.each(SHAPE_KINDS.filter((kind) => kind !== 'halfSpace'))(
  'a copy of a %s in another size is answered as a shape of that size',
  (kind) => {
    const random = new Random(7);
    const at = allocateCells(2 * POSE_STRIDE + RESULT_STRIDE);
    const result = at + 2 * POSE_STRIDE;
    const other = randomConvexShape('polyhedron', random) as ConvexShape;
    for (let k = 0; k < 40; k++) {
      const shape = randomConvexShape(kind, random) as ConvexShape;
      const factor = random.between(0.1, 4);
      writePose(at, pose({ position: [0, 0, 0], orientation: random.rotation() }));
      const { x, y, z } = random.unitVector();
      const far = random.between(0.5, 1 + 2 * factor);
      writePose(at + POSE_STRIDE, pose({ position: [far * x, far * y, far * z], orientation: random.rotation() }));
      const ask = (block: number): number => {
        kernel.contactPair(block, at, kernelBlock(other), at + POSE_STRIDE, 0, Infinity, result);
        return F[result];
      };
      const copy = allocateCells(scaledBlockCells(kernelBlock(shape)));
      writeScaledBlock(kernelBlock(shape), factor, copy);
      const distance = ask(copy);
      const [lower, upper] = [F[result + RESULT_LOWER], F[result + RESULT_UPPER]];
      ask(kernelBlock(shape.scaled(factor)));
      // The bounds of the two enclose the same distance.
      expect(lower).toBeLessThanOrEqual(F[result + RESULT_UPPER]);
      expect(upper).toBeGreaterThanOrEqual(F[result + RESULT_LOWER]);
      expect(lower).toBeLessThanOrEqual(distance);
      expect(upper).toBeGreaterThanOrEqual(distance);
    }
  },
);
