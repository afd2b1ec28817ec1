// SPDX-License-Identifier: MIT
/** Draws the faces that cut planes leave on bodies of triangles; balls draw theirs themselves. */
import * as THREE from 'three';
import { bodyMaterial, bodyMesh } from './body-material.ts';
import type { BodyUniforms } from './body-shading.ts';
import { addSection, type ConvexSurface, TriangleList } from './cut-section.ts';
import { CUT_FACE, SHAPE_FRAGMENT } from './shape-layer.ts';

/** Faces lie this much inside their plane, relative to distances, so that rounding does not cut them off. */
const INSIDE = 4e-6;

const VERTEX = /* glsl */ `
attribute float aValue;
attribute float aState;
attribute float aPicked;
flat varying float vValue;
flat varying float vPicked;
flat varying float vState;
varying vec3 vNormal_;
varying vec3 vPosition;
varying vec3 vWorld;
void main() {
  vec4 world = modelMatrix * vec4(position, 1.0);
  vec4 seen = viewMatrix * world;
  vWorld = world.xyz;
  vPosition = seen.xyz;
  vNormal_ = mat3(viewMatrix) * normal;
  vValue = aValue;
  vState = aState;
  vPicked = aPicked;
  gl_Position = projectionMatrix * seen;
}`;

/** Where a body is, and its surface as convex parts. */
export interface CutBody {
  readonly parts: readonly ConvexSurface[];
  readonly reach: number;
  readonly position: THREE.Vector3;
  readonly orientation: THREE.Quaternion;
  readonly scale: number;
}

export class CutFaces {
  readonly mesh: THREE.Mesh;
  readonly #geometry = new THREE.BufferGeometry();
  /** Body of each triangle. */
  #bodies: number[] = [];

  constructor(uniforms: BodyUniforms) {
    const material = bodyMaterial(uniforms, VERTEX, SHAPE_FRAGMENT);
    material.defines = { [CUT_FACE]: 1 };
    this.mesh = bodyMesh(this.#geometry, material);
    this.mesh.visible = false;
  }

  /** Faces of all bodies on planes that hide their positive sides, everything in the frame of the layer. */
  cut(bodyCount: number, bodyAt: (body: number) => CutBody | undefined, planes: readonly THREE.Plane[]): void {
    const list = new TriangleList();
    const normals: THREE.Vector3[] = [];
    this.#bodies = [];
    const own = new THREE.Vector3();
    for (let body = 0; body < bodyCount && planes.length > 0; body++) {
      const found = bodyAt(body);
      if (found === undefined) continue;
      const { parts, reach, position, orientation, scale } = found;
      for (const plane of planes) {
        const room = -plane.distanceToPoint(position);
        if (Math.abs(room) > reach) continue;
        const first = list.count;
        own.copy(plane.normal).applyQuaternion(orientation.clone().conjugate());
        const inside = INSIDE * (position.length() + Math.abs(plane.constant) + reach);
        for (const part of parts) addSection(part, [own.x, own.y, own.z], (room - inside) / scale, list);
        place(list, first, found);
        for (let k = first; k < list.count; k++) {
          this.#bodies.push(body);
          normals.push(plane.normal);
        }
      }
    }
    this.mesh.visible = list.count > 0;
    // Buffers on the card do not grow.
    this.#geometry.dispose();
    const set = (name: string, array: Float32Array, size: number): void => {
      this.#geometry.setAttribute(name, new THREE.BufferAttribute(array, size));
    };
    set('position', list.positions.slice(0, 9 * list.count), 3);
    set(
      'normal',
      Float32Array.from({ length: 9 * list.count }, (_, k) => normals[Math.floor(k / 9)].getComponent(k % 3)),
      3,
    );
    for (const name of ['aValue', 'aState', 'aPicked']) set(name, new Float32Array(3 * list.count), 1);
  }

  /** A number for each body with a face: its colour value, its state, or 1 if it is picked. */
  set(name: 'aValue' | 'aState' | 'aPicked', numberOf: (body: number) => number): void {
    if (this.#bodies.length === 0) return;
    const attribute = this.#geometry.getAttribute(name) as THREE.BufferAttribute;
    this.#bodies.forEach((body, k) => {
      attribute.array.fill(numberOf(body), 3 * k, 3 * k + 3);
    });
    attribute.needsUpdate = true;
  }
}

/** From the frame of the surface to that of the layer. */
function place({ positions, count }: TriangleList, first: number, { position, orientation, scale }: CutBody): void {
  const point = new THREE.Vector3();
  for (let k = 9 * first; k < 9 * count; k += 3) {
    point
      .fromArray(positions, k)
      .multiplyScalar(scale)
      .applyQuaternion(orientation)
      .add(position)
      .toArray(positions, k);
  }
}
