// SPDX-License-Identifier: MIT
/** Depths of the bodies as the lamp sees them, for shadows. */
import * as THREE from 'three';
import { BODIES_LAYER } from './body-material.ts';
import { PASSES } from './body-shading.ts';
import { type LightUniforms, TO_LAMP } from './light.ts';

/** Width of a shadow's soft edge relative to the picture of the lamp, in samples of 4. */
const SAMPLE_DISTANCE = 1 / 480;
/** Surfaces are lifted by this many texels before they are compared, so that they do not shade themselves. */
const LIFTED_TEXELS = 3.5;
/** Texture coordinates from clip coordinates. */
const TO_TEXTURE = new THREE.Matrix4().set(0.5, 0, 0, 0.5, 0, 0.5, 0, 0.5, 0, 0, 0.5, 0.5, 0, 0, 0, 1);

export class ShadowMap {
  readonly #light: LightUniforms;
  readonly #camera = new THREE.OrthographicCamera();
  readonly #fromWorld = new THREE.Matrix4();
  #target: THREE.WebGLRenderTarget | undefined;

  constructor(light: LightUniforms) {
    this.#light = light;
    this.#camera.layers.set(BODIES_LAYER);
  }

  /** Draws the shadows of all bodies within a ball. */
  draw(renderer: THREE.WebGLRenderer, scene: THREE.Scene, { center, radius }: THREE.Sphere, size: number): void {
    const target = this.#targetOf(size);
    const camera = this.#camera;
    camera.left = camera.bottom = -radius;
    camera.right = camera.top = radius;
    camera.near = 0;
    camera.far = 4 * radius;
    camera.position.copy(center).addScaledVector(TO_LAMP, 2 * radius);
    camera.up.set(0, 0, 1);
    camera.lookAt(center);
    camera.updateProjectionMatrix();
    camera.updateMatrixWorld();
    this.#fromWorld.copy(TO_TEXTURE).multiply(camera.projectionMatrix).multiply(camera.matrixWorldInverse);
    const { uPass, uShadow, uShadowSoftness } = this.#light;
    // What is drawn to must not be read at the same time.
    uShadow.value = null;
    uPass.value = PASSES.shadow;
    renderer.setRenderTarget(target);
    renderer.clear();
    renderer.render(scene, camera);
    uPass.value = PASSES.picture;
    uShadow.value = target.depthTexture;
    uShadowSoftness.value.set(SAMPLE_DISTANCE, (LIFTED_TEXELS * 2 * radius) / size);
  }

  /** To be called before each picture by this camera. */
  lookFrom(camera: THREE.Camera): void {
    this.#light.uToShadow.value.multiplyMatrices(this.#fromWorld, camera.matrixWorld);
  }

  dispose(): void {
    this.#target?.dispose();
    this.#target?.depthTexture?.dispose();
    this.#target = undefined;
  }

  #targetOf(size: number): THREE.WebGLRenderTarget {
    if (this.#target?.width === size) return this.#target;
    this.dispose();
    const depthTexture = new THREE.DepthTexture(size, size, THREE.UnsignedIntType);
    depthTexture.compareFunction = THREE.LessEqualCompare;
    depthTexture.magFilter = THREE.LinearFilter;
    depthTexture.minFilter = THREE.LinearFilter;
    this.#target = new THREE.WebGLRenderTarget(size, size, { depthTexture, format: THREE.RedFormat });
    return this.#target;
  }
}
