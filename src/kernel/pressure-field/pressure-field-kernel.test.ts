// SPDX-License-Identifier: MIT
/** The work area is never overrun, and the guess of the normal changes the cost alone. */
import { describe, expect, it } from 'vitest';
import { Random } from '../../math/random.ts';
import { scale } from '../../math/vector.ts';
import { kernelBlock } from '../../shapes/kernel-memory/kernel-block.ts';
import { allocateCells } from '../../shapes/kernel-memory/kernel-heap.ts';
import { box } from '../../shapes/kinds/box.ts';
import { polyhedron } from '../../shapes/kinds/convex-polyhedron.ts';
import { rounded } from '../../shapes/kinds/rounded.ts';
import { sphere } from '../../shapes/kinds/sphere.ts';
import { typescriptKernel, wasmKernel } from '../kernel.ts';
import { POSE_STRIDE } from '../layout.ts';
import { F, I } from '../memory.ts';
import { pressureCells } from './pressure-field-kernel.ts';
import {
  PRESSURE_FOUND,
  PRESSURE_NO_ROOM,
  PRESSURE_ROOM,
  PRESSURE_STRIDE,
  PRESSURE_UNSUPPORTED,
} from './pressure-layout.ts';

const SEED = Number(process.env.TEST_SEED ?? 20261118);
const CELLS = 8000;
const SENTINEL = 1234.5;

const poses = allocateCells(2 * POSE_STRIDE);
const guess = allocateCells(3);
const result = allocateCells(PRESSURE_STRIDE);
const work = allocateCells(CELLS);
const cube = box({ halfExtents: [1, 1, 1] });

const kernels = [
  ['typescript', typescriptKernel],
  ['webassembly', wasmKernel],
] as const;

function place(random: Random): void {
  const { w, x, y, z } = random.rotation();
  const at = () => random.between(-0.8, 0.8);
  F.set([0, 0, 0, 1, 0, 0, 0, at(), at(), at(), w, x, y, z], poses);
}

describe(`the kernel of pressure fields, seed ${SEED}`, () => {
  it.each(kernels)('uses no cell beyond the room that it asks for (%s)', (_, kernel) => {
    if (kernel === undefined) throw new Error('WebAssembly is not available');
    const random = new Random(SEED);
    for (let i = 0; i < 15; i++) {
      const vertices = Array.from({ length: 4 + random.integer(30) }, () => {
        const { x, y, z } = scale(random.unitVector(), 1.2);
        return [x, y, z] as const;
      });
      const a = kernelBlock(polyhedron({ vertices }));
      const b = kernelBlock(cube);
      const cells = pressureCells(a, b);
      expect(cells).toBeLessThan(CELLS);
      place(random);
      F.fill(SENTINEL, work, work + CELLS);
      I[2 * work + PRESSURE_ROOM] = cells - 1;
      expect(kernel.pressureField(a, poses, b, poses + POSE_STRIDE, 0, work, result)).toBe(PRESSURE_NO_ROOM);
      expect(F.subarray(work + 1, work + CELLS).every((value) => value === SENTINEL)).toBe(true);
      expect(F.subarray(result, result + PRESSURE_STRIDE).every((value) => value === 0)).toBe(true);
      I[2 * work + PRESSURE_ROOM] = cells;
      expect(kernel.pressureField(a, poses, b, poses + POSE_STRIDE, 0, work, result)).toBe(PRESSURE_FOUND);
      expect(F[result]).toBeGreaterThan(0);
      expect(F.subarray(work + cells, work + CELLS).every((value) => value === SENTINEL)).toBe(true);
    }
  });

  it('gives the same answer for every guess of the normal', () => {
    const random = new Random(SEED + 1);
    const block = kernelBlock(cube);
    I[2 * work + PRESSURE_ROOM] = CELLS;
    for (let i = 0; i < 30; i++) {
      place(random);
      typescriptKernel.pressureField(block, poses, block, poses + POSE_STRIDE, 0, work, result);
      const before = F.slice(result, result + PRESSURE_STRIDE);
      for (let k = 0; k < 5; k++) {
        const { x, y, z } = random.unitVector();
        F.set([x, y, z], guess);
        typescriptKernel.pressureField(block, poses, block, poses + POSE_STRIDE, guess, work, result);
        // Rounding of other sums, over coordinates of size 1.
        const error = before.reduce((most, value, c) => Math.max(most, Math.abs(F[result + c] - value)), 0);
        expect(error).toBeLessThan(1e-12);
      }
    }
  });

  it('answers only polyhedra without a margin and half-spaces', () => {
    const ball = kernelBlock(sphere({ radius: 1 }));
    const soft = kernelBlock(rounded({ shape: cube, radius: 0.1 }));
    const block = kernelBlock(cube);
    for (const [a, b] of [
      [ball, block],
      [block, soft],
      [ball, ball],
    ] as const) {
      expect(typescriptKernel.pressureField(a, poses, b, poses + POSE_STRIDE, 0, work, result)).toBe(
        PRESSURE_UNSUPPORTED,
      );
    }
  });
});
