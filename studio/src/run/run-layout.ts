// SPDX-License-Identifier: MIT
/** Layout of the tab Run: the scene on the left, its picture with the controls below, and the results on the right. */
import type { LitStage } from '../drawing/lit-stage.ts';
import { button } from '../ui/controls.ts';
import { h } from '../ui/h.ts';
import type { TimePlot } from '../ui/plot.ts';
import type { ResultPanel } from './result-panel.ts';
import type { RunControls } from './run-controls.ts';
import type { SceneEditor } from './scene-editor.ts';

interface RunParts {
  readonly stage: LitStage;
  readonly editor: SceneEditor;
  readonly result: ResultPanel;
  readonly plot: TimePlot;
  readonly controls: RunControls;
  readonly status: HTMLElement;
  /** Lie over the picture. */
  readonly over: readonly HTMLElement[];
  /** Chosen, or dropped anywhere. */
  readonly onFiles: (files: readonly File[]) => void;
}

export function layOutRun({ stage, editor, result, plot, controls, status, over, onFiles }: RunParts): HTMLElement {
  const { run, step, reset, example, speed, device, threads, record, colours } = controls;
  const picker = h('input', {
    type: 'file',
    multiple: true,
    class: 'hidden-input',
    'aria-label': 'Scene and its files',
    onchange: () => onFiles([...(picker.files ?? [])]),
  });
  const openFiles = button('Open files…', () => picker.click());
  stage.element.append(...over);
  const bar = [run, step, reset, speed.row, device.row, threads.row, record.row, colours.row];
  const element = h(
    'div',
    { class: 'live' },
    h(
      'div',
      { class: 'panel live-scene' },
      h('section', {}, example.row, h('div', { class: 'row' }, openFiles, picker)),
      h('section', { class: 'grow-section' }, editor.element),
    ),
    h(
      'div',
      { class: 'live-main' },
      stage.element,
      h('div', { class: 'run-bar', role: 'group', 'aria-label': 'Run' }, ...bar),
    ),
    h(
      'div',
      // Scrolls, also by keys.
      { class: 'panel live-result', tabindex: 0, role: 'region', 'aria-label': 'Results' },
      h('section', {}, status),
      result.element,
      h('section', {}, h('h2', {}, 'Energies'), plot.element),
    ),
  );
  element.addEventListener('dragover', (event) => event.preventDefault());
  element.addEventListener('drop', (event) => {
    event.preventDefault();
    onFiles([...(event.dataTransfer?.files ?? [])]);
  });
  return element;
}
