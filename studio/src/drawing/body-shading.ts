// SPDX-License-Identifier: MIT
/**
 * Shader code shared by all bodies: colour by a number, light from the camera, cut plane, dots instead of transparency.
 */
import * as THREE from 'three';

export interface BodyUniforms {
  readonly [name: string]: THREE.IUniform;
  /** Colours, left to right. */
  readonly uColours: THREE.IUniform<THREE.Texture>;
  /** Numbers at the left and right end. */
  readonly uRange: THREE.IUniform<THREE.Vector2>;
  /** Normal and offset, in the frame of the scene; the far side is cut off. */
  readonly uCut: THREE.IUniform<THREE.Vector4>;
  readonly uIsCut: THREE.IUniform<boolean>;
  /** 0 to 1 */
  readonly uOpacity: THREE.IUniform<number>;
  /** Whether spheres show how they are turned. */
  readonly uTurning: THREE.IUniform<boolean>;
}

export function bodyUniforms(colours: THREE.Texture): BodyUniforms {
  return {
    uColours: { value: colours },
    uRange: { value: new THREE.Vector2(0, 1) },
    uCut: { value: new THREE.Vector4(1, 0, 0, 0) },
    uIsCut: { value: false },
    uOpacity: { value: 1 },
    uTurning: { value: true },
  };
}

export const ROTATE = /* glsl */ `
vec3 rotate(vec4 q, vec3 v) { // quaternion w first
  return v + 2.0 * cross(q.yzw, cross(q.yzw, v) + q.x * v);
}`;

export const VERTEX_HEAD = /* glsl */ `
${ROTATE}
uniform ivec2 uPicked; // first instance and how many
attribute vec3 aPosition;
attribute vec4 aOrientation;
attribute float aScale;
attribute float aValue;
flat varying float vValue;
flat varying float vPicked;`;

/** See-through bodies are dots on a regular pattern: right in any order, and depth stays true. */
export const FRAGMENT_HEAD = /* glsl */ `
uniform sampler2D uColours;
uniform vec2 uRange;
uniform vec4 uCut;
uniform bool uIsCut;
uniform float uOpacity;
flat varying float vValue;
flat varying float vPicked;

bool isSeenThrough() {
  ivec2 p = ivec2(gl_FragCoord.xy) & 3;
  int bayer[16] = int[16](0, 8, 2, 10, 12, 4, 14, 6, 3, 11, 1, 9, 15, 7, 13, 5);
  return vPicked < 0.5 && float(bayer[p.y * 4 + p.x]) >= 16.0 * uOpacity;
}

vec3 baseColour() {
  float width = float(textureSize(uColours, 0).x);
  float part = clamp((vValue - uRange.x) / max(uRange.y - uRange.x, 1e-30), 0.0, 1.0);
  // From the middle of the first texel to the middle of the last.
  return texture2D(uColours, vec2((part * (width - 1.0) + 0.5) / width, 0.5)).rgb;
}

/** Normal and eye direction in the frame of the camera. */
vec3 shade(vec3 colour, vec3 normal, vec3 eye) {
  vec3 lamp = normalize(vec3(0.35, 0.6, 1.0));
  float light = 0.42 + 0.58 * max(dot(normal, lamp), 0.0);
  float shine = 0.14 * pow(max(dot(normal, normalize(lamp + eye)), 0.0), 40.0);
  // Dots are paler, so that what is seen through them stands out.
  vec3 lit = mix(vec3(0.8), colour * light + shine, uOpacity < 1.0 ? 0.45 : 1.0);
  if (vPicked > 0.5) {
    float rim = 1.0 - max(dot(normal, eye), 0.0);
    lit = mix(lit, vec3(1.0, 0.35, 0.0), 0.6 + 0.4 * smoothstep(0.4, 0.7, rim));
  }
  return lit;
}`;
