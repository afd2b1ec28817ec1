// SPDX-License-Identifier: MIT
/**
 * Ambient occlusion from depths: how much of the surroundings of a point its neighbours in the picture hide (after
 * McGuire, Osman, Bukowski and Hennessy, The Alchemy screen-space ambient obscurance algorithm, 2011). At half the
 * resolution; the composition blurs it.
 */
import * as THREE from 'three';
import { FullScreenPass } from './full-screen-pass.ts';

/** Position in the frame of the camera of a pixel with a depth. */
export const POSITION_AT = /* glsl */ `
uniform highp sampler2D uDepth;
uniform mat4 uFromClip;
vec3 positionAt(vec2 uv) {
  vec4 at = uFromClip * vec4(vec3(uv, textureLod(uDepth, uv, 0.0).r) * 2.0 - 1.0, 1.0);
  return at.xyz / at.w;
}`;

const SAMPLES = 14;

const FRAGMENT = /* glsl */ `
${POSITION_AT}
uniform float uReach; // m
uniform vec2 uPixelsPerMetre; // at distance 1, and whether it falls with the distance
uniform vec2 uPixel; // size of one, part of the picture
varying vec2 vUv;

/** The smaller of two differences does not cross an outline. */
vec3 slope(vec2 aside, vec3 at) {
  vec3 after = positionAt(vUv + aside) - at;
  vec3 before = at - positionAt(vUv - aside);
  return abs(after.z) < abs(before.z) ? after : before;
}

void main() {
  if (textureLod(uDepth, vUv, 0.0).r >= 1.0) {
    gl_FragColor = vec4(1.0);
    return;
  }
  vec3 at = positionAt(vUv);
  vec3 normal = normalize(cross(slope(vec2(uPixel.x, 0.0), at), slope(vec2(0.0, uPixel.y), at)));
  float pixels = uReach * uPixelsPerMetre.x / (uPixelsPerMetre.y > 0.5 ? max(-at.z, 1e-20) : 1.0);
  pixels = clamp(pixels, 3.0, 80.0);
  // A different turn of the samples in each pixel of a block of four by four, which the blur takes out.
  ivec2 place = ivec2(gl_FragCoord.xy) & 3;
  float turn = float((place.x * 4 + place.y) * 7 % 16) * 0.3926991;
  float hidden = 0.0;
  for (int k = 0; k < ${SAMPLES}; k++) {
    float part = (float(k) + 0.5) / ${SAMPLES}.0;
    float angle = turn + float(k) * 2.3999632;
    vec2 aside = part * pixels * vec2(cos(angle), sin(angle)) * uPixel;
    vec3 there = positionAt(vUv + aside) - at;
    float far = dot(there, there);
    float fall = max(1.0 - far / (uReach * uReach), 0.0);
    hidden += fall * max(dot(there, normal) * inversesqrt(far + 1e-30) - 0.12, 0.0);
  }
  gl_FragColor = vec4(clamp(1.0 - 1.45 * hidden / ${SAMPLES}.0, 0.0, 1.0));
}`;

export class AmbientOcclusion {
  readonly #target = new THREE.WebGLRenderTarget(1, 1, {
    depthBuffer: false,
    format: THREE.RedFormat,
    // The blur takes the mean of whole blocks, which interpolation would spoil.
    magFilter: THREE.NearestFilter,
    minFilter: THREE.NearestFilter,
  });
  readonly #pass = new FullScreenPass(
    {
      uDepth: { value: null as THREE.Texture | null },
      uFromClip: { value: new THREE.Matrix4() },
      uReach: { value: 1 },
      uPixelsPerMetre: { value: new THREE.Vector2() },
      uPixel: { value: new THREE.Vector2() },
    },
    FRAGMENT,
  );

  get texture(): THREE.Texture {
    return this.#target.texture;
  }

  /** `reach`, in metres, is how far bodies darken each other. */
  draw(
    renderer: THREE.WebGLRenderer,
    depth: THREE.DepthTexture,
    camera: THREE.PerspectiveCamera | THREE.OrthographicCamera,
    reach: number,
  ): void {
    const { width = 1, height = 1 } = depth.image;
    this.#target.setSize(Math.ceil(width / 2), Math.ceil(height / 2));
    const { uDepth, uFromClip, uReach, uPixelsPerMetre, uPixel } = this.#pass.uniforms;
    uDepth.value = depth;
    uFromClip.value.copy(camera.projectionMatrixInverse);
    uReach.value = reach;
    const isPerspective = camera instanceof THREE.PerspectiveCamera;
    uPixelsPerMetre.value.set(0.5 * height * camera.projectionMatrix.elements[5], isPerspective ? 1 : 0);
    uPixel.value.set(1 / width, 1 / height);
    this.#pass.draw(renderer, this.#target);
  }

  dispose(): void {
    this.#target.dispose();
    this.#pass.dispose();
  }
}
