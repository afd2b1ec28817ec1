// SPDX-License-Identifier: MIT
/** What lies over every lit picture: axes, scale, and buttons for the views. */
import { iconButton, toggleButton } from '../ui/controls.ts';
import { h } from '../ui/h.ts';
import { makeAxesGizmo } from './axes-gizmo.ts';
import type { LitStage } from './lit-stage.ts';
import { makeScaleBar } from './scale-bar.ts';
import './stage-tools.css';
import { VIEW_DIRECTIONS, type ViewName } from './view-directions.ts';

export class StageTools {
  readonly #stage: LitStage;
  readonly #orthographic: HTMLButtonElement;
  readonly #autoFit: { take(): void };

  /** `also` are further buttons in the corner. */
  constructor(stage: LitStage, autoFit: { take(): void }, onFit: () => void, also: readonly HTMLElement[] = []) {
    this.#stage = stage;
    this.#autoFit = autoFit;
    this.#orthographic = toggleButton(
      'grid',
      false,
      (value) => {
        stage.isOrthographic = value;
      },
      'Orthographic view (O)',
    );
    stage.element.append(
      h(
        'div',
        { class: 'corner' },
        iconButton('fit', onFit, 'Fit everything into view (F)', 'Fit'),
        iconButton('cube', () => this.view('isometric'), 'Isometric view (I)'),
        this.#orthographic,
        ...also,
      ),
      h(
        'div',
        { class: 'stage-foot' },
        makeScaleBar(stage),
        makeAxesGizmo(stage, (name) => this.view(name)),
      ),
    );
  }

  /** Looks at the same point from another side. */
  view(name: ViewName): void {
    this.#autoFit.take();
    this.#stage.lookFrom(VIEW_DIRECTIONS[name]);
  }

  get isOrthographic(): boolean {
    return this.#stage.isOrthographic;
  }

  set isOrthographic(value: boolean) {
    this.#stage.isOrthographic = value;
    this.#orthographic.setAttribute('aria-pressed', String(value));
  }

  /** True if the key was one of a view: x, y, z (with shift from the other side), i, o. */
  handleKey(key: string): boolean {
    const lower = key.toLowerCase();
    if (lower === 'i') this.view('isometric');
    else if (lower === 'o') this.isOrthographic = !this.isOrthographic;
    else if (lower === 'x' || lower === 'y' || lower === 'z') this.view(`${key === lower ? '+' : '-'}${lower}`);
    else return false;
    return true;
  }
}
