// SPDX-License-Identifier: MIT
/** Keys of Watch; fields that take text keep theirs. */
import type { Player } from './player.ts';

export interface KeyTargets {
  readonly player: Player;
  readonly fit: () => void;
  readonly letGo: () => void;
}

const MANY_FRAMES = 10;

export function handleKey(event: KeyboardEvent, { player, fit, letGo }: KeyTargets): void {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const { target } = event;
  // A focused time slider moves by its own arrows, which do the same; a focused button is pressed by the space key.
  if (target instanceof HTMLElement && target.closest('input:not([type=checkbox]), select, textarea, dialog')) return;
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
  if (action === undefined || (event.key === ' ' && target instanceof HTMLButtonElement)) return;
  event.preventDefault();
  action();
}
