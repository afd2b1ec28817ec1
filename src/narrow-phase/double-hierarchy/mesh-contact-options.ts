// SPDX-License-Identifier: MIT
/** Options of contacts with meshes, checked and in the form of the kernel. */

import { describeValue, refuseArgument } from '../../errors/refused-argument.ts';
import { InvalidOptionError } from '../../errors.ts';
import { sin } from '../../math/circular.ts';
import { KERNEL_NAMES, type KernelName } from '../kernel-query.ts';
import { flagArgument, nameArgument, optionsArgument } from '../query-options.ts';

/** Options of `meshContacts` and `sphereMeshContacts`. */
export interface MeshContactOptions {
  /**
   * `two` (the default): a facet is a wall without thickness, and the normal points from it to the centre. `one`: a
   * facet is seen from its front only; from behind it is not there, but for centres within `depth`.
   */
  readonly sides?: 'one' | 'two';
  /**
   * With one side: how far behind a facet a centre may be and still be pushed to its front, with the distance going on
   * beyond minus the radius. Default 0.
   */
  readonly depth?: number;
  /** Facets up to this distance from the body are reported. Default 0: touching or overlapping ones. */
  readonly maxDistance?: number;
  /**
   * Angle in radians, below 0.1, at which facets count as coplanar; those are one contact. Default 1e-9, for
   * coordinates in float64; a mesh that was rounded to fewer digits needs the angle that its rounding makes.
   */
  readonly coplanarAngle?: number;
  /**
   * True: the Fast Intersection Test goes before the hierarchy, as in the paper. The answer is the same, and so is the
   * time: a facet's part of the hierarchy costs here no more than the test.
   */
  readonly fastIntersection?: boolean;
  /** Run this build of the kernel instead of the fastest; both give the same bits. */
  readonly kernel?: KernelName;
}

export const COPLANAR_ANGLE = 1e-9;
const LARGEST_COPLANAR_ANGLE = 0.1;

const OPTIONS = ['sides', 'depth', 'maxDistance', 'coplanarAngle', 'fastIntersection', 'kernel'] as const;

/**
 * Checks names and types of the options, reads each value once, and returns the result of `readMeshOptions` and the
 * kernel.
 */
export function meshOptionsArgument(options: unknown): {
  readonly numbers: readonly [number, number, number, number];
  readonly kernel: KernelName | undefined;
} {
  const { sides, depth, maxDistance, coplanarAngle, fastIntersection, kernel } = optionsArgument(options, OPTIONS);
  const name = nameArgument(kernel, 'options.kernel', KERNEL_NAMES, 'unknown-kernel');
  const read = { sides, depth, maxDistance, coplanarAngle, fastIntersection } as MeshContactOptions;
  return { numbers: readMeshOptions(read), kernel: name };
}

/** The options as numbers, in the order of src/kernel/mesh/mesh-layout.ts. */
export function readMeshOptions(options: MeshContactOptions): readonly [number, number, number, number] {
  const { sides = 'two', depth, maxDistance = 0, coplanarAngle = COPLANAR_ANGLE, fastIntersection } = options;
  if (sides !== 'one' && sides !== 'two') {
    throw new InvalidOptionError('unknown-sides', `options.sides: expected one or two, got ${describeValue(sides)}`);
  }
  if (depth !== undefined && sides === 'two') {
    throw new InvalidOptionError(
      'not-here',
      "options.depth: two-sided facets have no back; leave it out, or set sides: 'one'",
    );
  }
  return [
    readLength(maxDistance, 'maxDistance'),
    sin(readAngle(coplanarAngle)),
    sides === 'one' ? readLength(depth ?? 0, 'depth') : -1,
    flagArgument(fastIntersection, 'options.fastIntersection') ? 0 : 1,
  ];
}

function readLength(value: number, name: string): number {
  if (typeof value === 'number' && value >= 0 && value < Infinity) return value;
  return refuseArgument(InvalidOptionError, 'out-of-range', `options.${name}`, 'a finite number >= 0', value);
}

function readAngle(value: number): number {
  if (typeof value === 'number' && value >= 0 && value < LARGEST_COPLANAR_ANGLE) return value;
  const expected = `radians from 0 to below ${LARGEST_COPLANAR_ANGLE}`;
  return refuseArgument(InvalidOptionError, 'out-of-range', 'options.coplanarAngle', expected, value);
}
