// SPDX-License-Identifier: MIT
/** Draws every pixel of a target once by a fragment shader with `vUv` from 0 to 1. */
import * as THREE from 'three';

/** One triangle that covers the picture. */
export const VERTEX = /* glsl */ `
varying vec2 vUv;
void main() {
  vUv = position.xy * 0.5 + 0.5;
  gl_Position = vec4(position.xy, 0.0, 1.0);
}`;

export function coveringTriangle(): THREE.BufferGeometry {
  const triangle = new THREE.BufferGeometry();
  triangle.setAttribute('position', new THREE.Float32BufferAttribute([-1, -1, 0, 3, -1, 0, -1, 3, 0], 3));
  return triangle;
}

export class FullScreenPass<Uniforms extends Record<string, THREE.IUniform>> {
  readonly uniforms: Uniforms;
  readonly #mesh: THREE.Mesh<THREE.BufferGeometry, THREE.ShaderMaterial>;
  readonly #scene = new THREE.Scene();
  readonly #camera = new THREE.Camera();

  constructor(uniforms: Uniforms, fragmentShader: string) {
    this.uniforms = uniforms;
    const material = new THREE.ShaderMaterial({
      uniforms,
      vertexShader: VERTEX,
      fragmentShader,
      depthTest: false,
      depthWrite: false,
      blending: THREE.NoBlending,
    });
    this.#mesh = new THREE.Mesh(coveringTriangle(), material);
    this.#mesh.frustumCulled = false;
    this.#scene.add(this.#mesh);
  }

  /** Onto the canvas if there is no target. */
  draw(renderer: THREE.WebGLRenderer, target: THREE.WebGLRenderTarget | null): void {
    renderer.setRenderTarget(target);
    renderer.render(this.#scene, this.#camera);
  }

  dispose(): void {
    this.#mesh.geometry.dispose();
    this.#mesh.material.dispose();
  }
}
