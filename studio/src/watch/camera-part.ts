// SPDX-License-Identifier: MIT
/** The camera in the address: its position and the point it turns about, in the world, and its projection. */
import type * as THREE from 'three';
import type { LitStage } from '../drawing/lit-stage.ts';
import type { StageTools } from '../drawing/stage-tools.ts';
import { type AddressPart, numbersText, readNumbers } from './address.ts';

interface CameraPartOptions {
  readonly stage: LitStage;
  readonly tools: StageTools;
  /** Point of the world that the scene is drawn about; undefined while there is none. */
  readonly origin: () => THREE.Vector3 | undefined;
  /** Whether the camera follows the run by itself. */
  readonly isFollowing: () => boolean;
  readonly onPlaced: () => void;
}

export class CameraPart implements AddressPart {
  readonly keys = ['camera', 'projection'];
  readonly #options: CameraPartOptions;
  /** To be placed as soon as there is a scene. */
  #wanted: readonly number[] | undefined;

  constructor(options: CameraPartOptions) {
    this.#options = options;
  }

  write(to: URLSearchParams): void {
    const { stage, tools, origin, isFollowing } = this.#options;
    if (tools.isOrthographic) to.set('projection', 'orthographic');
    const about = origin();
    if (this.#wanted !== undefined) to.set('camera', numbersText(this.#wanted));
    else if (about !== undefined && !isFollowing()) {
      const { camera, controls } = stage;
      const world = (point: THREE.Vector3): number[] => point.clone().add(about).toArray();
      to.set('camera', numbersText([...world(camera.position), ...world(controls.target)]));
    }
  }

  read(from: URLSearchParams): void {
    this.#options.tools.isOrthographic = from.get('projection') === 'orthographic';
    const wanted = readNumbers(from.get('camera'), 6);
    // A camera at the point that it looks at looks nowhere.
    const looks = wanted?.slice(0, 3).some((at, axis) => at !== wanted[axis + 3]);
    this.#wanted = looks === true ? wanted : undefined;
    this.place();
  }

  /** True if an address has said where the camera is. */
  get isWanted(): boolean {
    return this.#wanted !== undefined;
  }

  place(): void {
    const about = this.#options.origin();
    if (about === undefined || this.#wanted === undefined) return;
    const { camera, controls } = this.#options.stage;
    camera.position.fromArray(this.#wanted, 0).sub(about);
    controls.target.fromArray(this.#wanted, 3).sub(about);
    controls.update();
    this.#wanted = undefined;
    this.#options.onPlaced();
    this.#options.stage.invalidate();
  }
}
