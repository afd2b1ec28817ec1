// SPDX-License-Identifier: MIT
/**
 * Advice for a run without a trajectory: the lines to add to its scene, so that the next run can be shown, exported and
 * analysed.
 */
import { proposedInterval } from '../scene/proposed-interval.ts';
import type { RunManifest } from './folder/manifest.ts';

/**
 * `sceneText` is the copy of the scene. It may already have `outputs`, and the scene reader refuses a second entry of
 * that name.
 */
export function recordingAdvice({ until, scene }: Pick<RunManifest, 'until' | 'scene'>, sceneText: string): string {
  const every = until > 0 ? proposedInterval(until) : '10 ms';
  const line = `trajectory: { every: ${every} }`;
  const hasOutputs = /^outputs\s*:/m.test(sceneText);
  const place = hasOutputs ? `add the second line below "outputs:" in ${scene.original}` : `add to ${scene.original}`;
  return `${place}, then run it again:\noutputs:\n  ${line}`;
}
