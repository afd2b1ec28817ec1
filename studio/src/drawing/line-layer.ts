// SPDX-License-Identifier: MIT
/** Lines or arrows of given thickness as ribbons that face the camera, coloured alike or by a number; one draw call. */
import * as THREE from 'three';
import { mapTexture } from './colour-map.ts';

const VERTEX = /* glsl */ `
attribute vec3 aFrom;
attribute vec3 aTo;
attribute float aRadius;
attribute float aValue;
varying float vAcross;
flat varying float vValue;
void main() {
  vec3 a = (modelViewMatrix * vec4(aFrom, 1.0)).xyz;
  vec3 b = (modelViewMatrix * vec4(aTo, 1.0)).xyz;
  vec3 along = b - a;
  vec3 middle = mix(a, b, position.x);
  vec3 side = cross(along, isOrthographic ? vec3(0.0, 0.0, -1.0) : middle);
  float size = length(side);
  side = size > 0.0 ? side / size : vec3(0.0);
  vAcross = position.y;
  vValue = aValue;
  gl_Position = projectionMatrix * vec4(middle + aRadius * position.y * side, 1.0);
}`;

const FRAGMENT = /* glsl */ `
uniform vec3 uColour;
uniform sampler2D uColours;
uniform bool uIsMapped;
varying float vAcross;
flat varying float vValue;
void main() {
  vec3 colour = uIsMapped ? texture2D(uColours, vec2(clamp(vValue, 0.0, 1.0), 0.5)).rgb : uColour;
  gl_FragColor = vec4(colour * (1.0 - 0.35 * vAcross * vAcross), 1.0);
}`;

/** Colours of lines that have numbers. */
export const FORCE_MAP = 'plasma';

/** Corners along and across, and triangles. */
const PROFILES = {
  line: { corners: [0, -1, 0, 1, -1, 0, 1, 1, 0, 0, 1, 0], triangles: [0, 1, 2, 0, 2, 3] },
  arrow: {
    corners: [0, -0.35, 0, 0.66, -0.35, 0, 0.66, 0.35, 0, 0, 0.35, 0, 0.66, -1, 0, 1, 0, 0, 0.66, 1, 0],
    triangles: [0, 1, 2, 0, 2, 3, 4, 5, 6],
  },
} as const;

export class LineLayer {
  readonly mesh: THREE.Mesh;
  readonly #geometry = new THREE.InstancedBufferGeometry();
  readonly #colour = { value: new THREE.Color() };
  readonly #isMapped = { value: false };
  #capacity = 0;

  constructor(profile: keyof typeof PROFILES = 'line') {
    const { corners, triangles } = PROFILES[profile];
    this.#geometry.setAttribute('position', new THREE.Float32BufferAttribute(corners, 3));
    this.#geometry.setIndex([...triangles]);
    this.#geometry.instanceCount = 0;
    const colours = mapTexture(FORCE_MAP);
    const material = new THREE.ShaderMaterial({
      uniforms: { uColour: this.#colour, uColours: { value: colours }, uIsMapped: this.#isMapped },
      vertexShader: VERTEX,
      fragmentShader: FRAGMENT,
      side: THREE.DoubleSide,
    });
    material.addEventListener('dispose', () => colours.dispose());
    this.mesh = new THREE.Mesh(this.#geometry, material);
    this.mesh.frustumCulled = false;
  }

  /** As in a style sheet; written to the screen as it is. */
  set colour(value: string) {
    this.#colour.value.setStyle(value, THREE.LinearSRGBColorSpace);
  }

  /** Six coordinates a line, half its thickness, and a number from 0 to 1 for its colour where lines differ. */
  setLines(ends: Float32Array, radii: Float32Array, count: number, values?: Float32Array): void {
    this.#isMapped.value = values !== undefined;
    if (count > this.#capacity || this.#capacity === 0) {
      this.#geometry.dispose();
      this.#capacity = Math.max(count, 2 * this.#capacity, 1);
      const ends_ = new THREE.InstancedInterleavedBuffer(new Float32Array(6 * this.#capacity), 6);
      ends_.setUsage(THREE.DynamicDrawUsage);
      this.#geometry.setAttribute('aFrom', new THREE.InterleavedBufferAttribute(ends_, 3, 0));
      this.#geometry.setAttribute('aTo', new THREE.InterleavedBufferAttribute(ends_, 3, 3));
      const radius = new THREE.InstancedBufferAttribute(new Float32Array(this.#capacity), 1);
      this.#geometry.setAttribute('aRadius', radius.setUsage(THREE.DynamicDrawUsage));
      const value = new THREE.InstancedBufferAttribute(new Float32Array(this.#capacity), 1);
      this.#geometry.setAttribute('aValue', value.setUsage(THREE.DynamicDrawUsage));
    }
    const from = this.#geometry.getAttribute('aFrom') as THREE.InterleavedBufferAttribute;
    (from.data.array as Float32Array).set(ends.subarray(0, 6 * count));
    from.data.needsUpdate = true;
    const radius = this.#geometry.getAttribute('aRadius') as THREE.InstancedBufferAttribute;
    (radius.array as Float32Array).set(radii.subarray(0, count));
    radius.needsUpdate = true;
    if (values !== undefined) {
      const value = this.#geometry.getAttribute('aValue') as THREE.InstancedBufferAttribute;
      (value.array as Float32Array).set(values.subarray(0, count));
      value.needsUpdate = true;
    }
    this.#geometry.instanceCount = count;
  }
}
