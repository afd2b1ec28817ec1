// SPDX-License-Identifier: MIT
/** Lines of given thickness as ribbons that face the camera; one draw call for all. */
import * as THREE from 'three';

const VERTEX = /* glsl */ `
attribute vec3 aFrom;
attribute vec3 aTo;
attribute float aRadius;
varying float vAcross;
void main() {
  vec3 a = (modelViewMatrix * vec4(aFrom, 1.0)).xyz;
  vec3 b = (modelViewMatrix * vec4(aTo, 1.0)).xyz;
  vec3 along = b - a;
  vec3 middle = mix(a, b, position.x);
  vec3 side = cross(along, middle);
  float size = length(side);
  side = size > 0.0 ? side / size : vec3(0.0);
  vAcross = position.y;
  gl_Position = projectionMatrix * vec4(middle + aRadius * position.y * side, 1.0);
}`;

const FRAGMENT = /* glsl */ `
uniform vec3 uColour;
varying float vAcross;
void main() {
  gl_FragColor = vec4(uColour * (1.0 - 0.35 * vAcross * vAcross), 1.0);
}`;

export class LineLayer {
  readonly mesh: THREE.Mesh;
  readonly #geometry = new THREE.InstancedBufferGeometry();
  readonly #colour = { value: new THREE.Color() };
  #capacity = 0;

  constructor() {
    const corners = [0, -1, 0, 1, -1, 0, 1, 1, 0, 0, 1, 0];
    this.#geometry.setAttribute('position', new THREE.Float32BufferAttribute(corners, 3));
    this.#geometry.setIndex([0, 1, 2, 0, 2, 3]);
    this.#geometry.instanceCount = 0;
    const material = new THREE.ShaderMaterial({
      uniforms: { uColour: this.#colour },
      vertexShader: VERTEX,
      fragmentShader: FRAGMENT,
      side: THREE.DoubleSide,
    });
    this.mesh = new THREE.Mesh(this.#geometry, material);
    this.mesh.frustumCulled = false;
  }

  /** As in a style sheet; written to the screen as it is. */
  set colour(value: string) {
    this.#colour.value.setStyle(value, THREE.LinearSRGBColorSpace);
  }

  /** Six coordinates a line, and half its thickness. */
  setLines(ends: Float32Array, radii: Float32Array, count: number): void {
    if (count > this.#capacity || this.#capacity === 0) {
      this.#geometry.dispose();
      this.#capacity = Math.max(count, 2 * this.#capacity, 1);
      const ends_ = new THREE.InstancedInterleavedBuffer(new Float32Array(6 * this.#capacity), 6);
      ends_.setUsage(THREE.DynamicDrawUsage);
      this.#geometry.setAttribute('aFrom', new THREE.InterleavedBufferAttribute(ends_, 3, 0));
      this.#geometry.setAttribute('aTo', new THREE.InterleavedBufferAttribute(ends_, 3, 3));
      const radius = new THREE.InstancedBufferAttribute(new Float32Array(this.#capacity), 1);
      this.#geometry.setAttribute('aRadius', radius.setUsage(THREE.DynamicDrawUsage));
    }
    const from = this.#geometry.getAttribute('aFrom') as THREE.InterleavedBufferAttribute;
    (from.data.array as Float32Array).set(ends.subarray(0, 6 * count));
    from.data.needsUpdate = true;
    const radius = this.#geometry.getAttribute('aRadius') as THREE.InstancedBufferAttribute;
    (radius.array as Float32Array).set(radii.subarray(0, count));
    radius.needsUpdate = true;
    this.#geometry.instanceCount = count;
  }
}
