// SPDX-License-Identifier: MIT
/**
 * Polyhedra laid on each other, face on face, and moved by small steps. They are queried as in a step of a simulation:
 * with the warm start of the last answer and room for the common part of faces.
 */
import { octagonalFrustum, octagonalPrism, randomCell, squarePyramid } from '../../src/bench/benchmark-bodies.ts';
import { FLAT_CELLS } from '../../src/kernel/features/flat-layout.ts';
import type { Kernel } from '../../src/kernel/kernel.ts';
import {
  CACHE_STRIDE,
  FLAT_COUNT,
  FLAT_WORK,
  FOR_STEPS,
  POSE_STRIDE,
  RESULT_STRIDE,
  SHAPE_CENTRE,
  SHAPE_FACE_COUNT,
  SHAPE_FACE_NORMALS,
  SHAPE_FACE_OFFSETS,
  SHAPE_FACE_VERTICES,
  SHAPE_X,
  SHAPE_Y,
  SHAPE_Z,
} from '../../src/kernel/layout.ts';
import { F, I } from '../../src/kernel/memory.ts';
import type { Pose } from '../../src/math/pose.ts';
import { conjugate, fromAxes, fromAxisAngle, multiply, rotate } from '../../src/math/quaternion.ts';
import type { Random } from '../../src/math/random.ts';
import { addScaled, cross, dot, normalise, scale, subtract, type Vector3 } from '../../src/math/vector.ts';
import { writePose } from '../../src/narrow-phase/kernel-query.ts';
import { kernelBlock } from '../../src/shapes/kernel-memory/kernel-block.ts';
import { allocateCells } from '../../src/shapes/kernel-memory/kernel-heap.ts';
import { box } from '../../src/shapes/kinds/box.ts';
import { polyhedron } from '../../src/shapes/kinds/convex-polyhedron.ts';
import type { ConvexShape } from '../../src/shapes/shape.ts';

/** Addresses: of the poses of both bodies, the warm start, the answer, and the working memory of flat contacts. */
export const poses = allocateCells(2 * POSE_STRIDE);
export const cache = allocateCells(CACHE_STRIDE);
export const result = allocateCells(RESULT_STRIDE);
export const work = allocateCells(FLAT_CELLS);

type Kind = (random: Random) => ConvexShape;
const hull =
  (create: (random: Random) => { readonly vertices: readonly number[] }, size = 1): Kind =>
  (random) =>
    polyhedron({ vertices: Float64Array.from(create(random).vertices, (x) => size * x) });

export const KINDS: Readonly<Record<string, Kind>> = {
  cube: () => box({ halfExtents: [1, 1, 1] }),
  slab: (random) => box({ halfExtents: [random.between(0.3, 1), random.between(0.3, 1), random.between(0.1, 1)] }),
  prism: hull(octagonalPrism),
  frustum: hull(octagonalFrustum),
  pyramid: hull(squarePyramid),
  cell: hull(randomCell),
  crumb: hull(randomCell, 0.01),
};

interface Face {
  readonly centre: Vector3;
  readonly normal: Vector3;
  /** Along its first edge. */
  readonly edge: Vector3;
}

function faceOf(shape: ConvexShape, random: Random): Face {
  const s = kernelBlock(shape);
  const face = random.integer(I[2 * s + SHAPE_FACE_COUNT]);
  const offsets = I[2 * s + SHAPE_FACE_OFFSETS] + face;
  const vertices = Array.from({ length: I[offsets + 1] - I[offsets] }, (_, k) => {
    const v = I[I[2 * s + SHAPE_FACE_VERTICES] + I[offsets] + k];
    return {
      x: F[I[2 * s + SHAPE_X] + v] + F[s + SHAPE_CENTRE],
      y: F[I[2 * s + SHAPE_Y] + v] + F[s + SHAPE_CENTRE + 1],
      z: F[I[2 * s + SHAPE_Z] + v] + F[s + SHAPE_CENTRE + 2],
    };
  });
  const n = I[2 * s + SHAPE_FACE_NORMALS] + 3 * face;
  return {
    centre: vertices.reduce((sum, v) => addScaled(sum, v, 1 / vertices.length), { x: 0, y: 0, z: 0 }),
    normal: { x: F[n], y: F[n + 1], z: F[n + 2] },
    edge: normalise(subtract(vertices[1], vertices[0])),
  };
}

function frameOf({ normal, edge }: Face): Pose['orientation'] {
  return fromAxes(edge, cross(normal, edge), normal);
}

/** Of the size. */
const OFFSETS = [0, 1e-6, 1e-3, 1e-2, 0.2, 0.5, 0.95];

/** A pose of b at which one of its faces lies on one of a's, offset, tilted and overlapping by a random depth. */
export function layOn(a: ConvexShape, b: ConvexShape, size: number, random: Random): Pose {
  const [faceA, faceB] = [faceOf(a, random), faceOf(b, random)];
  const over = fromAxisAngle({ x: 1, y: 0, z: 0 }, Math.PI);
  const twist = random.next() < 0.5 ? 0 : random.between(0, 6);
  const tilt = random.next() < 0.2 ? 0 : 10 ** random.between(-15, -1);
  const turned = multiply(multiply(frameOf(faceA), over), conjugate(frameOf(faceB)));
  const twisted = multiply(fromAxisAngle(faceA.normal, twist), turned);
  const orientation = multiply(fromAxisAngle(random.unitVector(), tilt), twisted);
  const depth = size * 10 ** random.between(-5, -1);
  const aside = random.unitVector();
  const across = addScaled(aside, faceA.normal, -dot(aside, faceA.normal));
  const offset = scale(across, size * OFFSETS[random.integer(OFFSETS.length)]);
  const at = addScaled(addScaled(faceA.centre, faceA.normal, -depth), offset, 1);
  return { position: subtract(at, rotate(orientation, faceB.centre)), orientation };
}

export function moved({ position, orientation }: Pose, step: number, size: number, random: Random): Pose {
  return {
    position: addScaled(position, random.unitVector(), step),
    orientation: multiply(fromAxisAngle(random.unitVector(), step / size), orientation),
  };
}

const AT_ORIGIN: Pose = { position: { x: 0, y: 0, z: 0 }, orientation: { w: 1, x: 0, y: 0, z: 0 } };

/** The answer of a step, by one kernel, in `result`. */
export function answerLaid(engine: Kernel, a: ConvexShape, b: ConvexShape, poseB: Pose, poseA = AT_ORIGIN): void {
  writePose(poses, poseA);
  writePose(poses + POSE_STRIDE, poseB);
  I[FOR_STEPS] = 1;
  I[FLAT_WORK] = work;
  I[FLAT_COUNT] = 0;
  engine.contactPair(kernelBlock(a), poses, kernelBlock(b), poses + POSE_STRIDE, cache, 0.1, result);
  I[FOR_STEPS] = 0;
  I[FLAT_WORK] = 0;
}
