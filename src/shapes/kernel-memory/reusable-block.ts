// SPDX-License-Identifier: MIT
/**
 * Reusable blocks of the kernel's memory for polyhedra that are queried once: facets, edges, wedges and cones of a
 * mesh. Each combinatorial kind has one block; the kernel writes coordinates and normals into it for each query
 * (src/kernel/mesh/feature-blocks.ts).
 */
import {
  HALF_SPACE,
  POLYHEDRON,
  SHAPE_CENTRE,
  SHAPE_EXTENT,
  SHAPE_HEADER,
  SHAPE_KEY_HIGH,
  SHAPE_KEY_LOW,
  SHAPE_KIND,
  SHAPE_PARAMETERS,
  SHAPE_VERTEX_COUNT,
} from '../../kernel/layout.ts';
import { F, I } from '../../kernel/memory.ts';
import type { PolyhedralTopology } from '../polyhedral-topology.ts';
import { paddedCount, writeTopology } from './kernel-block.ts';
import { allocateCells } from './kernel-heap.ts';
import type { OwnedCells } from './owned-cells.ts';

/** Who owns a block; without an owner it stays for ever: make few. */
type Owner = Pick<OwnedCells, 'allocate'>;

const NOBODY: Owner = { allocate: allocateCells };

/** A polyhedron with fixed faces and neighbours; the kernel sets vertices and normals before each query. */
export class ReusableBlock {
  readonly address: number;

  /** The topology's coordinates and planes are ignored. */
  constructor(topology: PolyhedralTopology, owner = NOBODY) {
    const integers =
      topology.vertexOffsets.length +
      topology.vertexNeighbours.length +
      topology.faceOffsets.length +
      topology.faceVertices.length +
      topology.vertexFaceOffsets.length +
      topology.vertexFaces.length;
    const coordinates = 3 * paddedCount(topology);
    const faces = topology.faceOffsets.length - 1;
    const s = owner.allocate(SHAPE_HEADER + coordinates + 3 * faces + Math.ceil(integers / 2) + 2);
    F.fill(0, s, s + SHAPE_HEADER);
    I[2 * s + SHAPE_KIND] = POLYHEDRON;
    I[2 * s + SHAPE_VERTEX_COUNT] = topology.vertices.length / 3;
    // The order of a pair is decided by these keys: any will do, if it is the same for all facets, edges and vertices.
    I[2 * s + SHAPE_KEY_HIGH] = topology.vertices.length;
    I[2 * s + SHAPE_KEY_LOW] = faces;
    writeTopology(s, { x: 0, y: 0, z: 0 }, topology, s + SHAPE_HEADER + coordinates);
    this.address = s;
  }
}

/** A half-space that is set before each query. */
export class ReusableHalfSpace {
  readonly address: number;

  constructor(owner = NOBODY) {
    const s = owner.allocate(SHAPE_HEADER);
    F.fill(0, s, s + SHAPE_HEADER);
    I[2 * s + SHAPE_KIND] = HALF_SPACE;
    I[2 * s + SHAPE_KEY_HIGH] = -1;
    F[s + SHAPE_EXTENT] = Number.MAX_VALUE;
    this.address = s;
  }

  /** Sets all points behind the plane through a point with the unit normal; returns the address. */
  set(normal: Float64Array, through: Float64Array): number {
    const s = this.address;
    for (let c = 0; c < 3; c++) {
      F[s + SHAPE_CENTRE + c] = through[c];
      F[s + SHAPE_PARAMETERS + c] = normal[c];
    }
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
