// SPDX-License-Identifier: MIT
/** The tab Study: the runs of a study in a table whose rows open. */
import type { MakeView } from '../studio-view.ts';
import { h } from '../ui/h.ts';
import { StudyView } from './study-view.ts';
import './studies.css';

const COMMANDS = 'npx scree study examples/studies/friction.yaml --out runs/friction\nnpx scree view runs/friction';

export const makeView: MakeView = async ({ server }) => {
  if (server !== undefined && (await server.studio()).hasStudy) return StudyView.open(server);
  return {
    element: h(
      'div',
      { class: 'notice' },
      h('h2', {}, 'No study to show'),
      h('p', {}, 'A study runs scenes with many values of their parameters. In a terminal:'),
      h('pre', {}, COMMANDS),
    ),
    show() {},
    hide() {},
  };
};
