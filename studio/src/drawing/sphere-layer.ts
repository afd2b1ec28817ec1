// SPDX-License-Identifier: MIT
/**
 * Spheres as impostors: each instance is a square that covers the sphere in the view of the camera. Each pixel
 * intersects its ray with the sphere, which gives exact outlines, normals and depth at any size. Cut planes leave flat
 * faces. One draw call for all spheres.
 */
import * as THREE from 'three';
import { bodyMaterial, bodyMesh } from './body-material.ts';
import { type BodyUniforms, FRAGMENT_HEAD, PASSES, ROTATE, VERTEX_HEAD } from './body-shading.ts';
import { InstanceArrays } from './instance-arrays.ts';

const VERTEX = /* glsl */ `
${VERTEX_HEAD}
varying vec3 vCorner;
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
  if (isOrthographic) {
    reach = radius;
    back = vec3(0.0, 0.0, -1.0);
  }
  vec3 side = normalize(abs(back.y) < 0.9 ? cross(back, vec3(0.0, 1.0, 0.0)) : cross(back, vec3(1.0, 0.0, 0.0)));
  vec3 up = cross(side, back);
  vec3 corner = middle + reach * (position.x * side + position.y * up);
  vCorner = corner;
  vMiddle = middle;
  vRadius = radius;
  vOrientation = aOrientation;
  setKind();
  gl_Position = projectionMatrix * vec4(corner, 1.0);
}`;

const FRAGMENT = /* glsl */ `
${FRAGMENT_HEAD}
${ROTATE}
uniform mat4 projectionMatrix;
uniform bool uTurning;
varying vec3 vCorner;
flat varying vec3 vMiddle;
flat varying float vRadius;
flat varying vec4 vOrientation;

/** Opposite eighths of the ball in a darker tone, as on test bodies, so that any turn is seen. */
float markAt(vec3 own) {
  vec3 wide = max(fwidth(own), vec3(1e-4));
  vec3 side = clamp(own / wide, -1.0, 1.0);
  // Where an eighth is a few pixels wide, marks would flicker.
  float fine = 1.0 - smoothstep(0.12, 0.3, max(wide.x, max(wide.y, wide.z)));
  return fine * (0.5 + 0.5 * side.x * side.y * side.z);
}

void main() {
  vec3 origin = isOrthographic ? vec3(vCorner.xy, 0.0) : vec3(0.0);
  vec3 ray = isOrthographic ? vec3(0.0, 0.0, -1.0) : normalize(vCorner);
  vec3 toMiddle = vMiddle - origin;
  float along = dot(ray, toMiddle);
  vec3 offset = toMiddle - along * ray;
  float inside = vRadius * vRadius - dot(offset, offset);
  // Pixels that the outline crosses are covered in part.
  float coverage = clamp(inside / fwidth(inside), 0.0, 1.0);
  float half_ = sqrt(max(inside, 0.0));
  float enters = along - half_;
  float leaves = along + half_;
  vec3 normal = (enters * ray - toMiddle) / vRadius;
  vec3 own = rotate(vec4(vOrientation.x, -vOrientation.yzw), transpose(mat3(viewMatrix)) * normal);
  float mark = uTurning && vState < 1.5 ? markAt(own) : 0.0;
  if (inside < 0.0 || isOfOtherPass()) discard;
  bool isFace = false;
  for (int k = 0; k < uPlaneCount; k++) {
    // The plane in the frame of the camera, and where the ray crosses it.
    vec3 across = mat3(viewMatrix) * uPlanes[k].xyz;
    float room = uPlanes[k].w + dot(across, viewMatrix[3].xyz) - dot(across, origin);
    float slope = dot(across, ray);
    float at = room / slope;
    if (slope >= 0.0) leaves = slope > 0.0 ? min(leaves, at) : room < 0.0 ? -1.0 : leaves;
    else if (at > enters) {
      enters = at;
      normal = across;
      isFace = true;
    }
  }
  if (enters <= 0.0 || enters >= leaves) discard;
  vec3 hit = origin + enters * ray;
  vec4 clip = projectionMatrix * vec4(hit, 1.0);
  gl_FragDepth = 0.5 + 0.5 * clip.z / clip.w;
  if (uPass == ${PASSES.shadow}) return;
  if (uPass == ${PASSES.transparency} && gl_FragDepth > texelFetch(uBehind, ivec2(gl_FragCoord.xy), 0).r) discard;
  vec3 colour = baseColour();
  if (!isFace) colour *= 1.0 - 0.24 * mark;
  writeBody(colour, hit, normal, -ray, isFace, coverage);
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
    const material = bodyMaterial({ ...uniforms, uPicked: this.#picked }, VERTEX, FRAGMENT);
    material.alphaToCoverage = true;
    this.mesh = bodyMesh(square, material);
  }

  /** Shows instances from `first` on as picked. */
  pick(first: number, count: number): void {
    this.#picked.value.set(first, count);
  }
}
