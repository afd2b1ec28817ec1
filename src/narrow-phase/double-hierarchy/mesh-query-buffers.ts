// SPDX-License-Identifier: MIT
/** The part of the kernel's memory that queries of many spheres against meshes work in, made at the first one. */
import { POSE_STRIDE } from '../../kernel/layout.ts';
import { F, I } from '../../kernel/memory.ts';
import {
  CANDIDATE_STRIDE,
  LISTED_STRIDE,
  MESH_CONTACT_STRIDE,
  OPTIONS_STRIDE,
  SPHERE_STRIDE,
  WORK_CANDIDATES,
  WORK_CAPACITY,
  WORK_FACETS,
  WORK_HEADER,
  WORK_QUEUE,
  WORK_SUMS,
} from '../../kernel/mesh/mesh-layout.ts';
import { allocateCells, freeCells } from '../../shapes/kernel-memory/kernel-heap.ts';

/** Spheres and contacts per kernel call: their numbers stay in the second-level cache while they are copied. */
export const CHUNK_SPHERES = 1024;
const CHUNK_CONTACTS = 4096;
const FIRST_CAPACITY = 4096;

/** Memory of the queries: spheres, pose, options, contacts, and the search's work area, which grows as needed. */
export class MeshQueryBuffers {
  readonly spheres = allocateCells(
    SPHERE_STRIDE * CHUNK_SPHERES + POSE_STRIDE + 1 + OPTIONS_STRIDE + CHUNK_SPHERES / 2,
  );
  readonly pose = this.spheres + SPHERE_STRIDE * CHUNK_SPHERES;
  readonly options = this.pose + POSE_STRIDE + 1;
  /** Index into I. */
  readonly ends = 2 * (this.options + OPTIONS_STRIDE);
  /** Index into I: listed facets of the spheres. */
  readonly lists = 2 * allocateCells((LISTED_STRIDE / 2) * CHUNK_SPHERES);
  contactCapacity = CHUNK_CONTACTS;
  contacts = allocateCells(MESH_CONTACT_STRIDE * CHUNK_CONTACTS);
  work = 0;
  #workCells = 0;

  constructor() {
    this.growWork(FIRST_CAPACITY);
  }

  /** Makes a work area with room for that many bins, facets and candidates in place of the one before. */
  growWork(capacity: number): void {
    const cells = WORK_HEADER + capacity + CANDIDATE_STRIDE * capacity;
    const work = allocateCells(cells);
    if (this.#workCells > 0) freeCells(this.work, this.#workCells);
    this.work = work;
    this.#workCells = cells;
    const head = 2 * work;
    I[head + WORK_QUEUE] = head + 2 * WORK_HEADER;
    I[head + WORK_FACETS] = head + 2 * WORK_HEADER + capacity;
    I[head + WORK_CANDIDATES] = work + WORK_HEADER + capacity;
    I[head + WORK_CAPACITY] = capacity;
    F.fill(0, work + WORK_SUMS, work + WORK_SUMS + 3);
  }

  growContacts(capacity: number): void {
    const address = allocateCells(MESH_CONTACT_STRIDE * capacity);
    freeCells(this.contacts, MESH_CONTACT_STRIDE * this.contactCapacity);
    this.contacts = address;
    this.contactCapacity = capacity;
  }
}

let buffers: MeshQueryBuffers | undefined;

/** Addresses are valid for one query: read them after the mesh is in memory. */
export function meshQueryBuffers(): MeshQueryBuffers {
  buffers ??= new MeshQueryBuffers();
  return buffers;
}
