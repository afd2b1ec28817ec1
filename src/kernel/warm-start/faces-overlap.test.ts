// SPDX-License-Identifier: MIT
/**
 * Polyhedra that lie on each other, moved by small steps: the overlap that a step gets from the faces of the step
 * before, beside the cold one of `contact`. Offsets, tilts and twists include none and nearly none, where several
 * normals are nearly as good.
 */
import { describe, expect, it } from 'vitest';
import { answerLaid, cache, KINDS, layOn, moved, poses, result, work } from '../../../tests/support/laid-pairs.ts';
import type { Pose } from '../../math/pose.ts';
import { fromAxisAngle, inverseRotate } from '../../math/quaternion.ts';
import { Random } from '../../math/random.ts';
import { subtract, type Vector3 } from '../../math/vector.ts';
import { contact } from '../../narrow-phase/contact.ts';
import { kernelBlock } from '../../shapes/kernel-memory/kernel-block.ts';
import { allocateCells } from '../../shapes/kernel-memory/kernel-heap.ts';
import { box } from '../../shapes/kinds/box.ts';
import { polyhedron } from '../../shapes/kinds/convex-polyhedron.ts';
import type { ConvexShape } from '../../shapes/shape.ts';
import { flatContact, placedFlatContact } from '../features/flat-contact.ts';
import { FLAT_CELLS, FLAT_OVERLAP, FLAT_SHARE, FLAT_STRIDE } from '../features/flat-layout.ts';
import { heightOverFace } from '../features/polyhedron-face.ts';
import { typescriptKernel, wasmKernel } from '../kernel.ts';
import {
  CACHE_FACES,
  CACHE_OVERLAP,
  CACHE_STRIDE,
  FLAT_COUNT,
  POSE_STRIDE,
  RESULT_EPA_ITERATIONS,
  RESULT_GJK_ITERATIONS,
  RESULT_NORMAL,
  RESULT_POINT_ON_A,
  RESULT_POINT_ON_B,
  RESULT_STATUS,
  RESULT_STRIDE,
  SHAPE_CENTRE,
  SHAPE_EXTENT,
  SHAPE_FACE_COUNT,
  STATUS_FAR,
} from '../layout.ts';
import { F, I } from '../memory.ts';

const SEED = Number(process.env.TEST_SEED ?? 20261116);
/** Of the size: what the depth of a step may be off, a millionth of the overlaps of simulations. */
const WITHIN = 1e-9;
/** Of the size: points that EPA found on nearly parallel faces may be so far off in a step (STEP_WITNESS). */
const POINT_WITHIN = 1e-6;
const STEPS = 8;
const corners = allocateCells(FLAT_CELLS);

function vectorAt(at: number): Vector3 {
  return { x: F[at], y: F[at + 1], z: F[at + 2] };
}

/** Largest height of a point, in the frame of the shape, over the planes of its faces. */
function heightOver(shape: ConvexShape, point: Vector3): number {
  const s = kernelBlock(shape);
  const { x, y, z } = point;
  let most = -Infinity;
  for (let face = 0; face < I[2 * s + SHAPE_FACE_COUNT]; face++) {
    const centred = [x - F[s + SHAPE_CENTRE], y - F[s + SHAPE_CENTRE + 1], z - F[s + SHAPE_CENTRE + 2]] as const;
    most = Math.max(most, heightOverFace(s, face, ...centred));
  }
  return most;
}

function isSearched(): boolean {
  return F[result + RESULT_GJK_ITERATIONS] + F[result + RESULT_EPA_ITERATIONS] > 0;
}

/** Largest difference of a corner of the list at `from` to the nearest one of the other list: place, overlap, share. */
function farthestCorner(from: number, count: number, other: number, others: number): number {
  const cornerAt = (list: number, k: number): readonly number[] =>
    [0, 1, 2, FLAT_OVERLAP, FLAT_SHARE].map((cell) => F[list + FLAT_STRIDE * k + cell]);
  let most = 0;
  for (let k = 0; k < count; k++) {
    const corner = cornerAt(from, k);
    const gaps = Array.from({ length: others }, (_, j) => {
      const near = cornerAt(other, j);
      return Math.max(...corner.map((x, c) => Math.abs(x - near[c])));
    });
    most = Math.max(most, Math.min(...gaps));
  }
  return most;
}

function isOnFaces(): boolean {
  return I[2 * cache + CACHE_OVERLAP] === CACHE_FACES;
}

/** `expect` for each of a million numbers takes longer than the queries: it is called for those that are too large. */
function expectBelow(value: number, limit: number, label: () => string): void {
  if (!(value < limit)) expect(value, label()).toBeLessThan(limit);
}

/** Follows `pairs` pairs of two kinds; returns the share of warm overlaps that needed no search. */
function follow(first: string, second: string, pairs: number): number {
  const random = new Random(SEED);
  let warm = 0;
  let known = 0;
  for (let pair = 0; pair < pairs; pair++) {
    const [a, b] = [KINDS[first](random), KINDS[second](random)];
    const size = Math.min(F[kernelBlock(a) + SHAPE_EXTENT], F[kernelBlock(b) + SHAPE_EXTENT]);
    const step = size * 10 ** random.between(-9, -3);
    let poseB = layOn(a, b, size, random);
    F.fill(0, cache, cache + CACHE_STRIDE);
    for (let k = 0; k < STEPS; k++) {
      const label = (): string => `seed ${SEED}: ${first} on ${second}, pair ${pair}, step ${k}`;
      const wasOnFaces = isOnFaces();
      answerLaid(typescriptKernel, a, b, poseB);
      const { distance: exact } = contact(a, {}, b, poseB);
      if (F[result + RESULT_STATUS] === STATUS_FAR) expectBelow(-exact, 0, label);
      else expectBelow(Math.abs(F[result] - exact), WITHIN * size, label);
      if (exact < 0 && F[result + RESULT_STATUS] !== STATUS_FAR) {
        // Both points are on the surfaces of their bodies.
        const [onA, onB] = [vectorAt(result + RESULT_POINT_ON_A), vectorAt(result + RESULT_POINT_ON_B)];
        expectBelow(Math.abs(heightOver(a, onA)), POINT_WITHIN * size, label);
        const own = inverseRotate(poseB.orientation, subtract(onB, poseB.position));
        expectBelow(Math.abs(heightOver(b, own)), POINT_WITHIN * size, label);
      }
      if (wasOnFaces && exact < 0) {
        warm++;
        if (!isSearched()) known++;
      }
      poseB = moved(poseB, step, size, random);
    }
  }
  return known / warm;
}

const PAIRS_OF_KINDS: readonly (readonly [string, string])[] = [
  ['cube', 'cube'],
  ['slab', 'slab'],
  ['prism', 'prism'],
  ['frustum', 'frustum'],
  ['pyramid', 'pyramid'],
  ['cell', 'cell'],
  ['cell', 'cube'],
  ['crumb', 'cube'],
  ['crumb', 'cell'],
];

describe('overlap from the faces of the step before', () => {
  it.each(PAIRS_OF_KINDS)('is that of a cold query, and mostly found without a search: %s on %s', (first, second) => {
    // A face that another one replaces, and ties of two faces of one body, need a search.
    expect(follow(first, second, 12)).toBeGreaterThan(0.85);
  });

  it.each(PAIRS_OF_KINDS)('is that of a cold query on many pairs: %s on %s', { tags: ['long'] }, (first, second) => {
    expect(follow(first, second, 2000)).toBeGreaterThan(0.9);
  });

  it('goes over to the faces beside where these have less overlap', () => {
    const a = box({ halfExtents: [1, 1, 1] });
    const at = (x: number, y: number): Pose => ({
      position: { x, y, z: 0.1 },
      orientation: fromAxisAngle({ x: 1, y: 2, z: 3 }, 1e-3),
    });
    F.fill(0, cache, cache + CACHE_STRIDE);
    answerLaid(typescriptKernel, a, a, at(1.99, 1.97));
    expect(Math.abs(F[result + RESULT_NORMAL])).toBeGreaterThan(0.99);
    expect(isOnFaces()).toBe(true);
    // It slides along its face until the way out across that is the shorter one.
    answerLaid(typescriptKernel, a, a, at(1.97, 1.99));
    expect(Math.abs(F[result + RESULT_NORMAL + 1])).toBeGreaterThan(0.99);
    expect(F[result]).toBeCloseTo(contact(a, {}, a, at(1.97, 1.99)).distance, 10);
    expect(isSearched()).toBe(false);
  });

  it('needs no search where boxes and prisms of a lattice overlap as much across two or three faces', () => {
    const upright = { w: 1, x: 0, y: 0, z: 0 };
    const part = Math.SQRT2 - 1;
    const signs = [-1, 1];
    const octagonal = signs.flatMap((x) =>
      signs.flatMap((y) => signs.flatMap((z) => [x, part * y, z, part * x, y, z])),
    );
    const shapes = [box({ halfExtents: [1, 1, 1] }), polyhedron({ vertices: Float64Array.from(octagonal) })];
    for (const [number, shape] of shapes.entries()) {
      for (const [x, y, z] of [
        [1.998, 0, 0],
        [1.998, 0, 1.998],
        [0, -1.998, -1.998],
        ...(number === 0 ? [[1.998, 1.998, -1.998]] : []),
      ]) {
        const poseB: Pose = { position: { x, y, z }, orientation: upright };
        F.fill(0, cache, cache + CACHE_STRIDE);
        for (let k = 0; k < 3; k++) {
          answerLaid(typescriptKernel, shape, shape, poseB);
          expect(F[result], `${x} ${y} ${z}`).toBeCloseTo(-0.002, 12);
          expect(F[result + RESULT_EPA_ITERATIONS]).toBe(0);
          expect(isSearched()).toBe(false);
        }
      }
    }
  });

  it('does not take a tie for granted where bodies are narrower behind their faces', () => {
    // Frustums on the rims of their wide faces: the way out across a slanting side is shorter.
    const frustum = (top: number): ConvexShape =>
      polyhedron({
        vertices: Float64Array.from([-1, 1].flatMap((x) => [-1, 1].flatMap((y) => [x, y, -1, top * x, top * y, 1]))),
      });
    const over = fromAxisAngle({ x: 1, y: 0, z: 0 }, Math.PI);
    for (const top of [0.5, 0.9, 0.999, 1, 1.001, 1.1]) {
      for (const x of [1.99, 1.998, 1.9999]) {
        const poseB: Pose = { position: { x, y: 0.3, z: -1.998 }, orientation: over };
        F.fill(0, cache, cache + CACHE_STRIDE);
        for (let k = 0; k < 2; k++) {
          answerLaid(typescriptKernel, frustum(top), frustum(top), poseB);
          const { distance } = contact(frustum(top), {}, frustum(top), poseB);
          expect(Math.abs(F[result] - distance), `top ${top}, x ${x}`).toBeLessThan(WITHIN);
        }
      }
    }
  });

  it('shares its common part with the contact points, which are those from poses', () => {
    const random = new Random(SEED);
    let shared = 0;
    for (let pair = 0; pair < 60; pair++) {
      const [a, b] = [KINDS.prism(random), KINDS.cell(random)];
      let poseB = layOn(a, b, 1, random);
      F.fill(0, cache, cache + CACHE_STRIDE);
      for (let k = 0; k < 3; k++) {
        answerLaid(typescriptKernel, a, b, poseB);
        if (F[result] < 0 && I[FLAT_COUNT] > 0) {
          const [x, y, z] = [0, 1, 2].map((c) => F[result + RESULT_NORMAL + c]);
          const [blockA, blockB] = [kernelBlock(a), kernelBlock(b)];
          const expected = flatContact(blockA, poses, blockB, poses + POSE_STRIDE, x, y, z, corners);
          const written = placedFlatContact(work, work);
          // Corners whose share is rounding may be missing in one of both.
          expect(farthestCorner(work, written, corners, expected), `pair ${pair}`).toBeLessThan(1e-6);
          expect(farthestCorner(corners, expected, work, written), `pair ${pair}`).toBeLessThan(1e-6);
          shared++;
        }
        poseB = moved(poseB, 1e-6, 1, random);
      }
    }
    expect(shared).toBeGreaterThan(30);
  });

  it('has the same bits in WebAssembly', () => {
    const wasm = wasmKernel;
    expect(wasm).toBeDefined();
    if (wasm === undefined) return;
    const random = new Random(SEED);
    for (let pair = 0; pair < 100; pair++) {
      const [a, b] = [KINDS.prism(random), KINDS.cell(random)];
      let poseB = layOn(a, b, 1, random);
      const kept = [new Float64Array(CACHE_STRIDE), new Float64Array(CACHE_STRIDE)];
      for (let k = 0; k < 4; k++) {
        const [bits, others] = [typescriptKernel, wasm].map((kernel, number) => {
          F.set(kept[number], cache);
          answerLaid(kernel, a, b, poseB);
          kept[number].set(F.subarray(cache, cache + CACHE_STRIDE));
          return [...F.slice(result, result + RESULT_STRIDE), ...F.slice(cache, cache + CACHE_STRIDE)];
        });
        expect(others, `pair ${pair}, step ${k}`).toEqual(bits);
        poseB = moved(poseB, 1e-4, 1, random);
      }
    }
  });
});
