// SPDX-License-Identifier: MIT
/**
 * Attributes of each instance on the graphics card: position, orientation, size, colour value and state. The arrays
 * grow by doubling and are reused from frame to frame.
 */
import * as THREE from 'three';

const ATTRIBUTES = [
  ['aPosition', 3],
  ['aOrientation', 4],
  ['aScale', 1],
  ['aValue', 1],
  ['aState', 1],
] as const;
const CORNERS = ['aCorners', 2] as const;

export class InstanceArrays {
  readonly #geometry: THREE.InstancedBufferGeometry;
  #capacity = 0;
  #count = 0;
  positions = new Float32Array(0);
  orientations = new Float32Array(0);
  scales = new Float32Array(0);
  values = new Float32Array(0);
  /** See `SELECTED` in body-shading.ts. */
  states = new Float32Array(0);
  /** Two an instance, where instances have different shapes. */
  corners = new Float32Array(0);
  readonly #hasCorners: boolean;
  /** Bytes sent to the graphics card so far. */
  uploadedBytes = 0;
  /** Copies of what changes seldom, to send it only when it has changed. */
  readonly #sent = new Map<string, Float32Array>();

  constructor(geometry: THREE.InstancedBufferGeometry, hasCorners = false) {
    this.#geometry = geometry;
    this.#hasCorners = hasCorners;
    this.reserve(1);
    this.count = 0;
  }

  get count(): number {
    return this.#count;
  }

  /** How many instances are drawn, at most as many as were reserved. */
  set count(value: number) {
    this.#count = value;
    this.#geometry.instanceCount = value;
  }

  /** Makes room; the contents are lost when it grows. */
  reserve(count: number): void {
    if (count <= this.#capacity) return;
    // New buffers on the card, since buffers there do not grow.
    this.#geometry.dispose();
    this.#capacity = Math.max(count, 2 * this.#capacity);
    const attributes = this.#hasCorners ? [...ATTRIBUTES, CORNERS] : ATTRIBUTES;
    const arrays = attributes.map(([name, components]) => {
      const array = new Float32Array(components * this.#capacity);
      const attribute = new THREE.InstancedBufferAttribute(array, components);
      attribute.setUsage(THREE.DynamicDrawUsage);
      this.#geometry.setAttribute(name, attribute);
      return array;
    });
    const none = new Float32Array(0);
    const [positions = none, orientations = none, scales = none, values = none, states = none] = arrays;
    const corners = arrays[ATTRIBUTES.length] ?? none;
    this.#sent.clear();
    Object.assign(this, { positions, orientations, scales, values, states, corners });
  }

  /** To be called after poses have changed. */
  uploadPoses(): void {
    for (const name of ['aPosition', 'aOrientation']) this.#upload(name);
    for (const name of ['aScale', 'aState']) this.#uploadChanged(name);
    if (this.#hasCorners) this.#uploadChanged(CORNERS[0]);
  }

  /** To be called after values have changed. */
  uploadValues(): void {
    this.#upload('aValue');
  }

  #uploadChanged(name: string): void {
    const { array, itemSize } = this.#geometry.getAttribute(name) as THREE.InstancedBufferAttribute;
    const present = (array as Float32Array).subarray(0, itemSize * this.#count);
    const before = this.#sent.get(name);
    if (before !== undefined && before.length >= present.length && present.every((x, k) => x === before[k])) return;
    this.#sent.set(name, present.slice());
    this.#upload(name);
  }

  #upload(name: string): void {
    const attribute = this.#geometry.getAttribute(name) as THREE.InstancedBufferAttribute;
    attribute.clearUpdateRanges();
    attribute.addUpdateRange(0, attribute.itemSize * this.#count);
    attribute.needsUpdate = true;
    this.uploadedBytes += 4 * attribute.itemSize * this.#count;
  }
}
