// SPDX-License-Identifier: MIT
/** Material of walls: a pane that is clearer where one looks straight through it, or a lit surface if it is opaque. */
import * as THREE from 'three';
import { LIT, type LightUniforms } from './light.ts';

const VERTEX = /* glsl */ `
varying vec3 vSeen;
void main() {
  vec4 seen = modelViewMatrix * vec4(position, 1.0);
  vSeen = seen.xyz;
  gl_Position = projectionMatrix * seen;
}`;

const FRAGMENT = /* glsl */ `
${LIT}
uniform vec3 uColour;
uniform float uOpacity;
varying vec3 vSeen;
void main() {
  vec3 eye = isOrthographic ? vec3(0.0, 0.0, 1.0) : -normalize(vSeen);
  vec3 normal = normalize(cross(dFdx(vSeen), dFdy(vSeen)));
  if (dot(normal, eye) < 0.0) normal = -normal;
  float grazing = 1.0 - dot(normal, eye);
  float opacity = uOpacity >= 1.0 ? 1.0 : min(uOpacity * (0.6 + 1.3 * grazing * grazing), 1.0);
  gl_FragColor = vec4(mix(uColour, shade(uColour, vSeen, normal, eye), 0.25 + 0.75 * uOpacity), opacity);
}`;

export function wallMaterial(light: LightUniforms): THREE.ShaderMaterial {
  return new THREE.ShaderMaterial({
    uniforms: { ...light, uColour: { value: new THREE.Color() }, uOpacity: { value: 0.16 } },
    vertexShader: VERTEX,
    fragmentShader: FRAGMENT,
    side: THREE.DoubleSide,
    transparent: true,
    depthWrite: false,
  });
}
