// SPDX-License-Identifier: MIT
/**
 * The present state of a run as a frame of a trajectory, whether or not an output is due. Its arrays are copies, which
 * may be transferred to another thread.
 */
import type { Frame } from '../../io/trajectory/frame.ts';
import type { Run } from '../run.ts';
import { centroidsOf } from './own-frames.ts';
import { Snapshot } from './snapshot.ts';
import { frameOf } from './trajectory-output.ts';

export function momentFrame({ loop, scene }: Run): Frame {
  const { simulation: spec } = scene;
  const frame = frameOf(new Snapshot(loop.view, loop.position), spec, centroidsOf(spec.shapes));
  // Some are those of the moment, which others will ask for again.
  return { ...frame, ids: frame.ids.slice(), shapes: frame.shapes.slice(), materials: frame.materials.slice() };
}
