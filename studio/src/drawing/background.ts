// SPDX-License-Identifier: MIT
/** Background of a picture: a soft gradient from top to bottom, into which the ground fades. */
import * as THREE from 'three';
import { coveringTriangle, VERTEX } from './full-screen-pass.ts';

export interface BackgroundUniforms {
  readonly [name: string]: THREE.IUniform;
  readonly uSky: THREE.IUniform<THREE.Color>;
  readonly uHorizon: THREE.IUniform<THREE.Color>;
  /** Of the picture, pixels. */
  readonly uHeight: THREE.IUniform<number>;
}

export function backgroundUniforms(): BackgroundUniforms {
  return {
    uSky: { value: new THREE.Color() },
    uHorizon: { value: new THREE.Color() },
    uHeight: { value: 1 },
  };
}

/** Colour behind the pixel that is being drawn. */
export const BACKGROUND = /* glsl */ `
uniform vec3 uSky;
uniform vec3 uHorizon;
uniform float uHeight;
vec3 background() {
  float up = gl_FragCoord.y / uHeight;
  return mix(uHorizon, uSky, smoothstep(0.0, 1.0, up));
}`;

const FRAGMENT = /* glsl */ `
${BACKGROUND}
void main() {
  gl_FragColor = vec4(background(), 1.0);
}`;

/** Colours as in a style sheet, written to the screen as they are. */
export function setBackground({ uSky, uHorizon }: BackgroundUniforms, sky: string, horizon: string): void {
  uSky.value.setStyle(sky, THREE.LinearSRGBColorSpace);
  uHorizon.value.setStyle(horizon, THREE.LinearSRGBColorSpace);
}

/** Drawn first, behind everything. */
export function backgroundMesh(uniforms: BackgroundUniforms): THREE.Mesh {
  const material = new THREE.ShaderMaterial({
    uniforms,
    vertexShader: VERTEX,
    fragmentShader: FRAGMENT,
    depthTest: false,
    depthWrite: false,
  });
  const mesh = new THREE.Mesh(coveringTriangle(), material);
  mesh.frustumCulled = false;
  mesh.renderOrder = -1;
  return mesh;
}
