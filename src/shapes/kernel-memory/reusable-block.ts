// SPDX-License-Identifier: MIT
/**
 * Reusable blocks of the kernel's memory for polyhedra that are queried once: facets, edges, wedges and cones of a
 * mesh. Each combinatorial kind has one block; a query writes coordinates and normals into it and allocates nothing.
 */
import {
  HALF_SPACE,
  POLYHEDRON,
  SHAPE_CENTRE,
  SHAPE_EXTENT,
  SHAPE_FACE_COUNT,
  SHAPE_FACE_NORMALS,
  SHAPE_HEADER,
  SHAPE_KEY_HIGH,
  SHAPE_KEY_LOW,
  SHAPE_KIND,
  SHAPE_PARAMETERS,
  SHAPE_RADIUS,
  SHAPE_SUPPORT_ERROR,
  SHAPE_UNFLAT,
  SHAPE_VERTEX_COUNT,
  SHAPE_X,
  SHAPE_Y,
  SHAPE_Z,
} from '../../kernel/layout.ts';
import { F, I } from '../../kernel/memory.ts';
import { UNFLAT_FACES } from '../../kernel/scaled-block.ts';
import type { Vector3 } from '../../math/vector.ts';
import type { PolyhedralTopology } from '../polyhedral-topology.ts';
import { FLAT_FACES, paddedCount, writeTopology } from './kernel-block.ts';
import { allocateCells } from './kernel-heap.ts';

/** Points farther from the origin than this many extents are stored relative to the centre of their box. */
const RECENTRE_EXTENTS = 2;

/** A polyhedron with fixed faces and neighbours; vertices and normals are set before each query. */
export class ReusableBlock {
  readonly address: number;
  readonly #topology: PolyhedralTopology;

  /** The topology's coordinates and planes are ignored. Blocks are never freed: make few. */
  constructor(topology: PolyhedralTopology) {
    this.#topology = topology;
    const integers =
      topology.vertexOffsets.length +
      topology.vertexNeighbours.length +
      topology.faceOffsets.length +
      topology.faceVertices.length +
      topology.vertexFaceOffsets.length +
      topology.vertexFaces.length;
    const coordinates = 3 * paddedCount(topology);
    const faces = topology.faceOffsets.length - 1;
    const s = allocateCells(SHAPE_HEADER + coordinates + 3 * faces + Math.ceil(integers / 2) + 2);
    F.fill(0, s, s + SHAPE_HEADER);
    I[2 * s + SHAPE_KIND] = POLYHEDRON;
    I[2 * s + SHAPE_VERTEX_COUNT] = topology.vertices.length / 3;
    // The order of a pair is decided by these keys: any will do, if it is the same for all facets, edges and vertices.
    I[2 * s + SHAPE_KEY_HIGH] = topology.vertices.length;
    I[2 * s + SHAPE_KEY_LOW] = faces;
    writeTopology(s, { x: 0, y: 0, z: 0 }, topology, s + SHAPE_HEADER + coordinates);
    this.address = s;
  }

  /** Sets the vertices, three numbers each, and the outward unit normals of the faces; returns the address. */
  set(vertices: ArrayLike<number>, normals: ArrayLike<number>): number {
    const s = this.address;
    const count = I[2 * s + SHAPE_VERTEX_COUNT];
    let extent = 0;
    let farthest = 0;
    for (let k = 0; k < 3; k++) {
      let low = Infinity;
      let high = -Infinity;
      for (let i = k; i < 3 * count; i += 3) {
        const value = vertices[i];
        if (value < low) low = value;
        if (value > high) high = value;
      }
      extent = Math.max(extent, high - low);
      farthest = Math.max(farthest, -low, high);
      F[s + SHAPE_CENTRE + k] = low + (high - low) / 2;
    }
    if (farthest <= RECENTRE_EXTENTS * extent) F.fill(0, s + SHAPE_CENTRE, s + SHAPE_CENTRE + 3);
    this.#writeVertices(vertices, count);
    F[s + SHAPE_EXTENT] = extent;
    const n = I[2 * s + SHAPE_FACE_NORMALS];
    for (let i = 0; i < 3 * I[2 * s + SHAPE_FACE_COUNT]; i++) F[n + i] = normals[i];
    const deviation = this.#planeDeviation();
    F[s + SHAPE_SUPPORT_ERROR] = UNFLAT_FACES * deviation;
    I[2 * s + SHAPE_UNFLAT] = deviation > FLAT_FACES * extent ? 1 : 0;
    return s;
  }

  #writeVertices(vertices: ArrayLike<number>, count: number): void {
    const s = this.address;
    const padded = paddedCount(this.#topology);
    const at = s + SHAPE_HEADER;
    const x = F[s + SHAPE_CENTRE];
    const y = F[s + SHAPE_CENTRE + 1];
    const z = F[s + SHAPE_CENTRE + 2];
    let radiusSquared = 0;
    for (let i = 0; i < padded; i++) {
      const v = 3 * (i < count ? i : 0);
      const px = vertices[v] - x;
      const py = vertices[v + 1] - y;
      const pz = vertices[v + 2] - z;
      F[at + i] = px;
      F[at + padded + i] = py;
      F[at + 2 * padded + i] = pz;
      radiusSquared = Math.max(radiusSquared, px * px + py * py + pz * pz);
    }
    F[s + SHAPE_RADIUS] = Math.sqrt(radiusSquared);
  }

  /** Largest deviation of vertices from the planes of their faces. */
  #planeDeviation(): number {
    const head = 2 * this.address;
    const x = I[head + SHAPE_X];
    const y = I[head + SHAPE_Y];
    const z = I[head + SHAPE_Z];
    const { faceOffsets, faceVertices } = this.#topology;
    let worst = 0;
    for (let f = 0; f + 1 < faceOffsets.length; f++) {
      const n = I[head + SHAPE_FACE_NORMALS] + 3 * f;
      const first = faceOffsets[f];
      const o = faceVertices[first];
      let low = 0;
      let high = 0;
      for (let k = first + 1; k < faceOffsets[f + 1]; k++) {
        const v = faceVertices[k];
        const height =
          F[n] * (F[x + v] - F[x + o]) + F[n + 1] * (F[y + v] - F[y + o]) + F[n + 2] * (F[z + v] - F[z + o]);
        low = Math.min(low, height);
        high = Math.max(high, height);
      }
      worst = Math.max(worst, high - low);
    }
    return worst;
  }
}

/** A half-space that is set before each query. */
export class ReusableHalfSpace {
  readonly address: number;

  constructor() {
    const s = allocateCells(SHAPE_HEADER);
    F.fill(0, s, s + SHAPE_HEADER);
    I[2 * s + SHAPE_KIND] = HALF_SPACE;
    I[2 * s + SHAPE_KEY_HIGH] = -1;
    F[s + SHAPE_EXTENT] = Number.MAX_VALUE;
    this.address = s;
  }

  /** Sets all points behind the plane through a point with the unit normal; returns the address. */
  set(normal: Vector3, through: Vector3): number {
    const s = this.address;
    F[s + SHAPE_CENTRE] = through.x;
    F[s + SHAPE_CENTRE + 1] = through.y;
    F[s + SHAPE_CENTRE + 2] = through.z;
    F[s + SHAPE_PARAMETERS] = normal.x;
    F[s + SHAPE_PARAMETERS + 1] = normal.y;
    F[s + SHAPE_PARAMETERS + 2] = normal.z;
    return s;
  }
}

/** Neighbours and faces of a polyhedron whose faces are these loops of vertices, counter-clockwise from outside. */
export function topologyOfLoops(vertexCount: number, loops: readonly (readonly number[])[]): PolyhedralTopology {
  const neighbours = Array.from({ length: vertexCount }, () => new Set<number>());
  const faces = Array.from({ length: vertexCount }, (): number[] => []);
  loops.forEach((loop, f) => {
    loop.forEach((v, k) => {
      const next = loop[(k + 1) % loop.length];
      neighbours[v]?.add(next);
      neighbours[next]?.add(v);
      faces[v]?.push(f);
    });
  });
  const offsetsOf = (lists: readonly { length: number }[]): Int32Array => {
    const offsets = new Int32Array(lists.length + 1);
    lists.forEach((list, i) => {
      offsets[i + 1] = offsets[i] + list.length;
    });
    return offsets;
  };
  const sorted = neighbours.map((each) => [...each].sort((a, b) => a - b));
  return {
    vertices: new Float64Array(3 * vertexCount),
    faceOffsets: offsetsOf(loops),
    faceVertices: Int32Array.from(loops.flat()),
    facePlanes: new Float64Array(4 * loops.length),
    vertexOffsets: offsetsOf(sorted),
    vertexNeighbours: Int32Array.from(sorted.flat()),
    vertexFaceOffsets: offsetsOf(faces),
    vertexFaces: Int32Array.from(faces.flat()),
  };
}
