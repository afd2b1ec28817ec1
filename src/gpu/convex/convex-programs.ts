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
import { meshForcesOfBodies } from '../kernels/convex-mesh-forces.ts';
import { meshRowsKernel, nearMeshesKernel } from '../kernels/convex-mesh-list.ts';
import { mixedKernel } from '../kernels/convex-mixed.ts';
import { motionKernel } from '../kernels/convex-motion.ts';
import { flatPairsKernel, polyhedraKernel } from '../kernels/convex-polyhedra.ts';
import { type ConvexForm, hasMixed } from '../kernels/convex-prelude.ts';
import { searchKernel } from '../kernels/convex-search.ts';
import { smoothKernel } from '../kernels/convex-smooth.ts';
import { sweptKernel } from '../kernels/convex-swept.ts';
import { convexWallSumsKernel } from '../kernels/convex-wall-sums.ts';
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
  broad: broadKernel,
  motion: (form) => motionKernel(form, 'step'),
  motionProbe: (form) => motionKernel(form, 'probe'),
} satisfies Record<string, (form: ConvexForm) => string>;

/** The kernels that compute the contacts of pairs, in the order in which they run; which ones depends on the scene. */
export const NARROW_PROGRAMS = [
  'kept',
  'single',
  'search',
  'polyhedra',
  'flat',
  'smooth',
  'smoothLong',
  'mixed',
  'mixedLong',
  'swept',
  'sweptLong',
  'walls',
] as const;
type MeshProgramName = 'nearMeshes' | 'meshRows' | 'meshPolyhedra' | 'meshRound' | 'meshForces';
export type ConvexProgramName =
  | keyof typeof ALWAYS
  | (typeof NARROW_PROGRAMS)[number]
  | 'pick'
  | 'wallSums'
  | MeshProgramName;
export type ConvexPrograms = Readonly<Partial<Record<ConvexProgramName, GpuProgram>>>;

export function convexPrograms(device: GPUDevice, form: ConvexForm): Promise<ConvexPrograms> {
  return compilePrograms(device, convexTexts(form));
}

/** Names and texts of the kernels. */
export function convexTexts(form: ConvexForm): readonly (readonly [ConvexProgramName, string])[] {
  const always = Object.entries<(form: ConvexForm) => string>(ALWAYS).map(
    ([name, text]) => [name as keyof typeof ALWAYS, text(form)] as const,
  );
  return [
    ...always,
    ...narrowTexts(form),
    ...(form.meshes > 0 ? meshTexts(form) : []),
    ...(form.regions > 0 ? [['pick', pickKernel(form, CONVEX_WORDS)] as const] : []),
  ];
}

/** With the sums of what half-spaces do. */
function narrowTexts(form: ConvexForm): (readonly [ConvexProgramName, string])[] {
  const texts: (readonly [ConvexProgramName, string])[] = [];
  if (form.hasPolyhedra) {
    texts.push(
      ['kept', polyhedraKernel(form, 'kept')],
      ['single', polyhedraKernel(form, 'single')],
      ['search', searchKernel(form)],
      ['polyhedra', polyhedraKernel(form, 'searched')],
      ['flat', flatPairsKernel(form)],
    );
  }
  if (form.hasSmooth) texts.push(['smooth', smoothKernel(form, 'short')]);
  if (form.hasSuperquadrics) texts.push(['smoothLong', smoothKernel(form, 'long')]);
  if (hasMixed(form)) texts.push(['mixed', mixedKernel(form, 'short')], ['mixedLong', mixedKernel(form, 'long')]);
  if (form.hasSwept) texts.push(['swept', sweptKernel(form, 'short')], ['sweptLong', sweptKernel(form, 'long')]);
  if (form.halfSpaces > 0) texts.push(['walls', wallKernel(form)], ['wallSums', convexWallSumsKernel(form)]);
  return texts;
}

/** Those of meshes. */
function meshTexts(form: ConvexForm): (readonly [MeshProgramName, string])[] {
  const { leastCosine, flatSine } = MESH_ANGLES;
  return [
    ['nearMeshes', nearMeshesKernel(form)],
    ['meshRows', meshRowsKernel(form)],
    ...(form.hasPolyhedra ? [['meshPolyhedra', meshPolyhedraKernel(form, leastCosine)] as const] : []),
    ...(form.hasSmooth ? [['meshRound', meshRoundKernel(form, leastCosine, flatSine)] as const] : []),
    ['meshForces', meshForcesOfBodies(form, leastCosine)],
  ];
}
