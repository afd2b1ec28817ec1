// SPDX-License-Identifier: MIT
/**
 * Bodies with shapes other than balls: the vertex shader places and rotates triangles; one draw call per layer. A layer
 * of one shape has its triangles as attributes, at several levels of detail one after the other. A layer of many shapes
 * has all triangles in a texture, from which each instance reads its own. Surplus corners collapse, so the shapes of a
 * layer should have similar numbers of triangles.
 */
import * as THREE from 'three';
import { bodyMaterial, bodyMesh } from './body-material.ts';
import { type BodyUniforms, FRAGMENT_HEAD, PASSES, VERTEX_HEAD } from './body-shading.ts';
import { InstanceArrays } from './instance-arrays.ts';

const PLACE_CORNER = /* glsl */ `
varying vec3 vNormal_;
varying vec3 vPosition;
varying vec3 vWorld;
void placeCorner(vec3 own, vec3 ownNormal) {
  vec4 world = modelMatrix * vec4(aPosition + aScale * rotate(aOrientation, own), 1.0);
  vec4 seen = viewMatrix * world;
  vWorld = world.xyz;
  vNormal_ = mat3(viewMatrix) * rotate(aOrientation, ownNormal);
  vPosition = seen.xyz;
  setKind();
  gl_Position = projectionMatrix * seen;
}`;

const ONE_SHAPE = /* glsl */ `
${VERTEX_HEAD}
${PLACE_CORNER}
void main() {
  placeCorner(position, normal);
}`;

/** Texels for each row of the texture of corners; a corner has two, position and normal. */
const TEXTURE_WIDTH = 2048;

const MANY_SHAPES = /* glsl */ `
${VERTEX_HEAD}
${PLACE_CORNER}
attribute vec2 aCorners; // first corner of the shape, and how many
uniform highp sampler2D uCorners;
vec3 corner(int texel) {
  return texelFetch(uCorners, ivec2(texel % ${TEXTURE_WIDTH}, texel / ${TEXTURE_WIDTH}), 0).xyz;
}
void main() {
  int texel = 2 * (int(aCorners.x) + min(gl_VertexID, int(aCorners.y) - 1));
  placeCorner(corner(texel), corner(texel + 1));
}`;

/** Defined where the triangles are faces that a cut has left. */
export const CUT_FACE = 'CUT_FACE';

export const SHAPE_FRAGMENT = /* glsl */ `
${FRAGMENT_HEAD}
varying vec3 vNormal_;
varying vec3 vPosition;
varying vec3 vWorld;
void main() {
  if (isOfOtherPass()) discard;
  for (int k = 0; k < uPlaneCount; k++) {
    if (dot(uPlanes[k].xyz, vWorld) > uPlanes[k].w) discard;
  }
  if (uPass == ${PASSES.shadow}) return;
#ifdef ${CUT_FACE}
  bool isFace = true;
#else
  // Rounding may leave a pixel between a face of the cut and the surface: there one sees the inside, flat.
  bool isFace = !gl_FrontFacing;
  if (uPass == ${PASSES.transparency} && isFace) discard;
#endif
  if (uPass == ${PASSES.transparency}) {
    if (gl_FragCoord.z > texelFetch(uBehind, ivec2(gl_FragCoord.xy), 0).r) discard;
  }
  vec3 eye = isOrthographic ? vec3(0.0, 0.0, 1.0) : -normalize(vPosition);
  // Triangles without area have no normal.
  vec3 normal = dot(vNormal_, vNormal_) > 1e-12 ? normalize(vNormal_) : eye;
  writeBody(baseColour(), vPosition, normal, eye, isFace, 1.0);
}`;

export class ShapeLayer {
  readonly mesh: THREE.Mesh;
  readonly arrays: InstanceArrays;
  readonly #picked: THREE.IUniform<THREE.Vector2> = { value: new THREE.Vector2(0, 0) };
  /** First corner and number of corners of each shape; empty for a layer of one. */
  readonly #corners: readonly (readonly [first: number, count: number])[];

  readonly #geometry: THREE.InstancedBufferGeometry;
  /** First corner and number of corners of each level of detail; empty for a layer of many shapes. */
  readonly #levels: readonly (readonly [first: number, count: number])[];

  /** The surface of one shape at each level of detail, from coarse to fine; or one surface a shape of many. */
  constructor(surfaces: readonly THREE.BufferGeometry[], isOne: boolean, uniforms: BodyUniforms) {
    const geometry = new THREE.InstancedBufferGeometry();
    this.#geometry = geometry;
    this.#corners = isOne ? [] : cornerRanges(surfaces);
    this.#levels = isOne ? cornerRanges(surfaces) : [];
    if (isOne) {
      const joined = joinSurfaces(surfaces);
      geometry.setAttribute('position', joined.getAttribute('position'));
      geometry.setAttribute('normal', joined.getAttribute('normal'));
      geometry.setIndex(joined.index);
      this.level = surfaces.length - 1;
    } else {
      geometry.setDrawRange(0, Math.max(...this.#corners.map(([, count]) => count), 0));
    }
    this.arrays = new InstanceArrays(geometry, !isOne);
    const corners = isOne ? undefined : cornerTexture(surfaces);
    const material = bodyMaterial(
      { ...uniforms, uPicked: this.#picked, ...(corners && { uCorners: { value: corners } }) },
      isOne ? ONE_SHAPE : MANY_SHAPES,
      SHAPE_FRAGMENT,
    );
    material.addEventListener('dispose', () => corners?.dispose());
    this.mesh = bodyMesh(geometry, material);
  }

  /** Triangles of a body at each level of detail, from coarse to fine. */
  get triangleCounts(): number[] {
    return this.#levels.map(([, count]) => count / 3);
  }

  set level(level: number) {
    const range = this.#levels[level];
    if (range !== undefined) this.#geometry.setDrawRange(...range);
  }

  /** Gives an instance its shape, by its number in the layer. */
  setShape(instance: number, shape: number): void {
    const range = this.#corners[shape];
    if (range !== undefined) this.arrays.corners.set(range, 2 * instance);
  }

  /** Shows instances from `first` on as picked. */
  pick(first: number, count: number): void {
    this.#picked.value.set(first, count);
  }
}

function joinSurfaces(surfaces: readonly THREE.BufferGeometry[]): THREE.BufferGeometry {
  const [only] = surfaces;
  if (surfaces.length === 1 && only !== undefined) return only;
  const joined = new THREE.BufferGeometry();
  for (const name of ['position', 'normal']) {
    const numbers = surfaces.flatMap((surface) => [...surface.getAttribute(name).array]);
    joined.setAttribute(name, new THREE.Float32BufferAttribute(numbers, 3));
  }
  let first = 0;
  joined.setIndex(
    surfaces.flatMap((surface) => {
      const before = first;
      first += surface.getAttribute('position').count;
      return [...(surface.index?.array ?? [])].map((corner) => before + corner);
    }),
  );
  return joined;
}

function cornerRanges(surfaces: readonly THREE.BufferGeometry[]): [number, number][] {
  let first = 0;
  return surfaces.map(({ index }) => {
    const count = index?.count ?? 0;
    first += count;
    return [first - count, count];
  });
}

function cornerTexture(surfaces: readonly THREE.BufferGeometry[]): THREE.DataTexture {
  const corners = surfaces.reduce((count, { index }) => count + (index?.count ?? 0), 0);
  const rows = Math.max(1, Math.ceil((2 * corners) / TEXTURE_WIDTH));
  const texels = new Float32Array(4 * TEXTURE_WIDTH * rows);
  let at = 0;
  for (const surface of surfaces) {
    const [position, normal] = [surface.getAttribute('position'), surface.getAttribute('normal')];
    for (let k = 0; k < (surface.index?.count ?? 0); k++) {
      const vertex = surface.index?.getX(k) ?? 0;
      texels.set([position.getX(vertex), position.getY(vertex), position.getZ(vertex)], at);
      texels.set([normal.getX(vertex), normal.getY(vertex), normal.getZ(vertex)], at + 4);
      at += 8;
    }
  }
  const texture = new THREE.DataTexture(texels, TEXTURE_WIDTH, rows, THREE.RGBAFormat, THREE.FloatType);
  texture.needsUpdate = true;
  return texture;
}
