// SPDX-License-Identifier: MIT
import { describe, expect, it, vi } from 'vitest';
import { boxMesh } from '../../tests/support/sample-meshes.ts';

// A memory that nobody has used: other test files run in the same process.
vi.resetModules();
const { F } = await import('../kernel/memory.ts');
const { facetMesh } = await import('../meshes/facet-mesh.ts');
const { sphereMeshContacts } = await import('../narrow-phase/double-hierarchy/sphere-batch.ts');
const { MeshIndex, meshIndex } = await import('./mesh-bins.ts');
const { kernelCopyFor, settle } = await import('./kernel-mesh-copies.ts');

describe('the index of a mesh', () => {
  it('is made once and kept with the mesh', () => {
    const mesh = facetMesh(boxMesh(2));
    expect(meshIndex(mesh)).toBe(meshIndex(mesh));
    expect(meshIndex(mesh).mesh).toBe(mesh);
  });

  it('stays where it is in the kernel until another mesh needs the room, and answers the same afterwards', () => {
    const index = new MeshIndex(facetMesh(boxMesh(6)));
    const spheres = Float64Array.of(0.1, 0.2, 0.6, 0.2, 0.5, 0.5, 0.5, 0.3);
    const before = sphereMeshContacts(index, {}, spheres);
    expect(index.settle()).toBe(index.settle());
    // Most of the memory: everybody else has to go, and comes back at the next query.
    const owner = {};
    const large = kernelCopyFor(owner, Math.floor(0.9 * F.length));
    expect(settle(large, () => {})).toBeGreaterThan(0);
    expect(sphereMeshContacts(index, {}, spheres)).toEqual(before);
    expect(settle(large, () => {})).toBeGreaterThan(0);
    expect(sphereMeshContacts(index, {}, spheres)).toEqual(before);
    const small = kernelCopyFor(owner, Math.floor(0.5 * F.length));
    expect(settle(small, () => {})).toBeGreaterThan(0);
    expect(large.address).toBe(0);
  });

  it('is refused with the sizes when it cannot fit at all', () => {
    expect(() => settle(kernelCopyFor({}, 2 * F.length), () => {})).toThrow(
      "no room for 2048 MiB in the kernel's memory",
    );
  });
});
