// SPDX-License-Identifier: MIT
/**
 * A canvas with a camera that orbits (left button, one finger), pans (right button, two fingers) and zooms (wheel,
 * pinch); z is up. Draws only when something has changed: call `invalidate` after a change.
 */
import * as THREE from 'three';
import { OrbitControls } from 'three/examples/jsm/controls/OrbitControls.js';
import type { Theme } from '../theme.ts';
import { h } from '../ui/h.ts';

/** Pixels beyond this cost more than they show. */
const MOST_PIXELS_PER_POINT = 2;
const FIELD_OF_VIEW_DEGREES = 40;
/** Initial view direction: from the front, slightly from the right and above. */
const FIRST_DIRECTION = new THREE.Vector3(0.55, -1, 0.45).normalize();
/** Margin around the fitted box. */
const FIT_MARGIN = 1.08;
/** Margin around a part that is zoomed to. */
const CLOSE_MARGIN = 1.6;

const LOST = 'The graphics card cannot be reached. The picture returns with it; if it does not, load the page again.';

export class Stage {
  readonly element: HTMLElement;
  readonly scene = new THREE.Scene();
  readonly camera = new THREE.PerspectiveCamera(FIELD_OF_VIEW_DEGREES, 1, 0.01, 100);
  readonly renderer: THREE.WebGLRenderer;
  readonly controls: OrbitControls;
  protected readonly theme: Theme;
  readonly #listeners = new Set<(now: number) => boolean>();
  readonly #fitted = new THREE.Sphere(new THREE.Vector3(), 1);
  readonly #lost = h('p', { class: 'lost', role: 'alert', hidden: true }, LOST);
  #request: number | undefined;
  #isShown = false;
  readonly #endTheme: () => void;

  /** Throws without WebGL 2; check `hasWebGl2` first. */
  constructor(theme: Theme, { antialias = true }: { readonly antialias?: boolean } = {}) {
    this.theme = theme;
    this.renderer = new THREE.WebGLRenderer({ antialias, preserveDrawingBuffer: false });
    const canvas = this.renderer.domElement;
    canvas.tabIndex = 0;
    canvas.setAttribute('aria-label', 'Drawing: drag to orbit, right-drag to pan, wheel to zoom');
    this.element = h('div', { class: 'stage' }, canvas, this.#lost);
    this.#listenToLoss(canvas);
    this.camera.up.set(0, 0, 1);
    this.controls = new OrbitControls(this.camera, canvas);
    this.controls.zoomToCursor = true;
    this.controls.addEventListener('change', () => this.invalidate());
    this.scene.add(new THREE.HemisphereLight(0xffffff, 0x8890a0, 1.6));
    const lamp = new THREE.DirectionalLight(0xffffff, 2);
    lamp.position.set(0.4, 0.8, 1);
    this.camera.add(lamp);
    this.scene.add(this.camera);
    new ResizeObserver(() => this.#resize()).observe(this.element);
    this.#endTheme = theme.onChange(() => this.paintBackground());
    this.paintBackground();
    this.fit(new THREE.Box3(new THREE.Vector3(-1, -1, -1), new THREE.Vector3(1, 1, 1)));
  }

  /** Called when width over height of the picture has changed, which the distance to see a box from depends on. */
  onReshape: () => void = () => {};

  /** Draws once before the next picture of the screen. */
  invalidate(): void {
    if (!this.#isShown || this.#request !== undefined) return;
    this.#request = requestAnimationFrame((now) => {
      this.#request = undefined;
      this.#draw(now);
    });
  }

  /** Called before each drawing with the time in ms; drawing continues while a listener returns true. */
  onFrame(listener: (now: number) => boolean): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  show(): void {
    this.#isShown = true;
    this.#resize();
    this.invalidate();
  }

  hide(): void {
    this.#isShown = false;
    if (this.#request !== undefined) cancelAnimationFrame(this.#request);
    this.#request = undefined;
  }

  /** Brings the parts of a box into view; the direction stays unless `direction` says otherwise. */
  fit(box: THREE.Box3, direction?: THREE.Vector3, parts: readonly THREE.Box3[] = [box]): void {
    if (box.isEmpty()) return;
    const view = direction ?? this.camera.position.clone().sub(this.controls.target);
    if (view.lengthSq() === 0) view.copy(FIRST_DIRECTION);
    view.normalize();
    this.setBounds(box);
    const radius = Math.max(this.#fitted.radius, 1e-12);
    const { center } = this.#fitted;
    const distance = FIT_MARGIN * Math.max(...parts.map((part) => this.#distanceToSee(part, view, center)));
    this.controls.target.copy(this.#fitted.center);
    this.camera.position.copy(this.#fitted.center).addScaledVector(view, Math.max(distance, radius * 1e-3));
    this.controls.update();
    this.invalidate();
  }

  /** Box of everything that may be seen, which depths and distances go by. */
  setBounds(box: THREE.Box3): void {
    if (box.isEmpty()) return;
    box.getBoundingSphere(this.#fitted);
    const radius = Math.max(this.#fitted.radius, 1e-12);
    this.controls.minDistance = radius * 1e-3;
    this.controls.maxDistance = radius * 1e3;
  }

  /** Brings a part of what was fitted into view, closely. */
  zoomTo(box: THREE.Box3): void {
    if (box.isEmpty()) return;
    const view = this.camera.position.clone().sub(this.controls.target).normalize();
    const middle = box.getCenter(new THREE.Vector3());
    const distance = Math.max(CLOSE_MARGIN * this.#distanceToSee(box, view, middle), this.controls.minDistance);
    this.controls.target.copy(middle);
    this.camera.position.copy(middle).addScaledVector(view, distance);
    this.controls.update();
    this.invalidate();
  }

  /** Looks at the same point, as far away, from another side. */
  lookFrom(direction: THREE.Vector3): void {
    const { target } = this.controls;
    const distance = this.camera.position.distanceTo(target);
    this.camera.position.copy(target).addScaledVector(direction.clone().normalize(), distance);
    this.controls.update();
    this.invalidate();
  }

  /** Length in the picture, in points, of a metre across the view at the point that the camera turns about. */
  get pointsPerMetre(): number {
    const distance = this.camera.position.distanceTo(this.controls.target);
    const tall = 2 * distance * Math.tan(THREE.MathUtils.degToRad(this.camera.fov / 2));
    return this.element.clientHeight / tall;
  }

  /** The direction of the first view. */
  fitFirst(box: THREE.Box3): void {
    this.fit(box, FIRST_DIRECTION.clone());
  }

  /** Renders now and returns the canvas, whose pixels are valid until the page regains control. */
  drawNow(): HTMLCanvasElement {
    this.#draw(performance.now());
    return this.renderer.domElement;
  }

  dispose(): void {
    this.hide();
    this.#endTheme();
    this.controls.dispose();
    this.renderer.dispose();
    // Browsers allow few contexts, and collect them late.
    this.renderer.forceContextLoss();
  }

  /** Distance from the middle of the view at which all corners of the box are inside the picture. */
  #distanceToSee(box: THREE.Box3, view: THREE.Vector3, middle: THREE.Vector3): number {
    const right = new THREE.Vector3().crossVectors(this.camera.up, view);
    if (right.lengthSq() < 1e-12) right.set(1, 0, 0);
    right.normalize();
    const up = new THREE.Vector3().crossVectors(view, right);
    const tall = Math.tan(THREE.MathUtils.degToRad(this.camera.fov / 2));
    const wide = tall * this.camera.aspect;
    let distance = 0;
    for (let k = 0; k < 8; k++) {
      const corner = new THREE.Vector3(
        k & 1 ? box.max.x : box.min.x,
        k & 2 ? box.max.y : box.min.y,
        k & 4 ? box.max.z : box.min.z,
      ).sub(middle);
      const nearer = corner.dot(view);
      const needed = Math.max(Math.abs(corner.dot(right)) / wide, Math.abs(corner.dot(up)) / tall);
      distance = Math.max(distance, nearer + needed);
    }
    return distance;
  }

  /** The graphics card has forgotten all pictures of its own. */
  protected forget(): void {}

  /** Whether the graphics card can be reached. */
  protected get isLost(): boolean {
    return this.renderer.getContext().isContextLost();
  }

  #listenToLoss(canvas: HTMLCanvasElement): void {
    canvas.addEventListener('webglcontextlost', () => {
      this.#lost.hidden = !this.#isShown;
      this.invalidate();
    });
    // After three.js, which listens too, has begun anew.
    canvas.addEventListener('webglcontextrestored', () => {
      this.#lost.hidden = true;
      this.forget();
      this.invalidate();
    });
  }

  /** Draws the scene onto the canvas. */
  protected paint(): void {
    this.renderer.render(this.scene, this.camera);
  }

  protected paintBackground(): void {
    this.scene.background = new THREE.Color(this.theme.colour('--stage'));
    this.invalidate();
  }

  /** Ball around what was last fitted into view. */
  protected get fitted(): Readonly<THREE.Sphere> {
    return this.#fitted;
  }

  /** Whether the picture will be drawn again anyway. */
  protected get isRequested(): boolean {
    return this.#request !== undefined;
  }

  protected get isShown(): boolean {
    return this.#isShown;
  }

  #draw(now: number): void {
    let goesOn = false;
    for (const listener of this.#listeners) goesOn = listener(now) || goesOn;
    this.controls.update();
    this.#setClipping();
    if (!this.isLost) this.paint();
    if (goesOn) this.invalidate();
  }

  /** Near and far planes close to the fitted box, for the best depth resolution. */
  #setClipping(): void {
    const { center, radius } = this.#fitted;
    const distance = this.camera.position.distanceTo(center);
    this.camera.far = distance + 20 * radius;
    this.camera.near = Math.max(distance - 20 * radius, distance * 1e-3, radius * 1e-4);
    this.camera.updateProjectionMatrix();
  }

  #resize(): void {
    const { clientWidth: width, clientHeight: height } = this.element;
    if (width === 0 || height === 0) return;
    this.renderer.setPixelRatio(Math.min(devicePixelRatio, MOST_PIXELS_PER_POINT));
    this.renderer.setSize(width, height, false);
    const isReshaped = this.camera.aspect !== width / height;
    this.camera.aspect = width / height;
    this.camera.updateProjectionMatrix();
    if (isReshaped) this.onReshape();
    this.invalidate();
  }
}
