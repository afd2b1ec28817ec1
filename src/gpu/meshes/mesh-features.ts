// SPDX-License-Identifier: MIT
/**
 * Faces, edges and vertices of meshes for convex bodies, stored behind the facets of mesh-lattice.ts: the facets of
 * each face, the edges that are creases, and the tangent cones of edges and vertices
 * (src/narrow-phase/double-hierarchy). An edge or vertex belongs to the first of its facets, which a body reaches
 * whenever it reaches the feature.
 */
import { sin } from '../../math/circular.ts';
import { cross, length, normalise, subtract, type Vector3, ZERO_VECTOR } from '../../math/vector.ts';
import {
  type BoundaryPatches,
  boundaryPatches,
  facetNormal,
  facetsOfEdge,
} from '../../narrow-phase/double-hierarchy/boundary-patches.ts';
import { vertexOf } from '../../narrow-phase/double-hierarchy/nodal-weights.ts';
import { EdgeWedges } from '../../narrow-phase/double-hierarchy/tangent-cones.ts';
import { VertexCones } from '../../narrow-phase/double-hierarchy/vertex-cone.ts';
import { FLAT_ANGLE } from '../../simulation/touches/mesh-finder.ts';
import { SHARP_FACET } from '../kernels/convex-mesh-around.ts';
import { FACET_VECTORS, MESH_VECTORS, SIDE_VECTORS } from '../kernels/mesh-geometry.ts';
import { type Geometry, isWall, type Lattice, type LatticeMesh } from './mesh-lattice.ts';

/** Edges are pieces of one edge if they are collinear within this fraction of their distance, as on the CPU. */
const SAME_LINE = 1e-6;
/** Words of a mesh's head and of a side that are free for this. */
const [PATCHES_WORD, SIDE_WORD] = [7, 31];

/** The words of the geometry with those of edges and vertices behind them. */
export function withFeatures({ words, offsets }: Geometry, meshes: readonly Lattice[]): Uint32Array<ArrayBuffer> {
  const writer = new Writer(words.length);
  const links: (readonly [number, number])[] = [];
  meshes.forEach((mesh, k) => {
    const place = offsets[k];
    if (place === undefined || isWall(mesh)) return;
    const { faces, sides } = place;
    const patches = boundaryPatches(mesh.images.mesh, sin(FLAT_ANGLE));
    const patchesAt = writer.end;
    links.push([4 * MESH_VECTORS * k + PATCHES_WORD, patchesAt]);
    patches.patchOfFacet.forEach((patch) => {
      writer.whole(patch);
    });
    writer.align();
    const { at, sharp } = writeMesh(writer, mesh, patches, faces);
    for (const [corner, address] of at) links.push([sides + 4 * SIDE_VECTORS * corner + SIDE_WORD, address / 4]);
    for (const f of sharp) links.push([patchesAt + f, (patches.patchOfFacet[f] | SHARP_FACET) >>> 0]);
  });
  const all = writer.joinedTo(words);
  for (const [at, value] of links) all[at] = value;
  return all;
}

/** Numbers that come behind others: whole ones and floats. */
class Writer {
  readonly #from: number;
  readonly #values: number[] = [];
  readonly #floats: number[] = [];

  constructor(from: number) {
    this.#from = from;
  }

  get end(): number {
    return this.#from + this.#values.length;
  }

  whole(...values: number[]): void {
    for (const value of values) this.#values.push(value);
  }

  vector({ x, y, z }: Vector3, word: number): void {
    for (const value of [x, y, z]) {
      this.#floats.push(this.#values.length);
      this.#values.push(value);
    }
    this.#values.push(word);
  }

  align(): void {
    while (this.end % 4 !== 0) this.#values.push(0);
  }

  joinedTo(words: Uint32Array): Uint32Array<ArrayBuffer> {
    this.align();
    const all = new Uint32Array(this.end);
    all.set(words);
    all.set(this.#values, this.#from);
    const floats = new Float32Array(all.buffer);
    for (const at of this.#floats) floats[this.#from + at] = this.#values[at];
    return all;
  }
}

/** Writes the data of the sides of the facets: their addresses by corner, and the facets that own an edge or vertex. */
function writeMesh(
  writer: Writer,
  { images }: LatticeMesh,
  patches: BoundaryPatches,
  faces: number,
): { at: Map<number, number>; sharp: Set<number> } {
  const { mesh, isCrease, isCorner } = patches;
  const faceOf = (f: number): number => faces / 4 + FACET_VECTORS * f;
  const groups = lineGroups(patches);
  const wedges = new EdgeWedges(mesh);
  const cone = new VertexCones(patches);
  const creases = new Map<number, number>();
  const touchable = new Set<number>();
  for (let e = 0; e < mesh.edgeFacetOffsets.length - 1; e++) {
    if (!isCrease(e)) continue;
    const isTouchable = wedges.make(e);
    const facets = facetsOfEdge(mesh, e);
    creases.set(e, writer.end);
    if (isTouchable) touchable.add(e);
    writer.whole(facets.length, images.edgeOf(e), groups[e], 0);
    for (const side of [0, wedges.sideCount - 1]) {
      writer.vector(isTouchable ? written((to) => wedges.writeSide(side, to, 0)) : ZERO_VECTOR, 0);
    }
    facets.forEach((f, k) => {
      writer.vector(facetNormal(mesh, f), patches.patchOfFacet[f]);
      writer.vector(
        written((to) => wedges.writeInward(k, to, 0)),
        faceOf(f),
      );
    });
  }
  const tips = new Map<number, number>();
  isCorner.forEach((is, v) => {
    if (is === 0 || !cone.make(v)) return;
    tips.set(v, writer.end);
    writer.whole(cone.facetCount, images.vertexOf(v), cone.rayCount, 0);
    writer.vector(
      written((to) => cone.writeSumOfNormals(to, 0)),
      0,
    );
    for (const f of cone.facets.subarray(0, cone.facetCount)) {
      writer.vector(facetNormal(mesh, f), patches.patchOfFacet[f]);
      writer.vector(ZERO_VECTOR, faceOf(f));
    }
    for (let k = 0; k < cone.rayCount; k++) {
      writer.vector(
        written((to) => cone.writeRay(k, to, 0)),
        0,
      );
    }
  });
  const at = new Map<number, number>();
  const sharp = new Set<number>();
  for (let f = 0; f < mesh.facetOffsets.length - 1; f++) {
    for (let corner = mesh.facetOffsets[f]; corner < mesh.facetOffsets[f + 1]; corner++) {
      const e = mesh.facetEdges[corner];
      const v = mesh.facetVertices[corner];
      const crease = (creases.get(e) ?? 0) / 4;
      const isFirst = mesh.edgeFacets[mesh.edgeFacetOffsets[e]] === f;
      const ownsVertex = mesh.vertexFacets[mesh.vertexFacetOffsets[v]] === f;
      at.set(corner, writer.end);
      const own = [isFirst && touchable.has(e) ? crease : 0, ownsVertex ? (tips.get(v) ?? 0) / 4 : 0];
      if (own.some((address) => address > 0)) sharp.add(f);
      writer.whole(...own, crease, v);
    }
  }
  return { at, sharp };
}

/** The vector that a function writes to an array. */
function written(write: (to: Float64Array) => void): Vector3 {
  const to = new Float64Array(3);
  write(to);
  const [x, y, z] = to;
  return { x, y, z };
}

/** A number for each crease, the same for pieces of one straight edge between the same faces. */
function lineGroups({ mesh, isCrease, patchOfFacet }: BoundaryPatches): Int32Array {
  const count = mesh.edgeFacetOffsets.length - 1;
  const groups = Int32Array.from({ length: count }, (_, e) => e);
  const between = new Map<string, number[]>();
  const startOf = (e: number): Vector3 => vertexOf(mesh, mesh.edgeVertices[2 * e]);
  const along = (e: number): Vector3 => normalise(subtract(vertexOf(mesh, mesh.edgeVertices[2 * e + 1]), startOf(e)));
  for (let e = 0; e < count; e++) {
    if (!isCrease(e)) continue;
    const around = [...new Set(facetsOfEdge(mesh, e).map((f) => patchOfFacet[f]))].sort((a, b) => a - b);
    const key = around.join();
    const firsts = between.get(key) ?? [];
    between.set(key, firsts);
    const same = firsts.find((first) => {
      const off = subtract(startOf(e), startOf(first));
      const direction = along(first);
      const isParallel = length(cross(direction, along(e))) <= SAME_LINE;
      return isParallel && length(cross(direction, off)) <= SAME_LINE * length(off);
    });
    if (same === undefined) firsts.push(e);
    else groups[e] = same;
  }
  return groups;
}
