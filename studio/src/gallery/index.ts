// SPDX-License-Identifier: MIT
/** The tab Gallery: the runs at hand, and all examples. */
import type { MakeView } from '../studio-view.ts';
import { h } from '../ui/h.ts';
import { exampleCards } from './example-cards.ts';
import './gallery.css';
import { RunList } from './run-list.ts';

export const makeView: MakeView = async (context) => {
  const list = new RunList(context);
  await list.refresh();
  const element = h(
    'div',
    { class: 'gallery' },
    h(
      'section',
      {},
      h('h2', {}, 'Runs'),
      list.element,
      h(
        'p',
        { class: 'muted' },
        'Drop a run folder or a trajectory.scree anywhere on this page to watch it; drop two to compare.',
      ),
    ),
    h('section', {}, h('h2', {}, 'Examples'), exampleCards()),
  );
  return { element, show: () => void list.refresh(), hide() {} };
};
