// SPDX-License-Identifier: MIT
/** Shader code shared by all bodies: colour by a number, light, shadow, cut planes, transparency in any order. */
import * as THREE from 'three';
import { LIT, type LightUniforms, lightUniforms } from './light.ts';

/** A convex region has at most this many sides: one free plane and the six of a box. */
export const MOST_PLANES = 7;

/** What a drawing is for. */
export const PASSES = { picture: 0, shadow: 1, transparency: 2 } as const;

export interface BodyUniforms extends LightUniforms {
  /** Colours, left to right. */
  readonly uColours: THREE.IUniform<THREE.Texture>;
  /** Numbers at the left and right end; their logarithms on a logarithmic scale. */
  readonly uRange: THREE.IUniform<THREE.Vector2>;
  readonly uIsLog: THREE.IUniform<boolean>;
  /** Normals and offsets, in the frame of the scene: what lies beyond any of these planes is cut off. */
  readonly uPlanes: THREE.IUniform<readonly THREE.Vector4[]>;
  readonly uPlaneCount: THREE.IUniform<number>;
  /** 0 to 1 */
  readonly uOpacity: THREE.IUniform<number>;
  /** Whether spheres show how they are turned. */
  readonly uTurning: THREE.IUniform<boolean>;
}

export function bodyUniforms(colours: THREE.Texture, light: LightUniforms = lightUniforms()): BodyUniforms {
  return {
    ...light,
    uColours: { value: colours },
    uRange: { value: new THREE.Vector2(0, 1) },
    uIsLog: { value: false },
    uPlanes: { value: Array.from({ length: MOST_PLANES }, () => new THREE.Vector4(1, 0, 0, 0)) },
    uPlaneCount: { value: 0 },
    uOpacity: { value: 1 },
    uTurning: { value: true },
  };
}

/** States of an instance, added up. */
export const SELECTED = 1;
export const WITHOUT_MARKS = 2;

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
attribute float aState;
flat varying float vValue;
flat varying float vPicked;
flat varying float vState;
void setKind() {
  vValue = aValue;
  vState = aState;
  vPicked = gl_InstanceID >= uPicked.x && gl_InstanceID < uPicked.x + uPicked.y ? 1.0 : 0.0;
}`;

/**
 * Transparent bodies are added up with weights that favour what is near, whatever their order (McGuire and Bavoil,
 * Weighted blended order-independent transparency, Journal of Computer Graphics Techniques 2, 2013). The second output
 * is the sum of -log(1 - opacity), so that both outputs are sums.
 */
export const FRAGMENT_HEAD = /* glsl */ `
layout(location = 0) out highp vec4 oColour;
layout(location = 1) out highp vec4 oCover;
uniform sampler2D uColours;
uniform vec2 uRange;
uniform bool uIsLog;
uniform vec4 uPlanes[${MOST_PLANES}];
uniform int uPlaneCount;
uniform float uOpacity;
uniform int uPass;
uniform highp sampler2D uBehind; // depths of what is opaque
uniform vec2 uNearFar; // distances from the camera between which the bodies lie
flat varying float vValue;
flat varying float vPicked;
flat varying float vState;
${LIT}

/** Picked bodies stay opaque among transparent ones, which are no part of the picture's own pass. */
bool isOfOtherPass() {
  bool isClear = uOpacity < 1.0 && vPicked < 0.5;
  if (uPass == ${PASSES.transparency}) return !isClear;
  return isClear;
}

vec3 baseColour() {
  float width = float(textureSize(uColours, 0).x);
  float value = uIsLog ? log(max(vValue, 1e-30)) : vValue;
  float part = clamp((value - uRange.x) / max(uRange.y - uRange.x, 1e-30), 0.0, 1.0);
  // From the middle of the first texel to the middle of the last.
  return texture2D(uColours, vec2((part * (width - 1.0) + 0.5) / width, 0.5)).rgb;
}

/** Position, normal and eye direction in the frame of the camera. */
void writeBody(vec3 colour, vec3 at, vec3 normal, vec3 eye, bool isFace, float coverage) {
  vec3 lit = isFace ? colour * 0.86 : shade(colour, at, normal, eye);
  float rim = 1.0 - max(dot(normal, eye), 0.0);
  if (vPicked > 0.5) lit = mix(lit, vec3(1.0, 0.35, 0.0), 0.6 + 0.4 * smoothstep(0.4, 0.7, rim));
  else if (mod(vState, 2.0) > 0.5) lit = mix(lit, vec3(1.0, 0.55, 0.1), 0.12 + 0.75 * smoothstep(0.45, 0.8, rim));
  if (uPass != ${PASSES.transparency}) {
    oColour = vec4(lit, coverage);
    oCover = vec4(0.0);
    return;
  }
  // The rim of a clear body is seen more than its middle, as that of a glass.
  float opacity = min(uOpacity * coverage * (0.75 + 1.5 * rim * rim), 0.98);
  float far = clamp((length(at) - uNearFar.x) / max(uNearFar.y - uNearFar.x, 1e-30), 0.0, 1.0);
  float weight = opacity * max(30.0 * pow(1.0 - far, 3.0), 0.02);
  oColour = vec4(lit * weight, weight);
  oCover = vec4(-log(1.0 - opacity), 0.0, 0.0, 1.0);
}`;
