// SPDX-License-Identifier: MIT
/** A coloured plane with a value in each cell, drawn over the bodies. */
import * as THREE from 'three';
import type { Section, SectionGrid } from '../../../src/analysis.ts';
import { type ColourMapName, mapColour } from '../drawing/colour-map.ts';

const OPACITY = 235;
const AXES = ['x', 'y', 'z'] as const;

export class SliceLayer {
  readonly mesh: THREE.Mesh<THREE.BufferGeometry, THREE.MeshBasicMaterial>;

  constructor() {
    const material = new THREE.MeshBasicMaterial({
      transparent: true,
      // The slice is what is looked at: bodies before it do not hide it.
      depthTest: false,
      depthWrite: false,
      side: THREE.DoubleSide,
      toneMapped: false,
    });
    this.mesh = new THREE.Mesh(new THREE.BufferGeometry(), material);
    this.mesh.renderOrder = 1;
    this.mesh.visible = false;
    this.mesh.frustumCulled = false;
  }

  /** `origin` is the point of the world that the scene is drawn about. */
  show(
    section: Section,
    grid: SectionGrid,
    map: ColourMapName,
    range: readonly [number, number],
    origin: THREE.Vector3,
  ): void {
    const { axis, at, min, max } = section;
    const { columns, rows, values } = grid;
    const bytes = new Uint8Array(4 * columns * rows);
    values.forEach((value, k) => {
      if (Number.isNaN(value)) return;
      const colour = mapColour(map, (value - range[0]) / (range[1] - range[0] || 1));
      bytes.set([...colour.map(Math.round), OPACITY], 4 * k);
    });
    const texture = new THREE.DataTexture(bytes, columns, rows);
    texture.colorSpace = THREE.SRGBColorSpace;
    texture.needsUpdate = true;
    const { material, geometry } = this.mesh;
    material.map?.dispose();
    material.map = texture;
    material.needsUpdate = true;
    const [u, v] = axis === 'x' ? (['y', 'z'] as const) : axis === 'y' ? (['x', 'z'] as const) : (['x', 'y'] as const);
    const corners = [
      [0, 0],
      [1, 0],
      [1, 1],
      [0, 1],
    ].map(([right, up]) => {
      const point = new THREE.Vector3();
      point[axis] = at;
      point[u] = (right === 0 ? min : max)[AXES.indexOf(u)];
      point[v] = (up === 0 ? min : max)[AXES.indexOf(v)];
      return point.sub(origin).toArray();
    });
    geometry.setAttribute('position', new THREE.BufferAttribute(Float32Array.from(corners.flat()), 3));
    geometry.setAttribute('uv', new THREE.BufferAttribute(Float32Array.of(0, 0, 1, 0, 1, 1, 0, 1), 2));
    geometry.setIndex([0, 1, 2, 0, 2, 3]);
    this.mesh.visible = true;
  }
}
