// SPDX-License-Identifier: MIT
/** The tab Report: pages of `scree verify --report` in a frame without scripts. */

import type { MakeView, StudioView } from '../studio-view.ts';
import { select } from '../ui/controls.ts';
import { h } from '../ui/h.ts';
import './report.css';

const COMMANDS = 'npx scree verify --report report.html\nnpx scree view --report report.html';

function noReport(): StudioView {
  const element = h(
    'div',
    { class: 'notice' },
    h('h2', {}, 'No report yet'),
    h(
      'p',
      {},
      'Scree computes the results of published papers again and shows them beside the printed ones: tables, ' +
        'plots, pass or short. This takes some minutes. In a terminal:',
    ),
    h('pre', {}, COMMANDS),
    h('p', { class: 'muted' }, 'Reports that lie in the folder of the run are listed here, too.'),
  );
  return { element, show() {}, hide() {} };
}

export const makeView: MakeView = async ({ server }) => {
  const { reports } = server === undefined ? { reports: [] } : await server.studio();
  const [first] = reports;
  if (server === undefined || first === undefined) return noReport();
  const address = (name: string): string => server.reportAddress(name);
  // An empty sandbox: no scripts, no forms, a separate origin.
  const frame = h('iframe', { title: 'Report of scree verify', sandbox: '', src: address(first) });
  const open = h('a', { href: address(first), target: '_blank', rel: 'noopener' }, 'Open alone');
  const which = select(
    'Report',
    reports.map((value) => ({ value })),
    first,
    (name) => {
      frame.src = address(name);
      open.href = address(name);
    },
  );
  const element = h('div', { class: 'report' }, h('div', { class: 'report-bar' }, which.row, open), frame);
  return { element, show() {}, hide() {} };
};
