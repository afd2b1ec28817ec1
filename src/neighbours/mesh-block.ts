// SPDX-License-Identifier: MIT
/**
 * Writes a mesh to the kernel's memory: bins, facets in the order of the bins, and vertices in the order of the facets,
 * so that neighbours in space are neighbours in memory.
 */
import { F, I } from '../kernel/memory.ts';
import {
  KNOWN_NORMAL,
  MESH_CORNERS,
  MESH_HEADER,
  MESH_LATTICE,
  MESH_NODES,
  MESH_NOISE,
  MESH_NORMALS,
  MESH_NUMBERS,
  MESH_OFFSETS,
  MESH_ORIGIN,
  MESH_UNCERTAINTY,
  MESH_VERTICES,
  OPEN_EDGE,
  OPEN_VERTEX,
} from '../kernel/mesh/mesh-layout.ts';
import type { FacetMesh } from '../meshes/facet-mesh.ts';
import { comparePoints } from '../meshes/spatial-order.ts';
import type { BinTree } from './bin-tree.ts';

/** Rounding error of a coordinate and a few products with it, relative to the largest coordinate of the mesh. */
const COORDINATE_NOISE = 4 * 2 ** -52;

/** Smallest height of a well-shaped triangle relative to its longest side; its normal is accurate to ten roundings. */
const WELL_SHAPED = 0.1;

/** Float64 cells for this number of int32. */
const cellsOf = (count: number): number => Math.ceil(count / 2);

function hasTrianglesOnly({ facetOffsets }: FacetMesh): boolean {
  for (let f = 0; f < facetOffsets.length; f++) if (facetOffsets[f] !== 3 * f) return false;
  return true;
}

/** Offsets of the parts of the block, in cells from its start. */
function partsOf(mesh: FacetMesh, { nodes, order }: BinTree) {
  const offsets = hasTrianglesOnly(mesh) ? 0 : order.length + 1;
  const corners = MESH_HEADER + cellsOf(nodes.length) + cellsOf(offsets);
  const vertices = corners + cellsOf(mesh.facetVertices.length);
  const normals = vertices + mesh.vertices.length;
  const numbers = normals + 3 * order.length;
  return {
    offsets: corners - cellsOf(offsets),
    corners,
    vertices,
    normals,
    numbers,
    end: numbers + cellsOf(order.length),
  };
}

/** Size of the block in cells. */
export function meshBlockCells(mesh: FacetMesh, tree: BinTree): number {
  return partsOf(mesh, tree).end;
}

export function writeMeshBlock(mesh: FacetMesh, tree: BinTree, address: number): void {
  const { nodes, order, origin, lattice } = tree;
  const parts = partsOf(mesh, tree);
  const isTriangular = hasTrianglesOnly(mesh);
  const head = 2 * address;
  I[head + MESH_NODES] = 2 * (address + MESH_HEADER);
  I[head + MESH_OFFSETS] = isTriangular ? 0 : 2 * (address + parts.offsets);
  I[head + MESH_CORNERS] = 2 * (address + parts.corners);
  I[head + MESH_VERTICES] = address + parts.vertices;
  I[head + MESH_NORMALS] = address + parts.normals;
  I[head + MESH_NUMBERS] = 2 * (address + parts.numbers);
  F.set(origin, address + MESH_ORIGIN);
  F[address + MESH_LATTICE] = lattice;
  const noise = COORDINATE_NOISE * largestCoordinate(mesh);
  F[address + MESH_NOISE] = noise;
  F[address + MESH_UNCERTAINTY] = noise + (isTriangular ? 0 : largestUnevenness(mesh));
  I.set(nodes, 2 * (address + MESH_HEADER));
  I.set(order, 2 * (address + parts.numbers));
  const normals = address + parts.normals;
  for (let index = 0; index < order.length; index++) {
    const facet = order[index];
    for (let k = 0; k < 3; k++) F[normals + 3 * index + k] = mesh.facetNormals[3 * facet + k];
  }
  writeCorners(mesh, order, I[head + MESH_OFFSETS], 2 * (address + parts.corners), address + parts.vertices);
}

/** Corners in the order of the facets, each from its leading corner on, and vertices in the order of the corners. */
function writeCorners(mesh: FacetMesh, order: Int32Array, offsets: number, corners: number, verticesAt: number): void {
  const { vertices, facetOffsets, facetVertices, facetEdges, edgeFacetOffsets } = mesh;
  const openVertices = openVerticesOf(mesh);
  /** New number of a vertex, plus 1; 0 before the first facet that uses it. */
  const numbers = new Int32Array(vertices.length / 3);
  let vertexCount = 0;
  let corner = 0;
  for (let index = 0; index < order.length; index++) {
    const facet = order[index];
    const begin = facetOffsets[facet];
    const count = facetOffsets[facet + 1] - begin;
    if (offsets > 0) I[offsets + index] = corner;
    const leading = leadingCorner(mesh, facet);
    let flags = isWellShapedTriangle(mesh, facet) ? 0 : KNOWN_NORMAL;
    for (let k = 0; k < count; k++) {
      const i = begin + (leading + k < count ? leading + k : leading + k - count);
      const v = facetVertices[i];
      if (numbers[v] === 0) {
        for (let c = 0; c < 3; c++) F[verticesAt + 3 * vertexCount + c] = vertices[3 * v + c];
        numbers[v] = ++vertexCount;
      }
      const e = facetEdges[i];
      if (edgeFacetOffsets[e + 1] - edgeFacetOffsets[e] === 1) flags |= OPEN_EDGE;
      if (openVertices[v] === 1) flags |= OPEN_VERTEX;
      I[corners + corner++] = (numbers[v] - 1) | flags;
      flags = 0;
    }
  }
  if (offsets > 0) I[offsets + order.length] = corner;
}

/** True if three corners give the normal to a few roundings: the height is not small relative to the longest side. */
function isWellShapedTriangle({ vertices, facetOffsets, facetVertices }: FacetMesh, facet: number): boolean {
  const begin = facetOffsets[facet];
  if (facetOffsets[facet + 1] - begin !== 3) return false;
  const a = facetVertices[begin];
  const b = facetVertices[begin + 1];
  const c = facetVertices[begin + 2];
  const ab = distanceOf(vertices, a, b);
  const bc = distanceOf(vertices, b, c);
  const ca = distanceOf(vertices, c, a);
  // Heron: the square of four times the area is the perimeter times what each two sides have over the third.
  const squared = (ab + bc - ca) * (bc + ca - ab) * (ca + ab - bc) * (ab + bc + ca);
  const longest = Math.max(ab, bc, ca) ** 2;
  return squared >= (2 * WELL_SHAPED) ** 2 * longest * longest;
}

function distanceOf(vertices: Float64Array, v: number, w: number): number {
  const x = vertices[3 * w] - vertices[3 * v];
  const y = vertices[3 * w + 1] - vertices[3 * v + 1];
  const z = vertices[3 * w + 2] - vertices[3 * v + 2];
  return Math.sqrt(x * x + y * y + z * z);
}

/**
 * Corner whose vertex is first by x, then y, then z. The kernel's copy of a facet starts there, so results do not
 * depend on where the caller's starts.
 */
export function leadingCorner({ vertices, facetOffsets, facetVertices }: FacetMesh, facet: number): number {
  const begin = facetOffsets[facet];
  let leading = begin;
  for (let i = begin + 1; i < facetOffsets[facet + 1]; i++) {
    if (comparePoints(vertices, facetVertices[i], facetVertices[leading]) < 0) leading = i;
  }
  return leading - begin;
}

/** 1 for vertices of open edges. */
function openVerticesOf({ vertices, edgeVertices, edgeFacetOffsets }: FacetMesh): Uint8Array {
  const open = new Uint8Array(vertices.length / 3);
  for (let e = 0; e + 1 < edgeFacetOffsets.length; e++) {
    if (edgeFacetOffsets[e + 1] - edgeFacetOffsets[e] !== 1) continue;
    open[edgeVertices[2 * e]] = 1;
    open[edgeVertices[2 * e + 1]] = 1;
  }
  return open;
}

function largestCoordinate({ vertices, facetVertices }: FacetMesh): number {
  let largest = 0;
  for (let i = 0; i < facetVertices.length; i++) {
    const v = 3 * facetVertices[i];
    for (let k = 0; k < 3; k++) largest = Math.max(largest, Math.abs(vertices[v + k]));
  }
  return largest;
}

/** Largest spread of a facet's vertices along its normal. */
function largestUnevenness({ vertices, facetOffsets, facetVertices, facetNormals }: FacetMesh): number {
  let largest = 0;
  for (let f = 0; f + 1 < facetOffsets.length; f++) {
    const begin = facetOffsets[f];
    const end = facetOffsets[f + 1];
    if (end - begin === 3) continue;
    const o = 3 * facetVertices[begin];
    let low = 0;
    let high = 0;
    for (let i = begin + 1; i < end; i++) {
      const v = 3 * facetVertices[i];
      let height = 0;
      for (let k = 0; k < 3; k++) {
        height += facetNormals[3 * f + k] * (vertices[v + k] - vertices[o + k]);
      }
      if (height < low) low = height;
      if (height > high) high = height;
    }
    largest = Math.max(largest, high - low);
  }
  return largest;
}
