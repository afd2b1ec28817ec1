// SPDX-License-Identifier: MIT
/** Compiles the kernels of spheres and clumps that a scene needs. */

import { compilePrograms, type GpuProgram } from '../engine/gpu-program.ts';
import {
  addSumsKernel,
  binKernel,
  clearKernel,
  gatherKernel,
  renameKernel,
  scanBlocksKernel,
  scanSumsKernel,
  scatterKernel,
  sortCellsKernel,
} from '../kernels/cell-sort.ts';
import { followMembersKernel, moveClumpsKernel, pickClumpsKernel, probeClumpsKernel } from '../kernels/clump-motion.ts';
import { carryKernel, countKernel, listKernel } from '../kernels/list.ts';
import { meshForcesKernel, meshLossesKernel } from '../kernels/mesh-forces.ts';
import { carrySlotsKernel, clearSlotsKernel, nearMeshKernel } from '../kernels/mesh-list.ts';
import { overflowForcesKernel } from '../kernels/overflow-forces.ts';
import {
  carryOverflowKernel,
  checkOverflowKernel,
  clearOverflowKernel,
  countOverflowKernel,
  markOverflowKernel,
  overflowListKernel,
} from '../kernels/overflow-list.ts';
import { pickSpheresKernel, takeSpheresKernel } from '../kernels/pick.ts';
import type { KernelForm } from '../kernels/prelude.ts';
import { stepKernel } from '../kernels/step.ts';
import { sumReductionKernel } from '../kernels/sum-reduction.ts';
import { sortTurnedKernel, turnKernel } from '../kernels/turn.ts';
import { MESH_ANGLES } from '../meshes/gpu-meshes.ts';

const TEXTS = {
  step: (form: KernelForm) => stepKernel(form, 'step'),
  probe: (form: KernelForm) => stepKernel(form, 'probe'),
  contacts: (form: KernelForm) => stepKernel(form, 'contacts'),
  clear: clearKernel,
  bin: binKernel,
  scanBlocks: scanBlocksKernel,
  scanSums: scanSumsKernel,
  addSums: addSumsKernel,
  scatter: scatterKernel,
  sortCells: sortCellsKernel,
  gather: gatherKernel,
  rename: renameKernel,
  list: (form: KernelForm) => (form.levels > 0 ? overflowListKernel(form) : listKernel(form)),
  carry: carryKernel,
  count: countKernel,
  fold: sumReductionKernel,
  pick: pickSpheresKernel,
  take: takeSpheresKernel,
  turn: turnKernel,
  sortTurned: sortTurnedKernel,
  clearSlots: clearSlotsKernel,
  nearMesh: nearMeshKernel,
  carrySlots: carrySlotsKernel,
  meshForces: (form: KernelForm) => meshForcesKernel(form, MESH_ANGLES),
  meshLosses: meshLossesKernel,
  clearOverflow: clearOverflowKernel,
  checkOverflow: checkOverflowKernel,
  carryOverflow: carryOverflowKernel,
  markOverflow: markOverflowKernel,
  countOverflow: countOverflowKernel,
  overflowForces: (form: KernelForm) => overflowForcesKernel(form, 'step'),
  overflowProbe: (form: KernelForm) => overflowForcesKernel(form, 'probe'),
  overflowContacts: (form: KernelForm) => overflowForcesKernel(form, 'contacts'),
  moveClumps: moveClumpsKernel,
  probeClumps: probeClumpsKernel,
  followMembers: followMembersKernel,
  pickClumps: pickClumpsKernel,
} satisfies Record<string, (form: KernelForm) => string>;

/** Compiled once single contacts are asked for: they take as long as the steps, and most runs have no use for them. */
const CONTACT_PROGRAMS = new Set(['contacts', 'overflowContacts']);
/** Compiled where bodies come or go. */
const PICK_PROGRAMS = new Set(['pick', 'take', 'pickClumps']);
/** Compiled where orientations are followed. */
const TURN_PROGRAMS = new Set(['turn', 'sortTurned']);
/** Compiled if there are meshes. */
const MESH_PROGRAMS = new Set(['clearSlots', 'nearMesh', 'carrySlots', 'meshForces']);
/** Compiled if there are meshes, on a device that binds few buffers. */
const PACKED_MESH_PROGRAMS = new Set(['meshLosses']);
/** Compiled if there are clumps. */
const CLUMP_PROGRAMS = new Set(['moveClumps', 'probeClumps', 'followMembers', 'pickClumps']);
/** Compiled where radii differ much. */
const OVERFLOW_PROGRAMS = new Set([
  'clearOverflow',
  'checkOverflow',
  'carryOverflow',
  'markOverflow',
  'countOverflow',
  'overflowForces',
  'overflowProbe',
  'overflowContacts',
]);

export type ProgramName = keyof typeof TEXTS;
export type SpherePrograms = Readonly<Record<ProgramName, GpuProgram>>;

/** What steps and looks at the state need. */
export async function spherePrograms(device: GPUDevice, form: KernelForm): Promise<SpherePrograms> {
  return (await compile(device, form, (name) => !CONTACT_PROGRAMS.has(name))) as SpherePrograms;
}

/** What lists of contacts need besides. */
export function contactPrograms(device: GPUDevice, form: KernelForm): Promise<Partial<SpherePrograms>> {
  return compile(device, form, (name) => CONTACT_PROGRAMS.has(name));
}

async function compile(
  device: GPUDevice,
  form: KernelForm,
  isWanted: (name: string) => boolean,
): Promise<Partial<SpherePrograms>> {
  return compilePrograms(device, sphereTexts(form, isWanted));
}

/** Names and texts of the kernels. */
export function sphereTexts(
  form: KernelForm,
  isWanted: (name: string) => boolean,
): (readonly [name: string, text: string])[] {
  const wanted = Object.entries(TEXTS).filter(
    ([name]) =>
      isWanted(name) &&
      (form.meshes > 0 || !MESH_PROGRAMS.has(name)) &&
      ((form.meshes > 0 && form.isPacked) || !PACKED_MESH_PROGRAMS.has(name)) &&
      (form.levels > 0 || !OVERFLOW_PROGRAMS.has(name)) &&
      (form.clumps !== undefined || !CLUMP_PROGRAMS.has(name)) &&
      (form.regions > 0 || !PICK_PROGRAMS.has(name)) &&
      (form.isTurning || !TURN_PROGRAMS.has(name)),
  );
  return wanted.map(([name, text]) => [name, text(form)] as const);
}
