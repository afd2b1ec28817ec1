// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { facetMesh } from '../../meshes/facet-mesh.ts';
import { clearOfMeshes } from './mesh-obstacles.ts';

const plate = facetMesh({
  vertices: [
    [-1, -1, 0],
    [1, -1, 0],
    [1, 1, 0],
    [-1, 1, 0],
  ],
  facets: [[0, 1, 2, 3]],
});

describe('a ball', () => {
  it('is clear of meshes that it does not reach', () => {
    const isClear = clearOfMeshes({ meshes: [{ name: 'plate', mesh: plate, material: 'm', position: [0, 0, 1] }] }, 0);
    expect(isClear({ x: 0, y: 0, z: 1.25 }, 0.2)).toBe(true);
    expect(isClear({ x: 0, y: 0, z: 1.25 }, 0.3)).toBe(false);
    expect(isClear({ x: 1.25, y: 0, z: 1 }, 0.2)).toBe(true);
    expect(isClear({ x: 1.25, y: 0, z: 1 }, 0.3)).toBe(false);
  });

  it('is clear of a mesh that has moved away', () => {
    const spec = { name: 'plate', mesh: plate, material: 'm', motion: { velocity: [0, 0, 1] } } as const;
    expect(clearOfMeshes({ meshes: [spec] }, 0)({ x: 0, y: 0, z: 0 }, 0.1)).toBe(false);
    expect(clearOfMeshes({ meshes: [spec] }, 0.5)({ x: 0, y: 0, z: 0 }, 0.1)).toBe(true);
    expect(clearOfMeshes({ meshes: [spec] }, 0.5)({ x: 0, y: 0, z: 0.45 }, 0.1)).toBe(false);
  });

  it('is clear of the images of meshes in a periodic domain', () => {
    const meshes = [{ name: 'plate', mesh: plate, material: 'm', position: [2, 0, 0] as const }];
    const domain = { min: [-2, -9, -9], max: [2, 9, 9], periodic: [true, false, false] } as const;
    expect(clearOfMeshes({ meshes }, 0)({ x: -2, y: 0, z: 0.1 }, 0.2)).toBe(true);
    expect(clearOfMeshes({ meshes, domain }, 0)({ x: -2, y: 0, z: 0.1 }, 0.2)).toBe(false);
    expect(clearOfMeshes({ meshes, domain }, 0)({ x: 0, y: 0, z: 0.1 }, 0.2)).toBe(true);
  });
});
