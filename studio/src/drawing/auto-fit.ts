// SPDX-License-Identifier: MIT
/** Keeps all frames seen so far in view until the user moves the camera. */
import * as THREE from 'three';
import type { Stage } from './stage.ts';

/** Interval between two updates of the bounds, ms. */
const LOOK_MS = 250;
/** Margin around the bounds, relative to their size, so that the camera does not move with every frame. */
const ROOM = 0.05;

/** An object with bounds; `look` adds a frame to the bounds and returns whether they changed. */
interface Bounded<Frame> {
  readonly bounds: THREE.Box3;
  look(frame: Frame): boolean;
}

export class AutoFit<Frame> {
  readonly #stage: Stage;
  readonly #fitted = new THREE.Box3();
  #scene: Bounded<Frame> | undefined;
  #lastLook = 0;
  #isTaken = false;
  #isKept = false;

  constructor(stage: Stage) {
    this.#stage = stage;
    stage.controls.addEventListener('start', () => {
      this.#isTaken = true;
    });
  }

  /** Whether the camera was placed by the user. */
  get isTaken(): boolean {
    return this.#isTaken;
  }

  /** The camera is where it is wanted: it stays until the next `fit`. */
  take(): void {
    this.#isTaken = true;
  }

  start(scene: Bounded<Frame>): void {
    this.#scene = scene;
    const isTaken = this.#isTaken && this.#isKept;
    this.#isKept = false;
    if (!isTaken) {
      this.fit();
      return;
    }
    // The camera stays, but what it may see is known from now on.
    this.#stage.setBounds(scene.bounds);
  }

  /** The next scene does not move the camera, which was placed for it. */
  keep(): void {
    this.#isTaken = true;
    this.#isKept = true;
  }

  /** Adds the frame shown to the bounds, at most every LOOK_MS, since the cost grows with the number of bodies. */
  follow(frame: Frame): void {
    const now = performance.now();
    if (now - this.#lastLook < LOOK_MS) return;
    this.#lastLook = now;
    this.look(frame);
  }

  look(frame: Frame): void {
    if (this.#scene?.look(frame) && !this.#isTaken && !this.#fitted.containsBox(this.#scene.bounds)) this.fit();
  }

  /** Brings all frames seen so far and `also` into view, and lets the camera follow again. */
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
