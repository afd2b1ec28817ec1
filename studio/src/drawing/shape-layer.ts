// SPDX-License-Identifier: MIT
/** All bodies of one shape that is not made of balls: its triangles once, placed and turned by the vertex shader. One draw call. */
import * as THREE from 'three';
import { type BodyUniforms, FRAGMENT_HEAD, VERTEX_HEAD } from './body-shading.ts';
import { InstanceArrays } from './instance-arrays.ts';

const VERTEX = /* glsl */ `
${VERTEX_HEAD}
varying vec3 vNormal_;
varying vec3 vPlace;
varying float vBeyond;
uniform vec4 uCut;
void main() {
  vec4 world = modelMatrix * vec4(aPosition + aScale * rotate(aOrientation, position), 1.0);
  vec4 place = viewMatrix * world;
  vBeyond = dot(uCut.xyz, world.xyz) - uCut.w;
  vNormal_ = mat3(viewMatrix) * rotate(aOrientation, normal);
  vPlace = place.xyz;
  vValue = aValue;
  vPicked = gl_InstanceID >= uPicked.x && gl_InstanceID < uPicked.x + uPicked.y ? 1.0 : 0.0;
  gl_Position = projectionMatrix * place;
}`;

const FRAGMENT = /* glsl */ `
${FRAGMENT_HEAD}
varying vec3 vNormal_;
varying vec3 vPlace;
varying float vBeyond;
void main() {
  if (isSeenThrough()) discard;
  if (uIsCut && vBeyond > 0.0) discard;
  vec3 colour = baseColour();
  // Through a cut one sees the inside, flat, as the face that the cut left.
  if (!gl_FrontFacing) gl_FragColor = vec4(colour * 0.8, 1.0);
  else gl_FragColor = vec4(shade(colour, normalize(vNormal_), -normalize(vPlace)), 1.0);
}`;

export class ShapeLayer {
  readonly mesh: THREE.Mesh;
  readonly arrays: InstanceArrays;
  readonly surface: THREE.BufferGeometry;
  readonly #picked: THREE.IUniform<THREE.Vector2> = { value: new THREE.Vector2(0, 0) };

  constructor(surface: THREE.BufferGeometry, uniforms: BodyUniforms) {
    this.surface = surface;
    const geometry = new THREE.InstancedBufferGeometry();
    geometry.setAttribute('position', surface.getAttribute('position'));
    geometry.setAttribute('normal', surface.getAttribute('normal'));
    geometry.setIndex(surface.index);
    this.arrays = new InstanceArrays(geometry);
    const material = new THREE.ShaderMaterial({
      uniforms: { ...uniforms, uPicked: this.#picked },
      vertexShader: VERTEX,
      fragmentShader: FRAGMENT,
      side: THREE.DoubleSide,
    });
    this.mesh = new THREE.Mesh(geometry, material);
    this.mesh.frustumCulled = false;
  }

  /** Shows instances from `first` on as picked. */
  pick(first: number, count: number): void {
    this.#picked.value.set(first, count);
  }
}
