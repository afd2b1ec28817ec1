// SPDX-License-Identifier: MIT
/** Keeps a run in view as more of it becomes known, until the user takes the camera. */
import * as THREE from 'three';
import type { Stage } from './stage.ts';

/** Between two looks at where the bodies are. */
const LOOK_MS = 250;
/** Room around the bounds, of their size, so that the camera does not move with every frame. */
const ROOM = 0.05;

/** What is fitted: `look` takes a frame into the bounds and says whether they have grown. */
export interface Bounded<Frame> {
  readonly bounds: THREE.Box3;
  look(frame: Frame): boolean;
}

export class AutoFit<Frame> {
  readonly #stage: Stage;
  readonly #fitted = new THREE.Box3();
  #scene: Bounded<Frame> | undefined;
  #lastLook = 0;
  #isTaken = false;

  constructor(stage: Stage) {
    this.#stage = stage;
    stage.controls.addEventListener('start', () => {
      this.#isTaken = true;
    });
  }

  start(scene: Bounded<Frame>): void {
    this.#scene = scene;
    this.fit();
  }

  /** A frame that is shown: looked at now and then, since it costs as much as its bodies are many. */
  follow(frame: Frame): void {
    const now = performance.now();
    if (now - this.#lastLook < LOOK_MS) return;
    this.#lastLook = now;
    this.look(frame);
  }

  look(frame: Frame): void {
    if (this.#scene?.look(frame) && !this.#isTaken && !this.#fitted.containsBox(this.#scene.bounds)) this.fit();
  }

  /** All of the run that is known so far, and `also`, into view; the camera follows again from now on. */
  fit(also?: THREE.Box3): void {
    if (this.#scene === undefined) return;
    const box = this.#scene.bounds.clone();
    if (also !== undefined) box.union(also);
    if (box.isEmpty()) return;
    this.#isTaken = false;
    this.#fitted.copy(box).expandByScalar(ROOM * box.min.distanceTo(box.max));
    this.#stage.fit(this.#fitted);
  }
}
