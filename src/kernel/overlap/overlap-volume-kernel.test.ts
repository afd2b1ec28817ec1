// SPDX-License-Identifier: MIT
/** The limits of the work area: checked and told, never overrun. */
import { describe, expect, it } from 'vitest';
import { kernelBlock } from '../../shapes/kernel-memory/kernel-block.ts';
import { allocateCells } from '../../shapes/kernel-memory/kernel-heap.ts';
import { box } from '../../shapes/kinds/box.ts';
import { rounded } from '../../shapes/kinds/rounded.ts';
import { sphere } from '../../shapes/kinds/sphere.ts';
import { typescriptKernel, wasmKernel } from '../kernel.ts';
import { POSE_STRIDE } from '../layout.ts';
import { F, I } from '../memory.ts';
import {
  CLIP_CORNER_CAPACITY,
  CLIP_HEADER,
  CLIP_SIDE_CAPACITY,
  CORNER_STRIDE,
  OVERLAP_FOUND,
  OVERLAP_NO_ROOM,
  OVERLAP_STRIDE,
  OVERLAP_UNSUPPORTED,
  SIDE_STRIDE,
} from './overlap-layout.ts';

const CELLS = 2000;
const SENTINEL = 1234.5;

const poses = allocateCells(2 * POSE_STRIDE);
const result = allocateCells(OVERLAP_STRIDE);
const work = allocateCells(CELLS);
const cube = box({ halfExtents: [1, 1, 1] });

function place(): void {
  F.set([0, 0, 0, 1, 0, 0, 0, 0.5, 0.4, 0.3, 0.8, 0, 0.6, 0], poses);
}

/**
 * Asks with room for that many corners and sides; tells the answer and whether anything behind the room was written to.
 */
function ask(corners: number, sides: number, kernel: typeof typescriptKernel): { status: number; isKept: boolean } {
  place();
  const end = CLIP_HEADER + CORNER_STRIDE * corners + SIDE_STRIDE * sides;
  F.fill(SENTINEL, work + end, work + CELLS);
  I[2 * work + CLIP_CORNER_CAPACITY] = corners;
  I[2 * work + CLIP_SIDE_CAPACITY] = sides;
  const block = kernelBlock(cube);
  const status = kernel.overlapVolume(block, poses, block, poses + POSE_STRIDE, work, result);
  return { status, isKept: F.subarray(work + end, work + CELLS).every((value) => value === SENTINEL) };
}

describe('the work area of overlap volumes', () => {
  it.each([
    ['typescript', typescriptKernel],
    ['webassembly', wasmKernel],
  ] as const)('is never overrun, whatever its size (%s)', (_, kernel) => {
    if (kernel === undefined) throw new Error('WebAssembly is not available');
    let found = 0;
    for (let corners = 0; corners <= 40; corners += 2) {
      for (let sides = 0; sides <= 120; sides += 3) {
        const { status, isKept } = ask(corners, sides, kernel);
        expect(isKept).toBe(true);
        expect([OVERLAP_FOUND, OVERLAP_NO_ROOM]).toContain(status);
        if (status === OVERLAP_FOUND) found++;
        else expect(F.subarray(result, result + OVERLAP_STRIDE).every((value) => value === 0)).toBe(true);
      }
    }
    expect(found).toBeGreaterThan(0);
    expect(ask(6, 120, kernel).status).toBe(OVERLAP_NO_ROOM);
    expect(ask(40, 120, kernel).status).toBe(OVERLAP_FOUND);
  });

  it('is not asked for by bodies that are not polyhedra', () => {
    const ball = kernelBlock(sphere({ radius: 1 }));
    const soft = kernelBlock(rounded({ shape: cube, radius: 0.1 }));
    place();
    for (const [a, b] of [
      [ball, kernelBlock(cube)],
      [kernelBlock(cube), soft],
      [ball, ball],
    ] as const) {
      expect(typescriptKernel.overlapVolume(a, poses, b, poses + POSE_STRIDE, work, result)).toBe(OVERLAP_UNSUPPORTED);
    }
  });
});
