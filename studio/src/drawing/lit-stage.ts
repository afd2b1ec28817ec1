// SPDX-License-Identifier: MIT
/**
 * A stage with shadows, ambient occlusion and transparency, in perspective or orthographic. It draws less elaborately
 * while something moves that the graphics card cannot draw fluidly, and everything once it stands still.
 */
import * as THREE from 'three';
import type { Theme } from '../theme.ts';
import { setBackground } from './background.ts';
import { Look } from './look.ts';
import { AdaptiveQuality, BEST, QUALITIES } from './quality.ts';
import { Stage } from './stage.ts';

/** Time without a change after which the picture stands still, ms. */
const STILL_MS = 250;
/** A picture that takes longer than this is never drawn for its looks alone, ms. */
const MOST_STILL_MS = 3000;
/** Time between two questions whether the graphics card has finished, ms. */
const ASK_MS = 6;

export class LitStage extends Stage {
  readonly look: Look;
  readonly #quality = new AdaptiveQuality();
  readonly #orthographic = new THREE.OrthographicCamera();
  #isOrthographic = false;
  #isStill = false;
  #stillMs = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #fence: WebGLSync | null = null;

  constructor(theme: Theme) {
    super(theme, { antialias: false });
    this.look = new Look(this.scene);
    this.paintBackground();
  }

  /** The camera that the picture is drawn by; that of the controls is always in perspective. */
  get viewCamera(): THREE.PerspectiveCamera | THREE.OrthographicCamera {
    if (!this.#isOrthographic) return this.camera;
    const { position, quaternion, fov, aspect } = this.camera;
    const { target } = this.controls;
    const distance = position.distanceTo(target);
    const up = distance * Math.tan(THREE.MathUtils.degToRad(fov / 2));
    const camera = this.#orthographic;
    [camera.top, camera.bottom, camera.right, camera.left] = [up, -up, up * aspect, -up * aspect];
    // Far enough off that nothing is behind it.
    const { center, radius } = this.fitted;
    const away = target.distanceTo(center) + 20 * radius;
    const back = new THREE.Vector3(0, 0, 1).applyQuaternion(quaternion);
    camera.position.copy(target).addScaledVector(back, away);
    camera.quaternion.copy(quaternion);
    [camera.near, camera.far] = [0, 2 * away];
    camera.updateProjectionMatrix();
    camera.updateMatrixWorld();
    return camera;
  }

  get isOrthographic(): boolean {
    return this.#isOrthographic;
  }

  set isOrthographic(value: boolean) {
    this.#isOrthographic = value;
    this.invalidate();
  }

  /** Renders now at the best quality; the pixels are valid until the page regains control. */
  override drawNow(): HTMLCanvasElement {
    this.#isStill = true;
    return super.drawNow();
  }

  override hide(): void {
    super.hide();
    clearTimeout(this.#timer);
  }

  override dispose(): void {
    super.dispose();
    this.look.dispose();
  }

  protected override paint(): void {
    const isStill = this.#isStill;
    this.#isStill = false;
    const level = isStill ? BEST : this.#quality.level;
    this.look.draw(this.renderer, this.scene, this.viewCamera, QUALITIES[level]);
    // How elaborate the picture is, for whoever wonders or compares pictures.
    this.element.dataset.quality = `${level} of ${BEST}`;
    this.#measure(isStill);
    clearTimeout(this.#timer);
    if (level === BEST || this.#stillMs > MOST_STILL_MS) return;
    this.#timer = setTimeout(() => {
      if (!this.isShown) return;
      this.#isStill = true;
      this.invalidate();
    }, STILL_MS);
  }

  protected override paintBackground(): void {
    // The constructor of the base class calls before there is a look.
    if (this.look !== undefined) {
      setBackground(this.look.background, this.theme.colour('--sky'), this.theme.colour('--stage'));
    }
    this.invalidate();
  }

  /** Notes how long the graphics card takes for the picture just drawn. */
  #measure(isStill: boolean): void {
    if (this.#fence !== null) return;
    const gl = this.renderer.getContext() as WebGL2RenderingContext;
    const fence = gl.fenceSync(gl.SYNC_GPU_COMMANDS_COMPLETE, 0);
    if (fence === null) return;
    this.#fence = fence;
    gl.flush();
    const start = performance.now();
    const ask = (): void => {
      const state = gl.clientWaitSync(fence, 0, 0);
      if (state === gl.TIMEOUT_EXPIRED && !gl.isContextLost()) {
        setTimeout(ask, ASK_MS);
        return;
      }
      gl.deleteSync(fence);
      this.#fence = null;
      const took = performance.now() - start;
      if (isStill) this.#stillMs = took;
      else this.#quality.note(took);
    };
    setTimeout(ask, ASK_MS);
  }
}
