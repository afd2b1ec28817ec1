// SPDX-License-Identifier: MIT
/** Advice for a run without a trajectory: the lines to add to its scene, so that the next run can be shown, exported and analysed. */
import { formatSi } from '../scene/format-quantity.ts';
import type { RunManifest } from './manifest.ts';

/** Enough frames for a smooth film of a run. */
const FRAMES_WANTED = 200;

/** The interval for about FRAMES_WANTED frames: 1, 2 or 5 times a power of ten. */
function interval(until: number): string {
  const wanted = until / FRAMES_WANTED;
  const power = 10 ** Math.floor(Math.log10(wanted));
  const factor = [1, 2, 5].findLast((each) => each * power <= wanted * (1 + 1e-9)) ?? 1;
  return formatSi(factor * power, 's');
}

/** `sceneText` is the copy of the scene. It may already have `outputs`, and the scene reader refuses a second entry of that name. */
export function recordingAdvice({ until, scene }: Pick<RunManifest, 'until' | 'scene'>, sceneText: string): string {
  const every = until > 0 ? interval(until) : '10 ms';
  const line = `trajectory: { every: ${every} }`;
  const hasOutputs = /^outputs\s*:/m.test(sceneText);
  const place = hasOutputs ? `add the second line below "outputs:" in ${scene.original}` : `add to ${scene.original}`;
  return `${place}, then run it again:\noutputs:\n  ${line}`;
}
