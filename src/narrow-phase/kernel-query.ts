// SPDX-License-Identifier: MIT
/**
 * Interface between the API and the kernel: writes shapes and poses, reads results, and calls the exact path if the
 * bounds of two polyhedra stay open.
 */
import { fastestKernel, type Kernel, type PairKernel, wasmKernel } from '../kernel/kernel.ts';
import {
  CORE,
  CORE_LOWER,
  CORE_NORMAL,
  CORE_POINT,
  CORE_UPPER,
  DIMENSION_A,
  DIMENSION_B,
  PAIR_A,
  PAIR_B,
  POSE_STRIDE,
  REASON,
  REASON_ITERATION_LIMIT,
  REASON_NONE,
  RELATIVE,
  RESULT_DIMENSION_A,
  RESULT_DIMENSION_B,
  RESULT_EPA_ITERATIONS,
  RESULT_GJK_ITERATIONS,
  RESULT_LOWER,
  RESULT_NORMAL,
  RESULT_POINT_ON_A,
  RESULT_POINT_ON_B,
  RESULT_REASON,
  RESULT_STATUS,
  RESULT_STRIDE,
  RESULT_UPPER,
  SHAPE_NEIGHBOUR_OFFSETS,
  SHAPE_NEIGHBOURS,
  SHAPE_VERTEX_COUNT,
  SHAPE_X,
  SHAPE_Y,
  SHAPE_Z,
  STATUS_BOUNDED,
  STATUS_CONVERGED,
} from '../kernel/layout.ts';
import { F, I } from '../kernel/memory.ts';
import type { Pose } from '../math/pose.ts';
import type { Vector3 } from '../math/vector.ts';
import { allocateCells, sweepBlocks } from '../shapes/kernel-memory/kernel-heap.ts';
import { type Contact, type ContactReason, type ContactStatus, contactType } from './contact-result.ts';
import { type ExactBody, exactContact } from './exact/exact-contact.ts';
import type { ContactResult } from './reusable-contact.ts';

export const KERNEL_NAMES = ['webassembly', 'typescript'] as const;
/**
 * Name of a build of the kernel; both give the same bits.
 *
 * @example
 * ```ts no-run
 * import { contact, type KernelName, sphere } from 'scree/contact';
 *
 * const kernel: KernelName = 'typescript';
 * contact(sphere({ radius: 1 }), {}, sphere({ radius: 1 }), { position: [1, 0, 0] }, { kernel });
 * ```
 */
export type KernelName = (typeof KERNEL_NAMES)[number];

/** What a query needs whose bounds may have to be closed exactly. */
type ExactKernel = Pick<PairKernel, 'contactPair' | 'writeResult'>;

/** Addresses of the two poses and the answer of a single query. */
export const POSE_A = allocateCells(2 * POSE_STRIDE + RESULT_STRIDE + 2);
export const POSE_B = POSE_A + POSE_STRIDE;
export const RESULT = POSE_B + POSE_STRIDE + 2;

/**
 * The kernel to run: the fastest that is there, or one by name (undefined when it is not available); `text` has the
 * entries that the query calls. Every query begins here, before it holds any address, so this is also where a memory
 * full of dead shapes is swept.
 */
export function kernelNamed<Entries extends Partial<Kernel>>(
  text: Entries,
  name: KernelName | undefined,
): Entries | undefined {
  sweepBlocks();
  if (name === undefined) return fastestKernel(text);
  return name === 'typescript' ? text : (wasmKernel as Entries | undefined);
}

export function writePose(at: number, pose: Pose): void {
  const { position, orientation } = pose;
  F[at] = position.x;
  F[at + 1] = position.y;
  F[at + 2] = position.z;
  F[at + 3] = orientation.w;
  F[at + 4] = orientation.x;
  F[at + 5] = orientation.y;
  F[at + 6] = orientation.z;
}

function isPolyhedral(block: number): boolean {
  return I[2 * block + SHAPE_VERTEX_COUNT] > 0;
}

/**
 * Vertices of a block in the frame of A, as the kernel computes them; B's are rotated and moved by the relative pose.
 */
function exactBody(block: number, isB: boolean): ExactBody {
  const header = 2 * block;
  const count = I[header + SHAPE_VERTEX_COUNT];
  const x = I[header + SHAPE_X];
  const y = I[header + SHAPE_Y];
  const z = I[header + SHAPE_Z];
  const vertices = new Float64Array(3 * count);
  const m = Array.from(F.subarray(RELATIVE, RELATIVE + 12));
  const [xx, xy, xz, yx, yy, yz, zx, zy, zz, tx, ty, tz] = m as [
    ...[number, number, number, number, number, number],
    ...[number, number, number, number, number, number],
  ];
  for (let i = 0; i < count; i++) {
    const px = F[x + i];
    const py = F[y + i];
    const pz = F[z + i];
    vertices[3 * i] = isB ? xx * px + xy * py + xz * pz + tx : px;
    vertices[3 * i + 1] = isB ? yx * px + yy * py + yz * pz + ty : py;
    vertices[3 * i + 2] = isB ? zx * px + zy * py + zz * pz + tz : pz;
  }
  const offsets = I[header + SHAPE_NEIGHBOUR_OFFSETS];
  const neighbours = I[header + SHAPE_NEIGHBOURS];
  return {
    vertices,
    vertexOffsets: I.slice(offsets, offsets + count + 1),
    vertexNeighbours: I.slice(neighbours, neighbours + I[offsets + count]),
  };
}

function dimensionOf(feature: Int32Array): number {
  return Math.min(feature.length, 3) - 1;
}

/** Answers the pair last placed by the kernel in exact arithmetic; the result goes to `r`. */
export function answerExactly(engine: Pick<Kernel, 'writeResult'>, r: number): void {
  const a = exactBody(I[PAIR_A], false);
  const b = exactBody(I[PAIR_B], true);
  const start = [F[CORE_NORMAL], F[CORE_NORMAL + 1], F[CORE_NORMAL + 2]] as [number, number, number];
  const exact = exactContact(a, b, start);
  F[CORE] = exact.distance;
  F[CORE_LOWER] = exact.lower;
  F[CORE_UPPER] = exact.upper;
  for (let k = 0; k < 3; k++) {
    F[CORE_NORMAL + k] = exact.normal[k];
    F[CORE_POINT + k] = exact.pointOnA[k];
  }
  I[DIMENSION_A] = dimensionOf(exact.featureA);
  I[DIMENSION_B] = dimensionOf(exact.featureB);
  I[REASON] = exact.isClosed ? REASON_NONE : REASON_ITERATION_LIMIT;
  engine.writeResult(exact.isClosed ? STATUS_CONVERGED : STATUS_BOUNDED, r);
}

/** One query: blocks a, b at the poses in memory; bounds of polyhedra that did not close are closed exactly. */
export function queryPair(
  engine: ExactKernel,
  a: number,
  poseA: number,
  b: number,
  poseB: number,
  cache: number,
  maxDistance: number,
  r: number,
): void {
  engine.contactPair(a, poseA, b, poseB, cache, maxDistance, r);
  if (isOpen(a, b, r)) answerExactly(engine, r);
}

/** True when the answer at r is one of two polyhedra whose bounds did not close. */
export function isOpen(a: number, b: number, r: number): boolean {
  return F[r + RESULT_STATUS] === STATUS_BOUNDED && isPolyhedral(a) && isPolyhedral(b);
}

/** The exact answer for a pair that was found open in a batch and is no longer the one that the kernel has placed. */
export function closeExactly(engine: ExactKernel, a: number, poseA: number, b: number, poseB: number, r: number): void {
  const gjkIterations = F[r + RESULT_GJK_ITERATIONS];
  const epaIterations = F[r + RESULT_EPA_ITERATIONS];
  engine.contactPair(a, poseA, b, poseB, 0, Infinity, r);
  answerExactly(engine, r);
  F[r + RESULT_GJK_ITERATIONS] = gjkIterations;
  F[r + RESULT_EPA_ITERATIONS] = epaIterations;
}

/** The vector at an address of the kernel's memory. */
export function vectorAt(at: number): Vector3 {
  return { x: F[at], y: F[at + 1], z: F[at + 2] };
}

const STATUSES: readonly ContactStatus[] = ['converged', 'bounded', 'unsupported', 'converged'];
export const REASONS: readonly (ContactReason | undefined)[] = [
  undefined,
  'deep',
  'thin',
  'iteration-limit',
  'local-optimum',
  'contradiction',
];

/** The result at address r as an object. */
export function readContact(r: number): Contact {
  const pointOnA = vectorAt(r + RESULT_POINT_ON_A);
  const pointOnB = vectorAt(r + RESULT_POINT_ON_B);
  const reason = REASONS[F[r + RESULT_REASON]];
  const found = {
    distance: F[r],
    normal: vectorAt(r + RESULT_NORMAL),
    pointOnA,
    pointOnB,
    point: {
      x: (pointOnA.x + pointOnB.x) / 2,
      y: (pointOnA.y + pointOnB.y) / 2,
      z: (pointOnA.z + pointOnB.z) / 2,
    },
    lower: F[r + RESULT_LOWER],
    upper: F[r + RESULT_UPPER],
    type: contactType(F[r + RESULT_DIMENSION_A], F[r + RESULT_DIMENSION_B]),
    status: STATUSES[F[r + RESULT_STATUS]],
    gjkIterations: F[r + RESULT_GJK_ITERATIONS],
    epaIterations: F[r + RESULT_EPA_ITERATIONS],
  };
  if (reason === undefined) return found;
  const { gjkIterations, epaIterations, ...answer } = found;
  return { ...answer, reason, gjkIterations, epaIterations };
}

/** The same to an object of the caller. Allocates nothing. */
export function readContactTo(out: ContactResult, r: number): ContactResult {
  const { normal, pointOnA, pointOnB, point } = out;
  const ax = F[r + RESULT_POINT_ON_A];
  const ay = F[r + RESULT_POINT_ON_A + 1];
  const az = F[r + RESULT_POINT_ON_A + 2];
  const bx = F[r + RESULT_POINT_ON_B];
  const by = F[r + RESULT_POINT_ON_B + 1];
  const bz = F[r + RESULT_POINT_ON_B + 2];
  out.distance = F[r];
  normal.x = F[r + RESULT_NORMAL];
  normal.y = F[r + RESULT_NORMAL + 1];
  normal.z = F[r + RESULT_NORMAL + 2];
  pointOnA.x = ax;
  pointOnA.y = ay;
  pointOnA.z = az;
  pointOnB.x = bx;
  pointOnB.y = by;
  pointOnB.z = bz;
  point.x = (ax + bx) / 2;
  point.y = (ay + by) / 2;
  point.z = (az + bz) / 2;
  out.lower = F[r + RESULT_LOWER];
  out.upper = F[r + RESULT_UPPER];
  out.type = contactType(F[r + RESULT_DIMENSION_A], F[r + RESULT_DIMENSION_B]);
  out.status = STATUSES[F[r + RESULT_STATUS]];
  out.reason = REASONS[F[r + RESULT_REASON]];
  out.gjkIterations = F[r + RESULT_GJK_ITERATIONS];
  out.epaIterations = F[r + RESULT_EPA_ITERATIONS];
  out.case = undefined;
  out.manifold = undefined;
  return out;
}
