// SPDX-License-Identifier: MIT
/**
 * The state of another simulation as the start of a new one: bodies, contacts with their springs, and bonds continue;
 * time, sums, insertions, outlets, servos and walls are those of the new spec.
 */
import * as layout from '../../step-kernel/step-layout.ts';
import { wallIds } from '../bodies/body-groups.ts';
import type { BodyTable } from '../bodies/body-table.ts';
import type { SavedBonds } from '../bonds/bonds.ts';
import { lawProblem } from '../changes/law-change.ts';
import type { SimulationSpec } from '../simulation-spec.ts';
import type { StepMemory } from '../time-loop/step-memory.ts';
import { type SpecFingerprint, simulationFingerprint, specDifferences } from './spec-fingerprint.ts';

/** A saved state, and the spec that it belongs to. */
export interface CarriedState {
  readonly spec: SimulationSpec;
  readonly state: Uint8Array;
}

export const NO_SAVED_BONDS: SavedBonds = {
  breaks: [],
  breakageLoss: 0,
  endedLoss: 0,
  made: [],
  lookedAt: -1,
  frames: {},
};

/** Sections that must be the same: elements, contacts and walls are known by their numbers there. */
const KEPT = ['shapes', 'densities', 'meshes', 'domain', 'neighbours', 'pairLaws'];

/** Why the contacts of a simulation with one spec cannot continue in another; undefined if they can. */
export function carryProblem(before: SimulationSpec, after: SimulationSpec): string | undefined {
  const [saved, given]: SpecFingerprint[] = [before, after].map((spec) =>
    simulationFingerprint({ ...plain(spec), bodies: [] }),
  ) as [SpecFingerprint, SpecFingerprint];
  const differences = specDifferences(saved, given);
  const different = KEPT.find((section) => differences.has(section));
  if (different !== undefined) return differences.get(different);
  if (wallIds(before.bodies).size > 0) return 'some of its bodies are fixed or follow a motion';
  const names = ({ halfSpaces = [], meshes = [] }: SimulationSpec): string =>
    [...halfSpaces, ...meshes].map(({ name }) => name).join(', ') || 'none';
  if (names(before) !== names(after)) return `walls: ${names(before)} saved, ${names(after)} given`;
  if ((before.meshes ?? []).some(({ free }) => free !== undefined)) return 'some of its meshes are moved by forces';
  return lawProblem(before, after);
}

/** Walls count by their names and meshes by their facets. */
function plain(spec: SimulationSpec): SimulationSpec {
  const meshes = (spec.meshes ?? []).map(({ name, mesh, material }) => ({ name, mesh, material }));
  return { ...spec, meshes, halfSpaces: [], bonds: [], insertions: [], outlets: [] };
}

/** Sets all sums of energies to 0: those of the new simulation begin now. */
export function clearSums(memory: StepMemory): void {
  const { F, I } = memory;
  const first = memory.address(layout.BLOCK);
  for (let b = 0; b < memory.capacities.blocks; b++) {
    const block = first + layout.BLOCK_STRIDE * b;
    F.fill(0, block + layout.BLOCK_FRICTION_LOSS, block + layout.BLOCK_WALL_WORK + 1);
  }
  for (let b = 0; b < I[layout.BODY_BLOCK_COUNT]; b++) {
    const block = memory.address(layout.BODY_BLOCK) + layout.BODY_BLOCK_STRIDE * b;
    F[block + layout.BODY_BLOCK_GLOBAL_LOSS] = 0;
    F[block + layout.BODY_BLOCK_WALL_WORK] = 0;
  }
  for (let k = 0; k < I[layout.BOND_COUNT]; k++) {
    const bond = memory.address(layout.BOND) + layout.BOND_STRIDE * k;
    F[bond + layout.BOND_DAMPING_LOSS] = 0;
    // The new spec has its own rules.
    I[2 * (bond + layout.BOND_INTEGERS) + layout.BOND_RULE] = -1;
  }
}

/** Gives the bodies the ids 0, 1, 2, ... in the order of their ids, as a new scene has them. */
export function renumberBodies(memory: StepMemory, bodies: BodyTable): void {
  const { I } = memory;
  const ids = Array.from(bodies.handles(), (handle) => bodies.idOf(handle));
  if (ids.every((id, k) => id === k)) {
    bodies.nextId = ids.length;
    return;
  }
  const numbers = new Map(ids.map((id, k) => [id, k]));
  const renew = (cell: number): void => {
    I[cell] = numbers.get(I[cell]) ?? I[cell];
  };
  for (let e = 0; e < I[layout.ELEMENT_COUNT]; e++) renew(2 * memory.address(layout.TAG) + 4 * e + layout.TAG_ID);
  for (let b = 0; b < I[layout.BODY_COUNT]; b++) {
    renew(2 * (memory.address(layout.BODY) + layout.BODY_STRIDE * b + layout.BODY_INTEGERS) + layout.BODY_ID);
  }
  for (let k = 0; k < I[layout.BOND_COUNT]; k++) {
    const at = 2 * (memory.address(layout.BOND) + layout.BOND_STRIDE * k + layout.BOND_INTEGERS) + layout.BOND_IDS;
    for (const cell of [at, at + 1]) if (I[cell] >= 0) renew(cell);
  }
  bodies.nextId = ids.length;
  bodies.forgetHandles();
}
