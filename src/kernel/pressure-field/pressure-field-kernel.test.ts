// SPDX-License-Identifier: MIT
/** The work area is never overrun; the guess of the normal, and prisms in steps, change the cost alone. */
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
  PRESSURE_DEPTH,
  PRESSURE_ENERGY,
  PRESSURE_FORCE,
  PRESSURE_FOUND,
  PRESSURE_MOMENT,
  PRESSURE_NO_ROOM,
  PRESSURE_POINT,
  PRESSURE_RADIUS,
  PRESSURE_ROOM,
  PRESSURE_STIFFNESS,
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

  it('answers steps by prisms between faces as it answers queries: to rounding, in both builds and both orders', () => {
    if (wasmKernel === undefined) throw new Error('WebAssembly is not available');
    const random = new Random(SEED + 2);
    const turned = allocateCells(PRESSURE_STRIDE);
    const whole = allocateCells(PRESSURE_STRIDE);
    const brick = box({ halfExtents: [0.9, 0.6, 0.5] });
    const rock = () =>
      polyhedron({
        vertices: Array.from({ length: 14 }, () => {
          const { x, y, z } = random.unitVector();
          return [x, 0.8 * y, 0.7 * z] as const;
        }),
      });
    const makers = [() => [brick, brick], () => [rock(), rock()], () => [rock(), brick]];
    I[2 * work + PRESSURE_ROOM] = CELLS;
    let [touching, prisms] = [0, 0];
    for (let i = 0; i < 120; i++) {
      const [a, b] = makers[i % makers.length]().map((shape) => kernelBlock(shape));
      const [q, r] = [random.rotation(), random.rotation()];
      const far = scale(random.unitVector(), random.between(0.9, 1.5));
      F.set([0, 0, 0, q.w, q.x, q.y, q.z], poses);
      F.set([far.x, far.y, far.z, r.w, r.x, r.y, r.z], poses + POSE_STRIDE);
      typescriptKernel.pressureField(a, poses, b, poses + POSE_STRIDE, 0, work, whole);
      const [force, energy] = [F.subarray(whole + PRESSURE_FORCE, whole + PRESSURE_FORCE + 3), F[whole]];
      if (!(energy > 0) || F[whole + PRESSURE_DEPTH] > 0.3) continue;
      const size = Math.hypot(...force);
      F.set([force[0] / size, force[1] / size, force[2] / size], guess);
      typescriptKernel.pressureInStep(a, poses, b, poses + POSE_STRIDE, guess, work, result);
      wasmKernel.pressureInStep(a, poses, b, poses + POSE_STRIDE, guess, work, turned);
      expect(F.slice(turned, turned + PRESSURE_STRIDE)).toEqual(F.slice(result, result + PRESSURE_STRIDE));
      touching++;
      // The general way computes the stiffness.
      if (F[result + PRESSURE_STIFFNESS] === 0) prisms++;
      const difference = (k: number): number => Math.abs(F[result + k] - F[whole + k]);
      const most = (from: number): number => Math.max(difference(from), difference(from + 1), difference(from + 2));
      // Rounding of coordinates of size 1 over the depth, which is at least 1e-4 here but for a few pairs.
      const rounding = 1e-14 / Math.min(1, F[whole + PRESSURE_DEPTH]);
      expect(difference(PRESSURE_ENERGY) / energy).toBeLessThan(1e-12 + 4 * rounding);
      expect(most(PRESSURE_FORCE) / size).toBeLessThan(1e-12 + 4 * rounding);
      expect(most(PRESSURE_MOMENT) / size).toBeLessThan(1e-12 + 4 * rounding);
      expect(most(PRESSURE_POINT)).toBeLessThan(1e-12 + 4 * rounding);
      expect(difference(PRESSURE_RADIUS)).toBeLessThan(1e-12 + 4 * rounding);
      for (let k = 0; k < 3; k++) F[guess + k] = -F[guess + k];
      wasmKernel.pressureInStep(b, poses + POSE_STRIDE, a, poses, guess, work, turned);
      expect(F[turned]).toBe(F[result]);
      for (let k = 0; k < 3; k++) expect(F[turned + PRESSURE_FORCE + k] + F[result + PRESSURE_FORCE + k]).toBe(0);
    }
    expect(touching).toBeGreaterThan(25);
    // Two in five: bodies at random overlap deeply, and these take the general way.
    expect(prisms / touching).toBeGreaterThan(0.3);
  });

  it('answers flush, stacked and tilted bricks in steps as in queries, where corners and edges coincide', () => {
    const brick = kernelBlock(box({ halfExtents: [1, 0.5, 0.25] }));
    const block = kernelBlock(cube);
    const whole = allocateCells(PRESSURE_STRIDE);
    I[2 * work + PRESSURE_ROOM] = CELLS;
    F.set([0, 0, 1], guess);
    for (const [x, y] of [
      [0, 0],
      [0.5, 0],
      [1, 0.5],
      [2, 0],
      [1.99, 0.5],
      [0.3, 0.2],
    ] as const) {
      for (const tilt of [0, 1e-15, 1e-9, 1e-4, 0.02]) {
        for (const [other, height] of [
          [brick, 1.25],
          [block, 2],
        ] as const) {
          F.set([0, 0, 0, 1, 0, 0, 0, x, y, height - 0.01, Math.sqrt(1 - tilt * tilt), 0, tilt, 0], poses);
          typescriptKernel.pressureField(block, poses, other, poses + POSE_STRIDE, guess, work, whole);
          typescriptKernel.pressureInStep(block, poses, other, poses + POSE_STRIDE, guess, work, result);
          for (let k = 0; k < PRESSURE_STIFFNESS; k++) expect(F[result + k]).toBeCloseTo(F[whole + k], 13);
        }
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
