// SPDX-License-Identifier: MIT
/**
 * Elements that can touch nothing of a mesh but the inside of one plane face while the neighbour list lasts: all facets
 * within their reach are of one face, which ends nowhere within it. To such a body the mesh is a half-space. Found once
 * a list and block.
 */
import type { Kernel } from '../../kernel/kernel.ts';
import { I as KI } from '../../kernel/memory.ts';
import { LISTED_COUNT, LISTED_FACETS, LISTED_STRIDE, MESH_NUMBERS } from '../../kernel/mesh/mesh-layout.ts';
import { COPLANAR_EDGE } from '../../meshes/edge-kinds.ts';
import type { BoundaryPatches } from '../../narrow-phase/double-hierarchy/boundary-patches.ts';
import { marginOn, placeOn } from '../../narrow-phase/double-hierarchy/facet-sides.ts';
import { facetsInBox } from '../../neighbours/facets-in-box.ts';
import type { MeshIndex } from '../../neighbours/mesh-bins.ts';
import * as layout from '../../step-kernel/step-layout.ts';
import type { NearMesh } from './near-mesh.ts';
import type { TouchWriter } from './touch-writer.ts';

/** The reach of an element against the rim of a face is larger by this part: far more than rounding. */
const SLACK = 1e-6;
/** Facets are looked for so far around a point of their plane, relative to the body. */
const POINT_SLACK = 1e-9;

export class PlaneRegions {
  /** The face of each near element from the number of its block's first element on; -1 where there is no single one. */
  patches = new Int32Array(0);
  /** Three numbers an element: the corner of the face nearest to it, in the mesh's frame. */
  corners = new Float64Array(0);
  readonly #index: MeshIndex;
  readonly #patches: BoundaryPatches;
  readonly #near: NearMesh;
  /**
   * Centre, in the mesh's frame, and reach. Handed over in an array, because a number that a function returns may be an
   * object.
   */
  readonly #ball = new Float64Array(4);
  readonly #box = new Float64Array(6);
  readonly #facets: number[] = [];
  /** Index of the caller's numbers of the facets in the kernel's memory. */
  #numbers = 0;
  /** For which list each block was looked up. */
  #sorts = new Int32Array(0);

  constructor(index: MeshIndex, patches: BoundaryPatches, near: NearMesh) {
    this.#index = index;
    this.#patches = patches;
    this.#near = near;
  }

  /** Brings the block up to date with the list; `count` elements of it are near the mesh. */
  refresh(block: number, writer: TouchWriter, count: number, engine: Kernel): void {
    const { I, firstElement } = writer;
    if (this.patches.length < this.#near.elements.length || this.#sorts.length < I[layout.BLOCK_COUNT]) {
      this.patches = new Int32Array(this.#near.elements.length);
      this.corners = new Float64Array(3 * this.#near.elements.length);
      this.#sorts = new Int32Array(I[layout.BLOCK_COUNT]).fill(-1);
    }
    this.#numbers = KI[2 * this.#index.settle() + MESH_NUMBERS];
    const sort = I[layout.SORT_COUNT];
    if (this.#sorts[block] === sort) return;
    this.#sorts[block] = sort;
    for (let k = 0; k < count; k++) {
      this.#near.readBall(block, k, writer, this.#ball);
      this.#ball[3] = this.#ball[3] * (1 + SLACK);
      this.patches[firstElement + k] = this.#regionOf(this.#facetsNear(block, k, engine), firstElement + k);
    }
  }

  /**
   * The facet of near element k's face under a point in the mesh's frame, or the nearest to it. `first` is tried first,
   * if it is not -1. The second of `sizes` is the body's radius.
   */
  facetUnder(
    block: number,
    k: number,
    engine: Kernel,
    point: Float64Array,
    sizes: Float64Array,
    first: number,
  ): number {
    const { mesh } = this.#patches;
    if (first >= 0 && placeOn(mesh, first, point) >= 0) return first;
    for (let c = 0; c < 3; c++) this.#ball[c] = point[c];
    this.#ball[3] = POINT_SLACK * sizes[1];
    const count = this.#facetsNear(block, k, engine);
    const facets = this.#facets;
    for (let i = 0; i < count; i++) if (placeOn(mesh, facets[i], point) >= 0) return facets[i];
    let best = first;
    let most = first >= 0 ? marginOn(mesh, first, point) : -Infinity;
    for (let i = 0; i < count; i++) {
      const inside = marginOn(mesh, facets[i], point);
      if (best >= 0 && inside <= most) continue;
      most = inside;
      best = facets[i];
    }
    return best;
  }

  /**
   * Writes the facets that may be within `#ball` to `#facets` and returns how many: the listed ones of near element k,
   * or, where they were too many to be listed, those whose boxes come so near.
   */
  #facetsNear(block: number, k: number, engine: Kernel): number {
    const lists = this.#near.listsOf(block);
    const list = LISTED_STRIDE * k;
    const count = lists[list + LISTED_COUNT];
    if (count >= 0) {
      const numbers = this.#numbers;
      for (let i = 0; i < count; i++) this.#facets[i] = KI[numbers + lists[list + LISTED_FACETS + i]];
      return count;
    }
    for (let c = 0; c < 3; c++) {
      this.#box[c] = this.#ball[c] - this.#ball[3];
      this.#box[3 + c] = this.#ball[c] + this.#ball[3];
    }
    return facetsInBox(this.#index, this.#box, this.#facets, engine);
  }

  #regionOf(count: number, element: number): number {
    if (count === 0) return -1;
    const { mesh, patchOfFacet, kinds } = this.#patches;
    const { facetOffsets, facetVertices, facetEdges, vertices } = mesh;
    const centre = this.#ball;
    const reach = centre[3];
    const patch = patchOfFacet[this.#facets[0]];
    let nearest = -1;
    let least = Infinity;
    for (let i = 0; i < count; i++) {
      const facet = this.#facets[i];
      if (patchOfFacet[facet] !== patch) return -1;
      const begin = facetOffsets[facet];
      const end = facetOffsets[facet + 1];
      for (let corner = begin; corner < end; corner++) {
        const v = facetVertices[corner];
        const next = facetVertices[corner + 1 === end ? begin : corner + 1];
        const isRim = kinds[facetEdges[corner]] !== COPLANAR_EDGE;
        if (isRim && !(segmentDistanceSquared(vertices, v, next, centre) > reach * reach)) return -1;
        const squared = segmentDistanceSquared(vertices, v, v, centre);
        if (squared >= least) continue;
        least = squared;
        nearest = v;
      }
    }
    for (let c = 0; c < 3; c++) this.corners[3 * element + c] = vertices[3 * nearest + c];
    return patch;
  }
}

/** Square of the distance of a point from the segment between two vertices. */
function segmentDistanceSquared(vertices: Float64Array, from: number, to: number, point: Float64Array): number {
  const ax = vertices[3 * from] - point[0];
  const ay = vertices[3 * from + 1] - point[1];
  const az = vertices[3 * from + 2] - point[2];
  const ex = vertices[3 * to] - vertices[3 * from];
  const ey = vertices[3 * to + 1] - vertices[3 * from + 1];
  const ez = vertices[3 * to + 2] - vertices[3 * from + 2];
  const squared = ex * ex + ey * ey + ez * ez;
  const along = -(ax * ex + ay * ey + az * ez);
  const t = along <= 0 ? 0 : along >= squared ? 1 : along / squared;
  const x = ax + t * ex;
  const y = ay + t * ey;
  const z = az + t * ez;
  return x * x + y * y + z * z;
}
