// SPDX-License-Identifier: MIT
/**
 * Light of a picture: a lamp that stands in the world and casts soft shadows, light from the sky and the ground, and
 * some from the camera, so that no side is black. Colours are as on the screen, as those of the legend are.
 */
import * as THREE from 'three';

/** To the lamp: above, in front and left of the first view. */
export const TO_LAMP = new THREE.Vector3(-0.42, -0.5, 0.86).normalize();

/** A material takes them by reference, so a change is seen by all. */
export interface LightUniforms {
  readonly [name: string]: THREE.IUniform;
  /** See PASSES. */
  readonly uPass: THREE.IUniform<number>;
  readonly uLamp: THREE.IUniform<THREE.Vector3>;
  readonly uHasShadow: THREE.IUniform<boolean>;
  readonly uShadow: THREE.IUniform<THREE.Texture | null>;
  /** From the frame of the camera to the texture of shadows, 0 to 1. */
  readonly uToShadow: THREE.IUniform<THREE.Matrix4>;
  /** Distance between the samples of a shadow's edge, part of the texture; and the lift off the surface, m. */
  readonly uShadowSoftness: THREE.IUniform<THREE.Vector2>;
  readonly uBehind: THREE.IUniform<THREE.Texture | null>;
  readonly uNearFar: THREE.IUniform<THREE.Vector2>;
}

export function lightUniforms(): LightUniforms {
  return {
    uPass: { value: 0 },
    uLamp: { value: TO_LAMP.clone() },
    uHasShadow: { value: false },
    uShadow: { value: null },
    uToShadow: { value: new THREE.Matrix4() },
    uShadowSoftness: { value: new THREE.Vector2() },
    uBehind: { value: null },
    uNearFar: { value: new THREE.Vector2(0, 1) },
  };
}

export const SHADOWED = /* glsl */ `
uniform bool uHasShadow;
uniform highp sampler2DShadow uShadow;
uniform mat4 uToShadow;
uniform vec2 uShadowSoftness;

/** 1 in full light, 0 in full shadow; position and normal in the frame of the camera. */
float lampLight(vec3 at, vec3 normal) {
  if (!uHasShadow) return 1.0;
  vec4 place = uToShadow * vec4(at + uShadowSoftness.y * normal, 1.0);
  vec3 seen = place.xyz / place.w;
  if (any(lessThan(seen, vec3(0.0))) || any(greaterThan(seen, vec3(1.0)))) return 1.0;
  float light = 0.0;
  for (int i = 0; i < 4; i++) {
    for (int j = 0; j < 4; j++) {
      vec2 aside = (vec2(float(i), float(j)) - 1.5) * uShadowSoftness.x;
      light += texture(uShadow, vec3(seen.xy + aside, seen.z));
    }
  }
  return light / 16.0;
}`;

export const LIT = /* glsl */ `
${SHADOWED}
uniform vec3 uLamp;

/** Position, normal and eye direction in the frame of the camera. */
vec3 shade(vec3 colour, vec3 at, vec3 normal, vec3 eye) {
  vec3 lamp = mat3(viewMatrix) * uLamp;
  vec3 up = mat3(viewMatrix) * vec3(0.0, 0.0, 1.0);
  float facing = max(dot(normal, lamp), 0.0);
  float lit = facing > 0.0 ? lampLight(at, normal) : 0.0;
  float sky = 0.5 + 0.5 * dot(normal, up);
  float diffuse = 0.48 + 0.17 * sky + 0.15 * max(dot(normal, eye), 0.0) + 0.42 * facing * lit;
  float shine = 0.16 * lit * pow(max(dot(normal, normalize(lamp + eye)), 0.0), 42.0);
  return colour * diffuse + shine;
}`;
