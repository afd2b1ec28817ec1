// SPDX-License-Identifier: MIT
/** What to add to the scene of a run that has no trajectory, so that the next one can be shown, exported and analysed. */
import { formatSi } from '../scene/format-quantity.ts';
import type { RunManifest } from './manifest.ts';

/** As many frames as make a smooth film of a run. */
const FRAMES_WANTED = 200;

/** The interval that gives about so many frames: 1, 2 or 5 times a power of ten. */
function interval(until: number): string {
  const wanted = until / FRAMES_WANTED;
  const power = 10 ** Math.floor(Math.log10(wanted));
  const factor = [1, 2, 5].findLast((each) => each * power <= wanted * (1 + 1e-9)) ?? 1;
  return formatSi(factor * power, 's');
}

/** `sceneText` is the copy of the scene, which may have outputs already: a second entry of that name would be refused. */
export function recordingAdvice({ until, scene }: Pick<RunManifest, 'until' | 'scene'>, sceneText: string): string {
  const every = until > 0 ? interval(until) : '10 ms';
  const line = `trajectory: { every: ${every} }`;
  const hasOutputs = /^outputs\s*:/m.test(sceneText);
  const place = hasOutputs ? `add the second line below "outputs:" in ${scene.original}` : `add to ${scene.original}`;
  return `${place}, then run it again:\noutputs:\n  ${line}`;
}
