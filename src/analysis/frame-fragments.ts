// SPDX-License-Identifier: MIT
/** Fragments of a recorded frame: bodies that bonds hold together. */
import { fragmentSizes, fragmentsOf } from '../bonds/fragments.ts';
import type { Frame } from '../io/trajectory/frame.ts';

/** The fragments that the bonds of one frame hold together. */
export interface FrameFragments {
  /** For each body of the frame the smallest id of its fragment. */
  readonly ids: Int32Array;
  /** Bodies of each fragment, the largest first. */
  readonly sizes: Int32Array;
}

/**
 * Fragments of a frame of a trajectory, from its bonds; a body without a bond is one of its own.
 *
 * @example
 * ```ts
 * import { frameFragments } from 'scree/analysis';
 *
 * const frame = { ids: Int32Array.of(0, 1, 2), bondBodies: Int32Array.of(0, 1) };
 * console.log(frameFragments(frame).sizes.join(' ')); // 2 1
 * ```
 */
export function frameFragments({
  ids,
  bondBodies = new Int32Array(),
}: Pick<Frame, 'ids' | 'bondBodies'>): FrameFragments {
  const fragments = fragmentsOf(ids, bondBodies);
  return { ids: fragments, sizes: fragmentSizes(fragments) };
}
