// SPDX-License-Identifier: MIT
/** Compiles the kernels of convex bodies that a scene needs. */

import { compilePrograms, type GpuProgram } from '../engine/gpu-program.ts';
import {
  addSumsKernel,
  clearKernel,
  renameKernel,
  scanBlocksKernel,
  scanSumsKernel,
  scatterKernel,
  sortCellsKernel,
} from '../kernels/cell-sort.ts';
import { broadKernel } from '../kernels/convex-broad.ts';
import {
  carryPairsKernel,
  convexBinKernel,
  convexGatherKernel,
  incidentKernel,
  nearKernel,
  pairKernel,
  sortIncidentKernel,
} from '../kernels/convex-list.ts';
import { meshPolyhedraKernel, meshRoundKernel } from '../kernels/convex-mesh-find.ts';
import { type MeshMode, meshForcesOfBodies } from '../kernels/convex-mesh-forces.ts';
import { meshRowsKernel, nearMeshesKernel } from '../kernels/convex-mesh-list.ts';
import { motionKernel } from '../kernels/convex-motion.ts';
import type { NarrowMode } from '../kernels/convex-points.ts';
import { flatPairsKernel, polyhedraKernel } from '../kernels/convex-polyhedra.ts';
import type { ConvexForm } from '../kernels/convex-prelude.ts';
import { searchKernel } from '../kernels/convex-search.ts';
import { smoothKernel } from '../kernels/convex-smooth.ts';
import { wallKernel } from '../kernels/convex-walls.ts';
import { pickKernel } from '../kernels/pick.ts';
import { CONVEX_POSITION, CONVEX_REST } from '../kernels/records.ts';
import { sumReductionKernel } from '../kernels/sum-reduction.ts';
import { MESH_ANGLES } from '../meshes/gpu-meshes.ts';

/** Words of a body that a region query needs. */
const CONVEX_WORDS = {
  buffers: ['position', 'rest'],
  position: `${CONVEX_POSITION.vector('position', 'position')}.xyz`,
  cell: CONVEX_REST.word('rest', 'cell'),
  tag: CONVEX_REST.word('rest', 'tag'),
} as const;

const ALWAYS = {
  clear: clearKernel,
  scanBlocks: scanBlocksKernel,
  scanSums: scanSumsKernel,
  addSums: addSumsKernel,
  scatter: scatterKernel,
  sortCells: sortCellsKernel,
  rename: renameKernel,
  fold: sumReductionKernel,
  bin: convexBinKernel,
  gather: convexGatherKernel,
  near: nearKernel,
  pairs: pairKernel,
  incident: incidentKernel,
  sortIncident: sortIncidentKernel,
  carry: carryPairsKernel,
  motion: (form) => motionKernel(form, 'step'),
  motionProbe: (form) => motionKernel(form, 'probe'),
} satisfies Record<string, (form: ConvexForm) => string>;

type NarrowName = `${'broad' | 'search' | 'polyhedra' | 'flat' | 'smooth' | 'walls'}-${NarrowMode}`;
type MeshProgramName = 'nearMeshes' | 'meshRows' | 'meshPolyhedra' | 'meshRound' | `meshForces-${MeshMode}`;
export type ConvexProgramName = keyof typeof ALWAYS | NarrowName | 'pick' | MeshProgramName;
export type ConvexPrograms = Readonly<Partial<Record<ConvexProgramName, GpuProgram>>>;

/** Kernels for steps and probes. */
export async function convexPrograms(device: GPUDevice, form: ConvexForm): Promise<ConvexPrograms> {
  const always: (readonly [string, string])[] = Object.entries<(form: ConvexForm) => string>(ALWAYS).map(
    ([name, text]) => [name, text(form)] as const,
  );
  if (form.meshes > 0) always.push(...meshTexts(form));
  if (form.regions > 0) always.push(['pick', pickKernel(form, CONVEX_WORDS)]);
  const [compiled, step, probe] = await Promise.all([
    compilePrograms(device, always),
    narrowPrograms(device, form, 'step'),
    narrowPrograms(device, form, 'probe'),
  ]);
  return { ...compiled, ...step, ...probe };
}

/** The kernels that compute pairs. */
export async function narrowPrograms(device: GPUDevice, form: ConvexForm, mode: NarrowMode): Promise<ConvexPrograms> {
  const texts: (readonly [NarrowName, string])[] = [];
  if (mode !== 'contacts') texts.push([`broad-${mode}`, broadKernel(form, mode)]);
  if (form.hasPolyhedra) {
    if (mode !== 'contacts') texts.push([`search-${mode}`, searchKernel(form, mode)]);
    texts.push([`polyhedra-${mode}`, polyhedraKernel(form, mode)], [`flat-${mode}`, flatPairsKernel(form, mode)]);
  }
  if (form.hasSmooth) texts.push([`smooth-${mode}`, smoothKernel(form, mode)]);
  if (form.halfSpaces > 0) texts.push([`walls-${mode}`, wallKernel(form, mode)]);
  return compilePrograms(device, texts);
}

/** Those of meshes. */
function meshTexts(form: ConvexForm): (readonly [MeshProgramName, string])[] {
  const { leastCosine, flatSine } = MESH_ANGLES;
  return [
    ['nearMeshes', nearMeshesKernel(form)],
    ['meshRows', meshRowsKernel(form)],
    ...(form.hasPolyhedra ? [['meshPolyhedra', meshPolyhedraKernel(form, leastCosine)] as const] : []),
    ...(form.hasSmooth ? [['meshRound', meshRoundKernel(form, leastCosine, flatSine)] as const] : []),
    ['meshForces-step', meshForcesOfBodies(form, 'step', leastCosine)],
    ['meshForces-probe', meshForcesOfBodies(form, 'probe', leastCosine)],
  ];
}
