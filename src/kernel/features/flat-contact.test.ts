// SPDX-License-Identifier: MIT
/** Corners of flat contacts, by closed forms. */

import { describe, expect, it } from 'vitest';
import { fromAxisAngle, multiply, type Quaternion } from '../../math/quaternion.ts';
import { kernelBlock } from '../../shapes/kernel-memory/kernel-block.ts';
import { allocateCells } from '../../shapes/kernel-memory/kernel-heap.ts';
import { box } from '../../shapes/kinds/box.ts';
import { capsule } from '../../shapes/kinds/capsule.ts';
import { cone } from '../../shapes/kinds/cone.ts';
import { polyhedron } from '../../shapes/kinds/convex-polyhedron.ts';
import { cylinder } from '../../shapes/kinds/cylinder.ts';
import { halfSpace } from '../../shapes/kinds/half-space.ts';
import type { Shape } from '../../shapes/shape.ts';
import { typescriptKernel, wasmKernel } from '../kernel.ts';
import { POSE_STRIDE, RESULT_NORMAL, RESULT_STRIDE } from '../layout.ts';
import { F } from '../memory.ts';
import { FLAT_CELLS, FLAT_STRIDE } from './flat-layout.ts';

const poses = allocateCells(2 * POSE_STRIDE);
const result = allocateCells(RESULT_STRIDE);
const work = allocateCells(FLAT_CELLS);
const UPRIGHT: Quaternion = { w: 1, x: 0, y: 0, z: 0 };
const FLOOR = halfSpace({ normal: [0, 0, 1], offset: 0 });
const CUBE = box({ halfExtents: [1, 1, 1] });

interface Corner {
  readonly point: readonly number[];
  readonly overlap: number;
  readonly share: number;
  readonly dashpot: number;
}

function put(at: number, [x, y, z]: readonly [number, number, number], q: Quaternion): void {
  F.set([x, y, z, q.w, q.x, q.y, q.z], at);
}

/** The corners from both builds of the kernel, which must agree to the bit. */
function corners(a: Shape, b: Shape): Corner[] {
  const [first, second] = [kernelBlock(a), kernelBlock(b)];
  const q = poses + POSE_STRIDE;
  typescriptKernel.contactPair(first, poses, second, q, 0, Infinity, result);
  const [nx = 0, ny = 0, nz = 0] = F.subarray(result + RESULT_NORMAL, result + RESULT_NORMAL + 3);
  const count = typescriptKernel.flatContact(first, poses, second, q, nx, ny, nz, work);
  const cells = F.slice(work, work + FLAT_STRIDE * count);
  expect(wasmKernel?.flatContact(first, poses, second, q, nx, ny, nz, work)).toBe(count);
  expect(F.slice(work, work + FLAT_STRIDE * count)).toEqual(cells);
  return Array.from({ length: count }, (_, k) => {
    const [x = 0, y = 0, z = 0, overlap = 0, share = 0, dashpot = 0] = cells.subarray(FLAT_STRIDE * k);
    return { point: [x, y, z], overlap, share, dashpot };
  });
}

describe('a flat contact', () => {
  it('of a cube with a floor has its four corners, each with its own overlap', () => {
    const tilt = 0.01;
    put(poses, [5, 6, 0.98], fromAxisAngle({ x: 0, y: 1, z: 0 }, tilt));
    put(poses + POSE_STRIDE, [0, 0, 0], UPRIGHT);
    const found = corners(CUBE, FLOOR);
    expect(found.length).toBe(4);
    for (const { point, overlap, share, dashpot } of found) {
      const isLow = point[0] > 5;
      expect(overlap).toBeCloseTo(-0.98 + Math.cos(tilt) + (isLow ? 1 : -1) * Math.sin(tilt), 12);
      expect(point[2]).toBeCloseTo(-overlap, 12);
      expect(share).toBeCloseTo(1, 12);
      expect(dashpot).toBeCloseTo(0.5, 12);
    }
  });

  it('leaves out corners that are clear, and is none beyond the angle', () => {
    put(poses + POSE_STRIDE, [0, 0, 0], UPRIGHT);
    put(poses, [0, 0, 1.005], fromAxisAngle({ x: 0, y: 1, z: 0 }, 0.01));
    expect(corners(CUBE, FLOOR).map(({ point }) => Math.sign(point[0]))).toEqual([1, 1]);
    const tilted = multiply(fromAxisAngle({ x: 0, y: 1, z: 0 }, 0.3), fromAxisAngle({ x: 1, y: 0, z: 0 }, 0.3));
    put(poses, [0, 0, 1.3], tilted);
    put(poses + POSE_STRIDE, [0, 0, -1], UPRIGHT);
    expect(corners(CUBE, CUBE)).toEqual([]);
  });

  it('with a floor goes on at any tilt for faces whose corners all have a whole share, and ends at the angle for others', () => {
    put(poses + POSE_STRIDE, [0, 0, 0], UPRIGHT);
    const turn = fromAxisAngle({ x: 0, y: 1, z: 0 }, 0.3);
    put(poses, [0, 0, 0.5], turn);
    const found = corners(CUBE, FLOOR);
    expect(found.length).toBe(4);
    for (const { point, overlap, share } of found) {
      const low = point[0] > -0.3 ? 1 : -1;
      expect(overlap).toBeCloseTo(Math.cos(0.3) + low * Math.sin(0.3) - 0.5, 12);
      expect(share).toBeCloseTo(1, 12);
    }
    const hexagon = Array.from({ length: 6 }, (_, k) => [Math.cos((k * Math.PI) / 3), Math.sin((k * Math.PI) / 3)]);
    const vertices = [-1, 1].flatMap((z) => hexagon.map(([x = 0, y = 0]) => [x, y, z] as const));
    expect(corners(polyhedron({ vertices }), FLOOR)).toEqual([]);
  });

  it('of two cubes has the corners of their common part; corners that all but coincide share what one had', () => {
    put(poses, [0, 0, 0], UPRIGHT);
    put(poses + POSE_STRIDE, [0.5, 0.25, 1.99], UPRIGHT);
    const found = corners(CUBE, CUBE);
    expect(found.map(({ point: [x = 0, y = 0] }) => [x, y]).sort()).toEqual([
      [-0.5, -0.75],
      [-0.5, 1],
      [1, -0.75],
      [1, 1],
    ]);
    for (const { overlap } of found) expect(overlap).toBeCloseTo(0.01, 12);
    put(poses + POSE_STRIDE, [0, 0, 1.99], fromAxisAngle({ x: 0, y: 0, z: 1 }, 1e-6));
    const split = corners(CUBE, CUBE);
    expect(split.length).toBe(8);
    for (const { share } of split) expect(share).toBeCloseTo(0.5, 5);
  });

  it('of a can with a floor has four points of its rim, the deepest among them; of its side and of a capsule both ends', () => {
    const can = cylinder({ radius: 1, halfLength: 2 });
    put(poses + POSE_STRIDE, [0, 0, 0], UPRIGHT);
    put(poses, [0, 0, 1.989], fromAxisAngle({ x: 0.6, y: 0.8, z: 0 }, 0.01));
    const rim = corners(can, FLOOR);
    typescriptKernel.contactPair(kernelBlock(can), poses, kernelBlock(FLOOR), poses + POSE_STRIDE, 0, Infinity, result);
    expect(Math.max(...rim.map(({ overlap }) => overlap))).toBeCloseTo(-F[result], 12);
    expect(rim.length).toBe(4);
    const lying = fromAxisAngle({ x: 1, y: 0, z: 0 }, Math.PI / 2 + 0.001);
    put(poses, [0, 0, 0.99], lying);
    expect(corners(can, FLOOR).length).toBe(2);
    expect(corners(capsule({ radius: 1, halfLength: 2 }), FLOOR).map(({ share }) => share)).toEqual([1, 1]);
  });

  it('of a level cap keeps its points where they are in the body, whatever rounding says about the deepest', () => {
    const lower = box({ halfExtents: [2, 2, 1] });
    for (const body of [cylinder({ radius: 1, halfLength: 1 }), cone({ radius: 1, height: 2 })]) {
      const base = body.kind === 'cone' ? 0 : -1;
      put(poses + POSE_STRIDE, [1.3, 0.2, 0], UPRIGHT);
      const at = (angle: number): Corner[] => {
        // The cap is partly beside the box.
        put(poses, [0, 0, 0.99 - base], fromAxisAngle({ x: Math.cos(7 * angle), y: Math.sin(7 * angle), z: 0 }, 1e-15));
        return corners(body, lower);
      };
      const expected = at(0);
      expect(expected.length).toBeGreaterThan(2);
      for (let k = 1; k < 9; k++) {
        at(k).forEach(({ point, overlap, share }, c) => {
          // A tilt of 1e-15 moves corners by as much.
          for (let axis = 0; axis < 3; axis++) expect(point[axis]).toBeCloseTo(expected[c].point[axis], 13);
          expect(overlap).toBeCloseTo(expected[c].overlap, 13);
          expect(share).toBeCloseTo(expected[c].share, 13);
        });
      }
    }
  });

  it('of a cap that overlaps as a whole gives the force and the torque of a square that is turned in any way', () => {
    const can = cylinder({ radius: 1, halfLength: 2 });
    put(poses + POSE_STRIDE, [0, 0, 0], UPRIGHT);
    for (const tilt of [1e-3, 0.004, 0.008, 0.012, 0.02]) {
      for (let azimuth = 0; azimuth < 1.6; azimuth += 0.1) {
        const [x, y] = [Math.cos(azimuth), Math.sin(azimuth)];
        put(poses, [0, 0, 2 * Math.cos(tilt) - 0.025], fromAxisAngle({ x, y, z: 0 }, tilt));
        const found = corners(can, FLOOR);
        const force = found.reduce((sum, { overlap, share }) => sum + overlap * share, 0);
        expect(force).toBeCloseTo(4 * 0.025, 12);
        // About the tilted axis: the sum of overlap times arm, and the arms of the square add up to 2 r^2 tilt.
        const torque = found.reduce((sum, { overlap, share, point: [px, py] }) => {
          return sum + share * overlap * (px * y - py * x);
        }, 0);
        const lever = 2 * Math.sin(tilt);
        expect(torque).toBeCloseTo(2 * Math.sin(tilt) * Math.cos(tilt) - 4 * 0.025 * lever, 12);
      }
    }
  });
});
