// SPDX-License-Identifier: MIT
/** Keys of what plays a run; focused controls keep their own keys. */
import type { StageTools } from '../drawing/stage-tools.ts';
import { isForView } from '../ui/key-owner.ts';
import type { Player } from './player.ts';

interface KeyTargets {
  readonly player: Player;
  readonly tools?: StageTools;
  readonly fit: () => void;
  readonly letGo?: () => void;
  readonly measure?: () => void;
}

const MANY_FRAMES = 10;

export function handleKey(event: KeyboardEvent, { player, tools, fit, letGo, measure }: KeyTargets): void {
  if (!isForView(event)) return;
  const count = event.shiftKey ? MANY_FRAMES : 1;
  const actions: Readonly<Record<string, (() => void) | undefined>> = {
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
    m: measure,
    l: () => {
      player.isLooping = !player.isLooping;
    },
  };
  const action = actions[event.key];
  if (action === undefined) {
    if (tools?.handleKey(event.key)) event.preventDefault();
    return;
  }
  event.preventDefault();
  action();
}
