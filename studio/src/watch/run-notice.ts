// SPDX-License-Identifier: MIT
/** Notices of the Watch tab about a whole run: its progress, and the remedy if it has no frames. */
import { proposedInterval } from '../../../src/quantities.ts';
import type { RunDescription } from '../run-source/run-source.ts';
import { button } from '../ui/controls.ts';
import { formatCount, formatQuantity } from '../ui/format.ts';
import { h } from '../ui/h.ts';

/** Rounding error of a time, relative to the whole time. */
const ROUNDING = 1e-9;

interface RunProgress {
  readonly isRunning: boolean;
  /** s */
  readonly until: number;
  /** Times of the outputs written, at least the last two, s. */
  readonly times: readonly number[];
}

/** Progress of a run. A run that ended early is not called finished. */
export function progressText({ isRunning, until, times }: RunProgress): string {
  const last = times.at(-1);
  const whole = formatQuantity(until, 's');
  if (isRunning) return `being written, ${formatQuantity(last ?? 0, 's')} of ${whole}`;
  if (last === undefined) return `nothing written of ${whole}`;
  // The end may lie between two outputs, so less than one interval may be missing.
  const interval = last - (times.at(-2) ?? 0);
  if (until - last < interval * (1 - ROUNDING) || until - last <= ROUNDING * until) return `${whole} simulated`;
  return `stopped: ${formatQuantity(last, 's')} of ${whole} simulated`;
}

/** Notice that the server no longer serves the run; `shown` is the frame of the picture, -1 for none. */
export function connectionNotice(lost: string, shown: number, onRetry: () => void): HTMLElement[] {
  const last = shown < 0 ? '' : ` The picture and the time bar show frame ${formatCount(shown + 1)}.`;
  return [
    h('strong', {}, 'Connection lost'),
    h('span', {}, `${lost}.${last} Frames that were fetched before can still be shown.`),
    button('Retry', onRetry),
  ];
}

export function noTrajectoryNotice({ manifest, folder }: RunDescription): HTMLElement {
  const interval = proposedInterval(manifest.until);
  const scene = manifest.scene.original;
  return h(
    'div',
    { class: 'notice' },
    h('h2', {}, 'This run recorded no bodies'),
    h('p', {}, `The scene ${scene} has no trajectory output. Add the second line to its outputs, and run it again:`),
    h('pre', {}, `outputs:\n  trajectory: { every: ${interval} }`),
    h('p', {}, 'Or leave the scene as it is, and run it with this setting:'),
    h(
      'pre',
      {},
      `npx scree run ${scene} --set 'outputs.trajectory={ every: ${interval} }' --out runs/${folder}-frames`,
    ),
    h('p', { class: 'muted' }, 'The tables of the run are plotted below.'),
  );
}
