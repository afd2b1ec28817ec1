// SPDX-License-Identifier: MIT
/**
 * Calls queries of a convex body against a mesh (src/kernel/mesh/body-mesh.ts): provides the memory of one query at a
 * time, and the data that a query waits for. A query allocates nothing once the memory is large enough.
 */

import type { Kernel } from '../../kernel/kernel.ts';
import { RESULT_STRIDE } from '../../kernel/layout.ts';
import { F, I } from '../../kernel/memory.ts';
import * as at from '../../kernel/mesh/boundary-layout.ts';
import { WORK_CAPACITY, WORK_FACETS, WORK_HEADER, WORK_QUEUE } from '../../kernel/mesh/mesh-layout.ts';
import { IDENTITY_POSE } from '../../math/pose.ts';
import { type Vector3, ZERO_VECTOR } from '../../math/vector.ts';
import type { MeshIndex } from '../../neighbours/mesh-bins.ts';
import { allocateCells, freeCells } from '../../shapes/kernel-memory/kernel-heap.ts';
import { ReusableBlock, ReusableHalfSpace, topologyOfLoops } from '../../shapes/kernel-memory/reusable-block.ts';
import { facetTopology, pointTopology, segmentTopology } from '../../shapes/polyhedral-topology.ts';
import { answerExactly, writePose } from '../kernel-query.ts';
import type { KernelBoundary } from './kernel-boundary.ts';

const FIRST_ROOM = 256;
/** Room for rules of redundancy, per contact. */
const RULES_PER_CONTACT = 8;
/** Least room for points in the plane, per facet. */
const POINTS_PER_FACET = 16;

/** Corners of the cross-section of a wedge: vertices 2 k and 2 k + 1 are corner k at either end, counter-clockwise. */
const PRISM_LOOPS = [
  [0, 2, 3, 1],
  [2, 4, 5, 3],
  [4, 6, 7, 5],
  [6, 0, 1, 7],
  [0, 6, 4, 2],
  [1, 3, 5, 7],
];

/** The memory of queries; made at the first. */
class QueryMemory {
  readonly address = allocateCells(at.QUERY_HEADER);
  /** Shape blocks of polygons by their number of corners. */
  #polygons = allocateCells(32);
  #polygonRoom = 64;
  /** Cells of each list. */
  readonly #cells = new Map<number, number>();
  #lists = 0;
  #listCells = 0;
  #room = 0;
  #mostCorners = 0;

  constructor() {
    const head = 2 * this.address;
    F.fill(0, this.address, this.address + at.QUERY_HEADER);
    writePose(this.address + at.QUERY_IDENTITY, IDENTITY_POSE);
    I[head + at.QUERY_POINT_BLOCK] = new ReusableBlock(pointTopology(ZERO_VECTOR)).address;
    I[head + at.QUERY_SEGMENT_BLOCK] = new ReusableBlock(segmentTopology(ZERO_VECTOR, ZERO_VECTOR)).address;
    I[head + at.QUERY_PLANE_BLOCK] = new ReusableHalfSpace().address;
    I[head + at.QUERY_PRISM_BLOCK] = new ReusableBlock(topologyOfLoops(8, PRISM_LOOPS)).address;
    I.fill(0, 2 * this.#polygons, 2 * this.#polygons + this.#polygonRoom);
    I[head + at.QUERY_POLYGON_BLOCKS] = 2 * this.#polygons;
    this.makePolygon(3);
    this.makePolygon(4);
  }

  /** Makes the block of polygons with this number of corners. */
  makePolygon(corners: number): void {
    if (corners >= this.#polygonRoom) {
      const room = 2 * corners;
      const table = allocateCells(Math.ceil(room / 2));
      I.fill(0, 2 * table, 2 * table + room);
      I.copyWithin(2 * table, 2 * this.#polygons, 2 * this.#polygons + this.#polygonRoom);
      freeCells(this.#polygons, Math.ceil(this.#polygonRoom / 2));
      this.#polygons = table;
      this.#polygonRoom = room;
      I[2 * this.address + at.QUERY_POLYGON_BLOCKS] = 2 * table;
    }
    if (I[2 * this.#polygons + corners] !== 0) return;
    const loop = new Array<Vector3>(corners).fill(ZERO_VECTOR);
    I[2 * this.#polygons + corners] = new ReusableBlock(facetTopology(loop, ZERO_VECTOR)).address;
  }

  /** Makes room for this number of facets around a body, with up to `mostCorners` corners each. */
  makeRoom(facets: number, mostCorners: number): void {
    if (facets <= this.#room && mostCorners <= this.#mostCorners) return;
    const [old, oldCells] = [this.#lists, this.#listCells];
    this.#room = Math.max(facets, this.#room, FIRST_ROOM);
    this.#mostCorners = Math.max(mostCorners, this.#mostCorners);
    this.#listCells = this.#layOut(-1);
    this.#lists = allocateCells(this.#listCells);
    this.#layOut(this.#lists);
    if (old !== 0) freeCells(old, oldCells);
  }

  /** Lays the lists out from an address on, unless that is -1; returns their cells. */
  #layOut(address: number): number {
    const n = this.#room;
    const corners = n * this.#mostCorners;
    const contacts = n + 2 * corners;
    const rules = RULES_PER_CONTACT * contacts;
    const planePoints = Math.max(3 * (at.POLYGON_LIMIT + 2 * this.#mostCorners), POINTS_PER_FACET * n);
    const head = 2 * this.address;
    let next = address;
    const take = (field: number, cells: number, isIndex: boolean): void => {
      if (address >= 0) {
        // The contacts found so far stay.
        const old = I[head + field] / (isIndex ? 2 : 1);
        F.copyWithin(next, old, old + (this.#cells.get(field) ?? 0));
        I[head + field] = isIndex ? 2 * next : next;
        this.#cells.set(field, cells);
      }
      next += cells;
    };
    const integers = (field: number, count: number): void => take(field, Math.ceil(count / 2), true);
    const floats = (field: number, count: number): void => take(field, count, false);
    integers(at.QUERY_FACETS, n);
    integers(at.QUERY_MET, n);
    integers(at.QUERY_AROUND, n);
    integers(at.QUERY_STATES, n);
    integers(at.QUERY_GROUP_PATCHES, n);
    integers(at.QUERY_GROUP_FIRST, n + 2);
    integers(at.QUERY_GROUP_FACETS, n);
    integers(at.QUERY_GROUP_PARENTS, n);
    integers(at.QUERY_GROUP_TOUCHED, n);
    integers(at.QUERY_FEATURES, corners);
    integers(at.QUERY_UNDER, n);
    integers(at.QUERY_OUTLINE_FIRST, n + 2);
    integers(at.QUERY_ORDER, contacts);
    integers(at.QUERY_TOUCHED, 2 * corners);
    integers(at.QUERY_RULES, rules);
    floats(at.QUERY_CONTACTS, at.CONTACT_STRIDE * (contacts + 1));
    floats(at.QUERY_OUTLINE, 2 * corners);
    floats(at.QUERY_OUTLINE_SIDES, 3 * corners);
    floats(at.QUERY_ROUNDINGS, 2 * n);
    floats(at.QUERY_CORNERS, 3 * Math.max(2, this.#mostCorners));
    floats(at.QUERY_POINTS, 2 * planePoints);
    floats(at.QUERY_POLYGON, 2 * planePoints);
    floats(at.QUERY_PART, 2 * planePoints);
    floats(at.QUERY_SPARE, 2 * planePoints);
    floats(at.QUERY_HULL, 2 * planePoints);
    floats(at.QUERY_INTERVALS, 2 * Math.max(n, corners));
    // Work area of the search for facets.
    const work = next;
    floats(at.QUERY_WORK, WORK_HEADER + n);
    if (address >= 0) {
      I[head + at.QUERY_ROOM] = n;
      I[head + at.QUERY_CORNER_ROOM] = corners;
      I[head + at.QUERY_RULE_ROOM] = rules;
      I[head + at.QUERY_PLANE_ROOM] = planePoints;
      I[2 * work + WORK_QUEUE] = 2 * (work + WORK_HEADER);
      I[2 * work + WORK_FACETS] = 2 * (work + WORK_HEADER) + n;
      I[2 * work + WORK_CAPACITY] = n;
    }
    return next - address;
  }
}

let memory: QueryMemory | undefined;

/** Address of the query; the caller writes poses, body, reach and depth there. */
export function bodyMeshQuery(): number {
  memory ??= new QueryMemory();
  return memory.address;
}

/**
 * Puts mesh and boundary in place for queries that follow without another mesh in between. May drop the blocks of
 * shapes, so it must come before their addresses are read.
 */
export function settleMesh(index: MeshIndex, boundary: KernelBoundary): void {
  memory ??= new QueryMemory();
  memory.makeRoom(FIRST_ROOM, boundary.mostCorners);
  memory.makePolygon(boundary.mostCorners);
  for (let k = 3; k < boundary.mostCorners; k++) memory.makePolygon(k);
  const head = 2 * memory.address;
  I[head + at.QUERY_BOUNDARY] = boundary.settle();
  I[head + at.QUERY_MESH] = index.settle();
  // The mesh may have taken the memory of the boundary, which then takes that of others.
  if (!boundary.isSettled) I[head + at.QUERY_BOUNDARY] = boundary.settle();
}

/** Runs the query, whose body, poses, reach and depth have been written; afterwards its contacts are in memory. */
export function runBodyMesh(engine: Kernel, boundary: KernelBoundary): void {
  memory ??= new QueryMemory();
  const query = memory.address;
  I[2 * query + at.QUERY_EXACT_COUNT] = 0;
  while (engine.bodyMesh(query) !== at.QUERY_DONE) provide(engine, boundary);
}

/** The same for the corners of the body flat on a face; returns how many. */
export function runFlatOnFace(engine: Kernel, boundary: KernelBoundary, patch: number, isInCorner: boolean): number {
  memory ??= new QueryMemory();
  const query = memory.address;
  for (;;) {
    const count = engine.flatOnFace(query, patch, isInCorner ? 1 : 0);
    if (I[2 * query + at.QUERY_CODE] === at.QUERY_DONE) return count;
    provide(engine, boundary);
    I[2 * query + at.QUERY_CODE] = at.QUERY_DONE;
  }
}

/** Provides the data that the query waits for. */
export function provide(engine: Kernel, boundary: KernelBoundary): void {
  memory ??= new QueryMemory();
  const query = memory.address;
  const number = I[2 * query + at.QUERY_NUMBER];
  const code = I[2 * query + at.QUERY_CODE];
  if (code === at.QUERY_NEEDS_ROOM) memory.makeRoom(2 * number, boundary.mostCorners);
  else if (code === at.QUERY_NEEDS_WEDGES || code === at.QUERY_NEEDS_CONES) {
    const features = I[2 * query + at.QUERY_FEATURES];
    for (let k = 0; k < I[2 * query + at.QUERY_FEATURE_COUNT]; k++) {
      if (code === at.QUERY_NEEDS_WEDGES) boundary.writeWedge(I[features + k]);
      else boundary.writeCone(I[features + k]);
    }
  } else if (code === at.QUERY_NEEDS_POLYGON) memory.makePolygon(number);
  else provideExact(engine, query, number);
}

/** Answers the last question of the query in exact arithmetic. */
function provideExact(engine: Kernel, query: number, number: number): void {
  const count = I[2 * query + at.QUERY_EXACT_COUNT];
  const exact = query + at.QUERY_EXACT + at.EXACT_STRIDE * count;
  answerExactly(engine, query + at.QUERY_RESULT);
  I[2 * exact + at.EXACT_NUMBER] = number;
  F.copyWithin(exact + at.EXACT_RESULT, query + at.QUERY_RESULT, query + at.QUERY_RESULT + RESULT_STRIDE);
  I[2 * query + at.QUERY_EXACT_COUNT] = count + 1;
}
