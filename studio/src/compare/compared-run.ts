// SPDX-License-Identifier: MIT
/** One of two runs side by side: its picture, and its frames by time. */
import * as THREE from 'three';
import { type Frame, frameState, type Recording } from '../../../src/live.ts';
import { LitStage } from '../drawing/lit-stage.ts';
import { readFrame } from '../run-source/read-frame.ts';
import type { RunDescription, RunSource, TrajectoryPart } from '../run-source/run-source.ts';
import type { Theme } from '../theme.ts';
import { h } from '../ui/h.ts';
import { FrameStore } from '../watch/frame-store.ts';
import { type ColourScale, WatchScene } from '../watch/watch-scene.ts';

export class ComparedRun {
  readonly element: HTMLElement;
  readonly stage: LitStage;
  readonly scene: WatchScene;
  readonly description: RunDescription;
  readonly times: readonly number[];
  readonly #source: RunSource;
  readonly #steps: readonly number[];
  readonly #problem: string | undefined;
  readonly #frames: FrameStore;
  readonly #endTheme: () => void;
  readonly #origin: THREE.Vector3;
  #wanted = 0;
  #shown = 0;

  /** Rejects with the reason when the run has no frames. */
  static async open(source: RunSource, theme: Theme, scale: ColourScale, onShown: () => void): Promise<ComparedRun> {
    const [description, part] = await Promise.all([source.run(), source.trajectory(0)]);
    if (part.header === undefined || part.frames.length === 0) {
      throw new Error(`${description.folder}: has no frames to compare; record a trajectory.`);
    }
    const first = await readFrame(source, 0);
    return new ComparedRun(source, { description, part, first }, { theme, scale }, onShown);
  }

  private constructor(
    source: RunSource,
    { description, part, first }: { description: RunDescription; part: TrajectoryPart; first: Frame },
    { theme, scale }: { theme: Theme; scale: ColourScale },
    onShown: () => void,
  ) {
    if (part.header === undefined) throw new Error('a trajectory without a header');
    this.#source = source;
    this.description = description;
    this.times = part.frames.map(([, time]) => time);
    this.#steps = part.frames.map(([, , step]) => step);
    this.#problem = part.problem;
    this.#origin = new THREE.Vector3().fromArray(first.origin);
    this.stage = new LitStage(theme);
    const { domain } = description;
    const bodyCount = part.frames.reduce((most, [, , , count]) => Math.max(most, count), 0);
    const about = { ...(domain !== undefined && { domain }), bodyCount };
    this.scene = new WatchScene(this.stage, part.header, first, about, scale);
    this.scene.theme = theme;
    this.#endTheme = theme.onChange(() => {
      this.scene.theme = theme;
    });
    this.#frames = new FrameStore(
      (index) => source.frame(index),
      (index) => {
        if (index === this.#wanted && this.#show(index)) onShown();
      },
      () => {},
    );
    const { manifest, folder } = description;
    this.stage.element.append(h('p', { class: 'compared-name' }, h('strong', {}, folder), ` ${manifest.title}`));
    this.element = this.stage.element;
  }

  get frame(): Frame {
    return this.scene.frame;
  }

  /** Shows the last frame that is not later; false while it has to be fetched. */
  showTime(time: number): boolean {
    const after = this.times.findIndex((each) => each > time);
    const index = after < 0 ? this.times.length - 1 : Math.max(after - 1, 0);
    this.#wanted = index;
    if (index === this.#shown || this.#show(index)) return true;
    this.#frames.want(index, true);
    return false;
  }

  /** Looks as the other does, at the same place of the world. */
  lookAs(other: ComparedRun): void {
    const shift = other.#origin.clone().sub(this.#origin);
    this.stage.camera.position.copy(other.stage.camera.position).add(shift);
    this.stage.controls.target.copy(other.stage.controls.target).add(shift);
    this.stage.camera.zoom = other.stage.camera.zoom;
    this.stage.invalidate();
  }

  /** Both runs are in view in both pictures. */
  fitWith(other: ComparedRun): void {
    const box = other.scene.bounds.clone().translate(other.#origin.clone().sub(this.#origin));
    this.stage.fit(box.union(this.scene.bounds));
  }

  /** Its frames, for `scree compare`'s code. */
  get recording(): Recording {
    const states = this.times.map((time, index) => ({
      time,
      step: this.#steps[index],
      kind: 'frame' as const,
      read: async () => frameState(await readFrame(this.#source, index)),
    }));
    return { manifest: this.description.manifest, states, problem: this.#problem };
  }

  dispose(): void {
    this.#endTheme();
    this.#frames.dispose();
    this.scene.dispose();
    this.stage.dispose();
    this.#source.close();
  }

  #show(index: number): boolean {
    const frame = this.#frames.peek(index);
    if (frame === undefined) return false;
    this.#shown = index;
    this.scene.look(frame);
    this.scene.show(frame);
    return true;
  }
}
