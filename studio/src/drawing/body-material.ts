// SPDX-License-Identifier: MIT
/** Material and mesh of bodies, set up for the passes of a picture. */
import * as THREE from 'three';

/** Layer of three.js of what casts shadows and may be transparent. */
export const BODIES_LAYER = 1;

export function bodyMaterial(
  uniforms: Record<string, THREE.IUniform>,
  vertexShader: string,
  fragmentShader: string,
): THREE.ShaderMaterial {
  return new THREE.ShaderMaterial({
    uniforms,
    vertexShader,
    fragmentShader,
    glslVersion: THREE.GLSL3,
    side: THREE.DoubleSide,
    blending: THREE.NoBlending,
    // Both outputs of the pass of transparent bodies are sums; used when blending is CustomBlending.
    blendSrc: THREE.OneFactor,
    blendDst: THREE.OneFactor,
  });
}

export function bodyMesh(geometry: THREE.BufferGeometry, material: THREE.ShaderMaterial): THREE.Mesh {
  const mesh = new THREE.Mesh(geometry, material);
  mesh.layers.enable(BODIES_LAYER);
  // Instances move; whether the shape itself is in view says nothing.
  mesh.frustumCulled = false;
  return mesh;
}
