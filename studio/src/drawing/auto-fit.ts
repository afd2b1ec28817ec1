// SPDX-License-Identifier: MIT
/** Keeps all frames seen so far in view until the user moves the camera. */
import * as THREE from 'three';
import type { LitStage } from './lit-stage.ts';

/** Interval between two updates of the bounds, ms. */
const LOOK_MS = 250;
/** Margin around the bounds, relative to their size, so that the camera does not move with every frame. */
const ROOM = 0.03;

/** An object with bounds; `look` adds a frame to the bounds and returns whether they changed. */
interface Bounded<Frame> {
  readonly bounds: THREE.Box3;
  /** Smaller boxes within, which are brought into view. */
  readonly parts: readonly THREE.Box3[];
  look(frame: Frame, isSample?: boolean): boolean;
}

export class AutoFit<Frame> {
  readonly #stage: LitStage;
  readonly #fitted = new THREE.Box3();
  /** What is brought into view, within the fitted box. */
  #parts: readonly THREE.Box3[] = [];
  #scene: Bounded<Frame> | undefined;
  #lastLook = 0;
  #isTaken = false;
  #isKept = false;
  #late: ReturnType<typeof setTimeout> | undefined;

  constructor(stage: LitStage) {
    this.#stage = stage;
    stage.controls.addEventListener('start', () => {
      this.#isTaken = true;
    });
    // A page that opens has its final shape late, perhaps after all frames.
    stage.onReshape = () => {
      if (this.#scene !== undefined && !this.#isTaken) this.#place();
    };
  }

  /** Whether a frame is still to be taken into the bounds. */
  get isLate(): boolean {
    return this.#late !== undefined;
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
    clearTimeout(this.#late);
    this.#late = undefined;
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
    clearTimeout(this.#late);
    this.#late = undefined;
    const rest = this.#lastLook + LOOK_MS - performance.now();
    if (rest > 0) {
      // The last frame of a quick series counts too.
      this.#late = setTimeout(() => {
        this.follow(frame);
        this.#stage.settle();
      }, rest + 1);
      return;
    }
    this.#lastLook = performance.now();
    this.look(frame);
  }

  /** Adds a frame to the bounds now; `isSample` if the bounds of the run have it in any case. */
  look(frame: Frame, isSample = false): void {
    if (this.#scene?.look(frame, isSample) && !this.#isTaken && !this.#fitted.containsBox(this.#scene.bounds))
      this.fit();
  }

  /** Brings all frames seen so far and `also` into view, and lets the camera follow again. */
  fit(also?: THREE.Box3): void {
    if (this.#scene === undefined) return;
    const box = this.#scene.bounds.clone();
    if (also !== undefined) box.union(also);
    if (box.isEmpty()) return;
    this.#isTaken = false;
    const room = ROOM * box.min.distanceTo(box.max);
    this.#fitted.copy(box).expandByScalar(room);
    const parts = [...this.#scene.parts, ...(also === undefined || also.isEmpty() ? [] : [also])];
    this.#parts = parts.map((part) => part.clone().expandByScalar(room));
    this.#place();
  }

  #place(): void {
    this.#stage.fit(this.#fitted, undefined, this.#parts);
  }
}
