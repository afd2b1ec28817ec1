// SPDX-License-Identifier: MIT
/**
 * A stage with shadows, ambient occlusion and transparency, in perspective or orthographic. It draws less elaborately
 * while something moves that the graphics card cannot draw fluidly, and everything once it stands still. Then the
 * picture is settled: the same view of the same run has the same pixels.
 */
import * as THREE from 'three';
import type { Theme } from '../theme.ts';
import { setBackground } from './background.ts';
import { Look } from './look.ts';
import { AdaptiveQuality, BEST, QUALITIES } from './quality.ts';
import { Stage } from './stage.ts';

/** Shortest time without a change after which the picture stands still, ms. */
const STILL_MS = 250;
/** Time between two questions whether the graphics card has finished, ms. */
const ASK_MS = 6;

export class LitStage extends Stage {
  readonly look: Look;
  /** Called before each drawing, see `setDetail` of BodyLayer. */
  setDetail: ((pixels: number, error: number) => void) | undefined;
  /** Whether something is on its way that may change the picture, such as a frame; `settle` when it has come. */
  isAwaiting: () => boolean = () => false;
  readonly #quality = new AdaptiveQuality();
  readonly #orthographic = new THREE.OrthographicCamera();
  #isOrthographic = false;
  #isStill = false;
  #stillMs = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isAwaitingLetters = false;
  #isBest = false;
  #fence: WebGLSync | null = null;
  #tookMs = 0;

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

  /** Time that the graphics card took for the last picture measured, ms. */
  get tookMs(): number {
    return this.#tookMs;
  }

  /** Of moving pictures, see QUALITIES. */
  get qualityLevel(): number {
    return this.#quality.level;
  }

  get isOrthographic(): boolean {
    return this.#isOrthographic;
  }

  set isOrthographic(value: boolean) {
    this.#isOrthographic = value;
    this.invalidate();
  }

  override invalidate(): void {
    super.invalidate();
    if (this.isShown) this.#tell(false);
  }

  /** Says whether the picture has settled, without drawing it. */
  settle(): void {
    this.#tell(!this.isLost && this.#isBest && !this.isRequested && !this.isAwaiting() && !this.#awaitLetters());
  }

  /** Renders now at the best quality; the pixels are valid until the page regains control. */
  override drawNow(): HTMLCanvasElement {
    this.#isStill = true;
    return super.drawNow();
  }

  /** Renders now as while something moves. */
  drawMoving(): void {
    super.drawNow();
  }

  /** Resolves when the graphics card has finished the last picture. */
  drawn(): Promise<void> {
    return new Promise((resolve) => {
      const ask = (): void => {
        if (this.#fence === null) resolve();
        else setTimeout(ask, ASK_MS);
      };
      ask();
    });
  }

  override hide(): void {
    super.hide();
    clearTimeout(this.#timer);
  }

  override dispose(): void {
    super.dispose();
    this.look.dispose();
  }

  protected override forget(): void {
    this.look.move();
  }

  protected override paint(): void {
    const isStill = this.#isStill;
    this.#isStill = false;
    const level = isStill ? BEST : this.#quality.level;
    const quality = QUALITIES[level];
    this.setDetail?.(this.#pixelsOfMetre(quality.resolution), quality.chordError);
    this.look.draw(this.renderer, this.scene, this.viewCamera, quality);
    // How elaborate the picture is, for whoever wonders or compares pictures.
    this.element.dataset.quality = `${level} of ${BEST}`;
    this.#measure(isStill);
    clearTimeout(this.#timer);
    this.#isBest = level === BEST;
    this.settle();
    if (this.#isBest) return;
    // A picture that takes long is drawn only after a rest as long, so that the page answers in between.
    this.#timer = setTimeout(
      () => {
        if (!this.isShown) return;
        this.#isStill = true;
        this.invalidate();
      },
      Math.max(STILL_MS, this.#stillMs),
    );
  }

  protected override paintBackground(): void {
    // The constructor of the base class calls before there is a look.
    if (this.look !== undefined) {
      setBackground(this.look.background, this.theme.colour('--sky'), this.theme.colour('--stage'));
    }
    this.invalidate();
  }

  /** Length in the picture of a metre across the view, where the bodies are nearest to the camera. */
  #pixelsOfMetre(resolution: number): number {
    const { center, radius } = this.look.around;
    const { position, fov } = this.camera;
    const target = position.distanceTo(this.controls.target);
    // Within the bodies, some may be as near as the camera goes.
    const near = Math.max(position.distanceTo(center) - radius, 1e-3 * radius);
    const tall = 2 * (this.#isOrthographic ? target : near) * Math.tan(THREE.MathUtils.degToRad(fov / 2));
    return (resolution * this.renderer.getDrawingBufferSize(new THREE.Vector2()).y) / tall;
  }

  /** Settled: nothing more will change unless someone changes it. For whoever compares pictures. */
  #tell(isSettled: boolean): void {
    this.element.dataset.picture = isSettled ? 'settled' : 'changing';
  }

  /** Legends and scales beside the bodies have their own letters, which are loaded when they are first needed. */
  #awaitLetters(): boolean {
    if (document.fonts.status === 'loaded') return false;
    if (!this.#isAwaitingLetters) {
      this.#isAwaitingLetters = true;
      void document.fonts.ready.then(() => {
        this.#isAwaitingLetters = false;
        this.settle();
      });
    }
    return true;
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
      this.#tookMs = took;
      if (isStill) this.#stillMs = took;
      else this.#quality.note(took);
    };
    setTimeout(ask, ASK_MS);
  }
}
