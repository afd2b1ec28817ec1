// SPDX-License-Identifier: MIT
/**
 * A half-space that bodies lie on, seen from above: an opaque disc with a grid that fades into the background and
 * receives shadows. From below only the grid is seen.
 */
import * as THREE from 'three';
import { BACKGROUND, type BackgroundUniforms } from './background.ts';
import { type LightUniforms, SHADOWED } from './light.ts';

/** Radius of the disc, and where it begins to fade, relative to what lies on it. */
const REACH = 5;
const FULL = 0.9;
/** About this many cells of the grid under the bodies. */
const CELLS = 8;

const VERTEX = /* glsl */ `
varying vec2 vPlace;
varying vec3 vSeen;
void main() {
  vec4 seen = modelViewMatrix * vec4(position, 1.0);
  vPlace = position.xy;
  vSeen = seen.xyz;
  gl_Position = projectionMatrix * seen;
}`;

const FRAGMENT = /* glsl */ `
${BACKGROUND}
${SHADOWED}
uniform vec3 uGround;
uniform vec3 uLine;
uniform vec3 uUp; // in the world
uniform float uCell; // part of what lies on the ground
uniform vec2 uShift; // of the grid
varying vec2 vPlace;
varying vec3 vSeen;

/** How much of the pixel a line of the grid covers. */
float grid(float cell) {
  vec2 at = (vPlace + uShift) / cell;
  vec2 wide = fwidth(at);
  vec2 line = smoothstep(1.4 * wide, 0.4 * wide, abs(fract(at - 0.5) - 0.5));
  // Lines closer than a few pixels are left out.
  return max(line.x, line.y) * (1.0 - smoothstep(0.15, 0.5, max(wide.x, wide.y)));
}

void main() {
  float far = length(vPlace);
  float fade = 1.0 - smoothstep(${FULL.toFixed(2)}, ${REACH.toFixed(2)} * 0.92, far);
  fade *= fade;
  float line = max(0.35 * grid(uCell), 0.6 * grid(5.0 * uCell));
#ifdef BELOW
  gl_FragColor = vec4(uLine, 0.5 * fade * line);
#else
  vec3 up = mat3(viewMatrix) * uUp;
  float light = lampLight(vSeen, up);
  vec3 colour = mix(uGround, uLine, 0.5 * line) * mix(0.66, 1.0, light);
  gl_FragColor = vec4(mix(background(), colour, fade), 1.0);
#endif
}`;

export class Ground {
  readonly group = new THREE.Group();
  readonly #colour = new THREE.Color();
  readonly #line = new THREE.Color();
  readonly #cell = { value: 0.25 };
  readonly #shift = { value: new THREE.Vector2() };
  readonly #up: THREE.Vector3;

  constructor(up: THREE.Vector3, light: LightUniforms, background: BackgroundUniforms) {
    this.#up = up;
    const disc = new THREE.CircleGeometry(REACH, 96);
    const uniforms = {
      ...background,
      uHasShadow: light.uHasShadow,
      uShadow: light.uShadow,
      uToShadow: light.uToShadow,
      uShadowSoftness: light.uShadowSoftness,
      uGround: { value: this.#colour },
      uLine: { value: this.#line },
      uUp: { value: up },
      uCell: this.#cell,
      uShift: this.#shift,
    };
    const shaders = { uniforms, vertexShader: VERTEX, fragmentShader: FRAGMENT };
    const above = new THREE.ShaderMaterial({ ...shaders, side: THREE.FrontSide });
    const below = new THREE.ShaderMaterial({
      ...shaders,
      side: THREE.BackSide,
      transparent: true,
      depthWrite: false,
      defines: { BELOW: 1 },
    });
    for (const material of [above, below]) {
      const mesh = new THREE.Mesh(disc, material);
      mesh.renderOrder = material === below ? 1 : -0.5;
      this.group.add(mesh);
    }
    this.group.quaternion.setFromUnitVectors(new THREE.Vector3(0, 0, 1), up);
  }

  setColours(ground: string, line: string): void {
    this.#colour.setStyle(ground, THREE.LinearSRGBColorSpace);
    this.#line.setStyle(line, THREE.LinearSRGBColorSpace);
  }

  /**
   * Puts the disc under a ball; `height` is that of the plane along its normal. `origin` is the point of the world that
   * the picture is drawn about.
   */
  place({ center, radius }: THREE.Sphere, height: number, origin: THREE.Vector3): void {
    this.group.scale.set(radius, radius, radius);
    this.group.position.copy(center).addScaledVector(this.#up, height - this.#up.dot(center));
    const cell = roundLength((2 * radius) / CELLS);
    this.#cell.value = cell / radius;
    // The lines stay where they are in the world when the disc moves, or the picture is drawn about another point.
    const own = this.group.position.clone().add(origin).applyQuaternion(this.group.quaternion.clone().invert());
    this.#shift.value.set((own.x % (5 * cell)) / radius, (own.y % (5 * cell)) / radius);
  }
}

/** The largest of 1, 2, 5, 10, … that is no longer. */
export function roundLength(length: number): number {
  const power = 10 ** Math.floor(Math.log10(length));
  const digit = [5, 2, 1].find((each) => each * power <= length * (1 + 1e-9)) ?? 1;
  return digit * power;
}
