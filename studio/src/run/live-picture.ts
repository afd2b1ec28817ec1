// SPDX-License-Identifier: MIT
/** The picture of the run that goes on: its newest frame, before each drawing, with the camera on all that was seen so far. */
import type { Frame, TrajectoryHeader } from '../../../src/live.ts';
import { AutoFit } from '../drawing/auto-fit.ts';
import { Stage } from '../drawing/stage.ts';
import type { Theme } from '../theme.ts';
import { fill, h } from '../ui/h.ts';
import { fieldNamed } from '../watch/body-fields.ts';
import { updateLegend } from '../watch/legend.ts';
import { WatchScene } from '../watch/watch-scene.ts';

/** The picture of the last run is kept for so long. */
const RETIRE_MS = 2000;
const COLOURS = { field: fieldNamed('speed'), map: 'viridis', range: undefined } as const;

export class LivePicture {
  readonly stage: Stage;
  readonly legend = h('div', { class: 'legend' });
  readonly #theme: Theme;
  readonly #onDrawn: () => void;
  readonly #autoFit: AutoFit<Frame>;
  #header: TrajectoryHeader | undefined;
  #frame: Frame | undefined;
  #scene: WatchScene | undefined;

  /** `onDrawn` is called for each frame that has gone into the picture: another may come. */
  constructor(theme: Theme, onDrawn: () => void) {
    this.#theme = theme;
    this.#onDrawn = onDrawn;
    this.stage = new Stage(theme);
    this.stage.onFrame(() => this.#draw());
    this.#autoFit = new AutoFit(this.stage);
    theme.onChange(() => {
      if (this.#scene !== undefined) this.#scene.theme = theme;
    });
  }

  /** Another run: its first frame takes the place of what is there. */
  begin(header: TrajectoryHeader): void {
    this.#retire();
    this.#header = header;
  }

  take(frame: Frame): void {
    this.#frame = frame;
    this.stage.invalidate();
  }

  /** Nothing is drawn: there is no run that it could belong to. */
  clear(): void {
    this.#retire();
    this.#header = undefined;
    this.#frame = undefined;
    fill(this.legend);
    this.stage.invalidate();
  }

  fit(): void {
    this.#autoFit.fit(this.#scene?.bodyBox);
  }

  /** The last picture goes once the new one is there: what both share of the graphics card need not be made again. */
  #retire(): void {
    const old = this.#scene;
    this.#scene = undefined;
    this.#frame = undefined;
    if (old === undefined) return;
    old.layer.group.visible = false;
    old.showsWalls = false;
    setTimeout(() => old.dispose(), RETIRE_MS);
  }

  #draw(): boolean {
    const frame = this.#frame;
    if (frame === undefined || this.#header === undefined) return false;
    this.#frame = undefined;
    if (this.#scene === undefined) {
      this.#scene = new WatchScene(this.stage, this.#header, frame, {}, COLOURS);
      this.#scene.theme = this.#theme;
      this.#autoFit.start(this.#scene);
    } else {
      this.#scene.show(frame);
      this.#autoFit.follow(frame);
    }
    updateLegend(this.legend, COLOURS, this.#scene.range, this.#header);
    this.#onDrawn();
    return false;
  }
}
