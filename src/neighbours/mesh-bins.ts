// SPDX-License-Identifier: MIT
/**
 * Global search: a mesh with bins over its facets, ready for queries. The bins are in the mesh's own frame and spheres
 * are transformed into it, so moving a rigid mesh costs nothing.
 */
import { NODE_STRIDE } from '../kernel/mesh/mesh-layout.ts';
import { type FacetMesh, requireMesh } from '../meshes/facet-mesh.ts';
import { type BinTree, buildBinTree } from './bin-tree.ts';
import { type KernelCopy, kernelCopyFor, settle } from './kernel-mesh-copies.ts';
import { meshBlockCells, writeMeshBlock } from './mesh-block.ts';

/** A mesh with its bins: build it once for many queries. Its memory is freed when it is collected. */
export class MeshIndex {
  readonly mesh: FacetMesh;
  readonly #tree: BinTree;
  readonly #residence: KernelCopy;
  readonly #write = (address: number): void => writeMeshBlock(this.mesh, this.#tree, address);

  /**
   * Builds the bins.
   *
   * @throws MeshError unless `facetMesh` made the mesh.
   */
  constructor(mesh: FacetMesh) {
    this.mesh = requireMesh(mesh);
    this.#tree = buildBinTree(mesh);
    this.#residence = kernelCopyFor(this, meshBlockCells(mesh, this.#tree));
    Object.freeze(this);
  }

  /** Number of bins. */
  get binCount(): number {
    return this.#tree.nodes.length / NODE_STRIDE;
  }

  /** Address of the mesh in the kernel's memory, valid for one query; must be read before any other address. */
  settle(): number {
    return settle(this.#residence, this.#write);
  }
}

const indices = new WeakMap<FacetMesh, MeshIndex>();

/**
 * The index of a mesh: built at the first call, in linear time, and kept with the mesh.
 *
 * @throws MeshError unless `facetMesh` made the mesh.
 *
 * @example
 * ```ts
 * import { facetMesh, meshIndex } from 'scree/contact';
 *
 * const floor = facetMesh({ vertices: [[0, 0, 0], [1, 0, 0], [0, 1, 0]], facets: [[0, 1, 2]] });
 * console.log(meshIndex(floor) === meshIndex(floor)); // true
 * ```
 */
export function meshIndex(mesh: FacetMesh): MeshIndex {
  // A value that is not a mesh cannot be a key of the map; the constructor refuses it.
  const known = indices.get(mesh);
  if (known !== undefined) return known;
  const made = new MeshIndex(mesh);
  indices.set(mesh, made);
  return made;
}
