// SPDX-License-Identifier: MIT
/** The help page with all keys, opened with the question mark. */
import { button } from './ui/controls.ts';
import { h } from './ui/h.ts';

const KEYS: readonly (readonly [keys: string, what: string])[] = [
  ['Space', 'play or pause; in Run, run or pause'],
  ['← →', 'one frame back or on; with Shift ten'],
  ['Home End', 'first or last frame'],
  ['+ −', 'faster or slower'],
  ['.', 'in Run, one step'],
  ['F', 'fit everything into view'],
  ['X Y Z', 'look along the axis; with Shift from the other side'],
  ['I O', 'isometric view; orthographic or perspective'],
  ['M', 'in Watch, measure between bodies'],
  ['L', 'in Watch, loop'],
  ['Esc', 'let go of the picked body'],
  ['Ctrl Enter', 'in the text of a scene, run it'],
  ['Ctrl Space', 'in the text of a scene, propose what may be typed'],
  ['?', 'this list'],
];

const EXPLORE_KEYS: readonly (readonly [keys: string, what: string])[] = [
  ['[ ]', 'one step of the algorithm back or on; Home and End the first and last'],
  ['A B', 'choose a body'],
  ['T R', 'handles that move, handles that turn'],
  ['X Y Z', 'move or turn the chosen body along the axis; with Shift back'],
];

const MOUSE: readonly (readonly [action: string, what: string])[] = [
  ['Drag', 'orbit; with one finger on a tablet'],
  ['Right-drag', 'pan; with two fingers'],
  ['Wheel, pinch', 'zoom'],
  ['Click', 'pick a body'],
];

const table = (rows: readonly (readonly [string, string])[]): HTMLElement =>
  h(
    'table',
    { class: 'keys' },
    ...rows.map(([key, what]) => h('tr', {}, h('th', {}, h('kbd', {}, key)), h('td', {}, what))),
  );

export function makeHelp(): { readonly element: HTMLDialogElement; toggle(): void } {
  const element = h(
    'dialog',
    { class: 'help', 'aria-label': 'Keys and mouse' },
    h('h2', {}, 'Keys'),
    table(KEYS),
    h('h2', {}, 'Keys of Explore'),
    table(EXPLORE_KEYS),
    h('h2', {}, 'Mouse and fingers'),
    table(MOUSE),
    h(
      'p',
      { class: 'muted' },
      h('a', { href: 'licences.txt', target: '_blank' }, 'Licences of what the studio is made with'),
    ),
    button('Close', () => element.close()),
  );
  return {
    element,
    toggle() {
      if (element.open) element.close();
      else element.showModal();
    },
  };
}
