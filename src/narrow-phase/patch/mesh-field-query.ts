// SPDX-License-Identifier: MIT
/**
 * Interface to the kernel of pressure fields on meshes: sheets of meshes in its memory, the memory of one query at a
 * time, and what a query waits for.
 */
import type { Kernel } from '../../kernel/kernel.ts';
import { F, I } from '../../kernel/memory.ts';
import { QUERY_BODY, QUERY_DONE } from '../../kernel/mesh/boundary-layout.ts';
import { meshFieldCells } from '../../kernel/pressure-field/mesh-field-kernel.ts';
import * as at from '../../kernel/pressure-field/mesh-field-layout.ts';
import { PRESSURE_ROOM } from '../../kernel/pressure-field/pressure-layout.ts';
import type { FacetMesh } from '../../meshes/facet-mesh.ts';
import { type MeshSheets, meshSheets } from '../../meshes/mesh-sheets.ts';
import { type KernelCopy, kernelCopyFor, settle } from '../../neighbours/kernel-mesh-copies.ts';
import type { MeshIndex } from '../../neighbours/mesh-bins.ts';
import { allocateCells, freeCells } from '../../shapes/kernel-memory/kernel-heap.ts';
import { bodyMeshQuery, provide, settleMesh } from '../double-hierarchy/body-mesh-query.ts';
import type { KernelBoundary } from '../double-hierarchy/kernel-boundary.ts';

/** Room of the first work area: that of a polyhedron with 32 vertices and 60 faces. */
const FIRST_CELLS = 3072;
const FIRST_GROUPS = 16;

const cellsOf = (integers: number): number => Math.ceil(integers / 2);

/** The sheets of a mesh in the kernel's memory. */
export class KernelSheets {
  readonly #sheets: MeshSheets;
  readonly #facetOffsets: Int32Array;
  readonly #copy: KernelCopy;

  /** `regions` may replace those of the sheets. */
  constructor(mesh: FacetMesh, regions?: Pick<MeshSheets, 'regionOfFacet' | 'rimRegionOfCorner'>) {
    const sheets = meshSheets(mesh);
    this.#sheets = { ...sheets, ...regions };
    this.#facetOffsets = mesh.facetOffsets;
    const { sheetOfFacet, rimOfCorner } = sheets;
    this.#copy = kernelCopyFor(
      this,
      at.SHEETS_HEADER + 2 * cellsOf(sheetOfFacet.length) + 2 * cellsOf(rimOfCorner.length),
    );
  }

  /** Address of the sheets in the kernel's memory; see `settle` of kernel-mesh-copies.ts. */
  settle(): number {
    return settle(this.#copy, (address) => this.#write(address));
  }

  /** Names of all sheets, rising. */
  get names(): number[] {
    return [...new Set(this.#sheets.sheetOfFacet)];
  }

  get isSettled(): boolean {
    return this.#copy.address !== 0;
  }

  #write(address: number): void {
    const { sheetOfFacet, regionOfFacet, rimOfCorner, rimRegionOfCorner } = this.#sheets;
    let next = address + at.SHEETS_HEADER;
    const integers = (field: number, given: ArrayLike<number>): void => {
      I[2 * address + field] = 2 * next;
      I.set(given, 2 * next);
      next += cellsOf(given.length);
    };
    const flagged = sheetOfFacet.map((sheet, f) => {
      const corners = rimOfCorner.subarray(this.#facetOffsets[f], this.#facetOffsets[f + 1]);
      return 2 * sheet + (corners.some((rim) => rim >= 0) ? 1 : 0);
    });
    integers(at.SHEET_OF_FACET, flagged);
    integers(at.REGION_OF_FACET, regionOfFacet);
    integers(at.RIM_OF_CORNER, rimOfCorner);
    integers(at.REGION_OF_CORNER, rimRegionOfCorner);
  }
}

/** The memory of queries; made at the first. */
let field = 0;
let groupRoom = 0;
let work = 0;
let workRoom = 0;

const cellsOfGroups = (groups: number): number => at.MESH_FIELD_GROUPS + at.GROUP_STRIDE * groups;

function makeGroups(groups: number): void {
  const made = allocateCells(cellsOfGroups(groups));
  F.fill(0, made, made + cellsOfGroups(groups));
  if (field !== 0) {
    F.copyWithin(made, field, field + at.MESH_FIELD_GROUPS);
    freeCells(field, cellsOfGroups(groupRoom));
  }
  field = made;
  groupRoom = groups;
  I[2 * field + at.MESH_FIELD_ROOM] = groups;
}

function makeWork(cells: number): void {
  if (workRoom > 0) freeCells(work, workRoom);
  workRoom = 0;
  work = allocateCells(cells);
  workRoom = cells;
  I[2 * work + PRESSURE_ROOM] = cells;
  I[2 * field + at.MESH_FIELD_WORK] = work;
}

/** Address of the query of the field; the caller writes known sheets there. It may change with each query. */
export function meshFieldQuery(): number {
  if (field === 0) makeGroups(FIRST_GROUPS);
  if (work === 0) makeWork(FIRST_CELLS);
  return field;
}

/**
 * Puts mesh, boundary and sheets in place for queries that follow without another mesh in between. May drop the blocks
 * of shapes, so it must come before their addresses are read.
 */
export function settleField(index: MeshIndex, boundary: KernelBoundary, sheets: KernelSheets): void {
  const query = meshFieldQuery();
  settleMesh(index, boundary);
  I[2 * query + at.MESH_FIELD_SHEETS] = sheets.settle();
  // The sheets may have taken the memory of the mesh, which then takes that of others.
  settleMesh(index, boundary);
  if (!sheets.isSettled) I[2 * query + at.MESH_FIELD_SHEETS] = sheets.settle();
}

/** Runs the query, whose body, poses and known sheets have been written; returns the number of groups. */
export function runMeshField(engine: Kernel, boundary: KernelBoundary): number {
  const query = bodyMeshQuery();
  for (;;) {
    const code = engine.meshField(query, meshFieldQuery());
    if (code === QUERY_DONE) return I[2 * field + at.MESH_FIELD_COUNT];
    if (code === at.MESH_FIELD_NEEDS_GROUPS) makeGroups(2 * groupRoom);
    else if (code === at.MESH_FIELD_NEEDS_WORK) {
      makeWork(Math.max(2 * workRoom, meshFieldCells(I[2 * query + QUERY_BODY])));
    } else provide(engine, boundary);
  }
}

/** Address of group k of the last query. */
export function groupOf(k: number): number {
  return field + at.MESH_FIELD_GROUPS + at.GROUP_STRIDE * k;
}
