// SPDX-License-Identifier: MIT
/** Time bar: play, step, scrub, section and loop, the shown time, a time to go to, and speed. */
import { readQuantity } from '../../../src/quantities.ts';
import { button, iconButton, select, setIcon, textField, toggleButton } from '../ui/controls.ts';
import { formatCount, formatQuantity } from '../ui/format.ts';
import { h } from '../ui/h.ts';
import { type Player, SPEEDS } from './player.ts';

export function makeTimeBar(player: Player, announce: (message: string) => void): HTMLElement {
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
  const track = h('div', { class: 'section-mark', hidden: true });
  const shownTime = h('output', { class: 'place' });
  const speed = select(
    'Speed',
    SPEEDS.map((each) => ({ value: String(each), label: `${each}×` })),
    '1',
    (value) => {
      player.speed = Number(value);
    },
  );
  const loop = toggleButton('loop', false, (value) => (player.isLooping = value), 'Loop (L)');
  const [from, to] = sectionButtons(player);
  const goTo = textField('Go to', '', (text) => {
    if (text.trim() === '') return;
    const reading = readQuantity(text, ['time']);
    if ('problem' in reading) announce(`Go to: ${reading.problem}`);
    else {
      player.pause();
      player.seekTime(reading.value);
    }
    goTo.input.value = '';
  });
  goTo.row.classList.add('go-to');
  goTo.row.title = 'A time of the run, such as 20 ms';
  goTo.input.placeholder = 'time';
  const update = (): void => {
    const { times, index, time, isPlaying, section } = player;
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
    loop.setAttribute('aria-pressed', String(player.isLooping));
    track.hidden = section === undefined;
    if (section === undefined) return;
    const span = last - (times[0] ?? 0) || 1;
    track.style.left = `${(100 * (section[0] - (times[0] ?? 0))) / span}%`;
    track.style.width = `${(100 * (section[1] - section[0])) / span}%`;
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
    h('div', { class: 'track' }, scrub, track),
    from,
    to,
    loop,
    shownTime,
    goTo.row,
    speed.row,
  );
}

/** A sets the start of the section that is played, B its end; both again take it away. */
function sectionButtons(player: Player): [from: HTMLButtonElement, to: HTMLButtonElement] {
  let start: number | undefined;
  let end: number | undefined;
  const set = (): void => {
    const { times } = player;
    const isNone = start === undefined && end === undefined;
    player.section = isNone ? undefined : [start ?? times[0] ?? 0, end ?? times.at(-1) ?? 0];
  };
  const from = button('A', () => {
    start = start === undefined ? player.time : undefined;
    set();
  });
  const to = button('B', () => {
    end = end === undefined ? player.time : undefined;
    set();
  });
  from.title = 'A: playback starts at this time; again: at the first frame';
  to.title = 'B: playback ends at this time; again: at the last frame';
  player.onChange(() => {
    const { section, times } = player;
    start = section === undefined || section[0] === times[0] ? undefined : section[0];
    end = section === undefined || section[1] === times.at(-1) ? undefined : section[1];
    from.setAttribute('aria-pressed', String(start !== undefined));
    to.setAttribute('aria-pressed', String(end !== undefined));
  });
  return [from, to];
}
