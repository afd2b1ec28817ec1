// SPDX-License-Identifier: MIT
/**
 * Estimates what a simulation needs on a GPU before one is opened: bytes, the largest buffer, and the resolution of
 * positions.
 */

import { bodyCount } from '../../simulation/bodies/body-groups.ts';
import type { SimulationSpec } from '../../simulation/simulation-spec.ts';
import { defaultSkin } from '../../simulation/time-loop/simulation-room.ts';
import { convexBodiesOf } from '../convex/convex-arrays.ts';
import { convexForm, convexGrid, convexReach, convexRoom } from '../convex/convex-form.ts';
import { convexBytes } from '../convex/convex-memory.ts';
import { shapeTable } from '../convex/shape-table.ts';
import { SLOT_BYTES } from '../meshes/gpu-mesh-memory.ts';
import { GpuMeshes } from '../meshes/gpu-meshes.ts';
import { shapeWalls } from '../meshes/lattice-walls.ts';
import { givenBodies } from '../spheres/given-bodies.ts';
import { clumpBytes, largestClumpBuffer } from '../spheres/gpu-clump-memory.ts';
import { boxOf, isOfSpheres, roomFor } from '../spheres/scene-spheres.ts';
import { gpuRoom } from '../spheres/sphere-memory.ts';
import { binCount, rowsFor } from '../spheres/sphere-rows.ts';
import { CellGrid } from './cell-grid.ts';
import { regionCount } from './gpu-regions.ts';
import { travelLimit } from './gpu-travel.ts';
import { hasTurningWalls } from './gpu-walls.ts';

/** What every adapter binds at once at least (the default limit of WebGPU). */
const LEAST_BINDING = 128 * 2 ** 20;

export interface GpuEstimate {
  readonly bodies: number;
  readonly bytes: number;
  /** Bytes of the largest buffer that cannot be cut, and what can be bound at once. */
  readonly largest: number;
  readonly bindingBytes: number;
  /** m; the least change of a coordinate. */
  readonly quantum: number;
  readonly grid: CellGrid;
}

/**
 * Of a simulation that the GPU can do; undefined for one without bodies. Throws a SceneError where its domain cannot be
 * cut into cells.
 */
export function gpuEstimate(spec: SimulationSpec, bindingBytes = LEAST_BINDING): GpuEstimate | undefined {
  if (!isOfSpheres(spec)) return convexEstimate(spec, bindingBytes);
  const given = givenBodies(spec);
  const { smallest, largest, farthest } = given;
  if (largest === 0) return undefined;
  const { arrays } = given.withNewcomers([]);
  const skin = spec.neighbours?.skin ?? defaultSkin([smallest, largest]);
  const grid = new CellGrid(boxOf(spec, arrays, largest, farthest), 2 * largest + skin);
  const bodies = roomFor(spec, given.count, 'bodies');
  const spheres = roomFor(spec, arrays.count);
  const form = {
    ...rowsFor(grid, { smallest, largest, skin, spheres }),
    travelLimit: travelLimit(smallest, largest),
    halfSpaces: spec.halfSpaces?.length ?? 0,
    meshes: spec.meshes?.length ?? 0,
    shapeWalls: shapeWalls(spec),
    materials: spec.materials.length,
    law: undefined,
    isDamped: false,
    hasAccounts: true,
    isTurning: true,
    hasTurningWalls: hasTurningWalls(spec),
    regions: regionCount(spec),
  };
  const cells = binCount(grid, form.levels);
  const meshes = GpuMeshes.of(spec, grid, largest, skin, 'spheres');
  const facets = meshes?.geometry.byteLength ?? 0;
  const near = meshes === undefined ? 0 : spheres * (2 * SLOT_BYTES + 4);
  const counts = given.clumps === undefined ? { clumps: 0, members: 0 } : { clumps: bodies, members: spheres };
  const bytes = gpuRoom(form, spheres, cells, bindingBytes).bytes + facets + near + clumpBytes(counts);
  return {
    bodies,
    bytes,
    bindingBytes,
    grid,
    largest: Math.max(16 * spheres, 4 * (cells + 1), facets, largestClumpBuffer(counts)),
    quantum: Math.max(...grid.quantum),
  };
}

/** The same for shapes other than spheres. */
function convexEstimate(spec: SimulationSpec, bindingBytes: number): GpuEstimate | undefined {
  const bodies = roomFor(spec, bodyCount(spec.bodies));
  if (bodies === 0) return undefined;
  const table = shapeTable(spec.shapes ?? []);
  const arrays = convexBodiesOf(spec, table.shapes);
  const reach = convexReach(spec, arrays, table.shapes);
  const { grid, skin } = convexGrid(spec, arrays, reach);
  const facets = GpuMeshes.of(spec, grid, reach.largest, skin, 'convex')?.geometry.byteLength ?? 0;
  const form = convexForm(spec, arrays, table, undefined, {});
  const room = convexRoom(spec, bodies, reach.largest / reach.smallest);
  const { bytes, largest } = convexBytes(room, form, grid.cellCount, table.words.byteLength);
  return {
    bodies,
    bytes: bytes + facets,
    bindingBytes,
    grid,
    largest: Math.max(largest, facets),
    quantum: Math.max(...grid.quantum),
  };
}
