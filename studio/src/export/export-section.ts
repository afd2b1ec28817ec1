// SPDX-License-Identifier: MIT
/** The section Export of the panel: loads what exports when it is opened for the first time. */
import { fill, h } from '../ui/h.ts';
import type { ExportTarget } from './export-target.ts';

export function makeExportSection(target: ExportTarget): HTMLElement {
  const content = h('div', {});
  let isLoaded = false;
  const details = h('details', {}, h('summary', {}, h('h2', { class: 'summary-title' }, 'Export')), content);
  details.addEventListener('toggle', () => {
    if (!details.open || isLoaded) return;
    isLoaded = true;
    fill(content, h('p', { class: 'muted' }, 'Loading…'));
    import('./export-panel.ts').then(
      ({ ExportPanel }) => fill(content, new ExportPanel(target).element),
      (error: unknown) => {
        isLoaded = false;
        target.announce(error instanceof Error ? error.message : String(error));
      },
    );
  });
  return h('section', { class: 'export-section' }, details);
}
