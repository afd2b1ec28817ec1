// SPDX-License-Identifier: MIT
/**
 * Draws a scene with soft shadows, ambient occlusion and transparency in several passes: the lamp's picture, the
 * opaque parts, the transparent bodies, and their composition on the canvas.
 */
import * as THREE from 'three';
import { AmbientOcclusion, POSITION_AT } from './ambient-occlusion.ts';
import { type BackgroundUniforms, backgroundMesh, backgroundUniforms } from './background.ts';
import { BODIES_LAYER } from './body-material.ts';
import { PASSES } from './body-shading.ts';
import { FullScreenPass } from './full-screen-pass.ts';
import { type LightUniforms, lightUniforms } from './light.ts';
import type { Quality } from './quality.ts';
import { ShadowMap } from './shadow-map.ts';

type ViewCamera = THREE.PerspectiveCamera | THREE.OrthographicCamera;

const COMPOSE = /* glsl */ `
${POSITION_AT}
uniform sampler2D uPicture;
uniform sampler2D uOpen; // what ambient occlusion leaves
uniform vec2 uOpenPixel;
uniform bool uHasOcclusion;
uniform bool uHasClear;
uniform bool uHasAlpha;
uniform sampler2D uClear;
uniform sampler2D uCover;
uniform float uReach;
varying vec2 vUv;

/** Mean over a block of four by four, of those as far away as this pixel. */
float open() {
  float depth = positionAt(vUv).z;
  float sum = 0.0;
  float weights = 1e-4;
  for (int i = 0; i < 4; i++) {
    for (int j = 0; j < 4; j++) {
      vec2 there = vUv + (vec2(float(i), float(j)) - 1.5) * uOpenPixel;
      float weight = abs(positionAt(there).z - depth) < 0.5 * uReach ? 1.0 : 0.0;
      sum += weight * textureLod(uOpen, there, 0.0).r;
      weights += weight;
    }
  }
  return weights > 0.5 ? sum / weights : 1.0;
}

void main() {
  // Multiplied by alpha, as the canvas wants it; alpha is below 1 in pictures without a background only.
  vec4 picture = textureLod(uPicture, vUv, 0.0);
  vec3 colour = picture.rgb;
  float alpha = uHasAlpha ? picture.a : 1.0;
  if (uHasOcclusion) colour *= mix(vec3(0.36, 0.38, 0.43), vec3(1.0), open());
  if (uHasClear) {
    vec4 clear = textureLod(uClear, vUv, 0.0);
    float left = exp(-textureLod(uCover, vUv, 0.0).r);
    colour = mix(clear.rgb / max(clear.a, 1e-4), colour, left);
    alpha = mix(1.0, alpha, left);
  }
  gl_FragColor = vec4(colour, alpha);
}`;

export class Look {
  readonly light: LightUniforms = lightUniforms();
  readonly background: BackgroundUniforms = backgroundUniforms();
  /** Ball around everything that casts shadows. */
  readonly around = new THREE.Sphere(new THREE.Vector3(), 1);
  /** How far bodies darken each other, m: about the size of one. */
  reach = 0.1;
  /** Whether bodies are transparent. */
  hasClear = false;
  /** Without, the picture is transparent where nothing is drawn. */
  hasBackground = true;
  readonly #backgroundMesh: THREE.Mesh;
  readonly #shadows = new ShadowMap(this.light);
  readonly #occlusion = new AmbientOcclusion();
  readonly #picture = new THREE.WebGLRenderTarget(1, 1, { depthTexture: new THREE.DepthTexture(1, 1) });
  readonly #clear = new THREE.WebGLRenderTarget(1, 1, { count: 2, type: THREE.HalfFloatType, depthBuffer: false });
  readonly #compose = new FullScreenPass(
    {
      uDepth: { value: null as THREE.Texture | null },
      uFromClip: { value: new THREE.Matrix4() },
      uPicture: { value: null as THREE.Texture | null },
      uOpen: { value: null as THREE.Texture | null },
      uOpenPixel: { value: new THREE.Vector2() },
      uHasOcclusion: { value: false },
      uHasClear: { value: false },
      uHasAlpha: { value: false },
      uClear: { value: null as THREE.Texture | null },
      uCover: { value: null as THREE.Texture | null },
      uReach: { value: 1 },
    },
    COMPOSE,
  );
  #shadowSize = 0;
  #hasMoved = true;

  constructor(scene: THREE.Scene) {
    this.#backgroundMesh = backgroundMesh(this.background);
    scene.add(this.#backgroundMesh);
  }

  /** Bodies have moved, or others are seen: shadows are drawn again. */
  move(): void {
    this.#hasMoved = true;
  }

  draw(renderer: THREE.WebGLRenderer, scene: THREE.Scene, camera: ViewCamera, quality: Quality): void {
    const { samples, shadowSize, hasOcclusion, resolution } = quality;
    const size = renderer.getDrawingBufferSize(new THREE.Vector2());
    size.multiplyScalar(resolution).round().max(new THREE.Vector2(1, 1));
    this.#resize(size, samples);
    camera.updateMatrixWorld();
    this.#drawShadows(renderer, scene, shadowSize);
    this.#shadows.lookFrom(camera);
    const picture = this.#picture;
    this.background.uHeight.value = size.y;
    this.#backgroundMesh.visible = this.hasBackground;
    renderer.setClearColor(0, 0);
    renderer.setRenderTarget(picture);
    renderer.render(scene, camera);
    if (this.hasClear) this.#drawClear(renderer, scene, camera);
    const depth = picture.depthTexture as THREE.DepthTexture;
    if (hasOcclusion) this.#occlusion.draw(renderer, depth, camera, this.reach);
    const { uniforms } = this.#compose;
    uniforms.uDepth.value = depth;
    uniforms.uFromClip.value.copy(camera.projectionMatrixInverse);
    uniforms.uPicture.value = picture.texture;
    uniforms.uOpen.value = this.#occlusion.texture;
    uniforms.uOpenPixel.value.set(2 / size.x, 2 / size.y);
    uniforms.uHasOcclusion.value = hasOcclusion;
    uniforms.uHasClear.value = this.hasClear;
    uniforms.uHasAlpha.value = !this.hasBackground;
    [uniforms.uClear.value, uniforms.uCover.value] = this.#clear.textures as [THREE.Texture, THREE.Texture];
    uniforms.uReach.value = this.reach;
    this.#compose.draw(renderer, null);
  }

  dispose(): void {
    this.#shadows.dispose();
    this.#occlusion.dispose();
    this.#picture.depthTexture?.dispose();
    this.#picture.dispose();
    this.#clear.dispose();
    this.#compose.dispose();
  }

  #resize({ x, y }: THREE.Vector2, samples: number): void {
    const picture = this.#picture;
    if (picture.samples !== samples) {
      picture.samples = samples;
      picture.dispose();
    }
    picture.setSize(x, y);
    this.#clear.setSize(x, y);
  }

  #drawShadows(renderer: THREE.WebGLRenderer, scene: THREE.Scene, size: number): void {
    // Transparent bodies cast none.
    this.light.uHasShadow.value = size > 0 && !this.hasClear;
    if (!this.light.uHasShadow.value || (!this.#hasMoved && size === this.#shadowSize)) return;
    this.#shadows.draw(renderer, scene, this.around, size);
    this.#shadowSize = size;
    this.#hasMoved = false;
  }

  #drawClear(renderer: THREE.WebGLRenderer, scene: THREE.Scene, camera: ViewCamera): void {
    const { uPass, uBehind, uNearFar } = this.light;
    const middle = camera.position.distanceTo(this.around.center);
    uNearFar.value.set(Math.max(middle - this.around.radius, 0), middle + this.around.radius);
    uBehind.value = this.#picture.depthTexture;
    uPass.value = PASSES.transparency;
    const mask = camera.layers.mask;
    camera.layers.set(BODIES_LAYER);
    const changed = setBlending(scene, THREE.CustomBlending);
    renderer.setRenderTarget(this.#clear);
    renderer.setClearColor(0, 0);
    renderer.clear();
    renderer.render(scene, camera);
    for (const material of changed) {
      material.blending = THREE.NoBlending;
      material.depthWrite = true;
    }
    camera.layers.mask = mask;
    uPass.value = PASSES.picture;
    uBehind.value = null;
  }
}

/** Of the materials of the bodies; those that were changed. */
function setBlending(scene: THREE.Scene, blending: THREE.Blending): THREE.ShaderMaterial[] {
  const changed: THREE.ShaderMaterial[] = [];
  scene.traverse((object) => {
    if (!(object instanceof THREE.Mesh) || !object.layers.isEnabled(BODIES_LAYER)) return;
    const material = object.material as THREE.ShaderMaterial;
    material.blending = blending;
    material.depthWrite = false;
    changed.push(material);
  });
  return changed;
}
