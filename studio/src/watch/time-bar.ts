// SPDX-License-Identifier: MIT
/** Time bar: play, step, scrub, speed, and the shown time. */
import { iconButton, select, setIcon } from '../ui/controls.ts';
import { formatCount, formatQuantity } from '../ui/format.ts';
import { h } from '../ui/h.ts';
import { type Player, SPEEDS } from './player.ts';

export function makeTimeBar(player: Player): HTMLElement {
  const play = iconButton('play', () => player.toggle(), 'Play (Space)');
  play.classList.add('primary', 'play');
  const scrub = h('input', {
    type: 'range',
    min: 0,
    max: 0,
    step: 1,
    value: 0,
    'aria-label': 'Frame',
    class: 'scrub',
    oninput: () => {
      player.pause();
      player.seek(scrub.valueAsNumber);
    },
  });
  const shownTime = h('output', { class: 'place' });
  const speed = select(
    'Speed',
    SPEEDS.map((each) => ({ value: String(each), label: `${each}×` })),
    '1',
    (value) => {
      player.speed = Number(value);
    },
  );
  const update = (): void => {
    const { times, index, time, isPlaying } = player;
    setIcon(play, isPlaying ? 'pause' : 'play', isPlaying ? 'Pause (Space)' : 'Play (Space)');
    scrub.max = String(Math.max(times.length - 1, 0));
    scrub.value = String(index);
    scrub.disabled = times.length < 2;
    scrub.setAttribute('aria-valuetext', `${time} s`);
    const last = times.at(-1) ?? 0;
    shownTime.textContent =
      times.length === 0
        ? 'no frames'
        : `${formatQuantity(time, 's')} of ${formatQuantity(last, 's')} · frame ${formatCount(index + 1)} of ` +
          `${formatCount(times.length)}`;
    speed.input.value = String(player.speed);
    speed.row.title = `${formatQuantity(player.rate, 's')} of the run in a second`;
  };
  player.onChange(update);
  update();
  return h(
    'div',
    { class: 'time-bar', role: 'group', 'aria-label': 'Time' },
    play,
    iconButton('first', () => player.seek(0), 'First frame (Home)'),
    iconButton('back', () => player.step(-1), 'One frame back (←)'),
    iconButton('forward', () => player.step(1), 'One frame on (→)'),
    scrub,
    shownTime,
    speed.row,
  );
}
