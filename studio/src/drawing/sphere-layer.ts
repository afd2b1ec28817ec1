// SPDX-License-Identifier: MIT
/**
 * Spheres as impostors: each instance is a square that covers the sphere in the view of the camera. Each pixel
 * intersects its ray with the sphere, which gives exact outlines, normals and depth at any size. A cut plane leaves a
 * flat face. One draw call for all spheres.
 */
import * as THREE from 'three';
import { type BodyUniforms, FRAGMENT_HEAD, ROTATE, VERTEX_HEAD } from './body-shading.ts';
import { InstanceArrays } from './instance-arrays.ts';

const VERTEX = /* glsl */ `
${VERTEX_HEAD}
varying vec3 vRay;
flat varying vec3 vMiddle;
flat varying float vRadius;
flat varying vec4 vOrientation;
void main() {
  vec3 middle = (modelViewMatrix * vec4(aPosition, 1.0)).xyz;
  float distance = length(middle);
  float radius = aScale;
  // The square stands across the line to the middle; the cone of rays that touch the sphere is this wide there.
  float reach = radius * distance / sqrt(max(distance * distance - radius * radius, 1e-6 * radius * radius));
  vec3 back = middle / max(distance, 1e-20);
  vec3 side = normalize(abs(back.y) < 0.9 ? cross(back, vec3(0.0, 1.0, 0.0)) : cross(back, vec3(1.0, 0.0, 0.0)));
  vec3 up = cross(side, back);
  vec3 corner = middle + reach * (position.x * side + position.y * up);
  vRay = corner;
  vMiddle = middle;
  vRadius = radius;
  vOrientation = aOrientation;
  vValue = aValue;
  vPicked = gl_InstanceID >= uPicked.x && gl_InstanceID < uPicked.x + uPicked.y ? 1.0 : 0.0;
  gl_Position = projectionMatrix * vec4(corner, 1.0);
}`;

const FRAGMENT = /* glsl */ `
${FRAGMENT_HEAD}
${ROTATE}
uniform mat4 projectionMatrix;
uniform bool uTurning;
varying vec3 vRay;
flat varying vec3 vMiddle;
flat varying float vRadius;
flat varying vec4 vOrientation;
void main() {
  vec3 ray = normalize(vRay);
  float along = dot(ray, vMiddle);
  vec3 offset = vMiddle - along * ray;
  float inside = vRadius * vRadius - dot(offset, offset);
  // Pixels that the outline crosses are covered in part.
  float coverage = clamp(inside / fwidth(inside), 0.0, 1.0);
  if (inside < 0.0 || isSeenThrough()) discard;
  float half_ = sqrt(inside);
  float at = along - half_;
  vec3 normal = (at * ray - vMiddle) / vRadius;
  bool isFace = false;
  if (uIsCut) {
    // The plane in the frame of the camera.
    vec3 across = mat3(viewMatrix) * uCut.xyz;
    float offsetOfPlane = uCut.w + dot(across, viewMatrix[3].xyz);
    if (dot(across, at * ray) > offsetOfPlane) {
      float onPlane = offsetOfPlane / dot(across, ray);
      if (!(onPlane > at && onPlane < along + half_)) discard;
      at = onPlane;
      normal = across;
      isFace = true;
    }
  }
  if (at <= 0.0) discard;
  vec3 hit = at * ray;
  vec4 clip = projectionMatrix * vec4(hit, 1.0);
  gl_FragDepth = 0.5 + 0.5 * clip.z / clip.w;
  vec3 colour = baseColour();
  if (uTurning && !isFace) {
    // Two opposite caps in a darker tone: rolling is seen.
    vec3 own = rotate(vec4(vOrientation.x, -vOrientation.yzw), transpose(mat3(viewMatrix)) * normal);
    colour *= 1.0 - 0.3 * smoothstep(0.70, 0.72, abs(own.x));
  }
  gl_FragColor = vec4(isFace ? colour * 0.8 : shade(colour, normal, -ray), coverage);
}`;

export class SphereLayer {
  readonly mesh: THREE.Mesh;
  readonly arrays: InstanceArrays;
  readonly #picked: THREE.IUniform<THREE.Vector2> = { value: new THREE.Vector2(0, 0) };

  constructor(uniforms: BodyUniforms) {
    const square = new THREE.InstancedBufferGeometry();
    square.setAttribute('position', new THREE.Float32BufferAttribute([-1, -1, 0, 1, -1, 0, 1, 1, 0, -1, 1, 0], 3));
    square.setIndex([0, 1, 2, 0, 2, 3]);
    this.arrays = new InstanceArrays(square);
    const material = new THREE.ShaderMaterial({
      uniforms: { ...uniforms, uPicked: this.#picked },
      vertexShader: VERTEX,
      fragmentShader: FRAGMENT,
      side: THREE.DoubleSide,
      alphaToCoverage: true,
    });
    this.mesh = new THREE.Mesh(square, material);
    // Instances move; whether the square itself is in view says nothing.
    this.mesh.frustumCulled = false;
  }

  /** Shows instances from `first` on as picked. */
  pick(first: number, count: number): void {
    this.#picked.value.set(first, count);
  }
}
