// SPDX-License-Identifier: MIT
/** Keys of the tab Watch; focused controls keep their own keys. */
import { isForView } from '../ui/key-owner.ts';
import type { Player } from './player.ts';

interface KeyTargets {
  readonly player: Player;
  readonly fit: () => void;
  readonly letGo: () => void;
}

const MANY_FRAMES = 10;

export function handleKey(event: KeyboardEvent, { player, fit, letGo }: KeyTargets): void {
  if (!isForView(event)) return;
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
