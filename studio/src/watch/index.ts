// SPDX-License-Identifier: MIT
/**
 * The tab Watch: a run in 3D with time bar, colours, contacts, picked body and plots, also while the run is being
 * written.
 */

import type { MakeView } from '../studio-view.ts';
import { h } from '../ui/h.ts';
import './watch.css';
import { WatchView } from './watch-view.ts';

const COMMAND = 'npx scree run examples/mixed-hopper.yaml --out runs/hopper\nnpx scree view runs/hopper';

export const makeView: MakeView = async (context) => {
  const { server } = context;
  const hasRun = server !== undefined && (await server.studio()).hasRun;
  if (server !== undefined && hasRun) return WatchView.open(server, context);
  return {
    element: h(
      'div',
      { class: 'notice' },
      h('h2', {}, 'No run to watch'),
      h('p', {}, 'The studio was opened without one. In a terminal:'),
      h('pre', {}, COMMAND),
      h(
        'p',
        {},
        'Or try ',
        h('a', { href: '#/run' }, 'Run'),
        ', which simulates here in the browser, and ',
        h('a', { href: '#/explore' }, 'Explore'),
        ', which shows how two bodies touch.',
      ),
    ),
    show() {},
    hide() {},
  };
};
