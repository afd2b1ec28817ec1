// SPDX-License-Identifier: MIT
/** Arguments of queries about two solid polyhedra, or about one and a half-space. */
import { UnsupportedPairError } from '../../errors.ts';
import { type Kernel, typescriptKernel } from '../../kernel/kernel.ts';
import { type Pose, type PoseLike, poseArgument } from '../../math/pose.ts';
import { kernelBlock } from '../../shapes/kernel-memory/kernel-block.ts';
import { requireShape, type Shape } from '../../shapes/shape.ts';
import { chosenKernel } from '../contact.ts';
import { type KernelName, POSE_A, POSE_B, writePose } from '../kernel-query.ts';
import { optionsArgument } from '../query-options.ts';

const OPTIONS = ['kernel'] as const;

export interface SolidPairOptions {
  readonly kernel?: KernelName;
}

function isSolid(shape: Shape): boolean {
  return shape.kind === 'polyhedron' || shape.kind === 'box';
}

/** True for polyhedra and boxes, or one of them and a half-space. */
export function isSolidPair(a: Shape, b: Shape): boolean {
  requireShape(a, 'a');
  requireShape(b, 'b');
  return (isSolid(a) && (isSolid(b) || b.kind === 'halfSpace')) || (a.kind === 'halfSpace' && isSolid(b));
}

/**
 * Checks the arguments of a query about a pair that it supports if `supports` says so; throws an UnsupportedPairError
 * with the name of the query and what it supports otherwise.
 */
export function pairArguments(
  query: { readonly name: string; readonly supports: (a: Shape, b: Shape) => boolean; readonly supported: string },
  a: Shape,
  poseA: PoseLike,
  b: Shape,
  poseB: PoseLike,
  options: SolidPairOptions | undefined,
): { readonly engine: Kernel; readonly placedA: Pose; readonly placedB: Pose } {
  requireShape(a, 'a');
  requireShape(b, 'b');
  const placedA = poseArgument(poseA, 'poseA');
  const placedB = poseArgument(poseB, 'poseB');
  const { kernel } = optionsArgument(options, OPTIONS);
  const engine = chosenKernel(typescriptKernel, kernel);
  if (query.supports(a, b)) return { engine, placedA, placedB };
  throw new UnsupportedPairError(
    'unsupported-pair',
    `${query.name}: ${a.kind} against ${b.kind} is not supported; ${query.supported}`,
  );
}

/** Writes both shapes and poses to the kernel's memory; poses are at POSE_A and POSE_B. */
export function placeSolids(a: Shape, placedA: Pose, b: Shape, placedB: Pose): { blockA: number; blockB: number } {
  const blockA = kernelBlock(a);
  const blockB = kernelBlock(b);
  writePose(POSE_A, placedA);
  writePose(POSE_B, placedB);
  return { blockA, blockB };
}
