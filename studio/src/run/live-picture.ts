// SPDX-License-Identifier: MIT
/** Picture of the running simulation: draws its newest frame, with all frames so far in view. */
import type { Frame, TrajectoryHeader } from '../../../src/live.ts';
import { AutoFit } from '../drawing/auto-fit.ts';
import { LitStage } from '../drawing/lit-stage.ts';
import { StageTools } from '../drawing/stage-tools.ts';
import type { Theme } from '../theme.ts';
import { fill, h } from '../ui/h.ts';
import { fieldNamed } from '../watch/body-values.ts';
import { updateLegend } from '../watch/legend.ts';
import { type ColourScale, WatchScene } from '../watch/watch-scene.ts';
import { shapeRow } from './shape-row.ts';

/** Time until the picture of the previous run is disposed of. */
const RETIRE_MS = 2000;

export class LivePicture {
  readonly stage: LitStage;
  readonly tools: StageTools;
  readonly legend = h('div', { class: 'legend' });
  readonly #theme: Theme;
  readonly #onDrawn: () => void;
  readonly #autoFit: AutoFit<Frame>;
  #header: TrajectoryHeader | undefined;
  #frame: Frame | undefined;
  /** The newest frame, drawn or not. */
  #last: Frame | undefined;
  #showsShapes = false;
  #scene: WatchScene | undefined;
  #scale: ColourScale = { field: fieldNamed('speed'), map: 'viridis', range: undefined };

  /** Calls `onDrawn` after each frame, when it can accept the next one. */
  constructor(theme: Theme, onDrawn: () => void) {
    this.#theme = theme;
    this.#onDrawn = onDrawn;
    this.stage = new LitStage(theme);
    this.stage.onFrame(() => this.#draw());
    this.#autoFit = new AutoFit(this.stage);
    this.tools = new StageTools(this.stage, this.#autoFit, () => this.fit());
    theme.onChange(() => {
      if (this.#scene !== undefined) this.#scene.theme = theme;
    });
  }

  /** Starts another run, whose first frame replaces the picture. */
  begin(header: TrajectoryHeader): void {
    this.#retire();
    this.#header = header;
  }

  /** Name of the field that bodies are coloured by. */
  get field(): string {
    return this.#scale.field.name;
  }

  set field(name: string) {
    this.#scale = { ...this.#scale, field: fieldNamed(name) };
    if (this.#scene === undefined || this.#header === undefined) return;
    this.#scene.scale = this.#scale;
    updateLegend(this.legend, this.#scale, this.#scene.range, this.#header);
  }

  /** Each shape once, instead of the run. */
  set showsShapes(isShown: boolean) {
    if (isShown === this.#showsShapes) return;
    this.#showsShapes = isShown;
    const last = this.#last;
    this.#retire();
    this.#frame = last;
    this.stage.invalidate();
  }

  take(frame: Frame): void {
    this.#last = frame;
    this.#frame = frame;
    this.stage.invalidate();
  }

  /** Clears the picture when there is no run. */
  clear(): void {
    this.#retire();
    this.#header = undefined;
    this.#frame = undefined;
    this.#last = undefined;
    fill(this.legend);
    this.stage.invalidate();
  }

  fit(): void {
    this.#autoFit.fit(this.#scene?.bodyBox);
  }

  /** Disposes of the previous picture after the new one exists, so that both can share GPU resources. */
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
    if (this.#showsShapes) this.#drawShapes(this.#header);
    else if (this.#scene === undefined) {
      this.#scene = new WatchScene(this.stage, this.#header, frame, {}, this.#scale);
      this.#scene.theme = this.#theme;
      this.#autoFit.start(this.#scene);
    } else {
      this.#scene.show(frame);
      this.#autoFit.follow(frame);
    }
    if (this.#scene !== undefined) updateLegend(this.legend, this.#scale, this.#scene.range, this.#header);
    this.#onDrawn();
    return false;
  }

  /** Without the walls, which are far larger. */
  #drawShapes(header: TrajectoryHeader): void {
    if (this.#scene !== undefined || header.shapes.length === 0) return;
    const alone = { ...header, boundaries: [] };
    const unplaced = shapeRow(
      alone,
      Array.from(header.shapes, () => 0),
    );
    this.#scene = new WatchScene(this.stage, alone, unplaced, {}, this.#scale);
    this.#scene.theme = this.#theme;
    const row = shapeRow(alone, this.#scene.layer.reaches);
    this.#scene.show(row);
    this.#autoFit.start(this.#scene);
    this.#autoFit.follow(row);
  }
}
