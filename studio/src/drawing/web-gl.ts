// SPDX-License-Identifier: MIT
/** Checks whether the browser supports WebGL 2, and gives the message if it does not. */
import { h } from '../ui/h.ts';

export function hasWebGl2(): boolean {
  try {
    const context = document.createElement('canvas').getContext('webgl2');
    // Contexts are few; this one is not needed any more.
    context?.getExtension('WEBGL_lose_context')?.loseContext();
    return context !== null;
  } catch {
    return false;
  }
}

export function webGlNotice(): HTMLElement {
  return h(
    'div',
    { class: 'notice', role: 'alert' },
    h('h2', {}, 'This view needs WebGL 2'),
    h('p', {}, 'Your browser does not offer it, so bodies cannot be drawn here. Usually one of these helps:'),
    h(
      'ul',
      {},
      h('li', {}, 'switch on hardware acceleration in the settings of the browser and start it again;'),
      h('li', {}, 'use a current Firefox, Chrome, Edge or Safari;'),
      h(
        'li',
        {},
        'on a remote machine, open the address on your own through a tunnel: ssh -L 4173:127.0.0.1:4173 HOST.',
      ),
    ),
    h('p', {}, 'Reports and the files of runs do not need it.'),
  );
}
