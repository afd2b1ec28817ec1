// SPDX-License-Identifier: MIT
/**
 * Keeps a run that nobody has seen before in view: what was there so far, with the ground below, until the user takes the camera. Bodies that fly off do not
 * take the picture along.
 */
import * as THREE from 'three';
import type { Frame, TrajectoryHeader } from '../../../src/live.ts';
import type { Stage } from '../drawing/stage.ts';

/** Between two looks at where the bodies are. */
const LOOK_MS = 250;
/** Half-spaces within so many sizes of the first picture belong to it. */
const NEAR = 4;
/** The picture grows to so many times its first size. */
const MOST_GROWTH = 12;

export class AutoFit {
  readonly #stage: Stage;
  readonly #seen = new THREE.Box3();
  readonly #fitted = new THREE.Box3();
  readonly #origin = new THREE.Vector3();
  #boundaries: TrajectoryHeader['boundaries'] = [];
  #reaches: readonly number[] = [];
  #firstSize = 0;
  #lastLook = 0;
  #isTaken = false;

  constructor(stage: Stage) {
    this.#stage = stage;
    stage.controls.addEventListener('start', () => {
      this.#isTaken = true;
    });
  }

  /** The first frame of a run; the picture is drawn about its origin. `reaches` are the outer radii of the shapes. */
  start(frame: Frame, reaches: readonly number[], { boundaries }: TrajectoryHeader): void {
    this.#origin.fromArray(frame.origin);
    this.#boundaries = boundaries;
    this.#reaches = reaches;
    this.#seen.makeEmpty();
    this.#firstSize = 0;
    this.#isTaken = false;
    this.#look(frame);
    this.fit();
  }

  follow(frame: Frame): void {
    const now = performance.now();
    if (now - this.#lastLook < LOOK_MS) return;
    this.#lastLook = now;
    this.#look(frame);
    if (!this.#isTaken && !this.#fitted.containsBox(this.#seen)) this.fit();
  }

  /** All that was seen so far into view; the camera follows again from now on. */
  fit(): void {
    if (this.#seen.isEmpty()) return;
    this.#isTaken = false;
    this.#fitted.copy(this.#seen).expandByScalar(0.1 * this.#seen.getSize(new THREE.Vector3()).length());
    this.#stage.fit(this.#fitted);
  }

  #look({ positions, scales, shapes, origin, meshPoses }: Frame): void {
    const box = new THREE.Box3();
    const point = new THREE.Vector3();
    for (let body = 0; body < shapes.length; body++) {
      const reach = (scales[body] as number) * (this.#reaches[shapes[body] as number] ?? 0);
      point.fromArray(positions, 3 * body);
      box.expandByPoint(point.addScalar(reach));
      box.expandByPoint(point.addScalar(-2 * reach));
    }
    box.translate(new THREE.Vector3().fromArray(origin).sub(this.#origin));
    this.#addMeshes(box, meshPoses);
    if (box.isEmpty()) return;
    const size = box.getSize(new THREE.Vector3()).length();
    if (this.#firstSize === 0) {
      this.#firstSize = size;
      this.#addGround(box, size);
    } else if (size > MOST_GROWTH * this.#firstSize) return;
    this.#seen.union(box);
  }

  #addMeshes(box: THREE.Box3, poses: Float64Array): void {
    const meshes = this.#boundaries.flatMap(({ mesh }) => (mesh === undefined ? [] : [mesh]));
    const point = new THREE.Vector3();
    meshes.forEach(({ vertices }, k) => {
      const [x = 0, y = 0, z = 0, w = 1, i = 0, j = 0, l = 0] = poses.subarray(7 * k, 7 * k + 7);
      const turn = new THREE.Quaternion(i, j, l, w);
      const place = new THREE.Vector3(x, y, z).sub(this.#origin);
      for (let v = 0; v < vertices.length; v += 3) {
        box.expandByPoint(point.fromArray(vertices, v).applyQuaternion(turn).add(place));
      }
    });
  }

  /** The feet of the box's middle on half-spaces that are near. */
  #addGround(box: THREE.Box3, size: number): void {
    const middle = box.getCenter(new THREE.Vector3());
    for (const { halfSpace } of this.#boundaries) {
      if (halfSpace === undefined) continue;
      const up = new THREE.Vector3().fromArray(halfSpace.normal);
      const height = up.dot(middle) + up.dot(this.#origin) - halfSpace.offset;
      if (Math.abs(height) < NEAR * size) box.expandByPoint(middle.clone().addScaledVector(up, -height));
    }
  }
}
