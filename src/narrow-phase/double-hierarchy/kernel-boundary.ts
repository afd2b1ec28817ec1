// SPDX-License-Identifier: MIT
/**
 * A mesh with its patches and adjacency (boundary-patches.ts) in the kernel's memory, for queries of convex bodies.
 * Wedges of edges and cones of vertices are written when a query first needs them.
 */
import { F, I } from '../../kernel/memory.ts';
import * as at from '../../kernel/mesh/boundary-layout.ts';
import type { Vector3 } from '../../math/vector.ts';
import { facetCountOf } from '../../meshes/facet-mesh.ts';
import { evictCopyOf, type KernelCopy, kernelCopyFor, settle } from '../../neighbours/kernel-mesh-copies.ts';
import { allocateCells, freeCells } from '../../shapes/kernel-memory/kernel-heap.ts';
import { ReusableBlock, topologyOfLoops } from '../../shapes/kernel-memory/reusable-block.ts';
import type { BoundaryPatches } from './boundary-patches.ts';
import { EdgeWedges, mostOf } from './tangent-cones.ts';
import { VertexCones } from './vertex-cone.ts';

const cellsOf = (integers: number): number => Math.ceil(integers / 2);

/** Cells of a page of wedges and cones. */
const PAGE_CELLS = 4096;

/** Pages of the kernel's memory that are filled one after the other. */
class FeaturePages {
  readonly #pages: { readonly address: number; readonly cells: number }[] = [];
  #page = -1;
  #used = 0;

  /** Makes all pages empty. */
  restart(): void {
    this.#page = -1;
    this.#used = 0;
  }

  take(cells: number): number {
    while (this.#page < 0 || this.#used + cells > (this.#pages[this.#page]?.cells ?? 0)) {
      this.#page++;
      this.#used = 0;
      if (this.#page < this.#pages.length) continue;
      const size = Math.max(cells, PAGE_CELLS);
      this.#pages.push({ address: allocateCells(size), cells: size });
    }
    const address = (this.#pages[this.#page]?.address ?? 0) + this.#used;
    this.#used += cells;
    return address;
  }

  free(): void {
    for (const { address, cells } of this.#pages) freeCells(address, cells);
    this.#pages.length = 0;
  }
}

const owners = new FinalizationRegistry<FeaturePages>((pages) => pages.free());

export class KernelBoundary {
  readonly patches: BoundaryPatches;
  /** Largest number of corners of a facet. */
  readonly mostCorners: number;
  readonly #copy: KernelCopy;
  readonly #pages = new FeaturePages();
  readonly #wedges: EdgeWedges;
  readonly #cones: VertexCones;
  readonly #writeCopy = (address: number): void => {
    this.#pages.restart();
    this.#write(address);
  };

  constructor(patches: BoundaryPatches) {
    this.patches = patches;
    this.mostCorners = mostOf(patches.mesh.facetOffsets);
    this.#wedges = new EdgeWedges(patches.mesh);
    this.#cones = new VertexCones(patches);
    this.#copy = kernelCopyFor(this, this.#write(-1));
    owners.register(this, this.#pages);
  }

  /** Address of the boundary in the kernel's memory; see `settle` of kernel-mesh-copies.ts. */
  settle(): number {
    return settle(this.#copy, this.#writeCopy);
  }

  /** Gives the memory back until the next query. */
  evict(): void {
    evictCopyOf(this);
    this.#pages.free();
  }

  /** True if the boundary is still in the kernel's memory. */
  get isSettled(): boolean {
    return this.#copy.address !== 0;
  }

  /** Writes the boundary from an address on, unless that is -1; returns its cells. */
  #write(address: number): number {
    const { mesh, patchOfFacet, kinds, isCorner, sizes, firstFacets, rises, warps, normals } = this.patches;
    const patchCount = normals.length;
    const edgeCount = kinds.length;
    const vertexCount = mesh.vertices.length / 3;
    const head = 2 * address;
    let next = address + at.BOUNDARY_HEADER;
    const integers = (field: number, given: ArrayLike<number>): void => {
      if (address >= 0) {
        I[head + field] = 2 * next;
        I.set(given, 2 * next);
      }
      next += cellsOf(given.length);
    };
    const zeros = (field: number, count: number): void => {
      if (address >= 0) {
        I[head + field] = 2 * next;
        I.fill(0, 2 * next, 2 * next + count);
      }
      next += cellsOf(count);
    };
    const floats = (field: number, given: ArrayLike<number>): void => {
      if (address >= 0) {
        I[head + field] = next;
        F.set(given, next);
      }
      next += given.length;
    };
    if (address >= 0) {
      I[head + at.BOUNDARY_FACET_COUNT] = facetCountOf(mesh);
      I[head + at.BOUNDARY_PATCH_COUNT] = patchCount;
      I[head + at.BOUNDARY_EDGE_COUNT] = edgeCount;
      I[head + at.BOUNDARY_VERTEX_COUNT] = vertexCount;
      I[head + at.BOUNDARY_MOST_CORNERS] = this.mostCorners;
      I[head + at.BOUNDARY_MARK] = 0;
    }
    integers(at.BOUNDARY_OFFSETS, mesh.facetOffsets);
    integers(at.BOUNDARY_CORNERS, mesh.facetVertices);
    integers(at.BOUNDARY_SIDES, mesh.facetEdges);
    integers(at.BOUNDARY_EDGE_ENDS, mesh.edgeVertices);
    integers(at.BOUNDARY_EDGE_OFFSETS, mesh.edgeFacetOffsets);
    integers(at.BOUNDARY_EDGE_FACETS, mesh.edgeFacets);
    integers(at.BOUNDARY_EDGE_KINDS, kinds);
    integers(at.BOUNDARY_IS_CORNER, isCorner);
    integers(at.BOUNDARY_PATCH_OF_FACET, patchOfFacet);
    integers(at.BOUNDARY_PATCH_SIZES, sizes);
    integers(at.BOUNDARY_FIRST_FACETS, firstFacets);
    integers(at.BOUNDARY_RISES, rises);
    zeros(at.BOUNDARY_WEDGES, edgeCount);
    zeros(at.BOUNDARY_CONES, vertexCount);
    zeros(at.BOUNDARY_EDGE_MARKS, edgeCount);
    zeros(at.BOUNDARY_VERTEX_MARKS, vertexCount);
    zeros(at.BOUNDARY_VERTEX_GROUPS, vertexCount);
    zeros(at.BOUNDARY_PATCH_MARKS, patchCount);
    zeros(at.BOUNDARY_PATCH_GROUPS, patchCount);
    floats(at.BOUNDARY_POINTS, mesh.vertices);
    floats(at.BOUNDARY_NORMALS, mesh.facetNormals);
    if (address >= 0) {
      I[head + at.BOUNDARY_PATCH_NORMALS] = next;
      for (let patch = 0; patch < patchCount; patch++) putVector(next + 3 * patch, normals[patch]);
    }
    next += 3 * patchCount;
    floats(at.BOUNDARY_WARPS, warps);
    return next - address;
  }

  /** Writes the wedge of an edge, unless it is there. */
  writeWedge(edge: number): void {
    const table = I[2 * this.#copy.address + at.BOUNDARY_WEDGES];
    if (I[table + edge] !== at.FEATURE_UNKNOWN) return;
    const wedge = this.#wedges;
    if (!wedge.make(edge)) {
      I[table + edge] = at.FEATURE_NONE;
      return;
    }
    const address = this.#pages.take(at.WEDGE_STRIDE);
    I[2 * address + at.WEDGE_SIDE_COUNT] = wedge.sideCount;
    wedge.writeAlong(F, address + at.WEDGE_ALONG);
    for (let k = 0; k < wedge.sideCount; k++) wedge.writeSide(k, F, address + at.WEDGE_SIDES + 3 * k);
    I[table + edge] = address;
  }

  /** Writes the cone of a vertex, unless it is there. */
  writeCone(v: number): void {
    const table = I[2 * this.#copy.address + at.BOUNDARY_CONES];
    if (I[table + v] !== at.FEATURE_UNKNOWN) return;
    const cone = this.#cones;
    if (!cone.make(v)) {
      I[table + v] = at.FEATURE_NONE;
      return;
    }
    const { rayCount, directionCount, patchCount, facetCount } = cone;
    const vectors = 3 * (rayCount + directionCount);
    const address = this.#pages.take(at.CONE_HEADER + vectors + cellsOf(patchCount + facetCount));
    const head = 2 * address;
    const walls = rayCount > 2 && hasWalls(cone);
    I[head + at.CONE_RAY_COUNT] = rayCount;
    I[head + at.CONE_DIRECTION_COUNT] = directionCount;
    I[head + at.CONE_PATCH_COUNT] = patchCount;
    I[head + at.CONE_FACET_COUNT] = facetCount;
    I[head + at.CONE_IS_CONVEX] = cone.isConvex ? 1 : 0;
    I[head + at.CONE_IS_REFLEX] = cone.isReflex ? 1 : 0;
    I[head + at.CONE_BLOCK] = rayCount > 2 ? pyramidBlock(rayCount, walls) : 0;
    I[head + at.CONE_HAS_WALLS] = walls ? 1 : 0;
    cone.writeSumOfNormals(F, address + at.CONE_SUM);
    cone.writeAxis(F, address + at.CONE_AXIS);
    const rays = address + at.CONE_HEADER;
    for (let k = 0; k < rayCount; k++) cone.writeRay(k, F, rays + 3 * k);
    for (let k = 0; k < directionCount; k++) cone.writeDirection(k, F, rays + 3 * (rayCount + k));
    const patches = 2 * (rays + vectors);
    for (let k = 0; k < patchCount; k++) I[patches + k] = cone.patches[k];
    for (let k = 0; k < facetCount; k++) I[patches + patchCount + k] = cone.facets[k];
    I[table + v] = address;
  }
}

function putVector(address: number, { x, y, z }: Vector3): void {
  F[address] = x;
  F[address + 1] = y;
  F[address + 2] = z;
}

const boundaries = new WeakMap<BoundaryPatches, KernelBoundary>();

/** The boundary of these patches; made at the first call. */
export function kernelBoundary(patches: BoundaryPatches): KernelBoundary {
  const made = boundaries.get(patches) ?? new KernelBoundary(patches);
  boundaries.set(patches, made);
  return made;
}

const pyramids: (number | undefined)[] = [];
const skirts: (number | undefined)[] = [];

/** Shape block of a pyramid with this number of rays, or of one with walls below its rim. */
function pyramidBlock(count: number, walls: boolean): number {
  const blocks = walls ? skirts : pyramids;
  const made = blocks[count];
  if (made !== undefined) return made;
  const topology = walls
    ? topologyOfLoops(2 * count + 1, skirtLoops(count))
    : topologyOfLoops(count + 1, pyramidLoops(count));
  const { address } = new ReusableBlock(topology);
  blocks[count] = address;
  return address;
}

function pyramidLoops(count: number): number[][] {
  const ring = Array.from({ length: count }, (_, k) => k + 1);
  const sides = ring.map((v, k) => [0, v, ring[(k + 1) % count]]);
  return [...sides, ring.toReversed()];
}

function skirtLoops(count: number): number[][] {
  const ring = Array.from({ length: count }, (_, k) => k + 1);
  const next = (k: number): number => ring[(k + 1) % count];
  const sides = ring.map((v, k) => [0, v, next(k)]);
  const walls = ring.map((v, k) => [v, v + count, next(k) + count, next(k)]);
  return [...sides, ...walls, ring.map((v) => v + count).toReversed()];
}

/** A plane end makes a ray longer by one over its cosine with the axis; rays with at least this cosine may have one. */
const STEEPEST_RIM = 0.2;
/** Largest cosine of rays and axis in a cone with walls: the walls would not reach below steeper rays. */
const FLATTEST_AXIS = 0.98;

/** True if the cone is so wide that a round rim with walls is better than a plane end. */
function hasWalls(cone: VertexCones): boolean {
  let isWide = false;
  for (let k = 0; k < cone.rayCount; k++) {
    const along = cone.rayOnAxis(k);
    if (along > -STEEPEST_RIM) isWide = true;
    if (!(along >= -FLATTEST_AXIS && cone.turnAboutAxis(k) > 0)) return false;
  }
  return isWide;
}
