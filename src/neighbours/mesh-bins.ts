// SPDX-License-Identifier: MIT
/**
 * Global search: a mesh with bins over its facets, ready for queries. The bins are in the mesh's own frame, where a
 * rigid mesh never moves: spheres are brought into that frame, and moving the mesh costs nothing.
 */
import { NODE_STRIDE } from '../kernel/mesh/mesh-layout.ts';
import { type FacetMesh, requireMesh } from '../meshes/facet-mesh.ts';
import { type BinTree, buildBinTree } from './bin-tree.ts';
import { type KernelCopy, kernelCopyFor, settle } from './kernel-mesh-copies.ts';
import { meshBlockCells, writeMeshBlock } from './mesh-block.ts';

/** A mesh with its bins: make it once, ask it often. Its memory goes when it is collected. */
export class MeshIndex {
  readonly mesh: FacetMesh;
  readonly #tree: BinTree;
  readonly #residence: KernelCopy;

  constructor(mesh: FacetMesh) {
    this.mesh = requireMesh(mesh);
    this.#tree = buildBinTree(mesh);
    this.#residence = kernelCopyFor(this, meshBlockCells(mesh, this.#tree));
    Object.freeze(this);
  }

  /** How many bins there are. */
  get binCount(): number {
    return this.#tree.nodes.length / NODE_STRIDE;
  }

  /**
   * Address of the mesh in the kernel's memory, good for one query; to be asked for before any other address is held.
   */
  settle(): number {
    return settle(this.#residence, (address) => writeMeshBlock(this.mesh, this.#tree, address));
  }
}

const indices = new WeakMap<FacetMesh, MeshIndex>();

/**
 * The index of a mesh: made at the first call, in a time that grows with the number of facets, and kept with the mesh.
 */
export function meshIndex(mesh: FacetMesh): MeshIndex {
  // A value that is not a mesh cannot be a key of the map; the constructor refuses it.
  const known = indices.get(mesh);
  if (known !== undefined) return known;
  const made = new MeshIndex(mesh);
  indices.set(mesh, made);
  return made;
}
