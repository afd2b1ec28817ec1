// SPDX-License-Identifier: MIT
/** Keys of Watch; focused controls keep theirs. */
import type { Player } from './player.ts';

export interface KeyTargets {
  readonly player: Player;
  readonly fit: () => void;
  readonly letGo: () => void;
}

const MANY_FRAMES = 10;

/** Whether a focused control has its own use for a key: text, the arrows of a slider, the space that presses buttons and boxes. */
function isTheirs(target: HTMLElement, key: string): boolean {
  if (target.closest('select, textarea, dialog, input:not([type=checkbox], [type=range])')) return true;
  if (key === ' ') return target.closest('button, a, [type=checkbox]') !== null;
  return /^(Arrow|Home|End)/.test(key) && target.closest('[type=range]') !== null;
}

export function handleKey(event: KeyboardEvent, { player, fit, letGo }: KeyTargets): void {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.target instanceof HTMLElement && isTheirs(event.target, event.key)) return;
  const count = event.shiftKey ? MANY_FRAMES : 1;
  const actions: Readonly<Record<string, () => void>> = {
    ' ': () => player.toggle(),
    ArrowLeft: () => player.step(-count),
    ArrowRight: () => player.step(count),
    Home: () => player.seek(0),
    End: () => player.seek(player.times.length - 1),
    '+': () => player.changeSpeed(1),
    '-': () => player.changeSpeed(-1),
    f: fit,
    F: fit,
    Escape: letGo,
  };
  const action = actions[event.key];
  if (action === undefined) return;
  event.preventDefault();
  action();
}
